//! A second, independent telling of the patterns of a position, to hold the first against.
//!
//! Nothing here is quick or clever: sixty-four squares, loops over all of them, attacks by walking, legality by
//! making the move and looking at the king. It shares no line with the library and uses no chess library.

pub(crate) mod attacks;
pub(crate) mod board;
pub(crate) mod findings;
pub(crate) mod moves;
pub(crate) mod notation;
pub(crate) mod race;
pub(crate) mod squares;
pub(crate) mod values;
#[allow(dead_code, reason = "not all tests ask for it")]
pub(crate) mod worth;
