//! Tables with a column of FENs or of moves, written as text that the readers of games know.
//!
//! Each row becomes one game, so the number of a game is that of its row. Rows of Lichess's puzzles become rows of the
//! puzzle file, all others become PGN.

use crate::file::attached;
use arrow_array::cast::AsArray;
use arrow_array::types::Float64Type;
use arrow_array::{Array, ArrayRef, LargeStringArray, RecordBatch, RecordBatchReader};
use arrow_cast::cast;
use arrow_schema::{ArrowError, DataType, Schema};
use destrier_games::Bytes;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3_arrow::{PyRecordBatchReader, PySchema};
use std::io::{self, Read};
use std::sync::atomic::{AtomicBool, Ordering};

/// The columns that may hold the moves of a game. The first one that exists is read.
const MOVES: [&str; 6] = ["moves", "movetext", "transcript", "moves_san", "moves_uci", "pgn"];

/// The tags that columns may hold, ignoring case and underscores.
const TAGS: [&str; 18] = [
    "Event",
    "Site",
    "Date",
    "Round",
    "White",
    "Black",
    "Result",
    "UTCDate",
    "UTCTime",
    "WhiteElo",
    "BlackElo",
    "ECO",
    "Opening",
    "TimeControl",
    "Termination",
    "Variant",
    "Link",
    "FEN",
];

/// A table of Python, which is read from its start for every scan.
pub(crate) struct TableText {
    table: Py<PyAny>,
    is_of_puzzles: bool,
    /// Whether it is a stream, which can be read only once.
    is_once: bool,
    /// Whether it was read.
    was_read: AtomicBool,
}

impl TableText {
    pub(crate) fn new(table: &Bound<'_, PyAny>) -> PyResult<Self> {
        let schema = schema(table)?;
        let form = Form::of(&schema).map_err(PyValueError::new_err)?;
        Ok(Self {
            table: table.clone().unbind(),
            is_of_puzzles: matches!(form, Form::Puzzles),
            is_once: table.hasattr(intern!(table.py(), "__next__"))?,
            was_read: AtomicBool::new(false),
        })
    }

    /// Returns whether the table can be read again from its start.
    pub(crate) const fn can_be_read_again(&self) -> bool {
        !self.is_once
    }

    /// Returns a name whose ending is that of the format of the text.
    pub(crate) const fn file_name(&self) -> &'static str {
        if self.is_of_puzzles { "table.csv" } else { "table.pgn" }
    }
}

/// Returns the schema of a table, without reading its rows if it can tell.
fn schema(table: &Bound<'_, PyAny>) -> PyResult<Schema> {
    let py = table.py();
    if table.hasattr(intern!(py, "__arrow_c_schema__"))? {
        return Ok(table.extract::<PySchema>()?.into_inner().as_ref().clone());
    }
    Ok(reader(table)?.schema().as_ref().clone())
}

fn reader(table: &Bound<'_, PyAny>) -> PyResult<Box<dyn RecordBatchReader + Send>> {
    let reader = table.extract::<PyRecordBatchReader>();
    reader.map_err(|error| PyTypeError::new_err(format!("inputs: not a table: {error}")))?.into_reader()
}

impl Bytes for TableText {
    fn read_from(&self, offset: u64, _likely_end: u64) -> io::Result<Box<dyn Read + Send>> {
        if self.was_read.swap(true, Ordering::Relaxed) && self.is_once {
            return Err(io::Error::other("a stream, so it can be read only once; pass a table"));
        }
        let rows = attached(|py| reader(self.table.bind(py)))?;
        let form = Form::of(&rows.schema()).map_err(io::Error::other)?;
        let text = form.header(&rows.schema()).into_bytes();
        let mut reader = RowReader { rows, rest: None, form, text, read: 0 };
        io::copy(&mut (&mut reader).take(offset), &mut io::sink())?;
        Ok(Box::new(reader))
    }

    fn is_seekable(&self) -> bool {
        false
    }
}

