//! The values of a position, of either side: `white_fork_squares(fen)`, `black_king_lines(fen)` and so on.

use super::kernels::Kernel;
use super::positions::{self, Positions, SETS, WHITE_TO_MOVE};
use super::udf::{Body, Call, SECTION, udf};
use datafusion::arrow::array::{ArrayRef, Int64Array, StringArray, UInt64Array};
use datafusion::arrow::buffer::NullBuffer;
use datafusion::arrow::datatypes::DataType;
use datafusion::common::{Result, exec_datafusion_err};
use datafusion::logical_expr::{Documentation, ScalarUDF};
use destrier::Color;
use destrier::batch::{ABSENT, Side};
use destrier::king::Wing;
use destrier::values::{Definition, VALUES, Value};
use destrier_games::Position;
use std::iter;
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
    let kind = Kind::of((definition.get)(&Position::INITIAL.board().values(side)));
    udf(name, None, documentation.build(), Function { side, definition, kind })
}

struct Function {
    side: Color,
    definition: &'static Definition,
    kind: Kind,
}

/// What a value is, in a column.
#[derive(Clone, Copy)]
enum Kind {
    /// A set, in 64 bits.
    Set,
    /// A number, or none.
    Number,
    /// The name of a wing, or none.
    Wing,
}

impl Kind {
    const fn of(value: Value) -> Self {
        match value {
            Value::Set(_) => Self::Set,
            Value::Lines(_) | Value::Index(_) => Self::Number,
            Value::Wing(_) => Self::Wing,
        }
    }
}

impl Body for Function {
    fn examples(&self) -> Vec<Vec<DataType>> {
        vec![vec![DataType::Utf8], vec![positions::struct_type()]]
    }

    fn return_type(&self, name: &str, given: &[DataType]) -> Result<DataType> {
        positions::check(name, given)?;
        Ok(match self.kind {
            Kind::Set => DataType::UInt64,
            Kind::Number => DataType::Int64,
            Kind::Wing => DataType::Utf8,
        })
    }

    fn invoke(&self, call: &Call<'_>) -> Result<ArrayRef> {
        let positions = Positions::of(call)?;
        Ok(match self.kind {
            Kind::Set => Arc::new(UInt64Array::new(self.sets(call, &positions)?.into(), positions.nulls)),
            Kind::Number => {
                let numbers = self.numbers(call, &positions)?;
                let present = NullBuffer::from_iter(numbers.iter().map(|number| *number != ABSENT));
                let nulls = NullBuffer::union(positions.nulls.as_ref(), Some(&present));
                Arc::new(Int64Array::new(numbers.into_iter().map(i64::from).collect(), nulls))
            }
            Kind::Wing => {
                let wings = self.numbers(call, &positions)?;
                let nulls = positions.nulls.as_ref();
                let names = wings.into_iter().enumerate().map(|(row, wing)| {
                    let wing = Wing::ALL.get(usize::from(wing)).map(|wing| wing.name());
                    wing.filter(|_| nulls.is_none_or(|nulls| nulls.is_valid(row)))
                });
                Arc::new(StringArray::from_iter(names))
            }
        })
    }
}

impl Function {
    fn sets(&self, call: &Call<'_>, positions: &Positions) -> Result<Vec<u64>> {
        let mut sets = vec![0; call.rows];
        match Kernel::of(self.definition.name) {
            Some(Kernel::Sets(map)) => {
                map(positions.boards()?, Side::from(self.side), &mut sets)
                    .map_err(|error| exec_datafusion_err!("{error}"))?;
            }
            // A value that has no kernel yet.
            _ => {
                for (cell, value) in iter::zip(&mut sets, self.one_by_one(positions)) {
                    if let Value::Set(set) = value {
                        *cell = set.bits();
                    }
                }
            }
        }
        Ok(sets)
    }

    /// Numbers, and wings by number; `ABSENT` where there is none.
    fn numbers(&self, call: &Call<'_>, positions: &Positions) -> Result<Vec<u8>> {
        let mut numbers = vec![ABSENT; call.rows];
        match Kernel::of(self.definition.name) {
            Some(Kernel::Numbers(map)) => {
                map(positions.boards()?, Side::from(self.side), &mut numbers)
                    .map_err(|error| exec_datafusion_err!("{error}"))?;
            }
            _ => {
                for (cell, value) in iter::zip(&mut numbers, self.one_by_one(positions)) {
                    *cell = match value {
                        Value::Lines(lines) => lines.bits(),
                        Value::Index(index) => index.unwrap_or(ABSENT),
                        Value::Wing(wing) => wing.map_or(ABSENT, |wing| wing as u8),
                        Value::Set(_) => ABSENT,
                    };
                }
            }
        }
        Ok(numbers)
    }

    fn one_by_one(&self, positions: &Positions) -> impl Iterator<Item = Value> {
        positions.each().map(|board| (self.definition.get)(&board.values(self.side)))
    }
}
