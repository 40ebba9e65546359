//! Patterns by name, file or folder.

use super::UnknownPattern;
use crate::search::language::PatternError;
use crate::search::pattern::Pattern;
use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The error for a name that stands for no patterns.
#[derive(Debug, thiserror::Error)]
pub enum NamedPatternError {
    /// The name is neither that of a pattern nor a path.
    #[error(transparent)]
    Unknown(#[from] UnknownPattern),
    /// The name is the text of a pattern.
    #[error("the text of a pattern, not a name; give it to --expression, or in Python to destrier.Pattern")]
    Text,
    /// The file or folder cannot be read.
    #[error("{}: {error}", path.display())]
    Unreadable {
        /// The file or folder.
        path: PathBuf,
        /// The reason.
        error: io::Error,
    },
    /// The file has an error.
    #[error("{}:{error}", path.display())]
    Wrong {
        /// The file.
        path: PathBuf,
        /// The error with its place.
        error: PatternError,
    },
}

impl Pattern {
    /// The name that stands for all patterns of the [pattern book](Self::book).
    pub const BOOK: &str = "book";

    /// Returns the patterns that a name stands for: that of a pattern, [`BOOK`](Self::BOOK), a file of patterns, or a
    /// folder, of which all files are read whose names end in `.pattern`.
    ///
    /// # Errors
    ///
    /// If there is no such pattern, file or folder, or a file cannot be read or has an error.
    pub fn named(name: &str) -> Result<Vec<&'static Self>, NamedPatternError> {
        if name == Self::BOOK {
            return Ok(Self::book().to_vec());
        }
        let unknown = match Self::by_name(name) {
            Ok(pattern) => return Ok(vec![pattern]),
            Err(unknown) => unknown,
        };
        let path = Path::new(name);
        if path.is_dir() {
            let files =
                files_of(path).map_err(|error| NamedPatternError::Unreadable { path: path.into(), error })?;
            let patterns: Result<Vec<_>, _> = files.into_iter().map(read).collect();
            return patterns.map(|patterns| patterns.concat());
        }
        if path.exists() || name.contains(['.', '/', '\\']) {
            return read(path.to_owned());
        }
        if name.starts_with("move ") || name.starts_with("standing ") {
            return Err(NamedPatternError::Text);
        }
        Err(unknown.into())
    }
}

/// Returns the files of patterns in a folder, in the order of their names.
fn files_of(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        files.push(entry?.path());
    }
    files.retain(|file| file.extension() == Some(OsStr::new("pattern")));
    files.sort();
    if files.is_empty() {
        return Err(io::Error::other("no file in this folder ends in .pattern"));
    }
    Ok(files)
}

fn read(path: PathBuf) -> Result<Vec<&'static Pattern>, NamedPatternError> {
    match fs::read_to_string(&path) {
        Ok(text) => Pattern::parse(&text).map_err(|error| NamedPatternError::Wrong { path, error }),
        Err(error) => Err(NamedPatternError::Unreadable { path, error }),
    }
}
