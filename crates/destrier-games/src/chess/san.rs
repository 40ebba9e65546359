//! Standard algebraic notation (SAN).

use super::moves::CastlingSide;
use destrier::{File, Piece, Rank, Square};
use std::fmt;

/// A move in SAN, without its check sign. [`Position::resolve`](crate::Position::resolve) finds the move it stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum San {
    /// A piece moves to a square, like `Nbxd7` or `exd8=Q`.
    Normal {
        /// The piece. A pawn has no letter.
        piece: Piece,
        /// The file it comes from, if written.
        file: Option<File>,
        /// The rank it comes from, if written.
        rank: Option<Rank>,
        /// Whether `x` is written.
        capture: bool,
        /// The square it moves to.
        to: Square,
        /// The piece that a pawn promotes to. The notation allows any piece, even a king, which is never legal.
        promotion: Option<Piece>,
    },
    /// Castling, `O-O` or `O-O-O`.
    Castling(CastlingSide),
    /// The null move, `--`.
    Null,
}

/// The error for text that is not a move in SAN.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a move in SAN, like `Nf3`, `exd8=Q` or `O-O`")]
pub struct ParseSanError;

impl San {
    /// Parses a move, with or without a check sign. Also accepts `Z0` for the null move, and `P` before a pawn move.
    ///
    /// # Errors
    ///
    /// Returns an error for any other text, including drops like `N@f3`.
    pub fn from_ascii(text: &[u8]) -> Result<Self, ParseSanError> {
        let bare = match text {
            [bare @ .., b'+' | b'#'] => bare,
            text => text,
        };
        // The longest move is `Na1xb2=Q`. A text that starts with a zero byte would look shorter than it is.
        let mut bytes = [0; 8];
        match 8usize.checked_sub(bare.len()) {
            Some(start) if !bare.starts_with(b"\0") => bytes[start..].copy_from_slice(bare),
            _ => return Err(ParseSanError),
        }
        Self::from_end(u64::from_le_bytes(bytes)).ok_or(ParseSanError)
    }

    /// Parses a move without check sign. The last character is the highest byte of `word`; unused low bytes are 0.
    #[inline(always)]
    pub(crate) fn from_end(word: u64) -> Option<Self> {
        // The file and the rank, each from 0, if the text ends with a square.
        let to = ((word >> 48) as u16).wrapping_sub(u16::from_le_bytes(*b"a1"));
        let [.., second, first, _, _] = word.to_le_bytes();
        match ORIGINS[origin_character(second)][origin_character(first)] {
            // Nearly all moves. A table lookup avoids branches that the processor could not predict.
            Some(Origin { piece, file, rank, capture }) if word << 32 == 0 && to & 0xf8f8 == 0 => {
                let to = Square::from_index((to >> 5 | to) as u8)?;
                Some(Self::Normal { piece, file, rank, capture, to, promotion: None })
            }
            _ => Self::rare_from_end(word),
        }
    }

    /// Does the same as [`from_end`](Self::from_end) for longer moves, promotions, castling and null moves.
    #[cold]
    fn rare_from_end(word: u64) -> Option<Self> {
        let bytes = word.to_le_bytes();
        match &bytes[bytes.iter().position(|&byte| byte != 0)?..] {
            b"O-O" => Some(Self::Castling(CastlingSide::King)),
            b"O-O-O" => Some(Self::Castling(CastlingSide::Queen)),
            b"--" | b"Z0" => Some(Self::Null),
            [normal @ .., b'=', letter] => {
                Self::normal(normal, Some(Piece::from_letter(char::from(*letter))?))
            }
            normal => Self::normal(normal, None),
        }
    }

    /// Parses a move to a square, without its promotion.
    fn normal(text: &[u8], promotion: Option<Piece>) -> Option<Self> {
        let (origin, &[file, rank]) = text.split_last_chunk()?;
        let to = Square::new(read_file(file)?, read_rank(rank)?);
        let Origin { piece, file, rank, capture } = Origin::read(origin)?;
        Some(Self::Normal { piece, file, rank, capture, to, promotion })
    }
}

