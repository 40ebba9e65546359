//! The race of a lone king against a passer.

use shakmaty::{Color, Rank, Square};

/// Returns whether the king catches the pawn, by arithmetic. The pawn needs a number of pushes, at most five thanks
/// to the double push. The king's distance to the promotion square must not exceed that number, or that number plus
/// one if the king moves first. A king that moves first can also capture an adjacent pawn.
pub(crate) fn caught(king: Square, pawn: Square, side: Color, king_begins: bool) -> bool {
    let last = Square::from_coords(pawn.file(), side.relative_rank(Rank::Eighth));
    let pushes = pawn.distance(last).min(5);
    king.distance(last) <= pushes + u32::from(king_begins) || (king_begins && king.distance(pawn) == 1)
}
