//! The file to remove if the command ends before the file is complete.

use destrier_games::output::PartialFile;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

static UNFINISHED: Mutex<Option<PathBuf>> = Mutex::new(None);

/// Removes an incomplete file when it is dropped.
pub(crate) struct Unfinished(());

impl Unfinished {
    pub(crate) fn new(target: PathBuf) -> Self {
        set(Some(target));
        Self(())
    }

    /// Keeps the file.
    pub(crate) fn keep(self) {
        set(None);
    }
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        remove_unfinished();
    }
}

fn set(target: Option<PathBuf>) {
    *UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner) = target;
}

/// Removes the incomplete file, if there is one.
pub(crate) fn remove_unfinished() {
    if let Some(target) = UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner).take() {
        let _ = PartialFile::remove(&target);
    }
}