/// The text before the destination square.
#[derive(Clone, Copy)]
struct Origin {
    piece: Piece,
    file: Option<File>,
    rank: Option<Rank>,
    capture: bool,
}

impl Origin {
    /// Parses a text like `N`, `ex` or `Rb1x`.
    const fn read(text: &[u8]) -> Option<Self> {
        let (piece, text) = match text {
            [letter @ (b'N' | b'B' | b'R' | b'Q' | b'K' | b'P'), rest @ ..] => {
                (Piece::from_letter(*letter as char), rest)
            }
            text => (Some(Piece::Pawn), text),
        };
        let (capture, text) = match text {
            [rest @ .., b'x'] => (true, rest),
            text => (false, text),
        };
        let (file, rank) = match *text {
            [] => (None, None),
            [byte] => (read_file(byte), read_rank(byte)),
            [file, rank] => (read_file(file), read_rank(rank)),
            _ => return None,
        };
        let written = file.is_some() as usize + rank.is_some() as usize;
        match piece {
            Some(piece) if written == text.len() => Some(Self { piece, file, rank, capture }),
            _ => None,
        }
    }
}

const fn read_file(byte: u8) -> Option<File> {
    File::from_index(byte.wrapping_sub(b'a'))
}

const fn read_rank(byte: u8) -> Option<Rank> {
    Rank::from_index(byte.wrapping_sub(b'1'))
}

/// The characters of an [`Origin`]. The first stands for no character, and `?` for any other character.
const CHARACTERS: [u8; 25] = *b"\0?xNBRQKPabcdefgh12345678";

/// Returns the index of a byte in [`CHARACTERS`].
#[inline(always)]
fn origin_character(byte: u8) -> usize {
    const PLACES: [u8; 256] = {
        let mut places = [1; 256];
        let mut place = 0;
        while place < CHARACTERS.len() {
            places[CHARACTERS[place] as usize] = place as u8;
            place += 1;
        }
        places
    };
    usize::from(PLACES[usize::from(byte)] % 32)
}

/// The origins of zero to two characters, by their indices in [`CHARACTERS`].
static ORIGINS: [[Option<Origin>; 32]; 32] = {
    let mut origins = [[None; 32]; 32];
    origins[0][0] = Origin::read(&[]);
    let mut second = 0;
    while second < CHARACTERS.len() {
        let mut first = 1;
        while first < CHARACTERS.len() {
            origins[second][first] = match second {
                0 => Origin::read(&[CHARACTERS[first]]),
                _ => Origin::read(&[CHARACTERS[second], CHARACTERS[first]]),
            };
            first += 1;
        }
        second += 1;
    }
    origins
};

impl fmt::Display for San {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Normal { piece, file, rank, capture, to, promotion } => {
                // All characters at once, without a call of the formatter for each.
                let (mut text, mut length) = ([0; 8], 0);
                let mut push = |character: u8| {
                    text[length] = character;
                    length += 1;
                };
                if piece != Piece::Pawn {
                    push(piece.letter() as u8);
                }
                file.into_iter().for_each(|file| push(b'a' + file.index()));
                rank.into_iter().for_each(|rank| push(b'1' + rank.index()));
                if capture {
                    push(b'x');
                }
                push(b'a' + to.file().index());
                push(b'1' + to.rank().index());
                if let Some(piece) = promotion {
                    push(b'=');
                    push(piece.letter() as u8);
                }
                f.write_str(std::str::from_utf8(&text[..length]).expect("ASCII is UTF-8"))
            }
            Self::Castling(CastlingSide::King) => f.write_str("O-O"),
            Self::Castling(CastlingSide::Queen) => f.write_str("O-O-O"),
            Self::Null => f.write_str("--"),
        }
    }
}
