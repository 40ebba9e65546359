//! Formulations of slider attacks.

use super::Formulation;
use crate::bitboard::Bitboard;
use crate::direction::Direction;
pub use crate::sliders::from_square::{
    AttacksFrom, BISHOP_FORMULATIONS, ROOK_FORMULATIONS, bishop_by_fills, bishop_by_hyperbola,
    bishop_by_lines, rook_by_fills, rook_by_hyperbola, rook_by_lines,
};
use crate::sliders::{attacks_along, shift};

/// Every formulation of [`attacks_along`].
///
/// All flood from the sliders over the empty squares in one direction, then step once more onto
/// the blockers. Use Kogge-Stone, which doubles its step: 1, 2 and 4 squares. Dumb7Fill goes square by square. It
/// is the easiest to follow but takes longer. The rotate form takes the direction as two numbers, an amount and a
/// mask. It is best if the direction is only known at run time.
pub const FORMULATIONS: &[Formulation<fn(Bitboard, Bitboard, Direction) -> Bitboard>] = &[
    Formulation::new("Kogge-Stone", "41 to 43 operations, 6 loads and 3 branches", attacks_along),
    Formulation::new("Dumb7Fill", "42 or 43 operations, 4 loads and 1 branch", dumb7_fill),
    Formulation::new("rotate", "19 operations and 2 loads, no branch on the direction", rotate),
];

/// Computes [`attacks_along`] square by square. Six steps over empty squares cross the board, and a seventh adds
/// the blocker.
#[inline]
#[must_use]
pub const fn dumb7_fill(sliders: Bitboard, occupied: Bitboard, direction: Direction) -> Bitboard {
    let empty = occupied.complement().intersection(direction.post_mask());
    let mut front = sliders.0;
    let mut fill = front;
    let mut steps = 0;
    while steps < 6 {
        front = shift(front, direction, 1) & empty.0;
        fill |= front;
        steps += 1;
    }
    Bitboard(fill).step(direction)
}

/// Computes [`attacks_along`] with left rotations for every direction. Squares that leave the board re-enter at the
/// other end, where [`avoid_wrap`] masks them out.
#[inline]
#[must_use]
pub const fn rotate(sliders: Bitboard, occupied: Bitboard, direction: Direction) -> Bitboard {
    let by = ROTATE_BY[direction as usize];
    let avoid_wrap = AVOID_WRAP[direction as usize].0;
    let mut fill = sliders.0;
    let mut open = !occupied.0 & avoid_wrap;
    fill |= open & fill.rotate_left(by);
    open &= open.rotate_left(by);
    fill |= open & fill.rotate_left(2 * by);
    open &= open.rotate_left(2 * by);
    fill |= open & fill.rotate_left(4 * by);
    Bitboard(fill.rotate_left(by) & avoid_wrap)
}

/// Returns the squares where a step can end: the mask of [`rotate`].
#[inline]
#[must_use]
pub const fn avoid_wrap(direction: Direction) -> Bitboard {
    AVOID_WRAP[direction as usize]
}

static AVOID_WRAP: [Bitboard; 16] = {
    let mut masks = [Bitboard::EMPTY; 16];
    let mut i = 0;
    while i < 16 {
        masks[i] = Bitboard::FULL.step(Direction::ALL[i]);
        i += 1;
    }
    masks
};

/// The left rotation of one step in [`rotate`], 1 to 63.
static ROTATE_BY: [u32; 16] = {
    let mut amounts = [0; 16];
    let mut i = 0;
    while i < 16 {
        amounts[i] = Direction::ALL[i].delta().rem_euclid(64) as u32;
        i += 1;
    }
    amounts
};
