//! The values of a position, of either side: `white_fork_squares(fen)`, `black_king_lines(fen)` and so on.

use super::call::Call;
use super::positions::{self, PositionArrays, SETS, WHITE_TO_MOVE};
use super::udf::{Body, SECTION, udf};
use datafusion::arrow::array::{ArrayRef, Int64Array, StringArray, UInt64Array};
use datafusion::arrow::buffer::NullBuffer;
use datafusion::arrow::datatypes::DataType;
use datafusion::common::{Result, exec_datafusion_err};
use datafusion::logical_expr::{Documentation, ScalarUDF};
use destrier::Color;
use destrier::batch::{ABSENT, LaneColor};
use destrier::king::Wing;
use destrier::registry::{Column, Definition, VALUES, ValueKind};
use std::sync::Arc;

/// Returns a function for each value of the library and each side, with the name of its column in tables.
pub(super) fn all() -> impl Iterator<Item = ScalarUDF> {
    Color::ALL.into_iter().flat_map(|side| VALUES.iter().map(move |value| function(side, value)))
}

fn function(side: Color, definition: &'static Definition) -> ScalarUDF {
    let name = format!("{side}_{}", definition.name);
    let description = format!(
        "{}; S is {side}, O is {}. Cost per position: {}. Source: {}.",
        definition.definition, !side, definition.cost, definition.source
    );
    let documentation = Documentation::builder(SECTION, description, format!("{name}(fen)"))
        .with_argument("fen", "a FEN, or the result of sets(fen)")
        .with_alternative_syntax(format!("{name}(sets(fen))"))
        .with_alternative_syntax(format!("{name}({}, {WHITE_TO_MOVE})", SETS.join(", ")));
    udf(name, None, documentation.build(), ValueFunction { side, definition })
}

/// The function of one value and one side.
struct ValueFunction {
    side: Color,
    definition: &'static Definition,
}

impl Body for ValueFunction {
    fn examples(&self) -> Vec<Vec<DataType>> {
        vec![vec![DataType::Utf8], vec![positions::struct_type()]]
    }

    fn return_type(&self, name: &str, given: &[DataType]) -> Result<DataType> {
        positions::check(name, given)?;
        Ok(match self.definition.kind {
            ValueKind::Set => DataType::UInt64,
            ValueKind::Wing => DataType::Utf8,
            _ => DataType::Int64,
        })
    }

    fn invoke(&self, call: &Call<'_>) -> Result<ArrayRef> {
        let positions = PositionArrays::of(call)?;
        let (boards, side) = (positions.boards()?, LaneColor::from(self.side));
        match self.definition.column {
            Column::Sets(write) => {
                let mut sets = vec![0; call.rows];
                write(boards, side, &mut sets).map_err(|error| exec_datafusion_err!("{error}"))?;
                Ok(Arc::new(UInt64Array::new(sets.into(), positions.nulls)))
            }
            Column::Numbers(write) => {
                let mut numbers = vec![ABSENT; call.rows];
                write(boards, side, &mut numbers).map_err(|error| exec_datafusion_err!("{error}"))?;
                let present = NullBuffer::from_iter(numbers.iter().map(|number| *number != ABSENT));
                let nulls = NullBuffer::union(positions.nulls.as_ref(), Some(&present));
                Ok(match self.definition.kind {
                    ValueKind::Wing => {
                        let names = numbers.into_iter().enumerate().map(|(row, wing)| {
                            let wing = Wing::ALL.get(usize::from(wing)).map(|wing| wing.name());
                            wing.filter(|_| nulls.as_ref().is_none_or(|nulls| nulls.is_valid(row)))
                        });
                        Arc::new(StringArray::from_iter(names))
                    }
                    _ => Arc::new(Int64Array::new(numbers.into_iter().map(i64::from).collect(), nulls)),
                })
            }
        }
    }
}
