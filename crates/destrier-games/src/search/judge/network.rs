//! A small neural network for pieces on squares (the wiki's *NNUE*): what a piece is worth on its square depends on all
//! others.
//!
//! Each side sees the board from its own end, mirrored so that its king is on the a- to d-files. The pieces of both colors
//! activate the units of its view. The units of both views make the evaluation, with weights for each stage of the game.

use super::terms::{STAGES, UNITS};
use super::weights::{BIASES, OUTPUT_BIASES, OUTPUTS};
use destrier::{Board, Color, Piece};

/// The number of pieces on squares, of both colors.
pub(super) const PIECES: usize = 2 * 6 * 64;

/// The units' weights of each piece.
static WEIGHTS: [[i8; UNITS]; PIECES] = unpack(include_bytes!("network.bin"));

const fn unpack(bytes: &[u8; PIECES * UNITS]) -> [[i8; UNITS]; PIECES] {
    let mut weights = [[0; UNITS]; PIECES];
    let mut index = 0;
    while index < bytes.len() {
        weights[index / UNITS][index % UNITS] = bytes[index] as i8;
        index += 1;
    }
    weights
}

/// A unit that is fully active, and the scale of the units' weights.
pub(super) const ACTIVE: i16 = 64;

/// The scale of the outputs' weights.
pub(super) const OUTPUT_SCALE: i16 = 64;

/// The values of the units in White's and Black's view.
#[derive(Clone, Copy, Debug)]
pub(super) struct Units([[i16; UNITS]; 2]);

impl Units {
    /// The values without pieces.
    pub(super) const EMPTY: Self = Self([BIASES; 2]);

    /// Adds all pieces of some kinds.
    pub(super) fn add(&mut self, pieces: &[Piece], board: &Board) {
        for (units, side) in self.0.iter_mut().zip(Color::ALL) {
            each_piece(pieces, board, side, |piece| {
                for (unit, weight) in units.iter_mut().zip(&WEIGHTS[piece]) {
                    *unit += i16::from(*weight);
                }
            });
        }
    }

    /// Returns the evaluation for the side to move, in centipawns.
    pub(super) fn score(&self, board: &Board) -> i32 {
        let stage = stage(board);
        let (active, mut sum) = (i32::from(ACTIVE), 0);
        for (side, outputs) in [board.turn(), !board.turn()].into_iter().zip(&OUTPUTS[stage]) {
            for (unit, output) in self.0[side as usize].into_iter().zip(outputs) {
                // Squares of units tell more than the units.
                let unit = unit.clamp(0, ACTIVE);
                sum += i32::from(unit * i16::from(*output)) * i32::from(unit);
            }
        }
        (sum / active + OUTPUT_BIASES[stage]) * 100 / (active * i32::from(OUTPUT_SCALE))
    }
}

/// Returns the stage of the game: how many pieces are left.
pub(super) fn stage(board: &Board) -> usize {
    (board.occupied().len() as usize).saturating_sub(2).div_euclid(4).min(STAGES - 1)
}

/// Calls a function with the index of each piece of some kinds in a side's view.
#[inline]
pub(super) fn each_piece(pieces: &[Piece], board: &Board, side: Color, mut visit: impl FnMut(usize)) {
    let own_end = if side.is_white() { 0 } else { 0b111_000 };
    let king = board.king(side).map_or(0, |king| king.index() ^ own_end);
    let mirror = if king % 8 < 4 { 0 } else { 0b000_111 };
    for (color, start) in [(side, 0), (!side, 6)] {
        for &piece in pieces {
            let start = 64 * (start + piece as usize);
            for square in board.of(color, piece) {
                visit(start + usize::from(square.index() ^ own_end ^ mirror));
            }
        }
    }
}
