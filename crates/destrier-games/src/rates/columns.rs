//! Rates as a table: the player or the opponents, the keys and the counts.

use super::counts::RateCounts;
use super::rows::{RateRow, Rates};
use crate::schema::ColumnKind;
use arrow_array::{ArrayRef, Float64Array, Int64Array, RecordBatch, StringArray};
use arrow_schema::{ArrowError, DataType, Field, Schema};
use std::collections::HashMap;
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
    source: ColumnSource,
}

/// The source of a column's cells.
#[derive(Clone, Copy, Debug)]
enum ColumnSource {
    Who,
    /// The value of the key with this index.
    Key(usize),
    Count(fn(&RateCounts) -> u64),
    /// A count that requires the worth of moves.
    WorthCount(fn(&RateCounts) -> u64),
    Rate(fn(&RateCounts) -> Option<f64>),
    Per100Games(fn(&RateCounts) -> u64),
    /// The same for a count that requires the worth of moves.
    WorthPer100Games(fn(&RateCounts) -> u64),
}

/// A cell of rates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum RateCell<'a> {
    Null,
    Text(&'a str),
    Count(u64),
    Real(f64),
}

/// The counts, in the order of the columns.
const COUNTED: [(&str, &str, ColumnSource); 13] = [
    (
        "games",
        "games in the group, with or without a chance; when grouped by clock or missed, only games with a chance",
        ColumnSource::Count(|counts| counts.games),
    ),
    ("positions", "positions of these games", ColumnSource::Count(|counts| counts.positions)),
    (
        "chances",
        "chances; the same possibility on successive turns counts once",
        ColumnSource::Count(|counts| counts.chances),
    ),
    (
        "opportunities",
        "chances that win something: a move that raises the winning chances by 0.2 or more; null for patterns without a \
         move",
        ColumnSource::WorthCount(|counts| counts.opportunities),
    ),
    ("found", "opportunities whose move was played", ColumnSource::WorthCount(|counts| counts.found)),
    (
        "missed",
        "opportunities not found, where missing the move was at least a mistake",
        ColumnSource::WorthCount(|counts| counts.missed),
    ),
    (
        "allowed",
        "opportunities of the other side in the same games",
        ColumnSource::WorthCount(|counts| counts.allowed),
    ),
    (
        "found_rate",
        "found rate: found / (found + missed); null if both are 0",
        ColumnSource::Rate(RateCounts::found_rate),
    ),
    (
        "found_rate_low",
        "lower bound of the 95% Wilson interval of the found rate",
        ColumnSource::Rate(|counts| counts.found_rate_interval().map(|(low, _)| low)),
    ),
    (
        "found_rate_high",
        "upper bound of the 95% Wilson interval of the found rate",
        ColumnSource::Rate(|counts| counts.found_rate_interval().map(|(_, high)| high)),
    ),
    (
        "chances_per_100_games",
        "chances per 100 games; null when grouped by clock or missed",
        ColumnSource::Per100Games(|counts| counts.chances),
    ),
    (
        "opportunities_per_100_games",
        "opportunities per 100 games; null when grouped by clock or missed",
        ColumnSource::WorthPer100Games(|counts| counts.opportunities),
    ),
    (
        "missed_per_100_games",
        "missed opportunities per 100 games; null when grouped by clock or missed",
        ColumnSource::WorthPer100Games(|counts| counts.missed),
    ),
];

impl ColumnSource {
    const fn kind(self) -> ColumnKind {
        match self {
            Self::Who | Self::Key(_) => ColumnKind::Text,
            Self::Count(_) | Self::WorthCount(_) => ColumnKind::Number,
            Self::Rate(_) | Self::Per100Games(_) | Self::WorthPer100Games(_) => ColumnKind::Real,
        }
    }
}

impl Rates {
    /// Returns the columns: `who` if a player is named, the keys, and the counts.
    #[must_use]
    pub fn columns(&self) -> Vec<RateColumn> {
        let column = |name, definition, source: ColumnSource| RateColumn {
            name,
            definition,
            kind: source.kind(),
            source,
        };
        let who = self.with_opponents.then(|| {
            let definition = "whose chances the row counts: player or opponents";
            column("who", definition, ColumnSource::Who)
        });
        let keys = self.keys.iter().enumerate();
        let keys = keys.map(|(index, key)| column(key.column, key.definition, ColumnSource::Key(index)));
        let counted = COUNTED.into_iter().map(|(name, definition, source)| column(name, definition, source));
        who.into_iter().chain(keys).chain(counted).collect()
    }

    /// Returns whether groups hold single chances instead of whole games.
    #[must_use]
    pub fn is_of_chances(&self) -> bool {
        self.keys.iter().any(|key| key.is_of_chance())
    }

    /// Returns the cell of a row in a column.
    pub(super) fn cell<'a>(&self, column: &RateColumn, row: &'a RateRow) -> RateCell<'a> {
        let real = |real: Option<f64>, digits: i32| match real {
            Some(real) => RateCell::Real((real * 10_f64.powi(digits)).round() / 10_f64.powi(digits)),
            None => RateCell::Null,
        };
        let per_100_games = |count| {
            if self.is_of_chances() { RateCell::Null } else { real(row.counts.per_100_games(count), 2) }
        };
        match column.source {
            ColumnSource::Who => row.who.map_or(RateCell::Null, |who| RateCell::Text(who.name())),
            ColumnSource::Key(index) => RateCell::Text(row.values[index].as_str()),
            ColumnSource::Count(count) => RateCell::Count(count(&row.counts)),
            ColumnSource::Per100Games(count) => per_100_games(count(&row.counts)),
            _ if !row.has_opportunities => RateCell::Null,
            ColumnSource::WorthCount(count) => RateCell::Count(count(&row.counts)),
            ColumnSource::WorthPer100Games(count) => per_100_games(count(&row.counts)),
            ColumnSource::Rate(rate) => real(rate(&row.counts), 4),
        }
    }

    /// Converts the table to an Arrow record batch. The metadata of each field contains the definition of its column.
    ///
    /// # Errors
    ///
    /// If Arrow cannot create the batch.
    pub fn record_batch(&self) -> Result<RecordBatch, ArrowError> {
        let (fields, arrays): (Vec<Field>, Vec<ArrayRef>) =
            self.columns().iter().map(|column| self.array(column)).unzip();
        RecordBatch::try_new(Arc::new(Schema::new(fields)), arrays)
    }

    fn array(&self, column: &RateColumn) -> (Field, ArrayRef) {
        let cells = self.rows.iter().map(|row| self.cell(column, row));
        let (data_type, array): (DataType, ArrayRef) = match column.kind {
            ColumnKind::Number => {
                let count = |cell| match cell {
                    RateCell::Count(count) => Some(count.cast_signed()),
                    _ => None,
                };
                (DataType::Int64, Arc::new(cells.map(count).collect::<Int64Array>()))
            }
            ColumnKind::Real => {
                let real = |cell| match cell {
                    RateCell::Real(real) => Some(real),
                    _ => None,
                };
                (DataType::Float64, Arc::new(cells.map(real).collect::<Float64Array>()))
            }
            _ => {
                let text = |cell| match cell {
                    RateCell::Text(text) => Some(text),
                    _ => None,
                };
                (DataType::Utf8, Arc::new(cells.map(text).collect::<StringArray>()))
            }
        };
        let definition = HashMap::from([("definition".to_owned(), column.definition.to_owned())]);
        (Field::new(column.name, data_type, true).with_metadata(definition), array)
    }
}
