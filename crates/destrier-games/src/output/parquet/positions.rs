//! Tables of positions, written without record batches.
//!
//! The threads that find positions also encode and compress their pages. The thread that writes only adds the columns
//! whose dictionary depends on the whole row group: facts about games and moves.

use super::column_chunk::column_chunk;
use super::page::{Cell, DataPage, NO_INDEX, PageEncoder};
use super::row_groups::{STYLE, assemble, of_parquet, properties};
use crate::chess::{MoveCode, Positions, SanCode, SanWithSign};
use crate::output::format::OutputWriter;
use crate::scan::{Collected, Collecting, Collector, CollectorNeeds, CurrentGame, Scan, Steps, Totals};
use crate::tables::{Builder, PositionColumn, TableRows, ValuesOfSide};
use arrow_array::cast::AsArray;
use arrow_array::types::{Date32Type, Int64Type};
use arrow_array::{Array, ArrayRef};
use arrow_schema::{DataType, SchemaRef};
use destrier::batch::{Boards, LaneColor};
use destrier::king::Wing;
use destrier::registry::{Column, VALUES, ValueKind};
use destrier::{Color, Sets};
use parquet::arrow::ArrowSchemaConverter;
use parquet::errors::ParquetError;
use parquet::file::writer::SerializedFileWriter;
use std::collections::HashMap;
use std::io::{self, Read, Write};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// The minimum number of rows of a page, except for the last one of a block of games.
const PAGE_ROWS: usize = 16_384;

/// Opens a writer for a table of positions, or returns `None` if some of its columns are filled cell by cell.
pub(super) fn open(rows: &TableRows) -> Option<Box<dyn OutputWriter>> {
    if rows.columns().is_empty() || !rows.are_plain_positions() {
        return None;
    }
    let columns: Arc<[ColumnContent]> =
        (0..rows.columns().len()).map(|column| rows.position_column(column)).collect();
    let collector =
        PositionPages { rows: rows.clone(), columns: Arc::clone(&columns), unused: Mutex::default() };
    Some(Box::new(PositionGroups {
        collector: Arc::new(collector),
        schema: Arc::clone(rows.schema()),
        columns,
        encoder: PageEncoder::new(),
        held: Vec::new(),
        rows: 0,
    }))
}

/// The content of a column, or `None` for a fact about the game.
type ColumnContent = Option<PositionColumn>;

/// Collects positions as pages.
struct PositionPages {
    rows: TableRows,
    columns: Arc<[ColumnContent]>,
    /// Memory of finished accumulators, to use again.
    unused: Mutex<Vec<Workspace>>,
}

/// The pages that one thread has collected.
struct PagesOfThread {
    workspace: Workspace,
    /// The facts about games, a cell per game.
    games: Vec<(usize, Builder)>,
    number_of_games: u32,
    /// Whether the current game has cells.
    has_current: bool,
    sections: Vec<Section>,
    /// The size of the sections in bytes.
    bytes: usize,
}

/// Positions that wait to be encoded.
#[derive(Default)]
struct Waiting {
    sets: [Vec<u64>; 8],
    turns: Vec<Color>,
    plies: Vec<u32>,
    ucis: Vec<u32>,
    sans: Vec<u32>,
    fens: Vec<String>,
    /// Games, by their index, with the number of their positions.
    games: Vec<(u32, usize)>,
}

struct Workspace {
    waiting: Waiting,
    values: [ValuesOfSide; 2],
    encoder: PageEncoder,
}

/// A page of every column.
struct Section {
    games: Vec<(u32, usize)>,
    columns: Vec<SectionColumn>,
}

enum SectionColumn {
    /// A fact about the games.
    Game,
    Page(DataPage),
    /// The codes of moves, or [`NO_INDEX`] where a game ends.
    Moves(Vec<u32>),
}

/// The output for a run of games.
struct CollectedPages {
    /// The facts about games, by column.
    games: HashMap<usize, ArrayRef>,
    sections: Vec<Section>,
    rows: usize,
}

impl Waiting {
    fn clear(&mut self) {
        self.sets.iter_mut().for_each(Vec::clear);
        self.turns.clear();
        self.plies.clear();
        self.fens.clear();
        self.games.clear();
    }

