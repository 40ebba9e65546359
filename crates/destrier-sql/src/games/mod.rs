//! Games as tables: PGN, position and puzzle files, packed or not, as sources of files of DataFusion.
//!
//! Any of four [`Rows`] can be had of a file: a row a game, a position, a finding, or a position with its values. The
//! tags of the game stand in each of them. Files are wherever a store of objects is; which are read, and what is between
//! the bytes and the rows, is ours:
//!
//! - A place is a file, a folder, a pattern of names, or an address. It is looked into once for a query, and
//!   its files are read in the order of `destrier scan`.
//! - A plain file is cut into ranges of bytes for several partitions. A game is in the one where it begins
//!   ([`Part`](destrier_games::Part)). A packed file is read by one.
//! - Of a query's columns and conditions the reader is told (`source.rs`). It leaves out games by their tags before it
//!   reads a move, reads none where no column needs it, searches for the patterns that are asked for, and makes no text
//!   that is not.
//! - Each file, or range of one, is read in a thread of its own.
//! - Memory is bounded, for each partition, by a block of games of 64 KiB, or one longer game, and the batches made of it:
//!   these have at most 8 MiB, or one longer row. The texts of a game are there once, and its rows have views of them.

mod bytes;
mod conditions;
mod format;
pub(crate) mod from_file;
mod game_columns;
mod local;
pub(crate) mod messages;
mod names;
mod objects;
mod opener;
mod partitions;
mod place;
mod rows;
mod schema;
mod source;
mod table;
mod table_functions;
mod wanted;

pub use rows::Rows;

use datafusion::error::Result;
use datafusion::prelude::SessionContext;
use std::sync::Arc;

/// Makes a session know the formats `PGN`, `EPD` and `PUZZLES` of `CREATE EXTERNAL TABLE`, and the functions `games`,
/// `positions`, `findings` and `features`, which make a table of a path.
///
/// # Errors
///
/// When a format cannot be registered.
pub fn register(context: &SessionContext) -> Result<()> {
    let state = context.state_ref();
    let mut state = state.write();
    for stored_as in format::StoredAs::ALL {
        state
            .table_factories_mut()
            .insert(stored_as.name().to_owned(), Arc::new(table::Factory::new(stored_as)));
    }
    for rows in Rows::ALL {
        state.register_udtf(rows.name(), Arc::new(table_functions::TableOf::new(rows)));
    }
    Ok(())
}
