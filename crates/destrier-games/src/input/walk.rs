//! Finds the files in directories.

use super::listing::{Unlisted, is_hidden};
use super::source::Source;
use super::zip;
use crate::formats::{InputFormat, is_compressed_name, unsupported_name};
use std::collections::{HashMap, HashSet};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use walkdir::WalkDir;

/// Returns the sources of all inputs, in order.
///
/// A directory stands for the files in it and its subdirectories, sorted by name. Included are the extensions `.pgn`,
/// `.epd`, `.fen`, `.csv` and `.parquet`, alone or followed by `.gz`, `.bz2` or `.zst`. Links are followed. Hidden files and
/// directories, whose names begin with a dot, are skipped. Archives and databases that are not supported yield an error.
/// Any other input becomes a source even if it does not exist.
///
/// A zip archive stands for the files in it in the same way: an input that begins like one, or a file in a directory with
/// the extension `.zip`.
///
/// A part that cannot be listed yields an error in its place, and the search continues. The same holds for a link to a
/// directory above it, and for a pipe or device with one of the extensions.
#[must_use]
pub fn sources(inputs: &[PathBuf]) -> Vec<Result<Source, Unlisted>> {
    let mut sources = Vec::new();
    for input in inputs {
        if input.as_os_str() == "-" {
            sources.push(Ok(Source::new(input)));
        } else if input.is_dir() {
            walk(input, &mut sources);
        } else if zip::is_archive(input) {
            zip::add_members(input, &mut sources);
        } else {
            sources.push(Ok(Source::new(input)));
        }
    }
    sources
}

/// Returns what may be a mistake in several sources: files that are empty, files that are read more than once, and files
/// whose names differ only in the compression.
#[must_use]
pub fn doubts(sources: &[Source]) -> Vec<String> {
    let (mut times, mut decompressed) = (HashMap::<_, u32>::new(), HashSet::new());
    let (mut empty, mut again, mut copies) = (Vec::new(), Vec::new(), Vec::new());
    for source in sources.iter().filter(|source| sources.len() > 1 && source.file().is_file()) {
        let path = source.path();
        let path = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        let plain = if is_compressed_name(&path) { path.with_extension("") } else { path.clone() };
        let times = times.entry(path).or_default();
        *times += 1;
        if *times == 1 && !decompressed.insert(plain) {
            copies.push(source.name());
        }
        match (*times, source.size()) {
            (1, Some(0)) => empty.push(source.name()),
            (2, _) => again.push(source.name()),
            _ => {}
        }
    }
    let mut doubts = Vec::new();
    let copied = "perhaps the same games as the file with another compression";
    for (names, what) in [(empty, "empty"), (again, "read more than once"), (copies, copied)] {
        match &names[..] {
            [] => {}
            [one] => doubts.push(format!("{one}: {what}")),
            [first, others @ ..] => doubts.push(format!("{first} and {} more: {what}", others.len())),
        }
    }
    doubts
}

/// Returns the sources of bytes in memory: the files of a zip archive, as for [`sources`], or the bytes themselves.
#[must_use]
pub fn sources_of_memory(path: impl Into<PathBuf>, bytes: Arc<[u8]>) -> Vec<Result<Source, Unlisted>> {
    let path = path.into();
    if !zip::begins_archive(&bytes) {
        return vec![Ok(Source::of_memory(path, bytes))];
    }
    let mut sources = Vec::new();
    zip::add_members_of_memory(&path, bytes, &mut sources);
    sources
}

fn is_input(path: &Path) -> bool {
    is_zip_name(path) || InputFormat::of_name(path).is_some()
}

fn walk(directory: &Path, sources: &mut Vec<Result<Source, Unlisted>>) {
    let entries = WalkDir::new(directory)
        .follow_links(true)
        .sort_by_file_name()
        .into_iter()
        .filter_entry(|entry| entry.depth() == 0 || !is_hidden(entry.path()));
    for entry in entries {
        match entry {
            Ok(entry) if entry.file_type().is_dir() => {}
            Ok(entry) if !is_input(entry.path()) => {
                if let Some(reason) = unsupported_name(entry.path()) {
                    let error = io::Error::other(reason);
                    sources.push(Err(Unlisted { path: entry.into_path(), error }));
                }
            }
            Ok(entry) if is_zip_name(entry.path()) && zip::is_archive(entry.path()) => {
                zip::add_members(entry.path(), sources);
            }
            Ok(entry) if entry.file_type().is_file() => sources.push(Ok(Source::new(entry.into_path()))),
            Ok(entry) => {
                let error = io::Error::other(
                    "not read, because a pipe or device may never end; to read it, name it as an input",
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
                        io::Error::other(format!("leads back to {above}, which contains it; not followed"))
                    }
                    None => error.into_io_error().unwrap_or_else(|| io::Error::other("cannot be listed")),
                };
                // A broken link matters only if its name is that of an input file.
                let is_foreign = error.kind() == io::ErrorKind::NotFound && !is_input(&path);
                if !(is_below && (is_hidden(&path) || is_foreign)) {
                    sources.push(Err(Unlisted { path, error }));
                }
            }
        }
    }
}

fn is_zip_name(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("zip"))
}
