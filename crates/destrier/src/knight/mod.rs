//! Patterns of knights.

pub mod attacks;
pub mod distance;
pub mod fill;
pub mod fork_squares;
pub mod move_list;
pub mod moves;
pub mod passer;
pub mod paths;

#[doc(inline)]
pub use attacks::{attacks, attacks_from};
#[doc(inline)]
pub use distance::{distance, set_distance};
#[doc(inline)]
pub use fill::{fill, reach, reach_within};
#[doc(inline)]
pub use fork_squares::{fork_moves, fork_squares};
#[doc(inline)]
pub use move_list::move_list;
#[doc(inline)]
pub use moves::moves;
#[doc(inline)]
pub use passer::{passer_stoppers, stoppable_passers, stops_passer};
#[doc(inline)]
pub use paths::{connected, region, shortest_paths};
