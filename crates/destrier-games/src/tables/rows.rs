//! Rows of a table, collected from the games of a scan.

use super::builder::Builder;
use super::column::{Column, Fill, FindingRow, Needs, PositionRows};
use super::game_facts::GameFact;
use super::table::{Row, Table};
use super::values::ValuesOfSide;
use crate::chess::Positions;
use crate::input::Entry;
use crate::scan::{Collecting, Collector, CurrentGame, FoundPosition, GameEnd};
use crate::search::{Field, Finding, PATTERNS, Selection, Value};
use arrow_array::{ArrayRef, RecordBatch, RecordBatchOptions, UInt32Array};
use arrow_schema::{Schema, SchemaRef};
use arrow_select::take::take;
use destrier::batch::Side;
use std::ops::Range;
use std::sync::Arc;

/// Collects rows of a table with some of its columns, as Arrow's record batches. It computes only what these columns
/// need.
#[derive(Clone, Debug)]
pub struct TableRows {
    table: Table,
    columns: Vec<&'static Column>,
    needs: Needs,
    selection: Option<Selection>,
    schema: SchemaRef,
    /// Of each column the field that it holds of each pattern, in the order of [`PATTERNS`].
    fields: Vec<[Option<&'static Field>; PATTERNS.len()]>,
}

/// Rows in the making: columns of games have a cell a game, all others one a row.
pub struct Rows {
    columns: Vec<Builder>,
    /// How many games have cells.
    games: u32,
    /// Of each row its game.
    game_of_row: Vec<u32>,
    /// Whether the current game has cells.
    has_current: bool,
    /// How many bytes the cells of games take where they are repeated row by row.
    repeated: usize,
    /// How many bytes the texts take that rows share, where each row is written with its own.
    shared_text: usize,
    /// The same of a row of the current game.
    shared_text_a_row: usize,
}

impl Rows {
    /// How many bytes the texts take that rows share, where each row is written with its own.
    pub(crate) const fn shared_text(&self) -> usize {
        self.shared_text
    }
}

impl TableRows {
    /// Rows of a table, with some of its [`columns`](Table::columns), given by their places there. In a table of findings
    /// they are those of a selection.
    ///
    /// # Panics
    ///
    /// When there are not so many columns.
    #[must_use]
    pub fn new(table: Table, columns: &[usize], selection: &Selection) -> Self {
        let columns: Vec<&'static Column> = columns.iter().map(|&place| &table.columns()[place]).collect();
        let needs = columns.iter().fold(Needs::default(), |needs, column| needs.and(column.needs()));
        let moves = needs.moves || table.row() != Row::Game;
        let field = |column: &Column, pattern: usize| match column.fill {
            Fill::PatternField(name) => PATTERNS[pattern].fields().find(|field| field.name == name),
            _ => None,
        };
        let of_column = |column: &&Column| std::array::from_fn(|pattern| field(column, pattern));
        let fields = columns.iter().map(of_column).collect();
        let schema = Schema::new(columns.iter().map(|column| column.field()).collect::<Vec<_>>());
        let selection = (table.row() == Row::Finding).then(|| selection.clone());
        let needs = Needs { moves, ..needs };
        Self { table, columns, needs, selection, schema: Arc::new(schema), fields }
    }

    /// The columns, in their order.
    #[must_use]
    pub fn columns(&self) -> &[&'static Column] {
        &self.columns
    }

    /// What is computed for them.
    #[must_use]
    pub const fn needs(&self) -> Needs {
        self.needs
    }

    /// The schema of the batches.
    #[must_use]
    pub const fn schema(&self) -> &SchemaRef {
        &self.schema
    }

    /// A row a game, of columns that are [known of games](Column::is_of_game) before their moves are read; other columns
    /// are null.
    #[must_use]
    pub fn of_games(&self, source: &str, games: &[Entry<'_>]) -> RecordBatch {
        let mut rows = self.part();
        for (column, builder) in self.columns.iter().zip(&mut rows.columns) {
            for entry in games {
                match column.fill {
                    Fill::Game(fact) => fact.append(builder, source, entry),
                    _ => builder.null(),
                }
            }
        }
        rows.game_of_row = (0..games.len() as u32).collect();
        self.finish(rows)
    }

    /// Adds rows of the current game, in so many steps that the cells of games that are repeated stay in bounds.
    fn add(
        &self,
        source: &str,
        entry: &Entry<'_>,
        rows: usize,
        collecting: &mut Collecting<'_, Rows>,
        mut append: impl FnMut(&Self, &mut Rows, Range<usize>),
    ) {
        /// How many bytes are repeated at most before the part may be taken.
        const MOST_REPEATED: usize = 4 << 20;
        let facts = self.columns.iter().filter_map(|column| match column.fill {
            Fill::Game(fact) => Some(fact),
            _ => None,
        });
        let bytes_a_row: usize = facts.map(|fact: GameFact| fact.bytes_a_row(entry)).sum();
        let step = (MOST_REPEATED / bytes_a_row.max(1)).max(1);
        let mut start = 0;
        while start < rows {
            let end = rows.min(start + step);
            let part = &mut *collecting.part;
            if !part.has_current {
                part.has_current = true;
                part.games += 1;
                part.shared_text_a_row = 0;
                for (column, builder) in self.columns.iter().zip(&mut part.columns) {
                    if let Fill::Game(fact) = column.fill {
                        fact.append(builder, source, entry);
                        part.shared_text_a_row += builder.last_shared_text();
                    }
                }
            }
            part.game_of_row.extend(std::iter::repeat_n(part.games - 1, end - start));
            part.repeated += bytes_a_row * (end - start);
            part.shared_text += part.shared_text_a_row * (end - start);
            append(self, part, start..end);
            collecting.take_if_large();
            start = end;
        }
    }
}

impl Collector for TableRows {
    type Part = Rows;
    type Output = RecordBatch;

