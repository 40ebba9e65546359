//! Lazy scores: each question about a move's score searches no more than it needs.

use super::minimax::{INFINITE, Score, Search};
use crate::chess::{Move, Position};

/// A move with bounds of its score at some depth.
#[derive(Clone, Copy, Debug)]
pub(super) struct KnownScore {
    played: Move,
    depth: u32,
    /// A lower bound of the score.
    lower: Score,
    /// An upper bound of the score.
    upper: Score,
}

impl KnownScore {
    /// Creates a move with an unknown score.
    pub(super) const fn new(played: Move, depth: u32) -> Self {
        Self { played, depth, lower: -INFINITE, upper: INFINITE }
    }

    /// Returns the best known upper bound of the score.
    pub(super) const fn upper(&self) -> Score {
        self.upper
    }

    /// Returns whether the score is at least `min`. Runs one null-window search if the bounds do not decide it.
    pub(super) fn is_at_least(&mut self, min: Score, position: &Position, search: &mut Search) -> bool {
        self.narrow(min - 1, min, position, search);
        self.lower >= min
    }

    /// Returns the exact score. A good `guess` makes the search faster.
    pub(super) fn exact(&mut self, guess: Score, position: &Position, search: &mut Search) -> Score {
        self.narrow(guess - 1, guess + 1, position, search);
        while self.lower < self.upper {
            self.narrow(self.lower, self.upper, position, search);
        }
        self.lower
    }

    /// Searches within a window with exclusive bounds, as far as the known bounds leave it open. A score that is not
    /// above the lower bound equals it.
    fn narrow(&mut self, alpha: Score, beta: Score, position: &Position, search: &mut Search) {
        let (alpha, beta) = (alpha.max(self.lower), beta.min(self.upper));
        if alpha >= beta {
            return;
        }
        let score = search.score_after(position, self.played, self.depth, (alpha, beta));
        if score > alpha {
            self.lower = score;
        }
        if score < beta {
            self.upper = score;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::random_position;
    use super::*;
    use fastrand::Rng;

    #[test]
    fn each_question_is_searched_once() {
        let mut random = Rng::with_seed(9);
        let mut search = Search::default();
        let mut answered = [0; 2];
        for number in 0..1500 {
            let position = random_position(&mut random, 3 + number % 5);
            let Some(&played) = random.choice(&position.legal_moves()) else { continue };
            let depth = random.u32(..2);
            let score = search.score_after(&position, played, depth, (-INFINITE, INFINITE));
            let mut known = KnownScore::new(played, depth);
            assert_eq!(known.upper(), INFINITE);
            for _ in 0..5 {
                let KnownScore { lower, upper, .. } = known;
                let nodes = search.nodes();
                let near = match random.u8(..3) {
                    0 => score + random.i32(-1..=1),
                    1 => random.i32(-12..=12),
                    _ => *random.choice(&[-900, 900]).unwrap(),
                };
                let is_answered = if random.u8(..4) == 0 {
                    assert_eq!(known.exact(near, &position, &mut search), score);
                    assert_eq!((known.lower, known.upper), (score, score));
                    lower == upper
                } else {
                    assert_eq!(known.is_at_least(near, &position, &mut search), score >= near);
                    assert!(known.lower >= near || known.upper < near);
                    lower >= near || upper < near
                };
                assert_eq!(search.nodes() == nodes, is_answered, "{known:?}");
                answered[usize::from(is_answered)] += 1;
                assert!(known.lower >= lower && known.upper <= upper);
                assert!((known.lower..=known.upper()).contains(&score));
            }
        }
        assert!(answered.iter().all(|&count| count > 1000), "{answered:?}");
    }
}
