//! A table as an iterator of record batches.

use super::rows::TableRows;
use crate::scan::{Ended, Problem, Scan, Step};
use arrow_array::RecordBatch;
use arrow_schema::ArrowError;
use arrow_select::concat::concat_batches;
use crossbeam_channel::{Receiver, bounded};
use std::io;
use std::panic::resume_unwind;
use std::thread::{self, JoinHandle};

/// A scan of games for rows of a table.
///
/// ```
/// use destrier_games::{Scan, Selection, Source, Table, TableRows, TableScan};
///
/// let columns = ["game", "ply", "san"].map(|name| Table::Findings.column(name).unwrap());
/// let rows = TableRows::new(Table::Findings, &columns, &Selection::default());
/// let scan = Scan::new([Source::new("no-such-file.pgn")]);
/// let mut batches = TableScan::new(scan, rows).batches();
/// let problem = batches.next().unwrap().unwrap_err();
/// assert!(problem.to_string().starts_with("no-such-file.pgn: "));
/// assert!(batches.next().is_none());
/// ```
#[derive(Clone, Debug)]
pub struct TableScan {
    scan: Scan,
    rows: TableRows,
    batch_rows: usize,
}

impl TableScan {
    /// How many rows a batch has, if nothing else is said.
    pub const BATCH_ROWS: usize = 8192;

    /// How many bytes the rows of a batch have at most, about. A longer row is alone.
    const BATCH_BYTES: usize = 8 << 20;

    /// How many batches wait at most for being taken.
    const BATCHES_AHEAD: usize = 2;

    /// A scan for these rows.
    #[must_use]
    pub const fn new(scan: Scan, rows: TableRows) -> Self {
        Self { scan, rows, batch_rows: Self::BATCH_ROWS }
    }

    /// The scan, with so many rows in a batch: fewer where rows are long, and at the end.
    #[must_use]
    pub fn with_batch_rows(self, batch_rows: usize) -> Self {
        Self { batch_rows: batch_rows.max(1), ..self }
    }

    /// Makes the scan and hands batches to `take`, in the order of the input. A step has a batch, or problems, or only
    /// counts.
    ///
    /// # Errors
    ///
    /// Those of `take` and of the scan's condition; they end the scan.
    pub fn run(&self, mut take: impl FnMut(Step<RecordBatch>) -> io::Result<()>) -> io::Result<Ended> {
        let mut held = Held { batches: Vec::new(), rows: 0, bytes: 0 };
        let mut last = None;
        let ended = self.scan.run(&self.rows, |step| {
            let Step { output, problems, totals, next } = step;
            take(Step { output: None, problems, totals, next })?;
            last = Some((totals, next));
            let Some(batch) = output else { return Ok(()) };
            held.add(&batch, self.batch_rows, &mut |batch| {
                take(Step { output: Some(batch), problems: Vec::new(), totals, next })
            })
        })?;
        if let (Some(batch), Some((totals, next))) = (held.take()?, last) {
            take(Step { output: Some(batch), problems: Vec::new(), totals, next })?;
        }
        Ok(ended)
    }

    /// Makes the scan in a thread of its own, as its batches are asked for. A source or a game that cannot be read is an
    /// error in its place, and the scan goes on behind it. When the iterator is dropped the scan ends.
    #[must_use]
    pub fn batches(self) -> Batches {
        let (sender, receiver) = bounded(Self::BATCHES_AHEAD);
        let scan = thread::spawn(move || {
            let gone = |_| io::Error::from(io::ErrorKind::BrokenPipe);
            let ended = self.run(|step| {
                for problem in step.problems {
                    sender.send(Err(problem)).map_err(gone)?;
                }
                step.output.map_or(Ok(()), |batch| sender.send(Ok(batch)).map_err(gone))
            });
            if let Err(error) = ended {
                // Who has dropped the iterator does not want to know.
                let _ = sender.send(Err(Problem::Stopped { error }));
            }
        });
        Batches { receiver, scan: Some(scan) }
    }
}

/// The batches of a table, in the order of the input; made by [`TableScan::batches`].
#[derive(Debug)]
pub struct Batches {
    receiver: Receiver<Result<RecordBatch, Problem>>,
    scan: Option<JoinHandle<()>>,
}

impl Iterator for Batches {
    type Item = Result<RecordBatch, Problem>;

    fn next(&mut self) -> Option<Self::Item> {
        match self.receiver.recv() {
            Ok(item) => Some(item),
            Err(_) => {
                if let Some(Err(panic)) = self.scan.take().map(JoinHandle::join) {
                    resume_unwind(panic);
                }
                None
            }
        }
    }
}

/// Rows that are held back until there are enough for a batch.
struct Held {
    batches: Vec<RecordBatch>,
    rows: usize,
    bytes: usize,
}

impl Held {
    fn add(
        &mut self,
        batch: &RecordBatch,
        most_rows: usize,
        take: &mut dyn FnMut(RecordBatch) -> io::Result<()>,
    ) -> io::Result<()> {
        let rows = batch.num_rows();
        let bytes_a_row = batch.get_array_memory_size() / rows.max(1) + 1;
        let mut start = 0;
        while start < rows {
            let fitting = TableScan::BATCH_BYTES.saturating_sub(self.bytes) / bytes_a_row;
            // A row that is too long is alone.
            let fitting = fitting.max(usize::from(self.rows == 0));
            let length = fitting.min(rows - start).min(most_rows - self.rows);
            if length > 0 {
                self.batches.push(batch.slice(start, length));
                self.rows += length;
                self.bytes += length * bytes_a_row;
                start += length;
            }
            if (self.rows == most_rows || start < rows)
                && let Some(batch) = self.take()?
            {
                take(batch)?;
            }
        }
        Ok(())
    }

    /// What is held, as a batch.
    fn take(&mut self) -> io::Result<Option<RecordBatch>> {
        let held = std::mem::take(&mut self.batches);
        (self.rows, self.bytes) = (0, 0);
        let batch = match &held[..] {
            [] => return Ok(None),
            [batch] => Ok(batch.clone()),
            [first, ..] => concat_batches(&first.schema(), &held),
        };
        batch.map(Some).map_err(|error: ArrowError| io::Error::other(error))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::{Bytes, Source};
    use crate::search::Selection;
    use crate::tables::Table;
    use std::io::Read;
    use std::sync::Arc;

    const GAMES: &[u8] = include_bytes!("../../../../samples/lichess.pgn");

    /// Whoever drops the batches ends the scan, which would never end.
    #[test]
    fn a_scan_ends_when_its_batches_are_dropped() {
        struct Endless;
        impl Bytes for Endless {
            fn read_from(&self, _: u64, _: u64) -> io::Result<Box<dyn Read + Send>> {
                struct Games;
                impl Read for Games {
                    fn read(&mut self, output: &mut [u8]) -> io::Result<usize> {
                        let length = output.len().min(GAMES.len());
                        output[..length].copy_from_slice(&GAMES[..length]);
                        Ok(length)
                    }
                }
                Ok(Box::new(Games))
            }
            fn is_seekable(&self) -> bool {
                false
            }
        }
        let rows = TableRows::new(Table::Positions, &[0], &Selection::default());
        let source = Source::of_bytes("a.pgn", Arc::new(Endless));
        let mut batches = TableScan::new(Scan::new([source]), rows).batches();
        assert!(batches.next().is_some());
        let scan = batches.scan.take().unwrap();
        drop(batches);
        scan.join().unwrap();
    }
}
