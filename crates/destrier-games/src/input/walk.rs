//! The files of folders.

use super::source::Source;
use crate::formats::InputFormat;
use std::io;
use std::path::{Path, PathBuf};
use walkdir::WalkDir;

/// A part of a directory that could not be gone through.
#[derive(Debug, thiserror::Error)]
#[error("{}: {error}", path.display())]
pub struct Unlisted {
    /// What it is.
    pub path: PathBuf,
    /// Why not.
    #[source]
    pub error: io::Error,
}

/// The sources of the inputs in their order. A directory stands for the files in it and in those below it whose names
/// say that they are read, in the order of their names: `.pgn`, `.epd`, `.fen` and `.csv`, each also with `.gz`, `.bz2`
/// or `.zst`. Links are followed, and hidden files and directories, whose names begin with a dot, left out. What is not
/// a directory is taken as it is, whether there or not.
///
/// What cannot be gone through stands as an error in its place, and the rest is gone through nevertheless. A link to a
/// directory above it is such an error, too, and a pipe or a device with such a name.
#[must_use]
pub fn sources(inputs: &[PathBuf]) -> Vec<Result<Source, Unlisted>> {
    let mut sources = Vec::new();
    for input in inputs {
        if input.as_os_str() != "-" && input.is_dir() {
            walk(input, &mut sources);
        } else {
            sources.push(Ok(Source::new(input)));
        }
    }
    sources
}

fn walk(directory: &Path, sources: &mut Vec<Result<Source, Unlisted>>) {
    let is_hidden =
        |path: &Path| path.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"."));
    let entries = WalkDir::new(directory)
        .follow_links(true)
        .sort_by_file_name()
        .into_iter()
        .filter_entry(|entry| entry.depth() == 0 || !is_hidden(entry.path()));
    for entry in entries {
        match entry {
            Ok(entry) if entry.file_type().is_dir() || InputFormat::of_name(entry.path()).is_none() => {}
            Ok(entry) if entry.file_type().is_file() => sources.push(Ok(Source::new(entry.into_path()))),
            Ok(entry) => {
                let error = io::Error::other(
                    "no file but a pipe or a device, which may have no end; name it to read it",
                );
                sources.push(Err(Unlisted { path: entry.into_path(), error }));
            }
            Err(error) => {
                let path = error.path().unwrap_or(directory).to_path_buf();
                let above = error.loop_ancestor().map(Path::to_path_buf);
                let is_below = error.depth() > 0;
                let error = match above {
                    Some(above) => {
                        let above = above.display();
                        io::Error::other(format!("leads back to {above}, a directory above it; not followed"))
                    }
                    None => {
                        error.into_io_error().unwrap_or_else(|| io::Error::other("cannot be gone through"))
                    }
                };
                // A link to nowhere matters only where a file would have been read.
                let is_foreign =
                    error.kind() == io::ErrorKind::NotFound && InputFormat::of_name(&path).is_none();
                if !(is_below && (is_hidden(&path) || is_foreign)) {
                    sources.push(Err(Unlisted { path, error }));
                }
            }
        }
    }
}
