//! Pictures of sets: how to write a set in code, print it and parse it.

use crate::bitboard::Bitboard;
use crate::file::File;
use crate::parse_errors::ParseBitboardError;
use crate::rank::Rank;
use crate::square::Square;
use core::fmt;
use core::str::FromStr;

/// Creates a [`Bitboard`](crate::Bitboard) from a picture, at compile time.
///
/// `X` is a square of the set and `.` any other square, starting with rank 8. Anything but 64 of these characters
/// is a compile error. Spaces and line breaks are ignored.
///
/// ```
/// use destrier::{bitboard, Bitboard};
///
/// const KNIGHT_ON_D4: Bitboard = bitboard! {
///     . . . . . . . .
///     . . . . . . . .
///     . . X . X . . .
///     . X . . . X . .
///     . . . . . . . .
///     . X . . . X . .
///     . . X . X . . .
///     . . . . . . . .
/// };
/// assert_eq!(KNIGHT_ON_D4.bits(), 0x0000_1422_0022_1400);
/// ```
///
/// ```compile_fail,E0080
/// let seven_ranks = destrier::bitboard! {
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
/// };
/// ```
///
/// ```compile_fail,E0080
/// let a_stray_letter = destrier::bitboard! {
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . O . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
/// };
/// ```
#[macro_export]
macro_rules! bitboard {
    ($($token:tt)*) => {
        const {
            match $crate::Bitboard::from_picture(stringify!($($token)*)) {
                Ok(bitboard) => bitboard,
                Err(error) => panic!("{}", error.reason()),
            }
        }
    };
}

/// The error returned when a text is not the picture of a set.
///
/// ```
/// use destrier::Bitboard;
///
/// let error = Bitboard::from_picture("X . . X\n. O").unwrap_err();
/// assert_eq!((error.line(), error.column()), (2, 3));
/// assert_eq!(error.to_string(), "line 2, column 3: expected only `X` and `.`");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PictureError {
    kind: PictureErrorKind,
    line: usize,
    column: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PictureErrorKind {
    /// The text has a character other than `X`, `.` and white space.
    Character,
    /// The text ends after this number of squares, fewer than 64.
    TooFew(u8),
    /// The text has a 65th square.
    TooMany,
}

impl PictureError {
    /// Returns the error at a byte of the text.
    const fn at(text: &[u8], byte: usize, kind: PictureErrorKind) -> Self {
        let mut line = 1;
        let mut column = 1;
        let mut i = 0;
        while i < byte {
            match text[i] {
                b'\n' => {
                    line += 1;
                    column = 1;
                }
                // The second and later bytes of a character.
                0x80..=0xbf => {}
                _ => column += 1,
            }
            i += 1;
        }
        Self { kind, line, column }
    }

    /// Returns the line of the wrong character or of the 65th square, or the last line if there are too few squares.
    /// The first line is 1.
    #[must_use]
    pub const fn line(&self) -> usize {
        self.line
    }

    /// Returns the column in characters, or the column after the last one if there are too few squares. The first
    /// column is 1.
    #[must_use]
    pub const fn column(&self) -> usize {
        self.column
    }

    /// Returns what is wrong, without the place.
    #[must_use]
    pub const fn reason(&self) -> &'static str {
        match self.kind {
            PictureErrorKind::Character => "expected only `X` and `.`",
            PictureErrorKind::TooFew(_) => "fewer than 64 squares: expected 8 ranks of 8",
            PictureErrorKind::TooMany => "more than 64 squares: expected 8 ranks of 8",
        }
    }
}

impl fmt::Display for PictureError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: ", self.line, self.column)?;
        match self.kind {
            PictureErrorKind::TooFew(number) => {
                write!(f, "the picture ends after {number} of 64 squares: expected 8 ranks of 8")
            }
            _ => f.write_str(self.reason()),
        }
    }
}

impl core::error::Error for PictureError {}

