//! What an engine says of a move.

use crate::chess::Evaluation;
use crate::search::worth::Grade;
use destrier::Color;

/// An engine's evaluations of a position and two moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EngineVerdict {
    /// The evaluation of the move.
    pub of_move: Evaluation,
    /// The evaluation of the best move: the highest of the engine's evaluations of the position, of the move and of the
    /// game's move.
    pub of_best: Evaluation,
    /// The evaluation of the game's move; `None` where the game ends.
    pub of_game: Option<Evaluation>,
}

impl EngineVerdict {
    /// How grave it was not to play the move, by the winning chances that the game's move cost.
    #[must_use]
    pub fn missed(&self, side: Color) -> Option<Grade> {
        missed(self.of_move, self.of_game, side)
    }
}

/// How grave it was to play the game's move and not another.
pub(super) fn missed(of_move: Evaluation, of_game: Option<Evaluation>, side: Color) -> Option<Grade> {
    Grade::of_loss(of_move.winning_chances(side) - of_game?.winning_chances(side))
}
