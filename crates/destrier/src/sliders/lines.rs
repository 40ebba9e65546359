//! The line through two squares, and the squares between them.

use crate::bitboard::Bitboard;
use crate::direction::Direction;
use crate::line::Line;
use crate::square::Square;

/// Returns the whole line through two squares, from edge to edge, or the empty set if no slider moves from one to the
/// other.
///
/// ```
/// use destrier::{Bitboard, Line, Square, sliders};
///
/// assert_eq!(sliders::line(Square::B2, Square::D4), Line::Diagonal.through(Square::A1));
/// assert_eq!(sliders::line(Square::B2, Square::D5), Bitboard::EMPTY);
/// assert_eq!(sliders::line(Square::B2, Square::B2), Bitboard::EMPTY);
/// ```
///
/// A piece that is pinned to its king on `a` by a slider on `b` can only move along this line.
///
/// Cost: 3 operations and 2 loads from 7 kB.
///
/// Source: the wiki's *Checks and Pinned Pieces (Bitboards)*.
#[inline]
#[must_use]
pub const fn line(a: Square, b: Square) -> Bitboard {
    LINES[KINDS[a.index() as usize][b.index() as usize] as usize][a.index() as usize]
}

/// Returns the squares strictly between two squares on a line, or the empty set if no slider moves from one to the other.
///
/// ```
/// use destrier::{Bitboard, Square, sliders};
///
/// assert_eq!(sliders::between(Square::H1, Square::E1), Bitboard::from_squares(&[Square::F1, Square::G1]));
/// assert_eq!(sliders::between(Square::H1, Square::G1), Bitboard::EMPTY);
/// assert_eq!(sliders::between(Square::H1, Square::G3), Bitboard::EMPTY);
/// ```
///
/// A piece that goes to one of these squares blocks a check between the two.
///
/// Cost: 4 operations and 2 loads from 4.5 kB.
///
/// Source: the wiki's *Square Attacked By* (In Between).
#[inline]
#[must_use]
pub const fn between(a: Square, b: Square) -> Bitboard {
    let number = SHAPE_NUMBERS[a.index() as usize][b.index() as usize];
    Bitboard(SHAPES[(number & 63) as usize].rotate_left(a.index() as u32))
}

/// The squares from a1 to another square, by direction and distance. They are rotated by the number of bits from a1 to
/// `a`. Bits below a1 wrap around.
static SHAPES: [u64; 64] = {
    let mut shapes = [0; 64];
    let mut i = 0;
    while i < 64 {
        let (step, mut steps) = (Direction::KING[i / 8].delta() as i32, i as i32 % 8);
        while steps > 0 {
            shapes[i] |= 1 << ((step * steps) & 63);
            steps -= 1;
        }
        i += 1;
    }
    shapes
};

/// For each pair of squares, the index of the squares between them in [`SHAPES`]: 0 if there are none.
static SHAPE_NUMBERS: [[u8; 64]; 64] = {
    let mut numbers = [[0; 64]; 64];
    let mut i = 0;
    while i < 64 * 8 {
        let (a, direction) = (Square::ALL[i / 8], i % 8);
        let mut square = a.bitboard().step(Direction::KING[direction]);
        let mut between = 0;
        while let Some(b) = square.first() {
            numbers[i / 8][b.index() as usize] = (8 * direction + between) as u8;
            between += 1;
            square = square.step(Direction::KING[direction]);
        }
        i += 1;
    }
    numbers
};

/// The index of no line in [`LINES`].
const NO_LINE: u8 = 4;

/// The kind of line through each pair of squares, as an index of [`LINES`].
static KINDS: [[u8; 64]; 64] = {
    let mut kinds = [[NO_LINE; 64]; 64];
    let mut i = 0;
    while i < 64 * 64 {
        let (a, b) = (Square::ALL[i / 64], Square::ALL[i % 64]);
        let mut kind = 0;
        while kind < 4 && a.index() != b.index() {
            if Line::ALL[kind].through(a).contains(b) {
                kinds[i / 64][i % 64] = kind as u8;
            }
            kind += 1;
        }
        i += 1;
    }
    kinds
};

/// The lines through each square in the order of [`Line::ALL`], and no line.
static LINES: [[Bitboard; 64]; 5] = {
    let mut lines = [[Bitboard::EMPTY; 64]; 5];
    let mut i = 0;
    while i < 4 * 64 {
        lines[i / 64][i % 64] = Line::ALL[i / 64].through(Square::ALL[i % 64]);
        i += 1;
    }
    lines
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::naive::ray;

    #[test]
    fn lines_match_the_rays_of_all_pairs() {
        for a in Square::ALL {
            for b in Square::ALL {
                let (mut between_them, mut on_line) = (Bitboard::EMPTY, Bitboard::EMPTY);
                for direction in Direction::KING {
                    let to_edge = ray(a, Bitboard::EMPTY, direction);
                    if to_edge.contains(b) {
                        between_them = ray(a, b.bitboard(), direction).without(b);
                        on_line = to_edge.with(a) | ray(a, Bitboard::EMPTY, direction.opposite());
                    }
                }
                assert_eq!(between(a, b), between_them, "{a} {b}");
                assert_eq!(line(a, b), on_line, "{a} {b}");
            }
        }
    }
}
