//! A second, independent implementation of the patterns, for comparison.
//!
//! It is simple and slow: 64 squares, loops over all of them, attacks by walking, and legality by making the move and
//! testing the king. It shares no code with the library and uses no chess library.

pub(crate) mod attacks;
pub(crate) mod board;
pub(crate) mod findings;
pub(crate) mod moves;
pub(crate) mod notation;
pub(crate) mod race;
pub(crate) mod squares;
pub(crate) mod values;
#[allow(dead_code, reason = "not all tests use it")]
pub(crate) mod worth;
