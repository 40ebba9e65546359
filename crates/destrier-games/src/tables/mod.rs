//! Tables of games, positions and findings: lists of columns, with rows as Arrow record batches.

mod batches;
mod builder;
mod cells;
mod column;
mod findings;
mod game_facts;
mod games;
mod positions;
mod rows;
mod single;
mod table;
mod tags;
mod values;

pub use batches::{Batches, TableScan};
pub(crate) use builder::Builder;
pub(crate) use cells::{Cells, first_of_each_name};
pub(crate) use column::field;
pub use column::{Column, Needs};
pub use rows::TableRows;
pub(crate) use rows::{PositionColumn, SomeRows};
pub use single::FindingRows;
pub use table::{ParseTableError, Table, UnknownColumn};
pub(crate) use values::ValuesOfSide;

#[cfg(test)]
mod tests;
