//! Squares that are in at least two, or at least `k`, of several sets.
//!
//! Many patterns ask for them: two attackers on one square, two targets of one knight, a doubly defended pawn.
//! The number of pairs grows with the square of the number of sets. A single pass that tracks the squares seen once and
//! twice takes a few operations per set:
//!
//! ```
//! use destrier::{bitboard, greater_one, File, Rank, Line, Square};
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
//! [`at_least`] generalizes the pass to three and more. [`count`] returns the exact count of every square.
//!
//! Source: the wiki's *General Setwise Operations* (Greater One Sets).

use crate::bitboard::Bitboard;
use crate::square::Square;

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
/// Like [`greater_one`](crate::greater_one()), this is a single pass. It tracks the squares seen at least once,
/// twice, and so on up to `k` times. For a single `k` up to 8 it is cheaper than [`count`]. The union for `k` = 1
/// and `greater_one` for `k` = 2 are cheaper still.
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

/// Counts for each square how many of the sets contain it, up to 15.
///
/// Cost: 14 operations and 1 branch per set.
#[must_use]
pub const fn count(sets: &[Bitboard]) -> Counts {
    let mut counts = Counts { planes: [Bitboard::EMPTY; Counts::PLANES] };
    let mut i = 0;
    while i < sets.len() {
        counts = counts.add(sets[i]);
        i += 1;
    }
    counts
}

/// A count for every square, stored as bit planes.
///
/// Plane `i` holds the squares whose count has bit `i` set. Counts saturate at 15.
///
/// ```
/// use destrier::{greater_one, Bitboard, File, Rank, Square};
///
/// let counts = greater_one::count(&[File::A.bitboard(), Rank::First.bitboard(), Bitboard::CORNERS]);
/// assert_eq!(counts.of(Square::A1), 3);
/// assert_eq!(counts.of(Square::H1), 2);
/// assert_eq!(counts.of(Square::E4), 0);
/// assert_eq!(counts.exactly(3), Square::A1.bitboard());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counts {
    planes: [Bitboard; Self::PLANES],
}

impl Counts {
    const PLANES: usize = 4;

    /// The largest count of a square.
    pub const MAX: u8 = 15;

    /// Returns the planes, lowest bit first.
    #[inline]
    #[must_use]
    pub const fn planes(self) -> [Bitboard; 4] {
        self.planes
    }

    /// Adds 1 to the count of each square of the set, with a ripple-carry adder on 64 columns.
    const fn add(mut self, set: Bitboard) -> Self {
        let mut carry = set.difference(self.exactly(Self::MAX));
        let mut i = 0;
        while i < Self::PLANES {
            let plane = self.planes[i];
            self.planes[i] = plane.symmetric_difference(carry);
            carry = carry.intersection(plane);
            i += 1;
        }
        self
    }

    /// Returns the count of a square, 0 to [`MAX`](Self::MAX).
    #[must_use]
    pub const fn of(self, square: Square) -> u8 {
        let mut number = 0;
        let mut i = 0;
        while i < Self::PLANES {
            number |= (self.planes[i].contains(square) as u8) << i;
            i += 1;
        }
        number
    }

    /// Returns the squares whose count is exactly `n`. The result is empty if `n` is 16 or more.
    #[must_use]
    pub const fn exactly(self, n: u8) -> Bitboard {
        self.at_least(n).difference(self.at_least(n.saturating_add(1)))
    }

    /// Returns the squares whose count is at least `n`. The result is all squares if `n` is 0, and empty if `n` is
    /// 16 or more.
    #[must_use]
    pub const fn at_least(self, n: u8) -> Bitboard {
        if n >> Self::PLANES != 0 {
            return Bitboard::EMPTY;
        }
        // Compare from the lowest plane up: greater in this plane, or equal here and at least as large below.
        let mut at_least = Bitboard::FULL;
        let mut i = 0;
        while i < Self::PLANES {
            at_least = if n >> i & 1 == 1 {
                self.planes[i].intersection(at_least)
            } else {
                self.planes[i].union(at_least)
            };
            i += 1;
        }
        at_least
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::naive::sets;

    fn naive_count(sets: &[Bitboard], square: Square) -> u8 {
        sets.iter().filter(|set| set.contains(square)).count() as u8
    }

    fn naive_at_least(sets: &[Bitboard], n: u8) -> Bitboard {
        Square::ALL.into_iter().filter(|&s| naive_count(sets, s) >= n).collect()
    }

    #[test]
    fn formulations_match_the_definition() {
        for sets in sets::<9>() {
            for n in 0..=9 {
                let expected = naive_at_least(&sets[..n], 2);
                for way in crate::formulations::greater_one::FORMULATIONS {
                    assert_eq!((way.compute)(&sets[..n]), expected, "{way} of {n} sets");
                }
            }
            assert_eq!(majority(sets[0], sets[1], sets[2]), greater_one(&sets[..3]));
        }
    }

    #[test]
    fn counts_match_the_definition() {
        for sets in sets::<9>() {
            let counts = count(&sets);
            for square in Square::ALL {
                assert_eq!(counts.of(square), naive_count(&sets, square));
            }
            for n in 0..=10 {
                assert_eq!(counts.at_least(n), naive_at_least(&sets, n), "at least {n}");
                assert_eq!(counts.exactly(n), naive_at_least(&sets, n) - naive_at_least(&sets, n + 1));
            }
            assert_eq!(counts.at_least(u8::MAX), Bitboard::EMPTY);
        }
    }

    #[test]
    fn at_least_matches_the_definition() {
        for sets in sets::<9>() {
            for k in 0..=10 {
                assert_eq!(at_least(&sets, k), naive_at_least(&sets, k), "at least {k}");
            }
        }
        let many = std::vec![Bitboard::CORNERS; 255];
        assert_eq!(at_least(&many, 255), Bitboard::CORNERS);
        assert_eq!(at_least(&many[1..], 255), Bitboard::EMPTY);
    }

    #[test]
    fn counts_saturate_at_15() {
        for n in 14..=40 {
            let counts = count(&std::vec![Bitboard::CORNERS; n]);
            assert_eq!(usize::from(counts.of(Square::A1)), n.min(15));
            assert_eq!(counts.of(Square::E4), 0);
        }
    }
}