impl Bitboard {
    /// Parses a picture: `X` and `.` for the 64 squares from rank 8 down. White space is ignored.
    ///
    /// `Display` prints this format, and [`bitboard!`](crate::bitboard) reads it at compile time.
    ///
    /// # Errors
    ///
    /// Returns an error with its line and column if there is another character, or if there are not 64 squares.
    pub const fn from_picture(picture: &str) -> Result<Self, PictureError> {
        let text = picture.as_bytes();
        let mut bits = 0u64;
        let mut squares = 0u8;
        let mut i = 0;
        while i < text.len() {
            let square = match text[i] {
                b'X' => true,
                b'.' => false,
                b' ' | b'\t' | b'\r' | b'\n' => {
                    i += 1;
                    continue;
                }
                _ => return Err(PictureError::at(text, i, PictureErrorKind::Character)),
            };
            if squares == 64 {
                return Err(PictureError::at(text, i, PictureErrorKind::TooMany));
            }
            // Pictures start at a8, so they are the vertical mirror of the bit order.
            bits |= (square as u64) << (squares ^ 56);
            squares += 1;
            i += 1;
        }
        if squares == 64 {
            Ok(Self(bits))
        } else {
            Err(PictureError::at(text, i, PictureErrorKind::TooFew(squares)))
        }
    }

    /// Returns a value that displays the names of the squares: `c7,e8`, or `empty`. [`str::parse`] reads this
    /// format.
    ///
    /// ```
    /// use destrier::{Bitboard, Square};
    ///
    /// let set = Bitboard::from_squares(&[Square::E8, Square::C7]);
    /// assert_eq!(set.names().to_string(), "c7,e8");
    /// assert_eq!("c7,e8".parse(), Ok(set));
    /// assert_eq!(Bitboard::EMPTY.names().to_string(), "empty");
    /// ```
    #[must_use]
    pub const fn names(self) -> impl fmt::Display {
        Names(self)
    }
}

struct Names(Bitboard);

impl fmt::Display for Names {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() {
            return f.write_str("empty");
        }
        for (i, square) in self.0.iter().enumerate() {
            if i > 0 {
                f.write_str(",")?;
            }
            write!(f, "{square}")?;
        }
        Ok(())
    }
}

/// Prints the board as eight lines of `X` and `.`, from rank 8 down, without a final line break.
impl fmt::Display for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_ranks(*self, f, "")
    }
}

/// Prints `Bitboard(0x0000142200221400)`, or with `{:#?}` a picture to paste into code.
impl fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !f.alternate() {
            return write!(f, "Bitboard({:#018x})", self.0);
        }
        f.write_str("bitboard! {\n")?;
        write_ranks(*self, f, "    ")?;
        f.write_str("\n}")
    }
}

fn write_ranks(set: Bitboard, f: &mut fmt::Formatter<'_>, indent: &str) -> fmt::Result {
    for rank in Rank::ALL.into_iter().rev() {
        f.write_str(if rank == Rank::Eighth { "" } else { "\n" })?;
        f.write_str(indent)?;
        for file in File::ALL {
            f.write_str(if file == File::A { "" } else { " " })?;
            f.write_str(if set.contains(Square::new(file, rank)) { "X" } else { "." })?;
        }
    }
    Ok(())
}

macro_rules! number_formats {
    ($($trait:ident),*) => {$(
        impl fmt::$trait for Bitboard {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::$trait::fmt(&self.0, f)
            }
        }
    )*};
}

number_formats!(LowerHex, UpperHex, Binary, Octal);

/// Parses squares separated by commas (`c7,e8`), `0x` and 1 to 16 hexadecimal digits, `empty` or `full`.
impl FromStr for Bitboard {
    type Err = ParseBitboardError;

