//! Formulations of pawn fills and passers.

use super::Formulation;
use crate::bitboard::Bitboard;
use crate::color::Color;
use crate::direction::Direction;
use crate::pawn::{north_fill, passer_span, passers};

/// Every formulation of [`north_fill`].
pub const NORTH_FILL_FORMULATIONS: &[Formulation<fn(Bitboard) -> Bitboard>] = &[
    Formulation::new("logarithmic", "6 operations", north_fill),
    Formulation::new("step by step", "14 operations", north_fill_step_by_step),
];

/// Every formulation of [`passers`].
pub const PASSER_FORMULATIONS: &[Formulation<fn(Bitboard, Bitboard, Color) -> Bitboard>] = &[
    Formulation::new("by spans", "16 operations and 1 branch", passers),
    Formulation::new("one by one", "24 operations and 1 branch per pawn", passers_one_by_one),
];

/// Computes [`north_fill`] one rank at a time. This is only for comparison, because each operation waits for the
/// one before.
#[must_use]
pub const fn north_fill_step_by_step(set: Bitboard) -> Bitboard {
    let mut filled = set;
    let mut i = 0;
    while i < 7 {
        filled = filled.union(filled.step(Direction::North));
        i += 1;
    }
    filled
}

/// Computes [`passers`] by testing the span of each pawn. Use it for a single pawn whose span you need anyway.
#[must_use]
pub const fn passers_one_by_one(own: Bitboard, opponent: Bitboard, color: Color) -> Bitboard {
    let mut passers = Bitboard::EMPTY;
    let mut pawns = own;
    while let Some(pawn) = pawns.pop_first() {
        if passer_span(pawn.bitboard(), color).is_disjoint(opponent) {
            passers = passers.with(pawn);
        }
    }
    passers
}
