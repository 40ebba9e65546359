//! The pawn storm against a king, as a table index.

use super::any_shield::{first_file, from_king};
use super::shield::{ShieldWindow, as_white};
use crate::bitboard::Bitboard;
use crate::color::Color;
use crate::file::File;
use crate::formulations::Formulation;
use crate::pawn;
use crate::square::Square;

/// Every formulation of [`storm_index`].
///
/// All return the same number for any set of pawns. Use [`storm_index`]. [`by_pawns`] is shorter for a
/// set that [`storm_pawns`] returned, and [`by_ranks`] is the definition.
pub const FORMULATIONS: &[Formulation<fn(Square, Bitboard, Color) -> u16>] = &[
    Formulation::new(
        "by bit scans",
        "17 operations, 2 loads and 1 branch, and a byte swap for Black",
        storm_index,
    ),
    Formulation::new(
        "by pawns",
        "24 operations, plus 17 operations, 2 loads and 1 branch per file with a pawn",
        by_pawns,
    ),
    Formulation::new(
        "by ranks",
        "18 operations, plus 25 operations, 3 loads and 4 branches per rank",
        by_ranks,
    ),
];

/// The number of indices of pawn storms.
pub const STORMS: u16 = 512;

/// Returns the index of a pawn storm, 0 to 511, for a table of scores.
///
/// ```
/// use destrier::{bitboard, king, Color, Square};
///
/// // Black's pawns. The white king is on g1.
/// let pawns = bitboard! {
///     . . . . . . . .
///     X X . . . . X .
///     . . . . . X . .
///     . . . . . . X .
///     . . . . . . . X
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
/// };
/// let index = king::storm_index(Square::G1, pawns, Color::White);
/// assert_eq!(king::storm_distances(index), [5, 4, 3]);
/// // The file nearest to a has the weight 1, the next 8, and the last 64.
/// assert_eq!(index, 5 + 8 * 4 + 64 * 3);
/// ```
///
/// `color` is the side of the king. The storm consists of the opponent's pawns in front of the king on three files: the
/// king's file and the adjacent ones. On the edge of the board, the files are a to c or f to h, as for a
/// [shield](super::shield_index), which takes the king's own pawns.
///
/// On each file only the nearest pawn counts. It gives three bits: the number of ranks between it and the king's rank,
/// 1 to 7, or 0 if there is no pawn. The lowest bits belong to the file nearest to a. [`storm_distances`] unpacks them,
/// and [`storm_pawns`] returns the pawns.
///
/// Pawns on the king's rank or behind it have passed it and do not count. Engines differ here: some include pawns on
/// the king's rank. Own pawns that block a storm are not considered.
///
/// Cost: 17 operations, 2 loads and 1 branch, and a byte swap for Black.
///
/// Source: the wiki's *King Safety* (Pawn Storm). It gives no index. This one was derived here.
#[inline]
#[must_use]
pub const fn storm_index(king: Square, opponent_pawns: Bitboard, color: Color) -> u16 {
    // The king's rank moves to the first rank, and the first of the three files to the a-file. A pawn `n` ranks ahead
    // is then the bit 8n, 8n + 1 or 8n + 2, and an empty file gives 64, so bits 3 to 5 are the distance.
    let ahead = from_king(king, opponent_pawns, color) >> first_file(king);
    let first = (ahead & ON_A_FILE).trailing_zeros() & 56;
    let second = (ahead & (ON_A_FILE << 1)).trailing_zeros() & 56;
    let third = (ahead & (ON_A_FILE << 2)).trailing_zeros() & 56;
    (first >> 3 | second | third << 3) as u16
}

/// The a-file without its first square.
const ON_A_FILE: u64 = File::A.bitboard().0 & !1;

/// Returns the three distances of an index, from the file nearest to a. 0 stands for no pawn.
///
/// Only the lower nine bits of the index count.
#[inline]
#[must_use]
pub const fn storm_distances(index: u16) -> [u8; 3] {
    [(index & 7) as u8, (index >> 3 & 7) as u8, (index >> 6 & 7) as u8]
}

/// Returns the pawns of a storm: on each of the three files, the nearest pawn in front of the king.
///
/// ```
/// use destrier::{bitboard, king, Color, Square};
///
/// // Black's pawns. The white king is on g1.
/// let pawns = bitboard! {
///     . . . . . . . .
///     X X . . . . X .
///     . . . . . X . .
///     . . . . . . X .
///     . . . . . . . X
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
/// };
/// assert_eq!(king::storm_pawns(Square::G1, pawns, Color::White), bitboard! {
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . X . .
///     . . . . . . X .
///     . . . . . . . X
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
/// });
/// ```
///
/// `color` is the side of the king. [`storm_index`] explains which pawns count.
///
/// Cost: 16 operations and 2 loads.
#[inline]
#[must_use]
pub const fn storm_pawns(king: Square, opponent_pawns: Bitboard, color: Color) -> Bitboard {
    let candidates = opponent_pawns.intersection(storm_area(king, color));
    candidates.difference(pawn::front_span(candidates, color))
}