    /// Adds the first positions of a game or of a part of it.
    fn add(&mut self, positions: &Positions, rows: usize, game: u32, columns: &[ColumnContent]) {
        for (column, sets) in self.sets.iter_mut().zip(positions.sets().to_array()) {
            column.extend_from_slice(&sets[..rows]);
        }
        self.turns.extend_from_slice(&positions.turns()[..rows]);
        self.plies.extend((0..rows).map(|index| positions.ply(index)));
        self.games.push((game, rows));
        for column in columns {
            match column {
                Some(PositionColumn::Uci) => {
                    self.ucis.extend((0..rows).map(|index| match positions.next(index) {
                        Some(next) => u32::from(MoveCode::from(next.uci()).0),
                        None => NO_INDEX,
                    }));
                }
                Some(PositionColumn::San) => {
                    let codes = positions.sans().map(|san| san.map_or(NO_INDEX, |san| SanCode::from(san).0));
                    self.sans.extend(codes.take(rows));
                }
                Some(PositionColumn::Fen) => {
                    self.fens.extend((0..rows).map(|index| positions.position(index).fen()));
                }
                _ => {}
            }
        }
    }

    fn boards(&self) -> Boards<'_> {
        Boards::new(self.sets(), &self.turns).expect("the columns have the same length")
    }

    fn sets(&self) -> Sets<&[u64]> {
        Sets::from_array(self.sets.each_ref().map(|column| &column[..]))
    }
}

impl PositionPages {
    /// Encodes the positions that wait.
    fn encode(&self, collected: &mut PagesOfThread) {
        let Workspace { waiting, values, encoder } = &mut collected.workspace;
        let needed = self.rows.needs().values;
        for ((values, needed), side) in
            values.iter_mut().zip(needed).zip([LaneColor::WHITE, LaneColor::BLACK])
        {
            if needed != 0 {
                values.compute(waiting.boards(), side, needed);
            }
        }
        let columns = self.columns.iter().map(|column| {
            let Some(column) = *column else { return SectionColumn::Game };
            let page = match column {
                PositionColumn::Uci => return SectionColumn::Moves(std::mem::take(&mut waiting.ucis)),
                PositionColumn::San => return SectionColumn::Moves(std::mem::take(&mut waiting.sans)),
                PositionColumn::Ply => {
                    let greatest = waiting.plies.iter().max().map_or(0, |&ply| ply as usize);
                    encoder.indices(&waiting.plies, greatest + 1, |ply| Cell::Number(ply.into()))
                }
                PositionColumn::WhiteToMove => encoder.turns(&waiting.turns),
                PositionColumn::Fen => encoder.texts(&waiting.fens),
                PositionColumn::Set(set) => encoder.sets(set(&waiting.sets())),
                PositionColumn::Value(side, value) => match values[usize::from(side.index())].column(value) {
                    Column::Sets(sets) => encoder.sets(sets),
                    Column::Numbers(numbers) => {
                        encoder.numbers(numbers, |number| cell_of_value(value, number))
                    }
                },
            };
            SectionColumn::Page(page)
        });
        let columns: Vec<_> = columns.collect();
        let sizes = columns.iter().map(|column| match column {
            SectionColumn::Game => 0,
            SectionColumn::Page(page) => page.bytes.len(),
            SectionColumn::Moves(moves) => 4 * moves.len(),
        });
        collected.bytes += sizes.sum::<usize>();
        collected.sections.push(Section { games: waiting.games.clone(), columns });
        waiting.clear();
    }
}

/// Returns the cell for a number of a column of values.
fn cell_of_value(value: usize, number: u8) -> Cell {
    match VALUES[value].kind {
        ValueKind::Wing => Cell::Text(Wing::ALL[usize::from(number)].name().to_owned()),
        _ => Cell::Number(number.into()),
    }
}

impl Collector for PositionPages {
    type Accumulator = PagesOfThread;
    type Output = CollectedPages;

    fn accumulator(&self) -> PagesOfThread {
        let unused = self.unused.lock().ok().and_then(|mut unused| unused.pop());
        let workspace = unused.unwrap_or_else(|| Workspace {
            waiting: Waiting::default(),
            values: Default::default(),
            encoder: PageEncoder::new(),
        });
        let games = self.columns.iter().enumerate().filter(|(_, column)| column.is_none());
        PagesOfThread {
            workspace,
            games: games
                .map(|(column, _)| (column, Builder::new(self.rows.columns()[column].kind)))
                .collect(),
            number_of_games: 0,
            has_current: false,
            sections: Vec::new(),
            bytes: 0,
        }
    }

    fn size(&self, collected: &PagesOfThread) -> usize {
        collected.bytes + collected.games.iter().map(|(_, column)| column.size()).sum::<usize>()
    }

