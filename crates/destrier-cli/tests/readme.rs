//! What the README shows is what happens: its commands run, their output is as printed, its boards are the registry's.

use destrier::{Board, Color};
use destrier_games::{PATTERNS, Pattern};
use std::path::{Path, PathBuf};
use std::process::Command;

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn readme() -> String {
    std::fs::read_to_string(repository().join("README.md")).unwrap()
}

/// The lines of each fenced block of a language.
fn blocks<'a>(markdown: &'a str, language: &str) -> Vec<Vec<&'a str>> {
    let mut blocks = Vec::new();
    let mut lines = markdown.lines();
    while let Some(line) = lines.next() {
        if let Some(info) = line.strip_prefix("```") {
            let block = lines.by_ref().take_while(|line| *line != "```").collect();
            if info == language {
                blocks.push(block);
            }
        }
    }
    blocks
}

/// The commands of a block, each with the lines shown below it.
fn commands<'a>(block: &[&'a str]) -> Vec<(&'a str, Vec<&'a str>)> {
    let mut commands: Vec<(&str, Vec<&str>)> = Vec::new();
    for line in block {
        match (line.strip_prefix("$ "), commands.last_mut()) {
            (Some(command), _) => commands.push((command, Vec::new())),
            (None, Some((_, shown))) => shown.push(line),
            (None, None) => panic!("a block starts with a command, after `$ `: {line:?}"),
        }
    }
    for (_, shown) in &mut commands {
        while shown.last().is_some_and(|line| line.is_empty()) {
            shown.pop();
        }
    }
    commands
}

/// What is done about a command of the README.
#[derive(Debug, PartialEq)]
enum Action<'a> {
    /// The command `destrier` is run with these arguments.
    Run(Vec<&'a str>),
    /// Nothing: this test is part of it, or it takes too long.
    Trust,
}

fn action(command: &str) -> Action<'_> {
    assert!(!command.contains(['|', '>', '<', '&', ';', '"', '\'', '\\']), "needs a shell: {command}");
    let words: Vec<&str> = command.split_whitespace().collect();
    match words[..] {
        ["destrier", ref arguments @ ..] | ["cargo", "run", "--release", "--", ref arguments @ ..] => {
            Action::Run(arguments.to_vec())
        }
        ["cargo", "test" | "bench" | "doc", ..] => Action::Trust,
        _ => panic!("the README has a command that is not known here: {command}"),
    }
}

/// Whether the lines are those shown, where `...` stands for one or more lines.
fn matches(shown: &[&str], lines: &[&str]) -> bool {
    match (shown, lines) {
        ([], []) => true,
        (["...", shown @ ..], _) => (1..=lines.len()).any(|omitted| matches(shown, &lines[omitted..])),
        ([first, shown @ ..], [line, lines @ ..]) => {
            timeless(first) == timeless(line) && matches(shown, lines)
        }
        _ => false,
    }
}

/// The line of the summary that tells the time, without it.
fn timeless(line: &str) -> &str {
    match line.split_once(" positions in ") {
        Some((positions, time)) if time.ends_with(" a second") => positions,
        _ => line,
    }
}

#[test]
fn commands_do_what_the_readme_shows() {
    let readme = readme();
    let mut run = 0;
    for block in blocks(&readme, "console").into_iter().chain(blocks(&readme, "sh")) {
        for (command, shown) in commands(&block) {
            let Action::Run(arguments) = action(command) else {
                assert!(shown.is_empty(), "output that is not checked: {command}");
                continue;
            };
            let output = Command::new(env!("CARGO_BIN_EXE_destrier"))
                .args(arguments)
                .current_dir(repository())
                .output()
                .unwrap();
            let error = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success(), "{command}: {}\n{error}", output.status);
            let text = String::from_utf8(output.stdout).unwrap();
            let lines: Vec<&str> = text.lines().collect();
            assert!(
                shown.is_empty() || matches(&shown, &lines),
                "{command}\nshown:\n{}\nprinted:\n{text}",
                shown.join("\n")
            );
            run += 1;
        }
    }
    assert!(run > 0, "the README runs nothing");
}

#[test]
fn boards_are_the_examples_of_the_registry() {
    const COLUMN: usize = 20;
    let column = |pattern: &Pattern| {
        let placement = pattern.example.split(' ').next().unwrap();
        let board = Board::from_placement(placement, Color::White).unwrap().to_string();
        std::iter::once(pattern.name.to_owned()).chain(board.lines().map(str::to_owned)).collect::<Vec<_>>()
    };
    let rows = PATTERNS.chunks(3).map(|patterns| {
        let columns: Vec<_> = patterns.iter().map(|pattern| column(pattern)).collect();
        let line =
            |i: usize| columns.iter().map(|column| format!("{:<COLUMN$}", column[i])).collect::<String>();
        (0..9).map(|i| line(i).trim_end().to_owned()).collect::<Vec<_>>().join("\n")
    });
    let expected = rows.collect::<Vec<_>>().join("\n\n");
    let shown = blocks(&readme(), "text").concat().join("\n");
    assert_eq!(shown, expected);
}

#[test]
fn every_pattern_is_explained() {
    let readme = readme();
    for pattern in PATTERNS {
        assert!(readme.contains(&format!("- **{}**: ", pattern.name)), "{}", pattern.name);
    }
}

#[test]
fn this_test_can_fail() {
    assert!(matches(&["a", "...", "d"], &["a", "b", "c", "d"]));
    assert!(!matches(&["a", "...", "d"], &["a", "d"]), "`...` stands for something");
    assert!(!matches(&["a", "..."], &["b", "c"]));
    assert!(!matches(&["a"], &["a", "b"]));
    assert!(matches(&["  4 positions in 0.10 s, 40 a second"], &["  4 positions in 2.00 s, 2 a second"]));
    assert!(!matches(&["  4 positions in 0.10 s, 40 a second"], &["  5 positions in 0.10 s, 50 a second"]));
    assert_eq!(action("destrier list"), Action::Run(vec!["list"]));
    assert_eq!(action("cargo run --release -- scan -"), Action::Run(vec!["scan", "-"]));
    assert_eq!(action("cargo test"), Action::Trust);
    for command in ["cargo run -- list", "curl x", "destrier list | head"] {
        assert!(std::panic::catch_unwind(|| action(command)).is_err(), "{command}");
    }
}
