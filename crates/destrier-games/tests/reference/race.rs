//! The race of a lone king against a passer.

use super::board::Side;
use super::squares::{king_distance, rank};

/// Returns whether the king catches the pawn, by arithmetic. The pawn needs a number of pushes, at most five thanks
/// to the double push. The king's distance to the promotion square must not exceed that number, or that number plus
/// one if the king moves first. A king that moves first can also capture an adjacent pawn.
pub(crate) fn caught(king: usize, pawn: usize, side: Side, king_begins: bool) -> bool {
    let last = pawn % 8 + if side == Side::White { 56 } else { 0 };
    let pushes = rank(pawn).abs_diff(rank(last)).min(5);
    king_distance(king, last) <= pushes + usize::from(king_begins)
        || (king_begins && king_distance(king, pawn) == 1)
}
