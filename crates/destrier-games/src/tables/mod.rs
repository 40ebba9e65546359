//! Tables of games, positions and findings: lists of columns, with rows as Arrow record batches.

mod batches;
mod builder;
mod cells;
mod column;
mod facts;
mod findings;
mod position_cells;
mod positions;
mod replayed;
mod rows;
mod single;
mod table;
mod values;

pub use batches::{Batches, TableScan};
pub(crate) use builder::Builder;
pub(crate) use cells::{Cells, first_of_each_name};
pub use column::Column;
pub(crate) use column::{PositionColumn, data_type, field, field_of_type};
pub(crate) use replayed::Replayed;
pub(crate) use rows::SomeRows;
pub use rows::TableRows;
pub use single::FindingRows;
pub use table::{ColumnError, ParseTableError, Table};
pub(crate) use table::{FINAL_FEN, SANS};
pub(crate) use values::ValuesOfSide;

#[cfg(test)]
mod tests;
