//! How many moves a king needs from one square to another on an empty board.
//!
//! A king steps to a neighbor of any kind at the same cost, so its distance is the larger of the distance in files and
//! the distance in ranks, 0 to 7: the Chebyshev distance. Squares at one distance form a square around the king:
//!
//! ```
//! use destrier::{bitboard, king, Square};
//!
//! let three_moves_from_c4 = Square::ALL.into_iter().filter(|&s| king::distance(Square::C4, s) == 3);
//! assert_eq!(three_moves_from_c4.collect::<destrier::Bitboard>(), bitboard! {
//!     . . . . . . . .
//!     X X X X X X . .
//!     . . . . . X . .
//!     . . . . . X . .
//!     . . . . . X . .
//!     . . . . . X . .
//!     . . . . . X . .
//!     X X X X X X . .
//! });
//! ```
//!
//! Between two sets, [`set_distance`] is that of the nearest pair.
//!
//! # Formulations
//!
//! All of [`FORMULATIONS`] give the same number. From the coordinates it needs no memory, and works on many pairs side
//! by side. The table of all pairs (4096 bytes) is fewer instructions, and wins in a loop over pairs where it stays in
//! the cache; a single answer takes as long from either. The table of differences on a board sixteen files wide, half
//! of it empty (the 0x88 board; 240 bytes), is between the two in a loop, and slower than both for a single answer.
//! Filling is what the others are proven by.
//!
//! Source: the wiki's *Distance*, *0x88* (Square Relations) and *King Pattern*.

use crate::bitboard::Bitboard;
use crate::formulation::Formulation;
use crate::leaper::Leaper;
use crate::square::Square;
use crate::x88::{DIFFERENCES, difference};

/// Every formulation of [`distance`](distance()).
pub const FORMULATIONS: &[Formulation<fn(Square, Square) -> u8>] = &[
    Formulation::new("by coordinates", "14 operations", distance),
    Formulation::new("by 0x88", "6 operations and 1 load from 240 bytes", by_0x88),
    Formulation::new("by table", "1 load from 4096 bytes", by_table),
    Formulation::new("by fill", "12 operations and a branch a move", by_fill),
];

/// The fewest moves of a king from one square to the other, 0 to 7. 14 operations, no branch, no memory.
///
/// ```
/// use destrier::{king, Square};
///
/// assert_eq!(king::distance(Square::A1, Square::H8), 7);
/// assert_eq!(king::distance(Square::E1, Square::G1), 2);
/// assert_eq!(king::distance(Square::E4, Square::E4), 0);
/// ```
#[inline]
#[must_use]
pub const fn distance(a: Square, b: Square) -> u8 {
    let (a, b) = (a.index(), b.index());
    let files = (a & 7).abs_diff(b & 7);
    let ranks = (a >> 3).abs_diff(b >> 3);
    if files > ranks { files } else { ranks }
}

/// [`distance`](distance()) from a table of all differences of squares on a board sixteen files wide, the 0x88 board:
/// the difference fixes how many files and ranks lie between. 6 operations and 1 load.
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
        table[difference(a, b)] = distance(a, b);
        i += 1;
    }
    table
};

/// [`distance`](distance()) from a table of all pairs. 1 load.
#[inline]
#[must_use]
pub const fn by_table(a: Square, b: Square) -> u8 {
    TABLE[a.index() as usize][b.index() as usize]
}

static TABLE: [[u8; 64]; 64] = {
    let mut table = [[0; 64]; 64];
    let mut i = 0;
    while i < 64 * 64 {
        table[i / 64][i % 64] = distance(Square::ALL[i / 64], Square::ALL[i % 64]);
        i += 1;
    }
    table
};

/// [`distance`](distance()) by counting the moves of a [`set_distance`]. 12 operations and a branch a move.
#[inline]
#[must_use]
pub const fn by_fill(a: Square, b: Square) -> u8 {
    match set_distance(a.bitboard(), b.bitboard()) {
        Some(distance) => distance,
        None => 0,
    }
}

/// The fewest moves of a king from any square of one set to any square of the other, 0 to 7; `None` if a set is empty.
/// 12 operations and a branch a move.
///
/// ```
/// use destrier::{king, File, Rank, Square};
///
/// assert_eq!(king::set_distance(Square::B3.bitboard(), Rank::Eighth.bitboard()), Some(5));
/// assert_eq!(king::set_distance(File::A.bitboard(), File::H.bitboard()), Some(7));
/// assert_eq!(king::set_distance(File::A.bitboard(), Rank::First.bitboard()), Some(0));
/// ```
#[inline]
#[must_use]
pub const fn set_distance(a: Bitboard, b: Bitboard) -> Option<u8> {
    Leaper::King.set_distance(a, b)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::naive::{self, king_attacks_from, sets};

    #[test]
    fn every_formulation_counts_the_moves() {
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

    #[test]
    fn distance_is_a_metric() {
        for a in Square::ALL {
            for b in Square::ALL {
                assert_eq!(distance(a, b) == 0, a == b);
                assert_eq!(distance(a, b), distance(b, a));
                assert_eq!(distance(a.flip_vertical(), b.flip_vertical()), distance(a, b));
                assert_eq!(distance(a.mirror_horizontal(), b.mirror_horizontal()), distance(a, b));
                for c in Square::ALL {
                    assert!(distance(a, c) <= distance(a, b) + distance(b, c), "{a} {b} {c}");
                }
            }
        }
    }

    #[test]
    fn sets_are_as_far_apart_as_their_nearest_squares() {
        for [a, b] in sets() {
            let pairs = a.iter().flat_map(|from| b.iter().map(move |to| distance(from, to)));
            assert_eq!(set_distance(a, b), pairs.min());
        }
    }

    #[test]
    fn tables_are_made_at_compile_time() {
        const DISTANCES: [u8; 3] = [
            by_table(Square::A1, Square::B2),
            by_0x88(Square::A1, Square::G4),
            by_fill(Square::H1, Square::A8),
        ];
        assert_eq!(DISTANCES, [1, 6, 7]);
    }
}
