//! Parsing of arguments: sets, squares, numbers, sides and wings.
//!
//! A set or a square is a number or a text. Signed numbers are reinterpreted bit by bit, so that they can hold sets too:
//! h8 is the smallest signed 64-bit number. An invalid constant is always an error. An invalid value in a column is null,
//! or an error if the session is strict.

use datafusion::arrow::array::{Array, ArrayRef, AsArray, UInt64Array, new_null_array};
use datafusion::arrow::datatypes::{DataType, Int64Type, UInt64Type};
use datafusion::common::{Result, internal_err, plan_err};
use destrier::Bitboard;
use destrier_games::functions::{ArgumentKind, ArgumentValue};

/// Returns the type that an argument is converted to. [`check`] rejects the types that no function takes.
pub(super) fn coerced(given: &DataType) -> DataType {
    match given {
        DataType::Dictionary(_, value) => coerced(value),
        DataType::Int8 | DataType::Int16 | DataType::Int32 => DataType::Int64,
        DataType::UInt8 | DataType::UInt16 | DataType::UInt32 => DataType::UInt64,
        other => other.clone(),
    }
}

/// Returns an error if the type of an argument does not fit its kind.
pub(super) fn check(function: &str, argument: &str, kind: ArgumentKind, given: &DataType) -> Result<()> {
    let (expected, is_number, is_text) = match kind {
        ArgumentKind::Set => ("a set of squares, as a number or as a text like 'c7,e8'", true, true),
        ArgumentKind::Square => ("a square, as a text like 'e4' or as a set of one square", true, true),
        ArgumentKind::Number => ("a whole number", true, false),
        ArgumentKind::Color => ("a side, 'white' or 'black'", false, true),
        ArgumentKind::Wing => ("a wing, 'king' or 'queen'", false, true),
    };
    match given {
        DataType::Null => Ok(()),
        DataType::Int64 | DataType::UInt64 if is_number => Ok(()),
        given if is_text && is_string(given) => Ok(()),
        given => plan_err!("{function}: {argument} must be {expected}, not {given}"),
    }
}

pub(super) fn is_string_or_null(given: &DataType) -> bool {
    is_string(given) || *given == DataType::Null
}

pub(super) const fn is_string(given: &DataType) -> bool {
    matches!(given, DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View)
}

/// Returns the type of an argument, for `SHOW FUNCTIONS`.
pub(super) const fn example(kind: ArgumentKind) -> DataType {
    match kind {
        ArgumentKind::Set => DataType::UInt64,
        ArgumentKind::Number => DataType::Int64,
        _ => DataType::Utf8,
    }
}

/// The values of an argument.
pub(super) enum ArgumentValues {
    Constant(Option<ArgumentValue>),
    /// Sets as numbers. Every number is a valid set.
    Sets(UInt64Array),
    Column(Vec<Option<ArgumentValue>>),
}

impl ArgumentValues {
    /// Returns the value of a row; `None` if it is null or invalid.
    pub(super) fn get(&self, row: usize) -> Option<ArgumentValue> {
        match self {
            Self::Constant(value) => *value,
            Self::Sets(sets) => {
                sets.is_valid(row).then(|| ArgumentValue::Set(Bitboard::from_bits(sets.value(row))))
            }
            Self::Column(values) => values[row],
        }
    }
}

/// Returns a column of numbers as bits.
pub(super) fn bits(array: &ArrayRef) -> Result<UInt64Array> {
    Ok(match array.data_type() {
        DataType::UInt64 => array.as_primitive().clone(),
        DataType::Int64 => array.as_primitive::<Int64Type>().unary(i64::cast_unsigned),
        DataType::Null => new_null_array(&DataType::UInt64, array.len()).as_primitive().clone(),
        other => return internal_err!("sets in a column of {other}"),
    })
}

/// Returns the texts of a column.
pub(super) fn texts(array: &dyn Array) -> Result<Box<dyn Iterator<Item = Option<&str>> + '_>> {
    Ok(match array.data_type() {
        DataType::Utf8 => Box::new(array.as_string::<i32>().iter()),
        DataType::LargeUtf8 => Box::new(array.as_string::<i64>().iter()),
        DataType::Utf8View => Box::new(array.as_string_view().iter()),
        DataType::Null => Box::new(std::iter::repeat_n(None, array.len())),
        other => return internal_err!("texts in a column of {other}"),
    })
}

/// The value of each row, or why it is invalid.
type ReadValues = Vec<std::result::Result<Option<ArgumentValue>, String>>;

/// Parses a column of an argument.
pub(super) fn read(array: &dyn Array, kind: ArgumentKind) -> Result<ReadValues> {
    let parsed = |text: &str| kind.parse(text).map(Some).map_err(|why| format!("{text:?}: {why}"));
    Ok(match (array.data_type(), kind) {
        (DataType::UInt64, ArgumentKind::Set | ArgumentKind::Square) => {
            of_bits(array.as_primitive::<UInt64Type>(), kind)
        }
        (DataType::Int64, ArgumentKind::Set | ArgumentKind::Square) => {
            of_bits(&array.as_primitive::<Int64Type>().unary(i64::cast_unsigned), kind)
        }
        (DataType::UInt64, _) => {
            let numbers = array.as_primitive::<UInt64Type>().iter();
            numbers.map(|number| number.map_or(Ok(None), |number| parsed(&number.to_string()))).collect()
        }
        (DataType::Int64, _) => {
            let numbers = array.as_primitive::<Int64Type>().iter();
            numbers.map(|number| number.map_or(Ok(None), |number| parsed(&number.to_string()))).collect()
        }
        _ => texts(array)?.map(|text| text.map_or(Ok(None), parsed)).collect(),
    })
}

fn of_bits(array: &UInt64Array, kind: ArgumentKind) -> ReadValues {
    let values = array.iter().map(|bits| match (bits, kind) {
        (None, _) => Ok(None),
        (Some(bits), ArgumentKind::Set) => Ok(Some(ArgumentValue::Set(Bitboard::from_bits(bits)))),
        (Some(bits), _) => match Bitboard::from_bits(bits).only() {
            Some(square) => Ok(Some(ArgumentValue::Square(square))),
            None => Err(format!("{bits:#x}: expected a set of one square")),
        },
    });
    values.collect()
}
