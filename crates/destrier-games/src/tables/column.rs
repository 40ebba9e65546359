//! Columns of tables: what they hold, and how their cells come about.

use super::builder::Builder;
use super::cells::Cells;
use super::game_facts::GameFact;
use crate::chess::Positions;
use crate::schema::ColumnKind;
use crate::search::{Finding, FoundPosition};
use arrow_schema::{DataType, Field, FieldRef};
use destrier::{Color, Sets};
use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

/// The key of a field's metadata that says what its column holds.
const DEFINITION: &str = "definition";

/// A column of a table.
#[derive(Clone, Debug)]
pub struct Column {
    /// Its name, the key of a JSON object too.
    pub name: Cow<'static, str>,
    /// What it holds.
    pub definition: Cow<'static, str>,
    /// The type of its cells.
    pub kind: ColumnKind,
    /// The group of columns that it belongs to; empty if the table has no groups.
    pub group: &'static str,
    /// How its cells come about.
    pub(super) fill: Fill,
}

/// How the cells of a column come about.
#[derive(Clone, Copy, Debug)]
pub(super) enum Fill {
    /// Known of the game before its moves are read; all its rows have it.
    Game(GameFact),
    /// How many moves of a game could be read.
    Plies,
    /// What is wrong with a game.
    Damage,
    /// One of the eight sets of each position.
    Set(SetColumn),
    /// Of some positions at once.
    Positions(fn(&mut dyn Cells, &PositionRows<'_>)),
    /// A value of a side in each position, by its place in the registry of values.
    Value(Color, usize),
    /// A fact of a finding.
    Finding(FindingNeeds, FindingCell),
    /// The field of that name, of patterns that have it.
    PatternField(&'static str),
}

/// What must be known for a fact of a finding, beyond the finding, its position and its game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FindingNeeds {
    Nothing,
    /// The number of its chance.
    Chances,
    /// What its move is worth.
    Worth,
    /// What an engine says.
    Engine,
}

/// How a cell is made of a finding.
#[derive(Clone, Copy, Debug)]
pub(super) enum FindingCell {
    Number(fn(&FindingRow<'_>) -> Option<i64>),
    Real(fn(&FindingRow<'_>) -> Option<f64>),
    Name(fn(&FindingRow<'_>) -> Option<&'static str>),
    Written(fn(&mut dyn Cells, &FindingRow<'_>)),
}

impl FindingCell {
    pub(super) fn fill(self, cells: &mut dyn Cells, row: &FindingRow<'_>) {
        match self {
            Self::Number(number) => cells.number(number(row)),
            Self::Real(real) => cells.real(real(row)),
            Self::Name(name) => cells.optional_text(name(row)),
            Self::Written(fill) => fill(cells, row),
        }
    }
}

/// Picks one of the eight columns of sets.
pub(super) type SetColumn = for<'a> fn(&Sets<&'a [u64]>) -> &'a [u64];

/// Rows of a table of positions.
pub(crate) struct PositionRows<'a> {
    pub(crate) positions: &'a Positions,
    /// Which of the positions.
    pub(crate) range: Range<usize>,
}

/// A row of a table of findings.
pub(super) struct FindingRow<'a> {
    pub(super) finding: &'a Finding,
    pub(super) found: &'a FoundPosition<'a>,
}

impl Column {
    pub(super) fn new(
        name: impl Into<Cow<'static, str>>,
        definition: impl Into<Cow<'static, str>>,
        kind: ColumnKind,
        fill: Fill,
    ) -> Self {
        Self { name: name.into(), definition: definition.into(), kind, group: "", fill }
    }

    /// A column that is known of the game.
    pub(super) fn of_game(name: &'static str, definition: &'static str, fact: GameFact) -> Self {
        Self::new(name, definition, fact.kind(), Fill::Game(fact))
    }

    /// A column that is known of a finding, its position and its game.
    pub(super) fn of_finding(
        name: &'static str,
        definition: &'static str,
        kind: ColumnKind,
        cell: FindingCell,
    ) -> Self {
        Self::new(name, definition, kind, Fill::Finding(FindingNeeds::Nothing, cell))
    }

    /// What must be known for it.
    #[must_use]
    pub const fn needs(&self) -> Needs {
        let mut needs =
            Needs { number: false, moves: true, values: [false; 2], chances: false, worth: false };
        match self.fill {
            Fill::Game(fact) => {
                needs.moves = false;
                needs.number = fact.is_number();
            }
            Fill::Value(side, _) => needs.values[side.index() as usize] = true,
            Fill::Finding(FindingNeeds::Worth, _) => needs.worth = true,
            Fill::Finding(FindingNeeds::Chances, _) => needs.chances = true,
            _ => {}
        }
        needs
    }

    /// Whether it is known of a game before its moves are read.
    #[must_use]
    pub const fn is_of_game(&self) -> bool {
        matches!(self.fill, Fill::Game(_))
    }

    /// Whether it says what a move is worth, by the search or by an engine.
    #[must_use]
    pub const fn is_of_worth(&self) -> bool {
        matches!(self.fill, Fill::Finding(FindingNeeds::Worth | FindingNeeds::Engine, _))
    }

    /// The column as Arrow has it, with its definition. Any cell may be null.
    pub(super) fn field(&self) -> FieldRef {
        let definition = HashMap::from([(DEFINITION.to_owned(), self.definition.clone().into_owned())]);
        Arc::new(Field::new(self.name.clone(), data_type(self.kind), true).with_metadata(definition))
    }
}

/// The type of a column as Arrow has it.
fn data_type(kind: ColumnKind) -> DataType {
    match kind {
        ColumnKind::Text => DataType::Utf8,
        ColumnKind::SharedText => DataType::Utf8View,
        ColumnKind::Truth => DataType::Boolean,
        ColumnKind::Number => DataType::Int64,
        ColumnKind::Real => DataType::Float64,
        ColumnKind::Date => DataType::Date32,
        ColumnKind::Set => DataType::UInt64,
        ColumnKind::List => DataType::List(Arc::new(Builder::item())),
        ColumnKind::Map => DataType::Map(Arc::new(Builder::entries()), false),
    }
}

/// What must be known for columns. What no column needs is not computed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Needs {
    /// The number of the game, for which everything before it is read.
    pub number: bool,
    /// The moves.
    pub moves: bool,
    /// The values of White, and of Black.
    pub values: [bool; 2],
    /// The numbers of chances, for which all patterns are searched for.
    pub chances: bool,
    /// The worth of moves.
    pub worth: bool,
}

impl Needs {
    /// What both need together.
    pub(super) const fn and(self, other: Self) -> Self {
        let [white, black] = self.values;
        Self {
            number: self.number || other.number,
            moves: self.moves || other.moves,
            values: [white || other.values[0], black || other.values[1]],
            chances: self.chances || other.chances,
            worth: self.worth || other.worth,
        }
    }
}
