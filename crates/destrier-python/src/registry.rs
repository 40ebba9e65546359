//! The registries of patterns, values, functions and keys of rates.

use crate::records::record;
use destrier::registry::{VALUES, ValueKind};
use destrier_games::PATTERNS;
use destrier_games::functions::{ArgumentKind, FUNCTIONS};
use destrier_games::rates::RATE_KEYS;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

/// Returns the patterns.
#[pyfunction]
pub(crate) fn patterns(py: Python<'_>) -> PyResult<Vec<Bound<'_, PyAny>>> {
    let pattern = |pattern: &&'static destrier_games::Pattern| {
        let fields = pattern.fields().map(|field| (field.name, field.definition));
        let fields = PyDict::from_sequence(&PyTuple::new(py, fields.collect::<Vec<_>>())?.into_any())?;
        let of = PyDict::new(py);
        of.set_item("name", pattern.name)?;
        of.set_item("in_short", pattern.in_short)?;
        of.set_item("definition", pattern.definition)?;
        of.set_item("is_move", pattern.is_move)?;
        of.set_item("fields", fields)?;
        of.set_item("source", pattern.source)?;
        of.set_item("cost", pattern.cost)?;
        of.set_item("example", pattern.example)?;
        record(py, "Pattern", &of)
    };
    PATTERNS.iter().map(pattern).collect()
}

/// Returns the values of positions.
#[pyfunction]
pub(crate) fn values(py: Python<'_>) -> PyResult<Vec<Bound<'_, PyAny>>> {
    let value = |value: &destrier::registry::Definition| {
        let kind = match value.kind {
            ValueKind::Set => "set",
            ValueKind::Wing => "wing",
            _ => "number",
        };
        let of = PyDict::new(py);
        of.set_item("name", value.name)?;
        of.set_item("definition", value.definition)?;
        of.set_item("kind", kind)?;
        of.set_item("source", value.source)?;
        of.set_item("cost", value.cost)?;
        record(py, "Value", &of)
    };
    VALUES.iter().map(value).collect()
}

/// Returns the functions of sets.
#[pyfunction]
pub(crate) fn functions(py: Python<'_>) -> PyResult<Vec<Bound<'_, PyAny>>> {
    let function = |function: &&'static destrier_games::functions::Function| {
        let mut arguments = Vec::new();
        for argument in function.arguments {
            let of = PyDict::new(py);
            of.set_item("name", argument.name)?;
            of.set_item("definition", argument.to_string())?;
            of.set_item("kind", kind(argument.kind))?;
            of.set_item("flag", argument.flag)?;
            of.set_item("required", argument.required)?;
            of.set_item("default", argument.default)?;
            arguments.push(record(py, "Argument", &of)?);
        }
        let of = PyDict::new(py);
        of.set_item("name", function.name)?;
        of.set_item("definition", function.definition)?;
        of.set_item("arguments", PyTuple::new(py, arguments)?)?;
        of.set_item("example", PyTuple::new(py, function.example)?)?;
        of.set_item("source", function.source)?;
        of.set_item("has_kernel", function.columns.is_some())?;
        record(py, "Function", &of)
    };
    FUNCTIONS.iter().map(function).collect()
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
