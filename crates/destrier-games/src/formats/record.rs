//! The text of a game as it stands in a source.

/// The text of a game, a puzzle or a position, and where it stands.
#[derive(Clone, Copy, Debug)]
pub struct Record<'a> {
    /// Number of the game, the row or the line in its source, from 1.
    pub number: u64,
    /// Offset of its first byte in the source, after decompression.
    pub offset: u64,
    /// Its text: tags and moves of a game, or a line without its line break.
    pub bytes: &'a [u8],
    /// Whether it is longer than [`LONGEST`](Self::LONGEST) and `bytes` holds only its beginning.
    pub truncated: bool,
}

impl Record<'_> {
    /// The longest record that is kept whole, in bytes: 64 MiB.
    pub const LONGEST: usize = 64 << 20;
}

/// What a record ends with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecordEnd {
    /// The end of a PGN game.
    Game,
    /// A line break.
    Line,
}
