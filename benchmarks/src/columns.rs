//! Values of positions in memory, by Destrier and esca. Reading the positions is not timed.

use crate::counts::{Counts, lines};
use anyhow::{Context, Result, ensure};
use destrier::batch::{self, Boards, Kernel, LaneColor, ValueColumns};
use destrier::registry::{Column, VALUES};
use destrier::{Color, Sets};
use destrier_games::Position;
use destrier_games::functions::FUNCTIONS;
use std::fs;
use std::path::Path;
use std::time::Instant;

/// Positions as columns: white, black, pawns, knights, bishops, rooks, queens, kings, and the sides to move.
struct Columns {
    sets: [Vec<u64>; 8],
    turns: Vec<Color>,
}

impl Columns {
    /// Reads a file that `benchmarks/python.py` wrote: eight columns of little-endian numbers of 64 bits, and a column
    /// of bytes that are 1 if White is to move.
    fn read(path: &Path) -> Result<Self> {
        const BYTES: usize = 8 * 8 + 1;
        let bytes = fs::read(path).with_context(|| path.display().to_string())?;
        let length = bytes.len() / BYTES;
        ensure!(length > 0 && bytes.len() == length * BYTES, "{}: not a file of columns", path.display());
        let (sets, turns) = bytes.split_at(8 * 8 * length);
        let (numbers, _) = sets.as_chunks();
        let mut columns =
            numbers.chunks(length).map(|column| column.iter().copied().map(u64::from_le_bytes).collect());
        let sets = [(); 8].map(|()| columns.next().expect("eight columns"));
        let turn = |&white: &u8| if white == 1 { Color::White } else { Color::Black };
        Ok(Self { sets, turns: turns.iter().map(turn).collect() })
    }

    fn boards(&self) -> Boards<'_> {
        Boards::new(Sets::from_array(self.sets.each_ref().map(Vec::as_slice)), &self.turns)
            .expect("columns of the same length")
    }
}

/// Returns the seconds that some work takes, and its result.
fn timed<T>(work: impl FnOnce() -> T) -> (f64, T) {
    let start = Instant::now();
    let result = work();
    (start.elapsed().as_secs_f64(), result)
}

fn squares(sets: &[u64]) -> u64 {
    sets.iter().map(|set| u64::from(set.count_ones())).sum()
}

/// Computes a function of the registry over one column, as a call in Python does: into a new column.
fn by_kernel(path: &Path, function: &str, column: usize) -> Result<(f64, Counts)> {
    let columns = Columns::read(path)?;
    let kernel = FUNCTIONS.iter().find(|known| known.name == function).and_then(|known| known.columns);
    let kernel = kernel.context("a function with a kernel")?;
    let (seconds, output) = timed(|| {
        let mut output = vec![0; columns.turns.len()];
        let computed = kernel.compute(Kernel::best(), &[&columns.sets[column]], &mut output);
        computed.map(|result| result.map(|()| output))
    });
    let output = output.context("a function of one set")??;
    Ok((seconds, Counts::of([("boards", output.len() as u64), (function, squares(&output))])))
}

/// Computes the fork squares of all black pieces.
pub fn knight_forks(path: &Path) -> Result<(f64, Counts)> {
    by_kernel(path, "forks", 1)
}

/// Computes the attacks of all knights.
pub fn knight_attacks(path: &Path) -> Result<(f64, Counts)> {
    by_kernel(path, "knight-attacks", 3)
}

/// Computes White's fork squares from all columns.
pub fn fork_values(path: &Path) -> Result<(f64, Counts)> {
    let columns = Columns::read(path)?;
    let value = VALUES.iter().find(|value| value.name == "fork_squares").context("the value fork_squares")?;
    let Column::Sets(kernel) = value.column else { anyhow::bail!("a value that is a set") };
    let (seconds, output) = timed(|| {
        let mut output = vec![0; columns.turns.len()];
        kernel(columns.boards(), LaneColor::WHITE, &mut output).map(|()| output)
    });
    let output = output?;
    Ok((seconds, Counts::of([("boards", output.len() as u64), ("white-fork-squares", squares(&output))])))
}

/// Counts what both libraries know: positions, squares that knights attack, and passed pawns.
fn counts_of_values(positions: usize, knight_attacks: u64, passers: u64) -> Counts {
    Counts::of([("FENs", positions as u64), ("knight_attacks", knight_attacks), ("passers", passers)])
}

/// Computes all values of both sides, a position at a time.
pub fn values_one_by_one(path: &Path) -> Result<(f64, Counts)> {
    let text = fs::read(path)?;
    let boards = lines(&text).map(Position::board_of_fen).collect::<Result<Vec<_>, _>>()?;
    let (seconds, (attacks, passers)) = timed(|| {
        let (mut attacks, mut passers) = (0, 0);
        for board in &boards {
            for side in [Color::White, Color::Black] {
                let values = std::hint::black_box(board.values(side));
                attacks += u64::from(values.knight_attacks.len());
                passers += u64::from(values.passers.len());
                for value in &VALUES[ValueColumns::LEN..] {
                    std::hint::black_box((value.get)(board, side));
                }
            }
        }
        (attacks, passers)
    });
    Ok((seconds, counts_of_values(boards.len(), attacks, passers)))
}

