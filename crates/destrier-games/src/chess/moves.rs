//! A move, to which side a king castles, and how a game goes on.

use destrier::{Piece, Square};

/// A move of a position, which knows whose it is and what is captured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// A piece goes to a square and takes what stands there.
    Normal {
        /// What goes.
        piece: Piece,
        /// From where.
        from: Square,
        /// To where.
        to: Square,
        /// What a pawn becomes on the last rank.
        promotion: Option<Piece>,
    },
    /// A pawn takes another one en passant.
    EnPassant {
        /// From where.
        from: Square,
        /// To where: behind the pawn that is taken.
        to: Square,
    },
    /// A king castles with a rook.
    Castling {
        /// Where the king stands.
        king: Square,
        /// Where the rook stands.
        rook: Square,
    },
}

/// How a game goes on from a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Continuation {
    /// With a move; whether it is legal, the position knows.
    Move(Move),
    /// With a null move, which only passes the turn.
    NullMove,
}

/// The side to which a king castles: `O-O` or `O-O-O`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CastlingSide {
    /// `O-O`, with the rook on the h-file's side.
    King,
    /// `O-O-O`, with the rook on the a-file's side.
    Queen,
}

impl CastlingSide {
    /// Both.
    pub const ALL: [Self; 2] = [Self::King, Self::Queen];
}
