//! The neural network of the evaluation (the wiki's *NNUE*): what a piece is worth on its square depends on all others.
//!
//! Each side sees the board from its own end, mirrored so that its king is on the a- to d-files. A piece on its square is
//! one feature, and another one if it is en prise. The features of both colors activate the units of a view, and the units
//! of both views make the evaluation, with weights for each stage of the game.

use destrier::{Bitboard, Board, Color, Piece, Square};

/// The kinds of pieces: not en prise and en prise, of both colors.
const KINDS: usize = 2 * 2 * 6;

/// The number of features.
pub(super) const FEATURES: usize = KINDS * 64;

/// The number of units in a view.
pub(super) const UNITS: usize = 64;

/// The number of stages of the game.
pub(super) const STAGES: usize = 8;

/// A unit that is fully active, and the scale of the weights that activate units.
pub(super) const ACTIVE: i16 = 96;

/// The scale of the weights from units to the evaluation.
pub(super) const OUTPUT_SCALE: i16 = 64;

/// The network: the units' weights of each feature; for each stage, the weights from the units of the side to move and of
/// the other to the evaluation; what the units are without pieces; and what is added to the evaluation in each stage.
static NETWORK: &[u8; (FEATURES + 2 * STAGES + 2) * UNITS + 4 * STAGES] = include_bytes!("network.bin");

/// Returns the weights of a feature, or those that follow, which are as many.
#[inline]
fn weights(row: usize) -> &'static [u8; UNITS] {
    &NETWORK.as_chunks().0[row]
}

/// A side's view of the last board. The next board differs in few pieces.
#[derive(Clone, Copy, Debug)]
struct View {
    kinds: [Bitboard; KINDS],
    units: [i16; UNITS],
}

/// The network with the last view of each side, plain and mirrored.
#[derive(Clone, Debug)]
pub(super) struct Network([[View; 2]; 2]);

impl Default for Network {
    fn default() -> Self {
        let (biases, _) = NETWORK[(FEATURES + 2 * STAGES) * UNITS..].as_chunks();
        let units = std::array::from_fn(|unit| i16::from_le_bytes(biases[unit]));
        Self([[View { kinds: [Bitboard::EMPTY; KINDS], units }; 2]; 2])
    }
}

impl Network {
    /// Returns the evaluation for the side to move, in centipawns.
    pub(super) fn evaluate(&mut self, board: &Board) -> i32 {
        let kinds = kinds(board);
        let stage = stage(board);
        let (active, mut sum) = (i32::from(ACTIVE), 0);
        for (index, side) in [board.turn(), !board.turn()].into_iter().enumerate() {
            let flip = flip(board, side);
            let view = &mut self.0[side as usize][usize::from(flip & 7 != 0)];
            view.update(&kinds, side, flip);
            for (unit, weight) in view.units.iter().zip(weights(FEATURES + 2 * stage + index)) {
                // Squares of units tell more than the units.
                let unit = (*unit).clamp(0, ACTIVE);
                sum += i32::from(unit * i16::from(weight.cast_signed())) * i32::from(unit);
            }
        }
        let (biases, _) = NETWORK[(FEATURES + 2 * STAGES + 2) * UNITS..].as_chunks();
        (sum / active + i32::from_le_bytes(biases[stage])) * 100 / (active * i32::from(OUTPUT_SCALE))
    }
}

impl View {
    /// Adds the pieces that the board has more than the last one, and takes the others away.
    fn update(&mut self, kinds: &[Bitboard; KINDS], side: Color, flip: u8) {
        for (kind, (old, &new)) in self.kinds.iter_mut().zip(kinds).enumerate() {
            for square in new - *old {
                for (unit, weight) in self.units.iter_mut().zip(weights(feature(kind, square, side, flip))) {
                    *unit += i16::from(weight.cast_signed());
                }
            }
            for square in *old - new {
                for (unit, weight) in self.units.iter_mut().zip(weights(feature(kind, square, side, flip))) {
                    *unit -= i16::from(weight.cast_signed());
                }
            }
            *old = new;
        }
    }
}

/// Returns the index of a kind of piece on a square in a side's view. The side's own pieces come first.
#[inline]
fn feature(kind: usize, square: Square, side: Color, flip: u8) -> usize {
    let kind = if side.is_white() { kind } else { kind ^ 1 };
    64 * kind + usize::from(square.index() ^ flip)
}

/// Returns what flips a square to a side's view.
fn flip(board: &Board, side: Color) -> u8 {
    let is_mirrored = board.king(side).is_some_and(|king| king.index() % 8 >= 4);
    (if side.is_white() { 0 } else { 0b111_000 }) | (if is_mirrored { 0b000_111 } else { 0 })
}

/// Returns the features in the views of the side to move and of the other.
pub(super) fn features(board: &Board) -> [Vec<usize>; 2] {
    let kinds = kinds(board);
    [board.turn(), !board.turn()].map(|side| {
        let flip = flip(board, side);
        let mut features = Vec::new();
        for (kind, squares) in kinds.into_iter().enumerate() {
            for square in squares {
                features.push(feature(kind, square, side, flip));
            }
        }
        features
    })
}

/// Returns the stage of the game: how many pieces are left.
pub(super) fn stage(board: &Board) -> usize {
    ((board.occupied().len() as usize).saturating_sub(2) / 4).min(STAGES - 1)
}

/// Returns the pieces by kind, White's and Black's in turn, those that are en prise last.
fn kinds(board: &Board) -> [Bitboard; KINDS] {
    let maps = board.attack_maps();
    let mut kinds = [Bitboard::EMPTY; KINDS];
    for color in Color::ALL {
        let undefended = maps.all(!color) - maps.all(color);
        let [pawn, knight, bishop, rook, queen, _] = Piece::ALL.map(|piece| maps.of(!color, piece));
        let by_minor = pawn | knight | bishop;
        let by_less = [Bitboard::EMPTY, pawn, pawn, by_minor, by_minor | rook, by_minor | rook | queen];
        for (piece, by_less) in Piece::ALL.into_iter().zip(by_less) {
            let pieces = board.of(color, piece);
            let en_prise = pieces & (undefended | by_less);
            let kind = 2 * piece as usize + color as usize;
            (kinds[kind], kinds[kind + KINDS / 2]) = (pieces - en_prise, en_prise);
        }
    }
    kinds
}
