//! A temporary folder in which the binary runs.

use std::ffi::OsStr;
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};
use tempfile::TempDir;

/// Tests run one at a time, so that they do not compete for memory and processors.
static ALONE: Mutex<()> = Mutex::new(());

/// A temporary folder. Only one exists at a time.
pub(crate) struct Folder(
    TempDir,
    #[expect(dead_code, reason = "held until the folder goes")] MutexGuard<'static, ()>,
);

impl Folder {
    pub(crate) fn new() -> Self {
        let alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
        Self(tempfile::tempdir().unwrap(), alone)
    }

    pub(crate) fn path(&self, name: impl AsRef<OsStr>) -> PathBuf {
        self.0.path().join(name.as_ref())
    }

    /// Writes a file, and creates the folders above it.
    pub(crate) fn write(&self, name: impl AsRef<OsStr>, bytes: impl AsRef<[u8]>) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }

    /// Returns a command that runs the binary. Arguments are split at spaces.
    pub(crate) fn destrier(&self, arguments: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_destrier"));
        command.current_dir(self.0.path()).args(arguments.split_whitespace()).stdin(Stdio::null());
        command
    }
}
