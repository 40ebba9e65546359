//! What an output format is.

use super::summary::BoardDrawing;
use crate::scan::{Bookmark, Collector, Ended, Problem, Scan, Totals};
use crate::search::Selection;
use crate::tables::TableRows;
use std::fmt;
use std::io::{self, Read, Write};
use std::time::Duration;

/// A format of output: an entry of [`OUTPUT_FORMATS`](super::OUTPUT_FORMATS).
#[derive(Debug)]
pub struct OutputFormat {
    /// Its name.
    pub name: &'static str,
    /// What it is, in a few words.
    pub description: &'static str,
    /// The endings of file names that it goes by, without the dot.
    pub endings: &'static [&'static str],
    /// How it comes to its end.
    pub ending: Ending,
    /// Whether it is a table, of findings or of positions. Other formats are of findings alone.
    pub is_table: bool,
    /// Begins an output.
    pub(super) open: fn(OutputRequest) -> Box<dyn OutputWriter>,
}

/// There is one of each.
impl PartialEq for OutputFormat {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}

/// How an output comes to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// It is written row by row.
    RowByRow,
    /// It is written at the end, all at once.
    AtEnd,
    /// What is written is a spool, of which the output is [assembled](OutputWriter::assemble) at the end.
    Assembled,
}

/// What is to be written.
pub struct OutputRequest {
    /// The rows, of formats that are tables.
    pub rows: TableRows,
    /// The findings, of other formats.
    pub selection: Selection,
    /// Whether to write escape sequences that color a terminal.
    pub color: bool,
    /// Draws the boards of a summary.
    pub boards: Option<BoardDrawing>,
    /// Whether annotated games have nothing before the move that it is about, so that they can be solved.
    pub hide: bool,
}

impl OutputRequest {
    /// Plain rows or findings: without color and boards, with nothing hidden.
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
    /// Begins an output in this format.
    #[must_use]
    pub fn open(&self, request: OutputRequest) -> Box<dyn OutputWriter> {
        (self.open)(request)
    }
}

/// Writes one output: runs a scan and writes its results in one format.
pub trait OutputWriter {
    /// Writes what comes before all else.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    fn begin(&mut self, out: &mut dyn Write) -> io::Result<()>;

    /// Makes a scan and writes what comes of it.
    ///
    /// # Errors
    ///
    /// When it cannot be written, or the observer has an error.
    fn run(&mut self, scan: &Scan, observer: &mut dyn Observer) -> io::Result<Ended>;

    /// What another output must know to go on from what was written up to now; `None` while there are rows that are kept
    /// and not yet written.
    fn state(&self) -> Option<serde_json::Value>;

    /// Goes on from the [`state`](Self::state) of another output.
    ///
    /// # Errors
    ///
    /// When it is not a state of an output in this format.
    fn restore(&mut self, state: &serde_json::Value) -> io::Result<()>;

    /// Writes what comes behind all else.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    fn finish(&mut self, totals: &Totals, time: Duration, out: &mut dyn Write) -> io::Result<()>;

    /// Makes the output of what was written, where that is a spool ([`Ending::Assembled`]).
    ///
    /// # Errors
    ///
    /// When the spool cannot be read, or the output not be written.
    fn assemble(&self, spool: &mut dyn Read, out: &mut (dyn Write + Send)) -> io::Result<()>;
}

/// Looks on while an output is written, and has the file that it is written to.
pub trait Observer {
    /// Where the output is written.
    fn writer(&mut self) -> &mut dyn Write;

    /// Something could not be read.
    ///
    /// # Errors
    ///
    /// When it cannot be reported; that ends the scan.
    fn report(&mut self, problem: &Problem) -> io::Result<()>;

    /// So much has been counted, and all before `next` has been written, if there is such a place. `state` is that of
    /// the output.
    ///
    /// # Errors
    ///
    /// Whatever ends the scan.
    fn advance(
        &mut self,
        totals: &Totals,
        next: Option<Bookmark>,
        state: &dyn Fn() -> Option<serde_json::Value>,
    ) -> io::Result<()>;
}

/// Takes what is collected, in order, and writes it.
pub(crate) trait Sink<T> {
    /// As [`OutputWriter::begin`].
    fn begin(&mut self, _: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }

    /// Writes what was collected, or keeps what there is to know of it.
    fn append(&mut self, collected: T, out: &mut dyn Write) -> io::Result<()>;

    /// As [`OutputWriter::state`].
    fn state(&self) -> Option<serde_json::Value>;

    /// As [`OutputWriter::restore`].
    fn restore(&mut self, state: &serde_json::Value) -> io::Result<()>;

    /// As [`OutputWriter::finish`].
    fn finish(&mut self, totals: &Totals, time: Duration, out: &mut dyn Write) -> io::Result<()>;

    /// As [`OutputWriter::assemble`].
    fn assemble(&self, spool: &mut dyn Read, out: &mut (dyn Write + Send)) -> io::Result<()> {
        io::copy(spool, out).map(|_| ())
    }
}

/// Writes what a collector collects, with a sink.
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
            // Also where the output cannot be written.
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
}
