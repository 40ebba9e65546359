//! What knights and kings draw alike.

use crate::sets::square;
use cozy_chess::BitBoard;
use destrier::{Bitboard, Square};
use fastrand::Rng;

/// Each square with one chance in two.
fn any_set(random: &mut Rng) -> Bitboard {
    Bitboard::from_bits(random.u64(..))
}

/// Each square with one chance in four.
pub(crate) fn quarter(random: &mut Rng) -> Bitboard {
    any_set(random) & any_set(random)
}

pub(crate) fn pair_of_squares(random: &mut Rng) -> (Square, Square) {
    (square(random), square(random))
}

pub(crate) fn shakmaty_square(random: &mut Rng) -> shakmaty::Square {
    shakmaty::Square::new(random.u32(..64))
}

pub(crate) fn cozy_square(random: &mut Rng) -> cozy_chess::Square {
    cozy_chess::Square::index(random.usize(..64))
}

/// Two squares and a path that both are on, with the other squares on it by one chance in two.
pub(crate) fn through_half(random: &mut Rng) -> (Bitboard, Bitboard, Bitboard) {
    let (a, b) = (square(random).bitboard(), square(random).bitboard());
    (a, b, a | b | any_set(random))
}

/// The same with one chance in four, so that most ends are walled in.
pub(crate) fn through_a_quarter(random: &mut Rng) -> (Bitboard, Bitboard, Bitboard) {
    let (a, b) = (square(random).bitboard(), square(random).bitboard());
    (a, b, a | b | quarter(random))
}

/// The same with all squares on the path: there is always a way.
pub(crate) fn through_all(random: &mut Rng) -> (Bitboard, Bitboard, Bitboard) {
    (square(random).bitboard(), square(random).bitboard(), Bitboard::FULL)
}

/// The square of a piece, and a set that holds three quarters of its targets.
pub(crate) fn targets_of_one(random: &mut Rng) -> (Square, Bitboard) {
    (square(random), !quarter(random))
}

/// The same in shakmaty's types.
pub(crate) fn shakmaty_targets_of_one(random: &mut Rng) -> (shakmaty::Square, shakmaty::Bitboard) {
    (shakmaty_square(random), shakmaty::Bitboard((!quarter(random)).bits()))
}

/// The same in cozy-chess's types.
pub(crate) fn cozy_targets_of_one(random: &mut Rng) -> (cozy_chess::Square, BitBoard) {
    (cozy_square(random), BitBoard((!quarter(random)).bits()))
}
