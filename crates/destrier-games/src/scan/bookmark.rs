//! A position between two games of the input.

/// A position between two games of the input.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Bookmark {
    /// The index of the source.
    pub source: usize,
    /// The byte offset in the decompressed source.
    pub offset: u64,
    /// The number of records of the source before this position.
    pub records: u64,
}
