//! Patterns of knights.

pub mod attacks;

#[doc(inline)]
pub use attacks::{attacks, attacks_from};
