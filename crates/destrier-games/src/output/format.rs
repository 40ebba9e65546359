//! Output formats.

use crate::chess::Position;
use crate::scan::{Collected, Ended, Problem, Scan, Steps, Totals};
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
    /// The output is a folder of [files](OutputWriter::assemble_files), written at the end without a spool.
    FilesAtEnd,
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
    /// Returns whether the whole output is written at the end.
    #[must_use]
    pub const fn is_at_end(self) -> bool {
        matches!(self, Self::AtEnd | Self::FilesAtEnd)
    }

    /// Returns whether the output is a folder.
    #[must_use]
    pub const fn is_folder(self) -> bool {
        matches!(self, Self::AssembledFiles | Self::FilesAtEnd)
    }

    /// Returns whether rows are written as they are found.
    #[must_use]
    pub const fn is_row_by_row(self) -> bool {
        matches!(self, Self::RowByRow | Self::Split { .. })
    }
}

/// Opens the files of a folder by their names, one after the other.
pub type OpenFile<'a> = dyn FnMut(&str) -> io::Result<Box<dyn Write + Send>> + 'a;

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

/// Writes one output in one format. A writer is passive: its user runs the scan.
///
/// ```
/// use destrier_games::output::{OUTPUT_FORMATS, OutputRequest};
/// use destrier_games::{Scan, Selection, Source, Table, TableRows};
///
/// let rows = TableRows::new(Table::Findings, &[0, 1, 4], &Selection::default());
/// let csv = OUTPUT_FORMATS.iter().find(|format| format.name == "csv").unwrap();
/// let mut writer = csv.open(OutputRequest::new(rows, Selection::default()));
/// let mut out = Vec::new();
/// writer.begin(&mut out)?;
/// for step in writer.steps(&Scan::new([Source::new("../../samples/lichess.pgn")])) {
///     let step = step?;
///     step.output.map_or(Ok(()), |output| writer.append(output, &mut out))?;
/// }
/// assert!(out.starts_with(b"source,game,ply\n../../samples/lichess.pgn,1,"));
/// # Ok::<(), std::io::Error>(())
/// ```
pub trait OutputWriter {
    /// Returns the steps of a scan that collects what this output needs.
    fn steps(&self, scan: &Scan) -> Steps;

    /// Writes the start of the output, such as a header.
    ///
    /// # Errors
    ///
    /// If writing fails.
    fn begin(&mut self, _: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }

    /// Writes the output of a step, or keeps it for later.
    ///
    /// # Errors
    ///
    /// If writing fails.
    fn append(&mut self, collected: Collected, out: &mut dyn Write) -> io::Result<()>;

    /// Returns the state that another writer needs to continue this output. Returns `None` while some rows are
    /// buffered but not yet written.
    fn state(&self) -> Option<serde_json::Value> {
        Some(serde_json::Value::Null)
    }

    /// Restores the [`state`](Self::state) of another writer.
    ///
    /// # Errors
    ///
    /// If the state does not belong to an output of this format.
    fn restore(&mut self, _: &serde_json::Value) -> io::Result<()> {
        Ok(())
    }

    /// Returns the number of rows written so far if it may be less than that of the scan.
    fn rows(&self) -> Option<u64> {
        None
    }

    /// Returns whether a table of counts has no rows. Other outputs that show counts have zeros.
    fn is_empty(&self) -> bool {
        false
    }

    /// Writes the end of the output.
    ///
    /// # Errors
    ///
    /// If writing fails.
    fn finish(&mut self, _: &Totals, _: Duration, _: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }

    /// Assembles the output from a spool ([`Ending::Assembled`]).
    ///
    /// # Errors
    ///
    /// If reading the spool or writing the output fails.
    fn assemble(&self, spool: &mut dyn Read, out: &mut (dyn Write + Send)) -> io::Result<()> {
        io::copy(spool, out).map(|_| ())
    }

    /// Writes the files of a folder, from a spool ([`Ending::AssembledFiles`]) or not ([`Ending::FilesAtEnd`]).
    ///
    /// # Errors
    ///
    /// If reading the spool or writing a file fails. An output without this ending has no such files.
    fn assemble_files(&self, _: &mut dyn Read, _: &mut OpenFile<'_>) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }
}

/// A complete output in memory, with what could not be read.
#[derive(Debug)]
pub struct Written {
    /// The output.
    pub output: Vec<u8>,
    /// The parts of the input that could not be read.
    pub problems: Vec<Problem>,
    /// The end of the scan.
    pub ended: Ended,
}

/// Writes the whole output of a scan to memory.
///
/// # Errors
///
/// If the scan ends with an error.
pub fn write_to_memory(writer: &mut dyn OutputWriter, scan: &Scan) -> io::Result<Written> {
    let (mut spool, mut output, mut problems) = (Vec::new(), Vec::new(), Vec::new());
    writer.begin(&mut spool)?;
    let mut steps = writer.steps(scan);
    for step in &mut steps {
        let step = step?;
        step.output.map_or(Ok(()), |collected| writer.append(collected, &mut spool))?;
        problems.extend(step.problems);
    }
    let ended = steps.ended();
    writer.finish(&ended.totals, Duration::ZERO, &mut spool)?;
    writer.assemble(&mut &spool[..], &mut output)?;
    Ok(Written { output, problems, ended })
}
