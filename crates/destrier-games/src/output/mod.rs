//! What a scan writes: one file a format.
//!
//! [`FindingRows`] makes a row of each finding and [`FeatureRows`](crate::FeatureRows) one of each position; a
//! [`RowFormat`] writes rows: [`JsonLines`], [`Csv`], [`ParquetRows`]. [`Summary`] counts, [`AnnotatedGames`] writes the
//! games themselves. What any thread makes of a block of games is a part; a [`Sink`] takes the parts in order.
//!
//! ```
//! use destrier_games::output::{FindingRows, JsonLines, finding_columns};
//! use destrier_games::{GameFilter, Scan, Selection, Source};
//! use std::num::NonZero;
//!
//! let selection = Selection::default();
//! let work = FindingRows::new(JsonLines::new(&finding_columns()), &selection);
//! let scan = Scan {
//!     sources: &[Source::new("no-such-file.pgn")],
//!     filter: &GameFilter::default(),
//!     threads: NonZero::<usize>::MIN,
//!     strict: false,
//!     limit: None,
//!     start: Default::default(),
//!     before: Default::default(),
//!     bytes_read: &Default::default(),
//! };
//! let mut lines = Vec::new();
//! let ended = scan.run(&work, |step| {
//!     assert!(step.problems[0].to_string().starts_with("no-such-file.pgn: "));
//!     lines.extend(step.part.unwrap_or_default());
//!     Ok(())
//! })?;
//! assert_eq!(ended.totals.unreadable, 1);
//! assert!(lines.is_empty());
//! # Ok::<(), std::io::Error>(())
//! ```

mod annotated;
mod csv;
mod finding_rows;
mod jsonl;
mod parquet;
mod summary;

use crate::Totals;
use crate::table::Cell;
use std::io::{self, Write};
use std::time::Duration;

pub(crate) use self::parquet::Builder;
pub use self::parquet::{Builders, ParquetRows, RowGroups, arrow_schema, assemble};
pub use annotated::AnnotatedGames;
pub use csv::Csv;
pub use finding_rows::{FindingRows, finding_columns};
pub use jsonl::JsonLines;
pub use summary::{Summary, SummaryWriter};

/// A format that has rows.
pub trait RowFormat: Sync {
    /// Rows that follow each other.
    type Part: Send + 'static;

    /// No rows.
    fn part(&self) -> Self::Part;

    /// How many bytes the rows take, about; as for [`Work::size`](crate::Work::size).
    fn size(&self, _: &Self::Part) -> usize {
        0
    }

    /// Adds a row, with a cell for each column.
    fn row(&self, part: &mut Self::Part, cells: &[Cell<'_>]);
}

impl RowFormat for ParquetRows {
    type Part = Builders;

    fn part(&self) -> Builders {
        Self::part(self)
    }

    fn size(&self, part: &Builders) -> usize {
        part.size()
    }

    fn row(&self, part: &mut Builders, cells: &[Cell<'_>]) {
        Self::row(self, part, cells);
    }
}

/// Takes parts in order and writes them.
pub trait Sink {
    /// What is taken.
    type Part;

    /// Writes what comes before the first part.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    fn begin(&mut self, out: &mut dyn Write) -> io::Result<()>;

    /// Writes a part, or keeps what there is to know of it.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    fn append(&mut self, part: Self::Part, out: &mut dyn Write) -> io::Result<()>;

    /// What another sink must know to go on from what was written up to now; `None` while there are rows that are kept
    /// and not yet written.
    fn state(&self) -> Option<serde_json::Value>;

    /// Goes on from the [`state`](Self::state) of another sink.
    ///
    /// # Errors
    ///
    /// When it is not a state of a sink of this kind.
    fn restore(&mut self, state: &serde_json::Value) -> io::Result<()>;

    /// Writes what comes after the last part.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    fn finish(&mut self, totals: &Totals, time: Duration, out: &mut dyn Write) -> io::Result<()>;
}

/// Writes parts that are text as they are.
#[derive(Clone, Debug, Default)]
pub struct TextSink {
    /// What comes before the first part.
    pub header: Vec<u8>,
}

impl Sink for TextSink {
    type Part = Vec<u8>;

    fn begin(&mut self, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(&self.header)
    }

    fn append(&mut self, part: Vec<u8>, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(&part)
    }

    fn state(&self) -> Option<serde_json::Value> {
        Some(serde_json::Value::Null)
    }

    fn restore(&mut self, _: &serde_json::Value) -> io::Result<()> {
        Ok(())
    }

    fn finish(&mut self, _: &Totals, _: Duration, _: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }
}

impl Sink for RowGroups {
    type Part = Builders;

    fn begin(&mut self, _: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }

    fn append(&mut self, part: Builders, out: &mut dyn Write) -> io::Result<()> {
        Self::append(self, part, out)
    }

    fn state(&self) -> Option<serde_json::Value> {
        (!self.holds_rows()).then_some(serde_json::Value::Null)
    }

    fn restore(&mut self, _: &serde_json::Value) -> io::Result<()> {
        Ok(())
    }

    fn finish(&mut self, _: &Totals, _: Duration, out: &mut dyn Write) -> io::Result<()> {
        self.flush(out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::{Column, Kind};

    #[test]
    fn text_is_written_behind_its_header() {
        let (mut sink, mut out) = (TextSink { header: b"name\n".to_vec() }, Vec::new());
        sink.begin(&mut out).unwrap();
        sink.append(b"a\nb\n".to_vec(), &mut out).unwrap();
        assert!(sink.state().is_some());
        sink.append(b"c\n".to_vec(), &mut out).unwrap();
        sink.finish(&Totals::default(), Duration::ZERO, &mut out).unwrap();
        assert_eq!(out, b"name\na\nb\nc\n");
    }

    #[test]
    fn row_groups_are_written_at_the_end_and_have_no_state_before() {
        let columns = [Column::new("name", "A name.", Kind::Text)];
        let rows = ParquetRows::new(&columns);
        let mut part = RowFormat::part(&rows);
        RowFormat::row(&rows, &mut part, &[Cell::Text("a")]);
        assert_eq!(RowFormat::size(&rows, &part), part.size());
        let (mut sink, mut out): (Box<dyn Sink<Part = Builders>>, _) =
            (Box::new(RowGroups::new(&columns)), Vec::new());
        sink.begin(&mut out).unwrap();
        assert_eq!(sink.state(), Some(serde_json::Value::Null));
        sink.append(part, &mut out).unwrap();
        assert!(out.is_empty() && sink.state().is_none());
        sink.finish(&Totals::default(), Duration::ZERO, &mut out).unwrap();
        assert!(!out.is_empty() && sink.state().is_some());
        let mut table = Vec::new();
        assemble(&columns, &mut &out[..], &mut table).unwrap();
        assert_eq!(&table[..4], b"PAR1");
    }
}
