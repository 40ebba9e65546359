//! The values of columns in a group of games, for DataFusion's pruning.

use datafusion::arrow::array::{ArrayRef, BooleanArray, Date32Array, Int64Array, StringArray, UInt64Array};
use datafusion::common::Column;
use datafusion::common::pruning::PruningStatistics;
use datafusion::scalar::ScalarValue;
use destrier_games::{Date, GameRanges, ValueRange};
use std::collections::HashSet;
use std::sync::Arc;

/// The ranges of values in a group of games.
pub(super) struct Statistics<'a>(pub(super) &'a GameRanges);

impl Statistics<'_> {
    /// Returns the least and the greatest value of a column, `Some(None)` if it is null in all games, and `None` if nothing
    /// is known.
    fn bounds(&self, column: &Column) -> Option<Option<[ArrayRef; 2]>> {
        let GameRanges { white_elo, black_elo, rating, date, year, eco } = self.0;
        match column.name() {
            "white_elo" => bounds(white_elo, number),
            "black_elo" => bounds(black_elo, number),
            "rating" => bounds(rating, number),
            "year" => bounds(year, number),
            "date" => bounds(date, day),
            "eco" => bounds(eco, |eco| text(eco)),
            _ => None,
        }
    }
}

/// Returns the bounds of a range as arrays. If `array` is `None` for one of them, nothing is known.
fn bounds<T>(
    range: &Option<ValueRange<T>>,
    array: impl Fn(&T) -> Option<ArrayRef>,
) -> Option<Option<[ArrayRef; 2]>> {
    match &range.as_ref()?.bounds {
        Some((least, greatest)) => Some(Some([array(least)?, array(greatest)?])),
        None => Some(None),
    }
}

fn number(number: &i64) -> Option<ArrayRef> {
    Some(Arc::new(Int64Array::from(vec![*number])))
}

/// Returns a day. Days outside of the calendar are not dates, so the date may come from another tag.
fn day(day: &i64) -> Option<ArrayRef> {
    let day = i32::try_from(*day).ok().filter(|day| Date::from_days_since_1970(*day).is_some())?;
    Some(Arc::new(Date32Array::from(vec![day])))
}

/// Returns a short text of ASCII. Bytes that are not UTF-8 are read as Latin-1, which changes their order, and long tags are
/// truncated.
fn text(text: &[u8]) -> Option<ArrayRef> {
    const MAX_LENGTH: usize = 1000;
    let text = str::from_utf8(text).ok().filter(|text| text.is_ascii() && text.len() <= MAX_LENGTH)?;
    Some(Arc::new(StringArray::from(vec![text])))
}

impl PruningStatistics for Statistics<'_> {
    fn min_values(&self, column: &Column) -> Option<ArrayRef> {
        self.bounds(column)?.map(|[least, _]| least)
    }

    fn max_values(&self, column: &Column) -> Option<ArrayRef> {
        self.bounds(column)?.map(|[_, greatest]| greatest)
    }

    fn num_containers(&self) -> usize {
        1
    }

    /// Returns the number only if all values are null. Otherwise it is unknown, because invalid values are null, too.
    fn null_counts(&self, column: &Column) -> Option<ArrayRef> {
        match self.bounds(column)? {
            None => self.row_counts(),
            Some(_) => None,
        }
    }

    /// Counts the group as one row, because only the comparison with the number of nulls matters.
    fn row_counts(&self) -> Option<ArrayRef> {
        Some(Arc::new(UInt64Array::from(vec![1])))
    }

    fn contained(&self, _: &Column, _: &HashSet<ScalarValue>) -> Option<BooleanArray> {
        None
    }
}
