//! Formulations of greater-one sets.

use super::Formulation;
use crate::bitboard::Bitboard;
use crate::greater_one::{count, greater_one};

/// Every formulation of [`greater_one`](crate::greater_one()).
pub const FORMULATIONS: &[Formulation<fn(&[Bitboard]) -> Bitboard>] = &[
    Formulation::new("greater one", "5 operations and 1 branch per set", greater_one),
    Formulation::new("by pairs", "quadratic in the number of sets", by_pairs),
    Formulation::new("by planes", "14 operations and 1 branch per set", by_planes),
];

/// Computes [`greater_one`](crate::greater_one()) by intersecting every pair of sets.
///
/// Cost: quadratic in the number of sets. This is never less than the default.
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

/// Computes [`greater_one`](crate::greater_one()) from [`count`]. Use it if you need the counts anyway.
///
/// Cost: 14 operations and 1 branch per set.
#[must_use]
pub const fn by_planes(sets: &[Bitboard]) -> Bitboard {
    count(sets).at_least(2)
}
