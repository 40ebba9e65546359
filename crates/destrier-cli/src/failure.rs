//! Failures of commands, and all exit statuses.

use destrier_games::output::{FileError, FileErrorKind};
use std::fmt::Display;
use std::io;
use std::path::Path;

/// The command succeeded.
pub(crate) const SUCCESS: u8 = 0;
/// An input could not be read, or the output could not be written.
pub(crate) const FAILURE: u8 = 1;
/// Wrong usage.
pub(crate) const USAGE: u8 = 2;
/// A damaged game, with `--strict`.
pub(crate) const DAMAGE: u8 = 3;
/// Interrupted with Ctrl-C, as shells report it.
pub(crate) const INTERRUPTED: u8 = 130;

/// Why a command fails.
pub(crate) enum Failure {
    /// The output cannot be written.
    Output(io::Error),
    /// The command stops with this exit status, for this reason.
    Refused(u8, String),
}

impl Failure {
    pub(crate) fn refused(reason: impl Into<String>) -> Self {
        Self::Refused(FAILURE, reason.into())
    }

    /// A failure that names a file.
    pub(crate) fn refused_at(path: &Path, reason: impl Display) -> Self {
        Self::refused(format!("{}: {reason}", path.display()))
    }

    pub(crate) fn usage(reason: impl Into<String>) -> Self {
        Self::Refused(USAGE, reason.into())
    }

    /// Wrong usage that names a file.
    pub(crate) fn usage_at(path: &Path, reason: impl Display) -> Self {
        Self::usage(format!("{}: {reason}", path.display()))
    }
}

/// What to do with files that cannot be resumed.
pub(crate) const START_OVER: &str = "to start over, pass --force instead of --resume";

impl From<FileError> for Failure {
    fn from(error: FileError) -> Self {
        match error.kind {
            FileErrorKind::Exists => Self::refused(format!("{error}; pass --force to overwrite it")),
            FileErrorKind::Changed => Self::usage(format!("{error}; {START_OVER}")),
            FileErrorKind::Other => Self::refused(error.to_string()),
        }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}
