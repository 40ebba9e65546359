//! Rates as a table: the player or the opponents, the keys and the counts.

use super::counts::RateCounts;
use super::request::Who;
use super::rows::{RateRow, Rates};
use crate::schema::ColumnKind;
use crate::tables::{Builder, Cells, field};
use arrow_array::RecordBatch;
use arrow_schema::{ArrowError, Schema};
use std::sync::Arc;

/// A column of rates.
#[derive(Clone, Copy, Debug)]
pub struct RateColumn {
    /// The name, also the key in JSON objects.
    pub name: &'static str,
    /// The definition.
    pub definition: &'static str,
    /// The type of the cells.
    pub kind: ColumnKind,
    needs_worth: bool,
    source: ColumnSource,
}

/// The source of a column's cells.
#[derive(Clone, Copy, Debug)]
enum ColumnSource {
    Who,
    /// The value of the key with this index.
    Key(usize),
    Count(fn(&RateCounts) -> u64),
    Rate(fn(&RateCounts) -> Option<f64>),
    Per100Games(fn(&RateCounts) -> u64),
}

/// A name, a definition, whether the column requires the worth of moves, and the source of its cells.
type Described = (&'static str, &'static str, bool, ColumnSource);

/// The counts, in the order of the columns.
const COUNTED: [Described; 14] = [
    (
        "games",
        "games in the group, with or without a chance; when grouped by clock or missed, only games with a chance",
        false,
        ColumnSource::Count(|counts| counts.games),
    ),
    ("positions", "positions of these games", false, ColumnSource::Count(|counts| counts.positions)),
    (
        "chances",
        "chances; the same possibility on successive turns counts once",
        false,
        ColumnSource::Count(|counts| counts.chances),
    ),
    (
        "opportunities",
        "chances that win something: a move that raises the winning chances by 0.2 or more, or that was missed; null for \
         patterns without a move",
        true,
        ColumnSource::Count(|counts| counts.opportunities),
    ),
    ("found", "opportunities whose move was played", true, ColumnSource::Count(|counts| counts.found)),
    (
        "missed",
        "turns on which a move that wins something was missed, by at least a mistake",
        true,
        ColumnSource::Count(|counts| counts.missed),
    ),
    (
        "defences",
        "turns on which a move was missed, by at least a mistake, that would only have avoided a loss; not among missed or \
         opportunities",
        true,
        ColumnSource::Count(|counts| counts.defences),
    ),
    (
        "allowed",
        "opportunities of the other side in the same games",
        true,
        ColumnSource::Count(|counts| counts.allowed),
    ),
    (
        "found_rate",
        "found rate: found / (found + missed); null if both are 0",
        true,
        ColumnSource::Rate(RateCounts::found_rate),
    ),
    (
        "found_rate_low",
        "lower bound of the 95% Wilson interval of the found rate",
        true,
        ColumnSource::Rate(|counts| counts.found_rate_interval().map(|(low, _)| low)),
    ),
    (
        "found_rate_high",
        "upper bound of the 95% Wilson interval of the found rate",
        true,
        ColumnSource::Rate(|counts| counts.found_rate_interval().map(|(_, high)| high)),
    ),
    (
        "chances_per_100_games",
        "chances per 100 games; null when grouped by clock or missed",
        false,
        ColumnSource::Per100Games(|counts| counts.chances),
    ),
    (
        "opportunities_per_100_games",
        "opportunities per 100 games; null when grouped by clock or missed",
        true,
        ColumnSource::Per100Games(|counts| counts.opportunities),
    ),
    (
        "missed_per_100_games",
        "missed opportunities per 100 games; null when grouped by clock or missed",
        true,
        ColumnSource::Per100Games(|counts| counts.missed),
    ),
];

impl ColumnSource {
    const fn kind(self) -> ColumnKind {
        match self {
            Self::Who | Self::Key(_) => ColumnKind::Text,
            Self::Count(_) => ColumnKind::Number,
            Self::Rate(_) | Self::Per100Games(_) => ColumnKind::Real,
        }
    }
}

impl Rates {
    /// Returns the columns: `who` if a player is named, the keys, and the counts.
    #[must_use]
    pub fn columns(&self) -> Vec<RateColumn> {
        let who = ("who", "whose chances the row counts: player or opponents", false, ColumnSource::Who);
        let keys = self.keys.iter().enumerate();
        let keys = keys.map(|(index, key)| (key.column, key.definition, false, ColumnSource::Key(index)));
        let columns = self.with_opponents.then_some(who).into_iter().chain(keys).chain(COUNTED);
        columns
            .map(|(name, definition, needs_worth, source)| RateColumn {
                name,
                definition,
                kind: source.kind(),
                needs_worth,
                source,
            })
            .collect()
    }

    /// Returns whether groups hold single chances instead of whole games.
    #[must_use]
    pub fn is_of_chances(&self) -> bool {
        self.keys.iter().any(|key| key.is_of_chance())
    }

    /// Writes the cell of a row in a column.
    pub(super) fn fill(&self, column: &RateColumn, row: &RateRow, cells: &mut dyn Cells) {
        match column.source {
            _ if column.needs_worth && !row.has_opportunities => cells.null(),
            ColumnSource::Who => cells.optional_text(row.who.map(Who::name)),
            ColumnSource::Key(index) => cells.text(row.values[index].as_str()),
            ColumnSource::Count(count) => cells.number(Some(count(&row.counts).cast_signed())),
            ColumnSource::Per100Games(count) => cells.real(self.per_100_games(row, count)),
            ColumnSource::Rate(rate) => cells.real(rate(&row.counts).map(|rate| (rate * 1e4).round() / 1e4)),
        }
    }

    fn per_100_games(&self, row: &RateRow, count: fn(&RateCounts) -> u64) -> Option<f64> {
        let rate = row.counts.per_100_games(count(&row.counts)).filter(|_| !self.is_of_chances());
        rate.map(|rate| (rate * 100.0).round() / 100.0)
    }

    /// Converts the table to an Arrow record batch. The metadata of each field contains the definition of its column.
    ///
    /// # Errors
    ///
    /// If Arrow cannot create the batch.
    pub fn record_batch(&self) -> Result<RecordBatch, ArrowError> {
        let columns = self.columns();
        let fields = columns.iter().map(|column| field(column.name, column.definition, column.kind));
        let schema = Schema::new(fields.collect::<Vec<_>>());
        let arrays = columns.iter().map(|column| {
            let mut cells = Builder::new(column.kind);
            self.rows.iter().for_each(|row| self.fill(column, row, &mut cells));
            cells.finish()
        });
        RecordBatch::try_new(Arc::new(schema), arrays.collect())
    }
}
