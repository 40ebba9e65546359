//! Lines through a square: rank, file, diagonal and anti-diagonal.

use crate::bitboard::Bitboard;
use crate::square::Square;
use core::fmt;

/// One of the four kinds of line along which sliders move.
///
/// ```
/// use destrier::{bitboard, Line, Square};
///
/// assert_eq!(Line::Diagonal.through(Square::E4), bitboard! {
///     . . . . . . . .
///     . . . . . . . X
///     . . . . . . X .
///     . . . . . X . .
///     . . . . X . . .
///     . . . X . . . .
///     . . X . . . . .
///     . X . . . . . .
/// });
/// ```
///
/// Source: the wiki's *On an empty Board*, *Diagonals* and *Anti-Diagonals*.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Line {
    /// East and west.
    Rank,
    /// North and south.
    File,
    /// North-east and south-west, like a1-h8.
    Diagonal,
    /// North-west and south-east, like h1-a8.
    AntiDiagonal,
}

impl Line {
    /// All four kinds, in the bit order of a [`LineSet`](crate::king::LineSet).
    pub const ALL: [Self; 4] = [Self::Rank, Self::File, Self::Diagonal, Self::AntiDiagonal];

    /// Returns the squares of the line through a square, including the square itself. It uses no table.
    #[inline]
    #[must_use]
    pub const fn through(self, square: Square) -> Bitboard {
        const MAIN_DIAGONAL: u64 = 0x8040_2010_0804_0201;
        const MAIN_ANTI_DIAGONAL: u64 = 0x0102_0408_1020_4080;
        let rank = square.rank().index() as i32;
        let file = square.file().index() as i32;
        Bitboard(match self {
            Self::Rank => square.rank().bitboard().0,
            Self::File => square.file().bitboard().0,
            Self::Diagonal => shift_ranks(MAIN_DIAGONAL, rank - file),
            Self::AntiDiagonal => shift_ranks(MAIN_ANTI_DIAGONAL, rank + file - 7),
        })
    }

    /// Returns the name: `rank`, `file`, `diagonal` or `anti-diagonal`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Rank => "rank",
            Self::File => "file",
            Self::Diagonal => "diagonal",
            Self::AntiDiagonal => "anti-diagonal",
        }
    }
}

/// Shifts the set north by `ranks`, or south if negative. `ranks` is at most seven either way.
const fn shift_ranks(set: u64, ranks: i32) -> u64 {
    if ranks < 0 { set >> (-8 * ranks) } else { set << (8 * ranks) }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::naive;
    use std::string::ToString;

    #[test]
    fn lines_match_coordinates() {
        assert_eq!(Line::ALL.map(|line| line.to_string()), ["rank", "file", "diagonal", "anti-diagonal"]);
        for square in Square::ALL {
            let (f, r) = naive::coordinates(square);
            assert_eq!(Line::Rank.through(square), naive::squares(|(_, y)| y == r));
            assert_eq!(Line::File.through(square), naive::squares(|(x, _)| x == f));
            assert_eq!(Line::Diagonal.through(square), naive::squares(|(x, y)| x - y == f - r));
            assert_eq!(Line::AntiDiagonal.through(square), naive::squares(|(x, y)| x + y == f + r));
        }
    }

    #[test]
    fn lines_through_e4() {
        let lines = Line::ALL.map(|line| line.through(Square::E4).bits());
        assert_eq!(lines, [0xff00_0000, 0x1010_1010_1010_1010, 0x0080_4020_1008_0402, 0x0102_0408_1020_4080]);
    }
}
