//! The eight files.

use crate::bitboard::Bitboard;
use core::fmt;

/// A file, a column of the board: a to h.
///
/// ```
/// use destrier::File;
///
/// assert_eq!(File::E.index(), 4);
/// assert_eq!(File::E.bitboard().bits(), 0x1010_1010_1010_1010);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
#[expect(missing_docs, reason = "their names say it")]
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

    /// The file of an index, or `None` from 8 on.
    #[inline]
    #[must_use]
    pub const fn from_index(index: u8) -> Option<Self> {
        if index < 8 { Some(Self::ALL[index as usize]) } else { None }
    }

    /// 0 for file a, 7 for file h.
    #[inline]
    #[must_use]
    pub const fn index(self) -> u8 {
        self as u8
    }

    /// `a` to `h`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        ["a", "b", "c", "d", "e", "f", "g", "h"][self.index() as usize]
    }

    /// Its eight squares. 1 operation.
    #[inline]
    #[must_use]
    pub const fn bitboard(self) -> Bitboard {
        Bitboard(0x0101_0101_0101_0101 << self.index())
    }
}

impl fmt::Display for File {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
