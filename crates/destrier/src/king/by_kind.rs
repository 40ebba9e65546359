//! A value for each kind of piece that can attack a king from a safe distance.

use crate::bitboard::Bitboard;

/// A value for each of the four kinds of piece that attack a king: knights, bishops, rooks and queens.
///
/// With `T = Bitboard`, it holds the pieces of one side, or squares for each kind of piece.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ByKind<T = Bitboard> {
    /// The value for knights.
    pub knights: T,
    /// The value for bishops.
    pub bishops: T,
    /// The value for rooks.
    pub rooks: T,
    /// The value for queens.
    pub queens: T,
}

impl ByKind {
    /// No squares for any kind.
    pub(crate) const EMPTY: Self = Self {
        knights: Bitboard::EMPTY,
        bishops: Bitboard::EMPTY,
        rooks: Bitboard::EMPTY,
        queens: Bitboard::EMPTY,
    };

    /// Returns the squares of all kinds together.
    #[inline]
    #[must_use]
    pub const fn squares(self) -> Bitboard {
        self.knights.union(self.bishops).union(self.rooks).union(self.queens)
    }
}
