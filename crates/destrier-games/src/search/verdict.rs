//! The verdict of the judge or of an engine on a move.

use super::worth::Grade;
use crate::chess::Evaluation;
use destrier::Color;

/// The evaluations of two moves of a position, by the [judge](super::Judge) or by a chess engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// The evaluation of the move.
    pub of_move: Evaluation,
    /// The evaluation of the game's move, or `None` at the end of the game.
    pub of_game: Option<Evaluation>,
    /// The evaluation of the best move, if an engine judged: the highest of its evaluations of the position, the move
    /// and the game's move. The judge only compares two moves.
    pub of_best: Option<Evaluation>,
}

impl Verdict {
    /// Returns the grade of missing the move, by the winning chances that the game's move cost.
    #[must_use]
    pub fn missed(&self, side: Color) -> Option<Grade> {
        Grade::of_loss(self.winning_chances_lost(side)?)
    }

    /// Returns the winning chances that the game's move cost, from -2 to 2, or `None` at the end of the game.
    #[must_use]
    pub fn winning_chances_lost(&self, side: Color) -> Option<f64> {
        Some(self.of_move.winning_chances(side) - self.of_game?.winning_chances(side))
    }
}
