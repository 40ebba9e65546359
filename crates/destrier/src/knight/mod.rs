//! Knight patterns.
//!
//! A knight leaps over other pieces, so its attacks depend on its square alone. Every move changes the color of its
//! square, and nearby squares can be several moves away.
//!
//! | function | result |
//! |---|---|
//! | [`attacks`], [`attacks_from`] | the squares that knights attack |
//! | [`moves`], [`move_pairs`] | moves as a set, or one by one |
//! | [`fill`], [`reach`], [`reach_within`] | the squares that knights reach in a number of moves |
//! | [`distance`], [`set_distance`], [`tropism`] | the number of moves between squares or sets, and their sum |
//! | [`connected`], [`region`], [`shortest_paths`] | flood fills and shortest paths on a restricted board |
//! | [`forks`], [`forks_at_least`], [`fork_moves`] | the squares from which a knight attacks two targets |
//! | [`mobility`], [`mobility_of`], [`total_mobility`], [`safe_area`] | the squares of an area that knights attack, and their number |
//! | [`trapped`] | knights without a move into an area |
//! | [`checks`] | the squares from which a knight checks a king in one move |
//! | [`outposts`], [`reachable_outposts`], [`knights_in_reach`] | defended squares that no opposing pawn can attack, and who reaches them |
//! | [`stops_passer`], [`stoppable_passers`] | whether a knight stops a passed pawn |
//!
//! The first page explains the [order of arguments](crate#whose-pieces).

pub(crate) mod attacks;
pub(crate) mod checks;
pub(crate) mod distance;
pub(crate) mod forks;
pub(crate) mod mobility;
pub(crate) mod move_list;
pub(crate) mod moves;
pub(crate) mod outposts;
pub(crate) mod passer;
pub(crate) mod paths;
mod reach;
pub(crate) mod trapped;

pub use attacks::{attacks, attacks_from, fill};
pub use checks::checks;
pub use distance::{distance, set_distance, tropism};
pub use forks::{fork_moves, forks, forks_at_least};
pub use mobility::{mobility, mobility_of, safe_area, total_mobility};
pub use moves::{Move, MovePairs, move_pairs, moves};
pub use outposts::{knights_in_reach, outposts, reachable_outposts};
pub use passer::{stoppable_passers, stops_passer};
pub use paths::{connected, region, shortest_paths};
pub use reach::{reach, reach_within};
pub use trapped::trapped;
