//! Castling: which rooks may, and what must hold when they do.

/// The side to which a king castles: `O-O` or `O-O-O`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CastlingSide {
    /// `O-O`, with the rook on the h-file's side.
    King,
    /// `O-O-O`, with the rook on the a-file's side.
    Queen,
}
