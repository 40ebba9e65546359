//! Games, puzzles and positions in tables: Parquet files and [`GameTable`]s.
//!
//! The columns determine what a row is ([`Layout`](layout::Layout)):
//!
//! - a game in a table of `destrier convert`, with moves in two bytes each and exact tags;
//! - a game in any other table with moves as text or lists of text, in SAN or UCI notation;
//! - a position, in a table with FENs but without moves.
//!
//! A file is read row group by row group. Columns that a scan does not need are not read, and neither are row groups
//! whose statistics show that the game filter admits none of their games.

mod chunks;
mod file;
mod game_table;
mod guard;
mod layout;
mod ranges;
mod row_reader;
mod rows;
mod tags;
mod texts;

use super::format::InputFormat;
pub(crate) use chunks::RandomAccess;
pub(crate) use file::TableFile;
pub use game_table::GameTable;
pub(crate) use game_table::{check, read};
pub use row_reader::RowBatches;
pub(crate) use row_reader::RowReader;
pub(crate) use rows::GameRows;
pub(crate) use texts::date_text;

/// Tables of games, puzzles or positions.
pub(super) static PARQUET: InputFormat = InputFormat { name: "parquet", endings: &["parquet"], text: None };

/// The first bytes of a file.
pub(crate) const MAGIC: &[u8] = b"PAR1";
