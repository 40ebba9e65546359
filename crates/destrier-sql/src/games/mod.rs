//! Games as tables: PGN, position and puzzle files, compressed or not, as DataFusion file sources.
//!
//! A table of a file has one of four kinds of rows ([`Table`]): a row is a game, a position, a finding, or a position with its
//! values. Every row has the tags of its game. Files come from any object store. The rest is this module's:
//!
//! - `listing`: which files a table has. A location is a file, a folder, a pattern of names, or an address. Each query
//!   lists it once, in the order of `destrier scan`.
//! - `table`: the table provider, and the ways to make a table in SQL.
//! - `scan`: the scan of destrier-games, adapted. The plan tells the reader which columns and conditions a query has. The reader leaves out
//!   games by their tags before it reads a move, plays moves only where a column needs them, searches only for the
//!   patterns that the conditions admit, and makes no text that no column asks for.
//! - `messages`: tables and scans as the nodes of a cluster send them.
//!
//! DataFusion reads a plain file as ranges of bytes, in several partitions. A game belongs to the range in which it
//! begins ([`Source::with_range`](destrier_games::Source::with_range)). A compressed file is read by one partition. Each range or file is read in a
//! thread of its own.
//!
//! Memory is bounded for each partition: a block of games of 64 KiB, or one longer game, and the batches made of it. A
//! batch has at most 8 MiB, or one longer row. The texts of a game are stored once; its rows have views of them.

mod listing;
pub(crate) mod messages;
mod scan;
pub(crate) mod table;

use datafusion::error::Result;
use datafusion::prelude::SessionContext;
use destrier_games::{INPUT_FORMATS, Table};
use listing::stored_as;
use std::sync::Arc;
use table::factory::GamesTableFactory;
use table::functions::GamesTableFunction;

/// Makes a session know the formats `PGN`, `EPD` and `PUZZLES` of `CREATE EXTERNAL TABLE`, and the functions `games`,
/// `positions`, `findings` and `features`, which make a table of a path.
///
/// # Errors
///
/// When a format cannot be registered.
pub fn register(context: &SessionContext) -> Result<()> {
    let state = context.state_ref();
    let mut state = state.write();
    for format in INPUT_FORMATS {
        let factory = Arc::new(GamesTableFactory::new(format));
        state.table_factories_mut().insert(stored_as::name(format), factory);
    }
    for table in Table::ALL {
        state.register_udtf(table.name(), Arc::new(GamesTableFunction::new(table)));
    }
    Ok(())
}
