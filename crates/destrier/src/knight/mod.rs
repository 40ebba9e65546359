//! Patterns of knights.

pub mod attacks;
pub mod distance;
pub mod moves;

#[doc(inline)]
pub use attacks::{attacks, attacks_from};
#[doc(inline)]
pub use distance::{distance, set_distance};
#[doc(inline)]
pub use moves::moves;
