//! The number of moves that a king needs from one square to another on an empty board.

use crate::bitboard::Bitboard;
use crate::formulations::Formulation;
use crate::leaper::Leaper;
use crate::square::Square;
use crate::x88::{DIFFERENCES, difference};

/// Every formulation of [`distance`](distance()).
///
/// All return the same number:
///
/// - [`distance`](distance()) looks it up in a table of all pairs (4 kB), one load.
/// - [`by_coordinates`] needs no memory, and loops over many pairs vectorize.
/// - [`by_0x88`] looks it up by the 0x88 difference of the squares (240 bytes). In a loop it is between those two; for
///   a single pair it is slower than both.
/// - [`by_fill`] counts the moves of a fill. It is the reference for the others.
pub const FORMULATIONS: &[Formulation<fn(Square, Square) -> u8>] = &[
    Formulation::new("by table", "3 operations and 1 load", distance),
    Formulation::new("by coordinates", "14 operations", by_coordinates),
    Formulation::new("by 0x88", "6 operations and 1 load from 240 bytes", by_0x88),
    Formulation::new("by fill", "6 operations, plus 13 operations and 1 branch per move", by_fill),
];

/// Returns the fewest moves of a king from one square to the other, 0 to 7.
///
/// ```
/// use destrier::{king, Square};
///
/// assert_eq!(king::distance(Square::A1, Square::H8), 7);
/// assert_eq!(king::distance(Square::E1, Square::G1), 2);
/// assert_eq!(king::distance(Square::E4, Square::E4), 0);
/// ```
///
/// The distance is the larger of the file distance and the rank distance: the Chebyshev distance. The squares at one
/// distance form a square around the king:
///
/// ```
/// use destrier::{bitboard, king, Square};
///
/// let three_moves_from_c4 = Square::ALL.into_iter().filter(|&s| king::distance(Square::C4, s) == 3);
/// assert_eq!(three_moves_from_c4.collect::<destrier::Bitboard>(), bitboard! {
///     . . . . . . . .
///     X X X X X X . .
///     . . . . . X . .
///     . . . . . X . .
///     . . . . . X . .
///     . . . . . X . .
///     . . . . . X . .
///     X X X X X X . .
/// });
/// ```
///
/// For two sets of squares, use [`set_distance`].
///
/// Cost: 3 operations and 1 load from 4 kB.
///
/// Source: the wiki's *Distance*, *0x88* (Square Relations) and *King Pattern*.
#[inline]
#[must_use]
pub const fn distance(a: Square, b: Square) -> u8 {
    TABLE[a.index() as usize][b.index() as usize]
}

/// Computes [`distance`](distance()) as the larger of the file distance and the rank distance.
#[inline]
#[must_use]
pub const fn by_coordinates(a: Square, b: Square) -> u8 {
    let (a, b) = (a.index(), b.index());
    let files = (a & 7).abs_diff(b & 7);
    let ranks = (a >> 3).abs_diff(b >> 3);
    if files > ranks { files } else { ranks }
}

/// Looks up [`distance`](distance()) by the 0x88 difference of the squares, which determines how many files and ranks
/// are between them.
#[inline]
#[must_use]
pub const fn by_0x88(a: Square, b: Square) -> u8 {
    DIFFERENCE_TABLE[difference(a, b)]
}

static DIFFERENCE_TABLE: [u8; DIFFERENCES] = {
    let mut table = [0; DIFFERENCES];
    let mut i = 0;
    while i < 64 * 64 {
        let (a, b) = (Square::ALL[i / 64], Square::ALL[i % 64]);
        table[difference(a, b)] = by_coordinates(a, b);
        i += 1;
    }
    table
};

static TABLE: [[u8; 64]; 64] = {
    let mut table = [[0; 64]; 64];
    let mut i = 0;
    while i < 64 * 64 {
        table[i / 64][i % 64] = by_coordinates(Square::ALL[i / 64], Square::ALL[i % 64]);
        i += 1;
    }
    table
};

/// Computes [`distance`](distance()) as the [`set_distance`] of two single squares.
#[inline]
#[must_use]
pub const fn by_fill(a: Square, b: Square) -> u8 {
    match set_distance(a.bitboard(), b.bitboard()) {
        Some(distance) => distance,
        None => 0,
    }
}

/// Returns the fewest moves of a king from any square of one set to any square of the other, 0 to 7, or `None` if a set
/// is empty.
///
/// ```
/// use destrier::{king, File, Rank, Square};
///
/// assert_eq!(king::set_distance(Square::B3.bitboard(), Rank::Eighth.bitboard()), Some(5));
/// assert_eq!(king::set_distance(File::A.bitboard(), File::H.bitboard()), Some(7));
/// assert_eq!(king::set_distance(File::A.bitboard(), Rank::First.bitboard()), Some(0));
/// ```
///
/// Cost: 6 operations, plus 13 operations and 1 branch per move.
#[inline]
#[must_use]
pub const fn set_distance(a: Bitboard, b: Bitboard) -> Option<u8> {
    Leaper::King.set_distance(a, b)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::naive::{self, king_attacks_from};

    #[test]
    fn formulations_count_the_moves() {
        for a in Square::ALL {
            let moves = naive::distances_from(a.bitboard(), Bitboard::FULL, king_attacks_from);
            for b in Square::ALL {
                assert_eq!(moves[usize::from(b.index())], Some(naive::king_distance(a, b) as u8));
                for way in FORMULATIONS {
                    assert_eq!(Some((way.compute)(a, b)), moves[usize::from(b.index())], "{way} {a} {b}");
                }
            }
        }
    }
}
