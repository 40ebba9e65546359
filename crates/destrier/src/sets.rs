//! The eight sets of a position.

use crate::bitboard::Bitboard;
use crate::color::Color;
use crate::piece::Piece;

/// The eight sets of a position, or eight values of any type `T`.
///
/// For many positions, `T` is a column ([`batch::Boards`](crate::batch::Boards)).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Sets<T = Bitboard> {
    /// White's pieces.
    pub white: T,
    /// Black's pieces.
    pub black: T,
    /// The pawns of both sides.
    pub pawns: T,
    /// The knights of both sides.
    pub knights: T,
    /// The bishops of both sides.
    pub bishops: T,
    /// The rooks of both sides.
    pub rooks: T,
    /// The queens of both sides.
    pub queens: T,
    /// The kings of both sides.
    pub kings: T,
}

impl Sets {
    /// The sets of an empty board.
    pub const EMPTY: Self = Self::from_colors_and_pieces([0; 2], [0; 6]);

    /// Creates sets from the bitboards of the two colors and the six kinds of piece.
    ///
    /// The order is that of [`Color::ALL`] and [`Piece::ALL`]: white, black; pawns, knights, bishops, rooks, queens,
    /// kings.
    #[inline]
    #[must_use]
    pub const fn from_colors_and_pieces(colors: [u64; 2], pieces: [u64; 6]) -> Self {
        let [white, black] = colors;
        let [pawns, knights, bishops, rooks, queens, kings] = pieces;
        Self {
            white: Bitboard(white),
            black: Bitboard(black),
            pawns: Bitboard(pawns),
            knights: Bitboard(knights),
            bishops: Bitboard(bishops),
            rooks: Bitboard(rooks),
            queens: Bitboard(queens),
            kings: Bitboard(kings),
        }
    }

    /// Creates sets from twelve bitboards, one for each color and kind of piece.
    ///
    /// The order is that of [`Color::ALL`] and [`Piece::ALL`]: six of White and six of Black, each from pawns to
    /// kings.
    #[inline]
    #[must_use]
    pub const fn from_colored_pieces(pieces: [[u64; 6]; 2]) -> Self {
        let [[p, n, b, r, q, k], [bp, bn, bb, br, bq, bk]] = pieces;
        Self::from_colors_and_pieces(
            [p | n | b | r | q | k, bp | bn | bb | br | bq | bk],
            [p | bp, n | bn, b | bb, r | br, q | bq, k | bk],
        )
    }

    /// Returns the pieces of a side.
    #[inline]
    #[must_use]
    pub const fn color(&self, color: Color) -> Bitboard {
        match color {
            Color::White => self.white,
            Color::Black => self.black,
        }
    }

    /// Returns the pieces of one kind, of both sides.
    #[inline]
    #[must_use]
    pub const fn piece(&self, piece: Piece) -> Bitboard {
        match piece {
            Piece::Pawn => self.pawns,
            Piece::Knight => self.knights,
            Piece::Bishop => self.bishops,
            Piece::Rook => self.rooks,
            Piece::Queen => self.queens,
            Piece::King => self.kings,
        }
    }
}

impl<T> Sets<T> {
    /// Applies a function to each set.
    #[inline(always)]
    #[must_use]
    pub fn map<U>(self, mut f: impl FnMut(T) -> U) -> Sets<U> {
        Sets {
            white: f(self.white),
            black: f(self.black),
            pawns: f(self.pawns),
            knights: f(self.knights),
            bishops: f(self.bishops),
            rooks: f(self.rooks),
            queens: f(self.queens),
            kings: f(self.kings),
        }
    }
}

impl<T: Copy> Sets<T> {
    /// Creates sets from an array: white, black; pawns, knights, bishops, rooks, queens, kings.
    #[inline(always)]
    #[must_use]
    pub const fn from_array(sets: [T; 8]) -> Self {
        let [white, black, pawns, knights, bishops, rooks, queens, kings] = sets;
        Self { white, black, pawns, knights, bishops, rooks, queens, kings }
    }

    /// Returns the sets as an array, in the order of [`from_array`](Self::from_array).
    #[inline(always)]
    #[must_use]
    pub const fn to_array(self) -> [T; 8] {
        let Self { white, black, pawns, knights, bishops, rooks, queens, kings } = self;
        [white, black, pawns, knights, bishops, rooks, queens, kings]
    }
}
