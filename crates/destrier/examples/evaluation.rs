//! An evaluation term for an engine, from its twelve bitboards.
//!
//! Run it with `cargo run -p destrier --example evaluation`.

use destrier::{AttackMaps, Board, Color, Sets};

/// Twelve bitboards: White's pawns, knights, bishops, rooks, queens and kings, then Black's. a1 is bit 0.
type Pieces = [[u64; 6]; 2];

/// Returns the term in centipawns, from the point of view of the side to move.
fn knights_and_kings(pieces: Pieces, turn: Color) -> i32 {
    // The engine keeps its bitboards consistent, so the board need not check them.
    let board = Board::assume_consistent(Sets::from_colored_pieces(pieces), turn);
    // Several terms need the squares that the sides attack.
    let maps = board.attack_maps();
    side(&maps, turn) - side(&maps, turn.other())
}

fn side(maps: &AttackMaps, color: Color) -> i32 {
    let board = maps.board();
    let mut score = 0;
    // A fork that the side can play at once is worth more than one that the opponent can prevent.
    if !maps.fork_squares(color).is_empty() {
        score += if color == board.turn() { 60 } else { 20 };
    }
    // Six bits say which squares in front of a castled king have a pawn. An engine tunes 64 scores for them.
    if let Some(shield) = board.shield(color) {
        score += 8 * shield.index.count_ones() as i32;
    }
    // Back-rank danger: a single check along a line would attack all squares that the king can escape to, and the
    // opponent has a piece that can give it.
    if !maps.distant_checks(color.other()).is_empty() {
        score -= 15;
    }
    score + 200 * board.uncatchable(color).len() as i32
}

/// Evaluates two positions.
pub(crate) fn run() -> String {
    // White has a knight on d5 and a rook on a1, Black a rook on a8. The kings are on g1 and e8, and Nc7+ is a fork.
    let white = [0xe000, 1 << 35, 0, 1, 0, 1 << 6];
    let black = [0x00e0_0000_0000_0000, 0, 0, 1 << 56, 0, 1 << 60];
    let fork = knights_and_kings([white, black], Color::White);
    let same_for_black = knights_and_kings([white, black], Color::Black);

    // White has a king on a1 and a pawn on h5, which the black king on a6 cannot catch.
    let pawn = [1 << 39, 0, 0, 0, 0, 1];
    let king = [0, 0, 0, 0, 0, 1 << 40];
    let race = knights_and_kings([pawn, king], Color::White);
    format!("fork: {fork}, with Black to move: {same_for_black}\nrace: {race}\n")
}

fn main() {
    print!("{}", run());
}
