//! Moves, castling sides and continuations.

use destrier::{Piece, Square};

/// A move in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// A piece moves to a square and captures the piece there, if any.
    Normal {
        /// The piece that moves.
        piece: Piece,
        /// The square it leaves.
        from: Square,
        /// The square it moves to.
        to: Square,
        /// The piece that a pawn promotes to.
        promotion: Option<Piece>,
    },
    /// A pawn captures en passant.
    EnPassant {
        /// The square of the capturing pawn.
        from: Square,
        /// The square it moves to, behind the captured pawn.
        to: Square,
    },
    /// A king castles with a rook.
    Castling {
        /// The square of the king.
        king: Square,
        /// The square of the rook.
        rook: Square,
    },
}

/// The next step of a game: a move or a null move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Continuation {
    /// A move. It need not be legal.
    Move(Move),
    /// A null move, which only passes the turn.
    NullMove,
}

/// The side on which a king castles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CastlingSide {
    /// `O-O`, with the rook on the h-file's side.
    King,
    /// `O-O-O`, with the rook on the a-file's side.
    Queen,
}

impl CastlingSide {
    /// Both sides, the king side first.
    pub const ALL: [Self; 2] = [Self::King, Self::Queen];
}
