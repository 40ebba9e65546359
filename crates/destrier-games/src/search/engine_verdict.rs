//! The engine's verdict on a move.

use super::worth::Grade;
use crate::chess::Evaluation;
use destrier::Color;

/// The engine's evaluations of a position and two moves in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EngineVerdict {
    /// The evaluation of the move.
    pub of_move: Evaluation,
    /// The evaluation of the best move: the highest of the engine's evaluations of the position, the move and the
    /// game's move.
    pub of_best: Evaluation,
    /// The evaluation of the game's move, or `None` at the end of the game.
    pub of_game: Option<Evaluation>,
}

impl EngineVerdict {
    /// Returns the grade of missing the move, by the winning chances that the game's move cost.
    #[must_use]
    pub fn missed(&self, side: Color) -> Option<Grade> {
        missed(self.of_move, self.of_game, side)
    }
}

/// Returns the grade of playing the game's move instead of another.
pub(super) fn missed(of_move: Evaluation, of_game: Option<Evaluation>, side: Color) -> Option<Grade> {
    Grade::of_loss(of_move.winning_chances(side) - of_game?.winning_chances(side))
}
