//! Tables as iterators of record batches.

use super::rows::TableRows;
use crate::scan::{Ended, Problem, Scan, Step};
use arrow_array::RecordBatch;
use arrow_schema::ArrowError;
use arrow_select::concat::concat_batches;
use crossbeam_channel::{Receiver, bounded};
use std::io;
use std::panic::resume_unwind;
use std::thread::{self, JoinHandle};

/// A scan that produces the rows of a table.
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
    /// The default number of rows per batch.
    pub const BATCH_ROWS: usize = 8192;

    /// The approximate maximum size of a batch in bytes. A larger row is a batch of its own.
    const BATCH_BYTES: usize = 8 << 20;

    /// The maximum number of batches in the queue.
    const BATCHES_AHEAD: usize = 2;

    /// Creates a scan for these rows.
    #[must_use]
    pub const fn new(scan: Scan, rows: TableRows) -> Self {
        Self { scan, rows, batch_rows: Self::BATCH_ROWS }
    }

    /// Sets the number of rows per batch. Batches have fewer rows if rows are long, and at the end.
    #[must_use]
    pub fn with_batch_rows(self, batch_rows: usize) -> Self {
        Self { batch_rows: batch_rows.max(1), ..self }
    }

    /// Runs the scan and passes batches to `take`, in the order of the input. A step has a batch, problems, or only
    /// counts.
    ///
    /// # Errors
    ///
    /// Errors of `take` and of the scan's condition. An error ends the scan.
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

    /// Runs the scan in its own thread and returns its batches as an iterator. An unreadable source or game is an
    /// error item; the scan continues after it. Dropping the iterator ends the scan.
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
                // Ignore the error: the iterator was dropped.
                let _ = sender.send(Err(Problem::Stopped { error }));
            }
        });
        Batches { receiver, scan: Some(scan) }
    }
}

/// The batches of a table, in the order of the input; see [`TableScan::batches`].
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

/// Rows that are held until they fill a batch.
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
        let bytes_per_row = batch.get_array_memory_size() / rows.max(1) + 1;
        let mut start = 0;
        while start < rows {
            let fitting = TableScan::BATCH_BYTES.saturating_sub(self.bytes) / bytes_per_row;
            // A row that exceeds the limit is a batch of its own.
            let fitting = fitting.max(usize::from(self.rows == 0));
            let length = fitting.min(rows - start).min(most_rows - self.rows);
            if length > 0 {
                self.batches.push(batch.slice(start, length));
                self.rows += length;
                self.bytes += length * bytes_per_row;
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

    /// Returns the held rows as a batch.
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

    /// Dropping the batches ends a scan that would never end.
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
