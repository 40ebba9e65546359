//! The squares that one slider on a known square attacks.

use super::{bishop_attacks, line_attacks, rook_attacks};
use crate::bitboard::Bitboard;
use crate::file::File;
use crate::formulations::Formulation;
use crate::line::Line;
use crate::rank::Rank;
use crate::square::Square;

/// The type of [`bishop_attacks_from`] and [`rook_attacks_from`].
pub type AttacksFrom = fn(Square, Bitboard) -> Bitboard;

/// Every formulation of [`bishop_attacks_from`].
///
/// All return the same set. Use [`bishop_attacks_from`]. The hyperbola quintessence needs no table but masks, and the
/// fills are those for sets.
pub const BISHOP_FORMULATIONS: &[Formulation<AttacksFrom>] = &[
    Formulation::new("kindergarten", "9 operations and 5 loads", bishop_attacks_from),
    Formulation::new("hyperbola quintessence", "21 operations and 2 loads", bishop_by_hyperbola),
    Formulation::new("by lines", "at most 59 operations", bishop_by_lines),
    Formulation::new("by fills", "68 operations", bishop_by_fills),
];

/// Every formulation of [`rook_attacks_from`].
///
/// All return the same set. Use [`rook_attacks_from`].
pub const ROOK_FORMULATIONS: &[Formulation<AttacksFrom>] = &[
    Formulation::new("kindergarten", "9 operations and 6 loads", rook_attacks_from),
    Formulation::new("hyperbola quintessence", "19 operations and 2 loads", rook_by_hyperbola),
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
/// Cost: 9 operations and 5 loads from 6 kB.
///
/// Source: the wiki's *Kindergarten Bitboards*.
#[inline]
#[must_use]
pub const fn bishop_attacks_from(bishop: Square, occupied: Bitboard) -> Bitboard {
    let BishopTables { diagonals: [diagonal, anti_diagonal], attacks } = BISHOPS[bishop.index() as usize];
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
/// The eight bits of the rank find the attacks along it. A multiplication collects the inner six bits of the file.
///
/// Cost: 9 operations and 6 loads from 8 kB.
///
/// Source: the wiki's *First Rank Attacks* and *Kindergarten Bitboards*.
#[inline]
#[must_use]
pub const fn rook_attacks_from(rook: Square, occupied: Bitboard) -> Bitboard {
    let tables = &ROOKS[rook.index() as usize];
    let inner_ranks = (occupied.0 & tables.file).wrapping_mul(tables.to_top) >> 58;
    let along_file = tables.file & tables.file_attacks[inner_ranks as usize];
    Bitboard(along_rank(rook, occupied) | along_file)
}

/// Returns the attacks along the rank.
#[inline(always)]
const fn along_rank(rook: Square, occupied: Bitboard) -> u64 {
    let rank = rook.index() & 56;
    let attacks = ROOKS[rook.index() as usize].rank_attacks[(occupied.0 >> rank & 0xff) as usize];
    (attacks as u64) << rank
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

/// The attacks of bishops on a square: the diagonal and the anti-diagonal without the square, and the attacks along every
/// rank from the square's file.
#[derive(Clone, Copy)]
#[repr(align(32))]
struct BishopTables {
    diagonals: [u64; 2],
    attacks: &'static [u64; 64],
}

static BISHOPS: [BishopTables; 64] = {
    let mut tables = [BishopTables { diagonals: [0; 2], attacks: &ON_RANKS[0] }; 64];
    let mut i = 0;
    while i < 64 {
        let square = Square::ALL[i];
        let lines = [Line::Diagonal.through(square), Line::AntiDiagonal.through(square)];
        let diagonals = [lines[0].without(square).0, lines[1].without(square).0];
        tables[i] = BishopTables { diagonals, attacks: &ON_RANKS[i % 8] };
        i += 1;
    }
    tables
};

/// The attacks of rooks on a square.
#[derive(Clone, Copy)]
struct RookTables {
    file: u64,
    /// The factor that collects the ranks 2 to 7 of the file in the upper six bits of the product.
    to_top: u64,
    /// The attacks along every file, by the occupied ranks 2 to 7.
    file_attacks: &'static [u64; 64],
    /// The attacks along the first rank, by its occupied squares.
    rank_attacks: &'static [u8; 256],
}

static ROOKS: [RookTables; 64] = {
    // The bit of rank r on the a-file, 8r, moves to 57 + r. No two products meet, so nothing carries.
    const TO_TOP: u64 = 1 << 50 | 1 << 43 | 1 << 36 | 1 << 29 | 1 << 22 | 1 << 15;
    let none = RookTables { file: 0, to_top: 0, file_attacks: &ON_FILES[0], rank_attacks: &ON_FIRST_RANK[0] };
    let mut tables = [none; 64];
    let mut i = 0;
    while i < 64 {
        let (rank, file) = (i / 8, i % 8);
        tables[i] = RookTables {
            file: File::A.bitboard().0 << file,
            to_top: TO_TOP >> file,
            file_attacks: &ON_FILES[rank],
            rank_attacks: &ON_FIRST_RANK[file],
        };
        i += 1;
    }
    tables
};

/// The attacks along the first rank, by the slider's file and the occupied squares of the rank.
static ON_FIRST_RANK: [[u8; 256]; 8] = {
    let mut table = [[0; 256]; 8];
    let mut i = 0;
    while i < 8 * 256 {
        let occupied = Bitboard(i as u64 % 256);
        table[i / 256][i % 256] = line_attacks(Square::ALL[i / 256], occupied, Line::Rank).0 as u8;
        i += 1;
    }
    table
};

/// The attacks along every rank, by the slider's file and the occupied files b to g.
static ON_RANKS: [[u64; 64]; 8] = {
    let mut table = [[0; 64]; 8];
    let mut i = 0;
    while i < 8 * 64 {
        table[i / 64][i % 64] = ON_FIRST_RANK[i / 64][i % 64 * 2] as u64 * File::A.bitboard().0;
        i += 1;
    }
    table
};

/// The attacks along every file, by the slider's rank and the occupied ranks 2 to 7.
static ON_FILES: [[u64; 64]; 8] = {
    let mut table = [[0; 64]; 8];
    let mut i = 0;
    while i < 8 * 64 {
        let (mut ranks, mut occupied) = (i as u64 % 64, Bitboard::EMPTY);
        while ranks != 0 {
            occupied = occupied.with(Square::ALL[8 * (ranks.trailing_zeros() as usize + 1)]);
            ranks &= ranks - 1;
        }
        let on_a_file = line_attacks(Square::ALL[i / 64 * 8], occupied, Line::File).0;
        table[i / 64][i % 64] = on_a_file * Rank::First.bitboard().0;
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
    let [diagonal, anti_diagonal] = BISHOPS[bishop.index() as usize].diagonals;
    let bit = bishop.bitboard().0;
    Bitboard(hyperbola(bit, diagonal, occupied.0) | hyperbola(bit, anti_diagonal, occupied.0))
}

/// Computes [`rook_attacks_from`] by subtraction along the file. The flip of the board turns no rank around, so the rank
/// uses a table.
#[inline]
#[must_use]
pub const fn rook_by_hyperbola(rook: Square, occupied: Bitboard) -> Bitboard {
    let bit = rook.bitboard().0;
    let file = File::A.bitboard().0 << (rook.index() & 7) ^ bit;
    Bitboard(along_rank(rook, occupied) | hyperbola(bit, file, occupied.0))
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
