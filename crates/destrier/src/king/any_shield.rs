//! The pawn shield of a king on any square, as a table index.

use super::shield::{ShieldWindow, as_white, magic};
use crate::bitboard::Bitboard;
use crate::color::Color;
use crate::formulations::Formulation;
use crate::square::Square;

/// Every formulation of [`any_shield_index`].
///
/// All return the same number for any set of pawns. Use [`any_shield_index`]. [`by_extraction`] is the
/// definition.
pub const FORMULATIONS: &[Formulation<fn(Square, Bitboard, Color) -> u8>] = &[
    Formulation::new(
        "shift and fold",
        "8 operations, 2 loads and 1 branch, and a byte swap for Black",
        any_shield_index,
    ),
    Formulation::new(
        "by multiplication",
        "9 operations, 2 loads and 1 branch, and a byte swap for Black",
        by_multiplication,
    ),
    Formulation::new(
        "by extraction",
        "at most 69 operations, 2 loads and 8 branches, and a byte swap for Black",
        by_extraction,
    ),
];

/// Returns the index of the pawn shield of a king on any square, 0 to 63.
///
/// ```
/// use destrier::{bitboard, king, Color, Square};
///
/// let pawns = bitboard! {
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . X . . . . .
///     . X . X . . . .
///     X . . . . X X X
///     . . . . . . . .
///     . . . . . . . .
/// };
/// // b4, c4, d4, b5, c5 and d5 have the weights 1, 2, 4, 8, 16 and 32.
/// assert_eq!(king::any_shield_index(Square::C3, pawns, Color::White), 1 + 4 + 16);
/// ```
///
/// A [shield](super::shield_index) stands on its side's second and third rank. After the king has left its first rank,
/// the pawns that protect it stand elsewhere. Here the shield consists of the six squares on the two ranks in front of
/// the king, on its file and the adjacent files. On the edge of the board, the three files are a to c or f to h. Other
/// pawns are ignored.
///
/// The squares have the weights 1, 2, 4 on the rank in front of the king and 8, 16, 32 on the next rank, starting at
/// the file nearest to a. The order is that of [`shield_index`](super::shield_index), and both are equal for a king on
/// its side's first rank. So an evaluation can use one table for both. Squares beyond the last rank have no pawns: a
/// king on the last rank has the index 0.
///
/// `own_pawns` are the pawns of the king's side, `color`. A [storm](super::storm_index) takes those of its opponent.
///
/// Cost: 8 operations, 2 loads and 1 branch, and a byte swap for Black.
///
/// Source: the wiki's *King Pattern* (Pawn-Shield Pattern) and *King Safety* (Pawn Shield). The pages describe castled
/// kings only.
#[inline]
#[must_use]
pub const fn any_shield_index(king: Square, own_pawns: Bitboard, color: Color) -> u8 {
    // The king's rank moves to the first rank. The two ranks in front of it follow as in `shield_index`.
    let ranks = (from_king(king, own_pawns, color) >> (8 + first_file(king))) & 0x0707;
    (ranks | (ranks >> 5)) as u8
}

/// Returns the six squares of the shield of a king on any square, or fewer on the last two ranks.
#[inline]
#[must_use]
pub const fn any_shield_mask(king: Square, color: Color) -> Bitboard {
    any_shield_pawns(king, 0x3f, color)
}

/// Returns the pawns of the shield with the given index: the inverse of [`any_shield_index`].
///
/// Only the lower six bits of the index count. Pawns beyond the last rank are dropped.
#[inline]
#[must_use]
pub const fn any_shield_pawns(king: Square, index: u8, color: Color) -> Bitboard {
    let rank = home(king, color).index() & 56;
    let pawns = ShieldWindow::around(king.file()).pawns(index).0 << rank;
    as_white(Bitboard(pawns), color)
}

/// Computes [`any_shield_index`] by a multiplication with the [`magic`] of the window.
#[inline]
#[must_use]
pub const fn by_multiplication(king: Square, own_pawns: Bitboard, color: Color) -> u8 {
    let window = ShieldWindow::around(king.file());
    let shield = from_king(king, own_pawns, color) & window.mask().0;
    (shield.wrapping_mul(magic(window)) >> 58) as u8
}

