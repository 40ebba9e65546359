//! Ranges of values from the statistics of a file.

use crate::formats::ValueRange;
use parquet::arrow::arrow_reader::ArrowReaderMetadata;
use parquet::file::metadata::ColumnChunkMetaData;
use parquet::file::statistics::Statistics;

/// Returns the columns of a row group that belong to a top-level column, given by index.
pub(super) fn leaves(
    metadata: &ArrowReaderMetadata,
    group: usize,
    root: usize,
) -> impl Iterator<Item = &ColumnChunkMetaData> {
    let columns = metadata.metadata().row_group(group).columns().iter().enumerate();
    let schema = metadata.parquet_schema();
    columns.filter(move |(leaf, _)| schema.get_column_root_idx(*leaf) == root).map(|(_, column)| column)
}

/// Returns whether a column is null in all rows.
pub(super) fn is_absent(metadata: &ArrowReaderMetadata, group: usize, root: usize) -> bool {
    leaves(metadata, group, root).all(|column| {
        let nulls = column.statistics().and_then(Statistics::null_count_opt);
        nulls.is_some_and(|nulls| i64::try_from(nulls) == Ok(column.num_values()))
    })
}

/// Returns whether a column may be null in some row.
pub(super) fn may_be_null(column: &ColumnChunkMetaData) -> bool {
    column.statistics().and_then(Statistics::null_count_opt) != Some(0)
}

/// Returns the range of a column of numbers or days.
pub(super) fn number_range(column: &ColumnChunkMetaData) -> Option<ValueRange<i64>> {
    let statistics = column.statistics()?;
    let bounds = match statistics {
        Statistics::Int32(numbers) => {
            numbers.min_opt().zip(numbers.max_opt()).map(|(a, b)| (i64::from(*a), i64::from(*b)))
        }
        Statistics::Int64(numbers) => numbers.min_opt().zip(numbers.max_opt()).map(|(a, b)| (*a, *b)),
        _ => return None,
    };
    // Large unsigned numbers are stored as negative ones, in another order.
    range(column, bounds.filter(|(first, last)| first <= last))
}

/// Returns the range of a column of text.
pub(super) fn text_range(column: &ColumnChunkMetaData) -> Option<ValueRange<Vec<u8>>> {
    let statistics = column.statistics()?;
    let is_ordered = matches!(statistics, Statistics::ByteArray(_)) && !statistics.is_min_max_deprecated();
    let bounds = statistics.min_bytes_opt().zip(statistics.max_bytes_opt());
    range(column, bounds.filter(|_| is_ordered).map(|(first, last)| (first.to_vec(), last.to_vec())))
}

/// Returns the range with some bounds. A column that is null in all rows has none.
fn range<T>(column: &ColumnChunkMetaData, bounds: Option<(T, T)>) -> Option<ValueRange<T>> {
    let nulls = column.statistics().and_then(Statistics::null_count_opt);
    let is_absent = nulls.is_some_and(|nulls| i64::try_from(nulls) == Ok(column.num_values()));
    match bounds {
        None if is_absent => Some(ValueRange::ABSENT),
        None => None,
        bounds => Some(ValueRange { bounds, may_be_absent: may_be_null(column) }),
    }
}

/// Returns the text of a column that is the same in all rows.
pub(super) fn constant_text(column: &ColumnChunkMetaData) -> Option<&str> {
    let statistics = column.statistics()?;
    let is_exact = statistics.min_is_exact() && statistics.max_is_exact() && !may_be_null(column);
    let text =
        statistics.min_bytes_opt().filter(|first| is_exact && statistics.max_bytes_opt() == Some(*first))?;
    std::str::from_utf8(text).ok()
}
