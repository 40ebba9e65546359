//! The class `Table`: rows that are computed when they are read.

use crate::options::Options;
use crate::plan::Plan;
use crate::records::damage;
use crate::running::{ArrowStream, Running};
use arrow_array::RecordBatch;
use arrow_schema::Schema;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::sync::MutexExt;
use pyo3::types::{PyCapsule, PyDict, PyTuple};
use pyo3_arrow::{PyRecordBatch, PyRecordBatchReader, PySchema};
use std::sync::{Arc, Mutex, PoisonError};

/// Creates a table. `options` has the options of the command.
#[pyfunction]
pub(crate) fn table(name: &str, inputs: &Bound<'_, PyAny>, options: Bound<'_, PyDict>) -> PyResult<PyTable> {
    Plan::new(name, inputs, &Options(options)).map(|plan| PyTable(Arc::new(plan)))
}

/// A table whose rows are computed when they are read, in bounded memory. Each reading scans the inputs again.
///
/// It is an Arrow stream: pass it to polars.DataFrame, pyarrow.table, pandas.DataFrame.from_arrow or DuckDB, or iterate
/// over its record batches.
///
/// >>> import destrier
/// >>> table = destrier.games(b'[White "A"]\n\n1. e4 *', columns=["white", "plies"])
/// >>> table
/// <destrier.Table games: white, plies>
/// >>> [batch.num_rows for batch in table], table.errors
/// ([1], [])
#[pyclass(frozen, name = "Table", module = "destrier")]
pub(crate) struct PyTable(Arc<Plan>);

#[pymethods]
impl PyTable {
    /// The names of the columns.
    #[getter]
    fn columns(&self) -> Vec<String> {
        names(&self.0.schema)
    }

    /// What could not be read in the last scan, as a list of Damage.
    #[getter]
    fn errors<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let errors = self.0.errors.lock_py_attached(py).unwrap_or_else(PoisonError::into_inner);
        errors.iter().map(|problem| damage(py, problem)).collect()
    }

    /// The columns with their definitions, as a dict.
    #[getter]
    fn definitions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let definitions = PyDict::new(py);
        for field in self.0.schema.fields() {
            definitions.set_item(field.name(), field.metadata().get("definition"))?;
        }
        Ok(definitions)
    }

    fn __iter__(&self) -> PyBatches {
        PyBatches(Mutex::new(Running::new(&self.0)))
    }

    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyCapsule>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        // The reader of a stream raises its own exception. So that a strict table raises DamageError, the inputs are
        // checked first, if they can be read again.
        if self.0.strict && self.0.inputs.can_be_read_again() {
            let mut check = Running::new(&self.0);
            while check.next_batch(py)?.is_some() {}
        }
        let reader = PyRecordBatchReader::new(Box::new(ArrowStream(Running::new(&self.0))));
        let reader = Bound::new(py, reader)?;
        reader.call_method1(intern!(py, "__arrow_c_stream__"), (requested_schema,))
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let schema = Bound::new(py, PySchema::new(Arc::clone(&self.0.schema)))?;
        schema.call_method0(intern!(py, "__arrow_c_schema__"))
    }

    fn __repr__(&self) -> String {
        let columns = names(&self.0.schema);
        let columns = match columns.len() {
            0..=8 => columns.join(", "),
            more => format!("{}, … ({more} columns)", columns[..6].join(", ")),
        };
        let inputs = match self.0.inputs.len() {
            1 => String::new(),
            several => format!(" of {several} inputs"),
        };
        format!("<destrier.Table {}{inputs}: {columns}>", self.0.name)
    }
}

fn names(schema: &Schema) -> Vec<String> {
    schema.fields().iter().map(|field| field.name().clone()).collect()
}

/// An iterator over the record batches of a table.
#[pyclass(frozen, name = "RecordBatches", module = "destrier")]
pub(crate) struct PyBatches(Mutex<Running>);

#[pymethods]
impl PyBatches {
    const fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<PyBatch>> {
        let mut running = self.0.lock_py_attached(py).unwrap_or_else(PoisonError::into_inner);
        Ok(running.next_batch(py)?.map(PyBatch))
    }
}

/// Some rows of a table, as an Arrow record batch. Pass it to pyarrow.record_batch or polars.DataFrame.
#[pyclass(frozen, name = "RecordBatch", module = "destrier")]
pub(crate) struct PyBatch(RecordBatch);

#[pymethods]
impl PyBatch {
    /// The number of rows.
    #[getter]
    fn num_rows(&self) -> usize {
        self.0.num_rows()
    }

    /// The names of the columns.
    #[getter]
    fn columns(&self) -> Vec<String> {
        names(&self.0.schema())
    }

    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyCapsule>>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let batch = Bound::new(py, PyRecordBatch::new(self.0.clone()))?;
        let capsules = batch.call_method1(intern!(py, "__arrow_c_array__"), (requested_schema,))?;
        Ok(capsules.cast_into::<PyTuple>()?)
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let schema = Bound::new(py, PySchema::new(self.0.schema()))?;
        schema.call_method0(intern!(py, "__arrow_c_schema__"))
    }

    fn __len__(&self) -> usize {
        self.0.num_rows()
    }

    fn __repr__(&self) -> String {
        format!("<destrier.RecordBatch: {} rows, {} columns>", self.0.num_rows(), self.0.num_columns())
    }
}
