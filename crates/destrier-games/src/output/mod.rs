//! What a scan writes: one file a format.

mod jsonl;
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
