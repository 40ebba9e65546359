//! Calls of functions, and their arguments.

use super::arguments::{ArgumentValues, bits, is_string, read};
use datafusion::arrow::array::UInt64Array;
use datafusion::common::{Result, exec_datafusion_err};
use datafusion::logical_expr::ColumnarValue;
use destrier_games::functions::{ArgumentKind, ArgumentValue};
use std::fmt::Display;

/// A call with one batch of rows.
pub(super) struct Call<'a> {
    pub(super) name: &'a str,
    pub(super) arguments: &'a [ColumnarValue],
    /// The number of rows; 1 if all arguments are constants.
    pub(super) rows: usize,
    /// Whether an invalid value in a row is an error.
    pub(super) strict: bool,
}

impl Call<'_> {
    /// Parses the argument with an index.
    pub(super) fn values(&self, index: usize, argument: &str, kind: ArgumentKind) -> Result<ArgumentValues> {
        Ok(match &self.arguments[index] {
            ColumnarValue::Scalar(scalar) => {
                let values = read(&*scalar.to_array()?, kind)?;
                let value = values.into_iter().next().unwrap_or(Ok(None));
                ArgumentValues::Constant(
                    value.map_err(|why| exec_datafusion_err!("{}: {argument}: {why}", self.name))?,
                )
            }
            ColumnarValue::Array(array) if kind == ArgumentKind::Set && !is_string(array.data_type()) => {
                ArgumentValues::Sets(bits(array)?)
            }
            ColumnarValue::Array(array) => {
                let rows = read(array, kind)?.into_iter().enumerate();
                let values = rows.map(|(row, value)| match value {
                    Ok(value) => Ok(value),
                    Err(why) => self.unreadable(Some(row), format_args!("{argument}: {why}")).map(|()| None),
                });
                ArgumentValues::Column(values.collect::<Result<_>>()?)
            }
        })
    }

    /// Parses the sets of the argument with an index, one for each row.
    pub(super) fn sets(&self, index: usize, argument: &str) -> Result<UInt64Array> {
        match &self.arguments[index] {
            ColumnarValue::Array(array) if !is_string(array.data_type()) => bits(array),
            _ => {
                let values = self.values(index, argument, ArgumentKind::Set)?;
                Ok((0..self.rows).map(|row| values.get(row).and_then(set)).collect())
            }
        }
    }

    /// Handles an invalid value. A constant, which has no row, is an error. The value of a row becomes null or, in a strict
    /// session, an error that names the row.
    pub(super) fn unreadable(&self, row: Option<usize>, why: impl Display) -> Result<()> {
        match (self.strict, row) {
            (_, None) => Err(exec_datafusion_err!("{}: {why}", self.name)),
            (false, Some(_)) => Ok(()),
            (true, Some(row)) => {
                Err(exec_datafusion_err!("{}: row {} of a batch: {why}", self.name, row + 1))
            }
        }
    }
}

const fn set(value: ArgumentValue) -> Option<u64> {
    match value {
        ArgumentValue::Set(set) => Some(set.bits()),
        _ => None,
    }
}
