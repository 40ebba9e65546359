//! Problems that prevent a scan from reading all of its input.

use crate::formats::{Damage, GameNumber};
use std::io;

/// A problem that prevented a scan from reading all of its input.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Problem {
    /// A game that was only partly readable. The scan continues with the next game.
    #[error("{}: {number}, {damage}", visible(source_name))]
    Damaged {
        /// The source, as the caller gave it.
        source_name: String,
        /// The number of the game in the source.
        number: GameNumber,
        /// The damage and its location.
        damage: Box<Damage>,
    },
    /// A source that could not be opened or read to its end. The scan continues with the next source.
    #[error("{}: {error}", visible(source_name))]
    Unreadable {
        /// The source, as the caller gave it.
        source_name: String,
        /// The error of the operating system.
        error: io::Error,
    },
    /// The scan could not continue.
    #[error("{error}")]
    Stopped {
        /// The cause.
        error: io::Error,
    },
}

impl Problem {
    /// Returns the name of the source, if the problem has one.
    #[must_use]
    pub fn source_name(&self) -> Option<&str> {
        match self {
            Self::Damaged { source_name, .. } | Self::Unreadable { source_name, .. } => Some(source_name),
            Self::Stopped { .. } => None,
        }
    }
}

/// Escapes control characters, so that the text stays on one line.
fn visible(text: &str) -> String {
    text.chars().flat_map(|c| if c.is_control() { c.escape_default().collect() } else { vec![c] }).collect()
}
