//! A lone king and a passer: whether the king is in time.

use super::board::Side;
use super::squares::{king_distance, rank};

/// Whether the king of the other side catches the pawn of this side, by arithmetic: the pawn needs so many pushes, at
/// most five thanks to the double one; the king must be as near to the square of promotion, one move less near if it
/// begins; and if it begins, it takes a pawn beside it.
pub(crate) fn caught(king: usize, pawn: usize, side: Side, king_begins: bool) -> bool {
    let last = pawn % 8 + if side == Side::White { 56 } else { 0 };
    let pushes = rank(pawn).abs_diff(rank(last)).min(5);
    king_distance(king, last) <= pushes + usize::from(king_begins)
        || (king_begins && king_distance(king, pawn) == 1)
}