    fn needs(&self) -> CollectorNeeds<'_> {
        CollectorNeeds::games(self.rows.needs().clone())
    }

    fn begin(&self, collected: &mut PagesOfThread, _: &CurrentGame<'_>) {
        collected.has_current = false;
    }

    fn positions(
        &self,
        game: &CurrentGame<'_>,
        positions: &Positions,
        collecting: &mut Collecting<'_, Self>,
    ) {
        let rows = (0..positions.len()).take_while(|_| collecting.tally.row()).count();
        if rows == 0 {
            return;
        }
        let collected = &mut *collecting.accumulator;
        if !collected.has_current {
            collected.has_current = true;
            collected.number_of_games += 1;
            for (column, builder) in &mut collected.games {
                self.rows.fill_game(*column, builder, game.source, game.entry);
            }
        }
        let waiting = &mut collected.workspace.waiting;
        waiting.add(positions, rows, collected.number_of_games - 1, &self.columns);
        if waiting.turns.len() >= PAGE_ROWS {
            self.encode(collected);
        }
        collecting.take_if_large();
    }

    fn finish(&self, mut collected: PagesOfThread) -> CollectedPages {
        if !collected.workspace.waiting.turns.is_empty() {
            self.encode(&mut collected);
        }
        let PagesOfThread { workspace, games, sections, .. } = collected;
        if let Ok(mut unused) = self.unused.lock() {
            unused.push(workspace);
        }
        let rows = sections.iter().flat_map(|section| &section.games).map(|(_, rows)| rows).sum();
        let games = games.into_iter().map(|(column, builder)| (column, builder.finish())).collect();
        CollectedPages { games, sections, rows }
    }
}

/// Combines pages into row groups, in order. The spool is that of [`RowGroups`](super::RowGroups).
struct PositionGroups {
    collector: Arc<PositionPages>,
    schema: SchemaRef,
    columns: Arc<[ColumnContent]>,
    encoder: PageEncoder,
    held: Vec<CollectedPages>,
    /// The number of rows held.
    rows: usize,
}

impl PositionGroups {
    /// Writes the rows held, if any, to the spool as a row group.
    fn flush(&mut self, spool: &mut dyn Write) -> io::Result<()> {
        let held = std::mem::take(&mut self.held);
        if std::mem::take(&mut self.rows) == 0 {
            return Ok(());
        }
        let bytes = self.row_group(&held).map_err(of_parquet)?;
        spool.write_all(&(bytes.len() as u64).to_le_bytes())?;
        spool.write_all(&bytes)
    }

    fn row_group(&mut self, held: &[CollectedPages]) -> Result<Vec<u8>, ParquetError> {
        let descriptor = ArrowSchemaConverter::new().convert(&self.schema)?;
        let mut file = SerializedFileWriter::new(
            Vec::new(),
            descriptor.root_schema_ptr(),
            Arc::new(properties().build()),
        )?;
        let mut group = file.next_row_group()?;
        for (index, column) in self.columns.iter().enumerate() {
            let encoder = &mut self.encoder;
            let sections =
                || held.iter().flat_map(|pages| &pages.sections).map(|section| &section.columns[index]);
            let pages = || {
                sections()
                    .filter_map(|column| match column {
                        SectionColumn::Page(page) => Some(page.clone()),
                        _ => None,
                    })
                    .collect::<Vec<_>>()
            };
            let (dictionary, pages) = match *column {
                None => {
                    let (cells, pages) = game_pages(held, index, encoder);
                    (Some(cells), pages)
                }
                Some(PositionColumn::Uci | PositionColumn::San) => {
                    let moves = sections().filter_map(|column| match column {
                        SectionColumn::Moves(moves) => Some(&moves[..]),
                        _ => None,
                    });
                    let text: fn(u32) -> String = match *column {
                        Some(PositionColumn::San) => |code| SanWithSign::from(SanCode(code)).to_string(),
                        _ => |code| MoveCode(code as u16).uci().to_string(),
                    };
                    let (cells, pages) = move_pages(moves, text, encoder);
                    (Some(cells), pages)
                }
                Some(PositionColumn::Ply) => {
                    let pages = pages();
                    (Some(numbers_up_to(&pages)), pages)
                }
                Some(PositionColumn::Value(_, value)) if VALUES[value].kind == ValueKind::Wing => {
                    (Some((0..2).map(|wing| cell_of_value(value, wing)).collect()), pages())
                }
                Some(PositionColumn::Value(_, value)) if VALUES[value].kind != ValueKind::Set => {
                    let pages = pages();
                    (Some(numbers_up_to(&pages)), pages)
                }
                Some(_) => (None, pages()),
            };
            let (bytes, close) =
                column_chunk(&descriptor.column(index), dictionary.as_deref(), &pages, encoder)?;
            group.append_column(&bytes, close)?;
        }
        group.close()?;
        file.into_inner()
    }
}

