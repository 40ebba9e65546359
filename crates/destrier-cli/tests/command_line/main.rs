//! Tests of all commands: help and its examples, the manual page, completions and standard output.
#![cfg(unix)]

#[path = "../common/mod.rs"]
mod common;
mod completions;
mod help;
mod man;
#[path = "../common/samples.rs"]
mod samples;
mod stdout;

use common::printed;
use samples::Samples;
use std::fs;
use std::process::Output;

/// The names of the commands, except `help`.
const COMMANDS: [&str; 13] = [
    "scan",
    "rates",
    "report",
    "convert",
    "features",
    "show",
    "board",
    "list",
    "explore",
    "serve",
    "sql",
    "completions",
    "man",
];

/// The words that call a command, and its `--help`.
type Help = (Vec<String>, String);

fn help_of<'a>(command: impl IntoIterator<Item = &'a String>) -> String {
    let words: Vec<&str> = command.into_iter().map(String::as_str).chain(["--help"]).collect();
    printed(words)
}

/// Returns the help of the program and of all commands at every level, except `help`.
fn helps() -> Vec<Help> {
    let mut helps: Vec<Help> = vec![(Vec::new(), help_of([]))];
    let mut i = 0;
    while let Some((command, text)) = helps.get(i) {
        let listed = text.lines().skip_while(|line| *line != "Commands:").skip(1);
        let names = listed.take_while(|line| !line.is_empty()).filter_map(|line| {
            // More deeply indented lines continue the description of a command.
            let line = line.strip_prefix("  ").filter(|line| !line.starts_with(' '))?;
            line.split(' ').next().filter(|name| *name != "help")
        });
        let commands: Vec<Vec<String>> =
            names.map(|name| command.iter().cloned().chain([name.to_owned()]).collect()).collect();
        helps.extend(commands.into_iter().map(|command| {
            let text = help_of(&command);
            (command, text)
        }));
        i += 1;
    }
    helps
}

/// Returns the example lines of a help text.
fn examples(help: &str) -> impl Iterator<Item = &str> {
    let lines = help.lines().filter_map(|line| line.strip_prefix("  "));
    lines.filter(|line| line.starts_with("destrier "))
}

/// Runs a line in a shell that finds the command, in a folder with the samples and with a writable home.
fn shell(line: &str) -> Output {
    let folder = Samples::new();
    for home in [".zfunc", ".config/fish/completions"] {
        fs::create_dir_all(folder.path().join(home)).unwrap();
    }
    folder.bash(line)
}

/// Returns what a line prints in a shell. Fails if the line fails or prints to standard error anything but what it wrote.
#[track_caller]
fn typed(line: &str) -> String {
    let Output { status, stdout, stderr } = shell(line);
    let stderr = String::from_utf8_lossy(&stderr);
    let is_written = stderr.lines().all(|line| line.starts_with("destrier: wrote "));
    assert!(status.success() && is_written, "{line}: {status}\n{stderr}");
    String::from_utf8(stdout).unwrap()
}

/// Returns whether `man` is installed and reads a page from standard input. Some systems only have a stub.
fn man_reads_pages() -> bool {
    let Output { status, stdout, .. } = shell("echo '.TH TITLE 1' | man -l -");
    status.success() && String::from_utf8_lossy(&stdout).contains("TITLE(1)")
}
