//! `destrier serve` and `destrier sql` run another program, or explain how to install it.
#![cfg(unix)]

use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::process::{Command, Output, Stdio};
use tempfile::TempDir;

/// Each command, the program that it runs, and the advice if that is not installed.
const PROGRAMS: [(&str, &str, &str); 2] = [
    (
        "serve",
        "destrier-explorer",
        "the explorer is not installed; to install it, run in a clone of Destrier: \
                                    crates/destrier-explorer/build --install",
    ),
    (
        "sql",
        "destrier-sql",
        "destrier-sql is not installed; to install it, run in a clone of Destrier: \
                             cargo install --path crates/destrier-sql --profile sql",
    ),
];

/// A folder with only the command in `bin`. In the build folder, other programs would be beside it.
struct Installation(TempDir);

impl Installation {
    fn new() -> Self {
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
    fn stand_in(&self, program: &str, folder: &str, ending: &str) {
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
    fn arguments(&self) -> Vec<String> {
        let text = fs::read_to_string(self.0.path().join("arguments")).unwrap();
        text.lines().map(str::to_owned).collect()
    }

    /// Runs the command with the folder `programs` in its PATH.
    fn run(&self, words: &[&str]) -> Output {
        let mut command = Command::new(self.0.path().join("bin/destrier"));
        let path = self.0.path().join("programs");
        command.args(words).env("PATH", path).stdin(Stdio::null()).output().unwrap()
    }

    /// Returns the output of the command.
    fn printed(&self, words: &[&str]) -> String {
        String::from_utf8(self.run(words).stdout).unwrap()
    }
}

#[test]
fn a_program_that_is_missing_or_cannot_run_is_reported() {
    for (command, program, advice) in PROGRAMS {
        let installation = Installation::new();
        let Output { status, stdout, stderr } = installation.run(&[command]);
        assert_eq!((status.code(), stdout.len()), (Some(1), 0));
        assert_eq!(String::from_utf8(stderr).unwrap(), format!("destrier: {advice}\n"));
        fs::write(installation.0.path().join("bin").join(program), "no program").unwrap();
        let Output { status, stderr, .. } = installation.run(&[command]);
        let words = String::from_utf8(stderr).unwrap();
        assert!(status.code() == Some(1), "{words}");
        assert!(words.starts_with(&format!("destrier: cannot run {program}: ")), "{words}");
    }
}

#[test]
fn arguments_output_and_status_are_passed_on() {
    for (command, program, _) in PROGRAMS {
        let arguments: &[&[&str]] = match command {
            "serve" => &[&[], &["--port", "9000"]],
            _ => &[
                &[],
                &["-c", "SELECT 1; SELECT 2", "--format", "csv"],
                &["-o", "x", "--help", "--unknown", "-"],
            ],
        };
        for (folder, arguments) in
            ["bin", "programs"].into_iter().flat_map(|folder| arguments.iter().map(move |a| (folder, *a)))
        {
            let installation = Installation::new();
            installation.stand_in(program, folder, "echo answered; echo why >&2; exit 7");
            let Output { status, stdout, stderr } = installation.run(&[&[command], arguments].concat());
            let told = (status.code(), &stdout[..], &stderr[..]);
            assert_eq!(told, (Some(7), &b"answered\n"[..], &b"why\n"[..]), "{folder}");
            assert_eq!(installation.arguments(), arguments, "{folder}");
        }
        let installation = Installation::new();
        installation.stand_in(program, "bin", "kill -TERM $$");
        installation.stand_in(program, "programs", "exit 9");
        const TERMINATION: i32 = 15;
        let signal = installation.run(&[command]).status.signal();
        assert_eq!(signal, Some(TERMINATION), "the program beside the command has priority");
    }
}

#[test]
fn the_examples_of_the_help_run() {
    let query = "SELECT squares(fork_squares('a8,e8'))";
    for ((command, program, _), examples, calls) in [
        (PROGRAMS[0], vec!["".to_owned(), " --port 9000".to_owned()], [vec![], vec!["--port", "9000"]]),
        (
            PROGRAMS[1],
            vec!["  # a prompt".to_owned(), format!(" -c \"{query}\"")],
            [vec![], vec!["-c", query]],
        ),
    ] {
        let installation = Installation::new();
        installation.stand_in(program, "bin", "exit 0");
        let help = installation.printed(&[command, "--help"]);
        let shown = help.lines().filter_map(|line| line.strip_prefix(&format!("  destrier {command}")[..]));
        assert_eq!(shown.collect::<Vec<_>>(), examples);
        for call in calls {
            assert!(installation.run(&[&[command], &call[..]].concat()).status.success());
            assert_eq!(installation.arguments(), call);
        }
    }
}

#[test]
fn wrong_ports_are_rejected_before_the_server_starts() {
    let installation = Installation::new();
    installation.stand_in(PROGRAMS[0].1, "bin", "exit 0");
    for words in [&["serve", "--port", "65536"][..], &["serve", "--port", "x"], &["serve", "9000"]] {
        assert_eq!(installation.run(words).status.code(), Some(2), "{words:?}");
    }
    assert!(!installation.0.path().join("arguments").exists(), "the program was not called");
}