/// Returns the squares in front of a king on three files, where an opposing pawn belongs to a storm.
#[inline]
#[must_use]
pub const fn storm_area(king: Square, color: Color) -> Bitboard {
    AREAS[color.index() as usize][king.index() as usize]
}

static AREAS: [[Bitboard; 64]; 2] = {
    let mut areas = [[Bitboard::EMPTY; 64]; 2];
    let mut i = 0;
    while i < 64 {
        let king = Square::ALL[i];
        let files = THREE_FILES << first_file(king);
        let rank = king.index() & 56;
        areas[0][i] = Bitboard(files & (!0xff << rank));
        areas[1][i] = Bitboard(files & !(!0 << rank));
        i += 1;
    }
    areas
};

/// The files a, b and c.
const THREE_FILES: u64 = 0x0707_0707_0707_0707;

/// Computes [`storm_index`] from the squares of [`storm_pawns`].
#[must_use]
pub const fn by_pawns(king: Square, opponent_pawns: Bitboard, color: Color) -> u16 {
    let mut nearest = storm_pawns(king, opponent_pawns, color);
    let mut index = 0;
    while let Some(pawn) = nearest.pop_first() {
        let ranks = pawn.rank().index().abs_diff(king.rank().index()) as u16;
        index |= ranks << (3 * (pawn.file().index() - first_file(king)));
    }
    index
}

/// Computes [`storm_index`] rank by rank, from the farthest to the nearest. A nearer pawn replaces a farther one.
#[must_use]
pub const fn by_ranks(king: Square, opponent_pawns: Bitboard, color: Color) -> u16 {
    let pawns = as_white(opponent_pawns, color);
    let king = if color.is_white() { king } else { king.flip_vertical() };
    let first = ShieldWindow::around(king.file()).first_file().index();
    let mut distances = [0; 3];
    let mut distance = 7 - king.rank().index();
    while distance > 0 {
        let mut i = 0;
        while i < 3 {
            let square = (king.index() & 56) + 8 * distance + first + i;
            if pawns.contains(Square::ALL[square as usize]) {
                distances[i as usize] = distance as u16;
            }
            i += 1;
        }
        distance -= 1;
    }
    distances[0] | distances[1] << 3 | distances[2] << 6
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::naive::{self, coordinates, sets, up};

    /// The fewest ranks from the king to a pawn ahead, for each of the three files.
    fn naive_distances(king: Square, pawns: Bitboard, color: Color) -> [u8; 3] {
        let (file, rank) = coordinates(king);
        let first = (file - 1).clamp(0, 5);
        [0, 1, 2].map(|i| {
            let on_file = pawns.iter().map(coordinates).filter(|&(f, _)| f == first + i);
            let ahead = on_file.map(|(_, r)| (r - rank) * up(color)).filter(|&ranks| ranks > 0);
            ahead.min().unwrap_or(0) as u8
        })
    }

    #[test]
    fn formulations_match_the_definition() {
        for (i, [pawns]) in sets().enumerate() {
            for (king, color) in Color::ALL.map(|color| (Square::ALL[i / 47 % 64], color)) {
                for pawns in [pawns, pawns & storm_area(king, color)] {
                    let distances = naive_distances(king, pawns, color);
                    let [a, b, c] = distances.map(u16::from);
                    for way in FORMULATIONS {
                        let index = (way.compute)(king, pawns, color);
                        assert_eq!(index, a + 8 * b + 64 * c, "{way} {king} {color} {}", pawns.names());
                        let noise = 0xfe00;
                        assert_eq!(storm_distances(index | noise), distances, "only nine bits count");
                        assert!(index < STORMS);
                    }
                }
            }
        }
    }

    #[test]
    fn storm_pawns_and_areas_match_the_definition() {
        for king in Square::ALL {
            let (file, rank) = coordinates(king);
            let first = (file - 1).clamp(0, 5);
            for color in Color::ALL {
                let area =
                    naive::squares(|(f, r)| (first..first + 3).contains(&f) && (r - rank) * up(color) > 0);
                assert_eq!(storm_area(king, color), area, "{king} {color}");
                for [pawns] in sets().step_by(23) {
                    let distances = naive_distances(king, pawns, color);
                    let nearest = naive::squares(|(f, r)| {
                        let i = usize::try_from(f - first).ok().filter(|&i| i < 3);
                        i.is_some_and(|i| distances[i] > 0 && (r - rank) * up(color) == distances[i] as i8)
                    });
                    assert_eq!(storm_pawns(king, pawns, color), nearest, "{king} {color}");
                }
            }
        }
    }
}
