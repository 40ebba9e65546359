//! What a pattern is, and what it finds: the types of the registry.

use crate::table::Kind;
use crate::{Continuation, Drawing, Move, Position, Role};
use destrier::{Bitboard, Color, Line, Square};
use serde::{Serialize, Serializer};
use std::fmt;
use std::ops::Deref;
use std::str::FromStr;

/// A pattern that is searched for in positions: an entry of [`PATTERNS`](crate::PATTERNS).
#[derive(Debug)]
pub struct Pattern {
    /// Its name in options, outputs and queries.
    pub name: &'static str,
    /// When there is a finding, with S the side whose pattern it is and O the other.
    pub definition: &'static str,
    /// What a finding tells, beyond where it is.
    pub fields: &'static [Field],
    /// Where it comes from: titles of pages.
    pub source: &'static str,
    /// What it costs, counted from the source.
    pub cost: &'static str,
    /// A position that shows it, as FEN.
    pub example: &'static str,
    /// What roles are called in its drawings, where it has a better word than the role itself.
    pub(crate) labels: &'static [(Role, &'static str)],
    /// Appends the findings in a position, in their order.
    pub(crate) find: fn(&Position, Option<Continuation>, &mut Vec<Finding>),
    /// What shows a finding over the board.
    pub(crate) draw: fn(&Position, &Finding) -> Drawing,
    /// What was found and why, in words.
    pub(crate) explain: fn(&Position, &Finding) -> String,
}

/// There is one of each.
impl PartialEq for Pattern {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}

impl Pattern {
    /// Whether its findings tell something of this name.
    pub(crate) fn has(&self, field: &str) -> bool {
        self.place(field).is_some()
    }

    /// What a role is called in its drawings: `the pawn`, `the wall`.
    #[must_use]
    pub fn label(&self, role: Role) -> &'static str {
        self.labels.iter().find(|(of, _)| *of == role).map_or(role.label(), |(_, label)| *label)
    }

    /// Which of its fields has this name.
    pub(crate) fn place(&self, field: &str) -> Option<usize> {
        self.fields.iter().position(|f| f.name == field)
    }
}

/// As its name.
impl Serialize for Pattern {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name)
    }
}

/// Something that a finding tells.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    /// Its name, a key of the JSON line and a column of tables.
    pub name: &'static str,
    /// What it holds.
    pub definition: &'static str,
    /// The type of a table's column of it.
    pub kind: Kind,
}

/// `move`: the move that makes the pattern.
pub(crate) const MOVE: Field =
    Field { name: "move", definition: "the move, in UCI notation", kind: Kind::Text };
/// `san`: the same for people.
pub(crate) const SAN: Field =
    Field { name: "san", definition: "the move, in standard algebraic notation", kind: Kind::Text };
/// `played`: whether it was made.
pub(crate) const PLAYED: Field = Field {
    name: "played",
    definition: "whether the game went on with exactly this move; null where the game ends in this position",
    kind: Kind::Truth,
};

/// `classes`: what a fork attacks.
pub(crate) const CLASSES: Field = Field {
    name: "classes",
    definition: "check: the king is among the targets; royal: king and queen; family: king, queen and a rook",
    kind: Kind::List,
};

/// What a field holds.
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
    /// How much a fork wins.
    Classes(Classes),
    /// A line.
    Line(Line),
    /// Whether something is so, or `None` where that cannot be said.
    Flag(Option<bool>),
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

/// The values of a finding, a slice of them, kept where the finding is: there are many findings, and few values of
/// each.
#[derive(Clone, Copy)]
pub struct Values {
    values: [Value; Self::MOST],
    length: usize,
}

impl Values {
    /// How many fields a pattern has at most.
    const MOST: usize = 7;

    pub(crate) const fn of<const LENGTH: usize>(given: [Value; LENGTH]) -> Self {
        const { assert!(LENGTH <= Self::MOST) };
        let mut values = [Value::Flag(None); Self::MOST];
        let (first, _) = values.split_at_mut(LENGTH);
        first.copy_from_slice(&given);
        Self { values, length: LENGTH }
    }
}

impl Deref for Values {
    type Target = [Value];

    fn deref(&self) -> &[Value] {
        &self.values[..self.length]
    }
}

impl PartialEq for Values {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl fmt::Debug for Values {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}

/// One occurrence of a pattern in a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    /// Which pattern.
    pub pattern: &'static Pattern,
    /// Whose.
    pub side: Color,
    /// The values of the pattern's fields, in their order.
    pub values: Values,
}

