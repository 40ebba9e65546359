//! The records of the package, which Python defines in `_records.py`.

use destrier_games::{Bomb, Damage, EngineError, Problem};
use pyo3::exceptions::PyRuntimeError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::io;

/// Returns a record of `_records.py` with these fields.
pub(crate) fn record<'py>(
    py: Python<'py>,
    name: &str,
    fields: &Bound<'py, PyDict>,
) -> PyResult<Bound<'py, PyAny>> {
    class(py, name)?.call((), Some(fields))
}

/// Returns a class of `_records.py`.
pub(crate) fn class<'py>(py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
    py.import(intern!(py, "destrier._records"))?.getattr(name)
}

/// Returns a problem as the record `Damage`. The offset in a table is unknown.
pub(crate) fn damage<'py>(py: Python<'py>, problem: &Problem) -> PyResult<Bound<'py, PyAny>> {
    let (mut game, mut offset, mut token) = (None, None, None);
    let reason = match problem {
        Problem::Damaged { source_name, number, damage } => {
            let Damage { offset: at, token: text, reason } = &**damage;
            (game, token) = (Some(number.get()), Some(text.as_str()));
            offset = (source_name != crate::inputs::TABLE).then_some(*at);
            reason.to_string()
        }
        Problem::Unreadable { error, .. } if error.get_ref().is_some_and(|error| error.is::<Bomb>()) => {
            format!("{error}, or raise max_ratio")
        }
        Problem::Unreadable { error, .. } => error.to_string(),
        other => other.to_string(),
    };
    class(py, "Damage")?.call1((problem.source_name(), game, offset, token, reason))
}

/// Returns the exception for a problem in a strict scan.
pub(crate) fn damage_error(py: Python<'_>, problem: &Problem) -> PyErr {
    let error = damage(py, problem).and_then(|damage| class(py, "DamageError")?.call1((damage,)));
    error.map_or_else(|error| error, PyErr::from_value)
}

/// Returns the exception for a scan that could not continue.
pub(crate) fn scan_error(py: Python<'_>, error: io::Error) -> PyErr {
    match error.get_ref().and_then(|error| error.downcast_ref::<EngineError>()) {
        Some(error) => engine_error(py, error),
        None => error.into(),
    }
}

/// Returns the exception for an engine that failed.
pub(crate) fn engine_error(py: Python<'_>, error: &EngineError) -> PyErr {
    if error.is_not_found() {
        return pyo3::exceptions::PyFileNotFoundError::new_err(error.to_string());
    }
    let error = class(py, "EngineError").and_then(|class| class.call1((error.to_string(),)));
    error.map_or_else(|error| error, PyErr::from_value)
}

/// Returns the exception for a thread that panicked.
pub(crate) fn panicked() -> PyErr {
    PyRuntimeError::new_err("the scan failed because of a bug in destrier; please report it")
}
