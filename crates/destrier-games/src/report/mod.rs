//! Reports: a page to read about what was found and what was missed, with boards.
//!
//! A report is one file of HTML that works without a network and prints well. One scan counts everything, with the
//! groups of [`rates`](crate::rates), and keeps the biggest misses and the first findings of each group. Memory use
//! does not grow with the number of games.
//!
//! ```
//! use destrier_games::output::{Observer, OutputWriter};
//! use destrier_games::report::{Comparison, ReportRequest};
//! use destrier_games::{GameFilter, Scan, Selection, Source};
//! use std::sync::Arc;
//! # use destrier_games::{Bookmark, Problem, Totals};
//! # use std::io::{self, Write};
//! # struct Memory(Vec<u8>);
//! # impl Observer for Memory {
//! #     fn writer(&mut self) -> &mut dyn Write { &mut self.0 }
//! #     fn report(&mut self, _: &Problem) -> io::Result<()> { Ok(()) }
//! #     fn advance(
//! #         &mut self, _: &Totals, _: Option<Bookmark>, _: &dyn Fn() -> Option<serde_json::Value>,
//! #     ) -> io::Result<()> { Ok(()) }
//! # }
//!
//! let comparison = Comparison::Player(vec!["so_sad".parse()?]);
//! let filter = GameFilter { players: comparison.players(), ..GameFilter::default() };
//! let request = ReportRequest::new(comparison, filter.clone(), Selection::default());
//! let scan = Scan { condition: Arc::new(filter), ..Scan::new([Source::new("../../samples/lichess.pgn")]) };
//! let mut report = request.open();
//! let mut memory = Memory(Vec::new());
//! let ended = report.run(&scan, &mut memory)?;
//! report.finish(&ended.totals, std::time::Duration::ZERO, memory.writer())?;
//! assert!(String::from_utf8(memory.0)?.contains("<h1>so_sad</h1>"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod blind_spots;
mod chart;
mod collector;
mod command;
mod comparison;
mod lists;
mod norms;
mod page;
mod player;
mod sections;
mod table;
mod tally;
mod top;
mod worksheet;
mod writer;

pub use comparison::Comparison;
pub use norms::{Norms, NormsError};
pub use player::{Recognized, recognize_player};

use crate::games::GameFilter;
use crate::output::OutputWriter;
use crate::search::Selection;

/// A request for a report.
#[derive(Clone, Debug)]
pub struct ReportRequest {
    /// Whose rates stand side by side.
    pub comparison: Comparison,
    /// The condition on games, for the commands that the page shows. The scan must have the same condition.
    pub filter: GameFilter,
    /// Which findings form chances. Only patterns of moves count. The conditions [`played`](Selection::played),
    /// [`worth`](Selection::worth), [`side`](Selection::side), [`one_per`](Selection::one_per) and
    /// [`sample`](Selection::sample) are ignored.
    pub selection: Selection,
    /// The names of the inputs, for the commands that the page shows.
    pub inputs: Vec<String>,
    /// Found rates of other players to compare with.
    pub norms: Option<Norms>,
    /// The number of boards of a worksheet, or `None` for a report.
    pub worksheet: Option<usize>,
}

impl ReportRequest {
    /// Creates a request without norms.
    #[must_use]
    pub fn new(comparison: Comparison, filter: GameFilter, selection: Selection) -> Self {
        let patterns = selection.patterns.iter().copied().filter(|pattern| pattern.is_move).collect();
        let selection = Selection { patterns, side: None, ..selection };
        Self { comparison, filter, selection, inputs: Vec::new(), norms: None, worksheet: None }
    }

    /// Opens a writer. It writes the page at the end.
    #[must_use]
    pub fn open(self) -> Box<dyn OutputWriter> {
        writer::open(self)
    }
}
