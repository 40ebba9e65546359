//! The library as WebAssembly, and random arguments of its functions.

use proofs::wasm;
use shipped::Argument;
use std::sync::OnceLock;

/// Returns the library as WebAssembly.
pub fn bytes() -> &'static [u8] {
    static BYTES: OnceLock<Vec<u8>> = OnceLock::new();
    BYTES.get_or_init(|| wasm::build().unwrap())
}

/// Returns whether a function takes a board, whose eight sets are the first arguments.
pub fn takes_board(arguments: &[Argument]) -> bool {
    arguments.first().is_some_and(|argument| argument.name == "white")
}

/// Returns the eight sets of a random board with few, some or many pieces: only pawns, all kinds except kings, or all.
/// Except in the last case, each side has one king, because most functions return nothing for several.
fn board(random: &mut fastrand::Rng) -> [u64; 8] {
    // A piece is a number: 0 and 1 are the pawns of White and Black, 10 and 11 the kings.
    let pieces = [2, 10, 12][random.usize(..3)];
    let density = [1, 3, 9][random.usize(..3)];
    let kings = [random.usize(..64), random.usize(..64)];
    let mut sets = [0_u64; 8];
    for square in 0..64 {
        let piece = match kings.iter().position(|&king| king == square) {
            Some(side) if pieces < 12 => 10 + side,
            _ if random.u8(..12) < density => random.usize(..pieces),
            _ => continue,
        };
        for set in [piece % 2, 2 + piece / 2] {
            sets[set] |= 1 << square;
        }
    }
    sets
}

/// Returns random arguments of a function: numbers in range, and sets of few, some or many squares. The sets of a board
/// form a position, because exports replace other sets by the empty board.
pub fn arguments(arguments: &[Argument], random: &mut fastrand::Rng) -> Vec<u64> {
    let mut numbers = if takes_board(arguments) { board(random).to_vec() } else { Vec::new() };
    for argument in &arguments[numbers.len()..] {
        numbers.push(match (argument.end, random.u8(..3)) {
            (0, 0) => random.u64(..) & random.u64(..) & random.u64(..),
            (0, 1) => random.u64(..),
            (0, _) => random.u64(..) | random.u64(..),
            (end, _) => random.u64(..end),
        });
    }
    numbers
}
