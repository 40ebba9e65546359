//! The rules of chess, as far as reading games asks for them: positions, moves, and how both are written.
//!
//! Chess960 is included: castling rights are the rooks that may castle, wherever they stand.

mod castling;
mod moves;
mod position;
mod san;
mod uci;

pub use castling::CastlingSide;
pub use moves::{Continuation, Move};
pub use position::Position;
pub use san::{ParseSanError, San};
pub use uci::{ParseUciError, Uci};
