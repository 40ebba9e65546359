//! The class `Board`.

use crate::bitboard::PyBitboard;
use crate::options::wrong;
use crate::records::{class, record};
use destrier::king::Wing;
use destrier::registry::{Definition, VALUES, Value, ValueKind};
use destrier::{Board, Color};
use destrier_games::picture::{Picture, Shown};
use destrier_games::{
    Classes, Continuation, FenError, Finding, Judging, Move, PATTERNS, Pattern, Position, San, Selection,
    Uci, WorthSearch,
};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use std::hash::{DefaultHasher, Hash, Hasher};

/// A position, from a FEN.
///
/// A position that no game can reach, such as a board without kings, has values but no findings.
///
/// >>> import destrier
/// >>> board = destrier.Board("r3k2r/8/8/1N6/8/8/8/4K3 w kq - 0 1")
/// >>> board.values("white").fork_squares
/// Bitboard("c7")
/// >>> [finding.san for finding in board.find()]
/// ['Nc7+']
/// >>> board
/// Board("r3k2r/8/8/1N6/8/8/8/4K3 w kq - 0 1")
#[pyclass(frozen, name = "Board", module = "destrier")]
pub(crate) struct PyBoard {
    board: Board,
    fen: String,
    /// The legal position, or the rule that it breaks.
    position: Result<Position, FenError>,
}

#[pymethods]
impl PyBoard {
    #[new]
    #[pyo3(signature = (fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", /))]
    pub(crate) fn new(fen: &str) -> PyResult<Self> {
        match Position::from_fen(fen.as_bytes()) {
            Ok(position) => Ok(Self { board: position.board(), fen: position.fen(), position: Ok(position) }),
            Err(error) => match Position::board_of_fen(fen.as_bytes()) {
                Ok(board) => Ok(Self { board, fen: fen.to_owned(), position: Err(error) }),
                Err(error) => Err(PyValueError::new_err(format!("{fen:?}: {error}"))),
            },
        }
    }

    /// Creates a board from a chess.Board of python-chess.
    #[staticmethod]
    fn from_chess(board: &Bound<'_, PyAny>) -> PyResult<Self> {
        let fen = board.call_method0(intern!(board.py(), "fen"));
        let fen = fen.map_err(|_| PyTypeError::new_err("expected a chess.Board"))?;
        Self::new(fen.cast::<PyString>()?.to_cow()?.as_ref())
    }

