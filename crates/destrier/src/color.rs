//! The two sides.

use core::fmt;
use core::ops::Not;
use core::str::FromStr;

/// White or Black: the owner of a piece, or the side to move.
///
/// ```
/// use destrier::Color;
///
/// assert_eq!(!Color::White, Color::Black);
/// assert_eq!("black".parse(), Ok(Color::Black));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
#[expect(missing_docs, reason = "their names say it")]
pub enum Color {
    White,
    Black,
}

impl Color {
    /// White, then Black.
    pub const ALL: [Self; 2] = [Self::White, Self::Black];

    /// 0 for White, 1 for Black.
    #[inline]
    #[must_use]
    pub const fn index(self) -> u8 {
        self as u8
    }

    /// The other side; the operator `!` in `const` code.
    #[inline]
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }

    /// Whether it is White.
    #[inline]
    #[must_use]
    pub const fn is_white(self) -> bool {
        matches!(self, Self::White)
    }

    /// Whether both are the same side, in `const` code.
    #[inline]
    pub(crate) const fn is(self, other: Self) -> bool {
        self.index() == other.index()
    }

    /// `white` or `black`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::White => "white",
            Self::Black => "black",
        }
    }

    /// `White` or `Black`: what a sentence calls the side.
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

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Why a text does not name a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseColorError;

impl fmt::Display for ParseColorError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a side is `white` or `black`")
    }
}

impl core::error::Error for ParseColorError {}

/// Reads `white` or `black`.
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
    fn a_side_is_read_by_its_name() {
        for (color, name, title) in [(Color::White, "white", "White"), (Color::Black, "black", "Black")] {
            assert_eq!((color.name(), color.title()), (name, title));
            assert_eq!(color.to_string(), name);
            assert_eq!(name.parse(), Ok(color));
            assert_eq!(title.parse::<Color>(), Err(ParseColorError));
        }
        assert_eq!(ParseColorError.to_string(), "a side is `white` or `black`");
    }
}
