//! Moves as in the protocol of chess engines, UCI: where from and where to.

use destrier::{File, Piece, Rank, Square};
use std::fmt;

/// A move as it is written in UCI notation. Which move that is depends on the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Uci {
    /// From a square to a square, like `e2e4` or `e7e8q`.
    Normal {
        /// From where.
        from: Square,
        /// To where.
        to: Square,
        /// What a pawn becomes. Any piece can be written.
        promotion: Option<Piece>,
    },
    /// `0000`, the null move.
    Null,
}

/// Why a text is not a move in UCI notation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a move in UCI notation is like `e2e4` or `e7e8q`")]
pub struct ParseUciError;

impl Uci {
    /// Reads a move; a promotion may be upper or lower case.
    ///
    /// # Errors
    ///
    /// When the text is anything else, a drop like `N@f3` among them.
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

#[cfg(test)]
mod tests {
    use super::*;
    use shakmaty::uci::UciMove;

    /// What the oracle's move is in our words; a drop is nothing.
    fn ours(uci: UciMove) -> Option<Uci> {
        let square = |square: shakmaty::Square| Square::from_index(square as u8).unwrap();
        match uci {
            UciMove::Normal { from, to, promotion } => {
                let promotion = promotion.and_then(|role| Piece::from_letter(role.char()));
                Some(Uci::Normal { from: square(from), to: square(to), promotion })
            }
            UciMove::Null => Some(Uci::Null),
            UciMove::Put { .. } => None,
        }
    }

    /// Read as the oracle reads it, and written as it writes it; whether it is a move.
    fn check(text: &[u8]) -> bool {
        let theirs = UciMove::from_ascii(text).ok();
        let uci = Uci::from_ascii(text).ok();
        assert_eq!(uci, theirs.and_then(ours), "{:?}", text.escape_ascii().to_string());
        if let (Some(uci), Some(theirs)) = (uci, theirs) {
            assert_eq!(uci.to_string(), theirs.to_string());
            assert_eq!(Uci::from_ascii(uci.to_string().as_bytes()), Ok(uci));
        }
        uci.is_some()
    }

    #[test]
    fn all_texts_are_read_as_by_the_oracle() {
        const CHARACTERS: &[u8] = b"ah`i1809 QqnpkX@\0\xe4";
        let (mut moves, mut text) = (0, Vec::new());
        for length in 0..=5u32 {
            for number in 0..CHARACTERS.len().pow(length) {
                text.clear();
                let mut number = number;
                for _ in 0..length {
                    text.push(CHARACTERS[number % CHARACTERS.len()]);
                    number /= CHARACTERS.len();
                }
                moves += u32::from(check(&text));
            }
        }
        // Four places twice, and the five letters of a piece or none behind them, and the null move.
        assert_eq!(moves, 4 * 4 * (1 + 5) + 1);
        for from in Square::ALL {
            for to in Square::ALL {
                assert!(check(format!("{from}{to}").as_bytes()));
                assert!(check(format!("{from}{to}q").as_bytes()));
                assert!(!check(format!("{from}{to}qq").as_bytes()));
            }
        }
    }
}
