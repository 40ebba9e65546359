//! Standard algebraic notation (SAN).

use super::moves::CastlingSide;
use destrier::{File, Piece, Rank, Square};
use std::fmt;

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

/// Why a text is not a move in SAN.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a move in SAN is like `Nf3`, `exd8=Q` or `O-O`")]
pub struct ParseSanError;

impl San {
    /// Reads a move, with a check sign or without. The null move may be written `Z0`, too, and `P` before a pawn's move.
    ///
    /// # Errors
    ///
    /// When the text is anything else, a drop like `N@f3` among them.
    pub fn from_ascii(text: &[u8]) -> Result<Self, ParseSanError> {
        let bare = match text {
            [bare @ .., b'+' | b'#'] => bare,
            text => text,
        };
        // No move is longer than `Na1xb2=Q`, and what begins with a zero byte would look shorter than it is.
        let mut bytes = [0; 8];
        match 8usize.checked_sub(bare.len()) {
            Some(start) if !bare.starts_with(b"\0") => bytes[start..].copy_from_slice(bare),
            _ => return Err(ParseSanError),
        }
        Self::from_end(u64::from_le_bytes(bytes)).ok_or(ParseSanError)
    }

    /// Reads a move without check sign from a word that ends with it: the last character is the highest byte, and the
    /// lowest are 0 where the move is shorter.
    #[inline(always)]
    pub(crate) fn from_end(word: u64) -> Option<Self> {
        // File and rank, each from 0, unless this is something else.
        let to = ((word >> 48) as u16).wrapping_sub(u16::from_le_bytes(*b"a1"));
        let [.., second, first, _, _] = word.to_le_bytes();
        match ORIGINS[origin_character(second)][origin_character(first)] {
            // Nearly all moves; with a table in the place of choices, since no processor can foretell the next move.
            Some(Origin { piece, file, rank, capture }) if word << 32 == 0 && to & 0xf8f8 == 0 => {
                let to = Square::from_index((to >> 5 | to) as u8)?;
                Some(Self::Normal { piece, file, rank, capture, to, promotion: None })
            }
            _ => Self::rare_from_end(word),
        }
    }

    /// As [`from_end`](Self::from_end), for moves that are longer, promote, castle or pass.
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

    /// A move that names a square, without its promotion.
    fn normal(text: &[u8], promotion: Option<Piece>) -> Option<Self> {
        let (origin, &[file, rank]) = text.split_last_chunk()?;
        let to = Square::new(read_file(file)?, read_rank(rank)?);
        let Origin { piece, file, rank, capture } = Origin::read(origin)?;
        Some(Self::Normal { piece, file, rank, capture, to, promotion })
    }
}

/// What stands before the square that a piece goes to.
#[derive(Clone, Copy)]
struct Origin {
    piece: Piece,
    file: Option<File>,
    rank: Option<Rank>,
    capture: bool,
}

impl Origin {
    /// Reads a text like `N`, `ex` or `Rb1x`.
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

/// The characters of an [`Origin`]: none, `?` for all that cannot be one, and the others.
const CHARACTERS: [u8; 25] = *b"\0?xNBRQKPabcdefgh12345678";

/// The place of a byte in [`CHARACTERS`].
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

/// What none, one or two characters say, by their places in [`CHARACTERS`].
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
                if piece != Piece::Pawn {
                    write!(f, "{}", piece.letter())?;
                }
                if let Some(file) = file {
                    write!(f, "{file}")?;
                }
                if let Some(rank) = rank {
                    write!(f, "{rank}")?;
                }
                if capture {
                    f.write_str("x")?;
                }
                write!(f, "{to}")?;
                promotion.map_or(Ok(()), |piece| write!(f, "={}", piece.letter()))
            }
            Self::Castling(CastlingSide::King) => f.write_str("O-O"),
            Self::Castling(CastlingSide::Queen) => f.write_str("O-O-O"),
            Self::Null => f.write_str("--"),
        }
    }
}
