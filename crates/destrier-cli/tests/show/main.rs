//! `destrier show`: positions in the terminal and as pictures.

#[path = "../common/mod.rs"]
mod common;

mod pictures;
mod position_argument;
mod terminal;

use common::destrier;
use std::process::Output;

/// Runs the command in an empty environment.
fn show(arguments: &[&str]) -> Output {
    show_in(arguments, &[])
}

/// Runs the command in this environment.
fn show_in(arguments: &[&str], environment: &[(&str, &str)]) -> Output {
    let mut command = destrier(["show"].iter().chain(arguments).copied());
    for name in ["LC_ALL", "LC_CTYPE", "LANG", "TERM", "NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "COLORTERM"]
    {
        command.env_remove(name);
    }
    command.envs(environment.iter().copied()).output().unwrap()
}

/// Returns standard output. Fails if the command fails or prints to standard error.
#[track_caller]
fn shown_in(arguments: &[&str], environment: &[(&str, &str)]) -> String {
    let Output { status, stdout, stderr } = show_in(arguments, environment);
    let stderr = String::from_utf8(stderr).unwrap();
    assert!(status.success() && stderr.is_empty(), "{arguments:?}: {status}\n{stderr}");
    String::from_utf8(stdout).unwrap()
}

#[track_caller]
fn shown(arguments: &[&str]) -> String {
    shown_in(arguments, &[])
}

/// Runs the command with bad arguments. Returns the exit status and the message.
#[track_caller]
fn refused(arguments: &[&str]) -> (i32, String) {
    let Output { status, stdout, stderr } = show(arguments);
    assert!(!status.success() && stdout.is_empty(), "{arguments:?}: {status}");
    (status.code().unwrap(), String::from_utf8(stderr).unwrap())
}

/// A fork of king and rook.
const FORK: &str = "r3k2r/8/8/1N6/8/8/8/4K3 w kq - 0 1";

/// A position from a real game, with findings of three patterns.
const MANY: &str = "r4rk1/pp3ppp/3b4/2p1pPB1/7N/2PP3n/PP4PP/R2Q2RK b - - 0 18";
