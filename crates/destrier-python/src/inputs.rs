//! The inputs of tables: paths, folders, open files, bytes and tables.

use crate::file::PyFile;
use crate::game_table::PyGameTable;
use destrier_games::{Bytes, Source, Unlisted, sources, sources_of_memory};
use pyo3::exceptions::{PyFileNotFoundError, PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes};
use std::path::PathBuf;
use std::sync::Arc;

/// The name of a source that is a table.
pub(crate) const TABLE: &str = "<table>";

/// The name of a source of bytes.
const BYTES: &str = "<bytes>";

enum Input {
    Path(PathBuf),
    Memory { name: String, bytes: Arc<[u8]> },
    File { name: String, file: Arc<PyFile> },
    Table { source: Source, can_be_read_again: bool },
}

/// The inputs of a table.
pub(crate) struct Inputs(Vec<Input>);

impl Inputs {
    /// Reads the argument `inputs`.
    pub(crate) fn extract(value: &Bound<'_, PyAny>) -> PyResult<Self> {
        if let Some(input) = Input::extract(value)? {
            return Ok(Self(vec![input]));
        }
        let items = value.try_iter().map_err(|_| wrong_type(value))?;
        let mut inputs = Vec::new();
        for item in items {
            let item = item.map_err(|_| wrong_type(value))?;
            inputs.push(Input::extract(&item)?.ok_or_else(|| wrong_type(&item))?);
        }
        if inputs.is_empty() {
            return Err(PyValueError::new_err("inputs: the list is empty; name a file or a folder"));
        }
        Ok(Self(inputs))
    }

    /// Returns the sources, and the parts of folders that cannot be listed.
    pub(crate) fn sources(&self, max_ratio: u32) -> (Vec<Source>, Vec<Unlisted>) {
        let (mut listed, mut unlisted) = (Vec::new(), Vec::new());
        for input in &self.0 {
            let found = match input {
                Input::Path(path) => sources(std::slice::from_ref(path)),
                Input::Memory { name, bytes } => sources_of_memory(name, Arc::clone(bytes)),
                Input::File { name, file } => {
                    let bytes: Arc<dyn Bytes> = Arc::clone(file) as _;
                    vec![Ok(Source::of_bytes(name, bytes))]
                }
                Input::Table { source, .. } => vec![Ok(source.clone())],
            };
            for source in found {
                match source {
                    Ok(source) => listed.push(source),
                    Err(error) => unlisted.push(error),
                }
            }
        }
        (listed.into_iter().map(|source| source.with_max_ratio(max_ratio)).collect(), unlisted)
    }

    /// Returns whether all inputs can be read again.
    pub(crate) fn can_be_read_again(&self) -> bool {
        self.0.iter().all(|input| match input {
            Input::Path(path) => {
                path.as_os_str() != "-" && path.metadata().is_ok_and(|data| data.is_file() || data.is_dir())
            }
            Input::Memory { .. } => true,
            Input::Table { can_be_read_again, .. } => *can_be_read_again,
            Input::File { file, .. } => file.can_be_read_again(),
        })
    }

    /// Returns the number of inputs.
    pub(crate) const fn len(&self) -> usize {
        self.0.len()
    }
}

impl Input {
    /// Returns an input, or `None` if the value is none, such as a list.
    fn extract(value: &Bound<'_, PyAny>) -> PyResult<Option<Self>> {
        let py = value.py();
        if value.hasattr(intern!(py, "__arrow_c_stream__"))? {
            let table = PyGameTable::new(value)?;
            let can_be_read_again = table.can_be_read_again();
            let source = Source::of_table(TABLE, Arc::new(table));
            let source = source.map_err(|error| PyValueError::new_err(format!("inputs: {error}")))?;
            return Ok(Some(Self::Table { source, can_be_read_again }));
        }
        if let Ok(bytes) = value.cast::<PyBytes>() {
            return Ok(Some(Self::Memory { name: BYTES.to_owned(), bytes: bytes.as_bytes().into() }));
        }
        if let Ok(bytes) = value.cast::<PyByteArray>() {
            return Ok(Some(Self::Memory { name: BYTES.to_owned(), bytes: bytes.to_vec().into() }));
        }
        if value.hasattr(intern!(py, "read"))? {
            let text = py.import(intern!(py, "io"))?.getattr(intern!(py, "TextIOBase"))?;
            if value.is_instance(&text)? {
                return Err(PyTypeError::new_err(
                    "inputs: the file is open as text; open it as binary: open(path, \"rb\")",
                ));
            }
            let name = value.getattr(intern!(py, "name")).and_then(|name| name.extract::<PathBuf>());
            let name = name.map_or_else(|_| "<file>".to_owned(), |name| name.to_string_lossy().into_owned());
            let file = PyFile::new(value);
            return Ok(Some(match file.indexed(py)? {
                Some(bytes) => Self::Memory { name, bytes: bytes.into() },
                None => Self::File { name, file: Arc::new(file) },
            }));
        }
        let Ok(path) = value.extract::<PathBuf>() else { return Ok(None) };
        if path.as_os_str() != "-" && !path.exists() {
            let missing = (2, "No such file or directory", path.to_string_lossy().into_owned());
            return Err(PyFileNotFoundError::new_err(missing));
        }
        Ok(Some(Self::Path(path)))
    }
}

fn wrong_type(value: &Bound<'_, PyAny>) -> PyErr {
    let name = value.get_type().name().map_or_else(|_| "this type".to_owned(), |name| name.to_string());
    PyTypeError::new_err(format!(
        "inputs: expected a path, an open binary file, bytes, a table with __arrow_c_stream__, or a list of these, not \
         {name}"
    ))
}
