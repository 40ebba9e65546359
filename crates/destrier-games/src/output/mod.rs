//! What a scan writes: one file a format.
//!
//! An [`Output`] is handed every game with what was found in it, in the order of the input, then the totals once.
//! [`JsonLines`] writes each finding at once and holds none. [`Summary`] counts, and holds the ten sharpest finds
//! until the end. Both write to any [`Write`](io::Write); an error of it ends the scan.
//!
//! ```
//! use destrier_games::output::{JsonLines, Output};
//! use destrier_games::{Totals, scan};
//!
//! let mut lines = Vec::new();
//! let mut output = JsonLines::new(&mut lines);
//! let totals = scan(&["no-such-file.pgn".into()], &mut output, &mut |problem| {
//!     assert!(problem.to_string().starts_with("no-such-file.pgn: "));
//!     true
//! })?;
//! output.finish(&totals, std::time::Duration::ZERO)?;
//! assert_eq!(totals, Totals { unreadable: 1, ..Totals::default() });
//! assert!(lines.is_empty());
//! # Ok::<(), std::io::Error>(())
//! ```

mod jsonl;
pub mod parquet;
mod summary;

use crate::{ScannedGame, Totals};
use std::io;
use std::time::Duration;

pub use jsonl::JsonLines;
pub use summary::Summary;

/// A format that findings are written in.
pub trait Output {
    /// Takes the next game. Games come in the order of the input, those without findings too.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    fn game(&mut self, game: &ScannedGame<'_>) -> io::Result<()>;

    /// Writes what comes after the last game.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    fn finish(&mut self, totals: &Totals, time: Duration) -> io::Result<()>;
}
