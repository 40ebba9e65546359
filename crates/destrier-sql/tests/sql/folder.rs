//! A folder to run commands in.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// A temporary folder. A shell finds `destrier-sql` there, and uses it as home.
pub(crate) struct Folder(tempfile::TempDir);

impl Folder {
    pub(crate) fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    /// Creates a folder with a copy of the repository's samples.
    pub(crate) fn with_samples() -> Self {
        let folder = Self::new();
        let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../samples");
        fs::create_dir(folder.path().join("samples")).unwrap();
        for entry in fs::read_dir(samples).unwrap() {
            let entry = entry.unwrap();
            fs::copy(entry.path(), folder.path().join("samples").join(entry.file_name())).unwrap();
        }
        folder
    }

    pub(crate) fn path(&self) -> &Path {
        self.0.path()
    }

    /// Writes a file, and creates the folders above it.
    pub(crate) fn write(&self, name: &str, bytes: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, bytes).unwrap();
        path
    }

    /// Runs a script in bash.
    pub(crate) fn bash(&self, script: &str) -> Output {
        let mut bash = Command::new("bash");
        bash.args(["--norc", "-o", "pipefail", "-c", script]);
        self.run(bash)
    }

    /// Runs a program in the folder.
    pub(crate) fn run(&self, mut program: Command) -> Output {
        self.place(&mut program).stdin(Stdio::null()).output().unwrap()
    }

    /// Sets up a program to run in the folder.
    pub(crate) fn place<'a>(&self, program: &'a mut Command) -> &'a mut Command {
        let binaries = Path::new(env!("CARGO_BIN_EXE_destrier-sql")).parent().unwrap();
        let path = format!("{}:{}", binaries.display(), std::env::var("PATH").unwrap());
        program
            .current_dir(self.path())
            .env("HOME", self.path())
            .env_remove("XDG_DATA_HOME")
            .env("PATH", path)
    }
}
