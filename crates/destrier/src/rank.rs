//! The eight ranks.

use crate::bitboard::Bitboard;

/// A rank (row) of the board: 1 to 8, counted from White's side.
///
/// ```
/// use destrier::Rank;
///
/// assert_eq!(Rank::Fourth.index(), 3);
/// assert_eq!(Rank::Fourth.bitboard().bits(), 0x0000_0000_ff00_0000);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
#[expect(missing_docs, reason = "the names are self-explanatory")]
pub enum Rank {
    First,
    Second,
    Third,
    Fourth,
    Fifth,
    Sixth,
    Seventh,
    Eighth,
}

impl Rank {
    /// All ranks, first to eighth.
    pub const ALL: [Self; 8] = [
        Self::First,
        Self::Second,
        Self::Third,
        Self::Fourth,
        Self::Fifth,
        Self::Sixth,
        Self::Seventh,
        Self::Eighth,
    ];

    /// Returns the rank with this index, or `None` if the index is 8 or more.
    #[inline]
    #[must_use]
    pub const fn from_index(index: u8) -> Option<Self> {
        if index < 8 { Some(Self::ALL[index as usize]) } else { None }
    }

    /// Returns the index: 0 for the first rank, 7 for the eighth.
    #[inline]
    #[must_use]
    pub const fn index(self) -> u8 {
        self as u8
    }

    /// Returns the eight squares of the rank.
    #[inline]
    #[must_use]
    pub const fn bitboard(self) -> Bitboard {
        Bitboard(0xff << (8 * self.index()))
    }
}
