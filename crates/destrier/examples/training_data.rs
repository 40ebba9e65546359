//! Columns of positions to columns of values, as training data for an evaluation.
//!
//! Run it with `cargo run -p destrier --example training_data`.

use destrier::batch::{self, Boards, LaneColor, LengthError};
use destrier::{Board, Color, Sets};

/// Positions as columns, the form that most data sets have: a column for each set of squares.
#[derive(Default)]
struct Positions {
    sets: [Vec<u64>; 8],
    turns: Vec<Color>,
}

impl Positions {
    fn push(&mut self, board: &Board) {
        for (column, set) in self.sets.iter_mut().zip(board.sets().to_array()) {
            column.push(set.bits());
        }
        self.turns.push(board.turn());
    }

    fn boards(&self) -> Result<Boards<'_>, LengthError> {
        let sets = self.sets.each_ref().map(|column| &column[..]);
        Boards::new(Sets::from_array(sets), &self.turns)
    }
}

/// Computes three values of White for every position, four or eight positions at a time.
fn values(positions: &Positions) -> Result<String, LengthError> {
    let (side, length) = (LaneColor::WHITE, positions.turns.len());
    let (mut forks, mut escapes) = (vec![0_u64; length], vec![0_u64; length]);
    let mut shields = vec![0_u8; length];
    let columns = (&mut forks[..], &mut escapes[..], &mut shields[..]);
    batch::map!(positions.boards()?, columns, |board| {
        (board.fork_squares(side), board.king_escapes(side), board.shield_index(side))
    })?;
    let rows = forks.iter().zip(&escapes).zip(&shields);
    let rows = rows.map(|((forks, escapes), shield)| format!("{forks:016x},{escapes:016x},{shield}\n"));
    Ok(format!("fork_squares,king_escapes,shield_index\n{}", rows.collect::<String>()))
}

/// Returns the table of values of three positions. 255 means that the king has no shield.
pub(crate) fn run() -> String {
    let mut positions = Positions::default();
    for placement in ["r3k3/8/8/3N4/8/8/5PPP/6K1", "6k1/5ppp/8/8/8/8/5PPP/R5K1", "8/8/8/8/4K3/8/8/k7"] {
        positions.push(&Board::from_placement(placement, Color::White).expect("a placement"));
    }
    values(&positions).expect("all columns have the same length")
}

fn main() {
    print!("{}", run());
}
