//! The search as defined, without optimizations, for comparison.

use super::minimax::Score;
use crate::chess::{Move, Position};
use destrier::Piece;

/// Plain minimax.
#[derive(Debug, Default)]
pub(super) struct Plain {
    /// Whether to use fail-soft alpha-beta (the wiki's *Alpha-Beta*), for positions with many moves.
    cuts: bool,
    /// The maximum number of positions per score.
    max: u64,
    visited: u64,
    /// The number of visited positions without a legal move, mates and stalemates.
    pub(super) mates: u64,
    pub(super) stalemates: u64,
}

impl Plain {
    pub(super) fn new(max: u64, cuts: bool) -> Self {
        Self { max, cuts, ..Self::default() }
    }

    /// Returns the score after a move for the side that moves, or `None` if it needs too many positions.
    pub(super) fn score_after(&mut self, position: &Position, played: Move, depth: u32) -> Option<Score> {
        self.visited = 0;
        Some(-self.full(&position.after(played), depth, 1, (-10_000, 10_000))?)
    }

    fn full(&mut self, position: &Position, depth: u32, ply: Score, window: (Score, Score)) -> Option<Score> {
        if depth == 0 {
            return self.quiet(position, 12, ply, window);
        }
        let moves = position.legal_moves();
        if moves.is_empty() {
            return Some(self.end(position, ply));
        }
        let after = moves.into_iter().map(|played| position.after(played));
        self.best(-10_000, after, window, |search, after, window| {
            search.full(after, depth - 1, ply + 1, window)
        })
    }

    fn quiet(
        &mut self,
        position: &Position,
        plies: u32,
        ply: Score,
        window: (Score, Score),
    ) -> Option<Score> {
        let moves = position.legal_moves();
        if moves.is_empty() {
            return Some(self.end(position, ply));
        }
        let material = material(position);
        if plies == 0 {
            return Some(material);
        }
        let is_check = position.is_check();
        let least = if is_check { -10_000 } else { material };
        let after = moves.into_iter().filter_map(|played| {
            let after = position.after(played);
            (is_check || gains(position, played) || plies == 12 && after.is_check()).then_some(after)
        });
        self.best(least, after, window, |search, after, window| {
            search.quiet(after, plies - 1, ply + 1, window)
        })
    }

    /// Returns the best score after some moves, or `least` if that is greater.
    fn best(
        &mut self,
        least: Score,
        after: impl Iterator<Item = Position>,
        (alpha, beta): (Score, Score),
        score: impl Fn(&mut Self, &Position, (Score, Score)) -> Option<Score>,
    ) -> Option<Score> {
        self.visited += 1;
        if self.visited > self.max {
            return None;
        }
        let mut best = least;
        for position in after {
            if self.cuts && best >= beta {
                break;
            }
            best = best.max(-score(self, &position, (-beta, -alpha.max(best)))?);
        }
        Some(best)
    }

    fn end(&mut self, position: &Position, ply: Score) -> Score {
        if position.is_check() {
            self.mates += 1;
            ply - 1000
        } else {
            self.stalemates += 1;
            0
        }
    }
}

fn material(position: &Position) -> Score {
    let sets = position.sets();
    let values = [(sets.pawns, 1), (sets.knights, 3), (sets.bishops, 3), (sets.rooks, 5), (sets.queens, 9)];
    let white: Score =
        values.map(|(set, value)| value * (set & sets.white).iter().count() as Score).iter().sum();
    let black: Score =
        values.map(|(set, value)| value * (set & sets.black).iter().count() as Score).iter().sum();
    if position.turn().is_white() { white - black } else { black - white }
}

/// Returns whether a move captures or promotes to a queen.
fn gains(position: &Position, played: Move) -> bool {
    match played {
        Move::Normal { to, promotion, .. } => {
            let sets = position.sets();
            promotion == Some(Piece::Queen) || (sets.white | sets.black).contains(to)
        }
        Move::EnPassant { .. } => true,
        Move::Castling { .. } => false,
    }
}
