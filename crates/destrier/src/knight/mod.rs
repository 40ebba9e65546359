//! Knight patterns.
//!
//! A knight leaps over other pieces, so its attacks depend on its square alone. Every move changes the color of its
//! square, and nearby squares can be several moves away.
//!
//! | module | contents |
//! |---|---|
//! | [`attacks`](mod@attacks) | the squares that knights attack |
//! | [`moves`](mod@moves) | moves as a set, by direction or one by one |
//! | [`fill`](mod@fill) | the squares that knights reach in `n` moves |
//! | [`distance`](mod@distance) | the number of moves between squares |
//! | [`paths`] | flood fills and shortest paths on a restricted board |
//! | [`fork_squares`](mod@fork_squares) | the squares from which a knight attacks two targets |
//! | [`mobility`](mod@mobility) | the squares of an area that knights attack, and their number |
//! | [`trapped`](mod@trapped) | knights without a move into an area |
//! | [`checks`](mod@checks) | the squares from which a knight checks a king in one move |
//! | [`outposts`](mod@outposts) | defended squares that no opposing pawn can attack, and who reaches them |
//! | [`passer`] | whether a knight stops a passed pawn |
//! | [`move_list`](mod@move_list) | moves as a list |

pub mod attacks;
pub mod checks;
pub mod distance;
pub mod fill;
pub mod fork_squares;
pub mod mobility;
pub mod move_list;
pub mod moves;
pub mod outposts;
pub mod passer;
pub mod paths;
pub mod trapped;

#[doc(inline)]
pub use attacks::{attacks, attacks_from};
#[doc(inline)]
pub use checks::checks;
#[doc(inline)]
pub use distance::{distance, set_distance};
#[doc(inline)]
pub use fill::{fill, reach, reach_within};
#[doc(inline)]
pub use fork_squares::{fork_moves, fork_squares};
#[doc(inline)]
pub use mobility::{mobility, mobility_of};
#[doc(inline)]
pub use move_list::move_list;
#[doc(inline)]
pub use moves::moves;
#[doc(inline)]
pub use outposts::{outposts, reachable_outposts};
#[doc(inline)]
pub use passer::{passer_stoppers, stoppable_passers, stops_passer};
#[doc(inline)]
pub use paths::{connected, region, shortest_paths};
#[doc(inline)]
pub use trapped::trapped;
