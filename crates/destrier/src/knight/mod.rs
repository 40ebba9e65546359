//! Patterns of knights.

pub mod attacks;
pub mod distance;
pub mod fork_squares;
pub mod moves;
pub mod passer;

#[doc(inline)]
pub use attacks::{attacks, attacks_from};
#[doc(inline)]
pub use distance::{distance, set_distance};
#[doc(inline)]
pub use fork_squares::{fork_moves, fork_squares};
#[doc(inline)]
pub use moves::moves;
#[doc(inline)]
pub use passer::{passer_stoppers, stoppable_passers, stops_passer};
