//! Stand-ins for the programs that the command runs.

use std::fs;
use std::process::{Command, Output, Stdio};
use tempfile::TempDir;

/// A folder with only the command in `bin`. In the build folder, other programs would be beside it.
pub(crate) struct Installation(pub(crate) TempDir);

impl Installation {
    pub(crate) fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let bin = folder.path().join("bin");
        fs::create_dir(&bin).unwrap();
        let (built, own) = (env!("CARGO_BIN_EXE_destrier"), bin.join("destrier"));
        // Copy if the folder for temporary files is on another file system.
        if fs::hard_link(built, &own).is_err() {
            let copied = Command::new("cp").arg(built).arg(&own).status().unwrap();
            assert!(copied.success());
        }
        Self(folder)
    }

    /// Installs a stand-in for a program. It writes its arguments into the folder, one per line, and ends with
    /// `ending`. A shell writes the file, because a file that this process has open for writing cannot be run.
    pub(crate) fn stand_in(&self, program: &str, folder: &str, ending: &str) {
        let script = format!(
            "#!/bin/sh\n: > {0}/arguments\nfor argument; do echo \"$argument\" >> {0}/arguments; done\n{ending}\n",
            self.0.path().display()
        );
        let path = self.0.path().join(folder).join(program);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        let write = "printf %s \"$1\" > \"$2\" && chmod +x \"$2\"";
        let shell = Command::new("sh").args(["-c", write, "sh", &script]).arg(path).status().unwrap();
        assert!(shell.success());
    }

    /// Returns the arguments of the last call.
    pub(crate) fn arguments(&self) -> Vec<String> {
        let text = fs::read_to_string(self.0.path().join("arguments")).unwrap();
        text.lines().map(str::to_owned).collect()
    }

    /// Runs the command with the folder `programs` in its PATH.
    pub(crate) fn run(&self, words: &[&str]) -> Output {
        let mut command = Command::new(self.0.path().join("bin/destrier"));
        let path = self.0.path().join("programs");
        command.args(words).env("PATH", path).stdin(Stdio::null()).output().unwrap()
    }
}
