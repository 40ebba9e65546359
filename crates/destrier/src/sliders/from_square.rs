//! The squares that one slider on a known square attacks.

use super::{bishop_attacks, line_attacks, rook_attacks};
use crate::bitboard::Bitboard;
use crate::file::File;
use crate::formulations::Formulation;
use crate::line::Line;
use crate::square::Square;

/// The type of [`bishop_attacks_from`] and [`rook_attacks_from`].
pub type AttacksFrom = fn(Square, Bitboard) -> Bitboard;

/// Every formulation of [`bishop_attacks_from`].
///
/// All return the same set. Use [`bishop_attacks_from`]. The hyperbola quintessence needs no table but masks, and the
/// fills are those for sets.
pub const BISHOP_FORMULATIONS: &[Formulation<AttacksFrom>] = &[
    Formulation::new("kindergarten", "13 operations and 4 loads", bishop_attacks_from),
    Formulation::new("hyperbola quintessence", "21 operations and 2 loads", bishop_by_hyperbola),
    Formulation::new("by lines", "at most 59 operations", bishop_by_lines),
    Formulation::new("by fills", "68 operations", bishop_by_fills),
];

/// Every formulation of [`rook_attacks_from`].
///
/// All return the same set. Use [`rook_attacks_from`].
pub const ROOK_FORMULATIONS: &[Formulation<AttacksFrom>] = &[
    Formulation::new("kindergarten", "16 operations and 2 loads", rook_attacks_from),
    Formulation::new("hyperbola quintessence", "22 operations and 1 load", rook_by_hyperbola),
    Formulation::new("by lines", "at most 59 operations", rook_by_lines),
    Formulation::new("by fills", "64 operations", rook_by_fills),
];

/// Returns the squares that a bishop on the given square attacks, up to and including the first occupied squares.
///
/// ```
/// use destrier::{Bitboard, Square, sliders};
///
/// let occupied: Bitboard = "b6,f2,g5".parse()?;
/// assert_eq!(sliders::bishop_attacks_from(Square::D4, occupied), "a1,b2,c3,e3,f2,c5,b6,e5,f6,g7,h8".parse()?);
/// # Ok::<(), destrier::ParseBitboardError>(())
/// ```
///
/// The bishop's own square in `occupied` makes no difference. For many bishops at once, use [`bishop_attacks`].
///
/// Each file has one square of a diagonal. A multiplication adds the ranks of the occupied squares up, so that six bits
/// say which of the files b to g are occupied. They find the attacks in a table of 4 kB.
///
/// Cost: 13 operations and 4 loads from 5 kB.
///
/// Source: the wiki's *Kindergarten Bitboards*.
#[inline]
#[must_use]
pub const fn bishop_attacks_from(bishop: Square, occupied: Bitboard) -> Bitboard {
    let [diagonal, anti_diagonal] = DIAGONALS[bishop.index() as usize];
    let attacks = &RANK_ATTACKS[(bishop.index() & 7) as usize];
    let along_diagonal = diagonal & attacks[inner_files(diagonal & occupied.0)];
    Bitboard(along_diagonal | anti_diagonal & attacks[inner_files(anti_diagonal & occupied.0)])
}

/// Returns the squares that a rook on the given square attacks, up to and including the first occupied squares.
///
/// ```
/// use destrier::{Bitboard, Square, sliders};
///
/// let occupied: Bitboard = "b4,d7,g4".parse()?;
/// assert_eq!(sliders::rook_attacks_from(Square::D4, occupied), "b4,c4,e4,f4,g4,d1,d2,d3,d5,d6,d7".parse()?);
/// # Ok::<(), destrier::ParseBitboardError>(())
/// ```
///
/// The rook's own square in `occupied` makes no difference. For many rooks at once, use [`rook_attacks`].
///
/// Cost: 16 operations and 2 loads from 8 kB.
///
/// Source: the wiki's *Kindergarten Bitboards*.
#[inline]
#[must_use]
pub const fn rook_attacks_from(rook: Square, occupied: Bitboard) -> Bitboard {
    let (file, rank) = (rook.index() & 7, rook.index() & 56);
    let along_rank = RANK_ATTACKS[file as usize][(occupied.0 >> rank >> 1 & 63) as usize] & 0xff << rank;
    let along_file = FILE_ATTACKS[(rank >> 3) as usize][inner_ranks(occupied.0 >> file)] << file;
    Bitboard(along_rank | along_file)
}

