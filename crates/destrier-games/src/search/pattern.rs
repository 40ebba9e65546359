//! Patterns and findings.

use super::chance::Chance;
use super::drawing::{Drawing, Role};
use super::language::ParsedPattern;
use super::miss::Miss;
use super::value::{Classes, Value};
use super::verdict::Verdict;
use super::worth::{Grade, Worth};
use crate::chess::{Continuation, Move, Position};
use crate::schema::ColumnKind;
use destrier::{Bitboard, Color, Line, Square};
use serde::{Serialize, Serializer};

/// A pattern: an entry of [`PATTERNS`](crate::PATTERNS), or one that was [read from a text](Pattern::parse).
#[derive(Debug)]
pub struct Pattern {
    /// The name in options, outputs and queries.
    pub name: &'static str,
    /// A one-sentence description for players.
    pub in_short: &'static str,
    /// The exact definition, with S the side that has the pattern and O its opponent.
    pub definition: &'static str,
    /// Whether a finding is a move of the side to move. Such a finding has the fields `move`, `san` and `played`.
    pub is_move: bool,
    /// The other fields of a finding; see [`fields`](Self::fields).
    pub(super) facts: &'static [Field],
    /// The titles of the source pages.
    pub source: &'static str,
    /// The cost, counted from the source code.
    pub cost: &'static str,
    /// A position with the pattern, as FEN. Empty if a text has no example.
    pub example: &'static str,
    /// Labels of roles in drawings, if the pattern has a better word than the role itself.
    pub(super) labels: &'static [(Role, &'static str)],
    /// Finds the pattern in a position.
    pub(super) find: Find,
    /// Draws a finding.
    pub(super) draw: fn(&Position, &Finding) -> Drawing,
    /// Explains a finding in words.
    pub(super) explain: fn(&Position, &Finding) -> String,
}

/// How a pattern is found.
#[derive(Debug)]
pub(super) enum Find {
    /// A function that appends the findings in a position, in order.
    Function(fn(&Position, Option<Continuation>, &mut Vec<Finding>)),
    /// A text, and the number of patterns that were read before it.
    Text(Box<ParsedPattern>, usize),
}

/// Each pattern exists once, so names identify patterns.
impl PartialEq for Pattern {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}

impl Pattern {
    /// Returns the fields of a finding, in the order of the columns.
    pub fn fields(&self) -> impl Iterator<Item = &'static Field> + Clone + use<> {
        let (first, last): (&[Field], &[Field]) = if self.is_move { (&MOVE, &PLAYED) } else { (&[], &[]) };
        first.iter().chain(self.facts).chain(last)
    }

    /// Returns the text of the pattern, or `None` if it is built in.
    #[must_use]
    pub fn text(&self) -> Option<&str> {
        self.parsed().map(|parsed| &*parsed.source)
    }

    /// Returns the pattern as it was read, or `None` if it is built in.
    pub(super) fn parsed(&self) -> Option<&ParsedPattern> {
        match &self.find {
            Find::Function(_) => None,
            Find::Text(parsed, _) => Some(parsed),
        }
    }

    /// Returns whether findings have a field of this name.
    pub(super) fn has(&self, field: &str) -> bool {
        self.fields().any(|of| of.name == field)
    }

    /// Returns the label of a role in drawings: `the pawn`, `the wall`.
    pub(crate) fn label(&self, role: Role) -> &'static str {
        self.labels.iter().find(|(of, _)| *of == role).map_or(role.label(), |(_, label)| *label)
    }
}

/// Serializes the name, or the text if it was read from one.
impl Serialize for Pattern {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.text().unwrap_or(self.name))
    }
}

/// A field of a finding.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    /// The name: a key in JSON lines and a column in tables.
    pub name: &'static str,
    /// The definition.
    pub definition: &'static str,
    /// The type of the column.
    pub kind: ColumnKind,
    /// Returns the value of the field in a finding.
    pub value: fn(&Finding) -> Value,
}

/// The first fields of a pattern of moves: the move in UCI notation and in SAN.
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

/// The last field of a pattern of moves: whether the move was played.
static PLAYED: [Field; 1] = [Field {
    name: "played",
    definition: "whether the game continued with exactly this move; null if the game ends in this position",
    kind: ColumnKind::Truth,
    value: |finding| Value::Flag(finding.played),
}];

