//! The names of the files that a run writes, and that they are none of those it reads.

use crate::Failure;
use crate::journal::Journal;
use crate::partial_file::PartialFile;
use destrier_games::Source;
use same_file::Handle;
use std::path::{Path, PathBuf};

/// The files that a run writes, behind links.
pub(crate) struct Names {
    /// The output, where it is a file.
    pub(crate) output: Option<PathBuf>,
    /// What could not be read.
    pub(crate) errors: Option<PathBuf>,
}

impl Names {
    /// The files that were named.
    ///
    /// # Errors
    ///
    /// When one of them would be written over the other.
    pub(crate) fn new(output: Option<&Path>, errors: Option<&Path>) -> Result<Self, Failure> {
        let [output, errors] = [output, errors].map(|path| path.map(PartialFile::target));
        let names = Self { output, errors };
        let of_errors: Vec<PathBuf> = names.of_errors().map(place).collect();
        let both = names.of_output().map(place).find(|path| of_errors.contains(path));
        match both {
            Some(path) => Err(Failure::usage(format!(
                "{}: for the output, and for --errors: name two files",
                path.display()
            ))),
            None => Ok(names),
        }
    }

    /// What is written under the names of the files.
    pub(crate) fn targets(&self) -> impl Iterator<Item = &PathBuf> {
        self.output.iter().chain(&self.errors)
    }

    fn of_output(&self) -> Box<dyn Iterator<Item = PathBuf> + '_> {
        Box::new(self.output.iter().flat_map(|path| {
            let beside = PartialFile::beside(path).into_iter().chain(Journal::beside(path));
            std::iter::once(path.clone()).chain(beside)
        }))
    }

    fn of_errors(&self) -> Box<dyn Iterator<Item = PathBuf> + '_> {
        Box::new(
            self.errors
                .iter()
                .flat_map(|path| std::iter::once(path.clone()).chain(PartialFile::beside(path))),
        )
    }

    /// The sources that are not written at the same time: what a directory holds of an earlier run is left out.
    ///
    /// # Errors
    ///
    /// When an input that was named is written, too.
    pub(crate) fn not_among(
        &self,
        mut sources: Vec<Source>,
        inputs: &[PathBuf],
    ) -> Result<Vec<Source>, Failure> {
        let written: Vec<Handle> =
            self.of_output().chain(self.of_errors()).filter_map(|path| handle(&path)).collect();
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

/// A file that is there, by whatever name. Pipes and devices are left alone: to open one may take from it.
pub(crate) fn handle(path: &Path) -> Option<Handle> {
    if path.is_file() { Handle::from_path(path).ok() } else { None }
}

/// Whether a source is one of the files that are written, by whatever name.
pub(crate) fn is_written(source: &Source, written: &[Handle]) -> bool {
    let read = if source.is_standard_input() { Handle::stdin().ok() } else { handle(source.path()) };
    read.is_some_and(|read| written.contains(&read))
}

/// Why a source is not read.
pub(crate) fn would_be_written(source: &Source) -> Failure {
    let reason = "is read, and would be written, too: write to another file";
    let name = if source.is_standard_input() { "standard input".into() } else { source.name() };
    Failure::usage(format!("{name}: {reason}"))
}

/// One path for a file that may not be there yet, however it is named.
pub(crate) fn place(path: PathBuf) -> PathBuf {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    match (folder.canonicalize(), path.file_name()) {
        (Ok(folder), Some(name)) => folder.join(name),
        _ => path,
    }
}
