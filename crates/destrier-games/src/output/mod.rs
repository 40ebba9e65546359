//! Output formats and their registry, one file per format.
//!
//! A table ([`TableRows`](crate::TableRows)) can be written as CSV, JSON lines or Parquet. Findings can also be
//! written as a summary, as annotated games, as study chapters, as EPD or as a page of HTML. An [`OutputWriter`] runs a
//! scan and writes its results. [`chapter`] and [`position_line`] format single findings and also exist without the
//! feature `files`.
//!
#![cfg_attr(feature = "files", doc = "```")]
#![cfg_attr(not(feature = "files"), doc = "```ignore")]
//! use destrier_games::output::{Observer, OUTPUT_FORMATS, OutputRequest};
//! use destrier_games::{Bookmark, Problem, Scan, Selection, Source, Table, TableRows, Totals};
//! use std::io::{self, Write};
//!
//! /// Keeps the output in memory.
//! struct Memory(Vec<u8>);
//!
//! impl Observer for Memory {
//!     fn writer(&mut self) -> &mut dyn Write {
//!         &mut self.0
//!     }
//!     fn report(&mut self, problem: &Problem) -> io::Result<()> {
//!         assert!(problem.to_string().starts_with("no-such-file.pgn: "));
//!         Ok(())
//!     }
//!     fn advance(
//!         &mut self,
//!         _: &Totals,
//!         _: Option<Bookmark>,
//!         _: &dyn Fn() -> Option<serde_json::Value>,
//!     ) -> io::Result<()> {
//!         Ok(())
//!     }
//! }
//!
//! let selection = Selection::default();
//! let columns: Vec<usize> = (0..Table::Findings.columns().len()).collect();
//! let rows = TableRows::new(Table::Findings, &columns, &selection);
//! let csv = OUTPUT_FORMATS.iter().find(|format| format.name == "csv").unwrap();
//! let mut output = csv.open(OutputRequest::new(rows, selection));
//! let mut memory = Memory(Vec::new());
//! output.begin(memory.writer())?;
//! let ended = output.run(&Scan::new([Source::new("no-such-file.pgn")]), &mut memory)?;
//! assert_eq!(ended.totals.unreadable, 1);
//! assert!(memory.0.starts_with(b"source,game,line_number,site,ply,fen,pattern,side,move,san"));
//! # Ok::<(), io::Error>(())
//! ```

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
mod pgn_text;
mod position_line;
#[cfg(feature = "files")]
mod study;
#[cfg(feature = "files")]
mod summary;
#[cfg(feature = "files")]
mod text;

pub use chapter::chapter;
pub use position_line::position_line;

#[cfg(feature = "files")]
pub(crate) use csv::write_text as write_csv_text;
#[cfg(feature = "files")]
pub use format::{BoardDrawing, Ending, Observer, OpenFile, OutputFormat, OutputRequest, OutputWriter};
#[cfg(feature = "files")]
pub(crate) use format::{CollectorWriter, Sink};
#[cfg(feature = "files")]
pub use games::games_writer;
#[cfg(feature = "files")]
pub(crate) use parquet::of_parquet;
#[cfg(feature = "files")]
pub(crate) use summary::Importance;

/// All output formats.
#[cfg(feature = "files")]
pub static OUTPUT_FORMATS: [&OutputFormat; 8] = [
    &summary::SUMMARY,
    &jsonl::JSON_LINES,
    &csv::CSV,
    &parquet::PARQUET,
    &annotated::ANNOTATED_GAMES,
    &epd::POSITIONS,
    &study::STUDY,
    &html::HTML,
];
