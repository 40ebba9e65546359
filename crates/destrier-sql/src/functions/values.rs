//! The values of a position, of either side: `white_fork_squares(fen)`, `black_king_lines(fen)` and so on.

use super::call::Call;
use super::kernels::Kernel;
use super::positions::{self, Positions, SETS, WHITE_TO_MOVE};
use super::udf::{Body, SECTION, udf};
use datafusion::arrow::array::{ArrayRef, Int64Array, StringArray, UInt64Array};
use datafusion::arrow::buffer::NullBuffer;
use datafusion::arrow::datatypes::DataType;
use datafusion::common::{Result, exec_datafusion_err};
use datafusion::logical_expr::{Documentation, ScalarUDF};
use destrier::Color;
use destrier::batch::{ABSENT, LengthError, Side};
use destrier::king::Wing;
use destrier::values::{Definition, VALUES, Value};
use destrier_games::Position;
use std::sync::Arc;

/// A function for every value of the library and either side, under the name that a table of positions has for it.
pub(super) fn all() -> impl Iterator<Item = ScalarUDF> {
    Color::ALL.into_iter().flat_map(|side| VALUES.iter().map(move |value| function(side, value)))
}

fn function(side: Color, definition: &'static Definition) -> ScalarUDF {
    let name = format!("{side}_{}", definition.name);
    let description = format!(
        "{}; S is {side}, O is {}. Of one position {}. Source: {}.",
        definition.definition, !side, definition.cost, definition.source
    );
    let documentation = Documentation::builder(SECTION, description, format!("{name}(fen)"))
        .with_argument("fen", "a FEN, or what sets(fen) gives")
        .with_alternative_syntax(format!("{name}(sets(fen))"))
        .with_alternative_syntax(format!("{name}({}, {WHITE_TO_MOVE})", SETS.join(", ")));
    let is_wing = matches!((definition.get)(&Position::INITIAL.board().values(side)), Value::Wing(_));
    let kernel = Kernel::of(definition.name).expect("every value has its kernel");
    udf(name, None, documentation.build(), ValueFunction { side, kernel, is_wing })
}

/// The value of one side.
struct ValueFunction {
    side: Color,
    kernel: Kernel,
    /// Whether the numbers of the kernel are wings.
    is_wing: bool,
}

impl Body for ValueFunction {
    fn examples(&self) -> Vec<Vec<DataType>> {
        vec![vec![DataType::Utf8], vec![positions::struct_type()]]
    }

    fn return_type(&self, name: &str, given: &[DataType]) -> Result<DataType> {
        positions::check(name, given)?;
        Ok(match self.kernel {
            Kernel::Sets(_) => DataType::UInt64,
            Kernel::Numbers(_) if self.is_wing => DataType::Utf8,
            Kernel::Numbers(_) => DataType::Int64,
        })
    }

    fn invoke(&self, call: &Call<'_>) -> Result<ArrayRef> {
        let positions = Positions::of(call)?;
        let (boards, side) = (positions.boards()?, Side::from(self.side));
        let failed = |error: LengthError| exec_datafusion_err!("{error}");
        let numbers = match self.kernel {
            Kernel::Sets(map) => {
                let mut sets = vec![0; call.rows];
                map(boards, side, &mut sets).map_err(failed)?;
                return Ok(Arc::new(UInt64Array::new(sets.into(), positions.nulls)));
            }
            Kernel::Numbers(map) => {
                let mut numbers = vec![ABSENT; call.rows];
                map(boards, side, &mut numbers).map_err(failed)?;
                numbers
            }
        };
        let present = NullBuffer::from_iter(numbers.iter().map(|number| *number != ABSENT));
        let nulls = NullBuffer::union(positions.nulls.as_ref(), Some(&present));
        if !self.is_wing {
            return Ok(Arc::new(Int64Array::new(numbers.into_iter().map(i64::from).collect(), nulls)));
        }
        let names = numbers.into_iter().enumerate().map(|(row, wing)| {
            let is_present = nulls.as_ref().is_none_or(|nulls| nulls.is_valid(row));
            Wing::ALL.get(usize::from(wing)).filter(|_| is_present).map(|wing| wing.name())
        });
        Ok(Arc::new(StringArray::from_iter(names)))
    }
}
