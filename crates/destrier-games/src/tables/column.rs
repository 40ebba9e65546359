//! The columns of tables: their definitions and how their cells are computed.

use super::builder::Builder;
use super::cells::Cells;
use super::position_cells::PositionCell;
use crate::chess::GameResult;
use crate::formats::{Fact, FactContent, GameNeeds};
use crate::games::Speed;
use crate::schema::ColumnKind;
use crate::search::{Classes, Finding, FoundPosition, Grade, PATTERNS};
use arrow_schema::{DataType, Field, FieldRef};
use destrier::{Color, Line, Sets};
use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Arc;

/// The metadata key of a column's definition.
const DEFINITION: &str = "definition";

/// A column of a table.
#[derive(Clone, Debug)]
pub struct Column {
    /// The name, also the key in JSON objects.
    pub name: Cow<'static, str>,
    /// The definition.
    pub definition: Cow<'static, str>,
    /// The type of the cells.
    pub kind: ColumnKind,
    /// The group of the column, or empty if the table has no groups.
    pub group: &'static str,
    /// What the column needs.
    pub(super) needs: GameNeeds,
    /// How to compute the cells.
    pub(super) fill: Fill,
}

/// How to compute the cells of a column.
#[derive(Clone, Copy, Debug)]
pub(super) enum Fill {
    /// A fact that is known before the moves are read; the same in all rows of the game.
    Game(FactContent),
    /// The number of readable moves of a game.
    Plies,
    /// The damage of a game.
    Damage,
    /// The moves of a game.
    Sans,
    /// The last position of a game.
    FinalFen,
    /// A column of positions.
    Position(PositionColumn),
    /// A column of positions that is filled cell by cell.
    PositionCell(PositionCell),
    /// A fact about a finding.
    Finding(FindingCell),
    /// The field with this name, for patterns that have it.
    PatternField(&'static str),
}

/// The names of the kinds of pieces.
const PIECES: [&str; 6] = ["pawn", "knight", "bishop", "rook", "queen", "king"];

/// The content of a column of positions.
#[derive(Clone, Copy, Debug)]
pub(crate) enum PositionColumn {
    /// The ply of each position.
    Ply,
    /// Whether White is to move in each position.
    WhiteToMove,
    /// One of the eight sets of each position.
    Set(SetColumn),
    /// The next move from each position, in UCI notation.
    Uci,
    /// The next move from each position, in SAN.
    San,
    /// Each position as FEN.
    Fen,
    /// A value of a side in each position, by its index in the registry of values.
    Value(Color, usize),
}

/// How to compute a cell from a finding.
#[derive(Clone, Copy, Debug)]
pub(super) enum FindingCell {
    Number(fn(&FindingRow<'_>) -> Option<i64>),
    Real(fn(&FindingRow<'_>) -> Option<f64>),
    Truth(fn(&FindingRow<'_>) -> Option<bool>),
    Name(fn(&FindingRow<'_>) -> Option<&'static str>),
    Written(fn(&mut dyn Cells, &FindingRow<'_>)),
}

impl FindingCell {
    pub(super) fn fill(self, cells: &mut dyn Cells, row: &FindingRow<'_>) {
        match self {
            Self::Number(number) => cells.number(number(row)),
            Self::Real(real) => cells.real(real(row)),
            Self::Truth(truth) => match truth(row) {
                Some(truth) => cells.truth(truth),
                None => cells.null(),
            },
            Self::Name(name) => cells.optional_text(name(row)),
            Self::Written(fill) => fill(cells, row),
        }
    }
}

/// Selects one of the eight columns of sets.
pub(crate) type SetColumn = for<'a> fn(&Sets<&'a [u64]>) -> &'a [u64];

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
        let needs = GameNeeds::moves();
        Self { name: name.into(), definition: definition.into(), kind, group: "", needs, fill }
    }

    /// Creates a column that is a fact about the game.
    pub(super) fn of_fact(fact: &Fact) -> Self {
        let &Fact { name, definition, content, .. } = fact;
        let column = Self::new(name, definition, content.kind(), Fill::Game(content));
        Self { needs: content.needs(), ..column }
    }

    /// Creates a column that is a fact about a finding or its position.
    pub(super) fn of_finding(
        name: &'static str,
        definition: &'static str,
        kind: ColumnKind,
        cell: FindingCell,
    ) -> Self {
        Self::new(name, definition, kind, Fill::Finding(cell))
    }

    /// Adds to what the column needs.
    pub(super) fn needing(self, needs: GameNeeds) -> Self {
        Self { needs: self.needs.and(needs), ..self }
    }

    /// Returns what the column needs.
    #[must_use]
    pub const fn needs(&self) -> &GameNeeds {
        &self.needs
    }

    /// Returns whether the column is known before the moves of a game are read.
    #[must_use]
    pub const fn is_of_game(&self) -> bool {
        matches!(self.fill, Fill::Game(_))
    }

    /// Returns whether the column is about the worth of a move, by the search or by an engine.
    #[must_use]
    pub const fn is_of_worth(&self) -> bool {
        self.needs.worth || self.needs.engine
    }

    /// Returns the values of a column of names or of lists of names, `None` for columns with other content. A pattern may
    /// also have a name of its own.
    #[must_use]
    pub fn values(&self) -> Option<Vec<&'static str>> {
        Some(match (self.fill, &*self.name) {
            (Fill::Game(FactContent::Speed), _) => Speed::ALL.map(Speed::name).to_vec(),
            (Fill::Game(FactContent::Result), _) => GameResult::ALL.map(GameResult::text).to_vec(),
            (Fill::Finding(_), "pattern") => PATTERNS.map(|pattern| pattern.name).to_vec(),
            (Fill::Finding(_), "side") => Color::ALL.map(Color::name).to_vec(),
            (Fill::Finding(_), "missed") => Grade::ALL.map(Grade::name).to_vec(),
            (Fill::PositionCell(PositionCell::Piece | PositionCell::Captured), _) => PIECES.to_vec(),
            (Fill::PatternField("classes"), _) => Classes::Family.names().to_vec(),
            (Fill::PatternField("line"), _) => Line::ALL.map(Line::name).to_vec(),
            _ => return None,
        })
    }

    /// Returns the Arrow [`field`].
    pub(super) fn field(&self) -> FieldRef {
        field(&self.name, &self.definition, self.kind)
    }
}

/// Returns the Arrow field of a column, with the definition as metadata. All columns are nullable.
pub(crate) fn field(name: &str, definition: &str, kind: ColumnKind) -> FieldRef {
    Arc::new(field_of_type(name, definition, data_type(kind)))
}

/// Returns a nullable Arrow field, with the definition as metadata.
pub(crate) fn field_of_type(name: &str, definition: &str, kind: DataType) -> Field {
    let definition = HashMap::from([(DEFINITION.to_owned(), definition.to_owned())]);
    Field::new(name, kind, true).with_metadata(definition)
}

/// Returns the Arrow type of a column.
pub(crate) fn data_type(kind: ColumnKind) -> DataType {
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
