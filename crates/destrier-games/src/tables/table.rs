//! The tables: lists of columns.

use super::column::Column;
use super::tags::tag_columns;
use super::{findings, games, positions};
use arrow_schema::{Schema, SchemaRef};
use std::fmt;
use std::str::FromStr;
use std::sync::{Arc, LazyLock};

/// A table that can be made of games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Table {
    /// A row a game.
    #[default]
    Games,
    /// A row a position.
    Positions,
    /// A row a finding.
    Findings,
    /// A row a position, with its values for either side.
    Features,
}

/// What a row of a table is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RowKind {
    Game,
    Position,
    Finding,
}

/// Why a text does not name a table.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("rows are games, positions, findings or features, not {name:?}")]
pub struct ParseTableError {
    /// The text.
    pub name: String,
}

impl Table {
    /// All four.
    pub const ALL: [Self; 4] = [Self::Games, Self::Positions, Self::Findings, Self::Features];

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Games => "games",
            Self::Positions => "positions",
            Self::Findings => "findings",
            Self::Features => "features",
        }
    }

    pub(super) const fn row(self) -> RowKind {
        match self {
            Self::Games => RowKind::Game,
            Self::Positions | Self::Features => RowKind::Position,
            Self::Findings => RowKind::Finding,
        }
    }

    /// All its columns: first those of the rows themselves, then the tags of the games.
    #[must_use]
    pub fn columns(self) -> &'static [Column] {
        static COLUMNS: LazyLock<[Vec<Column>; 4]> = LazyLock::new(|| Table::ALL.map(Table::make));
        &COLUMNS[self as usize]
    }

    fn make(self) -> Vec<Column> {
        let (mut columns, last) = match self {
            Self::Games => (games::columns(), games::last_columns()),
            Self::Positions => (positions::columns(false), Vec::new()),
            Self::Findings => (findings::columns(), Vec::new()),
            Self::Features => (positions::columns(true), Vec::new()),
        };
        for tag in tag_columns() {
            let is_taken = columns.iter().any(|column| column.name == tag.name);
            columns.push(match &*tag.name {
                "site" if is_taken => continue,
                "white" if is_taken => Column { name: "white_player".into(), ..tag },
                "black" if is_taken => Column { name: "black_player".into(), ..tag },
                _ => tag,
            });
        }
        columns.extend(last);
        columns
    }

    /// All its columns as Arrow has them.
    #[must_use]
    pub fn schema(self) -> SchemaRef {
        Arc::new(Schema::new(self.columns().iter().map(Column::field).collect::<Vec<_>>()))
    }

    /// The place of a column of that name.
    #[must_use]
    pub fn column(self, name: &str) -> Option<usize> {
        self.columns().iter().position(|column| column.name == name)
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Reads a name, in upper or lower case.
impl FromStr for Table {
    type Err = ParseTableError;

    fn from_str(name: &str) -> Result<Self, ParseTableError> {
        let table = Self::ALL.into_iter().find(|table| table.name().eq_ignore_ascii_case(name));
        table.ok_or_else(|| ParseTableError { name: name.to_owned() })
    }
}