impl Field {
    /// The field `square`.
    pub(super) const fn square(definition: &'static str) -> Self {
        Self {
            name: "square",
            definition,
            kind: ColumnKind::Text,
            value: |finding| finding.square.map_or(Value::Flag(None), Value::Square),
        }
    }

    /// The field `targets`: the squares of the attacked pieces.
    pub(super) const fn targets(definition: &'static str) -> Self {
        Self {
            name: "targets",
            definition,
            kind: ColumnKind::List,
            value: |finding| Value::Squares(finding.targets),
        }
    }

    /// The field `classes`: the kinds of fork.
    pub(super) const CLASSES: Self = Self {
        name: "classes",
        definition: "check: the targets include the king; royal: king and queen; family: king, queen and a rook",
        kind: ColumnKind::List,
        value: |finding| Value::Classes(finding.class.unwrap_or(Classes::None)),
    };
}

/// One occurrence of a pattern in a position. Fields that the pattern does not have are empty.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Finding {
    /// The pattern.
    pub pattern: &'static Pattern,
    /// The side that has the pattern.
    pub side: Color,
    /// The main square: the destination of the move, or the square of the piece. `None` if the pattern is about the
    /// whole position.
    pub square: Option<Square>,
    /// The move, for patterns of moves.
    pub by: Option<Move>,
    /// Whether the game continued with that move; `None` at the end of the game.
    pub played: Option<bool>,
    /// The squares of the attacked pieces.
    pub targets: Bitboard,
    /// The class of the fork, or `None` for patterns that are not forks.
    pub class: Option<Classes>,
    /// Whether the opponent has no legal move that captures the piece.
    pub safe: Option<bool>,
    /// The line of the check.
    pub line: Option<Line>,
    /// Whether the move mates, if the pattern has this field; see also [`mates`](Self::mates).
    pub mate: Option<bool>,
    /// The chance that the finding belongs to, if a whole game was searched.
    pub chance: Option<Chance>,
    /// The worth of the move, if the selection computes it.
    pub worth: Option<Worth>,
    /// What missing the move cost, if it was missed in this position.
    pub miss: Option<Miss>,
    /// The verdict on the move: of the judge, if the move was missed according to its worth, or of the selection's
    /// engine, if the move is a candidate.
    pub verdict: Option<Verdict>,
}

impl Finding {
    /// Creates a finding about a square, with all other fields empty.
    pub(super) const fn at(pattern: &'static Pattern, side: Color, square: Square) -> Self {
        Self {
            pattern,
            side,
            square: Some(square),
            by: None,
            played: None,
            targets: Bitboard::EMPTY,
            class: None,
            safe: None,
            line: None,
            mate: None,
            chance: None,
            worth: None,
            miss: None,
            verdict: None,
        }
    }

    /// Creates a finding that is a move to a square. `next` is the continuation of the game.
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

    /// Returns the value of a field, or `None` if the pattern has no such field.
    #[must_use]
    pub fn value(&self, field: &str) -> Option<Value> {
        self.pattern.fields().find(|of| of.name == field).map(|field| (field.value)(self))
    }

    /// Draws the finding. `position` must be the position of the finding.
    #[must_use]
    pub fn drawing(&self, position: &Position) -> Drawing {
        (self.pattern.draw)(position, self)
    }

    /// Explains the finding in a few plain sentences. `position` must be the position of the finding.
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
        match (self.missed(), self.verdict, self.worth) {
            // The judge's evaluations are not shown.
            #[cfg(feature = "files")]
            (Some(grade), Some(verdict), _) if verdict.of_best.is_some() => {
                verdict.explain_miss(grade, self.side, &mut text);
            }
            (Some(_), _, Some(worth)) => worth.explain_miss(&mut text),
            _ => {}
        }
        text
    }

    /// Returns the grade of missing the move in this position, if worth was computed. Its chance may still have been
    /// found on another turn; see [`GameChances`](super::GameChances).
    #[must_use]
    pub fn missed(&self) -> Option<Grade> {
        self.worth?.missed
    }

    /// Returns whether the move of the finding mates; `false` if it has no move. `position` must be the position of
    /// the finding.
    #[must_use]
    pub fn mates(&self, position: &Position) -> bool {
        self.by.is_some_and(|by| position.after(by).is_checkmate())
    }
}
