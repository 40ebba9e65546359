//! Reads the rows of a row group or of another table.

use super::guard::{damaged, guarded};
use super::rows::{GameRows, Plan};
use arrow_array::RecordBatch;
use arrow_schema::ArrowError;
use parquet::errors::ParquetError;
use std::collections::VecDeque;
use std::io;

/// The rows of a table, in batches.
pub type RowBatches = Box<dyn Iterator<Item = Result<RecordBatch, ArrowError>> + Send>;

/// A reader of the rows of a row group or of another table, some at a time.
pub(crate) struct RowReader {
    batches: RowBatches,
    plan: Plan,
    /// The number of rows of the table before the next batch.
    rows_before: u64,
    /// The name of the row group in errors.
    group: Option<String>,
    /// Rows that were read but not returned.
    read: VecDeque<GameRows>,
}

impl RowReader {
    pub(super) const fn new(
        batches: RowBatches,
        plan: Plan,
        rows_before: u64,
        group: Option<String>,
    ) -> Self {
        Self { batches, plan, rows_before, group, read: VecDeque::new() }
    }

    /// Returns the next rows, all from one source, or `None` at the end and after an error.
    ///
    /// # Errors
    ///
    /// If the rows cannot be read.
    pub(crate) fn next_rows(&mut self) -> io::Result<Option<GameRows>> {
        while self.read.is_empty() {
            let Self { batches, plan, rows_before, .. } = self;
            let decoded = guarded(|| {
                let Some(batch) = batches.next().transpose()? else { return Ok(None) };
                let rows = plan.rows(&batch, *rows_before);
                *rows_before += batch.num_rows() as u64;
                Ok(Some(rows))
            });
            match decoded {
                Ok(Some(rows)) => self.read.extend(rows),
                Ok(None) => return Ok(None),
                Err(error) => {
                    self.batches = Box::new(std::iter::empty());
                    return Err(self.error(error));
                }
            }
        }
        Ok(self.read.pop_front())
    }

    fn error(&self, error: ParquetError) -> io::Error {
        match &self.group {
            Some(group) => damaged(group, error),
            None => io::Error::other(error),
        }
    }
}
