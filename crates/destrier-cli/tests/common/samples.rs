//! A copy of the samples to run commands in.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// A temporary folder with a copy of the repository's samples. Shells in it find `destrier` and use it as their home.
pub(crate) struct Samples(tempfile::TempDir);

impl Samples {
    pub(crate) fn new() -> Self {
        let copy = Self(tempfile::tempdir().unwrap());
        let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../samples");
        fs::create_dir(copy.path().join("samples")).unwrap();
        for entry in fs::read_dir(samples).unwrap() {
            let entry = entry.unwrap();
            fs::copy(entry.path(), copy.path().join("samples").join(entry.file_name())).unwrap();
        }
        copy
    }

    pub(crate) fn path(&self) -> &Path {
        self.0.path()
    }

    /// Runs a script in bash.
    pub(crate) fn bash(&self, script: &str) -> Output {
        let mut bash = Command::new("bash");
        bash.args(["--norc", "-o", "pipefail", "-c", script]);
        self.run(bash)
    }

    /// Runs a program in the folder.
    pub(crate) fn run(&self, mut program: Command) -> Output {
        let binaries = Path::new(env!("CARGO_BIN_EXE_destrier")).parent().unwrap();
        let path = format!("{}:{}", binaries.display(), std::env::var("PATH").unwrap());
        program
            .current_dir(self.path())
            .env("HOME", self.path())
            .env("PATH", path)
            .stdin(Stdio::null())
            .output()
            .unwrap()
    }
}
