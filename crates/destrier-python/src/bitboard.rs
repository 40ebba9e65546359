//! The class `Bitboard`, and sets of squares as arguments: numbers, bitboards and texts.

use destrier::{Bitboard, Board, Color, Sets, Square};
use destrier_games::picture::{Picture, Shown};
use destrier_games::{Drawing, Role};
use pyo3::basic::CompareOp;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyInt, PyString, PyTuple};

/// A set of squares: an immutable set of the 64 squares of a chess board.
///
/// Create one from square names, a number whose bit 0 is a1 and bit 63 is h8, another Bitboard, or a chess.SquareSet.
///
/// >>> from destrier import Bitboard
/// >>> Bitboard("a8,e8")
/// Bitboard("a8,e8")
/// >>> print(Bitboard("a8,e8"))
/// X . . . X . . .
/// . . . . . . . .
/// . . . . . . . .
/// . . . . . . . .
/// . . . . . . . .
/// . . . . . . . .
/// . . . . . . . .
/// . . . . . . . .
/// >>> Bitboard(0x11 << 56) == Bitboard("a8,e8")
/// True
/// >>> "a8" in Bitboard("a8,e8"), len(Bitboard("a8,e8")), list(Bitboard("a8,e8"))
/// (True, 2, ['a8', 'e8'])
/// >>> Bitboard("a8") <= Bitboard("a8,e8"), Bitboard("a8,e8") - Bitboard("e8")
/// (True, Bitboard("a8"))
#[pyclass(frozen, name = "Bitboard", module = "destrier")]
pub(crate) struct PyBitboard(pub(crate) Bitboard);

#[pymethods]
impl PyBitboard {
    #[new]
    #[pyo3(signature = (squares = SetArgument(Bitboard::EMPTY), /), text_signature = "(squares=0, /)")]
    fn new(squares: SetArgument) -> Self {
        Self(squares.0)
    }

    /// Returns the names of the squares, from a1 to h8.
    ///
    /// >>> import destrier
    /// >>> destrier.Bitboard("e8,a8").squares()
    /// ['a8', 'e8']
    fn squares(&self) -> Vec<&'static str> {
        self.0.iter().map(Square::name).collect()
    }

    fn __int__(&self) -> u64 {
        self.0.bits()
    }

    fn __index__(&self) -> u64 {
        self.0.bits()
    }

    fn __len__(&self) -> usize {
        self.0.len() as usize
    }

    fn __bool__(&self) -> bool {
        !self.0.is_empty()
    }

    /// The hash of the number, because equal objects have equal hashes.
    fn __hash__(&self) -> u64 {
        self.0.bits() % ((1 << 61) - 1)
    }

    fn __iter__(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        Ok(PyTuple::new(py, self.squares())?.try_iter()?.into_any().unbind())
    }

    /// Whether a square is in the set: a name, or an index from 0 (a1) to 63 (h8).
    fn __contains__(&self, square: &Bound<'_, PyAny>) -> PyResult<bool> {
        if let Ok(name) = square.cast::<PyString>() {
            return Ok(name.to_string().parse::<Square>().is_ok_and(|square| self.0.contains(square)));
        }
        if square.is_instance_of::<PyInt>() {
            let index = square.extract::<u8>().ok().and_then(Square::from_index);
            return Ok(index.is_some_and(|square| self.0.contains(square)));
        }
        Err(PyTypeError::new_err("expected a square: a name such as \"e4\", or an index from 0 to 63"))
    }

    fn __or__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.with(other, |a, b| a | b)
    }

    fn __ror__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.with(other, |a, b| a | b)
    }

    fn __and__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.with(other, |a, b| a & b)
    }

    fn __rand__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.with(other, |a, b| a & b)
    }

    fn __xor__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.with(other, |a, b| a ^ b)
    }

    fn __rxor__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.with(other, |a, b| a ^ b)
    }

    fn __sub__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.with(other, |a, b| a - b)
    }

    fn __rsub__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.with(other, |a, b| b - a)
    }

    fn __invert__(&self) -> Self {
        Self(!self.0)
    }

    /// Compares as sets: `<=` is a subset. Equal to an int with the same bits, too.
    fn __richcmp__(&self, other: &Bound<'_, PyAny>, op: CompareOp) -> PyResult<Py<PyAny>> {
        let py = other.py();
        let is_text = other.is_instance_of::<PyString>();
        let other = match other.extract::<SetArgument>() {
            Ok(SetArgument(other)) if !is_text => other,
            _ => return Ok(py.NotImplemented()),
        };
        let (a, b) = (self.0, other);
        let holds = match op {
            CompareOp::Eq => a == b,
            CompareOp::Ne => a != b,
            CompareOp::Le => a.is_subset(b),
            CompareOp::Lt => a.is_subset(b) && a != b,
            CompareOp::Ge => b.is_subset(a),
            CompareOp::Gt => b.is_subset(a) && a != b,
        };
        Ok(holds.into_pyobject(py)?.to_owned().into_any().unbind())
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Bitboard(\"{}\")", self.0.names())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (u64,))> {
        Ok((py.get_type::<Self>().into_any(), (self.0.bits(),)))
    }

    /// Draws the set in a notebook.
    fn _repr_svg_(&self) -> PyResult<String> {
        let board = Board::from_sets(Sets::EMPTY, Color::White)
            .map_err(|error| PyTypeError::new_err(error.to_string()))?;
        let names = self.0.names().to_string();
        let shown = Shown {
            name: format!("{} of 64 squares", self.0.len()),
            words: names.replace(',', ", "),
            drawing: Drawing::default().mark(self.0, Role::Place),
            pattern: None,
        };
        Ok(Picture::new(board, &format!("{:#018x}", self.0.bits())).show(shown).svg())
    }
}

impl PyBitboard {
    /// Combines the set with another.
    fn with(
        &self,
        other: &Bound<'_, PyAny>,
        combine: fn(Bitboard, Bitboard) -> Bitboard,
    ) -> PyResult<Py<PyAny>> {
        let py = other.py();
        match other.extract::<SetArgument>() {
            Ok(SetArgument(other)) => Ok(Py::new(py, Self(combine(self.0, other)))?.into_any()),
            Err(error) if error.is_instance_of::<PyTypeError>(py) => Ok(py.NotImplemented()),
            Err(error) => Err(error),
        }
    }
}

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
