//! What an engine is asked.

use destrier::Color;

/// What an engine is asked for: the evaluation of a position, or of a move there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Question<'a> {
    pub(super) fen: &'a str,
    /// Who moves.
    pub(super) side: Color,
    /// Whether castling is written as in Chess960.
    pub(super) is_chess960: bool,
    /// The only move to consider, in UCI notation.
    pub(super) played: Option<&'a str>,
}
