//! Output formats and their registry, one file per format.
//!
//! A table ([`TableRows`](crate::TableRows)) can be written as CSV, JSON lines or Parquet. Findings can also be
//! written as a summary, as annotated games, as study chapters, as puzzles, as EPD or as a page of HTML. An [`OutputWriter`] writes
//! the steps of a scan. [`chapter`] and [`position_line`] format single findings and also exist without the feature
//! `files`.
//!
#![cfg_attr(feature = "files", doc = "```")]
#![cfg_attr(not(feature = "files"), doc = "```ignore")]
//! use destrier_games::output::{OUTPUT_FORMATS, OutputRequest, write_to_memory};
//! use destrier_games::{Scan, Selection, Source, Table, TableRows};
//!
//! let selection = Selection::default();
//! let columns: Vec<usize> = (0..Table::Findings.columns().len()).collect();
//! let rows = TableRows::new(Table::Findings, &columns, &selection);
//! let csv = OUTPUT_FORMATS.iter().find(|format| format.name == "csv").unwrap();
//! let mut writer = csv.open(OutputRequest::new(rows, selection));
//! let written = write_to_memory(&mut *writer, &Scan::new([Source::new("no-such-file.pgn")]))?;
//! assert!(written.problems[0].to_string().starts_with("no-such-file.pgn: "));
//! assert!(written.output.starts_with(b"source,game,line_number,site,ply,fen,pattern,side,move,san"));
//! # Ok::<(), std::io::Error>(())
//! ```

#[cfg(feature = "files")]
mod anki;
#[cfg(feature = "files")]
mod annotated;
mod chapter;
#[cfg(feature = "files")]
mod csv;
#[cfg(feature = "files")]
mod epd;
#[cfg(feature = "files")]
mod format;
#[cfg(feature = "files")]
mod games;
#[cfg(feature = "files")]
pub(crate) mod html;
#[cfg(feature = "files")]
mod jsonl;
#[cfg(feature = "files")]
mod parquet;
#[cfg(feature = "files")]
mod partial_file;
mod pgn_text;
#[cfg(feature = "files")]
mod played;
mod position_line;
#[cfg(feature = "files")]
mod puzzles;
#[cfg(feature = "files")]
mod study;
#[cfg(feature = "files")]
mod summary;
#[cfg(feature = "files")]
mod text;
#[cfg(feature = "files")]
mod text_table;
#[cfg(feature = "files")]
mod unmatched;

pub use chapter::chapter;
pub use position_line::position_line;

#[cfg(feature = "files")]
pub(crate) use csv::{CSV, write_csv};
#[cfg(feature = "files")]
pub use format::{
    BoardDrawing, Ending, OpenFile, OutputFormat, OutputRequest, OutputWriter, Written, write_to_memory,
};
#[cfg(feature = "files")]
pub use games::games_writer;
#[cfg(feature = "files")]
pub(crate) use jsonl::{JSON_LINES, write_json_lines};
#[cfg(feature = "files")]
pub(crate) use parquet::{PARQUET, write_batch};
#[cfg(feature = "files")]
pub use partial_file::{FileError, FileErrorKind, PartialFile};
#[cfg(feature = "files")]
pub(crate) use summary::Importance;
#[cfg(feature = "files")]
pub(crate) use text::FillCell;
#[cfg(feature = "files")]
pub(crate) use text_table::{TextColumn, grouped, text_table};
#[cfg(feature = "files")]
pub use unmatched::{ExplainedFilter, none_of};

/// All output formats.
#[cfg(feature = "files")]
pub static OUTPUT_FORMATS: [&OutputFormat; 10] = [
    &summary::SUMMARY,
    &JSON_LINES,
    &CSV,
    &PARQUET,
    &annotated::ANNOTATED_GAMES,
    &epd::POSITIONS,
    &study::STUDY,
    &puzzles::PUZZLES,
    &anki::CARDS,
    &html::HTML,
];
