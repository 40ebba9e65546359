//! A place between two games of the input.

/// A place between two games of the input.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Bookmark {
    /// Which source, from 0.
    pub source: usize,
    /// Offset in it, after decompression.
    pub offset: u64,
    /// How many records of it came before.
    pub records: u64,
}
