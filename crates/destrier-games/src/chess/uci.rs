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
        let (from, to, promotion) = match *text {
            [b'0', b'0', b'0', b'0'] => return Ok(Self::Null),
            [a, b, c, d] => (square(a, b), square(c, d), None),
            [a, b, c, d, letter] => {
                let piece = Piece::from_letter(char::from(letter)).ok_or(ParseUciError)?;
                (square(a, b), square(c, d), Some(piece))
            }
            _ => return Err(ParseUciError),
        };
        Ok(Self::Normal { from: from.ok_or(ParseUciError)?, to: to.ok_or(ParseUciError)?, promotion })
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
