//! Output formats and their registry, one file per format.
//!
//! A table ([`TableRows`](crate::TableRows)) can be written as CSV, JSON lines or Parquet. Findings can also be
//! written as a summary, as annotated games, as study chapters or as EPD. An [`OutputWriter`] runs a scan and writes
//! its results.
//!
//! ```
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

mod annotated;
mod csv;
mod epd;
mod format;
mod games;
mod jsonl;
mod parquet;
mod pgn_text;
mod study;
mod summary;
mod text;

pub(crate) use csv::write_text as write_csv_text;
pub(crate) use format::{CollectorWriter, Sink};
pub use format::{Ending, Observer, OpenFile, OutputFormat, OutputRequest, OutputWriter};
pub use games::games_writer;
pub(crate) use parquet::of_parquet;
pub use summary::BoardDrawing;

/// All output formats.
pub static OUTPUT_FORMATS: [&OutputFormat; 7] = [
    &summary::SUMMARY,
    &jsonl::JSON_LINES,
    &csv::CSV,
    &parquet::PARQUET,
    &annotated::ANNOTATED_GAMES,
    &epd::POSITIONS,
    &study::STUDY,
];
