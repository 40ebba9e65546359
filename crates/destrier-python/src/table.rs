//! The class `Table`: rows that are computed when they are read.

use crate::options::Options;
use crate::plan::{Part, Plan};
use crate::preview;
use crate::records::damage;
use crate::running::{ArrowStream, Running};
use arrow_array::RecordBatch;
use arrow_schema::Schema;
use pyo3::exceptions::{PyKeyError, PyModuleNotFoundError, PyRuntimeError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::sync::MutexExt;
use pyo3::types::{PyCapsule, PyDict, PyTuple};
use pyo3_arrow::{PyRecordBatch, PyRecordBatchReader, PySchema, PyTable as PyArrowTable};
use std::sync::{Arc, Mutex, PoisonError};

/// Creates a table. `options` has the options of the command.
#[pyfunction]
pub(crate) fn table(name: &str, inputs: &Bound<'_, PyAny>, options: Bound<'_, PyDict>) -> PyResult<PyTable> {
    Plan::new(name, inputs, &Options(options)).map(|plan| PyTable(Arc::new(plan)))
}

/// A table whose rows are computed when they are read, in bounded memory. Each reading scans the inputs again.
///
/// `to_polars`, `to_pandas` and `to_arrow` compute all rows, and `lazy` those that a query of Polars needs. It is also an
/// Arrow stream: pass it to DuckDB or another library, or iterate over its record batches.
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

    /// The columns with their Arrow types as text, as a dict. `pyarrow.schema(table)` is the schema of PyArrow.
    #[getter]
    fn schema<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let types = PyDict::new(py);
        for field in self.0.schema.fields() {
            types.set_item(field.name(), field.data_type().to_string())?;
        }
        Ok(types)
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

    /// Computes all rows, as a polars.DataFrame.
    ///
    /// >>> import destrier
    /// >>> destrier.games(b"1. e4 e5 *", columns=["game", "plies"]).to_polars().rows()
    /// [(1, 2)]
    fn to_polars<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let polars = library(py, "polars", "to_polars")?;
        polars.call_method1(intern!(py, "DataFrame"), (self.computed(py)?,))
    }

    /// Returns a polars.LazyFrame. Each query on it reads the inputs again, and computes only the columns and the first
    /// rows that it needs.
    ///
    /// >>> import destrier
    /// >>> games = destrier.games([b"1. e4 e5 *", b"1. d4 *"]).lazy()
    /// >>> games.select("plies").head(1).collect().rows()
    /// [(2,)]
    fn lazy<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let py = slf.py();
        library(py, "polars", "lazy")?;
        py.import(intern!(py, "destrier._lazy"))?.call_method1(intern!(py, "scan"), (slf,))
    }

    /// Returns the batches of some columns and of the first rows.
    fn _batches(&self, columns: Option<Vec<String>>, rows: Option<u64>) -> PyResult<PyBatches> {
        let index = |name: String| self.0.schema.index_of(&name).map_err(|_| PyKeyError::new_err(name));
        let columns =
            columns.map(|names| names.into_iter().map(index).collect::<PyResult<_>>()).transpose()?;
        Ok(PyBatches(Mutex::new(Running::new(&self.0, Part { columns, rows }))))
    }

    /// Computes all rows, as a pandas.DataFrame. PyArrow must also be installed.
    ///
    /// As always in pandas, numbers become floats in a column with missing values. Booleans are of the type `boolean`,
    /// where `~` keeps missing values.
    ///
    /// >>> import destrier
    /// >>> destrier.games(b"1. e4 e5 *", columns=["game", "plies"]).to_pandas().plies.tolist()
    /// [2]
    fn to_pandas<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let pandas = library(py, "pandas", "to_pandas")?;
        let pyarrow = library(py, "pyarrow", "to_pandas")?;
        let table = pyarrow.call_method1(intern!(py, "table"), (self.computed(py)?,))?;
        let types = PyDict::new(py);
        types.set_item(
            pyarrow.call_method0(intern!(py, "bool_"))?,
            pandas.call_method0(intern!(py, "BooleanDtype"))?,
        )?;
        let options = PyDict::new(py);
        options.set_item(intern!(py, "types_mapper"), types.getattr(intern!(py, "get"))?)?;
        table.call_method(intern!(py, "to_pandas"), (), Some(&options))
    }

    /// Computes all rows, as a pyarrow.Table.
    ///
    /// >>> import destrier
    /// >>> destrier.games(b"1. e4 e5 *", columns=["game", "plies"]).to_arrow().to_pylist()
    /// [{'game': 1, 'plies': 2}]
    fn to_arrow<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let pyarrow = library(py, "pyarrow", "to_arrow")?;
        pyarrow.call_method1(intern!(py, "table"), (self.computed(py)?,))
    }

    /// Shows the columns and the first rows in a notebook, after a second at most.
    fn _repr_html_(&self, py: Python<'_>) -> PyResult<String> {
        py.detach(|| preview::html(&self.0)).map_err(|error| PyRuntimeError::new_err(error.to_string()))
    }

    fn __iter__(&self) -> PyBatches {
        PyBatches(Mutex::new(Running::new(&self.0, Part::default())))
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
            let mut check = Running::new(&self.0, Part::default());
            while check.next_batch(py)?.is_some() {}
        }
        let reader = PyRecordBatchReader::new(Box::new(ArrowStream(Running::new(&self.0, Part::default()))));
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

impl PyTable {
    /// Computes all rows. If another library pulled them, it would raise its own exceptions.
    fn computed(&self, py: Python<'_>) -> PyResult<PyArrowTable> {
        let mut running = Running::new(&self.0, Part::default());
        let mut batches = Vec::new();
        while let Some(batch) = running.next_batch(py)? {
            batches.push(batch);
        }
        PyArrowTable::try_new(batches, Arc::clone(&self.0.schema))
    }
}

/// Imports a library that `method` needs.
fn library<'py>(py: Python<'py>, name: &str, method: &str) -> PyResult<Bound<'py, PyModule>> {
    py.import(name).map_err(|error| {
        if error.is_instance_of::<PyModuleNotFoundError>(py) {
            PyModuleNotFoundError::new_err(format!("{method} needs {name}; install it: pip install {name}"))
        } else {
            error
        }
    })
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
