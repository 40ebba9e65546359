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
//! | [`any_shield`] | the pawn shield of a king on any square, as an index |
//! | [`pawn_storm`] | the opposing pawns in front of a king, as an index |
//! | [`open_files`](mod@open_files) | the open and half-open files on and beside a king |
//! | [`zone`](mod@zone) | the squares around and in front of a king, and the attacks on them |
//! | [`checks`] | the squares from which pieces check a king, and those that are safe |
//! | [`virtual_mobility`](mod@virtual_mobility) | the mobility of a queen on the king's square |
//! | [`square_rule`] | the rule of the square |
//! | [`opposition`](mod@opposition) | which king has to give way |
//! | [`key_squares`](mod@key_squares) | the squares from which a king escorts its pawn to promotion |
//! | [`move_list`](mod@move_list) | moves as a list |

pub mod any_shield;
pub mod attacks;
mod by_kind;
pub mod checks;
pub mod distance;
pub mod fill;
pub mod key_squares;
pub mod lines;
pub mod manhattan_distance;
pub mod move_list;
pub mod open_files;
pub mod opposition;
pub mod paths;
pub mod pawn_storm;
mod safety;
pub mod shield;
pub mod square_rule;
pub mod trajectory;
pub mod virtual_mobility;
pub mod zone;

#[cfg(test)]
mod kpk;

#[doc(inline)]
pub use any_shield::{any_shield_index, any_shield_mask, any_shield_pawns};
#[doc(inline)]
pub use attacks::{attacks, attacks_from};
pub use by_kind::ByKind;
#[doc(inline)]
pub use checks::{check_squares, safe_checks};
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
pub use open_files::{files_around, half_open_files, open_files};
pub use opposition::{Opposition, any_opposition_squares, opposition, opposition_holder, opposition_squares};
#[doc(inline)]
pub use paths::{connected, region, shortest_paths};
#[doc(inline)]
pub use pawn_storm::{storm_area, storm_distances, storm_index, storm_pawns};
#[doc(inline)]
pub use shield::{ShieldWindow, Wing, shield_index};
#[doc(inline)]
pub use square_rule::{catches, caught_area, uncatchable};
#[doc(inline)]
pub use trajectory::trajectory;
#[doc(inline)]
pub use virtual_mobility::{virtual_mobility, virtual_queen_attacks};
#[doc(inline)]
pub use zone::{AttackUnits, attack_units, zone, zone_from};
