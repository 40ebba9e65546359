//! Data that is too large to ship.

use std::path::{Path, PathBuf};

/// A file of the folder that the environment variable `DESTRIER_DATA` names; without the variable `None`, and a word on why.
pub(crate) fn file(name: &str) -> Option<PathBuf> {
    let Some(folder) = std::env::var_os("DESTRIER_DATA") else {
        println!("left out: {name} is not shipped, and DESTRIER_DATA names no folder that holds it");
        return None;
    };
    Some(Path::new(&folder).join(name))
}
