//! Collects the rows of a table from the games of a scan.

use super::builder::Builder;
use super::cells::Cells;
use super::column::{Column, Fill, FindingRow, PositionColumn};
use super::position_cells::{Computed, PositionRows, sans, write_san};
use super::replayed::Replayed;
use super::table::{RowKind, Table};
use super::values::ValuesOfSide;
use crate::chess::{Position, Positions};
use crate::formats::{Game, GameNeeds};
use crate::input::Entry;
use crate::scan::{Collecting, Collector, CollectorNeeds, CurrentGame, Found, GameEnd, Tally};
use crate::schema::ColumnKind;
use crate::search::{Finding, FoundPosition, PositionNeeds, Selection, Value};
use arrow_array::{RecordBatch, RecordBatchOptions, UInt32Array};
use arrow_schema::{Schema, SchemaRef};
use arrow_select::take::take;
use destrier::batch::LaneColor;
use std::ops::Range;
use std::sync::Arc;

/// Collects rows of a table, with some of its columns, as Arrow record batches. It computes only what the columns
/// need.
#[derive(Clone, Debug)]
pub struct TableRows {
    table: Table,
    columns: Vec<&'static Column>,
    needs: GameNeeds,
    selection: Option<Selection>,
    schema: SchemaRef,
}

/// Successive rows of one game.
pub(crate) enum SomeRows<'a> {
    /// The game itself.
    Game(&'a GameEnd<'a>, &'a Replayed),
    /// Some of its positions, with what their columns are filled from.
    Positions(PositionRows<'a>, &'a Computed),
    /// Findings in one position.
    Findings(&'a [Finding], FoundPosition<'a>),
}

impl<'a> SomeRows<'a> {
    pub(crate) const fn len(&self) -> usize {
        match self {
            Self::Game(..) => 1,
            Self::Positions(rows, _) => rows.range.end - rows.range.start,
            Self::Findings(findings, ..) => findings.len(),
        }
    }

    /// Returns the rows of a range.
    pub(crate) fn slice(&self, range: Range<usize>) -> Self {
        match *self {
            Self::Game(end, replayed) => Self::Game(end, replayed),
            Self::Positions(PositionRows { positions, range: ref within }, computed) => {
                let range = within.start + range.start..within.start + range.end;
                Self::Positions(PositionRows { positions, range }, computed)
            }
            Self::Findings(findings, found) => Self::Findings(&findings[range], found),
        }
    }
}

/// Rows under construction. Columns about games have one cell per game, all others one per row.
pub struct Rows {
    columns: Vec<Builder>,
    /// The number of games with cells.
    games: u32,
    /// The game of each row.
    game_of_row: Vec<u32>,
    /// Whether the current game has cells.
    has_current: bool,
    /// The size in bytes of game cells after they are repeated for each row.
    repeated: usize,
    /// The moves of the current game, if a column shows them.
    replayed: Replayed,
}

impl Rows {
    /// Returns the number of rows.
    pub(super) const fn len(&self) -> usize {
        self.game_of_row.len()
    }
}

impl TableRows {
    /// Creates rows of a table with some of its [`columns`](Table::columns), given by index. In a table of findings,
    /// the rows are the findings of the selection.
    ///
    /// # Panics
    ///
    /// If an index is out of range.
    #[must_use]
    pub fn new(table: Table, columns: &[usize], selection: &Selection) -> Self {
        let columns: Vec<&'static Column> = columns.iter().map(|&index| &table.columns()[index]).collect();
        let of_rows = if table.row() == RowKind::Game { GameNeeds::NOTHING } else { GameNeeds::moves() };
        let needs = columns.iter().fold(of_rows, |needs, column| needs.and(column.needs().clone()));
        let schema = Schema::new(columns.iter().map(|column| column.field()).collect::<Vec<_>>());
        let numbers_all_chances = needs.chances;
        let selection =
            (table.row() == RowKind::Finding).then(|| Selection { numbers_all_chances, ..selection.clone() });
        let needs = match &selection {
            Some(selection) => needs.and(selection.game_needs()),
            None => needs,
        };
        Self { table, columns, needs, selection, schema: Arc::new(schema) }
    }

