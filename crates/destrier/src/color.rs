//! The two sides, White and Black.

use crate::parse_errors::ParseColorError;
use core::ops::Not;
use core::str::FromStr;

/// A side: the owner of a piece, or the side to move.
///
/// ```
/// use destrier::Color;
///
/// assert_eq!(!Color::White, Color::Black);
/// assert_eq!("black".parse(), Ok(Color::Black));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
#[expect(missing_docs, reason = "the names are self-explanatory")]
pub enum Color {
    White,
    Black,
}

impl Color {
    /// Both sides, White first.
    pub const ALL: [Self; 2] = [Self::White, Self::Black];

    /// Returns the side with this index, or `None` if the index is 2 or more.
    #[inline]
    pub(crate) const fn from_index(index: u8) -> Option<Self> {
        if index < 2 { Some(Self::ALL[index as usize]) } else { None }
    }

    /// Returns 0 for White, 1 for Black.
    #[inline]
    #[must_use]
    pub const fn index(self) -> u8 {
        self as u8
    }

    /// Returns the other side. In `const` code, use this instead of `!`.
    #[inline]
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }

    /// Returns `true` if the side is White.
    #[inline]
    #[must_use]
    pub const fn is_white(self) -> bool {
        matches!(self, Self::White)
    }

    /// Compares two sides in `const` code.
    #[inline]
    pub(crate) const fn is(self, other: Self) -> bool {
        self.index() == other.index()
    }

    /// Returns `white` or `black`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::White => "white",
            Self::Black => "black",
        }
    }

    /// Returns `White` or `Black`, for use in sentences.
    ///
    /// ```
    /// assert_eq!(destrier::Color::White.title(), "White");
    /// ```
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::White => "White",
            Self::Black => "Black",
        }
    }
}

impl Not for Color {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        self.other()
    }
}

/// Parses `white` or `black`.
impl FromStr for Color {
    type Err = ParseColorError;

    fn from_str(name: &str) -> Result<Self, ParseColorError> {
        match name {
            "white" => Ok(Self::White),
            "black" => Ok(Self::Black),
            _ => Err(ParseColorError),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::string::ToString;

    #[test]
    fn parses_and_prints_names() {
        for (color, name, title) in [(Color::White, "white", "White"), (Color::Black, "black", "Black")] {
            assert_eq!((color.name(), color.title()), (name, title));
            assert_eq!(color.to_string(), name);
            assert_eq!(name.parse(), Ok(color));
            assert_eq!(title.parse::<Color>(), Err(ParseColorError));
        }
        assert_eq!(ParseColorError.to_string(), "expected `white` or `black`");
    }
}
