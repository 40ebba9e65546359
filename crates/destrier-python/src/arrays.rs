//! NumPy arrays as columns. NumPy is loaded only when a caller passes an array.

use numpy::ndarray::{ArrayViewD, IxDyn};
use numpy::{
    Element, IntoPyArray, PyArrayDescrMethods, PyArrayDyn, PyArrayMethods, PyReadonlyArrayDyn,
    PyUntypedArray, PyUntypedArrayMethods, dtype,
};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use std::borrow::Cow;

/// Returns an array of numbers of 64 bits, or `None` if the value is not an array.
///
/// # Errors
///
/// If the array has another element type.
pub(crate) fn sets<'py>(value: &Bound<'py, PyAny>) -> PyResult<Option<PyReadonlyArrayDyn<'py, u64>>> {
    let py = value.py();
    if !value.hasattr(intern!(py, "__array_interface__"))? || value.cast::<PyUntypedArray>().is_err() {
        return Ok(None);
    }
    let array = typed::<u64>(value, "expected an array of uint64")?;
    // Fields of structured arrays may be unaligned.
    let is_aligned = value.getattr(intern!(py, "flags"))?.getattr(intern!(py, "aligned"))?.is_truthy()?;
    let array = if is_aligned {
        array
    } else {
        value.call_method0(intern!(py, "copy"))?.cast_into::<PyArrayDyn<u64>>()?
    };
    Ok(Some(array.try_readonly().map_err(|error| PyValueError::new_err(error.to_string()))?))
}

/// Returns an array with elements of a type.
fn typed<'py, T: Element>(value: &Bound<'py, PyAny>, expected: &str) -> PyResult<Bound<'py, PyArrayDyn<T>>> {
    let py = value.py();
    let Ok(array) = value.cast::<PyUntypedArray>() else {
        let given = value.get_type().name()?;
        return Err(PyTypeError::new_err(format!("{expected}, not {given}")));
    };
    let wanted = dtype::<T>(py);
    if !array.dtype().is_equiv_to(&wanted) {
        let given = array.dtype();
        return Err(PyTypeError::new_err(format!(
            "{expected}, not {given}; convert it with .astype(\"{wanted}\")"
        )));
    }
    Ok(value.cast::<PyArrayDyn<T>>()?.clone())
}

/// Returns the elements of an array after it is broadcast to a shape. Contiguous arrays of that shape are not copied.
pub(crate) fn elements<'a>(array: &'a PyReadonlyArrayDyn<'_, u64>, shape: &[usize]) -> Cow<'a, [u64]> {
    match array.as_slice() {
        Ok(slice) if array.is_c_contiguous() && array.shape() == shape => Cow::Borrowed(slice),
        _ => {
            let view: ArrayViewD<'_, u64> = array.as_array();
            let all = view.broadcast(IxDyn(shape));
            Cow::Owned(all.map_or_else(Vec::new, |all| all.iter().copied().collect()))
        }
    }
}

/// Returns the common shape of arrays by NumPy's rules.
pub(crate) fn broadcast(shapes: &[&[usize]]) -> PyResult<Vec<usize>> {
    let dimensions = shapes.iter().map(|shape| shape.len()).max().unwrap_or(0);
    let mut common = vec![1; dimensions];
    for shape in shapes {
        for (length, &other) in common.iter_mut().rev().zip(shape.iter().rev()) {
            if *length == 1 {
                *length = other;
            } else if other != 1 && other != *length {
                return Err(PyValueError::new_err(format!(
                    "the shapes of the arrays do not match: {shapes:?}"
                )));
            }
        }
    }
    Ok(common)
}

/// The array to write results to.
pub(crate) enum Target<'py, T: Element> {
    New,
    Given(Bound<'py, PyArrayDyn<T>>),
}

impl<'py, T: Element + Copy + Send> Target<'py, T> {
    /// Checks the argument `out`.
    pub(crate) fn of(out: Option<&Bound<'py, PyAny>>, expected: &str, shape: &[usize]) -> PyResult<Self> {
        let Some(out) = out else { return Ok(Self::New) };
        let array = typed::<T>(out, &format!("out: expected an array of {expected}"))?;
        if array.shape() != shape {
            let given = array.shape();
            return Err(PyValueError::new_err(format!("out: its shape is {given:?}, expected {shape:?}")));
        }
        let flags = out.getattr(intern!(out.py(), "flags"))?;
        for flag in ["writeable", "aligned"] {
            if !flags.getattr(flag)?.is_truthy()? {
                return Err(PyValueError::new_err(format!("out: the array is not {flag}")));
            }
        }
        Ok(Self::Given(array))
    }

    /// Writes results directly into the array, if it is contiguous and no other array of the call overlaps it.
    /// Otherwise returns `None`.
    pub(crate) fn write<R>(&self, write: impl FnOnce(&mut [T]) -> R) -> Option<R> {
        let Self::Given(array) = self else { return None };
        if !array.is_c_contiguous() {
            return None;
        }
        let mut borrowed = array.try_readwrite().ok()?;
        Some(write(borrowed.as_slice_mut().ok()?))
    }

    /// Returns results as an array of a shape, or copies them into the given array.
    pub(crate) fn fill(
        self,
        py: Python<'py>,
        results: Vec<T>,
        shape: &[usize],
    ) -> PyResult<Bound<'py, PyAny>> {
        match self {
            Self::New => Ok(results.into_pyarray(py).reshape(shape)?.into_any()),
            Self::Given(array) => {
                {
                    let borrowed = array.try_readwrite();
                    let mut borrowed =
                        borrowed.map_err(|error| PyValueError::new_err(format!("out: {error}")))?;
                    for (cell, result) in borrowed.as_array_mut().iter_mut().zip(results) {
                        *cell = result;
                    }
                }
                Ok(array.into_any())
            }
        }
    }
}
