//! The built-in judge: a small chess engine that says whether a move was missed.
//!
//! The [worth](super::worth) of a move counts material and looks three plies ahead. The judge searches deeper and also
//! evaluates where pieces stand. An answer depends only on the question and the number of nodes: there is no clock, and a
//! search runs in one thread, so it is the same on all machines, also in WebAssembly.

mod evaluation;
mod exchange;
mod order;
mod search;
mod table;
mod terms;
#[cfg(test)]
mod tests;
mod weights;

use super::verdict::Verdict;
use crate::chess::{Evaluation, Move, Position};
use destrier::Color;
use evaluation::{Score, Sink};
use search::{INFINITE, MATE, MAX_MATED, MIN_MATE, Search};
use std::num::NonZero;

/// Searches positions to a number of nodes. It keeps scratch memory, 1.2 MiB, so reuse it for many positions.
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
    /// The depth of the search in plies, without extensions and captures.
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
    /// The default number of nodes.
    pub const NODES: NonZero<u32> = NonZero::new(20_000).unwrap();

    /// The greatest depth, in plies.
    const MAX_DEPTH: u32 = 48;

    /// Creates a judge that searches up to `nodes` nodes for each question.
    #[must_use]
    pub fn new(nodes: NonZero<u32>) -> Self {
        Self { nodes, search: Search::new() }
    }

    /// Returns the number of nodes for each question.
    #[must_use]
    pub const fn nodes(&self) -> NonZero<u32> {
        self.nodes
    }

    /// Returns the best move in a position, or `None` without a legal move.
    pub fn best(&mut self, position: &Position) -> Option<Judgement> {
        self.lines(position, 1).into_iter().next()
    }

    /// Returns the best and the second best move with their evaluations at the same depth. `None` without two legal
    /// moves.
    pub fn best_two(&mut self, position: &Position) -> Option<[Judgement; 2]> {
        self.lines(position, 2).try_into().ok()
    }

    /// Returns the evaluations of two legal moves, from White's point of view, at the same depth.
    ///
    /// A pair of clearly different moves takes fewer nodes.
    pub fn compare(&mut self, position: &Position, moves: [Move; 2]) -> [Judgement; 2] {
        let side = position.turn();
        self.search.start(self.nodes.get());
        let after = moves.map(|played| position.after(played));
        let mut found = moves.map(|played| Found { score: 0, line: vec![played], depth: 0 });
        for depth in 1..=Self::MAX_DEPTH {
            let mut next = found.clone();
            for ((found, after), played) in next.iter_mut().zip(&after).zip(moves) {
                found.score = -self.search.score(after, Some(position), depth as i32 - 1, -found.score);
                found.line.clear();
                found.line.push(played);
                found.line.extend_from_slice(self.search.line(1));
                found.depth = depth;
            }
            // The first depth always counts.
            if self.search.is_stopped && depth > 1 {
                break;
            }
            found = next;
            if self.is_ending(found.iter().map(|found| found.score), depth) {
                break;
            }
        }
        found.map(|found| found.judgement(side))
    }

    /// The groups of terms of the evaluation: a description, and the index of the first term.
    pub const TERMS: &[(&str, usize)] = &terms::GROUPS;

    /// The weights of the terms in the middlegame and the endgame, in centipawns.
    pub const WEIGHTS: &[[i16; 2]] = &weights::WEIGHTS;

    /// Returns the terms of the evaluation of a position, to fit weights to evaluated positions.
    #[must_use]
    pub fn terms(position: &Position) -> EvaluationTerms {
        let mut terms = Terms::default();
        let board = position.board();
        evaluation::add_terms(&board, &mut terms);
        let share = |part, whole| f64::from(part) / f64::from(whole);
        EvaluationTerms {
            counts: terms.0,
            middlegame: share(evaluation::phase(&board), evaluation::FULL_PHASE),
            scales: Color::ALL.map(|strong| share(evaluation::scale(&board, strong), evaluation::FULL_SCALE)),
        }
    }

    /// Returns the evaluations of a move and the game's move.
    pub(super) fn verdict(&mut self, position: &Position, played: Move, game_move: Move) -> Verdict {
        let [of_move, of_game] = self.compare(position, [played, game_move]).map(|found| found.evaluation);
        Verdict { of_move, of_game: Some(of_game), of_best: None }
    }

    /// Returns the best lines with different first moves, the best first.
    fn lines(&mut self, position: &Position, count: usize) -> Vec<Judgement> {
        let side = position.turn();
        let count = count.min(position.legal_moves().len());
        self.search.start(self.nodes.get());
        let mut found: Vec<Found> = Vec::new();
        for depth in 1..=Self::MAX_DEPTH {
            let mut next: Vec<Found> = Vec::new();
            for index in 0..count {
                // A search that was cut off has no line.
                self.search.excluded = next.first().and_then(|found: &Found| found.line.first().copied());
                let guess = found.get(index).map_or(0, |found| found.score);
                let score = self.search.score(position, None, depth as i32, guess);
                next.push(Found { score, line: self.search.line(0).to_vec(), depth });
            }
            if self.search.is_stopped || next.iter().any(|found| found.line.is_empty()) {
                break;
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
        scores.all(is_known) || self.search.nodes > self.nodes.get() / 2
    }
}

/// The terms of the evaluation of a position; see [`Judge::terms`].
///
/// The evaluation for White is the sum of the counts times their weights, between those of the middlegame and the
/// endgame, times the scale of the side that it favors.
#[derive(Clone, Debug, PartialEq)]
pub struct EvaluationTerms {
    /// Indices of terms with their counts, White's minus Black's. A term may be repeated.
    pub counts: Vec<(usize, i32)>,
    /// The share of the middlegame, from 0 to 1.
    pub middlegame: f64,
    /// How much an advantage of White and of Black counts, from 0 to 1.
    pub scales: [f64; 2],
}

#[derive(Default)]
struct Terms(Vec<(usize, i32)>);

impl Sink for Terms {
    fn add(&mut self, term: usize, count: i32) {
        if count != 0 {
            self.0.push((term, count));
        }
    }
}

/// A line with its score for the side to move.
#[derive(Clone, Debug)]
struct Found {
    score: Score,
    line: Vec<Move>,
    depth: u32,
}

impl Found {
    fn judgement(self, side: Color) -> Judgement {
        Judgement { evaluation: evaluation(self.score, side), line: self.line, depth: self.depth }
    }
}

/// Converts a score for the side to move.
fn evaluation(score: Score, side: Color) -> Evaluation {
    let for_white = if side.is_white() { score } else { -score };
    let moves = (MATE - score.abs() + 1) / 2;
    match for_white {
        MIN_MATE..=INFINITE => Evaluation::Mate(moves),
        ..=MAX_MATED => Evaluation::Mate(-moves),
        _ => Evaluation::Centipawns(for_white),
    }
}
