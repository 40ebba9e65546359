//! Tables and their columns.

use super::column::{Column, Fill};
use super::facts::{GAMES_FIRST, facts};
use super::{findings, positions};
use crate::formats::FactTable;
use crate::schema::ColumnKind;
use arrow_schema::{Schema, SchemaRef};
use std::collections::HashSet;
use std::error::Error;
use std::fmt;
use std::str::FromStr;
use std::sync::{Arc, LazyLock};

/// A table that can be computed from games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Table {
    /// One row per game.
    #[default]
    Games,
    /// One row per position.
    Positions,
    /// One row per finding.
    Findings,
    /// One row per position, with its values for each side.
    Features,
}

/// The unit of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RowKind {
    Game,
    Position,
    Finding,
}

/// The error for a text that is not the name of a table.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected games, positions, findings or features, not {name:?}")]
pub struct ParseTableError {
    /// The text.
    pub name: String,
}

/// The error for an unknown name of a column or group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownColumn {
    /// The name.
    pub name: String,
    /// The table.
    pub table: Table,
}

impl fmt::Display for UnknownColumn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, table } = self;
        let columns: Vec<_> = table.columns().iter().map(|column| &*column.name).collect();
        write!(f, "unknown column `{name}`; the columns are {}", columns.join(", "))?;
        match &table.groups()[..] {
            [] => Ok(()),
            groups => write!(f, ", and the groups {}", groups.join(", ")),
        }
    }
}

impl Error for UnknownColumn {}

impl Table {
    /// All four tables.
    pub const ALL: [Self; 4] = [Self::Games, Self::Positions, Self::Findings, Self::Features];

    /// Returns the name.
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

    /// Returns all columns.
    #[must_use]
    pub fn columns(self) -> &'static [Column] {
        static COLUMNS: LazyLock<[Vec<Column>; 4]> = LazyLock::new(|| Table::ALL.map(Table::make));
        &COLUMNS[self as usize]
    }

    fn make(self) -> Vec<Column> {
        match self {
            Self::Games => of_games(),
            Self::Positions => positions::columns(false),
            Self::Findings => findings::columns(),
            Self::Features => positions::columns(true),
        }
    }

    /// Returns the Arrow schema of all columns.
    #[must_use]
    pub fn schema(self) -> SchemaRef {
        Arc::new(Schema::new(self.columns().iter().map(Column::field).collect::<Vec<_>>()))
    }

    /// Returns the indexes of columns, given by the names of columns and groups; `all` selects all columns. Each
    /// column is selected once.
    ///
    /// `game` is a column and a group. It is the group if all names are groups, or if the column is selected already.
    ///
    /// # Errors
    ///
    /// If a name is neither a column nor a group.
    pub fn select(self, names: &[impl AsRef<str>]) -> Result<Vec<usize>, UnknownColumn> {
        let groups = self.groups();
        let are_groups = names.iter().all(|name| groups.contains(&name.as_ref()));
        let mut selected = Vec::new();
        for name in names.iter().map(AsRef::as_ref) {
            let column = self.column(name).filter(|column| !are_groups && !selected.contains(column));
            let named: Vec<usize> = if let Some(column) = column {
                vec![column]
            } else {
                let columns = self.columns().iter().enumerate();
                let of_group = columns.filter(|(_, column)| column.group == name || name == "all");
                of_group.map(|(index, _)| index).collect()
            };
            if named.is_empty() && self.column(name).is_none() {
                return Err(UnknownColumn { name: name.to_owned(), table: self });
            }
            selected.extend(named);
        }
        let mut seen = HashSet::new();
        selected.retain(|&column| seen.insert(column));
        Ok(selected)
    }

    /// Returns the names of the column groups, in order.
    #[must_use]
    pub fn groups(self) -> Vec<&'static str> {
        let mut groups: Vec<_> = self.columns().iter().map(|column| column.group).collect();
        groups.dedup();
        groups.retain(|group| !group.is_empty());
        groups
    }

    /// Returns the index of the column with this name.
    #[must_use]
    pub fn column(self, name: &str) -> Option<usize> {
        self.columns().iter().position(|column| column.name == name)
    }

    /// Returns the indices of the columns up to and including the one with this name.
    #[must_use]
    pub fn up_to(self, last: &str) -> Vec<usize> {
        self.column(last).into_iter().flat_map(|last| 0..=last).collect()
    }
}

/// Returns the columns of the table of games. The last ones require playing the moves.
fn of_games() -> Vec<Column> {
    let mut columns = facts(FactTable::Games, &GAMES_FIRST);
    let plies = "number of readable moves; null if the start is unreadable, and for other variants";
    let damage = "damage and its location; null for undamaged games";
    columns.extend([
        Column::new("plies", plies, ColumnKind::Number, Fill::Plies),
        Column::new("damage", damage, ColumnKind::Text, Fill::Damage),
    ]);
    columns
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Parses a name, ignoring case.
impl FromStr for Table {
    type Err = ParseTableError;

    fn from_str(name: &str) -> Result<Self, ParseTableError> {
        let table = Self::ALL.into_iter().find(|table| table.name().eq_ignore_ascii_case(name));
        table.ok_or_else(|| ParseTableError { name: name.to_owned() })
    }
}