    /// Returns the columns, in order.
    #[must_use]
    pub fn columns(&self) -> &[&'static Column] {
        &self.columns
    }

    /// Returns what the rows need.
    #[must_use]
    pub const fn needs(&self) -> &GameNeeds {
        &self.needs
    }

    /// Returns the findings that are rows, in a table of findings.
    pub(super) const fn selection(&self) -> Option<&Selection> {
        self.selection.as_ref()
    }

    /// Returns the schema of the batches.
    #[must_use]
    pub const fn schema(&self) -> &SchemaRef {
        &self.schema
    }

    /// Returns one row per game, without reading moves. Only columns that are [known for games](Column::is_of_game)
    /// have values; others are null.
    #[must_use]
    pub fn of_games(&self, source: &str, games: &[Entry<'_>]) -> RecordBatch {
        let mut rows = self.accumulator();
        for (column, builder) in rows.columns.iter_mut().enumerate() {
            for entry in games {
                if !self.fill_game(column, builder, source, entry) {
                    builder.null();
                }
            }
        }
        rows.game_of_row = (0..games.len() as u32).collect();
        self.finish(rows)
    }

    /// Returns the content of a column of positions, or `None` for other columns.
    pub(crate) fn position_column(&self, column: usize) -> Option<PositionColumn> {
        match self.columns[column].fill {
            Fill::Position(content) => Some(content),
            _ => None,
        }
    }

    /// Returns whether the rows are positions, none of whose columns is filled cell by cell.
    pub(crate) fn are_plain_positions(&self) -> bool {
        let is_plain = |column: &&Column| {
            column.kind != ColumnKind::Map && !matches!(column.fill, Fill::PositionCell(_))
        };
        self.table.row() == RowKind::Position && self.columns.iter().all(is_plain)
    }

    /// Returns whether a column is null in all rows, because the selection computes no worth or has no engine.
    pub(crate) fn is_null(&self, column: usize) -> bool {
        let Some(selection) = &self.selection else { return false };
        let needs = self.columns[column].needs();
        let judging = selection.judging.as_ref();
        (needs.worth && judging.is_none())
            || (needs.engine && judging.and_then(|judging| judging.by.engine()).is_none())
    }

    /// Writes a fact about the game into its cell. Returns `false` if the column is not about games.
    pub(crate) fn fill_game(
        &self,
        column: usize,
        cells: &mut dyn Cells,
        source: &str,
        entry: &Entry<'_>,
    ) -> bool {
        let Fill::Game(fact) = self.columns[column].fill else { return false };
        fact.fill(cells, source, entry);
        true
    }

    /// Writes a column that is not about games, for some rows.
    pub(crate) fn fill(&self, column: usize, cells: &mut dyn Cells, rows: &SomeRows<'_>) {
        match (self.columns[column].fill, rows) {
            (Fill::Plies, SomeRows::Game(end, _)) => {
                cells.number(end.positions.checked_sub(1).map(u64::cast_signed));
            }
            (Fill::Damage, SomeRows::Game(end, _)) => match end.damage {
                Some(damage) => cells.written(damage),
                None => cells.null(),
            },
            (Fill::Sans, SomeRows::Game(_, replayed)) => match replayed.sans() {
                Some(sans) => cells.sans(sans),
                None => cells.null(),
            },
            (Fill::FinalFen, SomeRows::Game(_, replayed)) => {
                cells.optional_text(replayed.last().map(Position::fen).as_deref());
            }
            (Fill::Position(column), SomeRows::Positions(rows, computed)) => {
                fill_positions(column, cells, rows, computed);
            }
            (Fill::PositionCell(cell), SomeRows::Positions(rows, computed)) => {
                cell.fill(cells, rows, computed);
            }
            (Fill::Finding(cell), SomeRows::Findings(findings, found)) => {
                findings.iter().for_each(|finding| cell.fill(cells, &FindingRow { finding, found }));
            }
            (Fill::PatternField(name), SomeRows::Findings(findings, found)) => {
                for finding in *findings {
                    match finding.value(name) {
                        Some(value) => fill_value(cells, value, found.position),
                        None => cells.null(),
                    }
                }
            }
            _ => {}
        }
    }

    /// Counts positions and returns those that are rows, with what their columns are filled from.
    pub(crate) fn rows_of_positions<'a>(
        &self,
        game: &Game<'_>,
        positions: &'a Positions,
        tally: &mut Tally,
    ) -> Option<(PositionRows<'a>, Computed)> {
        if self.table.row() != RowKind::Position {
            return None;
        }
        let rows = (0..positions.len()).take_while(|_| tally.row()).count();
        if rows == 0 {
            return None;
        }
        let [white, black] = self.needs.values;
        let values = [(white, LaneColor::WHITE), (black, LaneColor::BLACK)].map(|(needed, side)| {
            (needed != 0).then(|| {
                let mut values = ValuesOfSide::default();
                values.compute(positions.boards(), side, needed);
                values
            })
        });
        let shows_san = self.columns.iter().any(|column| match column.fill {
            Fill::Position(PositionColumn::San) => true,
            Fill::PositionCell(cell) => cell.is_san(),
            _ => false,
        });
        let computed = Computed {
            values,
            sans: if shows_san { sans(game, positions) } else { Vec::new() },
            annotations: self.needs.annotations.then(|| game.annotations()),
        };
        Some((PositionRows { positions, range: 0..rows }, computed))
    }

