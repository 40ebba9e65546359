//! Failures of the command, and its exit statuses.

use destrier_games::output::{FileError, FileErrorKind};
use std::io;

/// The status if a statement failed, a file could not be read, or the output could not be written.
pub(crate) const FAILURE: u8 = 1;
/// The status for wrong usage.
pub(crate) const USAGE: u8 = 2;
/// The status after Ctrl-C.
pub(crate) const INTERRUPTED: u8 = 130;

/// The reason why the command ends early.
pub(crate) enum Failure {
    /// The output cannot be written.
    Output(io::Error),
    /// The exit status and the reason.
    Refused(u8, String),
    /// Ctrl-C.
    Interrupted,
}

impl Failure {
    pub(crate) fn refused(reason: impl Into<String>) -> Self {
        Self::Refused(FAILURE, reason.into())
    }

    pub(crate) fn usage(reason: impl Into<String>) -> Self {
        Self::Refused(USAGE, reason.into())
    }
}

impl From<FileError> for Failure {
    fn from(error: FileError) -> Self {
        let hint = if error.kind == FileErrorKind::Exists { "; pass --force to overwrite it" } else { "" };
        Self::refused(format!("{error}{hint}"))
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}
