//! The native part of the Python package `destrier`.
//!
//! The package adapts what the other crates have: the tables of `destrier-games` become Arrow streams, and the kernels
//! of the library take NumPy arrays. The Python files in `python/destrier` hold signatures, documentation and small
//! records.

#![allow(clippy::missing_const_for_fn, reason = "Python calls these functions, never in const code")]

mod arrays;
mod bitboard;
mod board;
mod boards;
mod call;
mod file;
mod game_table;
mod inputs;
mod options;
mod pattern;
mod plan;
mod preview;
mod records;
mod registry;
mod running;
mod table;
mod write;

use pyo3::pymodule;

/// The native part of the package `destrier`.
#[pymodule(gil_used = false)]
mod _destrier {
    #[pymodule_export]
    use crate::bitboard::PyBitboard;
    #[pymodule_export]
    use crate::board::PyBoard;
    #[pymodule_export]
    use crate::boards::{board_of_sets, parse_fens, values_of};
    #[pymodule_export]
    use crate::call::call;
    #[pymodule_export]
    use crate::pattern::PyPattern;
    #[pymodule_export]
    use crate::registry::{functions, patterns, rate_keys, values};
    #[pymodule_export]
    use crate::table::{PyBatch, PyBatches, PyTable, table};
    #[pymodule_export]
    use crate::write::write;

    /// The version of the package.
    #[pymodule_export]
    #[allow(non_upper_case_globals, reason = "the name in Python")]
    const __version__: &str = env!("CARGO_PKG_VERSION");
}
