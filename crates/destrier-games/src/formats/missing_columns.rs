//! The error for a header without required columns.

/// The error for a puzzle file whose header lacks a required column.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "a puzzle file needs the columns FEN and Moves; this one has {}",
    if .has.is_empty() { "none".to_owned() } else { .has.join(", ") }
)]
pub struct MissingColumns {
    /// The existing columns, up to 20 of them.
    pub has: Vec<String>,
}

impl MissingColumns {
    /// The maximum number of columns listed.
    const MAX: usize = 20;

    /// The maximum length of a listed name, in characters.
    const MAX_NAME_LENGTH: usize = 100;

    /// Creates the error for a header with these columns.
    pub(super) fn of(names: &[String]) -> Self {
        let names = names.iter().take(Self::MAX);
        Self { has: names.map(|name| name.chars().take(Self::MAX_NAME_LENGTH).collect()).collect() }
    }
}
