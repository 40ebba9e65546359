//! Columns of tables as text.

use crate::formats::date_of_day;
use arrow_array::builder::BinaryViewBuilder;
use arrow_array::cast::AsArray;
use arrow_array::types::{
    Date32Type, Float32Type, Float64Type, Int8Type, Int16Type, Int32Type, Int64Type, Time32MillisecondType,
    Time32SecondType, Time64MicrosecondType, Time64NanosecondType, TimestampMicrosecondType,
    TimestampMillisecondType, TimestampNanosecondType, UInt8Type, UInt16Type, UInt32Type, UInt64Type,
};
use arrow_array::{Array, ArrayRef, ArrowPrimitiveType, BinaryViewArray};
use arrow_schema::{DataType, TimeUnit};
use std::fmt::Write;

/// Texts, some of which may be absent.
pub(super) type Texts = BinaryViewArray;

/// Returns the text in a row.
#[inline]
pub(super) fn text_at(texts: &Texts, row: usize) -> Option<&[u8]> {
    texts.is_valid(row).then(|| texts.value(row))
}

/// The seconds of a day.
const DAY: i64 = 86_400;

/// Returns a column as texts, or `None` if its type has no text. Dates and times are written as in tags, and a list of
/// texts is joined with spaces.
pub(super) fn texts_of(column: &ArrayRef) -> Option<Texts> {
    Some(match column.data_type() {
        DataType::Utf8View => column.as_string_view().clone().to_binary_view(),
        DataType::BinaryView => column.as_binary_view().clone(),
        DataType::List(_) => joined(column)?,
        DataType::Boolean => {
            let truths = column.as_boolean();
            written(column, |row, text| text.push_str(if truths.value(row) { "true" } else { "false" }))
        }
        DataType::Int8 => numbers::<Int8Type>(column),
        DataType::Int16 => numbers::<Int16Type>(column),
        DataType::Int32 => numbers::<Int32Type>(column),
        DataType::Int64 => numbers::<Int64Type>(column),
        DataType::UInt8 => numbers::<UInt8Type>(column),
        DataType::UInt16 => numbers::<UInt16Type>(column),
        DataType::UInt32 => numbers::<UInt32Type>(column),
        DataType::UInt64 => numbers::<UInt64Type>(column),
        DataType::Float32 => numbers::<Float32Type>(column),
        DataType::Float64 => numbers::<Float64Type>(column),
        DataType::Date32 => days::<Date32Type>(column, 1),
        DataType::Timestamp(TimeUnit::Millisecond, _) => {
            days::<TimestampMillisecondType>(column, DAY * 1_000)
        }
        DataType::Timestamp(TimeUnit::Microsecond, _) => {
            days::<TimestampMicrosecondType>(column, DAY * 1_000_000)
        }
        DataType::Timestamp(TimeUnit::Nanosecond, _) => {
            days::<TimestampNanosecondType>(column, DAY * 1_000_000_000)
        }
        DataType::Time32(TimeUnit::Second) => times::<Time32SecondType>(column, 1),
        DataType::Time32(TimeUnit::Millisecond) => times::<Time32MillisecondType>(column, 1_000),
        DataType::Time64(TimeUnit::Microsecond) => times::<Time64MicrosecondType>(column, 1_000_000),
        DataType::Time64(TimeUnit::Nanosecond) => times::<Time64NanosecondType>(column, 1_000_000_000),
        _ => return None,
    })
}

/// Writes the texts of a column, row by row.
fn written(column: &dyn Array, mut write: impl FnMut(usize, &mut String)) -> Texts {
    let mut texts = BinaryViewBuilder::with_capacity(column.len());
    let mut text = String::new();
    for row in 0..column.len() {
        if column.is_null(row) {
            texts.append_null();
        } else {
            text.clear();
            write(row, &mut text);
            texts.append_value(&text);
        }
    }
    texts.finish()
}

fn numbers<T: ArrowPrimitiveType>(column: &ArrayRef) -> Texts
where
    T::Native: std::fmt::Display,
{
    let numbers = column.as_primitive::<T>();
    // Writing to a string cannot fail.
    written(column, |row, text| _ = write!(text, "{}", numbers.value(row)))
}

/// Writes dates as in tags, like `2021.10.05`. Days outside of the calendar are empty.
fn days<T: ArrowPrimitiveType>(column: &ArrayRef, per_day: i64) -> Texts
where
    T::Native: Into<i64>,
{
    let times = column.as_primitive::<T>();
    written(column, |row, text| date_text(times.value(row).into().div_euclid(per_day), text))
}

/// Writes the date of a day, counted from 1970 as 0.
pub(crate) fn date_text(day: i64, text: &mut String) {
    if let Some((year, month, day)) = i32::try_from(day).ok().and_then(date_of_day) {
        let _ = write!(text, "{year:04}.{month:02}.{day:02}");
    }
}

/// Writes times of day as in tags, like `18:05:00`.
fn times<T: ArrowPrimitiveType>(column: &ArrayRef, per_second: i64) -> Texts
where
    T::Native: Into<i64>,
{
    let times = column.as_primitive::<T>();
    written(column, |row, text| {
        let seconds = times.value(row).into().div_euclid(per_second).rem_euclid(DAY);
        let _ = write!(text, "{:02}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60);
    })
}

/// Joins the texts of lists with spaces.
fn joined(column: &ArrayRef) -> Option<Texts> {
    let lists = column.as_list::<i32>();
    let items = match lists.values().data_type() {
        DataType::Utf8View | DataType::BinaryView => texts_of(lists.values())?,
        _ => return None,
    };
    let mut texts = BinaryViewBuilder::with_capacity(lists.len());
    let mut text = Vec::new();
    for (row, range) in lists.value_offsets().windows(2).enumerate() {
        if lists.is_null(row) {
            texts.append_null();
            continue;
        }
        text.clear();
        for item in range[0] as usize..range[1] as usize {
            if !text.is_empty() {
                text.push(b' ');
            }
            text.extend_from_slice(text_at(&items, item).unwrap_or_default());
        }
        texts.append_value(&text);
    }
    Some(texts.finish())
}