impl Finding {
    /// The value of a field, or `None` where the pattern has no such field.
    #[must_use]
    pub fn value(&self, field: &str) -> Option<&Value> {
        self.pattern
            .fields
            .iter()
            .zip(self.values.iter())
            .find(|(f, _)| f.name == field)
            .map(|(_, value)| value)
    }

    /// The square that the finding is about: where its move goes, or where the piece stands.
    #[must_use]
    pub fn square(&self) -> Option<Square> {
        match self.value("square") {
            Some(&Value::Square(square)) => Some(square),
            _ => None,
        }
    }

    /// What shows the finding over the board; `position` is the one that it was found in.
    #[must_use]
    pub fn drawing(&self, position: &Position) -> Drawing {
        (self.pattern.draw)(position, self)
    }

    /// What was found and why, in a few plain sentences; `position` is the one that it was found in.
    ///
    /// ```
    /// use destrier_games::{Position, find};
    ///
    /// let position: Position = "r3k2r/8/8/1N6/8/8/8/4K3 w kq - 0 1".parse()?;
    /// assert_eq!(
    ///     find(&position, None)[0].explain(&position),
    ///     "Nc7+ forks king e8 and rook a8. No black piece can capture the knight."
    /// );
    /// # Ok::<(), destrier_games::FenError>(())
    /// ```
    #[must_use]
    pub fn explain(&self, position: &Position) -> String {
        (self.pattern.explain)(position, self)
    }

    /// Whether the move of the finding was played, for patterns of a move, where the game went on.
    #[must_use]
    pub fn played(&self) -> Option<bool> {
        // It is the last field of every pattern that has it.
        match (self.pattern.fields.last(), self.values.last()) {
            (Some(field), Some(&Value::Flag(played))) if field.name == PLAYED.name => played,
            _ => None,
        }
    }

    /// Whether the move of the finding mates; `position` is the one that it was found in. A pattern without a move
    /// does not.
    #[must_use]
    pub fn mates(&self, position: &Position) -> bool {
        match self.value(MOVE.name) {
            Some(&Value::Uci(played)) => position.after(played).is_checkmate(),
            _ => false,
        }
    }
}

impl Value {
    /// The value of [`PLAYED`] for a move: whether the game went on with it, if it went on.
    pub(crate) fn played(played: Move, next: Option<Continuation>) -> Self {
        Self::Flag(next.map(|next| next == Continuation::Move(played)))
    }

    /// The value as text, found in the position: it takes one to write a move.
    #[must_use]
    pub const fn written(self, position: &Position) -> Written<'_> {
        Written { value: self, position }
    }
}

/// A value and the position that it was found in; made by [`Value::written`].
#[derive(Clone, Copy, Debug)]
pub struct Written<'a> {
    pub(crate) value: Value,
    pub(crate) position: &'a Position,
}

impl fmt::Display for Written<'_> {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::PATTERNS;

    #[test]
    fn classes_are_read_by_their_names() {
        for class in [Classes::Check, Classes::Royal, Classes::Family] {
            assert_eq!(class.names().last().unwrap().parse(), Ok(class));
        }
        assert_eq!("none".parse::<Classes>(), Err(ParseClassesError));
    }

    #[test]
    fn values_are_those_that_were_given() {
        let [one, other] = [Square::A1, Square::B1].map(Value::Square);
        let values = Values::of([one, other]);
        assert_eq!(values, Values::of([one, other]));
        assert_ne!(values, Values::of([other, one]));
        assert_ne!(values, Values::of([one]));
        assert_eq!(format!("{values:?}"), format!("{:?}", [one, other]));
    }

    #[test]
    fn what_is_no_move_was_not_played() {
        let finding =
            |pattern| Finding { pattern, side: Color::White, values: Values::of([Value::Flag(Some(true))]) };
        for pattern in PATTERNS {
            let is_of_a_move = pattern.has(PLAYED.name);
            assert_eq!(finding(pattern).played(), is_of_a_move.then_some(true), "{}", pattern.name);
        }
    }

    #[test]
    fn roles_have_the_word_of_the_pattern_or_their_own() {
        for pattern in PATTERNS {
            for &(role, label) in pattern.labels {
                assert_eq!(pattern.label(role), label);
                assert_ne!(label, role.label());
            }
        }
        let fork = PATTERNS[0];
        let role = Role::ALL.into_iter().find(|role| fork.labels.iter().all(|(of, _)| of != role)).unwrap();
        assert_eq!(fork.label(role), role.label());
    }
}
