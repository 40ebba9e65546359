//! Tables of Python with a column of FENs or of moves, such as data frames.

use crate::file::attached;
use arrow_array::{Array, ArrayRef, RecordBatch, RecordBatchOptions, RecordBatchReader, UInt32Array};
use arrow_cast::cast;
use arrow_schema::{ArrowError, DataType, FieldRef, Schema, SchemaRef};
use arrow_select::take::take;
use destrier_games::{GameTable, RowBatches};
use pyo3::exceptions::PyTypeError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3_arrow::{PyRecordBatchReader, PySchema};
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A table of Python, which is read from its start for every scan.
pub(crate) struct PyGameTable {
    table: Py<PyAny>,
    schema: SchemaRef,
    /// Whether it is a stream, which can be read only once.
    is_once: bool,
    /// Whether it was read.
    was_read: AtomicBool,
}

impl PyGameTable {
    pub(crate) fn new(table: &Bound<'_, PyAny>) -> PyResult<Self> {
        let py = table.py();
        // Some tables can tell their columns without reading rows.
        let schema = if table.hasattr(intern!(py, "__arrow_c_schema__"))? {
            table.extract::<PySchema>()?.into_inner()
        } else {
            reader(table)?.schema()
        };
        let is_once = table.hasattr(intern!(py, "__next__"))?;
        Ok(Self { table: table.clone().unbind(), schema, is_once, was_read: AtomicBool::new(false) })
    }

    /// Returns whether the table can be read again from its start.
    pub(crate) const fn can_be_read_again(&self) -> bool {
        !self.is_once
    }
}

fn reader(table: &Bound<'_, PyAny>) -> PyResult<Box<dyn RecordBatchReader + Send>> {
    let reader = table.extract::<PyRecordBatchReader>();
    reader.map_err(|error| PyTypeError::new_err(format!("inputs: not a table: {error}")))?.into_reader()
}

impl GameTable for PyGameTable {
    fn schema(&self) -> SchemaRef {
        Arc::clone(&self.schema)
    }

    fn read(&self, columns: Vec<(usize, FieldRef)>) -> io::Result<RowBatches> {
        /// The rows of a batch, enough work for a thread.
        const ROWS: usize = 256;
        if self.was_read.swap(true, Ordering::Relaxed) && self.is_once {
            return Err(io::Error::other("a stream, so it can be read only once; pass a table"));
        }
        let mut batches = attached(|py| reader(self.table.bind(py)))?;
        let (indices, fields): (Vec<usize>, Vec<FieldRef>) = columns.into_iter().unzip();
        let schema = Arc::new(Schema::new(fields));
        // A table in memory may be a single batch.
        let (mut columns, mut rows) = (Vec::new(), 0..0);
        let mut may_be_spent = self.is_once;
        let mut next = move || {
            while rows.is_empty() {
                let Some(batch) = batches.next().transpose()? else {
                    return if std::mem::take(&mut may_be_spent) { Err(spent()) } else { Ok(None) };
                };
                may_be_spent &= batch.num_rows() == 0;
                columns =
                    indices.iter().map(|&index| unpacked(batch.column(index))).collect::<Result<_, _>>()?;
                rows = 0..batch.num_rows();
            }
            let length = rows.len().min(ROWS);
            let part = columns.iter().zip(schema.fields());
            let part =
                part.map(|(column, field)| converted(&column.slice(rows.start, length), field.data_type()));
            let part = part.collect::<Result<_, _>>()?;
            rows.start += length;
            let options = RecordBatchOptions::new().with_row_count(Some(length));
            RecordBatch::try_new_with_options(Arc::clone(&schema), part, &options).map(Some)
        };
        Ok(Box::new(std::iter::from_fn(move || next().transpose())))
    }
}

fn spent() -> ArrowError {
    ArrowError::InvalidArgumentError("a stream without rows; it can be read only once".to_owned())
}

/// Replaces a dictionary with its values. The rows of a batch at once, because this takes the time of the whole
/// dictionary.
fn unpacked(column: &ArrayRef) -> Result<ArrayRef, ArrowError> {
    match column.data_type() {
        DataType::Dictionary(_, kind) => cast(column, kind),
        _ => Ok(Arc::clone(column)),
    }
}

/// Converts some rows of a column to a type.
fn converted(column: &ArrayRef, kind: &DataType) -> Result<ArrayRef, ArrowError> {
    if !column.data_type().is_nested() {
        return cast(column, kind);
    }
    // A slice of lists keeps the items of the other rows, which would be converted again for each slice.
    let rows = UInt32Array::from_iter_values(0..column.len() as u32);
    cast(&take(column, &rows, None)?, kind)
}
