//! Fits the ratings of puzzles to those that Lichess gives.
//!
//! ```sh
//! $ cargo run --release -p destrier-games --example puzzle_ratings crates/destrier-games/examples/rated-puzzles.csv
//! ```
//!
//! `rated-puzzles.csv` has puzzles of Lichess's database (CC0): those of a sample with popularity 100, which are easier than
//! most, and a rating deviation up to 110. Least squares give the weights of [`Difficulty`]. The error is measured on every
//! fifth puzzle in turn, with the weights that the others give.

use destrier_games::{Continuation, Difficulty, Move, Position};
use std::error::Error;

type Result<T> = std::result::Result<T, Box<dyn Error>>;

const COUNTS: usize = Difficulty::WEIGHTS.len();

/// A puzzle with its rating.
struct Rated {
    counts: [f64; COUNTS],
    rating: f64,
}

fn main() -> Result<()> {
    let [file] = &std::env::args().skip(1).collect::<Vec<_>>()[..] else {
        return Err("usage: puzzle_ratings FILE".into());
    };
    let text = std::fs::read_to_string(file)?;
    let mut puzzles = Vec::new();
    for line in text.lines().skip(1) {
        puzzles.push(rated(line).map_err(|error| format!("{line}: {error}"))?);
    }
    let mean = puzzles.iter().map(|puzzle| puzzle.rating).sum::<f64>() / puzzles.len() as f64;
    let (mut of_ratings, mut of_mean) = (Vec::new(), Vec::new());
    for fold in 0..5 {
        let (held_out, others): (Vec<_>, Vec<_>) =
            puzzles.iter().enumerate().partition(|(index, _)| index % 5 == fold);
        let weights = fit(others.iter().map(|(_, puzzle)| *puzzle));
        of_ratings.extend(held_out.iter().map(|(_, puzzle)| sum(&puzzle.counts, &weights) - puzzle.rating));
        of_mean.extend(held_out.iter().map(|(_, puzzle)| mean - puzzle.rating));
    }
    println!("{} puzzles; error of others' weights: {}", puzzles.len(), error(&of_ratings));
    println!("error of the mean rating {mean:.0}: {}", error(&of_mean));
    for (weight, (name, _)) in fit(puzzles.iter()).iter().zip(Difficulty::WEIGHTS) {
        println!("{weight:7.1}  {name}");
    }
    Ok(())
}

/// Reads a puzzle: its id, position, moves and rating.
fn rated(line: &str) -> Result<Rated> {
    let [_, fen, moves, rating] = line.split(',').collect::<Vec<_>>()[..] else {
        return Err("expected four columns".into());
    };
    let mut position: Position = fen.parse()?;
    let mut solution: Vec<Move> = Vec::new();
    let mut start = None;
    for uci in moves.split(' ') {
        let legal = position.legal_moves();
        let played = legal.into_iter().find(|played| played.uci().to_string() == uci);
        let played = played.ok_or_else(|| format!("{uci} is not legal"))?;
        position.play(Continuation::Move(played))?;
        match start {
            // The opponent's move.
            None => start = Some(position),
            Some(_) => solution.push(played),
        }
    }
    let start = start.ok_or("there are no moves")?;
    Ok(Rated { counts: Difficulty::of(&start, &solution).counts, rating: rating.parse()? })
}

fn sum(counts: &[f64; COUNTS], weights: &[f64; COUNTS]) -> f64 {
    counts.iter().zip(weights).map(|(count, weight)| count * weight).sum()
}

/// Returns the weights with the least squared error: the solution of the normal equations.
fn fit<'a>(puzzles: impl Iterator<Item = &'a Rated>) -> [f64; COUNTS] {
    let mut rows = [[0.0; COUNTS + 1]; COUNTS];
    for Rated { counts, rating } in puzzles {
        for (row, count) in rows.iter_mut().zip(counts) {
            for (cell, other) in row.iter_mut().zip(counts.iter().chain([rating])) {
                *cell += count * other;
            }
        }
    }
    for pivot in 0..COUNTS {
        // A little regularization, so that a count that is always the same has a solution.
        rows[pivot][pivot] += 1e-6;
        let row = rows[pivot];
        for (_, other) in rows.iter_mut().enumerate().filter(|(index, _)| *index != pivot) {
            let factor = other[pivot] / row[pivot];
            other.iter_mut().zip(row).for_each(|(cell, of_pivot)| *cell -= factor * of_pivot);
        }
    }
    std::array::from_fn(|index| rows[index][COUNTS] / rows[index][index])
}

/// Describes errors: their root mean square and the mean of their size.
fn error(errors: &[f64]) -> String {
    let number = errors.len() as f64;
    let square = errors.iter().map(|error| error * error).sum::<f64>() / number;
    let size = errors.iter().map(|error| error.abs()).sum::<f64>() / number;
    format!("root mean square {:.0}, mean size {size:.0}", square.sqrt())
}
