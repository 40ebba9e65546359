//! Patterns of kings.

pub mod attacks;
pub mod fill;
pub mod paths;

#[doc(inline)]
pub use attacks::{attacks, attacks_from};
#[doc(inline)]
pub use fill::{fill, reach, reach_within};
#[doc(inline)]
pub use paths::{connected, region, shortest_paths};
