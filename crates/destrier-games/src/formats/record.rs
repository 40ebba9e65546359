//! The text of a game and its place in a source.

/// The text of a game, a puzzle or a position, and its place in a source.
#[derive(Clone, Copy, Debug)]
pub struct Record<'a> {
    /// The number of the game, row or line in its source, from 1.
    pub number: u64,
    /// The offset of the first byte in the source, after decompression.
    pub offset: u64,
    /// The tags and movetext of a game, or a line without its line break.
    pub bytes: &'a [u8],
    /// Whether the record is longer than [`MAX_LENGTH`](Self::MAX_LENGTH), so that `bytes` has only its beginning.
    pub truncated: bool,
}

impl Record<'_> {
    /// The maximum length of a record that is kept whole, in bytes: 64 MiB.
    pub const MAX_LENGTH: usize = 64 << 20;
}

/// The end of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecordEnd {
    /// The end of a PGN game.
    Game,
    /// A line break.
    Line,
}
