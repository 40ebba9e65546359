//! A question to the engine.

use destrier::Color;

/// A question to the engine: evaluate a position, or one move in it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Question<'a> {
    pub(super) fen: &'a str,
    /// The side to move.
    pub(super) side: Color,
    /// Whether to write castling in Chess960 notation.
    pub(super) is_chess960: bool,
    /// The only move to search, in UCI notation.
    pub(super) played: Option<&'a str>,
}
