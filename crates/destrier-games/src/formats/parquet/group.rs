//! Reads the rows of a row group.

use super::file::damaged;
use super::guard::guarded;
use super::rows::{GameRows, Plan};
use parquet::arrow::arrow_reader::ParquetRecordBatchReader;
use std::collections::VecDeque;
use std::io;

/// A reader of the rows of a row group, some at a time.
pub(crate) struct GroupReader {
    reader: ParquetRecordBatchReader,
    plan: Plan,
    /// The number of rows of the file before the next batch.
    rows_before: u64,
    /// The name of the group in errors.
    named: String,
    /// Rows that were read but not returned.
    read: VecDeque<GameRows>,
}

impl GroupReader {
    pub(super) const fn new(
        reader: ParquetRecordBatchReader,
        plan: Plan,
        rows_before: u64,
        named: String,
    ) -> Self {
        Self { reader, plan, rows_before, named, read: VecDeque::new() }
    }

    /// Returns the next rows, all from one source, or `None` at the end.
    ///
    /// # Errors
    ///
    /// If the group is damaged.
    pub(crate) fn next_rows(&mut self) -> io::Result<Option<GameRows>> {
        while self.read.is_empty() {
            let Self { reader, plan, rows_before, .. } = self;
            let decoded = guarded(|| {
                let Some(batch) = reader.next().transpose()? else { return Ok(None) };
                let rows = plan.rows(&batch, *rows_before);
                *rows_before += batch.num_rows() as u64;
                Ok(Some(rows))
            });
            match decoded.map_err(|error| damaged(&self.named, error))? {
                Some(rows) => self.read.extend(rows),
                None => return Ok(None),
            }
        }
        Ok(self.read.pop_front())
    }
}
