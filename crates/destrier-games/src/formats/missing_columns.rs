//! The error of a header that lacks columns.

/// The header of a puzzle file lacks a column.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "a puzzle file needs the columns FEN and Moves; this one has {}",
    if .has.is_empty() { "none".to_owned() } else { .has.join(", ") }
)]
pub struct MissingColumns {
    /// The columns that there are, the first 20 of them.
    pub has: Vec<String>,
}

impl MissingColumns {
    /// The most columns that are named.
    const MOST: usize = 20;

    /// The most characters of a name that are shown.
    const LONGEST_NAME: usize = 100;

    /// A header with these columns.
    pub(super) fn of(names: &[String]) -> Self {
        let shown = |name: &String| name.chars().take(Self::LONGEST_NAME).collect();
        Self { has: names.iter().take(Self::MOST).map(shown).collect() }
    }
}
