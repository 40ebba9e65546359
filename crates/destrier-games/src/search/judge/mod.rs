//! The built-in judge: a small chess engine that says whether a move was missed.
//!
//! The [worth](super::worth) of a move counts material and looks three plies ahead. The judge searches deeper and also
//! evaluates where pieces stand. An answer depends only on the question and the number of nodes: there is no clock, and a
//! search runs in one thread, so it is the same on all machines, also in WebAssembly.

mod evaluation;
mod exchange;
mod network;
mod order;
mod search;
mod table;
#[cfg(test)]
mod tests;

use super::verdict::Verdict;
use crate::chess::{Evaluation, Move, Position};
use destrier::Color;
use evaluation::{Score, evaluate};
pub(super) use exchange::gains_at_least;
use network::Network;
pub(super) use order::is_forcing;
use search::{INFINITE, MATE, MAX_MATED, MIN_MATE, Search};
use std::num::NonZero;

/// Searches positions to a number of nodes. From the first search on it keeps scratch memory, 1.3 MiB, so
/// reuse it for many positions.
///
/// ```
/// use destrier_games::{Evaluation, Judge, Position};
///
/// // Ra8 mates.
/// let position: Position = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1".parse()?;
/// let best = Judge::new(Judge::NODES).best(&position).expect("there is a legal move");
/// assert_eq!(best.evaluation, Evaluation::Mate(1));
/// assert_eq!(best.line[0].uci().to_string(), "a1a8");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Judge {
    nodes: NonZero<u32>,
    search: Search,
}

/// What the judge says of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judgement {
    /// The evaluation, from White's point of view.
    pub evaluation: Evaluation,
    /// The best move and the moves that follow with best play; at least one move.
    pub line: Vec<Move>,
    /// The depth of the search in plies, without extensions and captures. 0 if the nodes did not suffice for a search.
    pub depth: u32,
}

impl Judgement {
    /// Returns the best move.
    #[must_use]
    pub fn best(&self) -> Move {
        self.line[0]
    }
}

/// Searches [`Judge::NODES`].
impl Default for Judge {
    fn default() -> Self {
        Self::new(Self::NODES)
    }
}

impl Judge {
    /// The default number of nodes for each position.
    pub const NODES: NonZero<u32> = NonZero::new(25_000).unwrap();

    /// The greatest depth, in plies.
    const MAX_DEPTH: u32 = 48;

    /// The depth from which an answer can be clear.
    const CLEAR_DEPTH: u32 = 4;

    /// The number of successive depths that must give a clear answer.
    const CLEAR_DEPTHS: u32 = 3;

    /// The differences in winning chances that a deeper search may move across the limits of the grades.
    const DOUBTFUL: std::ops::Range<f64> = 0.05..0.5;

    /// Creates a judge that searches up to `nodes` nodes for each position.
    #[must_use]
    pub fn new(nodes: NonZero<u32>) -> Self {
        Self { nodes, search: Search::new() }
    }

    /// Returns the number of nodes for each position.
    #[must_use]
    pub const fn nodes(&self) -> NonZero<u32> {
        self.nodes
    }

    /// Returns the best move in a position, or `None` without a legal move.
    ///
    /// Cost: one search, at most tens of milliseconds with the default nodes.
    pub fn best(&mut self, position: &Position) -> Option<Judgement> {
        self.lines(position, 1).into_iter().next()
    }

    /// Returns the best and the second best move with their evaluations at the same depth. `None` without two legal
    /// moves.
    pub fn best_two(&mut self, position: &Position) -> Option<[Judgement; 2]> {
        self.lines(position, 2).try_into().ok()
    }

    /// Returns what the judge says of two legal moves, at the same depth. The lines start with the moves.
    ///
    /// The question is whether the first move is better. It takes up to twice the nodes of a position, and fewer if the
    /// answer is clear.
    ///
    /// Cost: some 10 milliseconds with the default nodes.
    pub fn compare(&mut self, position: &Position, moves: [Move; 2]) -> [Judgement; 2] {
        let side = position.turn();
        self.search.start(self.nodes.get().saturating_mul(2));
        let after = moves.map(|played| position.after(played));
        let mut found = moves.map(|played| Found::standing(position, played));
        let mut clear = 0;
        for depth in 1..=Self::MAX_DEPTH {
            let mut next = found.clone();
            for ((found, after), played) in next.iter_mut().zip(&after).zip(moves) {
                found.score = -self.search.score(after, Some(position), depth as i32 - 1, -found.score);
                found.line.clear();
                found.line.push(played);
                found.line.extend_from_slice(self.search.line(1));
                found.depth = depth;
            }
            if self.search.is_stopped {
                break;
            }
            found = next;
            let [better, worse] =
                found.each_ref().map(|found| evaluation(found.score, side).winning_chances(side));
            let is_clear = depth >= Self::CLEAR_DEPTH && !Self::DOUBTFUL.contains(&(better - worse));
            clear = if is_clear { clear + 1 } else { 0 };
            if clear == Self::CLEAR_DEPTHS || self.is_ending(found.iter().map(|found| found.score), depth) {
                break;
            }
        }
        found.map(|found| found.judgement(side))
    }

