//! Squares that are in at least two, or at least `k`, of several sets.
//!
//! Many patterns ask for them: two attackers on one square, two targets of one knight, a doubly defended pawn.
//! The number of pairs grows with the square of the number of sets. A single pass that tracks the squares seen once and
//! twice takes a few operations per set:
//!
//! ```
//! use destrier::{bitboard, greater_one::greater_one, File, Rank, Line, Square};
//!
//! let lines = [File::D.bitboard(), Rank::Fifth.bitboard(), Line::Diagonal.through(Square::A1)];
//! assert_eq!(greater_one(&lines), bitboard! {
//!     . . . . . . . .
//!     . . . . . . . .
//!     . . . . . . . .
//!     . . . X X . . .
//!     . . . X . . . .
//!     . . . . . . . .
//!     . . . . . . . .
//!     . . . . . . . .
//! });
//! ```
//!
//! [`at_least`] generalizes the pass to three and more.
//!
//! Source: the wiki's *General Setwise Operations* (Greater One Sets).

use crate::bitboard::Bitboard;

/// Returns the squares that are in at least two of the sets.
///
/// Cost: a few operations per set.
#[inline]
#[must_use]
pub const fn greater_one(sets: &[Bitboard]) -> Bitboard {
    let mut one = Bitboard::EMPTY;
    let mut two = Bitboard::EMPTY;
    let mut i = 0;
    while i < sets.len() {
        two = two.union(one.intersection(sets[i]));
        one = one.union(sets[i]);
        i += 1;
    }
    two
}

/// Returns the squares that are in at least `k` of the sets.
///
/// The result is all squares if `k` is 0, and empty if `k` exceeds the number of sets.
///
/// Like [`greater_one`], this is a single pass. It tracks the squares seen at least once, twice, and so on up to `k`
/// times. The union for `k` = 1 and `greater_one` for `k` = 2 are cheaper.
///
/// ```
/// use destrier::{greater_one, Bitboard, File, Rank, Square};
///
/// let sets = [File::A.bitboard(), Rank::First.bitboard(), Bitboard::CORNERS];
/// assert_eq!(greater_one::at_least(&sets, 3), Square::A1.bitboard());
/// assert_eq!(greater_one::at_least(&sets, 2), Bitboard::CORNERS.without(Square::H8));
/// assert_eq!(greater_one::at_least(&sets, 0), Bitboard::FULL);
/// ```
///
/// Cost: proportional to `k` times the number of sets.
#[must_use]
pub const fn at_least(sets: &[Bitboard], k: u8) -> Bitboard {
    // Small counts, such as eight knight directions, should not pay for an array of 256.
    if k <= 8 { at_least_below::<9>(sets, k) } else { at_least_below::<256>(sets, k) }
}

/// [`at_least`] for a `k` below `END`.
const fn at_least_below<const END: usize>(sets: &[Bitboard], k: u8) -> Bitboard {
    // Entry `n` holds the squares seen at least `n` times. Iterating downwards counts each set only once.
    let mut reached = [Bitboard::EMPTY; END];
    reached[0] = Bitboard::FULL;
    let mut i = 0;
    while i < sets.len() {
        let mut n = k as usize;
        while n > 0 {
            reached[n] = reached[n].union(reached[n - 1].intersection(sets[i]));
            n -= 1;
        }
        i += 1;
    }
    reached[k as usize]
}

/// Returns the squares that are in at least two of three sets.
///
/// Cost: 4 operations.
#[inline(always)]
#[must_use]
pub const fn majority(a: Bitboard, b: Bitboard, c: Bitboard) -> Bitboard {
    Bitboard((a.0 & b.0) | ((a.0 ^ b.0) & c.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::naive;

    #[test]
    fn thresholds_match_the_definition() {
        for sets in naive::sets::<9>() {
            for k in 0..=10 {
                assert_eq!(at_least(&sets, k), naive::at_least(&sets, k), "at least {k}");
            }
            assert_eq!(majority(sets[0], sets[1], sets[2]), greater_one(&sets[..3]));
        }
        let many = std::vec![Bitboard::CORNERS; 255];
        assert_eq!(at_least(&many, 255), Bitboard::CORNERS);
        assert_eq!(at_least(&many[1..], 255), Bitboard::EMPTY);
    }
}