    /// Returns a chess.Board of python-chess, which must be installed.
    fn to_chess<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let chess = py.import(intern!(py, "chess"))?;
        let board = chess.call_method1(intern!(py, "Board"), (&self.fen,))?;
        let wrong_castling: u32 = chess.getattr(intern!(py, "STATUS_BAD_CASTLING_RIGHTS"))?.extract()?;
        let status: u32 = board.call_method0(intern!(py, "status"))?.extract()?;
        if status & wrong_castling == 0 {
            return Ok(board);
        }
        // Castling rights of Chess960.
        let options = PyDict::new(py);
        options.set_item(intern!(py, "chess960"), true)?;
        chess.getattr(intern!(py, "Board"))?.call((&self.fen,), Some(&options))
    }

    /// The position as FEN.
    #[getter]
    fn fen(&self) -> &str {
        &self.fen
    }

    /// The side to move: "white" or "black".
    #[getter]
    fn turn(&self) -> &'static str {
        self.board.turn().name()
    }

    /// White's pieces and pawns.
    #[getter]
    fn white(&self) -> PyBitboard {
        PyBitboard(self.board.sets().white)
    }

    /// Black's pieces and pawns.
    #[getter]
    fn black(&self) -> PyBitboard {
        PyBitboard(self.board.sets().black)
    }

    /// The pawns of both sides.
    #[getter]
    fn pawns(&self) -> PyBitboard {
        PyBitboard(self.board.sets().pawns)
    }

    /// The knights of both sides.
    #[getter]
    fn knights(&self) -> PyBitboard {
        PyBitboard(self.board.sets().knights)
    }

    /// The bishops of both sides.
    #[getter]
    fn bishops(&self) -> PyBitboard {
        PyBitboard(self.board.sets().bishops)
    }

    /// The rooks of both sides.
    #[getter]
    fn rooks(&self) -> PyBitboard {
        PyBitboard(self.board.sets().rooks)
    }

    /// The queens of both sides.
    #[getter]
    fn queens(&self) -> PyBitboard {
        PyBitboard(self.board.sets().queens)
    }

    /// The kings of both sides.
    #[getter]
    fn kings(&self) -> PyBitboard {
        PyBitboard(self.board.sets().kings)
    }

    /// Returns the values of a side as a named tuple. destrier.values() defines them.
    ///
    /// >>> import destrier
    /// >>> values = destrier.Board("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1").values("black")
    /// >>> values.king_escapes, values.shield_wing
    /// (Bitboard("f8,h8"), 'king')
    fn values<'py>(&self, py: Python<'py>, side: &str) -> PyResult<Bound<'py, PyAny>> {
        let side = color(side)?;
        let fields = PyDict::new(py);
        for value in VALUES {
            let item = value_of(py, value, &self.board, side)?;
            fields.set_item(value.name, item)?;
        }
        record(py, "Values", &fields)
    }

    /// Returns the findings of all patterns, with what their moves win. `played` is the game's next move in UCI
    /// notation or SAN. With it, findings say whether their move was played or missed.
    ///
    /// >>> import destrier, textwrap
    /// >>> fork = destrier.Board("q3k3/5ppp/8/1N6/8/8/5PPP/4K3 w - - 0 1").find(played="Kd2")[0]
    /// >>> fork.move, fork.wins, fork.missed
    /// ('b5c7', 9, 'blunder')
    /// >>> print(textwrap.fill(fork.explain(), 110))
    /// Nc7+ forks king e8 and queen a8, a royal fork. No black piece can capture the knight. It wins a queen. Missed,
    /// a blunder: the game's move cost material worth 12 pawns.
    #[pyo3(signature = (played = None))]
    fn find<'py>(&self, py: Python<'py>, played: Option<&str>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let position = self.position()?;
        let next = played.map(|played| continuation(position, played)).transpose()?;
        let selection = Selection { judging: Some(Judging::default()), ..Selection::default() };
        let findings = py.detach(|| selection.find(position, next.into()));
        findings.iter().map(|finding| finding_record(py, position, finding)).collect()
    }

    /// Returns what a legal move wins, in pawns: 100 for a forced mate, -100 for being mated. The move is in UCI
    /// notation or SAN.
    ///
    /// >>> import destrier
    /// >>> destrier.Board("q3k3/8/8/1N6/8/8/8/4K3 w - - 0 1").worth("b5c7")
    /// 9
    fn worth(&self, py: Python<'_>, played: &str) -> PyResult<i32> {
        let position = self.position()?;
        let Continuation::Move(by) = continuation(position, played)? else {
            return Err(PyValueError::new_err(format!("{played:?}: a null move wins nothing")));
        };
        Ok(py.detach(|| WorthSearch::default().at(position, None.into()).wins(by)))
    }

    /// Draws the position with its findings as SVG. `pattern` names patterns or values to draw: a text with commas, or
    /// a list. Values are those of the side to move. `flip` puts Black at the bottom, and `size` is the width in
    /// pixels.
    ///
    /// >>> import destrier
    /// >>> svg = destrier.Board("r3k2r/8/8/1N6/8/8/8/4K3 w kq - 0 1").svg(pattern="knight-fork")
    /// >>> svg[:4], "Nc7+ forks king e8 and rook a8." in svg
    /// ('<svg', True)
    #[pyo3(signature = (pattern = None, flip = false, size = Picture::SIZE), text_signature = "($self, pattern=None, flip=False, size=480)")]
    fn svg(&self, pattern: Option<&Bound<'_, PyAny>>, flip: bool, size: u32) -> PyResult<String> {
        if !Picture::SIZES.contains(&size) {
            let (least, most) = (Picture::SIZES.start(), Picture::SIZES.end());
            return Err(wrong("size", format!("{size} is not within {least} to {most}")));
        }
        let mut picture = Picture::new(self.board, &self.fen);
        (picture.flip, picture.size) = (flip, size);
        match pattern {
            None => self.show(&mut picture, &PATTERNS),
            Some(names) => {
                let names = match names.cast::<PyString>() {
                    Ok(text) => text.to_string().split(',').map(|name| name.trim().to_owned()).collect(),
                    Err(_) => names.extract::<Vec<String>>()?,
                };
                for name in names {
                    if let Some(value) = VALUES.iter().find(|value| value.name == name) {
                        picture.shown.push(Shown::value(value, &self.board, self.board.turn()));
                    } else if let Ok(pattern) = Pattern::by_name(&name) {
                        self.show(&mut picture, &[pattern]);
                    } else {
                        let patterns = PATTERNS.iter().map(|pattern| pattern.name);
                        let names: Vec<_> = patterns.chain(VALUES.iter().map(|value| value.name)).collect();
                        return Err(wrong(
                            "pattern",
                            format!("unknown {name:?}; expected {}", names.join(", ")),
                        ));
                    }
                }
            }
        }
        picture.limit();
        Ok(picture.svg())
    }

    /// Draws the board in a notebook.
    fn _repr_svg_(&self) -> PyResult<String> {
        self.svg(None, false, Picture::SIZE)
    }

    fn __str__(&self) -> String {
        self.board.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Board(\"{}\")", self.fen)
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.fen == other.fen
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.fen.hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        Ok((py.get_type::<Self>().into_any(), (self.fen.clone(),)))
    }
}