/// Computes all values of both sides in columns.
pub fn values_in_columns(path: &Path) -> Result<(f64, Counts)> {
    let text = fs::read(path)?;
    let boards = lines(&text).map(Position::board_of_fen).collect::<Result<Vec<_>, _>>()?;
    let mut sets: [Vec<u64>; 8] = Default::default();
    for board in &boards {
        let of_board = board.sets().to_array();
        sets.iter_mut().zip(of_board).for_each(|(column, set)| column.push(set.bits()));
    }
    let columns = Columns { sets, turns: boards.iter().map(|board| board.turn()).collect() };
    let length = boards.len();
    let (seconds, of_sides) = timed(|| {
        [LaneColor::WHITE, LaneColor::BLACK].map(|side| {
            let mut sets: Vec<Vec<u64>> = VALUES.iter().map(|_| vec![0; length]).collect();
            let mut numbers: Vec<Vec<u8>> = VALUES.iter().map(|_| vec![0; length]).collect();
            let outputs = VALUES.iter().zip(sets.iter_mut().zip(&mut numbers));
            let mut outputs = outputs.map(|(value, (sets, numbers))| match value.column {
                Column::Sets(_) => Column::Sets(&mut sets[..]),
                Column::Numbers(_) => Column::Numbers(&mut numbers[..]),
            });
            let outputs = [(); ValueColumns::LEN].map(|()| outputs.next().expect("a column for each value"));
            let outputs = ValueColumns::new(outputs).expect("each column has the kind of its value");
            batch::values(columns.boards(), side, outputs)?;
            // Values for which there is no common pass.
            for (value, (sets, numbers)) in
                VALUES.iter().zip(sets.iter_mut().zip(&mut numbers)).skip(ValueColumns::LEN)
            {
                match value.column {
                    Column::Sets(kernel) => kernel(columns.boards(), side, sets)?,
                    Column::Numbers(kernel) => kernel(columns.boards(), side, numbers)?,
                }
            }
            Ok::<_, batch::LengthError>(sets)
        })
    });
    let (mut attacks, mut passers) = (0, 0);
    for sets in of_sides {
        for (value, column) in VALUES.iter().zip(sets?) {
            match value.name {
                "knight_attacks" => attacks += squares(&column),
                "passers" => passers += squares(&column),
                _ => {}
            }
        }
    }
    Ok((seconds, counts_of_values(length, attacks, passers)))
}

/// Computes all facts of esca. They cannot be chosen.
pub fn facts_esca(path: &Path) -> Result<(f64, Counts)> {
    let text = fs::read_to_string(path)?;
    let position =
        |line: &str| esca::Position::from_fen(line).map_err(|error| anyhow::anyhow!("{line}: {error}"));
    let positions = text.lines().map(position).collect::<Result<Vec<_>>>()?;
    let (seconds, (attacks, passers)) = timed(|| {
        let mut scratch = esca::Scratch::new();
        let (mut attacks, mut passers) = (0, 0);
        for position in &positions {
            let facts = position.facts_in(&esca::CLASSIC, &mut scratch);
            for side in [esca::Colour::White, esca::Colour::Black] {
                attacks += u64::from(facts.attacks.by_knights.of(side).len());
                passers += u64::from(facts.pawns.passed.of(side).len());
            }
        }
        (attacks, passers)
    });
    Ok((seconds, counts_of_values(positions.len(), attacks, passers)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contenders_agree_on_counts() {
        let path = std::env::temp_dir().join(format!("destrier-columns-{}.fen", std::process::id()));
        fs::write(&path, "r3k2r/pp3ppp/8/1N6/8/8/P6P/4K3 w kq - 0 1\n8/3P4/8/2n5/8/1p2k3/8/K7 b - - 0 1\n")
            .unwrap();
        let counted = [values_one_by_one, values_in_columns, facts_esca].map(|count| count(&path).unwrap().1);
        fs::remove_file(&path).unwrap();
        assert_eq!(counted[0].0["FENs"], 2);
        assert!(counted.iter().all(|counts| *counts == counted[0]), "{counted:?}");
    }

    #[test]
    fn reads_columns() {
        let path = std::env::temp_dir().join(format!("destrier-columns-{}.bin", std::process::id()));
        // A black king on e8 and a black rook on a8.
        let sets = [0, 0x11 << 56, 0, 0, 0, 1 << 56, 0, 1_u64 << 60];
        fs::write(&path, [&sets.map(u64::to_le_bytes).concat()[..], &[1]].concat()).unwrap();
        let counts = knight_forks(&path).unwrap().1;
        fs::remove_file(&path).unwrap();
        assert_eq!(counts, Counts::of([("boards", 1), ("forks", 1)]));
    }
}
