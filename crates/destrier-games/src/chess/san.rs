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
    const INDICES: [u8; 256] = {
        let mut indices = [1; 256];
        let mut index = 0;
        while index < CHARACTERS.len() {
            indices[CHARACTERS[index] as usize] = index as u8;
            index += 1;
        }
        indices
    };
    usize::from(INDICES[usize::from(byte)] % 32)
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

#[cfg(test)]
mod tests {
    use super::*;
    use shakmaty::san::San as Theirs;

    fn letter(role: shakmaty::Role) -> Option<Piece> {
        Piece::from_letter(role.char())
    }

    /// What the oracle's move is in our words; a drop is nothing.
    fn ours(san: Theirs) -> Option<San> {
        Some(match san {
            Theirs::Normal { role, file, rank, capture, to, promotion } => San::Normal {
                piece: letter(role)?,
                file: file.and_then(|file| File::from_index(file as u8)),
                rank: rank.and_then(|rank| Rank::from_index(rank as u8)),
                capture,
                to: Square::from_index(to as u8)?,
                promotion: promotion.and_then(letter),
            },
            Theirs::Castle(shakmaty::CastlingSide::KingSide) => San::Castling(CastlingSide::King),
            Theirs::Castle(shakmaty::CastlingSide::QueenSide) => San::Castling(CastlingSide::Queen),
            Theirs::Null => San::Null,
            Theirs::Put { .. } => return None,
        })
    }

    /// Read as the oracle reads it, and written as it writes it; whether it is a move.
    fn check(text: &[u8]) -> bool {
        let theirs = Theirs::from_ascii(text).ok();
        let san = San::from_ascii(text).ok();
        assert_eq!(san, theirs.and_then(ours), "{:?}", text.escape_ascii().to_string());
        if let (Some(san), Some(theirs)) = (san, theirs) {
            assert_eq!(san.to_string(), theirs.to_string());
            assert_eq!(San::from_ascii(san.to_string().as_bytes()), Ok(san));
        }
        san.is_some()
    }

    /// Every character of a move, some of none, and neighbours of those that are.
    const CHARACTERS: &[u8] = b"abh`i180 9NBRQKPnkxO-Z=+#@:o\0\xe4";

    #[test]
    fn all_short_texts_are_read_as_by_the_oracle() {
        let mut moves = 0;
        let mut text = Vec::new();
        for length in 0..=4u32 {
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
        assert!(moves > 500, "{moves} moves");
    }

    #[test]
    fn all_single_and_double_bytes_around_a_move() {
        for first in 0..=255 {
            for second in 0..=255 {
                check(&[first, second]);
                for text in
                    [[b'N', first, second, b'4'], [first, b'e', b'4', second], [first, second, b'e', b'4']]
                {
                    check(&text);
                }
            }
        }
    }

    /// Moves put together from their parts, and with one character changed, put in or taken out.
    #[test]
    fn long_texts_are_read_as_by_the_oracle() {
        let mut rng = fastrand::Rng::with_seed(1);
        let mut moves = 0;
        for _ in 0..300_000 {
            let mut text = String::new();
            for part in [
                &["", "N", "B", "R", "Q", "K", "P"][..],
                &["", "a", "h"],
                &["", "1", "8"],
                &["", "x"],
                &["e4", "d8", "a1", "h8"],
                &["", "=Q", "=n", "=K"],
                &["", "+", "#", "++"],
            ] {
                text += rng.choice(part).unwrap();
            }
            let mut text = text.into_bytes();
            let index = rng.usize(..text.len());
            let character = *rng.choice(CHARACTERS).unwrap();
            match rng.u8(..6) {
                0 => text[index] = character,
                1 => text.insert(index, character),
                2 => _ = text.remove(index),
                _ => {}
            }
            moves += u32::from(check(&text));
        }
        assert!(moves > 100_000, "{moves} moves");
        for _ in 0..300_000 {
            let text: Vec<u8> = (0..rng.usize(..12)).map(|_| *rng.choice(CHARACTERS).unwrap()).collect();
            check(&text);
        }
        for text in
            ["O-O-O#", "O-O+", "O-O-O-O", "--+", "Z0", "Z0#", "Na1xb2=Q+", "Na1xb2=Q++", "N@f3", "\0e4"]
        {
            check(text.as_bytes());
        }
    }
}
