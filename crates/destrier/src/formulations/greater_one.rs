//! Formulations of greater-one sets.

use super::Formulation;
use crate::bitboard::Bitboard;
use crate::greater_one::greater_one;
use crate::square::Square;

/// Every formulation of [`greater_one`].
pub const FORMULATIONS: &[Formulation<fn(&[Bitboard]) -> Bitboard>] = &[
    Formulation::new("greater one", "26 operations and 5 branches for five sets", greater_one),
    Formulation::new("by pairs", "65 operations and 17 branches for five sets", by_pairs),
    Formulation::new("by planes", "14 operations and 1 branch per set", by_planes),
];

/// Computes [`greater_one`] by intersecting every pair of sets.
#[must_use]
pub const fn by_pairs(sets: &[Bitboard]) -> Bitboard {
    let mut two = Bitboard::EMPTY;
    let mut i = 1;
    while i < sets.len() {
        let mut j = 0;
        while j < i {
            two = two.union(sets[i].intersection(sets[j]));
            j += 1;
        }
        i += 1;
    }
    two
}

/// Computes [`greater_one`] from [`count`]. Use it if you need the counts anyway.
#[must_use]
pub const fn by_planes(sets: &[Bitboard]) -> Bitboard {
    count(sets).at_least(2)
}

/// Counts for each square how many of the sets contain it, up to 15.
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
/// use destrier::{formulations::greater_one, Bitboard, File, Rank, Square};
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
    use crate::naive::{self, sets};

    #[test]
    fn formulations_match_the_definition() {
        for sets in sets::<9>() {
            for n in 0..=9 {
                let expected = naive::at_least(&sets[..n], 2);
                for way in FORMULATIONS {
                    assert_eq!((way.compute)(&sets[..n]), expected, "{way} of {n} sets");
                }
            }
        }
    }

    #[test]
    fn counts_match_the_definition() {
        for sets in sets::<9>() {
            let counts = count(&sets);
            for square in Square::ALL {
                assert_eq!(counts.of(square), naive::count(&sets, square));
            }
            for n in 0..=10 {
                assert_eq!(counts.at_least(n), naive::at_least(&sets, n), "at least {n}");
                assert_eq!(counts.exactly(n), naive::at_least(&sets, n) - naive::at_least(&sets, n + 1));
            }
            assert_eq!(counts.at_least(u8::MAX), Bitboard::EMPTY);
        }
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
