//! The static evaluation: a [network](super::network), and what is known of endings that cannot be won.

use super::network::Network;
use crate::chess::Position;
use destrier::{Board, Color};

/// Centipawns.
pub(super) type Score = i32;

/// The greatest evaluation. It is less than any score of a mate.
pub(super) const MAX_EVALUATION: Score = 9_000;

/// Returns the evaluation for the side to move, in centipawns.
pub(super) fn evaluate(position: &Position, network: &mut Network) -> Score {
    let board = position.board();
    let score = network.evaluate(&board);
    let strong = if score > 0 { board.turn() } else { !board.turn() };
    let score = if can_mate(&board, strong) { score } else { 0 };
    score.clamp(-MAX_EVALUATION, MAX_EVALUATION)
}

/// Returns whether a side has pawns, or pieces that can mate: more than a minor piece or two knights.
fn can_mate(board: &Board, strong: Color) -> bool {
    let sets = board.sets();
    let own = board.color(strong);
    own.intersects(sets.pawns | sets.rooks | sets.queens)
        || (own & (sets.knights | sets.bishops)).len() > 1 && own.intersects(sets.bishops)
}
