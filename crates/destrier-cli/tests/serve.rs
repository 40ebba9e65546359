//! `destrier serve`: runs the explorer's server, or explains how to install it.
#![cfg(unix)]

#[path = "common/stand_in.rs"]
mod stand_in;

use stand_in::Installation;
use std::fs;
use std::process::Output;

const SERVER: &str = "destrier-explorer";

#[test]
fn a_missing_server_explains_how_to_install_it() {
    let installation = Installation::new();
    let Output { status, stdout, stderr } = installation.run(&["serve", "--port", "9000"]);
    assert_eq!((status.code(), stdout.len()), (Some(1), 0));
    assert_eq!(
        String::from_utf8(stderr).unwrap(),
        "destrier: the explorer is not installed; to install it, run in a clone of Destrier: \
         crates/destrier-explorer/build --install\n"
    );
}

#[test]
fn a_server_that_cannot_run_is_reported() {
    let installation = Installation::new();
    fs::write(installation.0.path().join("bin").join(SERVER), "no program").unwrap();
    let Output { status, stderr, .. } = installation.run(&["serve"]);
    assert_eq!(status.code(), Some(1));
    let words = String::from_utf8(stderr).unwrap();
    assert!(words.starts_with("destrier: cannot run destrier-explorer: "), "{words}");
}

#[test]
fn arguments_output_and_status_are_passed_on() {
    for folder in ["bin", "programs"] {
        let installation = Installation::new();
        installation.stand_in(SERVER, folder, "echo served; echo why >&2; exit 7");
        let Output { status, stdout, stderr } = installation.run(&["serve", "--port", "9000"]);
        assert_eq!(installation.arguments(), ["--port", "9000"], "{folder}");
        assert_eq!((status.code(), &stdout[..], &stderr[..]), (Some(7), &b"served\n"[..], &b"why\n"[..]));
        assert_eq!(installation.run(&["serve"]).status.code(), Some(7));
        assert!(installation.arguments().is_empty(), "{folder}");
    }
}

#[test]
fn a_server_beside_the_command_has_priority() {
    let installation = Installation::new();
    installation.stand_in(SERVER, "bin", "exit 0");
    installation.stand_in(SERVER, "programs", "exit 9");
    assert_eq!(installation.run(&["serve"]).status.code(), Some(0));
}

#[test]
fn the_signal_that_ends_the_server_is_passed_on() {
    use std::os::unix::process::ExitStatusExt;

    let installation = Installation::new();
    installation.stand_in(SERVER, "bin", "kill -TERM $$");
    const TERMINATION: i32 = 15;
    assert_eq!(installation.run(&["serve"]).status.signal(), Some(TERMINATION));
}

#[test]
fn the_examples_of_the_help_run() {
    let installation = Installation::new();
    installation.stand_in(SERVER, "bin", "exit 0");
    let help = installation.printed(&["serve", "--help"]);
    let mut calls = Vec::new();
    for example in help.lines().filter_map(|line| line.strip_prefix("  destrier ")) {
        let words: Vec<&str> = example.split(' ').collect();
        assert!(installation.run(&words).status.success(), "{example}");
        calls.push(installation.arguments().join(" "));
    }
    assert_eq!(calls, ["", "--port 9000"]);
}

#[test]
fn wrong_ports_are_rejected_before_the_server_starts() {
    let installation = Installation::new();
    installation.stand_in(SERVER, "bin", "exit 0");
    for words in [&["serve", "--port", "65536"][..], &["serve", "--port", "x"], &["serve", "9000"]] {
        assert_eq!(installation.run(words).status.code(), Some(2), "{words:?}");
    }
    assert!(!installation.0.path().join("arguments").exists(), "the program was not called");
}
