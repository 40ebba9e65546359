//! Patterns of knights.

pub mod attacks;
pub mod distance;

#[doc(inline)]
pub use attacks::{attacks, attacks_from};
#[doc(inline)]
pub use distance::{distance, set_distance};
