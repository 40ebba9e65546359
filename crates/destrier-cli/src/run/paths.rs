//! Output paths: which files a run writes beside its outputs, and that none of them is an input.

use crate::failure::Failure;
use destrier_games::Source;
use same_file::Handle;
use std::fs;
use std::path::{Path, PathBuf};

/// The file in which an output is written before it has its name.
pub(super) fn partial(target: &Path) -> PathBuf {
    with_ending(target, ".partial")
}

/// The file in which a table is assembled from its `.partial`.
pub(super) fn whole(target: &Path) -> PathBuf {
    with_ending(target, ".whole")
}

/// The journal of a run with this output.
pub(super) fn journal(output: &Path) -> PathBuf {
    with_ending(output, ".journal")
}

/// The file in which a journal is written before it replaces the last one.
pub(super) fn new_journal(output: &Path) -> PathBuf {
    with_ending(output, ".journal.new")
}

fn with_ending(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

/// An output file, and the files beside it until it is complete.
pub(crate) fn with_temporary(target: &Path) -> [PathBuf; 3] {
    [target.to_owned(), partial(target), whole(target)]
}

/// The file that a path names, with links followed if it exists: an output replaces the file and not the link.
pub(crate) fn behind_links(path: &Path) -> PathBuf {
    fs::canonicalize(path).unwrap_or_else(|_| path.to_owned())
}

/// One path for a file that may not exist yet, whichever way its folder is named.
pub(crate) fn in_canonical_folder(path: PathBuf) -> PathBuf {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    match (folder.canonicalize(), path.file_name()) {
        (Ok(folder), Some(name)) => folder.join(name),
        _ => path,
    }
}

/// A file that exists, whatever its name. Pipes and devices have no handle: opening one may take data from it.
pub(crate) fn handle(path: &Path) -> Option<Handle> {
    if path.is_file() { Handle::from_path(path).ok() } else { None }
}

/// Whether a source is one of the files that are written.
pub(crate) fn is_written(source: &Source, written: &[Handle]) -> bool {
    let read = if source.is_standard_input() { Handle::stdin().ok() } else { handle(source.path()) };
    read.is_some_and(|read| written.contains(&read))
}

/// The refusal to write to a source.
pub(crate) fn would_be_written(source: &Source) -> Failure {
    let reason = "is read, and would be written, too: write to another file";
    let name = if source.is_standard_input() { "standard input".into() } else { source.name() };
    Failure::usage(format!("{name}: {reason}"))
}

/// The files that a run writes, behind links.
pub(super) struct OutputPaths {
    /// The output, if it is a file.
    pub(super) output: Option<PathBuf>,
    /// The error reports.
    pub(super) errors: Option<PathBuf>,
}

impl OutputPaths {
    /// The files with these names.
    ///
    /// # Errors
    ///
    /// When one of them would overwrite the other.
    pub(super) fn new(output: Option<&Path>, errors: Option<&Path>) -> Result<Self, Failure> {
        let [output, errors] = [output, errors].map(|path| path.map(behind_links));
        let paths = Self { output, errors };
        let for_errors: Vec<PathBuf> = paths.for_errors().map(in_canonical_folder).collect();
        let both = paths.for_output().map(in_canonical_folder).find(|path| for_errors.contains(path));
        match both {
            Some(path) => Err(Failure::usage_at(&path, "for the output, and for --errors: name two files")),
            None => Ok(paths),
        }
    }

    /// The outputs themselves.
    pub(super) fn targets(&self) -> impl Iterator<Item = &PathBuf> {
        self.output.iter().chain(&self.errors)
    }

    /// All files that are written for the output.
    fn for_output(&self) -> impl Iterator<Item = PathBuf> {
        self.output
            .iter()
            .flat_map(|path| with_temporary(path).into_iter().chain([journal(path), new_journal(path)]))
    }

    /// All files that are written for the error reports.
    fn for_errors(&self) -> impl Iterator<Item = PathBuf> {
        self.errors.iter().flat_map(|path| with_temporary(path))
    }

    /// The sources without those that are written: a directory may hold the output of an earlier run.
    ///
    /// # Errors
    ///
    /// When a source that is written was itself named as an input.
    pub(super) fn not_among(
        &self,
        mut sources: Vec<Source>,
        inputs: &[PathBuf],
    ) -> Result<Vec<Source>, Failure> {
        let written: Vec<Handle> =
            self.for_output().chain(self.for_errors()).filter_map(|path| handle(&path)).collect();
        if written.is_empty() {
            return Ok(sources);
        }
        let is_named = |source: &Source| inputs.iter().any(|input| input == source.path());
        match sources.iter().find(|source| is_named(source) && is_written(source, &written)) {
            Some(source) => Err(would_be_written(source)),
            None => {
                sources.retain(|source| !is_written(source, &written));
                Ok(sources)
            }
        }
    }
}