/// Computes [`any_shield_index`] bit by bit: each square of the shield gives the next bit of the index.
#[must_use]
pub const fn by_extraction(king: Square, own_pawns: Bitboard, color: Color) -> u8 {
    let pawns = as_white(own_pawns, color);
    let mut squares = as_white(any_shield_mask(king, color), color);
    let mut index = 0;
    let mut bit = 1;
    while let Some(square) = squares.pop_first() {
        if pawns.contains(square) {
            index |= bit;
        }
        // The shift after the sixth square leaves 64, which is not used.
        bit <<= 1;
    }
    index
}

/// Shifts the set so that the king's rank becomes the first rank, as seen by the side.
#[inline]
pub(super) const fn from_king(king: Square, set: Bitboard, color: Color) -> u64 {
    as_white(set, color).0 >> (home(king, color).index() & 56)
}

/// Returns the first file of the three files around a king, 0 to 5.
#[inline]
pub(super) const fn first_file(king: Square) -> u8 {
    ShieldWindow::around(king.file()).first_file().index()
}

/// Flips the square for Black.
#[inline]
const fn home(king: Square, color: Color) -> Square {
    if color.is_white() { king } else { king.flip_vertical() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::king::shield_index;
    use crate::naive::{coordinates, sets, square, up};

    /// Looks at the six squares one by one, from the nearest rank and the file nearest to a.
    fn naive_shield(king: Square, color: Color) -> impl Iterator<Item = Option<Square>> {
        let (file, rank) = coordinates(king);
        let first = (file - 1).clamp(0, 5);
        (0..6).map(move |i| square((first + i % 3, rank + (1 + i / 3) * up(color))))
    }

    fn naive_index(king: Square, pawns: Bitboard, color: Color) -> u8 {
        let has_pawn = |s: Option<Square>| s.is_some_and(|s| pawns.contains(s));
        naive_shield(king, color).enumerate().map(|(i, s)| u8::from(has_pawn(s)) << i).sum()
    }

    #[test]
    fn formulations_match_the_definition_for_all_shields() {
        for king in Square::ALL {
            for color in Color::ALL {
                let mask = any_shield_mask(king, color);
                assert_eq!(mask, naive_shield(king, color).flatten().collect(), "{king} {color}");
                for pawns in mask.subsets() {
                    let expected = naive_index(king, pawns, color);
                    for way in FORMULATIONS {
                        assert_eq!((way.compute)(king, pawns, color), expected, "{way} {king} {color}");
                        assert_eq!((way.compute)(king, pawns | !mask, color), expected, "{way} {king}");
                    }
                    assert_eq!(any_shield_pawns(king, expected, color), pawns);
                }
                for index in 0..=255 {
                    let pawns = any_shield_pawns(king, index, color);
                    let expected = naive_shield(king, color).enumerate();
                    let expected = expected.filter_map(|(i, s)| s.filter(|_| index >> i & 1 == 1)).collect();
                    assert_eq!(pawns, expected, "{king} {index}");
                }
            }
        }
    }

    #[test]
    fn formulations_match_the_definition_for_all_sets() {
        for (i, [pawns]) in sets().enumerate() {
            for color in Color::ALL {
                let king = Square::ALL[i % 64];
                let expected = naive_index(king, pawns, color);
                for way in FORMULATIONS {
                    assert_eq!((way.compute)(king, pawns, color), expected, "{way} {king} {color}");
                }
                let (flipped, other) = (pawns.flip_vertical(), color.other());
                assert_eq!(any_shield_index(king.flip_vertical(), flipped, other), expected);
                let mirrored = any_shield_index(king.mirror_horizontal(), pawns.mirror_horizontal(), color);
                let swapped = (expected & 0o22) | (expected & 0o11) << 2 | (expected & 0o44) >> 2;
                assert_eq!(mirrored, swapped, "the files change places");
            }
        }
    }

    #[test]
    fn on_the_first_rank_it_is_the_shield_of_the_window() {
        for king in Square::ALL {
            let window = ShieldWindow::around(king.file());
            for color in Color::ALL.into_iter().filter(|&color| home(king, color).rank().index() == 0) {
                for [pawns] in sets().step_by(11) {
                    assert_eq!(
                        any_shield_index(king, pawns, color),
                        shield_index(window, pawns, color),
                        "{king} {color}"
                    );
                }
            }
        }
    }
}
