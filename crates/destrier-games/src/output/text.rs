//! Formats that are text, written as it comes.

use super::format::{Output, Sink, Written};
use crate::chess::Positions;
use crate::input::Entry;
use crate::scan::{Collecting, Collector, CurrentGame, FoundPosition, GameEnd, Totals};
use crate::search::{Finding, Selection};
use crate::tables::TableRows;
use arrow_array::RecordBatch;
use std::io::{self, Write};
use std::time::Duration;

/// Writes rows of a table as text.
pub(super) trait Encoder: Sync + 'static {
    /// Appends the rows of a batch.
    fn encode(&self, batch: &RecordBatch, text: &mut Vec<u8>);
}

/// Rows of a table, written as text in the thread that makes them.
struct TextRows<E> {
    rows: TableRows,
    encoder: E,
}

impl<E: Encoder> Collector for TextRows<E> {
    type Part = <TableRows as Collector>::Part;
    type Output = Vec<u8>;

    fn part(&self) -> Self::Part {
        self.rows.part()
    }

    /// Text takes twice as much as columns, as a rule, and repeats what rows share.
    fn size(&self, part: &Self::Part) -> usize {
        2 * self.rows.size(part) + part.shared_text()
    }

    fn needs_moves(&self) -> bool {
        self.rows.needs_moves()
    }

    fn selection(&self) -> Option<&Selection> {
        self.rows.selection()
    }

    fn begin(&self, part: &mut Self::Part, game: &CurrentGame<'_>) {
        self.rows.begin(part, game);
    }

    fn found(
        &self,
        game: &CurrentGame<'_>,
        found: &FoundPosition<'_>,
        findings: &mut Vec<Finding>,
        collecting: &mut Collecting<'_, Self::Part>,
    ) {
        self.rows.found(game, found, findings, collecting);
    }

    fn positions(
        &self,
        game: &CurrentGame<'_>,
        positions: &Positions,
        collecting: &mut Collecting<'_, Self::Part>,
    ) {
        self.rows.positions(game, positions, collecting);
    }

    fn end(
        &self,
        source: &str,
        entry: &Entry<'_>,
        end: &GameEnd<'_>,
        collecting: &mut Collecting<'_, Self::Part>,
    ) {
        self.rows.end(source, entry, end, collecting);
    }

    fn finish(&self, part: Self::Part) -> Vec<u8> {
        let mut text = Vec::new();
        self.encoder.encode(&self.rows.finish(part), &mut text);
        text
    }
}

/// Writes text as it comes, behind a header.
pub(super) struct TextFile {
    header: Vec<u8>,
}

impl TextFile {
    /// Rows of a table as text.
    pub(super) fn table(header: Vec<u8>, rows: TableRows, encoder: impl Encoder) -> Box<dyn Output> {
        Box::new(Written { collector: TextRows { rows, encoder }, sink: Self { header } })
    }

    /// What a collector makes.
    pub(super) fn of(collector: impl Collector<Output = Vec<u8>> + 'static) -> Box<dyn Output> {
        Box::new(Written { collector, sink: Self { header: Vec::new() } })
    }
}

impl Sink<Vec<u8>> for TextFile {
    fn begin(&mut self, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(&self.header)
    }

    fn append(&mut self, text: Vec<u8>, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(&text)
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
