//! A missed move: what it cost, whether it is the answer, and whether it wins something.

#[cfg(feature = "files")]
use super::engine_verdict::EngineVerdict;
use super::worth::{Grade, Worth, balance, winning_chances};
use crate::chess::{Move, Position};
use std::cmp::Ordering;

/// A missed move. Everything that counts, lists or shows misses reads this.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Miss {
    /// The grade.
    pub grade: Grade,
    /// The winning chances that the game's move cost, from 0 to 2.
    pub lost: f64,
    /// Whether the move may be shown as the one to find: it is at most 0.1 winning chances behind the best move of the
    /// position and, if it mates, no other move mates faster.
    pub is_answer: bool,
    /// Whether the move wins something: it mates, or leaves the side with winning chances that are at least 0.1 higher than
    /// two plies earlier. Otherwise it is a *defence*, which only avoids a loss.
    pub wins: bool,
}

/// The most winning chances that an answer may be behind the best move.
const MAX_BEHIND: f64 = 0.1;

/// The least winning chances that a winning move gains.
const MIN_GAIN: f64 = 0.1;

impl Miss {
    /// Returns whether the move was missed by at least [`Grade::MISSED`].
    #[must_use]
    pub fn counts(&self) -> bool {
        self.grade >= Grade::MISSED
    }

    /// Compares misses: those that count are bigger, then those that win something, then those that cost more.
    pub(super) fn compare(&self, other: &Self) -> Ordering {
        let rank = |miss: &Self| (miss.counts(), miss.wins);
        rank(self).cmp(&rank(other)).then(self.lost.total_cmp(&other.lost))
    }

    /// Judges a missed move by its worth in material. `earlier` is the position two plies earlier.
    pub(super) fn by_material(
        grade: Grade,
        worth: &Worth,
        by: Move,
        position: &Position,
        earlier: Option<Position>,
    ) -> Self {
        let material = balance(position);
        let before = winning_chances(balance(&earlier.unwrap_or(*position)));
        let mates = |by: Move| position.after(by).is_checkmate();
        Self {
            grade,
            lost: worth.winning_chances_lost(material).unwrap_or_default(),
            is_answer: mates(by) || !position.legal_moves().into_iter().any(mates),
            wins: worth.is_mate() || worth.winning_chances(material) - before >= MIN_GAIN,
        }
    }

    /// Judges a missed move by an engine's verdict. `earlier` is the position two plies earlier.
    #[cfg(feature = "files")]
    pub(super) fn by_engine(
        grade: Grade,
        verdict: &EngineVerdict,
        position: &Position,
        earlier: Option<Position>,
    ) -> Self {
        let side = position.turn();
        let [of_move, of_best] = [verdict.of_move, verdict.of_best].map(|of| of.winning_chances(side));
        let before = winning_chances(balance(&earlier.unwrap_or(*position)));
        // Only a mate is certain to win.
        let is_mate = of_move >= 1.0;
        Self {
            grade,
            lost: verdict.winning_chances_lost(side).unwrap_or_default(),
            is_answer: of_best - of_move <= MAX_BEHIND
                && (!is_mate || verdict.of_best.centipawns(side) <= verdict.of_move.centipawns(side)),
            wins: is_mate || of_move - before >= MIN_GAIN,
        }
    }
}
