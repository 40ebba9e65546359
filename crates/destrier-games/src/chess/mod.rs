//! The rules of chess, as far as reading games needs them: positions, moves and their notation.
//!
//! Chess960 is supported: castling rights are stored as the squares of the rooks that may castle.

mod attacks;
mod code;
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
#[cfg(feature = "files")]
mod san_code;
mod setup;
mod uci;

pub(crate) use attacks::{between, bishop_attacks, pawn_attacks, piece_attacks, rook_attacks};
#[cfg(feature = "files")]
pub(crate) use code::CodePlayer;
pub(crate) use code::MoveCode;
pub(crate) use columns::reached_illegally;
pub use columns::{Positions, Screen, Unscreened};
pub use evaluation::Evaluation;
pub(crate) use evaluation::winning_chances;
pub use fen::{FenError, FenField};
pub(crate) use generate::{CheckSquares, KingSafety};
pub use moves::{CastlingSide, Continuation, Move};
pub use notation::{IllegalContinuation, SanError, SanWithSign};
pub use position::Position;
pub(crate) use position::castled;
pub use result::{GameResult, ParseGameResultError};
pub use san::{ParseSanError, San};
#[cfg(feature = "files")]
pub(crate) use san_code::SanCode;
pub use setup::SetupError;
pub use uci::{ParseUciError, Uci};