/// Returns the squares that a queen on the given square attacks, up to and including the first occupied squares.
///
/// ```
/// use destrier::{Bitboard, Square, sliders};
///
/// let attacks = sliders::queen_attacks_from(Square::A1, "a3,b1,c3".parse()?);
/// assert_eq!(attacks, "a2,a3,b1,b2,c3".parse()?);
/// # Ok::<(), destrier::ParseBitboardError>(())
/// ```
///
/// The queen's own square in `occupied` makes no difference. For many queens at once, use [`queen_attacks`](super::queen_attacks).
///
/// Cost: that of [`bishop_attacks_from`] and [`rook_attacks_from`].
#[inline]
#[must_use]
pub const fn queen_attacks_from(queen: Square, occupied: Bitboard) -> Bitboard {
    bishop_attacks_from(queen, occupied).union(rook_attacks_from(queen, occupied))
}

/// Returns which of the files b to g have a square of the set, as a number below 64. The set has at most one square on
/// each file, so no sum carries.
#[inline(always)]
const fn inner_files(set: u64) -> usize {
    (set.wrapping_mul(File::B.bitboard().0) >> 58) as usize
}

/// Returns which of the ranks 2 to 7 have a square of the set on the a-file, as a number below 64.
#[inline(always)]
const fn inner_ranks(set: u64) -> usize {
    // The bit of rank r, 8r, moves to 57 + r. No two products meet, so nothing carries.
    const TO_TOP: u64 = 1 << 50 | 1 << 43 | 1 << 36 | 1 << 29 | 1 << 22 | 1 << 15;
    ((set & File::A.bitboard().0).wrapping_mul(TO_TOP) >> 58) as usize
}

/// The diagonal and the anti-diagonal through each square, without the square.
static DIAGONALS: [[u64; 2]; 64] = {
    let mut table = [[0; 2]; 64];
    let mut i = 0;
    while i < 64 {
        let square = Square::ALL[i];
        table[i] = [
            Line::Diagonal.through(square).without(square).0,
            Line::AntiDiagonal.through(square).without(square).0,
        ];
        i += 1;
    }
    table
};

/// The attacks along a rank, by the slider's file and the occupied files b to g, repeated on every rank.
static RANK_ATTACKS: [[u64; 64]; 8] = {
    let mut table = [[0; 64]; 8];
    let mut i = 0;
    while i < 512 {
        let occupied = Bitboard((i as u64 % 64) << 1);
        let attacks = line_attacks(Square::ALL[i / 64], occupied, Line::Rank);
        table[i / 64][i % 64] = attacks.0 * File::A.bitboard().0;
        i += 1;
    }
    table
};

/// The attacks along the a-file, by the slider's rank and the occupied ranks 2 to 7.
static FILE_ATTACKS: [[u64; 64]; 8] = {
    let mut table = [[0; 64]; 8];
    let mut i = 0;
    while i < 512 {
        let (rank, mut ranks, mut occupied) = (i / 64, i as u64 % 64, Bitboard::EMPTY);
        while ranks != 0 {
            occupied = occupied.with(Square::ALL[8 * (ranks.trailing_zeros() as usize + 1)]);
            ranks &= ranks - 1;
        }
        table[rank][i % 64] = line_attacks(Square::ALL[8 * rank], occupied, Line::File).0;
        i += 1;
    }
    table
};

/// Computes [`bishop_attacks_from`] by subtraction: from the blockers above the bishop on each diagonal and, with the
/// board flipped, from those below.
///
/// Source: the wiki's *Hyperbola Quintessence*.
#[inline]
#[must_use]
pub const fn bishop_by_hyperbola(bishop: Square, occupied: Bitboard) -> Bitboard {
    let [diagonal, anti_diagonal] = DIAGONALS[bishop.index() as usize];
    let bit = bishop.bitboard().0;
    Bitboard(hyperbola(bit, diagonal, occupied.0) | hyperbola(bit, anti_diagonal, occupied.0))
}

