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
        Grade::of_loss(self.winning_chances_lost(side)?)
    }

    /// Returns the winning chances that the game's move cost, or `None` at the end of the game.
    pub(super) fn winning_chances_lost(&self, side: Color) -> Option<f64> {
        Some(self.of_move.winning_chances(side) - self.of_game?.winning_chances(side))
    }
}
