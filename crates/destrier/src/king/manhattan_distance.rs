//! The Manhattan distance: how many orthogonal steps apart two squares are.

use crate::formulations::Formulation;
use crate::square::Square;
use crate::x88::{DIFFERENCES, difference};

/// Every formulation of [`manhattan_distance`](manhattan_distance()).
///
/// Both return the same number. They have the trade-offs of the same formulations of [`distance`](super::distance()).
pub const FORMULATIONS: &[Formulation<fn(Square, Square) -> u8>] = &[
    Formulation::new("by coordinates", "13 operations", manhattan_distance),
    Formulation::new("by 0x88", "6 operations and 1 load from 240 bytes", by_0x88),
];

/// Returns the file distance plus the rank distance of two squares, 0 to 14.
///
/// ```
/// use destrier::{king, Square};
///
/// assert_eq!(king::manhattan_distance(Square::A1, Square::H8), 14);
/// assert_eq!(king::manhattan_distance(Square::E4, Square::D5), 2);
/// ```
///
/// The squares at one distance form a diamond:
///
/// ```
/// use destrier::{bitboard, king, Square};
///
/// let three_blocks_from_d4 = Square::ALL.into_iter().filter(|&s| king::manhattan_distance(Square::D4, s) == 3);
/// assert_eq!(three_blocks_from_d4.collect::<destrier::Bitboard>(), bitboard! {
///     . . . . . . . .
///     . . . X . . . .
///     . . X . X . . .
///     . X . . . X . .
///     X . . . . . X .
///     . X . . . X . .
///     . . X . X . . .
///     . . . X . . . .
/// });
/// ```
///
/// Endgame evaluations use it to drive a lone king to the edge and to bring the other king near it. Among squares at
/// the same king [`distance`](super::distance()), it separates those on a common diagonal from those on a common rank
/// or file.
///
/// Cost: 13 operations, no branch, no memory.
///
/// Source: the wiki's *Manhattan-Distance* and *0x88* (Square Relations).
#[inline]
#[must_use]
pub const fn manhattan_distance(a: Square, b: Square) -> u8 {
    let (a, b) = (a.index(), b.index());
    (a & 7).abs_diff(b & 7) + (a >> 3).abs_diff(b >> 3)
}

/// Looks up [`manhattan_distance`](manhattan_distance()) by the 0x88 difference of the squares.
#[inline]
#[must_use]
pub const fn by_0x88(a: Square, b: Square) -> u8 {
    TABLE[difference(a, b)]
}

static TABLE: [u8; DIFFERENCES] = {
    let mut table = [0; DIFFERENCES];
    let mut i = 0;
    while i < 64 * 64 {
        let (a, b) = (Square::ALL[i / 64], Square::ALL[i % 64]);
        table[difference(a, b)] = manhattan_distance(a, b);
        i += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bitboard::Bitboard;
    use crate::naive;

    #[test]
    fn formulations_count_the_steps() {
        let rook_steps = |square: Square| {
            let (f, r) = naive::coordinates(square);
            naive::squares(|(x, y)| (x - f).abs() + (y - r).abs() == 1)
        };
        for a in Square::ALL {
            let steps = naive::distances_from(a.bitboard(), Bitboard::FULL, rook_steps);
            for b in Square::ALL {
                for way in FORMULATIONS {
                    assert_eq!(Some((way.compute)(a, b)), steps[usize::from(b.index())], "{way} {a} {b}");
                }
            }
        }
    }
}
