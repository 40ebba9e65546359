//! The 64 squares.

use crate::bitboard::Bitboard;
use crate::direction::Direction;
use crate::file::File;
use crate::parse_errors::ParseSquareError;
use crate::rank::Rank;
use core::fmt;
use core::str::FromStr;

macro_rules! squares {
    ($($square:ident = $name:literal,)*) => {
        /// A square of the board.
        ///
        /// The index is 8 · rank + file: a1 is 0, b1 is 1, h1 is 7, a2 is 8, h8 is 63.
        ///
        /// ```
        /// use destrier::{File, Rank, Square};
        ///
        /// assert_eq!(Square::new(File::E, Rank::Fourth), Square::E4);
        /// assert_eq!("e4".parse(), Ok(Square::E4));
        /// assert_eq!(Square::E4.to_string(), "e4");
        /// assert_eq!(Square::E4.index(), 28);
        /// ```
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        pub enum Square {
            $(
                #[doc = $name]
                $square,
            )*
        }

        impl Square {
            /// All squares by index, from a1 along the ranks to h8.
            pub const ALL: [Self; 64] = [$(Self::$square),*];

            /// Returns the square with this index, or `None` if the index is 64 or more.
            #[inline]
            #[must_use]
            pub const fn from_index(index: u8) -> Option<Self> {
                // This match compiles to a plain conversion, without a table lookup.
                match index {
                    $(index if index == Self::$square as u8 => Some(Self::$square),)*
                    _ => None,
                }
            }

            /// Returns the name in lower case, such as `e4`.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$square => $name,)*
                }
            }
        }
    };
}

squares! {
    A1 = "a1", B1 = "b1", C1 = "c1", D1 = "d1", E1 = "e1", F1 = "f1", G1 = "g1", H1 = "h1",
    A2 = "a2", B2 = "b2", C2 = "c2", D2 = "d2", E2 = "e2", F2 = "f2", G2 = "g2", H2 = "h2",
    A3 = "a3", B3 = "b3", C3 = "c3", D3 = "d3", E3 = "e3", F3 = "f3", G3 = "g3", H3 = "h3",
    A4 = "a4", B4 = "b4", C4 = "c4", D4 = "d4", E4 = "e4", F4 = "f4", G4 = "g4", H4 = "h4",
    A5 = "a5", B5 = "b5", C5 = "c5", D5 = "d5", E5 = "e5", F5 = "f5", G5 = "g5", H5 = "h5",
    A6 = "a6", B6 = "b6", C6 = "c6", D6 = "d6", E6 = "e6", F6 = "f6", G6 = "g6", H6 = "h6",
    A7 = "a7", B7 = "b7", C7 = "c7", D7 = "d7", E7 = "e7", F7 = "f7", G7 = "g7", H7 = "h7",
    A8 = "a8", B8 = "b8", C8 = "c8", D8 = "d8", E8 = "e8", F8 = "f8", G8 = "g8", H8 = "h8",
}

impl Square {
    /// Returns the square with an index below 64.
    #[inline]
    pub(crate) const fn at(index: u8) -> Self {
        match Self::from_index(index & 63) {
            Some(square) => square,
            None => unreachable!(),
        }
    }

    /// Creates a square from a file and a rank.
    #[inline]
    #[must_use]
    pub const fn new(file: File, rank: Rank) -> Self {
        Self::at(rank.index() * 8 + file.index())
    }

    /// Returns the index, 8 · rank + file: 0 for a1, 63 for h8.
    #[inline]
    #[must_use]
    pub const fn index(self) -> u8 {
        self as u8
    }

    /// Returns the set that contains only this square.
    #[inline]
    #[must_use]
    pub const fn bitboard(self) -> Bitboard {
        Bitboard(1 << self.index())
    }

    /// Returns the file.
    #[inline]
    #[must_use]
    pub const fn file(self) -> File {
        File::ALL[(self.index() & 7) as usize]
    }

    /// Returns the rank.
    #[inline]
    #[must_use]
    pub const fn rank(self) -> Rank {
        Rank::ALL[(self.index() >> 3) as usize]
    }

    /// Returns the square mirrored top to bottom: a1 becomes a8.
    #[inline]
    #[must_use]
    pub const fn flip_vertical(self) -> Self {
        Self::at(self.index() ^ 56)
    }

    /// Returns the square mirrored left to right: a1 becomes h1.
    #[inline]
    #[must_use]
    pub const fn mirror_horizontal(self) -> Self {
        Self::at(self.index() ^ 7)
    }

    /// Returns the square one step away, or `None` if the step leaves the board.
    ///
    /// ```
    /// use destrier::{Direction, Square};
    ///
    /// assert_eq!(Square::G1.step(Direction::NoNoWe), Some(Square::F3));
    /// assert_eq!(Square::G1.step(Direction::NoEaEa), None);
    /// ```
    #[inline]
    #[must_use]
    pub const fn step(self, direction: Direction) -> Option<Self> {
        self.bitboard().step(direction).first()
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Parses the name of a square, in lower or upper case: `e4` or `E4`.
impl FromStr for Square {
    type Err = ParseSquareError;

    fn from_str(name: &str) -> Result<Self, ParseSquareError> {
        match name.as_bytes() {
            [file, rank @ b'1'..=b'8'] => match file.to_ascii_lowercase() {
                file @ b'a'..=b'h' => Ok(Self::ALL[usize::from((rank - b'1') * 8 + (file - b'a'))]),
                _ => Err(ParseSquareError),
            },
            _ => Err(ParseSquareError),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::string::ToString;

    #[test]
    fn index_file_rank_and_name_agree() {
        for (i, square) in Square::ALL.into_iter().enumerate() {
            assert_eq!(usize::from(square.index()), i);
            assert_eq!(Square::from_index(i as u8), Some(square));
            assert_eq!(Square::new(square.file(), square.rank()), square);
            assert_eq!(usize::from(square.file().index()), i % 8);
            assert_eq!(usize::from(square.rank().index()), i / 8);
            assert_eq!(square.to_string(), std::format!("{}{}", square.file(), square.rank()));
            assert_eq!(std::format!("{square:?}"), square.to_string());
            assert_eq!(square.to_string().parse(), Ok(square));
            assert_eq!(square.to_string().to_uppercase().parse(), Ok(square));
            assert_eq!(square.flip_vertical().bitboard(), square.bitboard().flip_vertical());
            assert_eq!(square.mirror_horizontal().bitboard(), square.bitboard().mirror_horizontal());
        }
        for index in 64..=255 {
            assert_eq!(Square::from_index(index), None);
        }
        for text in ["", "e", "4e", "e0", "e9", "i1", "e44", "é4"] {
            assert_eq!(text.parse::<Square>(), Err(ParseSquareError), "{text:?}");
        }
        assert_eq!(ParseSquareError.to_string(), "expected a file a-h and a rank 1-8, like `e4`");
    }
}
