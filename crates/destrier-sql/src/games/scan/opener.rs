//! From the bytes of a file to batches of rows.

use super::batches::{BatchSender, Cells, RowChunk};
use super::bytes::Object;
use super::conditions::GameCondition;
use super::format::GamesFormat;
use super::rows_of_games::RowsOfGames;
use super::thread;
use crate::games::game_columns::Entry;
use crate::games::schema::ColumnOrigin;
use datafusion::arrow::array::{ArrayRef, Int64Array, RecordBatch, StringArray, UInt32Array};
use datafusion::arrow::datatypes::SchemaRef;
use datafusion::common::exec_datafusion_err;
use datafusion::datasource::listing::PartitionedFile;
use datafusion::datasource::physical_plan::{FileOpenFuture, FileOpener};
use datafusion::error::{DataFusionError, Result};
use datafusion::object_store::ObjectStore;
use datafusion::physical_plan::metrics::{Count, ExecutionPlanMetricsSet, MetricBuilder, MetricCategory};
use destrier_games::output::Builders;
use destrier_games::{
    Block, Colors, Damage, Game, Layout, Part, Place, Positions, SearchedGame, Selection, Start, Tally,
};
use std::fmt::Display;
use std::ops::Range;
use std::sync::Arc;
use tokio::runtime::Handle;
use tokio::sync::mpsc::Sender;

/// How many rows are made at most before they are put into batches, but for those of the same piece of a game.
const ROWS_AT_A_TIME: usize = 8192;

/// Opens files for a partition.
pub(super) struct GamesOpener {
    pub(super) format: GamesFormat,
    /// Of the columns that are asked for, how their cells are had.
    pub(super) origins: Vec<ColumnOrigin>,
    pub(super) schema: SchemaRef,
    pub(super) condition: Option<Arc<GameCondition>>,
    /// Whether the numbers of games are asked for.
    pub(super) is_numbered: bool,
    pub(super) selection: Selection,
    pub(super) store: Arc<dyn ObjectStore>,
    pub(super) batch_size: usize,
    /// How many rows are wanted at most.
    pub(super) limit: Option<usize>,
    pub(super) counts: Counts,
}

/// What a partition counts.
#[derive(Clone)]
pub(super) struct Counts {
    games: Count,
    filtered: Count,
    positions: Count,
    damaged: Count,
    skipped: Count,
}

impl Counts {
    pub(super) fn new(metrics: &ExecutionPlanMetricsSet, partition: usize) -> Self {
        let count = |name: &'static str| {
            MetricBuilder::new(metrics).with_category(MetricCategory::Rows).counter(name, partition)
        };
        Self {
            games: count("games"),
            filtered: count("filtered"),
            positions: count("positions"),
            damaged: count("damaged"),
            skipped: count("skipped"),
        }
    }
}

impl FileOpener for GamesOpener {
    fn open(&self, file: PartitionedFile) -> Result<FileOpenFuture> {
        let name = self.format.names.name(&file.object_meta.location);
        let runtime = Handle::try_current().map_err(|error| exec_datafusion_err!("{error}"))?;
        let store = Arc::clone(&self.store);
        let range = file.range.map_or(0..u64::MAX, |range| {
            let byte = |offset: i64| u64::try_from(offset).unwrap_or(0);
            byte(range.start)..byte(range.end)
        });
        let reading = Reading {
            selection: self.selection.clone(),
            format: self.format.clone(),
            origins: self.origins.clone(),
            schema: Arc::clone(&self.schema),
            condition: self.condition.clone(),
            is_numbered: self.is_numbered,
            limit: self.limit.unwrap_or(usize::MAX),
            batch_size: self.batch_size.min(self.limit.unwrap_or(usize::MAX)).max(1),
            counts: self.counts.clone(),
            name: name.clone(),
        };
        let (location, size) = (file.object_meta.location, file.object_meta.size);
        let read = move |batches: Sender<_>| {
            let object = Object { runtime, batches: batches.clone(), store, location, size };
            reading.read(&object, range, batches)
        };
        Ok(Box::pin(async move { thread::batches(name, read) }))
    }
}

/// A file, or a range of it, that is being read.
struct Reading {
    format: GamesFormat,
    origins: Vec<ColumnOrigin>,
    schema: SchemaRef,
    condition: Option<Arc<GameCondition>>,
    is_numbered: bool,
    selection: Selection,
    limit: usize,
    batch_size: usize,
    counts: Counts,
    /// The name of the file.
    name: String,
}

impl Reading {
    /// Reads to the end, or to where nobody takes batches any more, or no more rows are wanted.
    fn read(&self, object: &Object, range: Range<u64>, batches: Sender<Result<RecordBatch>>) -> Result<()> {
        let name = self.format.layout_name(&object.location);
        let mut part =
            Part::open(&name, object, range, self.is_numbered).map_err(|error| self.failed(error))?;
        let layout = part.layout().clone();
        let rows = RowsOfGames::new(self.format.rows, &self.origins, &self.selection);
        let mut out = BatchSender::new(batches, Arc::clone(&self.schema), self.batch_size, self.limit);
        let mut positions = Positions::new();
        while let Some(block) = part.next_block().map_err(|error| self.failed(error))? {
            let goes_on = self.block(&rows, &block, &layout, &mut positions, &mut out);
            if !goes_on.map_err(|error| self.failed(error.strip_backtrace()))? {
                return Ok(());
            }
        }
        out.finish()
    }

    /// An error that names the file.
    fn failed(&self, error: impl Display) -> DataFusionError {
        exec_datafusion_err!("{}: {error}", self.name)
    }

