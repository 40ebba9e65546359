//! The moves of a king as a list, looked up by their set.
//!
//! Move generation ends with a set of targets to be gone through. Instead of scanning its bits, one can look up the list:
//! there are only 10016 sets of targets of a king on all squares together, 8 to 256 on each.
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
//! A list is a slice, known with its length before the first move is taken: it can be copied, sorted or indexed, and the
//! loop over it has no bit to wait for. It costs 4 operations and 5 loads, two of them from a table of 90 kilobytes. For going through a few
//! targets once, [`Bitboard::iter`] is faster and touches no memory.
//!
//! The set is hashed by one multiplication, with a magic number of at most four one-bits that maps the sets of a square to
//! the numbers from 0 without a gap ([`index`]).
//!
//! Source: the wiki's *Bitboard Serialization* (Hashing, for kings and knights).

use crate::move_lists::KING;
use crate::{Bitboard, Square};

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
/// Different sets of attacked squares have different numbers, and no number below 2 to the power of the attacked squares
/// is left out. Targets that are not attacked change nothing.
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

    #[test]
    fn a_list_is_the_scan_of_the_attacked_targets() {
        for square in Square::ALL {
            for [targets] in sets().step_by(10) {
                let attacked = targets & king_attacks_from(square);
                assert!(move_list(square, targets).iter().copied().eq(attacked), "{square} {targets:?}");
                assert_eq!(index(square, targets), index(square, attacked));
            }
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
