//! The interface of a file format.

use super::damage::Damage;
use super::game::Game;
use super::missing_columns::MissingColumns;
use super::record::{Record, RecordEnd};
use std::fmt;
use std::sync::Arc;

/// A file format of games: an entry of [`INPUT_FORMATS`](crate::INPUT_FORMATS).
#[derive(Debug)]
pub struct InputFormat {
    /// The name.
    pub name: &'static str,
    /// The file name extensions, without the dot.
    pub endings: &'static [&'static str],
    /// How to read the text of a file, or `None` for tables.
    pub(super) text: Option<TextFormat>,
}

/// How to read the text of a file.
#[derive(Debug)]
pub(super) struct TextFormat {
    /// Returns whether the first line that is neither blank nor a comment identifies this format.
    pub(super) is_shown_by: fn(first_line: &[u8]) -> bool,
    /// Parses the header of a file, given its beginning. Returns the decoder of its records and the offset of the first
    /// one, or `None` if the header does not end there.
    pub(super) open: fn(beginning: &[u8]) -> Result<(Arc<dyn Decoder>, Option<usize>), MissingColumns>,
}

impl InputFormat {
    /// Returns whether the files are tables, which have row groups instead of text.
    #[must_use]
    pub const fn is_table(&self) -> bool {
        self.text.is_none()
    }
}

/// Each format has a single instance.
impl PartialEq for InputFormat {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}

impl Eq for InputFormat {}

/// Turns the records of a file into games, using the header of the file.
pub trait Decoder: fmt::Debug + Send + Sync {
    /// Returns the format that it decodes.
    fn format(&self) -> &'static InputFormat;

    /// Returns the end of a record.
    fn record_end(&self) -> RecordEnd;

    /// Returns how users refer to a position of such a file.
    fn addressing(&self) -> Addressing;

    /// Returns the line of a record in its file, from 1, or `None` if records are not lines.
    fn line_number(&self, _: u64) -> Option<u64> {
        None
    }

    /// Decodes a record, or returns `None` for a blank line.
    ///
    /// # Errors
    ///
    /// Returns an error if the record is not a game.
    fn read<'a>(&'a self, record: Record<'a>) -> Option<Result<Game<'a>, Box<Damage>>>;
}

/// How users refer to a position of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Addressing {
    /// By game number and ply.
    Game,
    /// By line number.
    Line,
    /// By row number and ply.
    Row,
    /// By puzzle id and ply.
    Id,
}