/// Returns the dictionary of numbers whose indices are the numbers.
fn numbers_up_to(pages: &[DataPage]) -> Vec<Cell> {
    let greatest = pages.iter().filter_map(|page| match &page.bounds {
        Some([_, Cell::Number(greatest)]) => Some(*greatest),
        _ => None,
    });
    (0..=greatest.max().unwrap_or(0)).map(Cell::Number).collect()
}

/// Returns the dictionary and the pages of a fact about games.
fn game_pages(
    held: &[CollectedPages],
    column: usize,
    encoder: &mut PageEncoder,
) -> (Vec<Cell>, Vec<DataPage>) {
    let mut indices: HashMap<Cell, u32> = HashMap::new();
    let mut cells = Vec::new();
    let mut runs_of_pages = Vec::new();
    for pages in held {
        let games = &pages.games[&column];
        let of_games: Vec<u32> = (0..games.len())
            .map(|game| {
                cell_of_game(games, game).map_or(NO_INDEX, |cell| {
                    *indices.entry(cell).or_insert_with_key(|cell| {
                        cells.push(cell.clone());
                        cells.len() as u32 - 1
                    })
                })
            })
            .collect();
        for section in &pages.sections {
            let runs = section.games.iter().map(|&(game, rows)| (of_games[game as usize], rows));
            runs_of_pages.push(runs.collect::<Vec<_>>());
        }
    }
    let pages = runs_of_pages.iter().map(|runs| {
        let present =
            || runs.iter().filter(|(index, _)| *index != NO_INDEX).map(|(index, _)| &cells[*index as usize]);
        let bounds = present().min().zip(present().max());
        let bounds = bounds.map(|(least, greatest)| [least.clone(), greatest.clone()]);
        encoder.runs(runs, cells.len(), bounds)
    });
    let pages = pages.collect();
    (cells, pages)
}

/// Returns a fact about a game, given by its index.
fn cell_of_game(games: &ArrayRef, game: usize) -> Option<Cell> {
    games.is_valid(game).then(|| match games.data_type() {
        DataType::Int64 => Cell::Number(games.as_primitive::<Int64Type>().value(game)),
        DataType::Date32 => Cell::Day(games.as_primitive::<Date32Type>().value(game)),
        _ => Cell::Text(games.as_string_view().value(game).to_owned()),
    })
}

/// Returns the dictionary, in order, and the pages of moves, given by their codes.
fn move_pages<'a>(
    pages: impl Iterator<Item = &'a [u32]>,
    text: fn(u32) -> String,
    encoder: &mut PageEncoder,
) -> (Vec<Cell>, Vec<DataPage>) {
    let mut indices = HashMap::new();
    let mut pages: Vec<Vec<u32>> = pages.map(<[u32]>::to_vec).collect();
    for code in pages.iter_mut().flatten().filter(|code| **code != NO_INDEX) {
        let next = indices.len() as u32;
        *code = *indices.entry(*code).or_insert(next);
    }
    let mut sorted: Vec<(Cell, u32)> =
        indices.iter().map(|(&code, &index)| (Cell::Text(text(code)), index)).collect();
    sorted.sort_unstable();
    let mut ranks = vec![0; sorted.len()];
    for (rank, (_, index)) in (0..).zip(&sorted) {
        ranks[*index as usize] = rank;
    }
    let cells: Vec<Cell> = sorted.into_iter().map(|(cell, _)| cell).collect();
    let encoded = pages.iter_mut().map(|page| {
        for index in &mut *page {
            *index = ranks.get(*index as usize).copied().unwrap_or(NO_INDEX);
        }
        encoder.indices(page, cells.len(), |index| cells[index as usize].clone())
    });
    let encoded = encoded.collect();
    (cells, encoded)
}

impl OutputWriter for PositionGroups {
    fn steps(&self, scan: &Scan) -> Steps {
        scan.steps(&self.collector)
    }

    /// Holds pages until they have the minimum number of rows of a row group. Row groups therefore end where blocks of
    /// games end.
    fn append(&mut self, pages: Collected, spool: &mut dyn Write) -> io::Result<()> {
        let pages: CollectedPages = pages.get()?;
        self.rows += pages.rows;
        self.held.push(pages);
        if self.rows >= STYLE.rows { self.flush(spool) } else { Ok(()) }
    }

    fn state(&self) -> Option<serde_json::Value> {
        (self.rows == 0).then_some(serde_json::Value::Null)
    }

    fn finish(&mut self, _: &Totals, _: Duration, spool: &mut dyn Write) -> io::Result<()> {
        self.flush(spool)
    }

    fn assemble(&self, spool: &mut dyn Read, out: &mut (dyn Write + Send)) -> io::Result<()> {
        assemble(&self.schema, spool, out)
    }
}

#[cfg(test)]
mod tests;
