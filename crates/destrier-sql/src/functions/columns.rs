//! Functions from sets to a set that only the library's kernels provide: `queen_attacks(queens, occupied)`,
//! `white_pawn_attacks(pawns)` and so on.

use super::call::Call;
use super::sets::{self, is_same, map};
use super::udf::{Body, SECTION, udf};
use super::{arguments, values};
use datafusion::arrow::array::ArrayRef;
use datafusion::arrow::datatypes::DataType;
use datafusion::common::{Result, plan_err};
use datafusion::logical_expr::{Documentation, ScalarUDF};
use destrier::batch::{ONE_SET, SetFunction, THREE_SETS, TWO_SETS};
use destrier_games::functions::{ArgumentKind, FUNCTIONS};

/// Returns the functions whose names belong neither to the registry of functions nor to a value.
pub(super) fn all() -> impl Iterator<Item = ScalarUDF> {
    let taken: Vec<String> = values::all().map(|value| value.name().to_owned()).collect();
    (ONE_SET.iter().map(sql))
        .chain(TWO_SETS.iter().map(sql))
        .chain(THREE_SETS.iter().map(sql))
        .filter(|(name, _)| !FUNCTIONS.iter().any(|function| is_same(name, function.name)))
        .map(|(_, function)| function)
        .filter(move |function| !taken.iter().any(|name| name == function.name()))
}

fn sql<const N: usize>(function: &'static SetFunction<N>) -> (&'static str, ScalarUDF) {
    let name = sets::name(function.name);
    let syntax = format!("{name}({})", function.arguments.join(", "));
    let description = format!("{}. Source: {}.", function.definition, function.source);
    let mut documentation = Documentation::builder(SECTION, description, syntax);
    for argument in function.arguments {
        documentation = documentation.with_argument(argument, "a set of squares");
    }
    let parameters = function.arguments.map(str::to_owned).to_vec();
    (function.name, udf(name, Some(parameters), documentation.build(), ColumnFunction(function)))
}

struct ColumnFunction<const N: usize>(&'static SetFunction<N>);

impl<const N: usize> Body for ColumnFunction<N> {
    fn examples(&self) -> Vec<Vec<DataType>> {
        vec![vec![DataType::UInt64; N]]
    }

    fn return_type(&self, name: &str, given: &[DataType]) -> Result<DataType> {
        if given.len() != N {
            return plan_err!(
                "wrong number of arguments ({}); the syntax is {name}({})",
                given.len(),
                self.0.arguments.join(", ")
            );
        }
        for (argument, given) in self.0.arguments.iter().zip(given) {
            arguments::check(name, argument, ArgumentKind::Set, given)?;
        }
        Ok(DataType::UInt64)
    }

    fn invoke(&self, call: &Call<'_>) -> Result<ArrayRef> {
        let mut columns = Vec::with_capacity(N);
        for (index, argument) in self.0.arguments.iter().enumerate() {
            columns.push(call.sets(index, argument)?);
        }
        match columns.try_into() {
            Ok(columns) => map(self.0, call, columns),
            Err(_) => plan_err!("{} takes {N} sets", call.name),
        }
    }
}
