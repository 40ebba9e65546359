//! Patterns of knights.

pub mod attacks;
pub mod fill;
pub mod move_list;
pub mod paths;

#[doc(inline)]
pub use attacks::{attacks, attacks_from};
#[doc(inline)]
pub use fill::{fill, reach, reach_within};
#[doc(inline)]
pub use move_list::move_list;
#[doc(inline)]
pub use paths::{connected, region, shortest_paths};
