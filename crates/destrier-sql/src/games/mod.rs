//! Games as tables: PGN, position and puzzle files, compressed or not, and Parquet tables of games, as DataFusion file
//! sources.
//!
//! A table has one of four kinds of rows ([`Table`]): games, positions, findings, or positions with their values. Every
//! row has the tags of its game. Files come from any object store.
//!
//! - `listing`: the files of a table. A location is a file, a folder, a pattern of names, or a URL. Each query lists it
//!   once, in the order of `destrier scan`.
//! - `table`: the table provider, and the ways to create a table in SQL.
//! - `scan`: an adapter for the scan of destrier-games. The plan passes the columns and conditions of a query to the
//!   reader. The reader excludes games by their tags before it reads moves. It plays moves only if a column needs them,
//!   searches only for the patterns that the conditions admit, and creates only the texts of selected columns.
//! - `constants`: checks constants that a query compares with columns of names.
//! - `messages`: serialization of tables and scans for clusters.
//!
//! DataFusion splits a plain file into ranges of bytes for several partitions. A game belongs to the range in which it
//! begins ([`Source::with_range`](destrier_games::Source::with_range)), and a row group of a table to the range in which
//! that begins. One partition reads a compressed file. Each range or file is read in a thread of its own.
//!
//! Memory is bounded for each partition: a block of games of 64 KiB, or one longer game, and its batches. A batch has at
//! most 8 MiB, or one longer row. The texts of a game are stored once; its rows have views of them.

mod constants;
mod listing;
#[cfg(feature = "cluster")]
pub(crate) mod messages;
mod scan;
pub(crate) mod table;

pub use scan::unmatched::explain_unmatched;

use constants::{Constants, Dates};
use datafusion::error::Result;
use datafusion::execution::FunctionRegistry;
use datafusion::prelude::SessionContext;
use destrier_games::Table;
use listing::stored_as;
use std::sync::Arc;
use table::factory::GamesTableFactory;
use table::functions::GamesTableFunction;

/// Registers the formats `PGN`, `EPD` and `PUZZLES` for `CREATE EXTERNAL TABLE`, and the table functions `games`,
/// `positions`, `findings` and `features`.
///
/// # Errors
///
/// Returns an error if a format cannot be registered.
pub fn register(context: &SessionContext) -> Result<()> {
    context.add_analyzer_rule(Arc::new(Constants));
    let state = context.state_ref();
    let mut state = state.write();
    state.register_function_rewrite(Arc::new(Dates))?;
    for format in stored_as::formats() {
        let factory = Arc::new(GamesTableFactory::new(format));
        state.table_factories_mut().insert(stored_as::name(format), factory);
    }
    for table in Table::ALL {
        state.register_udtf(table.name(), Arc::new(GamesTableFunction::new(table)));
    }
    Ok(())
}
