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
pub(crate) use cells::{Cells, first_of_each_name};
pub use column::{Column, Needs};
pub(crate) use rows::SomeRows;
pub use rows::TableRows;
pub use single::FindingRows;
pub use table::{ParseTableError, Table, UnknownColumn};

#[cfg(test)]
mod tests;
