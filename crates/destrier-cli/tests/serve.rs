//! `destrier serve`: finds the explorer's server, or says how to get it.
#![cfg(unix)]

use std::fs;
use std::process::{Command, Output, Stdio};
use tempfile::TempDir;

/// A folder with the command in `bin`, where no build has put a server beside it.
fn installed() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let bin = folder.path().join("bin");
    fs::create_dir(&bin).unwrap();
    let (built, own) = (env!("CARGO_BIN_EXE_destrier"), bin.join("destrier"));
    // Not everything can be linked to from the folder of temporary files.
    if fs::hard_link(built, &own).is_err() {
        let copied = Command::new("cp").arg(built).arg(&own).status().unwrap();
        assert!(copied.success());
    }
    folder
}

/// Puts a program where the server would be. It writes its arguments into the folder, one a line, and ends as told.
/// A shell writes it: a file that this process has open for writing cannot be run.
fn stand_in(folder: &TempDir, place: &str, ending: &str) {
    let program = format!(
        "#!/bin/sh\n: > {0}/arguments\nfor argument; do echo \"$argument\" >> {0}/arguments; done\n{ending}\n",
        folder.path().display()
    );
    let path = folder.path().join(place).join("destrier-explorer");
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    let script = "printf %s \"$1\" > \"$2\" && chmod +x \"$2\"";
    let shell = Command::new("sh").args(["-c", script, "sh", &program]).arg(path).status().unwrap();
    assert!(shell.success());
}

fn arguments(folder: &TempDir) -> Vec<String> {
    let text = fs::read_to_string(folder.path().join("arguments")).unwrap();
    text.lines().map(str::to_owned).collect()
}

/// What the command does, with a folder of programs in its PATH.
fn serve(folder: &TempDir, words: &[&str], path: &str) -> Output {
    let mut command = Command::new(folder.path().join("bin/destrier"));
    command.args(words).env("PATH", folder.path().join(path)).stdin(Stdio::null()).output().unwrap()
}

#[test]
fn without_the_server_it_says_how_to_get_it() {
    let folder = installed();
    let Output { status, stdout, stderr } = serve(&folder, &["serve", "--port", "9000"], "programs");
    assert_eq!((status.code(), stdout.len()), (Some(1), 0));
    assert_eq!(
        String::from_utf8(stderr).unwrap(),
        "destrier: the explorer is not installed; in a clone of Destrier, crates/destrier-explorer/build --install \
         builds and installs it\n"
    );
}

#[test]
fn a_server_that_cannot_be_run_is_told() {
    let folder = installed();
    fs::write(folder.path().join("bin/destrier-explorer"), "no program").unwrap();
    let Output { status, stderr, .. } = serve(&folder, &["serve"], "programs");
    assert_eq!(status.code(), Some(1));
    let words = String::from_utf8(stderr).unwrap();
    assert!(words.starts_with("destrier: destrier-explorer cannot be run: "), "{words}");
}

#[test]
fn the_server_gets_the_arguments_and_its_output_and_status_are_passed_on() {
    for place in ["bin", "programs"] {
        let folder = installed();
        stand_in(&folder, place, "echo served; echo why >&2; exit 7");
        let Output { status, stdout, stderr } = serve(&folder, &["serve", "--port", "9000"], "programs");
        assert_eq!(arguments(&folder), ["--port", "9000"], "{place}");
        assert_eq!((status.code(), &stdout[..], &stderr[..]), (Some(7), &b"served\n"[..], &b"why\n"[..]));
        assert_eq!(serve(&folder, &["serve"], "programs").status.code(), Some(7));
        assert!(arguments(&folder).is_empty(), "{place}");
    }
}

#[test]
fn the_server_beside_the_command_comes_first() {
    let folder = installed();
    stand_in(&folder, "bin", "exit 0");
    stand_in(&folder, "programs", "exit 9");
    assert_eq!(serve(&folder, &["serve"], "programs").status.code(), Some(0));
}

#[test]
fn it_ends_by_the_signal_that_ends_the_server() {
    use std::os::unix::process::ExitStatusExt;

    let folder = installed();
    stand_in(&folder, "bin", "kill -TERM $$");
    const TERMINATION: i32 = 15;
    assert_eq!(serve(&folder, &["serve"], "programs").status.signal(), Some(TERMINATION));
}

#[test]
fn the_examples_of_the_help_run() {
    let folder = installed();
    stand_in(&folder, "bin", "exit 0");
    let help = String::from_utf8(serve(&folder, &["serve", "--help"], "programs").stdout).unwrap();
    let mut calls = Vec::new();
    for example in help.lines().filter_map(|line| line.strip_prefix("  destrier ")) {
        let words: Vec<&str> = example.split(' ').collect();
        assert!(serve(&folder, &words, "programs").status.success(), "{example}");
        calls.push(arguments(&folder).join(" "));
    }
    assert_eq!(calls, ["", "--port 9000"]);
}

#[test]
fn wrong_ports_are_told_before_the_server_is_looked_for() {
    let folder = installed();
    stand_in(&folder, "bin", "exit 0");
    for words in [&["serve", "--port", "65536"][..], &["serve", "--port", "x"], &["serve", "9000"]] {
        assert_eq!(serve(&folder, words, "programs").status.code(), Some(2), "{words:?}");
    }
    assert!(!folder.path().join("arguments").exists());
}
