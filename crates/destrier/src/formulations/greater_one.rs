//! Formulations of greater-one sets.

use super::Formulation;
use crate::bitboard::Bitboard;
use crate::greater_one::{count, greater_one};

/// Every formulation of [`greater_one`](crate::greater_one()).
pub const FORMULATIONS: &[Formulation<fn(&[Bitboard]) -> Bitboard>] = &[
    Formulation::new("greater one", "26 operations and 5 branches for five sets", greater_one),
    Formulation::new("by pairs", "65 operations and 17 branches for five sets", by_pairs),
    Formulation::new("by planes", "14 operations and 1 branch per set", by_planes),
];

/// Computes [`greater_one`](crate::greater_one()) by intersecting every pair of sets.
///
/// Cost: 65 operations and 17 branches for five sets. It grows with the square of the number of sets.
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
