//! The values of a finding's fields.

use crate::chess::{Move, Position};
use destrier::{Bitboard, Line, Square};
use serde::Serialize;
use std::fmt;
use std::str::FromStr;

/// The value of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// A move, written in UCI notation.
    Uci(Move),
    /// A move, written in SAN.
    San(Move),
    /// A square.
    Square(Square),
    /// Squares, written in the order a1 to h8.
    Squares(Bitboard),
    /// The class of a fork.
    Classes(Classes),
    /// A line.
    Line(Line),
    /// A truth value, or `None` if unknown.
    Flag(Option<bool>),
}

impl Value {
    /// Returns a displayable form of the value. `position` must be the position of the finding; moves need it.
    #[must_use]
    pub const fn written(self, position: &Position) -> impl fmt::Display {
        ValueText { value: self, position }
    }
}

/// A value with the position of its finding.
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

/// The class of a fork, by the king, queen and rooks among its targets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Classes {
    /// The king is not a target.
    None,
    /// The king is a target.
    Check,
    /// King and queen are targets.
    Royal,
    /// King, queen and a rook are targets.
    Family,
}

impl Classes {
    /// Returns the class of a fork with these targets.
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

    /// Returns the names of the class and of the classes that it includes: `check`, `royal`, `family`.
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

/// The error for a text that is not a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected `check`, `royal` or `family`")]
pub struct ParseClassesError;

/// Parses `check`, `royal` or `family`.
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
    fn classes_are_parsed_by_name() {
        for class in [Classes::Check, Classes::Royal, Classes::Family] {
            assert_eq!(class.names().last().unwrap().parse(), Ok(class));
        }
        assert_eq!("none".parse::<Classes>(), Err(ParseClassesError));
    }
}
