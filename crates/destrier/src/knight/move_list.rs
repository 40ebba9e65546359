//! The moves of a knight as a list, looked up by their set.
//!
//! Move generation ends with a set of targets to be gone through. Instead of scanning its bits, one can look up the
//! list: there are only 5520 sets of targets of a knight on all squares together, 4 to 256 on each.
//!
//! ```
//! use destrier::{bitboard, knight, Square};
//!
//! let targets = bitboard! {
//!     . . . . . . . .
//!     . . . . . . . .
//!     . . . . . . . .
//!     . . . . . . . .
//!     . . . . . . . .
//!     . . . . . X . X
//!     . . . . X . . .
//!     . . . . . . . .
//! };
//! assert_eq!(knight::move_list(Square::G1, targets), [Square::E2, Square::F3, Square::H3]);
//! ```
//!
//! The squares come in the order of their indices, from a1 along the ranks. Targets that the knight does not attack
//! from there are ignored.
//!
//! # When it wins
//!
//! A list is a slice, known with its length before the first move is taken: it can be copied, sorted or indexed, and
//! the loop over it has no bit to wait for. It costs loads from a table of 50 kilobytes. For going through a few
//! targets once, [`Bitboard::iter`] is faster and touches no memory.
//!
//! The set is hashed by one multiplication, with a magic number of at most four one-bits that maps the sets of a square
//! to the numbers from 0 without a gap ([`index`]).
//!
//! Source: the wiki's *Bitboard Serialization* (Hashing, for kings and knights).

use crate::bitboard::Bitboard;
use crate::move_lists::KNIGHT;
use crate::square::Square;

/// The targets among the squares that a knight on the square attacks, as a list in the order of their indices.
/// 4 operations and 5 loads.
///
/// Empty, if none of the targets is attacked from there.
#[inline]
#[must_use]
pub const fn move_list(square: Square, targets: Bitboard) -> &'static [Square] {
    KNIGHT.list(square, targets)
}

/// The number of a set of targets among those of the square, 3 operations and 3 loads: for tables of one's own.
///
/// Different sets of attacked squares have different numbers, and no number below 2 to the power of the attacked
/// squares is left out. Targets that are not attacked change nothing.
///
/// ```
/// use destrier::{knight, Bitboard, Square};
///
/// let attacks = knight::attacks_from(Square::A1);
/// let mut numbers: Vec<u8> = attacks.subsets().map(|set| knight::move_list::index(Square::A1, set)).collect();
/// numbers.sort();
/// assert_eq!(numbers, [0, 1, 2, 3]);
/// ```
#[inline]
#[must_use]
pub const fn index(square: Square, targets: Bitboard) -> u8 {
    KNIGHT.index(square, targets)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::naive::{knight_attacks_from, sets};
    use std::vec::Vec;

    #[test]
    fn a_list_is_the_scan_of_the_attacked_targets() {
        for square in Square::ALL {
            for [targets] in sets().step_by(10) {
                let attacked = targets & knight_attacks_from(square);
                assert!(move_list(square, targets).iter().copied().eq(attacked), "{square} {targets:?}");
                assert_eq!(index(square, targets), index(square, attacked));
            }
            let subsets = knight_attacks_from(square).subsets();
            let mut numbers: Vec<u8> = subsets.map(|targets| index(square, targets)).collect();
            numbers.sort_unstable();
            assert!(numbers.into_iter().map(usize::from).eq(0..1 << knight_attacks_from(square).len()));
            assert!(move_list(square, Bitboard::FULL).iter().copied().eq(knight_attacks_from(square)));
            assert!(move_list(square, Bitboard::EMPTY).is_empty());
        }
    }

    #[test]
    fn lists_are_there_at_compile_time() {
        const FROM_A1: &[Square] = move_list(Square::A1, Bitboard::FULL);
        assert_eq!(FROM_A1, [Square::C2, Square::B3]);
    }
}
