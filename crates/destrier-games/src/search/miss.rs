//! A missed move: what it cost, and whether it wins something.

use super::worth::Grade;
use std::cmp::Ordering;

/// A missed move. Everything that counts, lists or shows misses reads this.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Miss {
    /// The grade.
    pub grade: Grade,
    /// The winning chances that the game's move cost, from 0 to 2.
    pub lost: f64,
    /// Whether the move wins something: it mates, or leaves the side with winning chances that are at least 0.1 higher than
    /// two plies earlier. Otherwise it is a *defence*, which only avoids a loss.
    pub wins: bool,
}

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
}
