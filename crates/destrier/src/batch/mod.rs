//! Patterns over columns: the same functions for many positions at once.

// The kernels call functions compiled for instructions that not every processor has, and index columns whose lengths
// they have compared once. Every block says why it may.
#![allow(unsafe_code)]

mod columns;
mod functions;
mod kernel;
mod lane;
mod values;
#[cfg(target_arch = "x86_64")]
pub mod x86_64;

pub use columns::{Boards, Cell, Input, LengthError, Output};
pub use functions::{ONE_SET, SetFunction, THREE_SETS, TWO_SETS, king_distance, knight_distance};
pub use kernel::Kernel;
pub use lane::{Lane, Side};
pub use values::{LaneValues, ValueColumns};

/// What stands in a column of numbers where there is none: no wing, no shield, no distance.
pub const ABSENT: u8 = u8::MAX;

#[cfg(test)]
mod tests;
