//! What keeps a scan from reading all there is.

use crate::formats::{Damage, GameNumber};
use std::io;

/// Something that kept a scan from reading all there is.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Problem {
    /// A game that could be read only in part. The next is read as if nothing had happened.
    #[error("{}: {number}, {damage}", visible(source_name))]
    Damaged {
        /// The source as it was given.
        source_name: String,
        /// The number of the game in it.
        number: GameNumber,
        /// What is wrong, and where.
        damage: Box<Damage>,
    },
    /// A source that could not be opened or read to its end. The next is read as if nothing had happened.
    #[error("{}: {error}", visible(source_name))]
    Unreadable {
        /// The source as it was given.
        source_name: String,
        /// What the system says.
        error: io::Error,
    },
    /// The scan could not go on.
    #[error("{error}")]
    Stopped {
        /// Why.
        error: io::Error,
    },
}

impl Problem {
    /// The name of the source, where it is one of a source.
    #[must_use]
    pub fn source_name(&self) -> Option<&str> {
        match self {
            Self::Damaged { source_name, .. } | Self::Unreadable { source_name, .. } => Some(source_name),
            Self::Stopped { .. } => None,
        }
    }
}

/// The text with control characters escaped, so that it stays on its line.
fn visible(text: &str) -> String {
    text.chars().flat_map(|c| if c.is_control() { c.escape_default().collect() } else { vec![c] }).collect()
}
