//! Tables and their columns.

use super::column::{Column, Fill};
use super::facts::{GAMES_FIRST, facts};
use super::{findings, positions};
use crate::formats::FactTable;
use crate::names::nearest;
use crate::schema::ColumnKind;
use crate::search::{JudgedBy, Judging, Selection};
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

/// The error for names of columns that cannot be selected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ColumnError {
    /// There is no column or group with the name.
    Unknown {
        /// The name.
        name: String,
        /// The table.
        table: Table,
    },
    /// The column is null in all rows without a chess engine, and the selection has none.
    NeedsEngine {
        /// The name of the column.
        name: String,
    },
}

impl fmt::Display for ColumnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, table) = match self {
            Self::NeedsEngine { name } => {
                return write!(
                    f,
                    "`{name}` is null without a chess engine; name one with the option `engine`"
                );
            }
            Self::Unknown { name, table } => (name, table),
        };
        write!(f, "unknown column `{name}`")?;
        let columns: Vec<_> = table.columns().iter().map(|column| &*column.name).collect();
        let groups: Vec<_> = table.groups().into_iter().map(|group| format!("{GROUP}{group}")).collect();
        if groups.contains(&format!("{GROUP}{name}")) {
            write!(f, " (did you mean the group `{GROUP}{name}`?)")?;
        } else if let Some(near) =
            nearest(name, columns.iter().copied().chain(groups.iter().map(String::as_str)))
        {
            write!(f, " (did you mean `{near}`?)")?;
        }
        write!(f, "; the columns are {}", columns.join(", "))?;
        if groups.is_empty() { Ok(()) } else { write!(f, ", and the groups {}", groups.join(", ")) }
    }
}

impl Error for ColumnError {}

/// What the names of groups of columns begin with: no column has such a name.
const GROUP: &str = "all:";

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

    /// Returns the indexes of columns, given by their names; `all` selects all columns, and `all:GROUP` those of a group.
    /// Each column is selected once.
    ///
    /// If a column is about the worth of moves, the selection of findings then computes it, as `by` judges.
    ///
    /// # Errors
    ///
    /// If a name is unknown, or the column with this name needs an engine and none judges.
    pub fn select(
        self,
        names: &[impl AsRef<str>],
        selection: &mut Selection,
        by: &JudgedBy,
    ) -> Result<Vec<usize>, ColumnError> {
        let mut selected = Vec::new();
        for name in names.iter().map(AsRef::as_ref) {
            if let Some(column) = self.column(name) {
                if self.columns()[column].needs().engine && by.engine().is_none() {
                    return Err(ColumnError::NeedsEngine { name: name.to_owned() });
                }
                selected.push(column);
                continue;
            }
            let group = name.strip_prefix(GROUP);
            let of_group = |column: &Column| name == "all" || group == Some(column.group);
            let columns = (0..self.columns().len()).filter(|&column| of_group(&self.columns()[column]));
            let before = selected.len();
            selected.extend(columns);
            if selected.len() == before || group == Some("") {
                return Err(ColumnError::Unknown { name: name.to_owned(), table: self });
            }
        }
        if selected.iter().any(|&column| self.columns()[column].is_of_worth()) {
            selection.judging.get_or_insert_with(|| Judging { by: by.clone(), ..Judging::default() });
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

pub(crate) const SANS: &str = "moves of the main line in standard algebraic notation, up to the damage; null if the start \
    is unreadable, and for other variants";

pub(crate) const FINAL_FEN: &str = "last position of the main line, up to the damage, as FEN";

/// Returns the columns of the table of games. The last ones require playing the moves.
fn of_games() -> Vec<Column> {
    let mut columns = facts(FactTable::Games, &GAMES_FIRST);
    let plies = "number of readable moves; null if the start is unreadable, and for other variants";
    let damage = "damage and its location; null for undamaged games";
    columns.extend([
        Column::new("plies", plies, ColumnKind::Number, Fill::Plies),
        Column::new("damage", damage, ColumnKind::Text, Fill::Damage),
        Column::new("sans", SANS, ColumnKind::List, Fill::Sans),
        Column::new("final_fen", FINAL_FEN, ColumnKind::Text, Fill::FinalFen),
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
