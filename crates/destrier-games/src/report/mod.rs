//! Reports: a page to read about what was found and what was missed, with boards.
//!
//! A report is one file of HTML that works without a network and prints well. One scan counts everything, with the
//! groups of [`rates`](crate::rates), and keeps the biggest misses and the first findings of each group. Memory use
//! does not grow with the number of games.
//!
//! ```
//! use destrier_games::output::write_to_memory;
//! use destrier_games::report::{Comparison, ReportRequest};
//! use destrier_games::{FindingFilter, GameFilter, Scan, Source};
//! use std::sync::Arc;
//!
//! let comparison = Comparison::Player(vec!["so_sad".parse()?]);
//! let filter = GameFilter { players: comparison.players(), ..GameFilter::default() };
//! let request = ReportRequest::new(comparison, FindingFilter::default());
//! let scan = Scan { condition: Arc::new(filter), ..Scan::new([Source::new("../../samples/lichess.pgn")]) };
//! let report = write_to_memory(&mut *request.open(), &scan)?;
//! assert!(String::from_utf8(report.output)?.contains("<h1>so_sad</h1>"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod blind_spots;
mod chart;
mod class;
mod collector;
mod comparison;
mod lists;
mod norms;
mod page;
mod player;
mod request;
mod sections;
mod table;
mod tally;
mod top;
mod worksheet;
mod writer;

pub use comparison::{Comparison, ComparisonError};
pub use norms::{Norms, NormsError};
pub use player::{frequent_players, recognize_player};
pub use request::ReportRequest;

use crate::games::Player;
use crate::output::OutputWriter;

impl ReportRequest {
    /// Opens a writer. It writes the page at the end.
    #[must_use]
    pub fn open(self) -> Box<dyn OutputWriter> {
        writer::open(self)
    }

    /// Opens a writer of a folder ([`Ending::FilesAtEnd`](crate::output::Ending::FilesAtEnd)): a page for each
    /// student, `index.html` about the class, and `worksheet.html` if there is a [worksheet](Self::worksheet). Each student
    /// is a list of the names of one person; the [comparison](Self::comparison) is not used. The scan should be limited to
    /// the games of the students.
    #[must_use]
    pub fn open_class(self, students: Vec<Vec<Player>>) -> Box<dyn OutputWriter> {
        class::open(self, students)
    }
}
