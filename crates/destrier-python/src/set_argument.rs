//! Sets of squares as arguments: numbers, bitboards and texts.

use crate::bitboard::PyBitboard;
use destrier::Bitboard;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyInt, PyString};

/// A set of squares that a caller passes: an integer, a `Bitboard`, a text such as `c7,e8`, or any object that converts
/// to an integer, such as `chess.SquareSet`.
pub(crate) struct SetArgument(pub(crate) Bitboard);

impl<'a, 'py> FromPyObject<'a, 'py> for SetArgument {
    type Error = PyErr;

    fn extract(value: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(set) = value.cast::<PyBitboard>() {
            return Ok(Self(set.get().0));
        }
        if let Ok(text) = value.cast::<PyString>() {
            let text = text.to_string();
            return text
                .parse()
                .map(Self)
                .map_err(|error| PyValueError::new_err(format!("{text:?}: {error}")));
        }
        number(&value)?.map(|bits| Self(Bitboard::from_bits(bits))).ok_or_else(|| wrong_type(&value))
    }
}

/// Returns a number of 64 bits, or `None` if the value is not a number.
fn number(value: &Bound<'_, PyAny>) -> PyResult<Option<u64>> {
    let py = value.py();
    let is_index = value.is_instance_of::<PyInt>() || value.hasattr(intern!(py, "__index__"))?;
    // A chess.SquareSet converts to an integer, and so do floats and arrays, which are not sets.
    let number = if is_index {
        value.clone()
    } else if value.hasattr(intern!(py, "mask"))? {
        value.call_method0(intern!(py, "__int__"))?
    } else {
        return Ok(None);
    };
    match number.extract::<u64>() {
        Ok(bits) => Ok(Some(bits)),
        Err(error) if error.is_instance_of::<PyTypeError>(py) => Ok(None),
        Err(_) => {
            Err(PyValueError::new_err(format!("{number}: expected a set of squares from 0 to 2**64 - 1")))
        }
    }
}

/// Returns the error for a value that is not a set.
pub(crate) fn wrong_type(value: &Bound<'_, PyAny>) -> PyErr {
    let given = value.get_type().name().map_or_else(|_| "this type".to_owned(), |name| name.to_string());
    PyTypeError::new_err(format!(
        "expected a set of squares, not {given}: an int, a Bitboard, a text such as \"c7,e8\", or a NumPy array of uint64"
    ))
}