    fn from_str(text: &str) -> Result<Self, ParseBitboardError> {
        match text {
            "empty" => return Ok(Self::EMPTY),
            "full" => return Ok(Self::FULL),
            _ => {}
        }
        match text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
            // `from_str_radix` alone would accept a sign and any number of zeros.
            Some(digits) if digits.len() <= 16 && !digits.starts_with('+') => {
                u64::from_str_radix(digits, 16).map(Self).map_err(|_| ParseBitboardError)
            }
            Some(_) => Err(ParseBitboardError),
            None => text
                .split(',')
                .map(|name| name.trim().parse::<Square>().map_err(|_| ParseBitboardError))
                .collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::naive::sets;
    use std::borrow::ToOwned;
    use std::format;
    use std::string::{String, ToString};

    #[test]
    fn printed_sets_parse_back() {
        for [set] in sets() {
            assert_eq!(Bitboard::from_picture(&set.to_string()), Ok(set));
            assert_eq!(set.names().to_string().parse(), Ok(set));
            assert_eq!(format!("{set:#018x}").parse(), Ok(set));
            assert_eq!(format!("{set:?}"), format!("Bitboard({:#018x})", set.bits()));
            assert_eq!(format!("{set:016X}"), format!("{:016X}", set.bits()));
            let picture = format!("{set:#?}");
            let inside = picture.strip_prefix("bitboard! {\n").and_then(|p| p.strip_suffix("\n}")).unwrap();
            assert_eq!(Bitboard::from_picture(inside), Ok(set));
        }
    }

    #[test]
    fn pictures_show_the_board_from_whites_side() {
        let set = bitboard! {
            X . . . . . . .
            . X . . . . . .
            . . . . . . . .
            . . . . . . . .
            . . . . . . . .
            . . . . . . . .
            . . . . . . . X
            . . . . . . . X
        };
        assert_eq!(set, "a8,b7,h2,h1".parse().unwrap());
        assert!(set.to_string().starts_with("X . . . . . . .\n. X . ."));
        assert!(set.to_string().ends_with(". X\n. . . . . . . X"));
    }

    #[test]
    fn rejects_invalid_sets() {
        for text in
            ["", "e9", "i1", "e4,", ",", "e4e5", "E4 e5", "0x", "0x+1", "0x-1", "0x10000000000000000", "all"]
        {
            assert_eq!(text.parse::<Bitboard>(), Err(ParseBitboardError), "{text:?}");
        }
        // 16 digits are allowed, including leading zeros. 17 are not, whatever the value.
        assert_eq!("0x000000000000000a".parse(), Ok(Bitboard(10)));
        assert_eq!("0x0000000000000000a".parse::<Bitboard>(), Err(ParseBitboardError));
        assert_eq!("e4, e5".parse::<Bitboard>(), "e4,e5".parse());
        assert_eq!("empty".parse(), Ok(Bitboard::EMPTY));
        assert_eq!("full".parse(), Ok(Bitboard::FULL));
        let words = "expected squares separated by commas (`c7,e8`), `0x` and up to 16 hexadecimal digits, `empty` or `full`";
        assert_eq!(ParseBitboardError.to_string(), words);
    }

    #[test]
    fn rejects_wrong_pictures_with_the_place() {
        let rank = ". . . . . . . .\n";
        let too_few =
            |number| format!("the picture ends after {number} of 64 squares: expected 8 ranks of 8");
        for (picture, line, column, words) in [
            ("X".to_owned(), 1, 2, too_few(1)),
            (String::new(), 1, 1, too_few(0)),
            (rank.repeat(7), 8, 1, too_few(56)),
            ("X".repeat(65), 1, 65, "more than 64 squares: expected 8 ranks of 8".to_owned()),
            (rank.repeat(8) + " X", 9, 2, "more than 64 squares: expected 8 ranks of 8".to_owned()),
            ("1".repeat(64), 1, 1, "expected only `X` and `.`".to_owned()),
            (rank.repeat(3) + "\t. x", 4, 4, "expected only `X` and `.`".to_owned()),
            ("\r\n.\u{e9}".to_owned(), 2, 2, "expected only `X` and `.`".to_owned()),
        ] {
            let error = Bitboard::from_picture(&picture).unwrap_err();
            assert_eq!((error.line(), error.column()), (line, column), "{picture:?}");
            assert_eq!(error.to_string(), format!("line {line}, column {column}: {words}"));
        }
        // The compiler shows the reason alone.
        assert_eq!(
            Bitboard::from_picture("X").unwrap_err().reason(),
            "fewer than 64 squares: expected 8 ranks of 8"
        );
    }
}
