//! The moves of a king as a list, looked up by their set.
//!
//! There are only 10016 sets of targets of a king on all squares together, 8 to 256 on each, so that the list of each
//! can be looked up.
//!
//! ```
//! use destrier::{bitboard, king, Square};
//!
//! let targets = bitboard! {
//!     . . . . . . . .
//!     . . . . . . . .
//!     . . . . . . . .
//!     . . . . . . . .
//!     . . . . . . . .
//!     . . . . . . . .
//!     . . . X X . . .
//!     . . . . . X . .
//! };
//! assert_eq!(king::move_list(Square::E1, targets), [Square::F1, Square::D2, Square::E2]);
//! ```
//!
//! The squares come in the order of their indices, from a1 along the ranks. Targets that the king does not attack from
//! there are ignored.
//!
//! # When it wins
//!
//! Where the knight's does ([`knight::move_list`](mod@crate::knight::move_list)), and it is made in the same way; the
//! table takes 90 kilobytes.
//!
//! Source: the wiki's *Bitboard Serialization* (Hashing, for kings and knights).

use crate::bitboard::Bitboard;
use crate::move_lists::KING;
use crate::square::Square;

/// The targets among the squares that a king on the square attacks, as a list in the order of their indices.
/// 4 operations and 5 loads.
///
/// Empty, if none of the targets is attacked from there.
#[inline]
#[must_use]
pub const fn move_list(square: Square, targets: Bitboard) -> &'static [Square] {
    KING.list(square, targets)
}

/// The number of a set of targets among those of the square, 3 operations and 3 loads: for tables of one's own.
///
/// Like [`knight::move_list::index`](crate::knight::move_list::index), without a gap and without a collision.
///
/// ```
/// use destrier::{king, Bitboard, Square};
///
/// let attacks = king::attacks_from(Square::A1);
/// let mut numbers: Vec<u8> = attacks.subsets().map(|set| king::move_list::index(Square::A1, set)).collect();
/// numbers.sort();
/// assert_eq!(numbers, [0, 1, 2, 3, 4, 5, 6, 7]);
/// ```
#[inline]
#[must_use]
pub const fn index(square: Square, targets: Bitboard) -> u8 {
    KING.index(square, targets)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::naive::{king_attacks_from, sets};
    use std::vec::Vec;

    #[test]
    fn a_list_is_the_scan_of_the_attacked_targets() {
        for square in Square::ALL {
            for [targets] in sets().step_by(10) {
                let attacked = targets & king_attacks_from(square);
                assert!(move_list(square, targets).iter().copied().eq(attacked), "{square} {targets:?}");
                assert_eq!(index(square, targets), index(square, attacked));
            }
            let subsets = king_attacks_from(square).subsets();
            let mut numbers: Vec<u8> = subsets.map(|targets| index(square, targets)).collect();
            numbers.sort_unstable();
            assert!(numbers.into_iter().map(usize::from).eq(0..1 << king_attacks_from(square).len()));
            assert!(move_list(square, Bitboard::FULL).iter().copied().eq(king_attacks_from(square)));
            assert!(move_list(square, Bitboard::EMPTY).is_empty());
        }
    }

    #[test]
    fn lists_are_there_at_compile_time() {
        const FROM_A1: &[Square] = move_list(Square::A1, Bitboard::FULL);
        assert_eq!(FROM_A1, [Square::B1, Square::A2, Square::B2]);
    }
}
