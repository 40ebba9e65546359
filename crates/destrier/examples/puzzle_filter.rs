//! A filter for a puzzle generator: it keeps positions where a knight safely forks king and queen.
//!
//! Run it with `cargo run -p destrier --example puzzle_filter`.

use destrier::{Bitboard, Board, Color, ParsePlacementError, Piece};

/// Returns the squares where a knight of the side to move forks king and queen and no opposing piece attacks it.
///
/// The library has no rules of chess, so the generator checks that the move is legal.
fn royal_forks(board: &Board) -> Bitboard {
    let (side, opponent) = (board.turn(), board.turn().other());
    let queens = board.of(opponent, Piece::Queen);
    let Some(king) = board.king(opponent) else { return Bitboard::EMPTY };
    // With several queens, two of them could be forked, so the king is asked for again.
    let forks = board.fork_squares_of(side, queens.with(king)) & destrier::knight::attacks_from(king);
    forks - board.attacks(opponent)
}

/// Reads positions, a placement and a side to move on each line, and keeps those with a safe royal fork.
fn filter(positions: &str) -> Result<Vec<(&str, Bitboard)>, ParsePlacementError> {
    let mut kept = Vec::new();
    for line in positions.lines() {
        let (placement, turn) = line.split_once(' ').unwrap_or((line, "w"));
        let turn = if turn == "b" { Color::Black } else { Color::White };
        let forks = royal_forks(&Board::from_placement(placement, turn)?);
        if !forks.is_empty() {
            kept.push((line, forks));
        }
    }
    Ok(kept)
}

const POSITIONS: &str = "\
q3k3/8/8/1N6/8/8/8/4K3 w
q1r1k3/8/8/1N6/8/8/8/4K3 w
r3k3/8/8/1N6/8/8/8/4K3 w
6k1/8/8/8/3Q1n2/8/8/6K1 b
3q2k1/8/8/8/3Q1n2/8/8/6K1 w
rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w";

/// Returns the kept positions with the squares of the forks. In the second one, a rook guards the square.
pub(crate) fn run() -> String {
    let kept = filter(POSITIONS).expect("placements");
    kept.iter().map(|(line, forks)| format!("{line}: {}\n", forks.names())).collect()
}

fn main() {
    print!("{}", run());
}
