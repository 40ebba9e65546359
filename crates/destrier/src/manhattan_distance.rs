//! The Manhattan distance: how many orthogonal steps apart two squares are.

use crate::formulations::Formulation;
use crate::square::Square;
use crate::x88::{DIFFERENCES, difference};

/// Every formulation of [`Square::manhattan_distance`].
///
/// Both return the same number. They have the trade-offs of the same formulations of [`king::distance`](crate::king::distance()).
pub const FORMULATIONS: &[Formulation<fn(Square, Square) -> u8>] = &[
    Formulation::new("by coordinates", "13 operations", Square::manhattan_distance),
    Formulation::new("by 0x88", "6 operations and 1 load from 240 bytes", by_0x88),
];

impl Square {
    /// Returns the file distance plus the rank distance of two squares, 0 to 14.
    ///
    /// ```
    /// use destrier::Square;
    ///
    /// assert_eq!(Square::A1.manhattan_distance(Square::H8), 14);
    /// assert_eq!(Square::E4.manhattan_distance(Square::D5), 2);
    /// ```
    ///
    /// The squares at one distance form a diamond:
    ///
    /// ```
    /// use destrier::{Square, bitboard};
    ///
    /// let three_blocks_from_d4 = Square::ALL.into_iter().filter(|&s| s.manhattan_distance(Square::D4) == 3);
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
    /// the same [`king::distance`](crate::king::distance()), it separates those on a common diagonal from those on a
    /// common rank or file.
    ///
    /// Cost: 13 operations, no branch, no memory.
    ///
    /// Source: the wiki's *Manhattan-Distance* and *0x88* (Square Relations).
    #[inline]
    #[must_use]
    pub const fn manhattan_distance(self, other: Self) -> u8 {
        let (a, b) = (self.index(), other.index());
        (a & 7).abs_diff(b & 7) + (a >> 3).abs_diff(b >> 3)
    }
}

/// Looks up [`Square::manhattan_distance`] by the 0x88 difference of the squares.
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
        table[difference(a, b)] = a.manhattan_distance(b);
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
