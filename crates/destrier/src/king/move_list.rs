//! King moves as a list, looked up by their target set.

use crate::bitboard::Bitboard;
use crate::move_lists::KING;
use crate::square::Square;

/// Returns the targets that a king on the square attacks, as a list in index order.
///
/// ```
/// use destrier::{bitboard, formulations::king::move_list, Square};
///
/// let targets = bitboard! {
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . X X . . .
///     . . . . . X . .
/// };
/// assert_eq!(move_list::move_list(Square::E1, targets), [Square::F1, Square::D2, Square::E2]);
/// ```
///
/// The squares are in index order, a1 first. Targets that the king does not attack are ignored. If it attacks none, the
/// list is empty.
///
/// A king has only 8 to 256 target sets per square, 10016 in total, so a table can hold the list for each. It takes 90
/// kilobytes. [`knight::move_list`](crate::knight::move_list::move_list) says when to use such a list and how the table works.
///
/// Source: the wiki's *Bitboard Serialization* (Hashing, for kings and knights).
#[inline]
#[must_use]
pub const fn move_list(square: Square, targets: Bitboard) -> &'static [Square] {
    KING.list(square, targets)
}

/// Returns the index of a target set among all target sets of the square. Use it to index your own table.
///
/// The indices are unique and consecutive, like those of
/// [`knight::move_list_index`](crate::knight::move_list::move_list_index).
#[inline]
#[must_use]
pub const fn move_list_index(square: Square, targets: Bitboard) -> u8 {
    KING.index(square, targets)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::naive::{king_attacks_from, sets};
    use std::vec::Vec;

    #[test]
    fn lists_match_a_bit_scan() {
        for square in Square::ALL {
            for [targets] in sets().step_by(10) {
                let attacked = targets & king_attacks_from(square);
                assert!(move_list(square, targets).iter().copied().eq(attacked), "{square} {targets:?}");
                assert_eq!(move_list_index(square, targets), move_list_index(square, attacked));
            }
            let subsets = king_attacks_from(square).subsets();
            let mut numbers: Vec<u8> = subsets.map(|targets| move_list_index(square, targets)).collect();
            numbers.sort_unstable();
            assert!(numbers.into_iter().map(usize::from).eq(0..1 << king_attacks_from(square).len()));
            assert!(move_list(square, Bitboard::FULL).iter().copied().eq(king_attacks_from(square)));
            assert!(move_list(square, Bitboard::EMPTY).is_empty());
        }
    }
}
