//! Knight moves as a list, looked up by their target set.

use crate::bitboard::Bitboard;
use crate::move_lists::KNIGHT;
use crate::square::Square;

/// Returns the targets that a knight on the square attacks, as a list in index order.
///
/// ```
/// use destrier::{bitboard, formulations::knight::move_list, Square};
///
/// let targets = bitboard! {
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . X . X
///     . . . . X . . .
///     . . . . . . . .
/// };
/// assert_eq!(move_list::move_list(Square::G1, targets), [Square::E2, Square::F3, Square::H3]);
/// ```
///
/// The squares are in index order, a1 first. Targets that the knight does not attack are ignored. If it attacks none,
/// the list is empty.
///
/// # When to use it
///
/// A list is a slice of known length. You can copy, sort or index it, and a loop over it does not wait for a bit scan.
/// It costs loads from a table of 50 kilobytes. To iterate once over a few targets, [`Bitboard::iter`] is faster and
/// needs no memory.
///
/// A knight has only 4 to 256 target sets per square, 5520 in total, so a table can hold the list for each. One
/// multiplication with a magic number hashes the target set to its [index](move_list_index). The magic numbers have at
/// most four bits set, and the indices of each square are consecutive from 0.
///
/// Source: the wiki's *Bitboard Serialization* (Hashing, for kings and knights).
#[inline]
#[must_use]
pub const fn move_list(square: Square, targets: Bitboard) -> &'static [Square] {
    KNIGHT.list(square, targets)
}

/// Returns the index of a target set among all target sets of the square. Use it to index your own table.
///
/// The indices are unique and consecutive: with `n` attacked squares, they run from 0 to 2<sup>n</sup> − 1. Targets
/// that the knight does not attack are ignored.
#[inline]
#[must_use]
pub const fn move_list_index(square: Square, targets: Bitboard) -> u8 {
    KNIGHT.index(square, targets)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::naive::{knight_attacks_from, sets};
    use std::vec::Vec;

    #[test]
    fn lists_match_a_bit_scan() {
        for square in Square::ALL {
            for [targets] in sets().step_by(10) {
                let attacked = targets & knight_attacks_from(square);
                assert!(move_list(square, targets).iter().copied().eq(attacked), "{square} {targets:?}");
                assert_eq!(move_list_index(square, targets), move_list_index(square, attacked));
            }
            let subsets = knight_attacks_from(square).subsets();
            let mut numbers: Vec<u8> = subsets.map(|targets| move_list_index(square, targets)).collect();
            numbers.sort_unstable();
            assert!(numbers.into_iter().map(usize::from).eq(0..1 << knight_attacks_from(square).len()));
            assert!(move_list(square, Bitboard::FULL).iter().copied().eq(knight_attacks_from(square)));
            assert!(move_list(square, Bitboard::EMPTY).is_empty());
        }
    }
}
