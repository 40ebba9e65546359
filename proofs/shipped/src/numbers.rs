//! Conversions between numbers and the types of the library.

use destrier::{Bitboard, Color, Direction, File, Square};

pub(crate) const fn set(bits: u64) -> Bitboard {
    Bitboard::from_bits(bits)
}

pub(crate) const fn square(index: u64) -> Square {
    Square::ALL[(index & 63) as usize]
}

pub(crate) const fn color(index: u64) -> Color {
    Color::ALL[(index & 1) as usize]
}

pub(crate) const fn direction(index: u64) -> Direction {
    Direction::ALL[(index & 15) as usize]
}

pub(crate) const fn file(index: u64) -> File {
    File::ALL[(index & 7) as usize]
}

/// Returns the number of a square, or 64 for `None`.
pub(crate) const fn index(square: Option<Square>) -> u64 {
    match square {
        Some(square) => square.index() as u64,
        None => 64,
    }
}

/// Returns a number of moves, or 255 for `None`.
pub(crate) const fn moves(moves: Option<u8>) -> u64 {
    match moves {
        Some(moves) => moves as u64,
        None => 255,
    }
}

/// What an exported function computes, as the number that it returns.
pub(crate) trait Answer {
    fn into_number(self) -> u64;
}

impl Answer for Bitboard {
    fn into_number(self) -> u64 {
        self.bits()
    }
}

macro_rules! answers {
    ($($type:ty)*) => {$(
        impl Answer for $type {
            fn into_number(self) -> u64 {
                self.into()
            }
        }
    )*};
}

answers! { bool u8 u16 u32 u64 }