/// How the rows of a table are read, with the indices of its columns.
enum Form {
    /// The columns FEN and Moves, and others.
    Puzzles,
    /// Moves from the initial position or from a FEN, or positions.
    Games { moves: Option<usize>, tags: Vec<(&'static str, usize)>, winner: Option<usize>, notes: Notes },
}

/// What a table of positions says about the next move.
struct Notes {
    next: Option<usize>,
    centipawns: Option<usize>,
    mate: Option<usize>,
}

/// Returns a column name without case and underscores.
fn plain(name: &str) -> String {
    name.chars().filter(|c| *c != '_').flat_map(char::to_lowercase).collect()
}

impl Form {
    fn of(schema: &Schema) -> Result<Self, String> {
        let names: Vec<&str> = schema.fields().iter().map(|field| field.name().as_str()).collect();
        if ["PuzzleId", "FEN", "Moves"].iter().all(|name| names.contains(name)) {
            return Ok(Self::Puzzles);
        }
        let column = |name: &str| names.iter().position(|known| plain(known) == plain(name));
        let is_number = |index: &usize| schema.field(*index).data_type().is_numeric();
        let moves = MOVES.into_iter().find_map(|name| column(name).filter(|index| !is_number(index)));
        // A number is not a name: tables of positions have sets in the columns white and black.
        let may_be_number = |tag: &str| matches!(tag, "WhiteElo" | "BlackElo" | "Round");
        let tags: Vec<_> = TAGS
            .into_iter()
            .filter_map(|tag| Some((tag, column(tag)?)))
            .filter(|(tag, index)| may_be_number(tag) || !is_number(index))
            .collect();
        if moves.is_none() && column("fen").is_none() {
            let names = names.join(", ");
            return Err(format!(
                "inputs: the table has the columns {names}; it needs fen, or moves in one of {}",
                MOVES.join(", ")
            ));
        }
        if let Some(moves) = moves
            && matches!(
                schema.field(moves).data_type(),
                DataType::Binary | DataType::LargeBinary | DataType::BinaryView
            )
        {
            let name = names[moves];
            return Err(format!("inputs: the column {name} is binary; moves must be text or lists of text"));
        }
        let if_position = |name| if moves.is_none() { column(name) } else { None };
        let notes =
            // A table of findings has the game's move beside the finding's.
            Notes {
                next: if_position("game_move").or_else(|| if_position("move")),
                centipawns: if_position("cp"),
                mate: if_position("mate"),
            };
        Ok(Self::Games { moves, tags, winner: column("winner"), notes })
    }

    /// Returns the first line of the text.
    fn header(&self, schema: &Schema) -> String {
        match self {
            Self::Puzzles => {
                let names: Vec<_> = schema.fields().iter().map(|field| field_text(field.name())).collect();
                names.join(",") + "\n"
            }
            Self::Games { .. } => String::new(),
        }
    }

    /// Writes the rows of a batch as text.
    fn write(&self, batch: &RecordBatch, text: &mut String) -> Result<(), ArrowError> {
        match self {
            Self::Puzzles => {
                let columns = batch.columns().iter().map(texts).collect::<Result<Vec<_>, _>>()?;
                for row in 0..batch.num_rows() {
                    let fields: Vec<_> =
                        columns.iter().map(|column| field_text(cell(column, row).unwrap_or(""))).collect();
                    text.push_str(&fields.join(","));
                    text.push('\n');
                }
            }
            Self::Games { moves, tags, winner, notes } => {
                let column = |index: usize| texts(batch.column(index));
                let moves = moves.map(column).transpose()?;
                let winner = winner.map(column).transpose()?;
                let tags: Vec<(&str, LargeStringArray)> = tags
                    .iter()
                    .map(|(tag, index)| Ok((*tag, column(*index)?)))
                    .collect::<Result<_, ArrowError>>()?;
                let [next, centipawns, mate] = [notes.next, notes.centipawns, notes.mate];
                let next = next.map(column).transpose()?;
                let centipawns = centipawns.map(column).transpose()?;
                let mate = mate.map(column).transpose()?;
                for row in 0..batch.num_rows() {
                    let of_row = |column: &Option<LargeStringArray>| {
                        column.as_ref().and_then(|column| cell(column, row).map(str::to_owned))
                    };
                    let mut result = None;
                    // Each row has at least one tag, so that it is one game.
                    text.push_str("[Event \"");
                    push_tag_value(
                        text,
                        tags.iter()
                            .find(|(tag, _)| *tag == "Event")
                            .and_then(|(_, column)| cell(column, row))
                            .unwrap_or("?"),
                    );
                    text.push_str("\"]\n");
                    for (tag, column) in &tags {
                        let Some(value) = cell(column, row).filter(|_| *tag != "Event") else { continue };
                        let is_date = matches!(*tag, "Date" | "UTCDate");
                        let value = if is_date { value.replace('-', ".") } else { value.to_owned() };
                        text.push_str(&format!("[{tag} \""));
                        push_tag_value(text, &value);
                        text.push_str("\"]\n");
                        if *tag == "Result" {
                            result = Some(value);
                        }
                    }
                    // A missing winner is a draw.
                    if result.is_none()
                        && let Some(winner) = &winner
                    {
                        let known =
                            cell(winner, row).map_or("1/2-1/2", |winner| result_of(winner).unwrap_or("*"));
                        text.push_str(&format!("[Result \"{known}\"]\n"));
                    }
                    let played = of_row(&moves).or_else(|| of_row(&next));
                    if !tags.iter().any(|(tag, column)| *tag == "FEN" && cell(column, row).is_some()) {
                        let is_fen = |line: &&str| line.trim_start().starts_with("[FEN ");
                        let of_text = played.as_deref().and_then(|text| text.lines().find(is_fen));
                        if let Some(fen) = of_text {
                            text.push_str(fen.trim());
                            text.push('\n');
                        } else if moves.is_none() {
                            // Without this, the row would be the initial position. This is reported as damage.
                            text.push_str("[FEN \"null\"]\n");
                        }
                    }
                    text.push('\n');
                    match (of_row(&mate), of_row(&centipawns)) {
                        (Some(mate), _) => text.push_str(&format!("{{ [%eval #{mate}] }} ")),
                        (None, Some(centipawns)) => {
                            if let Ok(centipawns) = centipawns.parse::<f64>() {
                                text.push_str(&format!("{{ [%eval {:.2}] }} ", centipawns / 100.0));
                            }
                        }
                        (None, None) => {}
                    }
                    if let Some(played) = played {
                        push_moves(text, &played);
                    }
                    text.push_str(" *\n\n");
                }
            }
        }
        Ok(())
    }
}

/// Returns the result for a column `winner`.
fn result_of(winner: &str) -> Option<&'static str> {
    match winner.to_lowercase().as_str() {
        "white" => Some("1-0"),
        "black" => Some("0-1"),
        "draw" => Some("1/2-1/2"),
        _ => None,
    }
}

/// Returns a cell, or `None` if it is null or empty.
fn cell(column: &LargeStringArray, row: usize) -> Option<&str> {
    (!column.is_null(row)).then(|| column.value(row)).filter(|text| !text.is_empty())
}

/// Converts a column to text. The items of a list are joined with spaces.
fn texts(column: &ArrayRef) -> Result<LargeStringArray, ArrowError> {
    let column = match column.data_type() {
        DataType::List(_) | DataType::LargeList(_) | DataType::FixedSizeList(..) => {
            let lists = cast(column, &DataType::new_list(DataType::LargeUtf8, true))?;
            let lists = lists.as_list::<i32>();
            let joined = |row: ArrayRef| {
                let items = row.as_string::<i64>();
                items.iter().flatten().collect::<Vec<_>>().join(" ")
            };
            return Ok((0..lists.len())
                .map(|row| lists.is_valid(row).then(|| joined(lists.value(row))))
                .collect());
        }
        // Whole numbers with missing ones are floats in pandas.
        DataType::Float16 | DataType::Float32 | DataType::Float64 => {
            let numbers = cast(column, &DataType::Float64)?;
            let numbers = numbers.as_primitive::<Float64Type>();
            return Ok(numbers.iter().map(|number| Some(number?.to_string())).collect());
        }
        // pandas has no dates without a time.
        DataType::Timestamp(..) | DataType::Date64 => {
            cast(&cast(column, &DataType::Date32)?, &DataType::LargeUtf8)?
        }
        _ => cast(column, &DataType::LargeUtf8)?,
    };
    Ok(column.as_string::<i64>().clone())
}

/// Returns a field of the puzzle file, in quotes if it needs them.
fn field_text(text: &str) -> String {
    let text = text.replace(['\n', '\r'], " ");
    if text.contains([',', '"']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text }
}

fn push_tag_value(text: &mut String, value: &str) {
    for c in value.chars() {
        match c {
            '"' | '\\' => text.extend(['\\', c]),
            c if c.is_control() => text.push(' '),
            c => text.push(c),
        }
    }
}

/// Writes moves, without the tags of a whole PGN, and on one line, so that they stay one game.
fn push_moves(text: &mut String, moves: &str) {
    let is_tag = |line: &str| line.trim().is_empty() || line.trim_start().starts_with('[');
    let lines: Vec<&str> = moves.lines().skip_while(|line| is_tag(line)).collect();
    // A comment after `;` goes to the end of its line.
    text.push_str(&lines.join(if moves.contains(';') { "\n" } else { " " }));
}

/// The maximum number of rows to write at once. A table in memory may be a single batch.
const ROWS: usize = 1024;

/// Reads the text of a table, some rows at a time.
struct RowReader {
    rows: Box<dyn RecordBatchReader + Send>,
    /// The rows of the current batch that were not written yet.
    rest: Option<RecordBatch>,
    form: Form,
    text: Vec<u8>,
    /// The number of bytes of the text that were read.
    read: usize,
}

impl Read for RowReader {
    fn read(&mut self, output: &mut [u8]) -> io::Result<usize> {
        while self.read == self.text.len() {
            let batch = match self.rest.take() {
                Some(rest) => rest,
                None => match self.rows.next() {
                    Some(batch) => batch.map_err(io::Error::other)?,
                    None => return Ok(0),
                },
            };
            let length = batch.num_rows().min(ROWS);
            if length < batch.num_rows() {
                self.rest = Some(batch.slice(length, batch.num_rows() - length));
            }
            let mut text = String::new();
            self.form.write(&batch.slice(0, length), &mut text).map_err(io::Error::other)?;
            (self.text, self.read) = (text.into_bytes(), 0);
        }
        let rest = &self.text[self.read..];
        let length = rest.len().min(output.len());
        output[..length].copy_from_slice(&rest[..length]);
        self.read += length;
        Ok(length)
    }
}
