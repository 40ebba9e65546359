//! The library's functions under names that the prover can call. Each takes and returns 64-bit numbers.
//!
//! The prover runs them as WebAssembly. Its tests run them natively and compare the results. Formulations come from the
//! library's registries, so new ones are proved automatically.

mod boards;
mod costs;
mod kings;
mod knights;
mod macros;
mod pawns;
mod sets;
mod sliders;
mod wrong;

pub use costs::Counted;
use destrier::{Bitboard, Color, Direction, File, Square};

/// A function that the prover can call.
#[derive(Clone, Copy, Debug)]
pub struct Export {
    /// Its name in the WebAssembly.
    pub name: &'static str,
    /// The names of its formulations. If this is not empty, the first argument is the index of a formulation.
    pub formulations: fn() -> Vec<&'static str>,
    /// Their costs, as stated.
    pub costs: fn() -> Vec<&'static str>,
    /// The list of formulations, as in the source.
    pub list: Option<&'static str>,
    /// The other arguments.
    pub arguments: &'static [Argument],
    /// The native function. It takes one number per argument, after the formulation's index if there are formulations.
    pub native: fn(&[u64]) -> u64,
}

/// An argument of an export.
#[derive(Clone, Copy, Debug)]
pub struct Argument {
    /// Its name.
    pub name: &'static str,
    /// The exclusive upper bound of its values, or 0 for a set of squares, which can be any number.
    pub end: u64,
}

/// Returns all functions of the library that are proved.
pub fn exports() -> impl Iterator<Item = &'static Export> {
    [knights::EXPORTS, kings::EXPORTS, pawns::EXPORTS, sliders::EXPORTS, sets::EXPORTS, boards::EXPORTS]
        .into_iter()
        .flatten()
}

/// Returns the functions, other than formulations, whose operations are counted.
#[must_use]
pub fn counted() -> Vec<Counted> {
    [costs::functions(), costs::methods()].concat()
}

/// Returns functions with a bug that a proof must find.
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

/// Returns the number of a square, or 64 for `None`.
const fn index(square: Option<Square>) -> u64 {
    match square {
        Some(square) => square.index() as u64,
        None => 64,
    }
}

/// Returns a number of moves, or 255 for `None`.
const fn moves(moves: Option<u8>) -> u64 {
    match moves {
        Some(moves) => moves as u64,
        None => 255,
    }
}
