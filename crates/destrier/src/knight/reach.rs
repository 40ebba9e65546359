//! The squares that knights reach in a number of moves.

use crate::bitboard::Bitboard;
use crate::leaper::Leaper;

/// Returns the squares where exactly `n` moves can end if every move ends in the area.
///
/// Every move changes the color of a knight's square, so from one square the result has a single color. From d4, four
/// moves reach every dark square:
///
/// ```
/// use destrier::{knight, Bitboard, Square};
///
/// let d4 = Square::D4.bitboard();
/// assert_eq!(knight::reach(d4, 4, Bitboard::FULL), Bitboard::DARK_SQUARES);
/// assert_eq!(knight::reach(d4, 5, Bitboard::FULL), Bitboard::LIGHT_SQUARES);
/// ```
///
/// The *area* is the set of squares where moves may end, for example those without own pieces and guards. A knight may
/// start outside, and it may visit a square several times. With `n` = 0 the result is the knights' own squares. Every
/// `n` is valid: the sets for larger `n` are equal to those for 128 (even) or 129 (odd).
///
/// Cost: 6 operations, plus 19 operations and 1 branch per move.
#[must_use]
pub const fn reach(knights: Bitboard, n: u32, area: Bitboard) -> Bitboard {
    Leaper::Knight.reach(knights, n, area)
}

/// Returns the squares where at most `n` moves can end if every move ends in the area.
///
/// Within three moves of a1 are:
///
/// ```
/// use destrier::{bitboard, knight, Bitboard, Square};
///
/// let a1 = Square::A1.bitboard();
/// let within_three = bitboard! {
///     . . . . . . . .
///     . X . X . . . .
///     X . X . X . . .
///     X X X X . X . .
///     X X X X X . X .
///     X X . X X X . .
///     X . X X X . X .
///     X X X X X X . .
/// };
/// assert_eq!(knight::fill(knight::fill(knight::fill(a1))), within_three);
/// assert_eq!(knight::reach_within(a1, 3, Bitboard::FULL), within_three);
/// ```
///
/// The *area* is the set of squares where moves may end, for example those without own pieces and guards. The knights'
/// own squares may be outside, and they are always in the result: a knight can leave such a square but not enter it
/// again. With [`Bitboard::FULL`] as the area, six moves cover the board from any square.
///
/// Cost: 21 operations and 1 branch per move, until the set stops growing.
///
/// Source: the wiki's *Knight Pattern* (Multiple Knight Attacks and Fills).
#[must_use]
pub const fn reach_within(knights: Bitboard, n: u32, area: Bitboard) -> Bitboard {
    Leaper::Knight.reach_within(knights, n, area)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::knight::fill;
    use crate::square::Square;

    #[test]
    fn the_fills_from_a1_match_the_wiki() {
        const FILLS: [u64; 7] = [
            0x0000_0000_0000_0001,
            0x0000_0000_0002_0401,
            0x0000_0005_0a13_0c15,
            0x000a_152f_5f3b_5d3f,
            0x2a5f_bf7f_ff7f_ff7f,
            0x7fff_ffff_ffff_ffff,
            0xffff_ffff_ffff_ffff,
        ];
        let mut set = Square::A1.bitboard();
        for (n, expected) in (0..).zip(FILLS) {
            assert_eq!(set.bits(), expected, "{n}");
            assert_eq!(reach_within(Square::A1.bitboard(), n, Bitboard::FULL).bits(), expected, "{n}");
            set = fill(set);
        }
    }
}
