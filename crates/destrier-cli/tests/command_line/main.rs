//! What all commands have in common: help whose examples run, the manual page, completions, standard output.
#![cfg(unix)]

#[path = "../common/mod.rs"]
mod common;
mod completions;
#[path = "../common/folder.rs"]
mod folder;
mod help;
mod man;
mod stdout;

use common::printed;
use folder::Folder;
use std::fs;
use std::process::Output;

/// A command, by the words that call it, and its `--help`.
type Help = (Vec<String>, String);

fn help_of<'a>(command: impl IntoIterator<Item = &'a String>) -> String {
    let words: Vec<&str> = command.into_iter().map(String::as_str).chain(["--help"]).collect();
    printed(words)
}

/// The help of the command, of all its commands, and of theirs; not that of `help`.
fn helps() -> Vec<Help> {
    let mut helps: Vec<Help> = vec![(Vec::new(), help_of([]))];
    let mut i = 0;
    while let Some((command, text)) = helps.get(i) {
        let listed = text.lines().skip_while(|line| *line != "Commands:").skip(1);
        let names = listed.take_while(|line| !line.is_empty()).filter_map(|line| {
            // Deeper lines go on with what is said of a command.
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

/// The lines of a help that can be typed.
fn examples(help: &str) -> impl Iterator<Item = &str> {
    let lines = help.lines().filter_map(|line| line.strip_prefix("  "));
    lines.filter(|line| line.starts_with("destrier "))
}

/// A line in a shell that knows the command, with the samples in its folder and a home that can be written to.
fn shell(line: &str) -> Output {
    let folder = Folder::with_samples();
    for home in [".zfunc", ".config/fish/completions"] {
        fs::create_dir_all(folder.path().join(home)).unwrap();
    }
    folder.bash(line)
}

/// What a line prints in a shell, when all goes well.
#[track_caller]
fn typed(line: &str) -> String {
    let Output { status, stdout, stderr } = shell(line);
    let stderr = String::from_utf8_lossy(&stderr);
    assert!(status.success() && stderr.is_empty(), "{line}: {status}\n{stderr}");
    String::from_utf8(stdout).unwrap()
}

/// Whether there is a `man` that reads a page from standard input. Not all do, and some only say that it is missing.
fn man_reads_pages() -> bool {
    let Output { status, stdout, .. } = shell("echo '.TH TITLE 1' | man -l -");
    status.success() && String::from_utf8_lossy(&stdout).contains("TITLE(1)")
}
