//! Columns of positions to columns of values, as training data for an evaluation.
//!
//! Run it with `cargo run -p destrier --example training_data`.

use destrier::batch::{self, Boards, LaneColor, LengthError};
use destrier::{Board, Color, Piece, Sets};

/// Positions as columns, the form that most data sets have: a column for each set of squares.
#[derive(Default)]
struct Positions {
    sets: Sets<Vec<u64>>,
    turns: Vec<Color>,
}

impl Positions {
    fn push(&mut self, board: &Board) {
        let Sets { white, black, pawns, knights, bishops, rooks, queens, kings } = &mut self.sets;
        white.push(board.color(Color::White).bits());
        black.push(board.color(Color::Black).bits());
        for (column, piece) in [pawns, knights, bishops, rooks, queens, kings].into_iter().zip(Piece::ALL) {
            column.push(board.sets().piece(piece).bits());
        }
        self.turns.push(board.turn());
    }

    fn boards(&self) -> Result<Boards<'_>, LengthError> {
        let Sets { white, black, pawns, knights, bishops, rooks, queens, kings } = &self.sets;
        Boards::new(Sets { white, black, pawns, knights, bishops, rooks, queens, kings }, &self.turns)
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
