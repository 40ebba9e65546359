//! How hard a puzzle is, estimated from what can be counted.

use super::judge::{evaluation_after, gains_at_least, is_forcing};
use crate::chess::{Move, Position};

/// What makes a puzzle hard, counted in its solution.
///
/// ```
/// use destrier_games::{Difficulty, Position};
///
/// // Ra8 mates.
/// let position: Position = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1".parse()?;
/// let mate = position.legal_moves().into_iter().find(|played| played.uci().to_string() == "a1a8").unwrap();
/// assert!(Difficulty::of(&position, &[mate]).rating() < 800);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Difficulty {
    /// The counts, in the order of [`WEIGHTS`](Self::WEIGHTS).
    pub counts: [f64; Self::WEIGHTS.len()],
}

impl Difficulty {
    /// What is counted over all moves of the solver, and how many rating points it adds. `examples/puzzle_ratings.rs` fits
    /// these weights to the ratings of puzzles on Lichess.
    pub const WEIGHTS: [(&str, f64); 8] = [
        ("one, for the puzzle", 768.6),
        ("moves", -204.3),
        ("quiet moves: no capture, promotion or check", 267.3),
        ("moves whose piece is lost in an exchange", 128.2),
        ("legal moves that give check; this and the rest as logarithms of one more", 138.9),
        ("legal moves that capture", 59.7),
        ("legal moves that look better before the opponent replies", 33.3),
        ("replies of the opponent", 74.9),
    ];

    /// The root mean square error of ratings, measured on puzzles to which the weights were not fitted.
    pub const ERROR: u32 = 293;

    /// Counts in a solution from a position on: the moves of the solver and the replies between them, all legal.
    ///
    /// Cost: an evaluation of each legal move of the solver, without a search.
    #[must_use]
    pub fn of(position: &Position, solution: &[Move]) -> Self {
        let mut counts = [0.0; Self::WEIGHTS.len()];
        counts[0] = 1.0;
        let mut at = *position;
        for (ply, &played) in solution.iter().enumerate() {
            if ply.is_multiple_of(2) {
                counts.iter_mut().zip(of_move(&at, played)).for_each(|(sum, count)| *sum += count);
            }
            at = at.after(played);
        }
        Self { counts }
    }

    /// Returns an estimate of the rating that Lichess would give, from 400 to 3000.
    #[must_use]
    pub fn rating(&self) -> u32 {
        let sum: f64 = self.counts.iter().zip(Self::WEIGHTS).map(|(count, (_, weight))| count * weight).sum();
        sum.round().clamp(400.0, 3000.0) as u32
    }
}

/// Returns the counts for a move of the solver.
fn of_move(position: &Position, played: Move) -> [f64; Difficulty::WEIGHTS.len()] {
    let after = position.after(played);
    let them = position.sets().color(!position.turn());
    let is_quiet = !is_forcing(played, them) && !after.is_check();
    // Nothing looks better than mate.
    let is_mate = after.is_checkmate();
    let evaluation = evaluation_after(position, played);
    let (mut checks, mut captures, mut better) = (0u32, 0u32, 0u32);
    for other in position.legal_moves() {
        let after = position.after(other);
        checks += u32::from(after.is_check());
        captures += u32::from(after.occupied().len() < position.occupied().len());
        better += u32::from(!is_mate && evaluation_after(position, other) > evaluation);
    }
    let replies = after.legal_moves().len() as u32;
    let [checks, captures, better, replies] =
        [checks, captures, better, replies].map(|number| f64::from(number).ln_1p());
    let is_lost = !gains_at_least(position, played, 0);
    [0.0, 1.0, f64::from(is_quiet), f64::from(is_lost), checks, captures, better, replies]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the position to solve, the solution, and the rating of a row.
    fn puzzle(row: &str) -> (Position, Vec<Move>, f64) {
        let [_, fen, moves, rating] = row.split(',').collect::<Vec<_>>()[..] else { panic!("{row}") };
        let mut at: Position = fen.parse().unwrap();
        let mut solution = Vec::new();
        let mut start = None;
        for uci in moves.split(' ') {
            let played = at.legal_moves().into_iter().find(|played| played.uci().to_string() == uci).unwrap();
            at = at.after(played);
            if start.is_none() {
                start = Some(at);
            } else {
                solution.push(played);
            }
        }
        (start.unwrap(), solution, rating.parse().unwrap())
    }

    /// After 1... Ra2 2. Rd8 mates. No other move of White's gives check, and none captures.
    #[test]
    fn counts_are_those_of_the_solution() {
        let (position, solution, _) = puzzle("a,r5k1/5ppp/8/8/8/8/5PPP/3R2K1 b - - 0 30,a8a2 d1d8,600");
        let two = 2f64.ln();
        assert_eq!(Difficulty::of(&position, &solution).counts, [1.0, 1.0, 0.0, 0.0, two, 0.0, 0.0, 0.0]);
        // A quiet move of the rook to a square that a pawn attacks.
        let quiet = puzzle("a,4k3/8/2p5/8/8/8/5PPP/3R2K1 b - - 0 30,e8e7 d1d5,600");
        let [_, moves, quiet, lost, .., replies] = Difficulty::of(&quiet.0, &quiet.1).counts;
        assert_eq!([moves, quiet, lost, replies.exp().round() - 1.0], [1.0, 1.0, 1.0, 7.0]);
    }

    /// On the puzzles to which the weights were fitted, the error is a little smaller than on others, and two thirds of
    /// that of the mean.
    #[test]
    fn ratings_are_near_those_of_lichess() {
        let rows = include_str!("../../examples/rated-puzzles.csv").lines().skip(1);
        let puzzles: Vec<_> = rows.map(puzzle).collect();
        let number = puzzles.len() as f64;
        let mean = puzzles.iter().map(|(.., rating)| rating).sum::<f64>() / number;
        let (mut of_ratings, mut of_mean) = (0.0, 0.0);
        for (position, solution, rating) in &puzzles {
            let estimate = f64::from(Difficulty::of(position, solution).rating());
            of_ratings += (estimate - rating).powi(2) / number;
            of_mean += (mean - rating).powi(2) / number;
        }
        let (of_ratings, of_mean) = (of_ratings.sqrt(), of_mean.sqrt());
        let least = f64::from(Difficulty::ERROR) - 10.0;
        assert!((least..least + 10.0).contains(&of_ratings), "{of_ratings}");
        assert!(of_ratings < 0.7 * of_mean, "{of_mean}");
    }
}
