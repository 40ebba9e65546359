//! King patterns.
//!
//! A king moves one step in any direction and never onto an attacked square. Most of these functions take the squares
//! that it may enter as an argument, because only a whole position tells which squares are attacked. See
//! [`Board::king_escapes`](crate::Board::king_escapes) and [`Board::king_reach`](crate::Board::king_reach).
//!
//! | module | contents |
//! |---|---|
//! | [`attacks`](mod@attacks) | the squares that kings attack |
//! | [`fill`](mod@fill) | the squares that kings reach in `n` moves |
//! | [`distance`](mod@distance) | the number of moves between squares (Chebyshev distance) |
//! | [`manhattan_distance`](mod@manhattan_distance) | the number of orthogonal steps between squares |
//! | [`trajectory`](mod@trajectory) | the squares on all shortest paths, on an empty board |
//! | [`paths`] | flood fills and shortest paths on a restricted board |
//! | [`lines`] | the lines along which a distant check covers all escapes |
//! | [`shield`] | the pawn shield, as an index |
//! | [`square_rule`] | the rule of the square |
//! | [`opposition`](mod@opposition) | which king has to give way |
//! | [`key_squares`](mod@key_squares) | the squares from which a king escorts its pawn to promotion |
//! | [`move_list`](mod@move_list) | moves as a list |

pub mod attacks;
pub mod distance;
pub mod fill;
pub mod key_squares;
pub mod lines;
pub mod manhattan_distance;
pub mod move_list;
pub mod opposition;
pub mod paths;
pub mod shield;
pub mod square_rule;
pub mod trajectory;

#[cfg(test)]
mod kpk;

#[doc(inline)]
pub use attacks::{attacks, attacks_from};
#[doc(inline)]
pub use distance::{distance, set_distance};
#[doc(inline)]
pub use fill::{fill, reach, reach_within};
#[doc(inline)]
pub use key_squares::key_squares;
#[doc(inline)]
pub use lines::{LineSet, open_lines};
#[doc(inline)]
pub use manhattan_distance::manhattan_distance;
#[doc(inline)]
pub use move_list::move_list;
#[doc(inline)]
pub use opposition::{Opposition, any_opposition_squares, opposition, opposition_holder, opposition_squares};
#[doc(inline)]
pub use paths::{connected, region, shortest_paths};
#[doc(inline)]
pub use shield::{ShieldWindow, Wing, shield_index};
#[doc(inline)]
pub use square_rule::{catches, caught_area, uncatchable};
#[doc(inline)]
pub use trajectory::trajectory;
