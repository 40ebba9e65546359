//! The class `Pattern`.

use destrier_games::Pattern;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use std::hash::{DefaultHasher, Hash, Hasher};

/// A pattern: a built-in one, one of the pattern book, or one in the pattern language, which is read once.
///
/// `Pattern(text)` reads a single pattern. The text may also begin with `move` or `standing`; then the pattern is called
/// custom. Raises ValueError, with line and column, if the text is wrong.
///
/// >>> import destrier
/// >>> mate = destrier.Pattern("move bishop where after(mate)")
/// >>> pgn = b"1. e4 e5 2. Bc4 Nc6 3. Nf3 d6 4. Nc3 Bg4 5. Nxe5 Bxd1 6. Bxf7+ Ke7 7. Nd5# *"
/// >>> destrier.findings(pgn, pattern=[mate, "fork"], columns=["ply"]).columns
/// ['ply']
#[pyclass(name = "Pattern", module = "destrier", frozen)]
pub(crate) struct PyPattern(pub(crate) &'static Pattern);

#[pymethods]
impl PyPattern {
    #[new]
    fn new(text: &str) -> PyResult<Self> {
        let mut lines = text.lines().map(str::trim_start);
        let first = lines.find(|line| !line.is_empty() && !line.starts_with('#'));
        if !first.is_some_and(|line| line.starts_with("pattern")) {
            return Pattern::parse_custom(text).map(Self).map_err(wrong);
        }
        match Pattern::parse(text).map_err(wrong)?[..] {
            [pattern] => Ok(Self(pattern)),
            ref patterns => {
                let message = format!("the text has {} patterns; use Pattern.parse", patterns.len());
                Err(PyValueError::new_err(message))
            }
        }
    }

    /// Reads all patterns of a text.
    ///
    /// >>> import destrier
    /// >>> text = 'pattern rooks "Rooks." standing where us & rooks'
    /// >>> [pattern.name for pattern in destrier.Pattern.parse(text)]
    /// ['rooks']
    #[staticmethod]
    fn parse(text: &str) -> PyResult<Vec<Self>> {
        Ok(Pattern::parse(text).map_err(wrong)?.into_iter().map(Self).collect())
    }

    /// Returns the pattern with a name that `destrier.patterns()` lists.
    #[staticmethod]
    fn by_name(name: &str) -> PyResult<Self> {
        Pattern::by_name(name).map(Self).map_err(|error| PyValueError::new_err(error.to_string()))
    }

    #[getter]
    fn name(&self) -> &'static str {
        self.0.name
    }

    /// What the pattern is, in a sentence for players.
    #[getter]
    fn in_short(&self) -> &'static str {
        self.0.in_short
    }

    #[getter]
    fn definition(&self) -> &'static str {
        self.0.definition
    }

    /// The text in the pattern language; None if the pattern is built in.
    #[getter]
    fn text(&self) -> Option<&'static str> {
        self.0.text()
    }

    /// Whether a finding is a move of the side to move.
    #[getter]
    fn is_move(&self) -> bool {
        self.0.is_move
    }

    /// The fields of a finding, with their definitions.
    #[getter]
    fn fields<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let fields = self.0.fields().map(|field| (field.name, field.definition));
        PyDict::from_sequence(&PyTuple::new(py, fields.collect::<Vec<_>>())?.into_any())
    }

    #[getter]
    fn source(&self) -> &'static str {
        self.0.source
    }

    #[getter]
    fn cost(&self) -> &'static str {
        self.0.cost
    }

    /// A position with the pattern, as FEN. Empty if a text has no example.
    #[getter]
    fn example(&self) -> &'static str {
        self.0.example
    }

    /// Positions with the pattern, as FEN: one for each example of a text.
    #[getter]
    fn examples(&self) -> Vec<String> {
        match self.0.text() {
            None => vec![self.0.example.to_owned()],
            Some(_) => {
                self.0.examples().into_iter().map(|(position, _)| position.fen().to_string()).collect()
            }
        }
    }

    fn __repr__(&self) -> String {
        format!("<Pattern {}>", self.0.name)
    }

    fn __eq__(&self, other: &Self) -> bool {
        (self.0.name, self.0.text()) == (other.0.name, other.0.text())
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (self.0.name, self.0.text()).hash(&mut hasher);
        hasher.finish()
    }

    /// A text is read again.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (&'static str,))> {
        let class = py.get_type::<Self>().into_any();
        match self.0.text() {
            Some(text) => Ok((class, (text,))),
            None => Ok((class.getattr("by_name")?, (self.0.name,))),
        }
    }
}

fn wrong(error: impl std::fmt::Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}
