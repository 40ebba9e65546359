//! Helpers that convert between sets and readable squares, drawings and positions.

use super::arguments::{self, ArgumentValues};
use super::call::Call;
use super::positions::{self, PositionArrays};
use super::udf::{Body, SECTION, udf};
use datafusion::arrow::array::{
    ArrayRef, BooleanArray, Int64Array, ListBuilder, StringArray, StringBuilder, UInt64Array,
};
use datafusion::arrow::datatypes::{DataType, Field};
use datafusion::common::{Result, plan_err};
use datafusion::logical_expr::{Documentation, ScalarUDF};
use destrier::{Bitboard, Square};
use destrier_games::functions::{ArgumentKind, ArgumentValue};
use std::sync::Arc;

pub(super) fn all() -> impl Iterator<Item = ScalarUDF> {
    let helpers = HELPERS.iter().map(|helper| {
        let names: Vec<&str> = helper.arguments.iter().map(|(name, _)| *name).collect();
        let syntax = format!("{}({})", helper.name, names.join(", "));
        let mut documentation = Documentation::builder(SECTION, helper.definition, syntax);
        for (name, kind) in helper.arguments {
            let definition = match kind {
                ArgumentKind::Square => "a square, like 'e4', or a set of one square",
                _ => "a set of squares, a number or a text like 'c7,e8'",
            };
            documentation = documentation.with_argument(*name, definition);
        }
        let parameters = names.into_iter().map(str::to_owned).collect();
        udf(helper.name.to_owned(), Some(parameters), documentation.build(), helper)
    });
    let sets = Documentation::builder(
        SECTION,
        "the eight sets of a position and whether White is to move, as an argument for every function of a position",
        "sets(fen)",
    );
    let sets = sets.with_argument("fen", "a position in Forsyth-Edwards Notation").build();
    helpers.chain([udf("sets".to_owned(), None, sets, SetsOfFen)])
}

struct Helper {
    name: &'static str,
    definition: &'static str,
    arguments: &'static [(&'static str, ArgumentKind)],
    data_type: fn() -> DataType,
    /// Computes the answers, row by row.
    answers: fn(&Call<'_>, &[ArgumentValues]) -> ArrayRef,
}

const SET: (&str, ArgumentKind) = ("set", ArgumentKind::Set);
const SQUARE: (&str, ArgumentKind) = ("square", ArgumentKind::Square);

static HELPERS: &[Helper] = &[
    Helper {
        name: "squares",
        definition: "the names of the squares of a set, from a1 along the ranks to h8",
        arguments: &[SET],
        data_type: || DataType::List(Arc::new(Field::new_list_field(DataType::Utf8, true))),
        answers: |call, values| {
            let mut lists = ListBuilder::new(StringBuilder::new());
            for row in 0..call.rows {
                match set(&values[0], row) {
                    Some(set) => lists.append_value(set.iter().map(|square| Some(square.name()))),
                    None => lists.append_null(),
                }
            }
            Arc::new(lists.finish())
        },
    },
    Helper {
        name: "square",
        definition: "the set of one square",
        arguments: &[SQUARE],
        data_type: || DataType::UInt64,
        answers: |call, values| {
            let sets =
                (0..call.rows).map(|row| square(&values[0], row).map(|square| square.bitboard().bits()));
            Arc::new(UInt64Array::from_iter(sets))
        },
    },
    Helper {
        name: "has",
        definition: "whether a set has a square",
        arguments: &[SET, SQUARE],
        data_type: || DataType::Boolean,
        answers: |call, values| {
            let truths =
                (0..call.rows).map(|row| Some(set(&values[0], row)?.contains(square(&values[1], row)?)));
            Arc::new(BooleanArray::from_iter(truths))
        },
    },
    Helper {
        name: "popcount",
        definition: "how many squares a set has, 0 to 64",
        arguments: &[SET],
        data_type: || DataType::Int64,
        answers: |call, values| {
            let numbers =
                (0..call.rows).map(|row| set(&values[0], row).map(|set| i64::from(set.bits().count_ones())));
            Arc::new(Int64Array::from_iter(numbers))
        },
    },
    Helper {
        name: "complement",
        definition: "the squares that are not in a set",
        arguments: &[SET],
        data_type: || DataType::UInt64,
        answers: |call, values| {
            let sets = (0..call.rows).map(|row| set(&values[0], row).map(|set| set.complement().bits()));
            Arc::new(UInt64Array::from_iter(sets))
        },
    },
    Helper {
        name: "board",
        definition: "a drawing of a set: eight lines, rank 8 first, X for each square of the set",
        arguments: &[SET],
        data_type: || DataType::Utf8,
        answers: |call, values| {
            let pictures = (0..call.rows).map(|row| set(&values[0], row).map(|set| set.to_string()));
            Arc::new(StringArray::from_iter(pictures))
        },
    },
];

fn set(values: &ArgumentValues, row: usize) -> Option<Bitboard> {
    match values.get(row)? {
        ArgumentValue::Set(set) => Some(set),
        _ => None,
    }
}

fn square(values: &ArgumentValues, row: usize) -> Option<Square> {
    match values.get(row)? {
        ArgumentValue::Square(square) => Some(square),
        _ => None,
    }
}

impl Body for &'static Helper {
    fn examples(&self) -> Vec<Vec<DataType>> {
        vec![self.arguments.iter().map(|(_, kind)| arguments::example(*kind)).collect()]
    }

    fn return_type(&self, name: &str, given: &[DataType]) -> Result<DataType> {
        if given.len() != self.arguments.len() {
            let names: Vec<&str> = self.arguments.iter().map(|(name, _)| *name).collect();
            return plan_err!(
                "wrong number of arguments ({}); the syntax is {name}({})",
                given.len(),
                names.join(", ")
            );
        }
        for ((argument, kind), given) in self.arguments.iter().zip(given) {
            arguments::check(name, argument, *kind, given)?;
        }
        Ok((self.data_type)())
    }

    fn invoke(&self, call: &Call<'_>) -> Result<ArrayRef> {
        let values = self.arguments.iter().enumerate();
        let values = values.map(|(index, (name, kind))| call.values(index, name, *kind));
        Ok((self.answers)(call, &values.collect::<Result<Vec<_>>>()?))
    }
}

/// `sets(fen)`.
struct SetsOfFen;

impl Body for SetsOfFen {
    fn examples(&self) -> Vec<Vec<DataType>> {
        vec![vec![DataType::Utf8]]
    }

    fn return_type(&self, name: &str, given: &[DataType]) -> Result<DataType> {
        match given {
            [fen] if arguments::is_string_or_null(fen) => Ok(positions::struct_type()),
            _ => plan_err!(
                "{name} takes a FEN as text; given: {}",
                given.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
            ),
        }
    }

    fn invoke(&self, call: &Call<'_>) -> Result<ArrayRef> {
        Ok(Arc::new(PositionArrays::of(call)?.into_struct()))
    }
}
