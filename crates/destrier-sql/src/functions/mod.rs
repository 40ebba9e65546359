//! The functions: values of positions, functions of sets, helpers, the rules of chess, the worth of a move, and the findings
//! of a game.
//!
//! Values and functions of sets come from the library's registries, so a new entry there is a new function here.
//! The name of a value of a position begins with the side (`white_fork_squares(fen)`), as in the columns of
//! `destrier features`. Functions of sets have no side (`forks(targets)`).

mod answers;
mod arguments;
mod call;
mod findings;
mod helpers;
pub(crate) mod options;
mod positions;
mod rules;
mod sets;
mod udf;
mod values;
mod worth;

use datafusion::logical_expr::ScalarUDF;

/// Returns all functions.
#[must_use]
pub fn functions() -> Vec<ScalarUDF> {
    let of_registries = values::all().chain(sets::all());
    of_registries
        .chain(helpers::all())
        .chain(rules::all())
        .chain([worth::worth(), findings::findings_of()])
        .collect()
}
