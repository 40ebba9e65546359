//! Documents whose commands are run: each section in a folder of its own, block by block, as they stand.
//!
//! A block of `console` has commands, after `$ ` and, where they go on, `> `, each with the lines that it prints. A
//! block of `python` is run with the readers' Python; the block of `text` that comes next is what it prints. `...`
//! stands for lines left out.

use super::folder::Folder;
use super::readers;
use std::process::{Command, Output};

/// A section: what stands between two headings of the second level, or before the first.
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

/// A command as it is typed, and the lines that are shown below it.
#[derive(Debug, PartialEq)]
pub(crate) struct Typed<'a> {
    pub(crate) script: String,
    pub(crate) shown: Vec<&'a str>,
}

/// The commands of a `console` block.
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
    /// Runs all that it shows and holds what comes of it against what is shown; how much was run. `runs` tells of a
    /// command in which form it is run, or `None` where it is taken on trust.
    #[track_caller]
    pub(crate) fn check(&self, folder: &Folder, runs: impl Fn(&str) -> Option<String>) -> usize {
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
                    let shown = shown.unwrap_or_else(|| panic!("it is not shown what it prints: {script}"));
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

/// What was printed, when all went well and nothing was said on the side.
#[track_caller]
fn content(output: Output, script: &str) -> String {
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && error.is_empty(), "{script}: {}\n{error}", output.status);
    String::from_utf8(output.stdout).unwrap()
}

#[track_caller]
fn assert_shown(shown: &[&str], printed: &str, script: &str) {
    let lines: Vec<&str> = printed.trim_end().lines().collect();
    assert!(matches(shown, &lines), "{script}\nshown:\n{}\nprinted:\n{printed}", shown.join("\n"));
}

/// Whether the lines are those shown, where `...` stands for one or more lines.
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

/// The line of the summary that tells the time, without it.
fn timeless(line: &str) -> &str {
    if line.ends_with(" positions per second") { "" } else { line }
}
