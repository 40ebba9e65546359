//! Output of a document that is made at once: a picture, or the explorer's page.

use super::paths::{behind_links, handle, in_canonical_folder, with_temporary};
use crate::failure::Failure;
use destrier_games::output::PartialFile;
use same_file::Handle;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The destination of a document.
#[derive(PartialEq, Eq)]
pub(crate) enum DocumentOutput {
    Stdout,
    File(PathBuf),
}

impl DocumentOutput {
    pub(crate) fn of(path: &Path) -> Self {
        if path.as_os_str() == "-" {
            Self::Stdout
        } else {
            Self::File(in_canonical_folder(behind_links(path)))
        }
    }

    /// Returns the files that it writes and that exist already.
    pub(crate) fn handles(&self) -> Vec<Handle> {
        match self {
            Self::Stdout => Vec::new(),
            Self::File(path) => with_temporary(path).iter().filter_map(|path| handle(path)).collect(),
        }
    }

    /// Checks that the document can be written. Changes nothing.
    pub(crate) fn check(&self, force: bool) -> Result<(), Failure> {
        match self {
            Self::Stdout => Ok(()),
            Self::File(path) => {
                PartialFile::check_name(path, force)?;
                Ok(PartialFile::check_new(path, force, "already exists; pass --force to overwrite it")?)
            }
        }
    }

    pub(crate) fn write(&self, bytes: &[u8], force: bool) -> Result<(), Failure> {
        match self {
            Self::Stdout => {
                let mut out = io::stdout().lock();
                out.write_all(bytes)?;
                Ok(out.flush()?)
            }
            Self::File(path) => {
                let mut file = PartialFile::create(path, force)?;
                file.write_all(bytes).and_then(|()| file.finish(force)).or_else(|error| {
                    // The document is complete, but its name is taken. Keep it under its temporary name.
                    if error.kind() == io::ErrorKind::AlreadyExists {
                        return Err(Failure::refused(error.to_string()));
                    }
                    PartialFile::remove(path)?;
                    Err(Failure::refused_at(path, error))
                })
            }
        }
    }
}
