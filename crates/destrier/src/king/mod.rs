//! Patterns of kings.

pub mod attacks;
pub mod distance;
pub mod fill;
pub mod manhattan_distance;
pub mod move_list;
pub mod paths;
pub mod trajectory;

#[doc(inline)]
pub use attacks::{attacks, attacks_from};
#[doc(inline)]
pub use distance::{distance, set_distance};
#[doc(inline)]
pub use fill::{fill, reach, reach_within};
#[doc(inline)]
pub use manhattan_distance::manhattan_distance;
#[doc(inline)]
pub use move_list::move_list;
#[doc(inline)]
pub use paths::{connected, region, shortest_paths};
#[doc(inline)]
pub use trajectory::trajectory;
