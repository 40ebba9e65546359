//! What a pattern is, and what it finds.

use super::chance::Chance;
use super::drawing::{Drawing, Role};
#[cfg(feature = "files")]
use super::engine::EngineVerdict;
use super::value::{Classes, Value};
use super::worth::Worth;
use crate::chess::{Continuation, Move, Position};
use crate::schema::ColumnKind;
use destrier::{Bitboard, Color, Line, Square};
use serde::{Serialize, Serializer};

/// A pattern that is searched for in positions: an entry of [`PATTERNS`](crate::PATTERNS).
#[derive(Debug)]
pub struct Pattern {
    /// Its name in options, outputs and queries.
    pub name: &'static str,
    /// What it is, in a sentence for players.
    pub in_short: &'static str,
    /// When there is a finding, with S the side whose pattern it is and O the other.
    pub definition: &'static str,
    /// Whether a finding is a move of the side to move. Such a finding has the fields `move`, `san` and `played`.
    pub is_move: bool,
    /// What a finding tells beyond that; see [`fields`](Self::fields).
    pub(super) facts: &'static [Field],
    /// Where it comes from: titles of pages.
    pub source: &'static str,
    /// What it costs, counted from the source.
    pub cost: &'static str,
    /// A position that shows it, as FEN.
    pub example: &'static str,
    /// What roles are called in its drawings, where it has a better word than the role itself.
    pub(super) labels: &'static [(Role, &'static str)],
    /// Appends the findings in a position, in their order.
    pub(super) find: fn(&Position, Option<Continuation>, &mut Vec<Finding>),
    /// What shows a finding over the board.
    pub(super) draw: fn(&Position, &Finding) -> Drawing,
    /// What was found and why, in words.
    pub(super) explain: fn(&Position, &Finding) -> String,
}

/// There is one of each.
impl PartialEq for Pattern {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}

impl Pattern {
    /// What a finding tells, in the order of the columns.
    pub fn fields(&self) -> impl Iterator<Item = &'static Field> + Clone + use<> {
        let (first, last): (&[Field], &[Field]) = if self.is_move { (&MOVE, &PLAYED) } else { (&[], &[]) };
        first.iter().chain(self.facts).chain(last)
    }

    /// Whether its findings tell something of this name.
    pub(super) fn has(&self, field: &str) -> bool {
        self.fields().any(|of| of.name == field)
    }

    /// What a role is called in its drawings: `the pawn`, `the wall`.
    pub(crate) fn label(&self, role: Role) -> &'static str {
        self.labels.iter().find(|(of, _)| *of == role).map_or(role.label(), |(_, label)| *label)
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
    pub kind: ColumnKind,
    /// Its value in a finding.
    pub value: fn(&Finding) -> Value,
}

/// The fields that come first for a pattern of moves: the move, for programs and for people.
static MOVE: [Field; 2] = [
    Field {
        name: "move",
        definition: "the move, in UCI notation",
        kind: ColumnKind::Text,
        value: |finding| finding.by.map_or(Value::Flag(None), Value::Uci),
    },
    Field {
        name: "san",
        definition: "the move, in standard algebraic notation",
        kind: ColumnKind::Text,
        value: |finding| finding.by.map_or(Value::Flag(None), Value::San),
    },
];

/// The field that comes last for a pattern of moves: whether it was made.
static PLAYED: [Field; 1] = [Field {
    name: "played",
    definition: "whether the game went on with exactly this move; null where the game ends in this position",
    kind: ColumnKind::Truth,
    value: |finding| Value::Flag(finding.played),
}];

impl Field {
    /// `square`, whatever stands there.
    pub(super) const fn square(definition: &'static str) -> Self {
        let value = |finding: &Finding| Value::Square(finding.square);
        Self { name: "square", definition, kind: ColumnKind::Text, value }
    }

    /// `targets`: the squares that the piece attacks.
    pub(super) const fn targets(definition: &'static str) -> Self {
        let value = |finding: &Finding| Value::Squares(finding.targets);
        Self { name: "targets", definition, kind: ColumnKind::List, value }
    }

    /// `classes`: what a fork attacks.
    pub(super) const CLASSES: Self = Self {
        name: "classes",
        definition: "check: the king is among the targets; royal: king and queen; family: king, queen and a rook",
        kind: ColumnKind::List,
        value: |finding| Value::Classes(finding.class.unwrap_or(Classes::None)),
    };
}

/// One occurrence of a pattern in a position. What its pattern does not tell is empty.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Finding {
    /// Which pattern.
    pub pattern: &'static Pattern,
    /// Whose.
    pub side: Color,
    /// The square that it is about: where its move goes, or where the piece stands.
    pub square: Square,
    /// The move that it is.
    pub by: Option<Move>,
    /// Whether the game went on with that move; `None` where the game ends.
    pub played: Option<bool>,
    /// The squares that the piece attacks.
    pub targets: Bitboard,
    /// What a fork attacks; `None` where the pattern is no fork.
    pub class: Option<Classes>,
    /// Whether the other side has no legal move that captures the piece.
    pub safe: Option<bool>,
    /// The line of a check.
    pub line: Option<Line>,
    /// Whether the move mates, where the pattern tells; see also [`mates`](Self::mates).
    pub mate: Option<bool>,
    /// The chance that it belongs to, where a whole game is searched.
    pub chance: Option<Chance>,
    /// What the move is worth, if the selection asks for it.
    pub worth: Option<Worth>,
    /// What an engine says, if the selection asks one and the move is a candidate.
    #[cfg(feature = "files")]
    pub engine: Option<EngineVerdict>,
}

impl Finding {
    /// A finding about a square, and no more.
    pub(super) const fn at(pattern: &'static Pattern, side: Color, square: Square) -> Self {
        Self {
            pattern,
            side,
            square,
            by: None,
            played: None,
            targets: Bitboard::EMPTY,
            class: None,
            safe: None,
            line: None,
            mate: None,
            chance: None,
            worth: None,
            #[cfg(feature = "files")]
            engine: None,
        }
    }

    /// A finding that is a move to a square; `next` is how the game went on.
    pub(super) fn of_move(
        pattern: &'static Pattern,
        side: Color,
        by: Move,
        square: Square,
        next: Option<Continuation>,
    ) -> Self {
        let played = next.map(|next| next == Continuation::Move(by));
        Self { by: Some(by), played, ..Self::at(pattern, side, square) }
    }

    /// The value of a field by its name, or `None` where the pattern has no such field.
    #[must_use]
    pub fn value(&self, field: &str) -> Option<Value> {
        self.pattern.fields().find(|of| of.name == field).map(|field| (field.value)(self))
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
        let mut text = (self.pattern.explain)(position, self);
        if let Some(worth) = self.worth {
            worth.explain(&mut text);
            #[cfg(feature = "files")]
            match self.engine {
                Some(engine) => engine.explain_miss(self.side, &mut text),
                None => worth.explain_miss(&mut text),
            }
            #[cfg(not(feature = "files"))]
            worth.explain_miss(&mut text);
        }
        text
    }

    /// Whether the move of the finding mates; `position` is the one that it was found in. A finding without a move
    /// does not.
    #[must_use]
    pub fn mates(&self, position: &Position) -> bool {
        self.by.is_some_and(|by| position.after(by).is_checkmate())
    }
}