/// Computes [`rook_attacks_from`] by subtraction along the file. The flip of the board turns no rank around, so the rank
/// uses a table.
#[inline]
#[must_use]
pub const fn rook_by_hyperbola(rook: Square, occupied: Bitboard) -> Bitboard {
    let (file, rank, bit) = (rook.index() & 7, rook.index() & 56, rook.bitboard().0);
    let along_rank = RANK_ATTACKS[file as usize][(occupied.0 >> rank >> 1 & 63) as usize] & 0xff << rank;
    Bitboard(along_rank | hyperbola(bit, File::A.bitboard().0 << file ^ bit, occupied.0))
}

/// Returns the attacks along a line that does not include the slider's square.
#[inline(always)]
const fn hyperbola(slider: u64, line: u64, occupied: u64) -> u64 {
    let up = (occupied & line).wrapping_sub(slider.wrapping_mul(2));
    let down = (occupied & line).swap_bytes().wrapping_sub(slider.swap_bytes().wrapping_mul(2));
    (up ^ down.swap_bytes()) & line
}

/// Computes [`bishop_attacks_from`] by [`line_attacks`].
#[inline]
#[must_use]
pub const fn bishop_by_lines(bishop: Square, occupied: Bitboard) -> Bitboard {
    line_attacks(bishop, occupied, Line::Diagonal).union(line_attacks(bishop, occupied, Line::AntiDiagonal))
}

/// Computes [`rook_attacks_from`] by [`line_attacks`].
#[inline]
#[must_use]
pub const fn rook_by_lines(rook: Square, occupied: Bitboard) -> Bitboard {
    line_attacks(rook, occupied, Line::Rank).union(line_attacks(rook, occupied, Line::File))
}

/// Computes [`bishop_attacks_from`] by [`bishop_attacks`] of one bishop.
#[inline]
#[must_use]
pub const fn bishop_by_fills(bishop: Square, occupied: Bitboard) -> Bitboard {
    bishop_attacks(bishop.bitboard(), occupied)
}

/// Computes [`rook_attacks_from`] by [`rook_attacks`] of one rook.
#[inline]
#[must_use]
pub const fn rook_by_fills(rook: Square, occupied: Bitboard) -> Bitboard {
    rook_attacks(rook.bitboard(), occupied)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::direction::Direction;
    use crate::naive::{assert_all, sets, slider_attacks_from};

    #[test]
    fn formulations_match_the_rays_of_each_set_of_blockers() {
        for square in Square::ALL {
            for (lines, directions, formulations) in [
                ([Line::Rank, Line::File], Direction::ROOK, ROOK_FORMULATIONS),
                ([Line::Diagonal, Line::AntiDiagonal], Direction::BISHOP, BISHOP_FORMULATIONS),
            ] {
                // All sets of blockers on a line, with the rest of the board empty and full.
                for line in lines.map(|line| line.through(square)) {
                    for occupied in line.subsets() {
                        let expected = slider_attacks_from(square, occupied, &directions);
                        assert_all!(formulations, (square, occupied), expected);
                        let occupied = occupied | !line;
                        let expected = slider_attacks_from(square, occupied, &directions);
                        assert_all!(formulations, (square, occupied), expected);
                    }
                }
            }
            for [occupied] in sets().step_by(7) {
                let expected = slider_attacks_from(square, occupied, &Direction::KING);
                assert_eq!(queen_attacks_from(square, occupied), expected);
                assert_eq!(super::super::queen_attacks(square.bitboard(), occupied), expected);
                let expected = slider_attacks_from(square, occupied, &Direction::BISHOP);
                assert_all!(BISHOP_FORMULATIONS, (square, occupied), expected);
                let expected = slider_attacks_from(square, occupied, &Direction::ROOK);
                assert_all!(ROOK_FORMULATIONS, (square, occupied), expected);
            }
        }
    }
}