    /// Adds positions to the main line of a game, if a column shows it.
    pub(crate) fn follow(&self, replayed: &mut Replayed, positions: &Positions) {
        if self.columns.iter().any(|column| matches!(column.fill, Fill::Sans | Fill::FinalFen)) {
            replayed.add(positions);
        }
    }

    /// Counts a game and returns whether it is a row.
    pub(crate) fn has_row_of_game(&self, tally: &mut Tally) -> bool {
        self.table.row() == RowKind::Game && tally.row()
    }

    /// Adds findings of a game that comes from no source. There must be no columns about games.
    pub(super) fn add_findings(&self, rows: &mut Rows, findings: &SomeRows<'_>) {
        rows.game_of_row.extend(std::iter::repeat_n(0, findings.len()));
        for (column, builder) in rows.columns.iter_mut().enumerate() {
            self.fill(column, builder, findings);
        }
    }

    /// Adds rows of the current game, in steps that bound the size of the repeated game cells.
    fn add(
        &self,
        source: &str,
        entry: &Entry<'_>,
        rows: &SomeRows<'_>,
        collecting: &mut Collecting<'_, Self>,
    ) {
        /// The maximum size of repeated cells before rows may be passed on.
        const MAX_REPEATED: usize = 4 << 20;
        let bytes_per_row = self.columns.iter().map(|column| match column.fill {
            Fill::Game(fact) => fact.bytes_per_row(entry),
            _ => 0,
        });
        let bytes_per_row: usize = bytes_per_row.sum();
        let step = (MAX_REPEATED / bytes_per_row.max(1)).max(1);
        let mut start = 0;
        while start < rows.len() {
            let end = rows.len().min(start + step);
            let accumulator = &mut *collecting.accumulator;
            if !accumulator.has_current {
                accumulator.has_current = true;
                accumulator.games += 1;
                for (column, builder) in accumulator.columns.iter_mut().enumerate() {
                    self.fill_game(column, builder, source, entry);
                }
            }
            accumulator.game_of_row.extend(std::iter::repeat_n(accumulator.games - 1, end - start));
            accumulator.repeated += bytes_per_row * (end - start);
            let some = rows.slice(start..end);
            for (column, builder) in accumulator.columns.iter_mut().enumerate() {
                self.fill(column, builder, &some);
            }
            collecting.take_if_large();
            start = end;
        }
    }
}

impl Collector for TableRows {
    type Accumulator = Rows;
    type Output = RecordBatch;

    fn accumulator(&self) -> Rows {
        let columns = self.columns.iter().map(|column| match (column.fill, column.kind) {
            (Fill::Finding(_), ColumnKind::SharedText) => Builder::of_repeated_texts(),
            (_, kind) => Builder::new(kind),
        });
        Rows {
            columns: columns.collect(),
            games: 0,
            game_of_row: Vec::new(),
            has_current: false,
            repeated: 0,
            replayed: Replayed::default(),
        }
    }

