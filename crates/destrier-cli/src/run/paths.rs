//! Output paths and temporary files, and the check that none of them is an input.

use crate::failure::Failure;
use destrier_games::Source;
use destrier_games::output::PartialFile;
use same_file::Handle;
use std::fs;
use std::path::{Path, PathBuf};

/// Returns the path of the journal for this output.
pub(super) fn journal(output: &Path) -> PathBuf {
    with_ending(output, ".journal")
}

/// Returns the path of a new journal before it replaces the last one.
pub(super) fn new_journal(output: &Path) -> PathBuf {
    with_ending(output, ".journal.new")
}

fn with_ending(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

/// Returns an output file and its temporary files.
pub(crate) fn with_temporary(target: &Path) -> [PathBuf; 3] {
    let [partial, whole] = PartialFile::temporary_names(target);
    [target.to_owned(), partial, whole]
}

/// Follows links if the file exists, so that an output replaces the file and not the link.
pub(crate) fn behind_links(path: &Path) -> PathBuf {
    fs::canonicalize(path).unwrap_or_else(|_| path.to_owned())
}

/// Returns a unique path for a file that may not exist yet, however its folder is written.
pub(crate) fn in_canonical_folder(path: PathBuf) -> PathBuf {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    match (folder.canonicalize(), path.file_name()) {
        (Ok(folder), Some(name)) => folder.join(name),
        _ => path,
    }
}

/// Returns a handle to an existing file, to compare files with different names. Pipes and devices get none: opening one
/// may consume data.
pub(crate) fn handle(path: &Path) -> Option<Handle> {
    if path.is_file() { Handle::from_path(path).ok() } else { None }
}

/// Returns whether a source is one of the files to write.
pub(crate) fn is_written(source: &Source, written: &[Handle]) -> bool {
    let read = if source.is_standard_input() { Handle::stdin().ok() } else { handle(source.file()) };
    read.is_some_and(|read| written.contains(&read))
}

/// Returns the failure for a source that would be overwritten.
pub(crate) fn would_be_written(source: &Source) -> Failure {
    let reason = "is both input and output; choose another output file";
    let name = if source.is_standard_input() { "standard input".into() } else { source.name() };
    Failure::usage(format!("{name}: {reason}"))
}

/// The files that a run writes, with links resolved.
pub(super) struct OutputPaths {
    /// The output, if it is a file.
    pub(super) output: Option<PathBuf>,
    /// The error reports.
    pub(super) errors: Option<PathBuf>,
}

impl OutputPaths {
    /// Returns the paths for these names.
    ///
    /// # Errors
    ///
    /// If one file would overwrite the other.
    pub(super) fn new(output: Option<&Path>, errors: Option<&Path>) -> Result<Self, Failure> {
        let [output, errors] = [output, errors].map(|path| path.map(behind_links));
        let paths = Self { output, errors };
        let for_errors: Vec<PathBuf> = paths.for_errors().map(in_canonical_folder).collect();
        let both = paths.for_output().map(in_canonical_folder).find(|path| for_errors.contains(path));
        match both {
            Some(path) => Err(Failure::usage_at(&path, "used for --output and for --errors; name two files")),
            None => Ok(paths),
        }
    }

    /// Returns the outputs, without temporary files.
    pub(super) fn targets(&self) -> impl Iterator<Item = &PathBuf> {
        self.output.iter().chain(&self.errors)
    }

    /// Returns all files that are written for the output.
    fn for_output(&self) -> impl Iterator<Item = PathBuf> {
        self.output
            .iter()
            .flat_map(|path| with_temporary(path).into_iter().chain([journal(path), new_journal(path)]))
    }

    /// Returns all files that are written for the error reports.
    fn for_errors(&self) -> impl Iterator<Item = PathBuf> {
        self.errors.iter().flat_map(|path| with_temporary(path))
    }

    /// Checks that no source has the name of a further file of an output that is split.
    ///
    /// # Errors
    ///
    /// If the output could overwrite a source.
    pub(super) fn parts_are_not_among(&self, sources: &[Source]) -> Result<(), Failure> {
        let Some(output) = self.output.clone().map(in_canonical_folder) else { return Ok(()) };
        let part = sources.iter().find(|source| {
            let path = in_canonical_folder(source.file().to_owned());
            let number = path.file_stem().and_then(|stem| stem.to_str()?.rsplit_once('-')?.1.parse().ok());
            number.is_some_and(|number| PartialFile::split_name(&output, number) == path)
        });
        part.map_or(Ok(()), |source| Err(would_be_written(source)))
    }

    /// Removes the output files from the sources: a directory may contain the output of an earlier run.
    ///
    /// # Errors
    ///
    /// If the user named an output file as an input.
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
        for source in &sources {
            if inputs.iter().any(|input| input == source.file()) && is_written(source, &written) {
                return Err(would_be_written(source));
            }
        }
        sources.retain(|source| !is_written(source, &written));
        Ok(sources)
    }
}
