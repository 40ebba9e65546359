//! Why a command fails, and every exit status.

use std::fmt::Display;
use std::io;
use std::path::Path;

/// The command did what it was asked to do.
pub(crate) const SUCCESS: u8 = 0;
/// An input could not be read, or the output not be written.
pub(crate) const FAILURE: u8 = 1;
/// Wrong usage.
pub(crate) const USAGE: u8 = 2;
/// `--strict`, and damage.
pub(crate) const DAMAGE: u8 = 3;
/// Interrupted with Ctrl-C: the status that shells give such a program.
pub(crate) const INTERRUPTED: u8 = 130;

/// Why a command fails.
pub(crate) enum Failure {
    /// The output cannot be written.
    Output(io::Error),
    /// The command refuses: the exit status, and the reason.
    Refused(u8, String),
}

impl Failure {
    pub(crate) fn refused(reason: impl Into<String>) -> Self {
        Self::Refused(FAILURE, reason.into())
    }

    /// A refusal because of a file.
    pub(crate) fn refused_at(path: &Path, reason: impl Display) -> Self {
        Self::refused(format!("{}: {reason}", path.display()))
    }

    pub(crate) fn usage(reason: impl Into<String>) -> Self {
        Self::Refused(USAGE, reason.into())
    }

    /// Wrong usage of a file.
    pub(crate) fn usage_at(path: &Path, reason: impl Display) -> Self {
        Self::usage(format!("{}: {reason}", path.display()))
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}
