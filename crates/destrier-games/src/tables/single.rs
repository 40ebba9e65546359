//! Findings of games that come one by one, without a scan.

use super::rows::{Rows, SomeRows, TableRows};
use super::table::Table;
use crate::chess::Positions;
use crate::formats::{Damage, Game, GameNeeds};
use crate::scan::Collector;
use crate::search::{Event, GameContext, Outcome, Selection};
use arrow_array::RecordBatch;
use arrow_schema::SchemaRef;
use std::fmt;

/// The findings of games that you add one by one. The columns are those of [`Table::Findings`] that need only the start
/// and the moves of a game.
///
/// ```
/// use destrier_games::{FindingRows, Game};
///
/// let mut rows = FindingRows::new();
/// rows.add(&Game::of_text(b"1. e4 e5 2. Nf3 Nc6 3. Bc4 Nd4 4. Nxe5 Qg5 5. Nxf7 Qxg2", None))?;
/// let damage = rows.add(&Game::of_text(b"e2e4 e7e5 e1e3", None)).unwrap_err();
/// assert_eq!(damage.to_string(), "byte 10: \"e1e3\": not a legal move here");
///
/// let batch = rows.finish();
/// assert!(batch.num_rows() > 0 && batch.column_by_name("san").is_some());
/// assert!(batch.column_by_name("white").is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct FindingRows {
    table: TableRows,
    rows: Rows,
    /// Scratch memory.
    positions: Positions,
}

impl FindingRows {
    /// Creates an empty collection of rows.
    #[must_use]
    pub fn new() -> Self {
        let columns = (0..Table::Findings.columns().len()).filter(|&index| {
            let needs = Table::Findings.columns()[index].needs().clone();
            GameNeeds { chances: false, ..needs } == GameNeeds::moves()
        });
        let columns: Vec<usize> = columns.collect();
        let table = TableRows::new(Table::Findings, &columns, &Selection::default());
        Self { rows: table.accumulator(), table, positions: Positions::new() }
    }

    /// Returns the schema of the rows.
    #[must_use]
    pub const fn schema(&self) -> &SchemaRef {
        self.table.schema()
    }

    /// Returns the number of rows.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.rows.len()
    }

    /// Returns whether there are no rows.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the approximate size of the rows in bytes.
    #[must_use]
    pub fn size(&self) -> usize {
        self.table.size(&self.rows)
    }

    /// Adds the findings of a game.
    ///
    /// # Errors
    ///
    /// If the game is damaged. The findings before the damage are added.
    pub fn add(&mut self, game: &Game<'_>) -> Result<Outcome, Box<Damage>> {
        let Self { table, rows, positions } = self;
        game.search(table.selection(), GameContext::default(), positions, |event| {
            if let Event::Found(found, findings) = event {
                table.add_findings(rows, &SomeRows::Findings(findings, *found));
            }
        })
    }

    /// Returns the rows.
    #[must_use]
    pub fn finish(self) -> RecordBatch {
        self.table.finish(self.rows)
    }
}

impl Default for FindingRows {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Debug for FindingRows {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FindingRows").field("table", &self.table).finish_non_exhaustive()
    }
}
