//! The squares that kings attack.

use crate::{Bitboard, Direction, Square};

/// The squares that any of the kings attacks.
#[inline]
#[must_use]
pub const fn attacks(kings: Bitboard) -> Bitboard {
    let beside = kings.step(Direction::East).union(kings.step(Direction::West));
    let row = kings.union(beside);
    beside.union(row.step(Direction::North)).union(row.step(Direction::South))
}

/// The squares that a king on the square attacks, from a table of 64 sets. 1 load.
#[inline]
#[must_use]
pub const fn attacks_from(square: Square) -> Bitboard {
    TABLE[square.index() as usize]
}

static TABLE: [Bitboard; 64] = {
    let mut table = [Bitboard::EMPTY; 64];
    let mut i = 0;
    while i < 64 {
        table[i] = attacks(Square::ALL[i].bitboard());
        i += 1;
    }
    table
};
