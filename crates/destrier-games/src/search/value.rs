//! What findings tell: values of their fields.

use crate::chess::{Move, Position};
use destrier::{Bitboard, Line, Square};
use serde::Serialize;
use std::fmt;
use std::str::FromStr;

/// What a field of a finding holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// A move, to be written in UCI notation.
    Uci(Move),
    /// A move, to be written in SAN.
    San(Move),
    /// A square.
    Square(Square),
    /// Squares, in the order a1 to h8.
    Squares(Bitboard),
    /// The class of a fork.
    Classes(Classes),
    /// A line.
    Line(Line),
    /// Whether something is so, or `None` where that cannot be said.
    Flag(Option<bool>),
}

impl Value {
    /// The value as text. `position` is the one that it was found in: it takes one to write a move.
    #[must_use]
    pub const fn written(self, position: &Position) -> impl fmt::Display {
        ValueText { value: self, position }
    }
}

/// A value and the position that it was found in.
struct ValueText<'a> {
    value: Value,
    position: &'a Position,
}

impl fmt::Display for ValueText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.value {
            Value::Uci(played) => played.uci().fmt(f),
            Value::San(played) => self.position.san(played).fmt(f),
            Value::Square(square) => square.fmt(f),
            Value::Squares(squares) => squares.names().fmt(f),
            Value::Classes(classes) => f.write_str(&classes.names().join(",")),
            Value::Line(line) => line.fmt(f),
            Value::Flag(Some(flag)) => flag.fmt(f),
            Value::Flag(None) => f.write_str("unknown"),
        }
    }
}

/// What a fork attacks among king, queen and rook.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Classes {
    /// Not the king.
    None,
    /// The king.
    Check,
    /// King and queen.
    Royal,
    /// King, queen and a rook.
    Family,
}

impl Classes {
    /// The class of a fork of the targets.
    pub(crate) const fn of(targets: Bitboard, position: &Position) -> Self {
        let sets = position.sets();
        match (
            targets.intersects(sets.kings),
            targets.intersects(sets.queens),
            targets.intersects(sets.rooks),
        ) {
            (true, true, true) => Self::Family,
            (true, true, false) => Self::Royal,
            (true, false, _) => Self::Check,
            (false, ..) => Self::None,
        }
    }

    /// The names, each class with those it includes: `check`, `royal`, `family`.
    #[must_use]
    pub const fn names(self) -> &'static [&'static str] {
        match self {
            Self::None => &[],
            Self::Check => &["check"],
            Self::Royal => &["check", "royal"],
            Self::Family => &["check", "royal", "family"],
        }
    }
}

/// Why a text does not name a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a class is `check`, `royal` or `family`")]
pub struct ParseClassesError;

/// Reads `check`, `royal` or `family`.
impl FromStr for Classes {
    type Err = ParseClassesError;

    fn from_str(name: &str) -> Result<Self, ParseClassesError> {
        match name {
            "check" => Ok(Self::Check),
            "royal" => Ok(Self::Royal),
            "family" => Ok(Self::Family),
            _ => Err(ParseClassesError),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_are_read_by_their_names() {
        for class in [Classes::Check, Classes::Royal, Classes::Family] {
            assert_eq!(class.names().last().unwrap().parse(), Ok(class));
        }
        assert_eq!("none".parse::<Classes>(), Err(ParseClassesError));
    }
}
