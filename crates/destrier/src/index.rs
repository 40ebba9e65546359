//! Conversions between indices and squares, files, ranks, colors and kinds of piece.

use crate::color::Color;
use crate::file::File;
use crate::piece::Piece;
use crate::rank::Rank;
use crate::square::Square;
use core::fmt;

/// The error returned when a number is not the index of a square, file, rank, color or kind of piece.
///
/// ```
/// use destrier::Square;
///
/// let error = Square::try_from(64_usize).unwrap_err();
/// assert_eq!(error.to_string(), "64 is not the index of a square: expected 0 to 63");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IndexError {
    index: usize,
    max: u8,
    of: &'static str,
}

impl fmt::Display for IndexError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is not the index of a {}: expected 0 to {}", self.index, self.of, self.max)
    }
}

impl core::error::Error for IndexError {}

macro_rules! indices {
    ($($type:ident $name:literal)*) => {$(
        /// Converts an index.
        impl TryFrom<u8> for $type {
            type Error = IndexError;

            #[inline]
            fn try_from(index: u8) -> Result<Self, IndexError> {
                let max = Self::ALL.len() as u8 - 1;
                Self::from_index(index).ok_or(IndexError { index: index.into(), max, of: $name })
            }
        }

        /// Converts an index, such as that of a table.
        impl TryFrom<usize> for $type {
            type Error = IndexError;

            #[inline]
            fn try_from(index: usize) -> Result<Self, IndexError> {
                let max = Self::ALL.len() as u8 - 1;
                Self::ALL.get(index).copied().ok_or(IndexError { index, max, of: $name })
            }
        }

        /// Returns the index.
        impl From<$type> for u8 {
            #[inline]
            fn from(item: $type) -> Self {
                item.index()
            }
        }

        /// Returns the index, to look up a table.
        impl From<$type> for usize {
            #[inline]
            fn from(item: $type) -> Self {
                item.index().into()
            }
        }
    )*};
}

indices! {
    Square "square"
    File "file"
    Rank "rank"
    Color "color"
    Piece "kind of piece"
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::string::ToString;

    #[test]
    fn indices_convert_back_and_others_are_errors() {
        macro_rules! check {
            ($($type:ident $words:literal)*) => {$(
                let number = $type::ALL.len();
                for index in 0..=u8::MAX {
                    assert_eq!($type::try_from(usize::from(index)), $type::try_from(index));
                    match $type::try_from(index) {
                        Ok(item) => {
                            assert_eq!(item, $type::ALL[usize::from(index)]);
                            assert_eq!(u8::from(item), index);
                            assert_eq!(usize::from(item), usize::from(index));
                            assert_eq!($type::from_index(index), Some(item));
                        }
                        Err(error) => {
                            assert!(usize::from(index) >= number);
                            assert_eq!(error.index, usize::from(index));
                            assert_eq!(usize::from(error.max), number - 1);
                            assert_eq!($type::from_index(index), None);
                        }
                    }
                }
                assert!($type::try_from(256_usize).is_err() && $type::try_from(usize::MAX).is_err());
                assert_eq!($type::try_from(200_u8).unwrap_err().to_string(), $words);
            )*};
        }
        check! {
            Square "200 is not the index of a square: expected 0 to 63"
            File "200 is not the index of a file: expected 0 to 7"
            Rank "200 is not the index of a rank: expected 0 to 7"
            Color "200 is not the index of a color: expected 0 to 1"
            Piece "200 is not the index of a kind of piece: expected 0 to 5"
        }
    }
}
