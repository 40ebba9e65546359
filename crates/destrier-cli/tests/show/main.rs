//! `destrier show`: positions, drawn in the terminal and as pictures.

#[path = "../common/mod.rs"]
mod common;

mod pictures;
mod position_argument;
mod terminal;

use common::destrier;
use std::process::Output;

/// What the command does where nothing in the environment says how the terminal is.
fn show(arguments: &[&str]) -> Output {
    show_in(arguments, &[])
}

/// What it does in an environment.
fn show_in(arguments: &[&str], environment: &[(&str, &str)]) -> Output {
    let mut command = destrier(["show"].iter().chain(arguments).copied());
    for name in ["LC_ALL", "LC_CTYPE", "LANG", "TERM", "NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "COLORTERM"]
    {
        command.env_remove(name);
    }
    command.envs(environment.iter().copied()).output().unwrap()
}

/// What it prints, when it is content and says nothing on the side.
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

/// The exit status and what it says of arguments that it does not take.
#[track_caller]
fn refused(arguments: &[&str]) -> (i32, String) {
    let Output { status, stdout, stderr } = show(arguments);
    assert!(!status.success() && stdout.is_empty(), "{arguments:?}: {status}");
    (status.code().unwrap(), String::from_utf8(stderr).unwrap())
}

/// A fork of king and rook.
const FORK: &str = "r3k2r/8/8/1N6/8/8/8/4K3 w kq - 0 1";

/// A position of a real game with findings of three patterns.
const MANY: &str = "r4rk1/pp3ppp/3b4/2p1pPB1/7N/2PP3n/PP4PP/R2Q2RK b - - 0 18";
