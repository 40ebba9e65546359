//! The eight files.

use crate::bitboard::Bitboard;
use core::fmt;

/// A file (column) of the board: a to h.
///
/// ```
/// use destrier::File;
///
/// assert_eq!(File::E.index(), 4);
/// assert_eq!(File::E.bitboard().bits(), 0x1010_1010_1010_1010);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
#[expect(missing_docs, reason = "the names are self-explanatory")]
pub enum File {
    A,
    B,
    C,
    D,
    E,
    F,
    G,
    H,
}

impl File {
    /// All files, a to h.
    pub const ALL: [Self; 8] = [Self::A, Self::B, Self::C, Self::D, Self::E, Self::F, Self::G, Self::H];

    /// Returns the file with this index, or `None` if the index is 8 or more.
    #[inline]
    #[must_use]
    pub const fn from_index(index: u8) -> Option<Self> {
        if index < 8 { Some(Self::ALL[index as usize]) } else { None }
    }

    /// Returns the index: 0 for file a, 7 for file h.
    #[inline]
    #[must_use]
    pub const fn index(self) -> u8 {
        self as u8
    }

    /// Returns the eight squares of the file.
    #[inline]
    #[must_use]
    pub const fn bitboard(self) -> Bitboard {
        Bitboard(0x0101_0101_0101_0101 << self.index())
    }
}

/// Prints `a` to `h`.
impl fmt::Display for File {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(["a", "b", "c", "d", "e", "f", "g", "h"][usize::from(*self)])
    }
}
