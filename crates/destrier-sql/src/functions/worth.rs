//! `worth(fen, move)`: what a move wins.

use super::arguments::{is_string_or_null, texts};
use super::call::Call;
use super::rules::{check_move, legal};
use super::udf::{Body, SECTION, udf};
use datafusion::arrow::array::{ArrayRef, Int64Builder};
use datafusion::arrow::datatypes::DataType;
use datafusion::common::{Result, exec_datafusion_err, exec_err, plan_err};
use datafusion::logical_expr::{ColumnarValue, Documentation, ScalarUDF};
use destrier_games::{Continuation, Position, WorthSearch};
use std::sync::Arc;

const ARGUMENTS: [&str; 2] = ["fen", "move"];

pub(super) fn worth() -> ScalarUDF {
    let documentation = Documentation::builder(
        SECTION,
        "what a legal move wins, in pawns, by a search over material; 100 for a forced mate, -100 for being mated. The \
         search visits a few thousand positions per move",
        "worth(fen, move)",
    );
    let documentation = documentation
        .with_argument("fen", "a position in Forsyth-Edwards Notation")
        .with_argument("move", "a move in UCI notation or SAN, like 'e2e4' or 'Nf3'");
    let parameters = ARGUMENTS.map(str::to_owned).to_vec();
    udf("worth".to_owned(), Some(parameters), documentation.build(), WorthOfMove)
}

struct WorthOfMove;

impl Body for WorthOfMove {
    fn examples(&self) -> Vec<Vec<DataType>> {
        vec![vec![DataType::Utf8; 2]]
    }

    fn return_type(&self, name: &str, given: &[DataType]) -> Result<DataType> {
        if given.len() == ARGUMENTS.len() && given.iter().all(is_string_or_null) {
            return Ok(DataType::Int64);
        }
        let given = given.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
        plan_err!("{name} takes a FEN and a move in UCI notation or SAN, both as text; given: {given}")
    }

    fn invoke(&self, call: &Call<'_>) -> Result<ArrayRef> {
        let [fens, moves] = call.arguments else { return exec_err!("{}: no position and move", call.name) };
        let is_constant_fen = matches!(fens, ColumnarValue::Scalar(_));
        let is_constant = is_constant_fen && matches!(moves, ColumnarValue::Scalar(_));
        // As for sets and squares, an invalid constant is always an error.
        if let ColumnarValue::Scalar(scalar) = moves
            && let Some(text) = texts(&*scalar.to_array()?)?.next().flatten()
            && let Err(why) = check_move(text)
        {
            return Err(exec_datafusion_err!("{}: {why}", call.name));
        }
        let (fen_array, move_array) = (fens.to_array(call.rows)?, moves.to_array(call.rows)?);
        let mut search = WorthSearch::default();
        let mut answers = Int64Builder::with_capacity(call.rows);
        for (row, (fen, text)) in texts(&fen_array)?.zip(texts(&move_array)?).enumerate() {
            let (Some(fen), Some(text)) = (fen, text) else {
                answers.append_null();
                continue;
            };
            let position =
                Position::from_fen(fen.as_bytes()).map_err(|why| (is_constant_fen, why.to_string()));
            let found = position.and_then(|position| {
                match legal(&position, text).map_err(|why| (is_constant, why))? {
                    Continuation::Move(played) => Ok(search.at(&position, None.into()).wins(played)),
                    Continuation::NullMove => Err((is_constant, format!("move: {text:?}: not a legal move"))),
                }
            });
            match found {
                Ok(wins) => answers.append_value(wins.into()),
                Err((is_constant, why)) => {
                    call.unreadable((!is_constant).then_some(row), why)?;
                    answers.append_null();
                }
            }
        }
        Ok(Arc::new(answers.finish()))
    }
}
