//! King patterns.
//!
//! A king moves one step in any direction and never onto an attacked square. Most of these functions take the squares
//! that it may enter as an argument, because only a whole position tells which squares are attacked. See
//! [`Board::king_escapes`](crate::Board::king_escapes) and [`Board::king_reach`](crate::Board::king_reach).
//!
//! | function | result |
//! |---|---|
//! | [`attacks`], [`attacks_from`] | the squares that kings attack |
//! | [`move_pairs`] | the moves of kings, one by one |
//! | [`fill`], [`reach`], [`reach_within`] | the squares that kings reach in a number of moves |
//! | [`distance`], [`set_distance`] | the number of moves between squares or sets (Chebyshev distance) |
//! | [`trajectory`] | the squares on all shortest paths, on an empty board |
//! | [`connected`], [`region`], [`shortest_paths`] | flood fills and shortest paths on a restricted board |
//! | [`open_lines`] | the lines along which a distant check covers all escapes |
//! | [`shield_index`], [`any_shield_index`] | the pawn shield of a castled king, or of a king on any square, as an index |
//! | [`storm_index`], [`storm_pawns`] | the opposing pawns in front of a king, as an index and as a set |
//! | [`open_files`], [`half_open_files`] | the open and half-open files on and beside a king |
//! | [`zone`], [`zone_from`], [`attack_units`] | the squares around and in front of a king, and the attacks on them |
//! | [`check_squares`], [`safe_checks`] | the squares from which pieces check a king, and those that are safe |
//! | [`flank`], [`tropism`] | the files of a king's flank, and how far pieces are from a king |
//! | [`shut_in_rooks`] | the rooks between a king and the corner |
//! | [`virtual_queen_attacks`] | the squares that a queen on the king's square would attack |
//! | [`caught_area`], [`catches`] | the rule of the square |
//! | [`opposition`], [`opposition_squares`], [`any_opposition_squares`] | which king has to give way |
//! | [`key_squares`] | the squares from which a king escorts its pawn to promotion |
//! | [`wins_kpk`] | king and pawn against king, solved |
//!
//! The first page explains the [order of arguments](crate#whose-pieces).

pub(crate) mod any_shield;
pub(crate) mod attacks;
mod bitbase;
mod by_kind;
pub(crate) mod checks;
pub(crate) mod distance;
mod flank;
pub(crate) mod key_squares;
pub(crate) mod lines;
pub(crate) mod move_list;
mod moves;
pub(crate) mod open_files;
pub(crate) mod opposition;
pub(crate) mod paths;
pub(crate) mod pawn_storm;
mod reach;
mod safety;
pub(crate) mod shield;
pub(crate) mod square_rule;
pub(crate) mod trajectory;
pub(crate) mod virtual_mobility;
pub(crate) mod zone;

#[cfg(test)]
mod kpk;

pub use any_shield::any_shield_index;
pub use attacks::{attacks, attacks_from, fill};
pub use bitbase::wins_kpk;
pub use by_kind::ByKind;
pub use checks::{check_squares, safe_checks};
pub use distance::{distance, set_distance};
pub use flank::{flank, shut_in_rooks, tropism};
pub use key_squares::key_squares;
pub use lines::{LineSet, Lines, open_lines};
pub use moves::move_pairs;
pub use open_files::{half_open_files, open_files};
pub use opposition::{Opposition, any_opposition_squares, opposition, opposition_squares};
pub use paths::{connected, region, shortest_paths};
pub use pawn_storm::{storm_distances, storm_index, storm_pawns};
pub use reach::{reach, reach_within};
pub use shield::{Shield, ShieldWindow, Wing, shield_index};
pub use square_rule::{catches, caught_area};
pub use trajectory::trajectory;
pub use virtual_mobility::virtual_queen_attacks;
pub use zone::{AttackUnits, attack_units, zone, zone_from};
