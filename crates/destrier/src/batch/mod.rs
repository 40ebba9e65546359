//! Patterns over columns: the same functions for many positions at once.

// The kernels call functions compiled for instructions that not every processor has, and index columns whose lengths
// they have compared once. Every block says why it may.
#![allow(unsafe_code)]

mod columns;
mod kernel;
mod lane;
mod values;

pub use columns::{Boards, Cell, Input, LengthError, Output};
pub use kernel::Kernel;
pub use lane::{Lane, Side};
pub use values::{LaneValues, ValueColumns};

#[cfg(test)]
mod tests;
