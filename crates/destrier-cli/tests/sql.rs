//! `destrier sql`: runs the program for SQL, or explains how to install it.
#![cfg(unix)]

#[path = "common/stand_in.rs"]
mod stand_in;

use stand_in::Installation;
use std::fs;
use std::process::Output;

const PROGRAM: &str = "destrier-sql";

#[test]
fn a_missing_program_explains_how_to_install_it() {
    let installation = Installation::new();
    let Output { status, stdout, stderr } = installation.run(&["sql", "-c", "SELECT 1"]);
    assert_eq!((status.code(), stdout.len()), (Some(1), 0));
    assert_eq!(
        String::from_utf8(stderr).unwrap(),
        "destrier: destrier-sql is not installed; to install it, run in a clone of Destrier: \
         cargo install --path crates/destrier-sql --profile sql\n"
    );
}

#[test]
fn a_program_that_cannot_run_is_reported() {
    let installation = Installation::new();
    fs::write(installation.0.path().join("bin").join(PROGRAM), "no program").unwrap();
    let Output { status, stderr, .. } = installation.run(&["sql"]);
    assert_eq!(status.code(), Some(1));
    let words = String::from_utf8(stderr).unwrap();
    assert!(words.starts_with("destrier: cannot run destrier-sql: "), "{words}");
}

#[test]
fn arguments_output_and_status_are_passed_on() {
    for folder in ["bin", "programs"] {
        let installation = Installation::new();
        installation.stand_in(PROGRAM, folder, "echo answered; echo why >&2; exit 7");
        for arguments in [
            &[][..],
            &["-c", "SELECT 1; SELECT 2", "--format", "csv"],
            &["-f", "a.sql", "--unknown", "-"],
            &["-o", "x.csv", "--help", "--version"],
        ] {
            let words: Vec<&str> = ["sql"].into_iter().chain(arguments.iter().copied()).collect();
            let Output { status, stdout, stderr } = installation.run(&words);
            assert_eq!(
                (status.code(), &stdout[..], &stderr[..]),
                (Some(7), &b"answered\n"[..], &b"why\n"[..])
            );
            assert_eq!(installation.arguments(), arguments, "{folder}");
        }
    }
}

#[test]
fn the_examples_of_the_help_run() {
    let installation = Installation::new();
    installation.stand_in(PROGRAM, "bin", "exit 0");
    let help = String::from_utf8(installation.run(&["sql", "--help"]).stdout).unwrap();
    assert!(
        help.contains("destrier-sql --help")
            && help.contains("cargo install --path crates/destrier-sql --profile sql")
    );
    let examples: Vec<&str> = help.lines().filter_map(|line| line.strip_prefix("  destrier sql")).collect();
    assert_eq!(examples, ["  # a prompt", " -c \"SELECT squares(fork_squares('a8,e8'))\""]);
    assert!(installation.run(&["sql"]).status.success());
    assert!(installation.arguments().is_empty());
    assert!(installation.run(&["sql", "-c", "SELECT squares(fork_squares('a8,e8'))"]).status.success());
    assert_eq!(installation.arguments(), ["-c", "SELECT squares(fork_squares('a8,e8'))"]);
}
