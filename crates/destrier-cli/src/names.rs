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
        let written: Vec<Handle> = self
            .of_output()
            .chain(self.of_errors())
            .filter_map(|path| Handle::from_path(path).ok())
            .collect();
        if written.is_empty() {
            return Ok(sources);
        }
        let is_written = |source: &Source| {
            !source.is_standard_input()
                && Handle::from_path(source.path()).is_ok_and(|handle| written.contains(&handle))
        };
        let named = sources
            .iter()
            .find(|source| inputs.iter().any(|input| input == source.path()) && is_written(source));
        if let Some(source) = named {
            let reason = "is read, and would be written, too: write to another file";
            return Err(Failure::usage(format!("{}: {reason}", source.name())));
        }
        sources.retain(|source| !is_written(source));
        Ok(sources)
    }
}

/// One path for a file that may not be there yet, however it is named.
fn place(path: PathBuf) -> PathBuf {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    match (folder.canonicalize(), path.file_name()) {
        (Ok(folder), Some(name)) => folder.join(name),
        _ => path,
    }
}
