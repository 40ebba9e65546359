//! A position of a game: eight sets of squares, whose turn it is, and what the moves so far leave open.

use destrier::{Bitboard, Color, Sets, Square};

/// A position in which the moves are well defined: each side has one king, and the side that has moved is not in check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    pub(super) sets: Sets,
    pub(super) turn: Color,
    /// The rooks that may castle, each on its king's back rank, at most one on either side of the king.
    pub(super) castling_rooks: Bitboard,
    /// The square that a pawn has just passed in a double push, whether it can be taken there or not.
    pub(super) en_passant: Option<Square>,
    /// Moves since the last capture or pawn move.
    pub(super) halfmoves: u32,
    /// The number of the move to be made, which goes up after Black's.
    pub(super) fullmoves: u32,
}
