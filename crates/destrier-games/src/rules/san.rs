//! Standard algebraic notation (SAN).

use super::CastlingSide;
use destrier::{File, Piece, Rank, Square};

/// A move as it is written in SAN, without its check sign. Which move that is depends on the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum San {
    /// A piece goes to a square, like `Nbxd7` or `exd8=Q`.
    Normal {
        /// What goes; a pawn is not written.
        piece: Piece,
        /// The file that it comes from, where that is written.
        file: Option<File>,
        /// The rank that it comes from, where that is written.
        rank: Option<Rank>,
        /// Whether `x` is written.
        capture: bool,
        /// Where it goes.
        to: Square,
        /// What a pawn becomes. Any piece can be written, and no pawn may become king.
        promotion: Option<Piece>,
    },
    /// `O-O` or `O-O-O`.
    Castling(CastlingSide),
    /// `--`, the null move.
    Null,
}
impl std::fmt::Display for San {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match *self {
            Self::Normal { piece, file, rank, capture, to, promotion } => {
                if piece != Piece::Pawn {
                    write!(f, "{}", piece.letter())?;
                }
                if let Some(x) = file {
                    write!(f, "{x}")?;
                }
                if let Some(x) = rank {
                    write!(f, "{x}")?;
                }
                if capture {
                    f.write_str("x")?;
                }
                write!(f, "{to}")?;
                promotion.map_or(Ok(()), |p| write!(f, "={}", p.letter()))
            }
            Self::Castling(CastlingSide::King) => f.write_str("O-O"),
            Self::Castling(_) => f.write_str("O-O-O"),
            Self::Null => f.write_str("--"),
        }
    }
}
