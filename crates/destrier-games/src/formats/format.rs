//! What a file format of games is.

use super::damage::Damage;
use super::game::Game;
use super::missing_columns::MissingColumns;
use super::record::{Record, RecordEnd};
use std::fmt;
use std::sync::Arc;

/// A file format of games: an entry of [`INPUT_FORMATS`](crate::INPUT_FORMATS).
#[derive(Debug)]
pub struct InputFormat {
    /// Its name.
    pub name: &'static str,
    /// The endings of file names that it goes by, without the dot.
    pub endings: &'static [&'static str],
    /// Whether the first line that is neither blank nor a comment shows this format.
    pub(super) is_shown_by: fn(first_line: &[u8]) -> bool,
    /// Reads the header of a file, given its beginning: the decoder of its records, and where the first of them
    /// begins, `None` if the header does not end there.
    pub(super) open: fn(beginning: &[u8]) -> Result<(Arc<dyn Decoder>, Option<usize>), MissingColumns>,
}

/// There is one of each.
impl PartialEq for InputFormat {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}

impl Eq for InputFormat {}

/// Turns the records of a file into games. It knows what the header of the file says.
pub trait Decoder: fmt::Debug + Send + Sync {
    /// The format that it decodes.
    fn format(&self) -> &'static InputFormat;

    /// What a record ends with.
    fn record_end(&self) -> RecordEnd;

    /// How a person names one position of such a file.
    fn addressing(&self) -> Addressing;

    /// The game of a record; `None` for a blank line.
    ///
    /// # Errors
    ///
    /// When the record lacks what makes it a game.
    fn read<'a>(&'a self, record: Record<'a>) -> Option<Result<Game<'a>, Box<Damage>>>;
}

/// How a person names one position of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Addressing {
    /// By the number of the game and the ply.
    Game,
    /// By the number of the line.
    Line,
    /// By the number of the row and the ply.
    Row,
    /// By the id of the puzzle and the ply.
    Id,
}
