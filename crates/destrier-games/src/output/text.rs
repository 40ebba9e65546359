//! Text formats that are written as rows are found.

use super::format::OutputWriter;
use crate::chess::Positions;
use crate::input::Entry;
use crate::scan::{
    Collected, Collecting, Collector, CollectorNeeds, CurrentGame, Found, GameEnd, Scan, Steps,
};
use crate::tables::{Cells, Replayed, SomeRows, TableRows};
use std::fmt::Display;
use std::io::{self, Write};
use std::sync::Arc;

/// Writes rows of a table as text.
pub(super) trait Encoder: Send + Sync + 'static {
    /// Appends a cell of a column, with the separator or key before it.
    fn cell(&self, column: usize, text: &mut Vec<u8>, fill: impl FnOnce(&mut dyn Cells));

    /// Appends the end of a row that starts at offset `start`.
    fn end_row(&self, start: usize, text: &mut Vec<u8>);
}

/// Rows of a table, formatted as text in the thread that finds them, without an intermediate batch.
struct TextRows<E> {
    rows: TableRows,
    encoder: E,
}

/// The rows that one thread has written.
#[derive(Default)]
struct TextAccumulator {
    rows: Vec<u8>,
    /// The formatted cells of the current game, which all its rows share. Empty before its first row.
    game: Vec<GameCell>,
    /// The moves of the current game, if a column shows them.
    replayed: Replayed,
}

/// A formatted cell of a game with the text before it, or `None` for a column that is not about games.
type GameCell = Option<Vec<u8>>;

impl<E: Encoder> TextRows<E> {
    fn add(
        &self,
        source: &str,
        entry: &Entry<'_>,
        rows: &SomeRows<'_>,
        collecting: &mut Collecting<'_, Self>,
    ) {
        for row in 0..rows.len() {
            let TextAccumulator { rows: text, game, .. } = &mut *collecting.accumulator;
            if game.is_empty() {
                game.extend(
                    (0..self.rows.columns().len()).map(|column| self.game_cell(column, source, entry)),
                );
            }
            let start = text.len();
            for (column, cell) in game.iter().enumerate() {
                match cell {
                    Some(cell) => text.extend_from_slice(cell),
                    None => self.encoder.cell(column, text, |cells| {
                        self.rows.fill(column, cells, &rows.slice(row..row + 1));
                    }),
                }
            }
            self.encoder.end_row(start, text);
            collecting.take_if_large();
        }
    }

    fn game_cell(&self, column: usize, source: &str, entry: &Entry<'_>) -> GameCell {
        let mut cell = Vec::new();
        if self.rows.is_null(column) {
            self.encoder.cell(column, &mut cell, |cells| cells.null());
            return Some(cell);
        }
        let mut is_of_game = false;
        self.encoder.cell(column, &mut cell, |cells| {
            is_of_game = self.rows.fill_game(column, cells, source, entry);
        });
        is_of_game.then_some(cell)
    }
}

impl<E: Encoder> Collector for TextRows<E> {
    type Accumulator = TextAccumulator;
    type Output = Vec<u8>;

    fn accumulator(&self) -> TextAccumulator {
        TextAccumulator::default()
    }

    fn size(&self, accumulator: &TextAccumulator) -> usize {
        accumulator.rows.capacity()
    }

