//! Runs the commands in documents. Each section runs in its own folder, block by block.
//!
//! A `console` block has commands, each followed by its output. Commands begin with `$ ` and continue with `> `. The
//! readers' Python runs a `python` block; the next `text` block is its output. `...` stands for omitted lines.

use super::readers;
use super::samples::Samples;
use std::process::{Command, Output};

/// A section: the text between two headings of the second level, or before the first.
pub(crate) struct Section<'a> {
    pub(crate) title: &'a str,
    pub(crate) blocks: Vec<Block<'a>>,
}

/// A fenced block.
pub(crate) struct Block<'a> {
    pub(crate) language: &'a str,
    pub(crate) lines: Vec<&'a str>,
}

pub(crate) fn sections(markdown: &str) -> Vec<Section<'_>> {
    let mut sections = vec![Section { title: "", blocks: Vec::new() }];
    let mut lines = markdown.lines();
    while let Some(line) = lines.next() {
        if let Some(title) = line.strip_prefix("## ") {
            sections.push(Section { title, blocks: Vec::new() });
        } else if let Some(language) = line.strip_prefix("```") {
            let lines = lines.by_ref().take_while(|line| *line != "```").collect();
            sections.last_mut().unwrap().blocks.push(Block { language, lines });
        }
    }
    sections
}

/// A command as typed, and the output shown below it.
#[derive(Debug, PartialEq)]
pub(crate) struct Typed<'a> {
    pub(crate) script: String,
    pub(crate) shown: Vec<&'a str>,
}

/// Returns the commands of a `console` block.
pub(crate) fn commands<'a>(block: &Block<'a>) -> Vec<Typed<'a>> {
    let mut commands: Vec<Typed<'_>> = Vec::new();
    for line in &block.lines {
        match (line.strip_prefix("$ "), line.strip_prefix("> "), commands.last_mut()) {
            (Some(script), ..) => commands.push(Typed { script: script.to_owned(), shown: Vec::new() }),
            (None, Some(more), Some(command)) if command.shown.is_empty() => {
                command.script.push('\n');
                command.script.push_str(more);
            }
            (None, _, Some(command)) => command.shown.push(line),
            (None, _, None) => panic!("a block starts with a command, after `$ `: {line:?}"),
        }
    }
    for command in &mut commands {
        while command.shown.last().is_some_and(|line| line.is_empty()) {
            command.shown.pop();
        }
    }
    commands
}

impl Section<'_> {
    /// Runs everything in the section, compares the output, and returns how much was run. `runs` returns the form in
    /// which to run a command, or `None` to skip it.
    #[track_caller]
    pub(crate) fn check(&self, folder: &Samples, runs: impl Fn(&str) -> Option<String>) -> usize {
        let mut run = 0;
        let mut blocks = self.blocks.iter();
        while let Some(block) = blocks.next() {
            match block.language {
                "console" => {
                    for command in commands(block) {
                        let Some(script) = runs(&command.script) else {
                            assert!(command.shown.is_empty(), "not checked: {}", command.script);
                            continue;
                        };
                        let printed = content(folder.bash(&format!("set -eu\n{script}")), &script);
                        assert_shown(&command.shown, &printed, &script);
                        run += 1;
                    }
                }
                "python" => {
                    let script = block.lines.join("\n");
                    let shown = blocks.next().filter(|block| block.language == "text");
                    let shown =
                        shown.unwrap_or_else(|| panic!("the document does not show the output of: {script}"));
                    if let Some(python) = readers::python() {
                        let mut program = Command::new(python);
                        program.args(["-c", &script]);
                        assert_shown(&shown.lines, &content(folder.run(program), &script), &script);
                        run += 1;
                    }
                }
                _ => {}
            }
        }
        run
    }
}

/// Returns standard output. Fails if the script failed or printed to standard error anything but what it wrote, and names
/// that no game has.
#[track_caller]
fn content(output: Output, script: &str) -> String {
    let error = String::from_utf8_lossy(&output.stderr);
    let is_usual = |line: &str| {
        ["wrote ", "no selected game has "].iter().any(|said| line.starts_with(&format!("destrier: {said}")))
    };
    let is_written = error.lines().all(is_usual);
    assert!(output.status.success() && is_written, "{script}: {}\n{error}", output.status);
    String::from_utf8(output.stdout).unwrap()
}

#[track_caller]
fn assert_shown(shown: &[&str], printed: &str, script: &str) {
    let lines: Vec<&str> = printed.trim_end().lines().collect();
    assert!(matches(shown, &lines), "{script}\nshown:\n{}\nprinted:\n{printed}", shown.join("\n"));
}

/// Returns whether the lines match those shown, where `...` stands for one or more lines.
pub(crate) fn matches(shown: &[&str], lines: &[&str]) -> bool {
    match (shown, lines) {
        ([], []) => true,
        (["...", shown @ ..], _) => (1..=lines.len()).any(|omitted| matches(shown, &lines[omitted..])),
        ([first, shown @ ..], [line, lines @ ..]) => {
            timeless(first) == timeless(line) && matches(shown, lines)
        }
        _ => false,
    }
}

/// Removes the time from the line of a summary that shows it.
fn timeless(line: &str) -> &str {
    if line.ends_with(" positions per second") { "" } else { line }
}