    /// Returns one in `every` positions that the judge evaluates while it compares two moves, or searches for the best one
    /// without them. Weights are fitted to such positions.
    pub fn visited(
        &mut self,
        position: &Position,
        moves: Option<[Move; 2]>,
        every: NonZero<u32>,
    ) -> Vec<Position> {
        self.search.every = every.get();
        if let Some(moves) = moves {
            self.compare(position, moves);
        } else {
            self.best(position);
        }
        self.search.every = u32::MAX;
        std::mem::take(&mut self.search.visited)
    }

    /// The sizes and scales of the network that evaluates positions.
    pub const NETWORK: NetworkSizes = NetworkSizes {
        features: network::FEATURES,
        units: network::UNITS,
        stages: network::STAGES,
        active: network::ACTIVE,
        output_scale: network::OUTPUT_SCALE,
    };

    /// Returns the features of a position in the views of the side to move and of the other, to fit the network's weights.
    #[must_use]
    pub fn features(position: &Position) -> [Vec<usize>; 2] {
        network::features(&position.board())
    }

    /// Returns the stage of the game, from 0 with few pieces, which chooses the weights of the network's units.
    #[must_use]
    pub fn stage(position: &Position) -> usize {
        network::stage(&position.board())
    }

    /// Converts the sum of an evaluation to the centipawns that it means, on the scale of the engine that evaluated the
    /// positions to which the weights were fitted. Searches understate small advantages, and large ones in material
    /// overstate the winning chances. The constants make verdicts most like the engine's.
    #[must_use]
    pub fn calibrated(sum: f64) -> f64 {
        const STEEP: f64 = 300.0;
        const SLOPES: [f64; 2] = [1.2, 0.8];
        let size = sum.abs();
        sum.signum() * (SLOPES[0] * size.min(STEEP) + SLOPES[1] * (size - STEEP).max(0.0))
    }

    /// Returns the evaluations of a move and the game's move.
    pub(super) fn verdict(&mut self, position: &Position, played: Move, game_move: Move) -> Verdict {
        let [of_move, of_game] = self.compare(position, [played, game_move]).map(|found| found.evaluation);
        Verdict { of_move, of_game: Some(of_game), of_best: None }
    }

    /// Returns the best lines with different first moves, the best first.
    fn lines(&mut self, position: &Position, count: usize) -> Vec<Judgement> {
        let side = position.turn();
        self.search.start(self.nodes.get());
        // In case that the nodes do not suffice for the first depth.
        let mut found: Vec<_> =
            position.legal_moves().into_iter().map(|played| Found::standing(position, played)).collect();
        found.sort_by_key(|found| -found.score);
        found.truncate(count);
        'deepening: for depth in 1..=Self::MAX_DEPTH {
            let mut next: Vec<Found> = Vec::new();
            for known in &found {
                self.search.excluded = next.first().map(|found| found.line[0]);
                let score = self.search.score(position, None, depth as i32, known.score);
                if self.search.is_stopped || self.search.line(0).is_empty() {
                    break 'deepening;
                }
                next.push(Found { score, line: self.search.line(0).to_vec(), depth });
            }
            found = next;
            if self.is_ending(found.iter().map(|found| found.score), depth) {
                break;
            }
        }
        found.into_iter().map(|found| found.judgement(side)).collect()
    }

    /// Returns whether another iteration would change nothing, or could not be finished: each takes about twice as
    /// long as the one before.
    fn is_ending(&self, mut scores: impl Iterator<Item = Score>, depth: u32) -> bool {
        let is_known = |score: Score| score.abs() >= MIN_MATE && MATE - score.abs() <= depth as Score;
        scores.all(is_known) || self.search.nodes > self.search.limit / 2
    }
}

/// The sizes and scales of the judge's network.
///
/// The evaluation for the side to move is the sum of the squares of the units in both views, times the weights of the stage.
/// A unit is the sum of the weights of all features, between 0 and 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NetworkSizes {
    /// Pieces on squares, of both colors, en prise or not.
    pub features: usize,
    /// Units of each side's view.
    pub units: usize,
    /// Stages of the game with weights of their own.
    pub stages: usize,
    /// What 1 is in the units and their weights.
    pub active: i16,
    /// What a pawn is in the weights from units to the evaluation.
    pub output_scale: i16,
}

/// A line with its score for the side to move.
#[derive(Clone, Debug)]
struct Found {
    score: Score,
    line: Vec<Move>,
    depth: u32,
}

impl Found {
    /// Evaluates a move without a search.
    fn standing(position: &Position, played: Move) -> Self {
        Self { score: evaluation_after(position, played), line: vec![played], depth: 0 }
    }

    fn judgement(self, side: Color) -> Judgement {
        Judgement { evaluation: evaluation(self.score, side), line: self.line, depth: self.depth }
    }
}

/// Returns the evaluation after a move without a search, for the side that moves.
pub(super) fn evaluation_after(position: &Position, played: Move) -> Score {
    -evaluate(&position.after(played), &mut Network::default())
}

/// Converts a score for the side to move.
fn evaluation(score: Score, side: Color) -> Evaluation {
    let for_white = if side.is_white() { score } else { -score };
    let moves = (MATE - score.abs() + 1) / 2;
    match for_white {
        MIN_MATE..=INFINITE => Evaluation::Mate(moves),
        ..=MAX_MATED => Evaluation::Mate(-moves),
        _ => Evaluation::Centipawns(Judge::calibrated(for_white.into()) as i32),
    }
}
