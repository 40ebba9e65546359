//! Output formats.

use crate::chess::Position;
use crate::scan::{Bookmark, Collector, Ended, Problem, Scan, Totals};
use crate::search::{Finding, Selection};
use crate::tables::TableRows;
use std::fmt;
use std::io::{self, Read, Write};
use std::time::Duration;

/// An output format: an entry of [`OUTPUT_FORMATS`](super::OUTPUT_FORMATS).
#[derive(Debug)]
pub struct OutputFormat {
    /// The name.
    pub name: &'static str,
    /// A short description.
    pub description: &'static str,
    /// The file name extensions, without the dot.
    pub endings: &'static [&'static str],
    /// How the output is completed.
    pub ending: Ending,
    /// Whether the format writes tables of any kind. Other formats write only findings.
    pub is_table: bool,
    /// Opens a writer.
    pub(super) open: fn(OutputRequest) -> Box<dyn OutputWriter>,
}

/// Each format exists once, so names identify formats.
impl PartialEq for OutputFormat {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}

/// How an output is completed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// Rows are written as they are found.
    RowByRow,
    /// The whole output is written at the end.
    AtEnd,
    /// A spool is written first. The output is [assembled](OutputWriter::assemble) from it at the end.
    Assembled,
    /// Like `Assembled`, but the output is a folder of [files](OutputWriter::assemble_files).
    AssembledFiles,
    /// Parts are written as they are found. At the end, a file with more than `most` parts is split into several files.
    /// Each part begins with `start` at the start of a line.
    Split {
        /// The beginning of the first line of a part, and of no other line.
        start: &'static str,
        /// The maximum number of parts per file.
        most: usize,
    },
}

impl Ending {
    /// Returns whether rows are written as they are found.
    #[must_use]
    pub const fn is_row_by_row(self) -> bool {
        matches!(self, Self::RowByRow | Self::Split { .. })
    }
}

/// Opens the files of a folder, one after the other.
pub type OpenFile<'a> = dyn FnMut() -> io::Result<Box<dyn Write + Send>> + 'a;

/// Draws the board of a finding as lines of text, for summaries.
pub type BoardDrawing = Box<dyn Fn(&Position, &Finding) -> String + Send + Sync>;

/// The content and style of an output.
pub struct OutputRequest {
    /// The rows, for formats that write tables.
    pub rows: TableRows,
    /// The findings, for other formats.
    pub selection: Selection,
    /// Whether to color terminal output with escape sequences.
    pub color: bool,
    /// Draws the boards of a summary.
    pub boards: Option<BoardDrawing>,
    /// Whether annotated games place notes after the move, so that readers can solve them first.
    pub hide: bool,
}

impl OutputRequest {
    /// Creates a request without color or boards, with nothing hidden.
    #[must_use]
    pub const fn new(rows: TableRows, selection: Selection) -> Self {
        Self { rows, selection, color: false, boards: None, hide: false }
    }
}

impl fmt::Debug for OutputRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OutputRequest")
            .field("rows", &self.rows)
            .field("selection", &self.selection)
            .field("color", &self.color)
            .finish_non_exhaustive()
    }
}

impl OutputFormat {
    /// Opens a writer for this format.
    #[must_use]
    pub fn open(&self, request: OutputRequest) -> Box<dyn OutputWriter> {
        (self.open)(request)
    }
}

/// Writes one output: runs a scan and writes its results in one format.
pub trait OutputWriter {
    /// Writes the start of the output, such as a header.
    ///
    /// # Errors
    ///
    /// If writing fails.
    fn begin(&mut self, out: &mut dyn Write) -> io::Result<()>;

    /// Runs a scan and writes its results.
    ///
    /// # Errors
    ///
    /// If writing fails or the observer returns an error.
    fn run(&mut self, scan: &Scan, observer: &mut dyn Observer) -> io::Result<Ended>;

    /// Returns the state that another writer needs to continue this output. Returns `None` while some rows are
    /// buffered but not yet written.
    fn state(&self) -> Option<serde_json::Value>;

    /// Restores the [`state`](Self::state) of another writer.
    ///
    /// # Errors
    ///
    /// If the state does not belong to an output of this format.
    fn restore(&mut self, state: &serde_json::Value) -> io::Result<()>;

