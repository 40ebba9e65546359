//! Tables that are not files, such as data frames.

use super::layout::{Layout, with_views};
use super::row_reader::{RowBatches, RowReader};
use super::rows::Plan;
use crate::formats::GameNeeds;
use arrow_schema::{DataType, Field, FieldRef, Schema, SchemaRef};
use std::io;
use std::sync::Arc;

/// A table of games, puzzles or positions that is not a file, such as a data frame.
///
/// Its columns decide what the rows are, as in a Parquet file.
pub trait GameTable: Send + Sync {
    /// Returns the columns.
    fn schema(&self) -> SchemaRef;

    /// Returns all rows with some of the columns, which are given by index. They must have the types of the fields.
    ///
    /// A thread processes a batch at a time, so batches of a few hundred rows are best.
    ///
    /// # Errors
    ///
    /// Returns an error if the table cannot be read.
    fn read(&self, columns: Vec<(usize, FieldRef)>) -> io::Result<RowBatches>;
}

/// Returns the columns with the types in which they are read, and what the rows are.
fn layout(table: &dyn GameTable) -> io::Result<(Schema, Layout)> {
    let schema = Schema::new(with_views(table.schema().fields()));
    let layout = Layout::of(&schema)?;
    Ok((schema, layout))
}

/// Checks that a table has games or positions.
///
/// # Errors
///
/// If it has none.
pub(crate) fn check(table: &dyn GameTable) -> io::Result<()> {
    layout(table).map(|_| ())
}

/// Returns a reader of the rows of a table.
///
/// # Errors
///
/// If the table cannot be read.
pub(crate) fn read(table: &dyn GameTable, needs: &GameNeeds) -> io::Result<RowReader> {
    let (schema, layout) = layout(table)?;
    let plan = Plan::new(&layout, &schema, needs, None);
    let columns = plan.roots.iter().map(|&index| {
        let field = &schema.fields()[index];
        (index, if layout == Layout::Coded { coded(field) } else { Arc::clone(field) })
    });
    let batches = table.read(columns.collect())?;
    Ok(RowReader::new(batches, plan, 0, None))
}

/// Returns a column of a table of games with the type that `destrier convert` writes. In pandas, numbers are floats if
/// some are missing.
fn coded(field: &FieldRef) -> FieldRef {
    let is_numeric = match field.data_type() {
        DataType::List(item) => item.data_type().is_numeric(),
        kind => kind.is_numeric(),
    };
    let kind = match field.name().as_str() {
        _ if !is_numeric => return Arc::clone(field),
        "game" | "line_number" => DataType::Int64,
        "clocks" => DataType::new_list(DataType::Float64, true),
        "evals" => DataType::new_list(DataType::Int32, true),
        _ => return Arc::clone(field),
    };
    Arc::new(Field::new(field.name(), kind, true))
}
