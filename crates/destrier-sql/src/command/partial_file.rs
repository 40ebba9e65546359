//! A file that appears under its name when it is complete.

use super::failure::Failure;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// The file to remove if the command ends before the file is complete.
static UNFINISHED: Mutex<Option<PathBuf>> = Mutex::new(None);

/// An incomplete file with a temporary name. It is removed unless it is completed.
pub(crate) struct PartialFile {
    path: PathBuf,
    target: PathBuf,
    /// Whether it may replace an existing file.
    overwrite: bool,
}

impl PartialFile {
    /// Creates the file and opens it. An existing target is an error unless `overwrite`.
    pub(crate) fn create(target: &Path, overwrite: bool) -> Result<(Self, File), Failure> {
        let refused = |reason: String| Failure::refused(format!("{}: {reason}", target.display()));
        match fs::metadata(target) {
            Ok(metadata) if !metadata.is_file() => {
                return Err(refused("not a regular file; choose another name".to_owned()));
            }
            Ok(_) if !overwrite => {
                return Err(refused("already exists; pass --force to overwrite it".to_owned()));
            }
            Err(_) if target.symlink_metadata().is_ok() => {
                let reason = "a broken link; name the file that it should point to";
                return Err(refused(reason.to_owned()));
            }
            _ => {}
        }
        // A link stays; its target is replaced.
        let target = fs::canonicalize(target).unwrap_or_else(|_| target.to_owned());
        let mut path = target.clone().into_os_string();
        path.push(".partial");
        let path = PathBuf::from(path);
        let file = File::create_new(&path).map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => {
                let path = path.display();
                refused(format!(
                    "{path} already exists: another run is writing it or left it behind; \
                     if no run is active, move it away"
                ))
            }
            _ => refused(error.to_string()),
        })?;
        set_unfinished(Some(path.clone()));
        Ok((Self { path, target, overwrite }, file))
    }

    /// Gives the file its name.
    ///
    /// # Errors
    ///
    /// Returns an error if that fails, or if a file of this name has appeared.
    pub(crate) fn appear(&self) -> Result<(), Failure> {
        let Self { path, target, overwrite } = self;
        if *overwrite {
            fs::rename(path, target)?;
        } else {
            // Renaming would replace a file that has appeared since.
            match fs::hard_link(path, target) {
                Ok(()) => fs::remove_file(path)?,
                // Some file systems have no hard links.
                Err(error)
                    if error.kind() != io::ErrorKind::AlreadyExists && target.symlink_metadata().is_err() =>
                {
                    fs::rename(path, target)?;
                }
                Err(_) => {
                    // Keep the answer, which may have taken hours.
                    set_unfinished(None);
                    let (path, target) = (path.display(), target.display());
                    let reason = format!("{target}: appeared during the run; the new data is in {path}");
                    return Err(Failure::refused(reason));
                }
            }
        }
        set_unfinished(None);
        Ok(())
    }
}

impl Drop for PartialFile {
    fn drop(&mut self) {
        remove_unfinished();
    }
}

fn set_unfinished(file: Option<PathBuf>) {
    *UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner) = file;
}

/// Removes the incomplete file, if there is one.
pub(crate) fn remove_unfinished() {
    if let Some(file) = UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner).take() {
        let _ = fs::remove_file(file);
    }
}
