//! The functions: values of positions, functions of sets, and what helps to read these.
//!
//! Each is made from an entry of the library's registries, under the entry's name: what the library learns, SQL knows.
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

use datafusion::logical_expr::ScalarUDF;

/// All functions.
#[must_use]
pub fn functions() -> Vec<ScalarUDF> {
    values::all().chain(sets::all()).chain(columns::all()).chain(helpers::all()).collect()
}