    fn part(&self) -> Rows {
        Rows {
            columns: self.columns.iter().map(|column| Builder::new(column.kind)).collect(),
            games: 0,
            game_of_row: Vec::new(),
            has_current: false,
            repeated: 0,
            shared_text: 0,
            shared_text_a_row: 0,
        }
    }

    /// Columns grow by doubling, so they may take twice what is in them.
    fn size(&self, rows: &Rows) -> usize {
        let cells = rows.columns.iter().map(Builder::size).sum::<usize>();
        2 * (cells + rows.repeated + 4 * rows.game_of_row.len())
    }

    fn needs_moves(&self) -> bool {
        self.needs.moves
    }

    fn selection(&self) -> Option<&Selection> {
        self.selection.as_ref()
    }

    fn begin(&self, rows: &mut Rows, _: &CurrentGame<'_>) {
        rows.has_current = false;
    }

    fn found(
        &self,
        game: &CurrentGame<'_>,
        found: &FoundPosition<'_>,
        findings: &mut Vec<Finding>,
        collecting: &mut Collecting<'_, Rows>,
    ) {
        findings.retain(|_| collecting.tally.row());
        let ply = found.positions.ply(found.index);
        self.add(game.source, game.entry, findings.len(), collecting, |table, rows, range| {
            for finding in &findings[range] {
                let row = FindingRow { finding, position: found.position, ply };
                table.finding(rows, &row);
            }
        });
    }

    fn positions(
        &self,
        game: &CurrentGame<'_>,
        positions: &Positions,
        collecting: &mut Collecting<'_, Rows>,
    ) {
        if self.table.row() != Row::Position {
            return;
        }
        let rows = (0..positions.len()).take_while(|_| collecting.tally.row()).count();
        let mut values = self.needs.values.map(|needed| needed.then(ValuesOfSide::default));
        for (values, side) in values.iter_mut().zip([Side::WHITE, Side::BLACK]) {
            if let Some(values) = values {
                values.compute(positions, side);
            }
        }
        self.add(game.source, game.entry, rows, collecting, |table, rows, range| {
            table.positions(rows, &PositionRows { positions, range }, &values);
        });
    }

    fn end(&self, source: &str, entry: &Entry<'_>, end: &GameEnd<'_>, collecting: &mut Collecting<'_, Rows>) {
        if self.table.row() != Row::Game || !collecting.tally.row() {
            return;
        }
        collecting.part.has_current = false;
        self.add(source, entry, 1, collecting, |table, rows, _| {
            for (column, builder) in table.columns.iter().zip(&mut rows.columns) {
                match column.fill {
                    Fill::Plies => builder.number(end.positions.checked_sub(1)),
                    Fill::Damage => match end.damage {
                        Some(damage) => builder.text(damage),
                        None => builder.null(),
                    },
                    _ => {}
                }
            }
        });
    }

    fn finish(&self, rows: Rows) -> RecordBatch {
        let number = rows.game_of_row.len();
        let games = UInt32Array::from(rows.game_of_row);
        let array = |(column, builder): (&&Column, Builder)| -> ArrayRef {
            let array = builder.finish();
            match column.fill {
                Fill::Game(_) => take(&array, &games, None).expect("rows are of games that are there"),
                _ => array,
            }
        };
        let arrays = self.columns.iter().zip(rows.columns).map(array).collect();
        let options = RecordBatchOptions::new().with_row_count(Some(number));
        RecordBatch::try_new_with_options(Arc::clone(&self.schema), arrays, &options)
            .expect("columns of one length, and of the types of the schema")
    }
}

impl TableRows {
    fn finding(&self, rows: &mut Rows, row: &FindingRow<'_>) {
        let pattern = PATTERNS.iter().position(|&pattern| pattern == row.finding.pattern).unwrap_or(0);
        for ((column, fields), builder) in self.columns.iter().zip(&self.fields).zip(&mut rows.columns) {
            match column.fill {
                Fill::Finding(fill) => fill(builder, row),
                Fill::PatternField(_) => match fields[pattern] {
                    Some(field) => append_value(builder, (field.value)(row.finding), row),
                    None => builder.null(),
                },
                _ => {}
            }
        }
    }

    fn positions(&self, rows: &mut Rows, some: &PositionRows<'_>, values: &[Option<ValuesOfSide>; 2]) {
        for (column, builder) in self.columns.iter().zip(&mut rows.columns) {
            match column.fill {
                Fill::Set(set) => builder.sets(&set(&some.positions.sets())[some.range.clone()]),
                Fill::Positions(fill) => fill(builder, some),
                Fill::Value(side, value) => {
                    if let Some(values) = &values[usize::from(side.index())] {
                        values.append(builder, value, some.range.clone());
                    }
                }
                _ => {}
            }
        }
    }
}

fn append_value(builder: &mut Builder, value: Value, row: &FindingRow<'_>) {
    match value {
        Value::Uci(_) | Value::San(_) => builder.text(value.written(row.position)),
        Value::Square(square) => builder.text(square.name()),
        Value::Line(line) => builder.text(line.name()),
        Value::Squares(squares) => builder.list(squares.iter().map(|square| square.name())),
        Value::Classes(classes) => builder.list(classes.names().iter().copied()),
        Value::Flag(Some(flag)) => builder.truth(flag),
        Value::Flag(None) => builder.null(),
    }
}