    /// Columns grow by doubling, so they may use twice the size of their contents.
    fn size(&self, rows: &Rows) -> usize {
        let cells = rows.columns.iter().map(Builder::size).sum::<usize>();
        2 * (cells + rows.repeated + 4 * rows.game_of_row.len())
    }

    fn needs(&self) -> CollectorNeeds<'_> {
        let is_finding = self.table.row() == RowKind::Finding;
        let positions = if is_finding { PositionNeeds::Found } else { PositionNeeds::All };
        CollectorNeeds { games: self.needs.clone(), selection: self.selection(), positions }
    }

    fn begin(&self, rows: &mut Rows, _: &CurrentGame<'_>) {
        rows.has_current = false;
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
        if let Some((rows, computed)) = self.rows_of_positions(game.game, positions, collecting.tally) {
            self.add(game.source, game.entry, &SomeRows::Positions(rows, &computed), collecting);
        }
        self.follow(&mut collecting.accumulator.replayed, positions);
    }

    fn end(&self, source: &str, entry: &Entry<'_>, end: &GameEnd<'_>, collecting: &mut Collecting<'_, Self>) {
        let mut replayed = std::mem::take(&mut collecting.accumulator.replayed);
        if self.has_row_of_game(collecting.tally) {
            collecting.accumulator.has_current = false;
            self.add(source, entry, &SomeRows::Game(end, &replayed), collecting);
        }
        replayed.clear();
        collecting.accumulator.replayed = replayed;
    }

    fn finish(&self, rows: Rows) -> RecordBatch {
        let number = rows.game_of_row.len();
        let games = UInt32Array::from(rows.game_of_row);
        let arrays = self.columns.iter().zip(rows.columns).map(|(column, builder)| {
            let array = builder.finish();
            match column.fill {
                Fill::Game(_) => take(&array, &games, None).expect("the games of all rows have cells"),
                _ => array,
            }
        });
        let options = RecordBatchOptions::new().with_row_count(Some(number));
        RecordBatch::try_new_with_options(Arc::clone(&self.schema), arrays.collect(), &options)
            .expect("the columns have the same length and the types of the schema")
    }
}

/// Writes a column of positions.
fn fill_positions(
    column: PositionColumn,
    cells: &mut dyn Cells,
    rows: &PositionRows<'_>,
    computed: &Computed,
) {
    let PositionRows { positions, range } = rows;
    match column {
        PositionColumn::Set(set) => cells.sets(&set(&positions.sets())[range.clone()]),
        PositionColumn::Ply => {
            range.clone().for_each(|index| cells.number(Some(positions.ply(index).into())));
        }
        PositionColumn::WhiteToMove => {
            positions.turns()[range.clone()].iter().for_each(|turn| cells.truth(turn.is_white()));
        }
        PositionColumn::Uci => {
            for index in range.clone() {
                match positions.next(index) {
                    Some(next) => cells.written(&next.uci()),
                    None => cells.null(),
                }
            }
        }
        PositionColumn::San => range.clone().for_each(|index| write_san(cells, computed.san(index))),
        PositionColumn::Fen => {
            range.clone().for_each(|index| cells.text(&positions.position(index).fen()));
        }
        PositionColumn::Value(side, value) => {
            if let Some(values) = &computed.values[usize::from(side.index())] {
                values.fill(cells, value, range.clone());
            }
        }
    }
}

fn fill_value(cells: &mut dyn Cells, value: Value, position: &Position) {
    match value {
        Value::Uci(_) | Value::San(_) => cells.written(&value.written(position)),
        Value::Square(square) => cells.text(square.name()),
        Value::Line(line) => cells.text(line.name()),
        Value::Squares(squares) => cells.list(&mut squares.iter().map(|square| square.name())),
        Value::Classes(classes) => cells.list(&mut classes.names().iter().copied()),
        Value::Flag(Some(flag)) => cells.truth(flag),
        Value::Flag(None) => cells.null(),
    }
}
