//! The cells of record batches, for formats that are text.

use arrow_array::cast::AsArray;
use arrow_array::types::{Date32Type, Int64Type, UInt64Type};
use arrow_array::{
    Array, ArrayRef, BooleanArray, Date32Array, Int64Array, ListArray, MapArray, StringArray,
    StringViewArray, UInt64Array,
};
use arrow_schema::DataType;

/// A column of a batch.
pub(super) enum Cells<'a> {
    Text(&'a StringArray),
    SharedText(&'a StringViewArray),
    Truth(&'a BooleanArray),
    Number(&'a Int64Array),
    Date(&'a Date32Array),
    Set(&'a UInt64Array),
    /// The lists, and what is in all of them.
    List(&'a ListArray, &'a StringArray),
    /// The maps, and the names and values of all of them.
    Map(&'a MapArray, &'a StringArray, &'a StringViewArray),
}

/// A cell of a row.
#[derive(Debug, PartialEq)]
pub(super) enum Cell<'a> {
    Null,
    Text(&'a str),
    Truth(bool),
    Number(i64),
    /// A day, as `YYYY-MM-DD`.
    Date(String),
    Set(u64),
    List(Vec<&'a str>),
    Map(Vec<(&'a str, &'a str)>),
}

impl<'a> Cells<'a> {
    /// A column of a table.
    pub(super) fn new(array: &'a ArrayRef) -> Self {
        match array.data_type() {
            DataType::Utf8View => Self::SharedText(array.as_string_view()),
            DataType::Boolean => Self::Truth(array.as_boolean()),
            DataType::Int64 => Self::Number(array.as_primitive::<Int64Type>()),
            DataType::Date32 => Self::Date(array.as_primitive::<Date32Type>()),
            DataType::UInt64 => Self::Set(array.as_primitive::<UInt64Type>()),
            DataType::List(_) => {
                let lists = array.as_list::<i32>();
                Self::List(lists, lists.values().as_string())
            }
            DataType::Map(..) => {
                let maps = array.as_map();
                Self::Map(maps, maps.keys().as_string(), maps.values().as_string_view())
            }
            _ => Self::Text(array.as_string()),
        }
    }

    pub(super) fn is_null(&self, row: usize) -> bool {
        match self {
            Self::Text(column) => column.is_null(row),
            Self::SharedText(column) => column.is_null(row),
            Self::Truth(column) => column.is_null(row),
            Self::Number(column) => column.is_null(row),
            Self::Date(column) => column.is_null(row),
            Self::Set(column) => column.is_null(row),
            Self::List(column, _) => column.is_null(row),
            Self::Map(column, ..) => column.is_null(row),
        }
    }

    pub(super) fn cell(&self, row: usize) -> Cell<'a> {
        if self.is_null(row) {
            return Cell::Null;
        }
        match *self {
            Self::Text(column) => Cell::Text(column.value(row)),
            Self::SharedText(column) => Cell::Text(column.value(row)),
            Self::Truth(column) => Cell::Truth(column.value(row)),
            Self::Number(column) => Cell::Number(column.value(row)),
            Self::Date(column) => Cell::Date(day(column.value(row))),
            Self::Set(column) => Cell::Set(column.value(row)),
            Self::List(column, names) => {
                let offsets = column.value_offsets();
                let range = offsets[row] as usize..offsets[row + 1] as usize;
                Cell::List(range.map(|place| names.value(place)).collect())
            }
            Self::Map(column, names, values) => {
                let offsets = column.value_offsets();
                let range = offsets[row] as usize..offsets[row + 1] as usize;
                Cell::Map(range.map(|place| (names.value(place), values.value(place))).collect())
            }
        }
    }
}

/// The day of a number, 1970-01-01 being 0.
fn day(number: i32) -> String {
    // Years that begin with March have their leap day at the end; 400 of them are 146,097 days.
    let days = i64::from(number) + 719_468;
    let (era, day_of_era) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month + 2) / 5 + 1;
    let (month, year) = (if month < 10 { month + 3 } else { month - 9 }, era * 400 + year_of_era);
    format!("{:04}-{month:02}-{day:02}", year + i64::from(month <= 2))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_written_as_dates() {
        for (number, date) in [
            (0, "1970-01-01"),
            (-1, "1969-12-31"),
            (11_016, "2000-02-29"),
            (11_017, "2000-03-01"),
            (-25_508, "1900-03-01"),
            (-719_162, "0001-01-01"),
            (2_932_896, "9999-12-31"),
        ] {
            assert_eq!(day(number), date);
        }
    }
}
