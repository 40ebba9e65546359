//! Random inputs for knights and kings.

use crate::sets::square;
use cozy_chess::BitBoard;
use destrier::{Bitboard, Square};
use fastrand::Rng;

/// Each square with probability 1/2.
fn any_set(random: &mut Rng) -> Bitboard {
    Bitboard::from_bits(random.u64(..))
}

/// Each square with probability 1/4.
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

/// Two squares, and a path that contains both and each other square with probability 1/2.
pub(crate) fn through_half(random: &mut Rng) -> (Bitboard, Bitboard, Bitboard) {
    let (a, b) = (square(random).bitboard(), square(random).bitboard());
    (a, b, a | b | any_set(random))
}

/// Like [`through_half`] with probability 1/4, so that most ends are walled in.
pub(crate) fn through_a_quarter(random: &mut Rng) -> (Bitboard, Bitboard, Bitboard) {
    let (a, b) = (square(random).bitboard(), square(random).bitboard());
    (a, b, a | b | quarter(random))
}

/// Like [`through_half`] with all squares on the path, so that the ends are always connected.
pub(crate) fn through_all(random: &mut Rng) -> (Bitboard, Bitboard, Bitboard) {
    (square(random).bitboard(), square(random).bitboard(), Bitboard::FULL)
}

/// The square of a piece, and a set with three quarters of the board.
pub(crate) fn targets_of_one(random: &mut Rng) -> (Square, Bitboard) {
    (square(random), !quarter(random))
}

/// [`targets_of_one`] in shakmaty's types.
pub(crate) fn shakmaty_targets_of_one(random: &mut Rng) -> (shakmaty::Square, shakmaty::Bitboard) {
    (shakmaty_square(random), shakmaty::Bitboard((!quarter(random)).bits()))
}

/// [`targets_of_one`] in cozy-chess's types.
pub(crate) fn cozy_targets_of_one(random: &mut Rng) -> (cozy_chess::Square, BitBoard) {
    (cozy_square(random), BitBoard((!quarter(random)).bits()))
}
