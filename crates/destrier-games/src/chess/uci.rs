//! Moves in UCI notation: from square and to square.

use destrier::{File, Piece, Rank, Square};
use std::fmt;

/// A move in UCI notation. [`Position::resolve_uci`](crate::Position::resolve_uci) finds the move it stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Uci {
    /// A move from a square to a square, like `e2e4` or `e7e8q`.
    Normal {
        /// The square the piece leaves.
        from: Square,
        /// The square it moves to.
        to: Square,
        /// The piece that a pawn promotes to. The notation allows any piece.
        promotion: Option<Piece>,
    },
    /// The null move, `0000`.
    Null,
}

/// The error for text that is not a move in UCI notation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a move in UCI notation, like `e2e4` or `e7e8q`")]
pub struct ParseUciError;

impl Uci {
    /// Parses a move. The letter of a promotion may be upper or lower case.
    ///
    /// # Errors
    ///
    /// Returns an error for any other text, including drops like `N@f3`.
    pub fn from_ascii(text: &[u8]) -> Result<Self, ParseUciError> {
        let read = |promotion| match *text.first_chunk()? {
            [a, b, c, d] => Some(Self::Normal { from: square(a, b)?, to: square(c, d)?, promotion }),
        };
        match *text {
            [b'0', b'0', b'0', b'0'] => Some(Self::Null),
            [_, _, _, _] => read(None),
            [_, _, _, _, letter] => {
                Piece::from_letter(char::from(letter)).and_then(|piece| read(Some(piece)))
            }
            _ => None,
        }
        .ok_or(ParseUciError)
    }
}

fn square(file: u8, rank: u8) -> Option<Square> {
    let file = File::from_index(file.wrapping_sub(b'a'))?;
    let rank = Rank::from_index(rank.wrapping_sub(b'1'))?;
    Some(Square::new(file, rank))
}

impl fmt::Display for Uci {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Normal { from, to, promotion } => {
                write!(f, "{from}{to}")?;
                promotion.map_or(Ok(()), |piece| write!(f, "{}", piece.letter().to_ascii_lowercase()))
            }
            Self::Null => f.write_str("0000"),
        }
    }
}
