//! Columns of positions: from FENs, and their values.

use crate::board::{PyBoard, color};
use crate::options::wrong;
use destrier::batch::{self, Boards, LaneColor, ValueColumns};
use destrier::registry::{self, VALUES};
use destrier::{Bitboard, Board, Color, Sets};
use destrier_games::Position;
use numpy::{IntoPyArray, PyArray1, PyReadonlyArray1};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use std::mem;

/// The eight columns of sets and the column of sides to move.
type Columns<'py> = (Vec<Bound<'py, PyArray1<u64>>>, Bound<'py, PyArray1<bool>>);

/// Reads FENs into eight columns of sets, and a column that says whether White is to move.
#[pyfunction]
pub(crate) fn parse_fens<'py>(py: Python<'py>, fens: &Bound<'py, PyAny>) -> PyResult<Columns<'py>> {
    if fens.is_instance_of::<PyString>() {
        return Err(PyTypeError::new_err("fens: expected a list of FENs, not one text; for one, use Board"));
    }
    let mut columns: [Vec<u64>; 8] = Default::default();
    let mut white_to_move = Vec::new();
    for (index, fen) in fens.try_iter()?.enumerate() {
        let fen = fen?;
        let Ok(fen) = fen.cast::<PyString>() else {
            let given = fen.get_type().name()?;
            return Err(PyTypeError::new_err(format!("fens[{index}]: expected a FEN as text, not {given}")));
        };
        let fen = fen.to_string();
        let board = Position::board_of_fen(fen.as_bytes())
            .map_err(|error| PyValueError::new_err(format!("fens[{index}]: {fen:?}: {error}")))?;
        for (column, set) in columns.iter_mut().zip(board.sets().to_array()) {
            column.push(set.bits());
        }
        white_to_move.push(board.turn().is_white());
    }
    let columns = columns.into_iter().map(|column| column.into_pyarray(py)).collect();
    Ok((columns, white_to_move.into_pyarray(py)))
}

/// Creates a board from its eight sets, without castling rights.
#[pyfunction]
pub(crate) fn board_of_sets(sets: [u64; 8], white_to_move: bool) -> PyResult<PyBoard> {
    let sets = Sets::from_array(sets.map(Bitboard::from_bits));
    let turn = if white_to_move { Color::White } else { Color::Black };
    let board = Board::from_sets(sets, turn).map_err(|error| PyValueError::new_err(error.to_string()))?;
    let mut placement = board.to_string().replace(' ', "").replace('\n', "/");
    for run in (1..=8).rev() {
        placement = placement.replace(&".".repeat(run), &run.to_string());
    }
    PyBoard::new(&format!("{placement} {} - - 0 1", if white_to_move { 'w' } else { 'b' }))
}

/// Computes values of a side for columns of positions. The columns must be contiguous and of the same length.
#[pyfunction]
pub(crate) fn values_of<'py>(
    py: Python<'py>,
    sets: Vec<PyReadonlyArray1<'py, u64>>,
    white_to_move: PyReadonlyArray1<'py, bool>,
    side: &str,
    names: Vec<String>,
) -> PyResult<Bound<'py, PyDict>> {
    let side = LaneColor::from(color(side)?);
    let wanted = names.iter().map(|name| value_index(name)).collect::<PyResult<Vec<_>>>()?;
    let slices = sets.iter().map(PyReadonlyArray1::as_slice).collect::<Result<Vec<_>, _>>()?;
    let Ok(sets) = <[&[u64]; 8]>::try_from(slices) else {
        return Err(PyTypeError::new_err("expected eight columns of sets"));
    };
    let sets = Sets::from_array(sets);
    let white_to_move = white_to_move.as_slice()?;
    let columns = py.detach(|| {
        let turns = white_to_move.iter().map(|&white| if white { Color::White } else { Color::Black });
        let turns: Vec<Color> = turns.collect();
        let boards = Boards::new(sets, &turns).map_err(wrong_length)?;
        compute(boards, side, &wanted)
    })?;
    let named = PyDict::new(py);
    for (name, column) in names.iter().zip(columns) {
        match column {
            Column::Sets(sets) => named.set_item(name, sets.into_pyarray(py))?,
            Column::Numbers(numbers) => named.set_item(name, numbers.into_pyarray(py))?,
        }
    }
    Ok(named)
}

fn value_index(name: &str) -> PyResult<usize> {
    VALUES.iter().position(|value| value.name == name).ok_or_else(|| {
        let names: Vec<_> = VALUES.iter().map(|value| value.name).collect();
        wrong("names", format!("unknown {name:?}; expected {}", names.join(", ")))
    })
}

/// A column of values.
type Column = registry::Column<Vec<u64>, Vec<u8>>;

fn new_column(value: usize, length: usize) -> Column {
    match VALUES[value].column {
        registry::Column::Sets(_) => Column::Sets(vec![0; length]),
        registry::Column::Numbers(_) => Column::Numbers(vec![0; length]),
    }
}

/// Computes distinct values, given by their indices. Several of those that share work are computed in one pass.
fn compute(boards: Boards<'_>, side: LaneColor, wanted: &[usize]) -> PyResult<Vec<Column>> {
    const IN_ONE_PASS: usize = ValueColumns::LEN;
    let is_shared = wanted.iter().filter(|&&value| value < IN_ONE_PASS).count() > 1;
    let mut shared: Vec<Column> =
        (0..IN_ONE_PASS).map(|value| new_column(value, if is_shared { boards.len() } else { 0 })).collect();
    if is_shared {
        let mut columns = shared.iter_mut().map(|column| match column {
            Column::Sets(sets) => registry::Column::Sets(&mut sets[..]),
            Column::Numbers(numbers) => registry::Column::Numbers(&mut numbers[..]),
        });
        let columns = [(); IN_ONE_PASS].map(|()| columns.next().expect("a column for each value"));
        let columns = ValueColumns::new(columns).expect("each column has the kind of its value");
        batch::values(boards, side, columns).map_err(wrong_length)?;
    }
    let columns = wanted.iter().map(|&value| {
        if is_shared && value < IN_ONE_PASS {
            return Ok(mem::replace(&mut shared[value], new_column(value, 0)));
        }
        let mut column = new_column(value, boards.len());
        match (VALUES[value].column, &mut column) {
            (registry::Column::Sets(compute), Column::Sets(sets)) => compute(boards, side, sets),
            (registry::Column::Numbers(compute), Column::Numbers(numbers)) => compute(boards, side, numbers),
            _ => Ok(()),
        }
        .map_err(wrong_length)?;
        Ok(column)
    });
    columns.collect()
}

fn wrong_length(error: batch::LengthError) -> PyErr {
    PyValueError::new_err(error.to_string())
}
