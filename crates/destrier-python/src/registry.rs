//! The registries of patterns, values, functions and keys of rates.

use crate::pattern::PyPattern;
use crate::records::record;
use destrier::registry::{VALUES, ValueKind};
use destrier_games::functions::{ArgumentKind, FUNCTIONS};
use destrier_games::rates::RATE_KEYS;
use destrier_games::{PATTERNS, Pattern};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

/// Returns the built-in patterns, then those of the pattern book.
#[pyfunction]
pub(crate) fn patterns() -> Vec<PyPattern> {
    PATTERNS.iter().chain(Pattern::book()).map(|&pattern| PyPattern(pattern)).collect()
}

/// Returns the values of positions.
#[pyfunction]
pub(crate) fn values(py: Python<'_>) -> PyResult<Vec<Bound<'_, PyAny>>> {
    let values = VALUES.iter().map(|value| {
        let kind = match value.kind {
            ValueKind::Set => "set",
            ValueKind::Wing => "wing",
            _ => "number",
        };
        let entry = PyDict::new(py);
        entry.set_item("name", value.name)?;
        entry.set_item("definition", value.definition)?;
        entry.set_item("kind", kind)?;
        entry.set_item("source", value.source)?;
        entry.set_item("cost", value.cost)?;
        record(py, "Value", &entry)
    });
    values.collect()
}

/// Returns the functions of sets.
#[pyfunction]
pub(crate) fn functions(py: Python<'_>) -> PyResult<Vec<Bound<'_, PyAny>>> {
    let functions = FUNCTIONS.iter().map(|function| {
        let mut arguments = Vec::new();
        for argument in function.arguments {
            let entry = PyDict::new(py);
            entry.set_item("name", argument.name)?;
            entry.set_item("definition", argument.to_string())?;
            entry.set_item("kind", kind(argument.kind))?;
            entry.set_item("flag", argument.flag)?;
            entry.set_item("required", argument.required)?;
            entry.set_item("default", argument.default)?;
            arguments.push(record(py, "Argument", &entry)?);
        }
        let entry = PyDict::new(py);
        entry.set_item("name", function.name)?;
        entry.set_item("definition", function.definition)?;
        entry.set_item("arguments", PyTuple::new(py, arguments)?)?;
        entry.set_item("example", PyTuple::new(py, function.example)?)?;
        entry.set_item("source", function.source)?;
        entry.set_item("has_kernel", function.columns.is_some())?;
        record(py, "Function", &entry)
    });
    functions.collect()
}

/// Returns the names of the keys of rates.
#[pyfunction]
pub(crate) fn rate_keys() -> Vec<&'static str> {
    RATE_KEYS.iter().map(|key| key.name).collect()
}

const fn kind(kind: ArgumentKind) -> &'static str {
    match kind {
        ArgumentKind::Set => "set",
        ArgumentKind::Square => "square",
        ArgumentKind::Number => "number",
        ArgumentKind::Color => "color",
        ArgumentKind::Wing => "wing",
    }
}