    fn needs(&self) -> CollectorNeeds<'_> {
        Collector::needs(&self.rows)
    }

    fn begin(&self, accumulator: &mut TextAccumulator, _: &CurrentGame<'_>) {
        accumulator.game.clear();
    }

    fn found(&self, game: &CurrentGame<'_>, found: Found<'_>, collecting: &mut Collecting<'_, Self>) {
        let Found { position: found, findings } = found;
        findings.retain(|_| collecting.tally.row());
        self.add(game.source, game.entry, &SomeRows::Findings(findings, *found), collecting);
    }

    fn positions(
        &self,
        game: &CurrentGame<'_>,
        positions: &Positions,
        collecting: &mut Collecting<'_, Self>,
    ) {
        if let Some((rows, computed)) = self.rows.rows_of_positions(game.game, positions, collecting.tally) {
            self.add(game.source, game.entry, &SomeRows::Positions(rows, &computed), collecting);
        }
        self.rows.follow(&mut collecting.accumulator.replayed, positions);
    }

    fn end(&self, source: &str, entry: &Entry<'_>, end: &GameEnd<'_>, collecting: &mut Collecting<'_, Self>) {
        let mut replayed = std::mem::take(&mut collecting.accumulator.replayed);
        if self.rows.has_row_of_game(collecting.tally) {
            collecting.accumulator.game.clear();
            self.add(source, entry, &SomeRows::Game(end, &replayed), collecting);
        }
        replayed.clear();
        collecting.accumulator.replayed = replayed;
    }

    fn finish(&self, accumulator: TextAccumulator) -> Vec<u8> {
        accumulator.rows
    }
}

/// Writes the cell of a row and a column.
pub(crate) type FillCell<'a> = dyn Fn(usize, usize, &mut dyn Cells) + 'a;

/// Writes a table whose rows are complete.
pub(super) fn write_complete(
    header: &[u8],
    encoder: &impl Encoder,
    columns: usize,
    rows: usize,
    fill: &FillCell<'_>,
    out: &mut dyn Write,
) -> io::Result<()> {
    out.write_all(header)?;
    let mut text = Vec::new();
    for row in 0..rows {
        for column in 0..columns {
            encoder.cell(column, &mut text, |cells| fill(row, column, cells));
        }
        encoder.end_row(0, &mut text);
        out.write_all(&text)?;
        text.clear();
    }
    Ok(())
}

/// Appends a set of squares as 16 hexadecimal digits.
pub(super) fn write_set(text: &mut Vec<u8>, set: u64) {
    text.extend_from_slice(&std::array::from_fn::<u8, 16, _>(|index| {
        b"0123456789abcdef"[(set >> (60 - 4 * index) & 15) as usize]
    }));
}

/// Appends a formatted value. If it contains a special byte, `otherwise` writes it instead. The test is branch-free
/// per byte, because most values contain none.
pub(super) fn write_plain(
    text: &mut Vec<u8>,
    written: &dyn Display,
    is_special: impl Fn(u8) -> bool,
    otherwise: impl FnOnce(&mut Vec<u8>, &str),
) {
    let start = text.len();
    // Writing to memory cannot fail.
    let _ = write!(text, "{written}");
    if text[start..].iter().fold(false, |special, &byte| special | is_special(byte)) {
        let written = String::from_utf8_lossy(&text[start..]).into_owned();
        text.truncate(start);
        otherwise(text, &written);
    }
}

/// Writes text as it arrives, after a header.
pub(super) struct TextFile<C> {
    header: Vec<u8>,
    collector: Arc<C>,
}

/// Creates a writer for the rows of a table.
pub(super) fn table(header: Vec<u8>, rows: TableRows, encoder: impl Encoder) -> Box<dyn OutputWriter> {
    Box::new(TextFile { header, collector: Arc::new(TextRows { rows, encoder }) })
}

/// Creates a writer for the output of a collector, after a header.
pub(super) fn text_file<C>(header: &str, collector: C) -> Box<dyn OutputWriter>
where
    C: Collector<Output = Vec<u8>> + Send + 'static,
{
    Box::new(TextFile { header: header.into(), collector: Arc::new(collector) })
}

impl<C: Collector<Output = Vec<u8>> + Send + 'static> OutputWriter for TextFile<C> {
    fn steps(&self, scan: &Scan) -> Steps {
        scan.steps(&self.collector)
    }

    fn begin(&mut self, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(&self.header)
    }

    fn append(&mut self, text: Collected, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(&text.get::<Vec<u8>>()?)
    }
}