    /// Makes the rows of a block of games; whether more are wanted.
    fn block(
        &self,
        rows: &RowsOfGames<'_>,
        block: &Block,
        layout: &Layout,
        positions: &mut Positions,
        out: &mut BatchSender,
    ) -> Result<bool> {
        let mut entries: Vec<Entry<'_>> = Vec::with_capacity(block.len());
        for record in block.records() {
            let offset = record.offset;
            let entry = match Game::read(record, layout) {
                None => continue,
                Some(Ok(game)) => Entry { place: game.place(), offset, game: Some(game), damage: None },
                Some(Err(damage)) => {
                    let place = Place::Game(record.number);
                    Entry { place, offset, game: None, damage: Some(damage.to_string()) }
                }
            };
            entries.push(entry);
        }
        if let Some(condition) = &self.condition {
            let before = entries.len();
            let holds = condition.holds(&entries, &self.name)?;
            let mut holds = holds.values().iter();
            entries.retain(|_| holds.next() == Some(true));
            self.counts.filtered.add(before - entries.len());
        }
        self.counts.games.add(entries.len());
        let of_game = |origin: &ColumnOrigin| match origin {
            ColumnOrigin::Game(column) => Some(column.array(&entries, &self.name)),
            _ => None,
        };
        let of_games = self.origins.iter().map(of_game).collect();
        let mut gathering =
            Gathering { rows, of_games, games: Vec::new(), counted: 0, out, goes_on: Ok(true) };
        let mut part = rows.part();
        let mut tally = Tally::unlimited();
        let mut plies = Vec::new();
        for (index, entry) in entries.iter_mut().enumerate() {
            let before = tally.positions();
            let mut after = |part: &mut Builders, tally: &mut Tally| gathering.add(index as u32, part, tally);
            self.game(rows, entry, positions, &mut part, &mut tally, &mut after);
            let count = tally.positions() - before;
            self.counts.positions.add(count as usize);
            if rows.are_games() {
                plies.push(count.checked_sub(1).and_then(|plies| plies.try_into().ok()));
            } else if !matches!(gathering.goes_on, Ok(true)) {
                return gathering.goes_on;
            }
        }
        if rows.are_games() {
            let Gathering { of_games, out, .. } = gathering;
            return out.take(&self.games(&entries, of_games, plies));
        }
        gathering.hand_on(&mut part);
        gathering.goes_on
    }

    /// Makes rows of the positions of a game.
    fn game(
        &self,
        rows: &RowsOfGames<'_>,
        entry: &mut Entry<'_>,
        positions: &mut Positions,
        part: &mut Builders,
        tally: &mut Tally,
        after: &mut dyn FnMut(&mut Builders, &mut Tally),
    ) {
        let Some(game) = &entry.game else { return self.counts.damaged.add(1) };
        if !rows.reads_moves() {
            return;
        }
        let done: std::result::Result<(), Box<Damage>> = match game.start() {
            Ok(Start::Variant(_)) => {
                self.counts.skipped.add(1);
                Ok(())
            }
            Ok(Start::Position(start)) => {
                let (source, game) = (&self.name[..], game.clone());
                let game = SearchedGame { source, game, start, player: Colors::NONE };
                rows.game(&game, positions, part, tally, after)
            }
            Err(damage) => Err(damage),
        };
        if let Err(damage) = done {
            self.counts.damaged.add(1);
            entry.damage = Some(damage.to_string());
        }
    }

    /// Games as rows.
    fn games(
        &self,
        entries: &[Entry<'_>],
        of_games: Vec<Option<ArrayRef>>,
        plies: Vec<Option<i64>>,
    ) -> RowChunk {
        let plies: ArrayRef = Arc::new(Int64Array::from(plies));
        let cells = |(origin, of_game): (&ColumnOrigin, Option<ArrayRef>)| {
            Cells::OfRows(of_game.unwrap_or_else(|| match origin {
                ColumnOrigin::Damage => {
                    let damage = entries.iter().map(|entry| entry.damage.as_deref());
                    Arc::new(damage.collect::<StringArray>())
                }
                _ => Arc::clone(&plies),
            }))
        };
        let columns = self.origins.iter().zip(of_games).map(cells).collect();
        RowChunk { columns, games: UInt32Array::new_null(0), rows: entries.len() }
    }
}

/// Rows of a block of games, until there are enough to hand them on.
struct Gathering<'a> {
    rows: &'a RowsOfGames<'a>,
    /// The columns that are asked for: those of games; the others are made row by row.
    of_games: Vec<Option<ArrayRef>>,
    /// The game of each row that is not handed on.
    games: Vec<u32>,
    /// How many rows there were.
    counted: u64,
    out: &'a mut BatchSender,
    /// Whether more are wanted.
    goes_on: Result<bool>,
}

impl Gathering<'_> {
    /// Takes up rows of a game.
    fn add(&mut self, game: u32, part: &mut Builders, tally: &Tally) {
        let rows = tally.rows() - self.counted;
        self.counted = tally.rows();
        self.games.extend(std::iter::repeat_n(game, rows as usize));
        if self.games.len() >= self.out.batch_size().min(ROWS_AT_A_TIME) {
            self.hand_on(part);
        }
    }

    /// Hands on what there is.
    fn hand_on(&mut self, part: &mut Builders) {
        let games = UInt32Array::from(std::mem::take(&mut self.games));
        let mut of_rows = std::mem::replace(part, self.rows.part()).into_arrays().into_iter();
        if let Ok(true) = self.goes_on {
            let cells = |of_game: &Option<ArrayRef>| match of_game {
                Some(array) => Some(Cells::OfGames(Arc::clone(array))),
                None => of_rows.next().map(Cells::OfRows),
            };
            let columns = self.of_games.iter().filter_map(cells).collect();
            let rows = games.len();
            self.goes_on = self.out.take(&RowChunk { columns, games, rows });
        }
    }
}
