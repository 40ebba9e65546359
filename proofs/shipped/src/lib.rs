//! The library's functions under names that a prover can call: each takes and gives 64-bit numbers.
//!
//! As WebAssembly they are what is proved. As Rust they are what the prover's tests hold its machine against.
//! Formulations are taken from the library's registries, so that a new one is proved without being named here.

mod boards;
mod kings;
mod knights;
mod macros;
mod pawns;
mod sets;
mod sliders;
mod wrong;

use destrier::{Bitboard, Color, Direction, File, Square};

/// A function that the prover can call.
#[derive(Clone, Copy, Debug)]
pub struct Export {
    /// Its name in the WebAssembly.
    pub name: &'static str,
    /// The names of its formulations, of which the first argument is the index; empty where there is but one.
    pub formulations: fn() -> Vec<&'static str>,
    /// What else it takes.
    pub arguments: &'static [Argument],
    /// The same as Rust. There must be as many numbers as arguments, the formulation's index first where there are any.
    pub native: fn(&[u64]) -> u64,
}

/// An argument of an export.
#[derive(Clone, Copy, Debug)]
pub struct Argument {
    /// What it is.
    pub name: &'static str,
    /// The numbers below this one are all that it can be; 0 where any number is a set of squares.
    pub end: u64,
}

/// All functions of the library that are proved.
pub fn exports() -> impl Iterator<Item = &'static Export> {
    [knights::EXPORTS, kings::EXPORTS, pawns::EXPORTS, sliders::EXPORTS, sets::EXPORTS, boards::EXPORTS]
        .into_iter()
        .flatten()
}

/// Functions with a mistake, which a proof must find.
pub fn wrong_exports() -> impl Iterator<Item = &'static Export> {
    wrong::EXPORTS.iter()
}

const fn set(bits: u64) -> Bitboard {
    Bitboard::from_bits(bits)
}

const fn square(index: u64) -> Square {
    Square::ALL[(index & 63) as usize]
}

const fn color(index: u64) -> Color {
    Color::ALL[(index & 1) as usize]
}

const fn direction(index: u64) -> Direction {
    Direction::ALL[(index & 15) as usize]
}

const fn file(index: u64) -> File {
    File::ALL[(index & 7) as usize]
}

/// A square as a number, and 64 for none.
const fn index(square: Option<Square>) -> u64 {
    match square {
        Some(square) => square.index() as u64,
        None => 64,
    }
}

/// A number of moves, and 255 for none.
const fn moves(moves: Option<u8>) -> u64 {
    match moves {
        Some(moves) => moves as u64,
        None => 255,
    }
}
