//! Patterns of knights.
//!
//! The knight leaps: nothing stands in its way, so what it attacks depends on its square alone. Every move changes the
//! color of its square, and it is slow to reach a neighbor: that makes its distances worth a page of their own.
//!
//! In reading order:
//!
//! 1. [`attacks`](mod@attacks), the ground of all others, and [`moves`](mod@moves), which keep source and target
//!    together;
//! 2. [`fill`](mod@fill), what is reached in so many moves, [`distance`](mod@distance), how many it takes, and
//!    [`paths`], by which ways;
//! 3. [`fork_squares`](mod@fork_squares), from where two targets are attacked at once;
//! 4. [`passer`], the race of a knight against a pawn;
//! 5. [`move_list`](mod@move_list), a set of moves as a list.

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
