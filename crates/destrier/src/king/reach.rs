//! The squares that kings reach in a number of moves.

use crate::bitboard::Bitboard;
use crate::leaper::Leaper;

/// Returns the squares where exactly `n` moves can end if every move ends in the area.
///
/// ```
/// use destrier::{king, Bitboard, File, Square};
///
/// // A king in the corner can return in two moves and in three, but not in one.
/// let a1 = Square::A1.bitboard();
/// assert!(!king::reach(a1, 1, Bitboard::FULL).contains(Square::A1));
/// assert!(king::reach(a1, 2, Bitboard::FULL).contains(Square::A1));
/// assert!(king::reach(a1, 3, Bitboard::FULL).contains(Square::A1));
/// // On the a-file alone it cannot lose a tempo.
/// assert_eq!(king::reach(a1, 3, File::A.bitboard()), Square::A2.bitboard().with(Square::A4));
/// ```
///
/// The *area* is the set of squares where moves may end, for example those without own pieces and guards. A king may
/// start outside, and it may visit a square several times. With `n` = 0 the result is the kings' own squares. Every `n`
/// is valid: the sets for larger `n` are equal to those for 128 (even) or 129 (odd).
///
/// Cost: 15 operations, plus 22 operations and 1 branch per two moves.
#[must_use]
pub const fn reach(kings: Bitboard, n: u32, area: Bitboard) -> Bitboard {
    Leaper::King.reach(kings, n, area)
}

/// Returns the squares where at most `n` moves can end if every move ends in the area.
///
/// On an empty board the result grows by one rank and one file on each side:
///
/// ```
/// use destrier::{bitboard, king, Bitboard, Square};
///
/// let e6 = Square::E6.bitboard();
/// let within_two = bitboard! {
///     . . X X X X X .
///     . . X X X X X .
///     . . X X X X X .
///     . . X X X X X .
///     . . X X X X X .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
/// };
/// assert_eq!(king::fill(king::fill(e6)), within_two);
/// assert_eq!(king::reach_within(e6, 2, Bitboard::FULL), within_two);
/// ```
///
/// The *area* is the set of squares where moves may end, for example those without own pieces and guards. The kings'
/// own squares may be outside, and they are always in the result: a king can leave such a square but not enter it
/// again. With [`Bitboard::FULL`] as the area, seven moves cover the board from any square.
///
/// Here the third rank is guarded except for g3. A king on d2 reaches these squares within five moves:
///
/// ```
/// # use destrier::{bitboard, king, Rank, Square};
/// let guarded = Rank::Third.bitboard().without(Square::G3);
/// assert_eq!(king::reach_within(Square::D2.bitboard(), 5, !guarded), bitboard! {
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . X X X X
///     . . . . X X X X
///     . . . . . . X .
///     X X X X X X X X
///     X X X X X X X X
/// });
/// ```
///
/// Cost: 14 operations and 1 branch per move, until the set stops growing.
///
/// Source: the wiki's *King Pattern* (Flood Fill Algorithms) and *Fill Algorithms*.
#[must_use]
pub const fn reach_within(kings: Bitboard, n: u32, area: Bitboard) -> Bitboard {
    Leaper::King.reach_within(kings, n, area)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::square::Square;

    #[test]
    fn the_fills_from_a1_match_the_wiki() {
        let fills = [1, 2, 3].map(|n| reach_within(Square::A1.bitboard(), n, Bitboard::FULL).bits());
        assert_eq!(fills, [0x0303, 0x0007_0707, 0x0f0f_0f0f]);
    }
}
