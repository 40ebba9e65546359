//! The functions: values of positions, functions of sets, what helps to read these, and the worth of a move.
//!
//! Values and functions of sets are made from the library's registries, under the entry's name: what the library learns,
//! SQL knows.
//! A value of a position has its side before its name (`white_fork_squares(fen)`), as in the columns of
//! `destrier features`; a function of sets has none (`fork_squares(targets)`).

mod answers;
mod arguments;
mod call;
mod columns;
mod helpers;
pub(crate) mod options;
mod positions;
mod sets;
mod udf;
mod values;
mod worth;

use datafusion::logical_expr::ScalarUDF;

/// All functions.
#[must_use]
pub fn functions() -> Vec<ScalarUDF> {
    let of_registries = values::all().chain(sets::all()).chain(columns::all());
    of_registries.chain(helpers::all()).chain([worth::worth()]).collect()
}
