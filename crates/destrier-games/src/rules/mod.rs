//! The rules of chess, as far as reading games asks for them: positions, moves, and how both are written.
//!
//! Chess960 is included: castling rights are the rooks that may castle, wherever they stand.

mod attacks;
mod fen;
mod legal;
mod moves;
mod position;
mod resolve;
mod san;
mod setup;
mod uci;

#[cfg(test)]
mod tests;

pub use fen::{FenError, FenField};
pub use moves::{CastlingSide, Continuation, Move};
pub(crate) use position::History;
pub use position::Position;
pub use resolve::{IllegalContinuation, SanError, SanWithSign};
pub use san::{ParseSanError, San};
pub use setup::SetupError;
pub use uci::{ParseUciError, Uci};
