//! Open files of Python as sources of bytes.

use destrier_games::Bytes;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::io::{self, Read};
use std::sync::atomic::{AtomicBool, Ordering};

/// An open binary file, or any object with a method `read` that returns bytes.
pub(crate) struct PyFile {
    file: Py<PyAny>,
    /// Where the file stood when it was given, if it can seek.
    start: Option<u64>,
    /// Whether the file was read.
    was_read: AtomicBool,
}

impl PyFile {
    pub(crate) fn new(file: &Bound<'_, PyAny>) -> Self {
        let py = file.py();
        let can_seek =
            file.call_method0(intern!(py, "seekable")).is_ok_and(|can| can.is_truthy().unwrap_or(false));
        let tell = || file.call_method0(intern!(py, "tell")).ok()?.extract().ok();
        let start = if can_seek { tell() } else { None };
        Self { file: file.clone().unbind(), start, was_read: AtomicBool::new(false) }
    }

    /// Returns whether the file can be read again from its start.
    pub(crate) const fn can_be_read_again(&self) -> bool {
        self.start.is_some()
    }
}

impl Bytes for PyFile {
    fn read_from(&self, offset: u64, _likely_end: u64) -> io::Result<Box<dyn Read + Send>> {
        let was_read = self.was_read.swap(true, Ordering::Relaxed);
        let file = attached(|py| {
            if let Some(start) = self.start {
                self.file.bind(py).call_method1(intern!(py, "seek"), (start + offset,))?;
            } else if was_read {
                return Err(io::Error::other("cannot seek, so it can be read only once").into());
            }
            Ok(self.file.clone_ref(py))
        })?;
        Ok(Box::new(Reader { file }))
    }

    /// A file has a single position, so ranges of it cannot be read at the same time.
    fn is_seekable(&self) -> bool {
        false
    }
}

struct Reader {
    file: Py<PyAny>,
}

impl Read for Reader {
    fn read(&mut self, output: &mut [u8]) -> io::Result<usize> {
        attached(|py| {
            let bytes = self.file.bind(py).call_method1(intern!(py, "read"), (output.len(),))?;
            let bytes = bytes.cast::<PyBytes>()?.as_bytes();
            let Some(space) = output.get_mut(..bytes.len()) else {
                return Err(io::Error::other("read(n) returned more than n bytes").into());
            };
            space.copy_from_slice(bytes);
            Ok(bytes.len())
        })
    }
}

/// Calls Python from a thread of the scan.
pub(crate) fn attached<T>(call: impl FnOnce(Python<'_>) -> PyResult<T>) -> io::Result<T> {
    match Python::try_attach(call) {
        Some(result) => result.map_err(io::Error::from),
        None => Err(io::Error::other("the Python interpreter is shutting down")),
    }
}
