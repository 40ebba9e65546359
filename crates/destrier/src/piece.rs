//! The six kinds of piece.

use core::fmt;

/// A kind of piece, including the pawn.
///
/// ```
/// use destrier::Piece;
///
/// assert_eq!(Piece::from_letter('n'), Some(Piece::Knight));
/// assert_eq!(Piece::Knight.letter(), 'N');
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
#[expect(missing_docs, reason = "the names are self-explanatory")]
pub enum Piece {
    Pawn,
    Knight,
    Bishop,
    Rook,
    Queen,
    King,
}

impl Piece {
    /// All six kinds, from pawn to king.
    pub const ALL: [Self; 6] = [Self::Pawn, Self::Knight, Self::Bishop, Self::Rook, Self::Queen, Self::King];

    /// Returns the kind with this index, or `None` if the index is 6 or more.
    #[inline]
    #[must_use]
    pub const fn from_index(index: u8) -> Option<Self> {
        if index < 6 { Some(Self::ALL[index as usize]) } else { None }
    }

    /// Returns the index: 0 for the pawn, 5 for the king.
    #[inline]
    #[must_use]
    pub const fn index(self) -> u8 {
        self as u8
    }

    /// Returns the English letter in upper case, `P` for the pawn.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Pawn => 'P',
            Self::Knight => 'N',
            Self::Bishop => 'B',
            Self::Rook => 'R',
            Self::Queen => 'Q',
            Self::King => 'K',
        }
    }

    /// Returns the kind for an English letter in either case, or `None` for any other character.
    #[must_use]
    pub const fn from_letter(letter: char) -> Option<Self> {
        Some(match letter {
            'P' | 'p' => Self::Pawn,
            'N' | 'n' => Self::Knight,
            'B' | 'b' => Self::Bishop,
            'R' | 'r' => Self::Rook,
            'Q' | 'q' => Self::Queen,
            'K' | 'k' => Self::King,
            _ => return None,
        })
    }
}

/// Prints `pawn`, `knight`, `bishop`, `rook`, `queen` or `king`.
impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(["pawn", "knight", "bishop", "rook", "queen", "king"][usize::from(*self)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::string::ToString;

    #[test]
    fn letters_and_names_are_unique() {
        let names = ["pawn", "knight", "bishop", "rook", "queen", "king"];
        for (i, (letter, name)) in "PNBRQK".chars().zip(names).enumerate() {
            let piece = Piece::ALL[i];
            assert_eq!(usize::from(piece.index()), i);
            assert_eq!(piece.letter(), letter);
            assert_eq!(piece.to_string(), name);
        }
        for letter in '\0'..='\u{100}' {
            let piece = Piece::ALL.into_iter().find(|piece| piece.letter() == letter.to_ascii_uppercase());
            assert_eq!(Piece::from_letter(letter), piece, "{letter:?}");
        }
    }
}
