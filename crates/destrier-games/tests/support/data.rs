//! Data that is too large for the repository.

use std::path::{Path, PathBuf};

/// Returns a file in the folder that the environment variable `DESTRIER_DATA` names. If there is none, returns `None`
/// and prints the reason.
pub(crate) fn file(name: &str) -> Option<PathBuf> {
    let Some(folder) = std::env::var_os("DESTRIER_DATA") else {
        println!(
            "skipped: {name} is not in the repository, and DESTRIER_DATA names no folder that contains it"
        );
        return None;
    };
    Some(Path::new(&folder).join(name))
}
