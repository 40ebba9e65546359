//! Input formats, one file or folder each, and their registry.
//!
//! A file's format is detected by its name or else its first line. A format splits the text of a file into records and
//! decodes a record into a [`Game`]: its tags and its unparsed moves.

mod calendar;
mod damage;
pub(crate) mod decimal;
mod epd;
#[cfg(feature = "files")]
mod facts;
mod foreign;
mod format;
mod game;
mod missing_columns;
mod needs;
#[cfg(feature = "files")]
pub(crate) mod parquet;
pub mod pgn;
mod puzzles;
mod ranges;
mod record;
mod registry;
mod text;

pub(crate) use calendar::date_of_day;
#[cfg(feature = "files")]
pub(crate) use calendar::day_of_date;
pub use damage::Damage;
#[cfg(feature = "files")]
pub(crate) use facts::{Fact, FactContent, FactTable, STORED_TAGS};
#[cfg(feature = "files")]
pub use foreign::unsupported_name;
pub use format::{Addressing, Decoder, InputFormat};
pub use game::{Game, GameNumber, MoveText, RowFacts, Start};
pub use missing_columns::MissingColumns;
pub use needs::GameNeeds;
pub use puzzles::PuzzleColumns;
#[cfg(feature = "files")]
pub(crate) use puzzles::fields as csv_fields;
pub use ranges::{GameRanges, ValueRange};
pub use record::{Record, RecordEnd};
#[cfg(feature = "files")]
pub(crate) use registry::open;
pub use registry::{INPUT_FORMATS, TextError, is_compressed_name, open_text};
#[cfg(feature = "files")]
pub(crate) use text::{UTF_16, ends_with_returns, first_line, is_utf_16, replace_returns};
pub(crate) use text::{is_filling, words};