impl PyBoard {
    /// Returns the legal position.
    fn position(&self) -> PyResult<&Position> {
        self.position
            .as_ref()
            .map_err(|error| PyValueError::new_err(format!("no game can reach this position: {error}")))
    }

    /// Adds the findings of some patterns to a picture.
    fn show(&self, picture: &mut Picture, patterns: &[&'static Pattern]) {
        let position = match &self.position {
            Ok(position) => position,
            Err(error) => return picture.notes.push(format!("Not searched for patterns: {error}.")),
        };
        let selection = Selection { judging: Some(Judging::default()), ..Selection::of(patterns) };
        let findings = selection.find(position, None.into());
        picture.shown.extend(findings.iter().map(|finding| Shown::finding(finding, position)));
    }
}

/// Parses a side.
pub(crate) fn color(side: &str) -> PyResult<Color> {
    side.parse().map_err(|error| wrong("side", format!("{side:?}: {error}")))
}

/// Parses a move in UCI notation or SAN.
fn continuation(position: &Position, text: &str) -> PyResult<Continuation> {
    let by_uci = Uci::from_ascii(text.as_bytes()).ok().and_then(|uci| position.resolve_uci(uci));
    if let Some(continuation) = by_uci {
        return Ok(continuation);
    }
    let reason = match San::from_ascii(text.as_bytes()).map(|san| position.resolve(san)) {
        Ok(Ok(continuation)) => return Ok(continuation),
        Ok(Err(error)) => error.to_string(),
        Err(_) => "not a legal move in UCI notation (b5c7) or SAN (Nc7)".to_owned(),
    };
    Err(PyValueError::new_err(format!("{text:?}: {reason}")))
}

/// Returns a value as an object: a Bitboard, a number, a wing, or None.
fn value_of<'py>(
    py: Python<'py>,
    value: &Definition,
    board: &Board,
    side: Color,
) -> PyResult<Bound<'py, PyAny>> {
    Ok(match (value.get)(board, side) {
        Value::Set(set) => Bound::new(py, PyBitboard(set))?.into_any(),
        Value::Number(wing) if value.kind == ValueKind::Wing => {
            wing.map(|wing| Wing::ALL[usize::from(wing)].name()).into_pyobject(py)?.into_any()
        }
        Value::Number(number) => number.into_pyobject(py)?.into_any(),
    })
}

/// Returns a finding as the record `Finding`.
fn finding_record<'py>(
    py: Python<'py>,
    position: &Position,
    finding: &Finding,
) -> PyResult<Bound<'py, PyAny>> {
    let fields = PyDict::new(py);
    fields.set_item("pattern", finding.pattern.name)?;
    fields.set_item("side", finding.side.name())?;
    fields.set_item("square", finding.square.map(|square| square.name()))?;
    fields.set_item("move", finding.by.map(|by: Move| by.uci().to_string()))?;
    fields.set_item("san", finding.by.map(|by| position.san(by).to_string()))?;
    fields.set_item("played", finding.played)?;
    fields.set_item("targets", Bound::new(py, PyBitboard(finding.targets))?)?;
    let names: &[&str] = finding.class.map_or(&[], Classes::names);
    fields.set_item("classes", pyo3::types::PyTuple::new(py, names)?)?;
    fields.set_item("safe", finding.safe)?;
    fields.set_item("line", finding.line.map(destrier::Line::name))?;
    fields.set_item("mate", finding.by.map(|_| finding.mates(position)))?;
    fields.set_item("wins", finding.worth.map(|worth| worth.wins))?;
    fields.set_item("missed_by", finding.worth.and_then(|worth| worth.missed_by))?;
    fields.set_item("missed", finding.missed().map(destrier_games::Grade::name))?;
    fields.set_item("words", finding.explain(position))?;
    class(py, "Finding")?.call((), Some(&fields))
}
