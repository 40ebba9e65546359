//! The score of a move, as far as it is known: the search is asked for no more than a question needs.

use super::minimax::{INFINITE, Score, Search};
use crate::chess::{Move, Position};

/// A move, and bounds of its score at some depth.
#[derive(Clone, Copy, Debug)]
pub(super) struct KnownScore {
    played: Move,
    depth: u32,
    /// The score is at least this.
    lower: Score,
    /// The score is at most this.
    upper: Score,
}

impl KnownScore {
    /// Nothing is known yet.
    pub(super) const fn new(played: Move, depth: u32) -> Self {
        Self { played, depth, lower: -INFINITE, upper: INFINITE }
    }

    /// The most that the score can be, as far as it is known.
    pub(super) const fn upper(&self) -> Score {
        self.upper
    }

    /// Whether the score is at least `least`; one search with a null window, if that is not known.
    pub(super) fn is_at_least(&mut self, least: Score, position: &Position, search: &mut Search) -> bool {
        if self.lower < least && self.upper >= least {
            self.narrow(least - 1, least, position, search);
        }
        self.lower >= least
    }

    /// The score. `guess` is where it probably lies: the search is quicker if that is right.
    pub(super) fn exact(&mut self, guess: Score, position: &Position, search: &mut Search) -> Score {
        self.narrow(guess - 1, guess + 1, position, search);
        while self.lower < self.upper {
            self.narrow(self.lower - 1, self.upper + 1, position, search);
        }
        self.lower
    }

    /// Searches between two bounds, exclusive, as far as the score is not known yet.
    fn narrow(&mut self, alpha: Score, beta: Score, position: &Position, search: &mut Search) {
        let (alpha, beta) = (alpha.max(self.lower - 1), beta.min(self.upper + 1));
        if self.lower == self.upper || alpha >= beta {
            return;
        }
        let score = search.score_after(position, self.played, self.depth, (alpha, beta));
        if score > alpha {
            self.lower = self.lower.max(score);
        }
        if score < beta {
            self.upper = self.upper.min(score);
        }
    }
}
