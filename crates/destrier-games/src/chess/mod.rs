//! The rules of chess, as far as reading games asks for them: positions, moves, and how both are written.
//!
//! Chess960 is included: castling rights are the rooks that may castle, wherever they stand.

mod attacks;
mod columns;
mod evaluation;
mod fen;
mod generate;
mod legal;
mod moves;
mod notation;
mod position;
mod result;
mod san;
mod setup;
mod uci;

pub(crate) use columns::reached_illegally;
pub use columns::{Positions, Screen, Unscreened};
pub use evaluation::Evaluation;
pub(crate) use evaluation::winning_chances;
pub use fen::{FenError, FenField};
pub(crate) use generate::{CheckSquares, KingSafety};
pub use moves::{CastlingSide, Continuation, Move};
pub use notation::{IllegalContinuation, SanError, SanWithSign};
pub use position::Position;
pub use result::{GameResult, ParseGameResultError};
pub use san::{ParseSanError, San};
pub use setup::SetupError;
pub use uci::{ParseUciError, Uci};
