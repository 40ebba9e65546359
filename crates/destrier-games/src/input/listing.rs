//! What directories and archives have in common: hidden names, and parts that cannot be listed.

use std::io;
use std::path::{Path, PathBuf};

/// The error for a part of a directory that cannot be listed.
#[derive(Debug, thiserror::Error)]
#[error("{}: {error}", path.display())]
pub struct Unlisted {
    /// The path.
    pub path: PathBuf,
    /// The reason.
    #[source]
    pub error: io::Error,
}

/// Returns whether a file or directory is hidden.
pub(super) fn is_hidden(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"."))
}