    /// Writes the end of the output.
    ///
    /// # Errors
    ///
    /// If writing fails.
    fn finish(&mut self, totals: &Totals, time: Duration, out: &mut dyn Write) -> io::Result<()>;

    /// Assembles the output from a spool ([`Ending::Assembled`]).
    ///
    /// # Errors
    ///
    /// If reading the spool or writing the output fails.
    fn assemble(&self, spool: &mut dyn Read, out: &mut (dyn Write + Send)) -> io::Result<()>;

    /// Assembles the files of a folder from a spool ([`Ending::AssembledFiles`]).
    ///
    /// # Errors
    ///
    /// If reading the spool or writing a file fails.
    fn assemble_files(&self, spool: &mut dyn Read, open: &mut OpenFile<'_>) -> io::Result<()> {
        self.assemble(spool, &mut open()?)
    }
}

/// Observes a running scan and provides the file for its output.
pub trait Observer {
    /// Returns the writer of the output.
    fn writer(&mut self) -> &mut dyn Write;

    /// Called when a part of the input cannot be read.
    ///
    /// # Errors
    ///
    /// If the problem cannot be reported. An error ends the scan.
    fn report(&mut self, problem: &Problem) -> io::Result<()>;

    /// Called after each step, with the counts so far. If `next` is some, everything before it has been written.
    /// `state` returns the state of the output.
    ///
    /// # Errors
    ///
    /// Any error ends the scan.
    fn advance(
        &mut self,
        totals: &Totals,
        next: Option<Bookmark>,
        state: &dyn Fn() -> Option<serde_json::Value>,
    ) -> io::Result<()>;
}

/// Writes collected results, in order.
pub(crate) trait Sink<T> {
    /// See [`OutputWriter::begin`].
    fn begin(&mut self, _: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }

    /// Writes collected results or accumulates them.
    fn append(&mut self, collected: T, out: &mut dyn Write) -> io::Result<()>;

    /// See [`OutputWriter::state`].
    fn state(&self) -> Option<serde_json::Value>;

    /// See [`OutputWriter::restore`].
    fn restore(&mut self, state: &serde_json::Value) -> io::Result<()>;

    /// See [`OutputWriter::finish`].
    fn finish(&mut self, totals: &Totals, time: Duration, out: &mut dyn Write) -> io::Result<()>;

    /// See [`OutputWriter::assemble`].
    fn assemble(&self, spool: &mut dyn Read, out: &mut (dyn Write + Send)) -> io::Result<()> {
        io::copy(spool, out).map(|_| ())
    }

    /// See [`OutputWriter::assemble_files`].
    fn assemble_files(&self, spool: &mut dyn Read, open: &mut OpenFile<'_>) -> io::Result<()> {
        self.assemble(spool, &mut open()?)
    }
}

/// Writes the results of a collector with a sink.
pub(crate) struct CollectorWriter<C, S> {
    pub(crate) collector: C,
    pub(crate) sink: S,
}

impl<C: Collector, S: Sink<C::Output>> OutputWriter for CollectorWriter<C, S> {
    fn begin(&mut self, out: &mut dyn Write) -> io::Result<()> {
        self.sink.begin(out)
    }

    fn run(&mut self, scan: &Scan, observer: &mut dyn Observer) -> io::Result<Ended> {
        let Self { collector, sink } = self;
        scan.run(collector, |step| {
            let written = step.output.map_or(Ok(()), |collected| sink.append(collected, observer.writer()));
            // Report problems even if the output cannot be written.
            for problem in &step.problems {
                observer.report(problem)?;
            }
            written?;
            observer.advance(&step.totals, step.next, &|| sink.state())
        })
    }

    fn state(&self) -> Option<serde_json::Value> {
        self.sink.state()
    }

    fn restore(&mut self, state: &serde_json::Value) -> io::Result<()> {
        self.sink.restore(state)
    }

    fn finish(&mut self, totals: &Totals, time: Duration, out: &mut dyn Write) -> io::Result<()> {
        self.sink.finish(totals, time, out)
    }

    fn assemble(&self, spool: &mut dyn Read, out: &mut (dyn Write + Send)) -> io::Result<()> {
        self.sink.assemble(spool, out)
    }

    fn assemble_files(&self, spool: &mut dyn Read, open: &mut OpenFile<'_>) -> io::Result<()> {
        self.sink.assemble_files(spool, open)
    }
}
