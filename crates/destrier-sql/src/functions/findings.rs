//! `findings_of(moves, fen)`: the findings of a game.

use super::arguments::{is_string_or_null, texts};
use super::call::Call;
use super::udf::{Body, SECTION, udf};
use datafusion::arrow::array::{
    Array, ArrayRef, AsArray, BinaryViewArray, ListArray, StringViewArray, StructArray,
};
use datafusion::arrow::buffer::{NullBuffer, OffsetBuffer};
use datafusion::arrow::compute::cast;
use datafusion::arrow::datatypes::{DataType, Field, FieldRef, Fields};
use datafusion::common::{Result, exec_datafusion_err, exec_err, plan_err};
use datafusion::logical_expr::{ColumnarValue, Documentation, ScalarUDF};
use destrier_games::{FindingRows, Game, Outcome, Position};
use std::sync::{Arc, LazyLock};

const ARGUMENTS: [&str; 2] = ["moves", "fen"];

pub(super) fn findings_of() -> ScalarUDF {
    let fields: Vec<&str> = FIELDS.iter().map(|field| &**field.name()).collect();
    let documentation = Documentation::builder(
        SECTION,
        format!(
            "the findings of a game, as a list of structs with these columns of findings('…'): {}. A damaged game has the \
             findings before the damage",
            fields.join(", ")
        ),
        "findings_of(moves[, fen])",
    );
    let documentation = documentation
        .with_argument(
            ARGUMENTS[0],
            "moves as binary, two bytes each as destrier convert writes them, or in SAN or UCI notation as text or a list of \
             texts",
        )
        .with_argument(ARGUMENTS[1], "the start in Forsyth-Edwards Notation; null for the usual position");
    let parameters = ARGUMENTS.map(str::to_owned).to_vec();
    udf("findings_of".to_owned(), Some(parameters), documentation.build(), FindingsOfMoves)
}

/// The fields of a finding.
static FIELDS: LazyLock<Fields> = LazyLock::new(|| {
    let rows = FindingRows::new();
    let schema = rows.schema();
    let fields = schema.fields().iter();
    fields.map(|field| Field::new(field.name(), field.data_type().clone(), true)).collect()
});

fn item() -> FieldRef {
    Arc::new(Field::new_list_field(DataType::Struct(FIELDS.clone()), true))
}

struct FindingsOfMoves;

impl Body for FindingsOfMoves {
    fn examples(&self) -> Vec<Vec<DataType>> {
        let moves = [DataType::Binary, DataType::Utf8, DataType::new_list(DataType::Utf8, true)];
        moves.into_iter().flat_map(|moves| [vec![moves.clone()], vec![moves, DataType::Utf8]]).collect()
    }

    fn return_type(&self, name: &str, given: &[DataType]) -> Result<DataType> {
        let are_moves = given.first().is_some_and(|moves| match moves {
            DataType::Binary | DataType::LargeBinary | DataType::BinaryView => true,
            DataType::List(item) | DataType::LargeList(item) | DataType::FixedSizeList(item, _) => {
                is_string_or_null(item.data_type())
            }
            moves => is_string_or_null(moves),
        });
        if are_moves && given.len() <= 2 && given[1..].iter().all(is_string_or_null) {
            return Ok(DataType::List(item()));
        }
        let given = given.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
        plan_err!(
            "{name} takes moves, as binary, text or a list of texts, and optionally a FEN as text; given: {given}"
        )
    }

    fn invoke(&self, call: &Call<'_>) -> Result<ArrayRef> {
        /// Offsets in columns have 32 bits, and one more game may take some hundred megabytes.
        const MAX_SIZE: usize = 1 << 30;
        let [moves, start @ ..] = call.arguments else { return exec_err!("{}: no moves", call.name) };
        let moves = Moves::of(&moves.to_array(call.rows)?)?;
        let starts = start.first().map(|fens| fens.to_array(call.rows)).transpose()?;
        let mut fens = starts.as_ref().map(|starts| texts(starts)).transpose()?;
        if let Some(ColumnarValue::Scalar(scalar)) = start.first()
            && let Some(fen) = texts(&*scalar.to_array()?)?.next().flatten()
            && let Err(why) = Position::from_fen(fen.as_bytes())
        {
            return Err(exec_datafusion_err!("{}: {why}", call.name));
        }
        let is_constant = call.arguments.iter().all(|given| matches!(given, ColumnarValue::Scalar(_)));
        let mut findings = FindingRows::new();
        let mut lengths = Vec::with_capacity(call.rows);
        let mut text = String::new();
        for row in 0..call.rows {
            let fen = fens.as_mut().and_then(|fens| fens.next().flatten());
            let before = findings.len();
            if let Some(game) = moves.game(row, fen, &mut text) {
                let row = (!is_constant).then_some(row);
                match findings.add(&game) {
                    Ok(Outcome::Played) => {}
                    Ok(Outcome::Variant(name)) => {
                        call.unreadable(row, format_args!("unsupported variant: {name}"))?;
                    }
                    Err(damage) => call.unreadable(row, damage)?,
                }
            }
            if findings.size() > MAX_SIZE {
                return Err(exec_datafusion_err!(
                    "{}: too many findings for one batch; set datafusion.execution.batch_size to a smaller number",
                    call.name
                ));
            }
            lengths.push(findings.len() - before);
        }
        let findings = StructArray::try_new(FIELDS.clone(), findings.finish().columns().to_vec(), None)?;
        let offsets = OffsetBuffer::from_lengths(lengths);
        Ok(Arc::new(ListArray::try_new(item(), offsets, Arc::new(findings), moves.nulls())?))
    }
}

/// A column of moves.
enum Moves {
    /// Two bytes a move.
    Coded(BinaryViewArray),
    Text(StringViewArray),
    /// Lists of texts.
    Lists(ListArray),
}

impl Moves {
    fn of(array: &ArrayRef) -> Result<Self> {
        Ok(match array.data_type() {
            DataType::Binary | DataType::LargeBinary | DataType::BinaryView => {
                Self::Coded(cast(array, &DataType::BinaryView)?.as_binary_view().clone())
            }
            DataType::List(_) | DataType::LargeList(_) | DataType::FixedSizeList(..) => {
                let lists = cast(array, &DataType::new_list(DataType::Utf8View, true))?;
                Self::Lists(lists.as_list::<i32>().clone())
            }
            _ => Self::Text(cast(array, &DataType::Utf8View)?.as_string_view().clone()),
        })
    }

    fn nulls(&self) -> Option<NullBuffer> {
        match self {
            Self::Coded(moves) => moves.nulls(),
            Self::Text(moves) => moves.nulls(),
            Self::Lists(moves) => moves.nulls(),
        }
        .cloned()
    }

    /// Returns the game of a row; `None` for null. `text` is scratch memory.
    fn game<'a>(&'a self, row: usize, fen: Option<&'a str>, text: &'a mut String) -> Option<Game<'a>> {
        let fen = fen.map(str::as_bytes);
        Some(match self {
            Self::Coded(moves) => Game::of_codes(moves.is_valid(row).then(|| moves.value(row))?, fen),
            Self::Text(moves) => {
                Game::of_text(moves.is_valid(row).then(|| moves.value(row))?.as_bytes(), fen)
            }
            Self::Lists(moves) => {
                let moves = moves.is_valid(row).then(|| moves.value(row))?;
                text.clear();
                for word in moves.as_string_view().iter().flatten() {
                    text.push_str(word);
                    text.push(' ');
                }
                Game::of_text(text.as_bytes(), fen)
            }
        })
    }
}
