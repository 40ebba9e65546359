//! Patterns of kings.
//!
//! The king walks, one step in any direction, and never onto an attacked square: most of its patterns ask which squares
//! are left. The functions take those squares as given, since only a whole position knows what is attacked
//! ([`Board::king_escapes`](crate::Board::king_escapes), [`Board::king_reach`](crate::Board::king_reach)).
//!
//! In reading order:
//!
//! 1. [`attacks`](mod@attacks), the ground of all others;
//! 2. [`fill`](mod@fill), what is reached in so many moves, [`distance`](mod@distance) and
//!    [`manhattan_distance`](mod@manhattan_distance), how many it takes, [`trajectory`](mod@trajectory) and [`paths`],
//!    by which ways;
//! 3. [`lines`] and [`shield`], how safe it stands;
//! 4. [`square_rule`], the race of a king against a pawn;
//! 5. [`move_list`](mod@move_list), a set of moves as a list.

pub mod attacks;
pub mod distance;
pub mod fill;
pub mod lines;
pub mod manhattan_distance;
pub mod move_list;
pub mod paths;
pub mod shield;
pub mod square_rule;
pub mod trajectory;

#[doc(inline)]
pub use attacks::{attacks, attacks_from};
#[doc(inline)]
pub use distance::{distance, set_distance};
#[doc(inline)]
pub use fill::{fill, reach, reach_within};
#[doc(inline)]
pub use lines::{LineSet, open_lines};
#[doc(inline)]
pub use manhattan_distance::manhattan_distance;
#[doc(inline)]
pub use move_list::move_list;
#[doc(inline)]
pub use paths::{connected, region, shortest_paths};
#[doc(inline)]
pub use shield::{ShieldWindow, Wing, shield_index};
#[doc(inline)]
pub use square_rule::{catches, caught_area, uncatchable};
#[doc(inline)]
pub use trajectory::trajectory;
