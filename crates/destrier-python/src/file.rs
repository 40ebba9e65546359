//! Open files of Python as sources of bytes.

use destrier_games::Bytes;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::io::{self, Read};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

/// Held while a file is read at a position: scans may share a file, which has only one. Locked before Python is
/// attached, so that no thread waits for both.
static POSITION: Mutex<()> = Mutex::new(());

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
        let start = if can_seek {
            file.call_method0(intern!(py, "tell")).ok().and_then(|offset| offset.extract().ok())
        } else {
            None
        };
        Self { file: file.clone().unbind(), start, was_read: AtomicBool::new(false) }
    }

    /// Returns whether the file can be read again from its start.
    pub(crate) const fn can_be_read_again(&self) -> bool {
        self.start.is_some()
    }

    /// Returns the content if it is Parquet or a zip archive, which cannot be read as streams because their indexes are at
    /// the end.
    ///
    /// # Errors
    ///
    /// If the file was read to its end before.
    pub(crate) fn indexed(&self, py: Python<'_>) -> PyResult<Option<Vec<u8>>> {
        const MAGIC: [&[u8]; 3] = [b"PAR1", b"PK\x03\x04", b"PK\x05\x06"];
        if !self.can_be_read_again() {
            return Ok(None);
        }
        Ok(py.detach(|| {
            let (mut file, mut bytes) = (self.read_from(0, 0)?, Vec::new());
            (&mut file).take(MAGIC[0].len() as u64).read_to_end(&mut bytes)?;
            if bytes.is_empty() && self.start != Some(0) {
                return Err(io::Error::other(
                    "inputs: the file was read to its end; call seek(0) or open it again",
                ));
            }
            let is_indexed = MAGIC.contains(&&bytes[..]);
            if is_indexed {
                file.read_to_end(&mut bytes)?;
            }
            let _turn = POSITION.lock().unwrap_or_else(PoisonError::into_inner);
            attached(|py| self.file.bind(py).call_method1(intern!(py, "seek"), (self.start,)).map(drop))?;
            io::Result::Ok(is_indexed.then_some(bytes))
        })?)
    }
}

impl Bytes for PyFile {
    fn read_from(&self, offset: u64, _likely_end: u64) -> io::Result<Box<dyn Read + Send>> {
        if self.was_read.swap(true, Ordering::Relaxed) && self.start.is_none() {
            return Err(io::Error::other("cannot seek, so it can be read only once"));
        }
        let file = attached(|py| Ok(self.file.clone_ref(py)))?;
        let position = self.start.map(|start| start + offset);
        Ok(Box::new(Reader { file, position, is_spent: position.is_none() }))
    }

    /// A file has a single position, so ranges of it cannot be read at the same time.
    fn is_seekable(&self) -> bool {
        false
    }
}

struct Reader {
    file: Py<PyAny>,
    /// Where to read next, if the file can seek.
    position: Option<u64>,
    /// Whether the file cannot seek and had no bytes yet.
    is_spent: bool,
}

impl Read for Reader {
    fn read(&mut self, output: &mut [u8]) -> io::Result<usize> {
        let _turn = self.position.map(|_| POSITION.lock().unwrap_or_else(PoisonError::into_inner));
        let length = attached(|py| {
            let file = self.file.bind(py);
            if let Some(position) = self.position {
                file.call_method1(intern!(py, "seek"), (position,))?;
            }
            let bytes = file.call_method1(intern!(py, "read"), (output.len(),))?;
            let bytes = bytes.cast::<PyBytes>()?.as_bytes();
            let Some(space) = output.get_mut(..bytes.len()) else {
                return Err(io::Error::other("read(n) returned more than n bytes").into());
            };
            space.copy_from_slice(bytes);
            Ok(bytes.len())
        })?;
        if length == 0 && self.is_spent && !output.is_empty() {
            return Err(io::Error::other("has no bytes; a file that cannot seek can be read only once"));
        }
        self.is_spent = false;
        self.position = self.position.map(|position| position + length as u64);
        Ok(length)
    }
}

/// Calls Python from a thread of the scan.
pub(crate) fn attached<T>(call: impl FnOnce(Python<'_>) -> PyResult<T>) -> io::Result<T> {
    match Python::try_attach(call) {
        Some(result) => result.map_err(io::Error::from),
        None => Err(io::Error::other("the Python interpreter is shutting down")),
    }
}
