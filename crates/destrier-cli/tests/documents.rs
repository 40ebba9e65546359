//! Documents are correct: their commands run and print the output that they show. Every pattern has a picture in the README,
//! and every file that a recipe writes is used.
#![cfg(unix)]

#[path = "common/document.rs"]
mod document;
#[path = "common/readers.rs"]
mod readers;
#[path = "common/samples.rs"]
mod samples;

use destrier_games::{PATTERNS, Pattern};
use document::{Block, Section, commands, matches, sections};
use samples::Samples;
use std::fs;
use std::path::Path;

fn read(document: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(document)).unwrap()
}

/// Returns the form in which to run a command of the README. `None` if it would run this test or takes too long.
fn runs(command: &str) -> Option<String> {
    const THIS_BUILD: &str = "cargo run -- ";
    match command.strip_prefix(THIS_BUILD) {
        Some(arguments) => Some(format!("destrier {arguments}")),
        None => match command.split_whitespace().take(2).collect::<Vec<_>>()[..] {
            ["cargo", "test" | "bench" | "doc" | "install"] => None,
            // `.ci/run` builds the page and tests it in a browser. tests/programs.rs opens it.
            ["crates/destrier-explorer/build", ..] | ["destrier", "explore"] => None,
            ["cargo", ..] => panic!("the README has an unknown command: {command}"),
            _ => Some(command.to_owned()),
        },
    }
}

#[test]
fn commands_do_what_pages_show() {
    // The tests of `destrier-sql` and `destrier-python` run the others.
    let others = ["Query with SQL", "Analyze in Python"];
    for (page, at_least) in [("README.md", 5), ("docs/positions.md", 7), ("docs/patterns.md", 1)] {
        let text = read(page);
        let sections = sections(&text).into_iter().filter(|section| !others.contains(&section.title));
        let run: usize = sections.map(|section| section.check(&Samples::new(), runs)).sum();
        assert!(run >= at_least, "{page} runs {run} commands");
    }
    // The examples of this page build on each other.
    let (text, folder) = (read("docs/parquet.md"), Samples::new());
    let run: usize = sections(&text).iter().map(|section| section.check(&folder, runs)).sum();
    assert!(run >= 2, "{run}");
}

#[test]
fn the_guide_lists_the_pattern_book() {
    let guide = read("docs/patterns.md");
    let listed: Vec<_> =
        guide.lines().filter(|line| line.starts_with("- `") && line.contains("`: ")).collect();
    for pattern in Pattern::book() {
        let line = format!("- `{}`: {}", pattern.name, pattern.in_short);
        assert!(listed.contains(&&*line), "{line}");
    }
}

#[test]
fn every_pattern_is_explained_and_has_its_picture() {
    // The tests of `destrier show` compare the pictures.
    let readme = read("README.md");
    for pattern in PATTERNS {
        assert!(readme.contains(&format!("](docs/pictures/{}.svg)", pattern.name)), "{}", pattern.name);
        assert!(readme.contains(&format!("- **{}**: ", pattern.name)), "{}", pattern.name);
    }
}

/// Returns all commands and scripts in a section.
fn typed(section: &Section<'_>) -> Vec<String> {
    let script = |block: &Block<'_>| match block.language {
        "console" => commands(block).into_iter().map(|command| command.script).collect(),
        _ => vec![block.lines.join("\n")],
    };
    section.blocks.iter().flat_map(script).collect()
}

/// Checks that every file a recipe writes has content and that a later command or query uses it.
fn assert_no_file_unseen(section: &Section<'_>, folder: &Samples) {
    let typed = typed(section);
    for entry in fs::read_dir(folder.path()).unwrap() {
        let entry = entry.unwrap();
        let name = entry.file_name().into_string().unwrap();
        assert!(entry.metadata().unwrap().len() > 0, "{}: {name} is empty", section.title);
        let named = typed.iter().filter(|script| script.contains(&name)).count();
        assert!(named >= 2 || name == "samples", "{}: {name} is not looked at", section.title);
    }
}

#[test]
fn every_recipe_prints_what_it_shows() {
    let book = read("docs/recipes.md");
    let mut recipes = 0;
    for section in sections(&book).into_iter().skip(1) {
        let folder = Samples::new();
        let run = section.check(&folder, runs);
        assert!(run > 0, "{}: nothing is run", section.title);
        assert_no_file_unseen(&section, &folder);
        // Commands fit into a narrow window.
        for script in typed(&section) {
            assert!(script.lines().all(|line| line.chars().count() <= 118), "{script}");
        }
        recipes += 1;
    }
    assert!(recipes >= 10, "{recipes}");
}

#[test]
fn the_comparison_rejects_wrong_output() {
    let folder = Samples::new();
    let check = |text: &str| {
        let text = text.to_owned();
        let folder = &folder;
        let run = || sections(&text)[0].check(folder, |script| Some(script.to_owned()));
        std::panic::catch_unwind(std::panic::AssertUnwindSafe(run)).is_ok()
    };
    assert!(check("```console\n$ destrier list |\n>     head -n 1\n...\n```"));
    assert!(check("```console\n$ printf 'a\\nb\\nc\\n'\na\n...\nc\n```"));
    for wrong in [
        "```console\n$ printf 'a\\nb\\n'\na\n```",
        "```console\n$ false\n```",
        "```console\n$ false | cat\n```",
        "```console\n$ echo \"$nobody\"\n...\n```",
        "```console\n$ destrier scan no-such-file.pgn\n...\n```",
        "```python\nprint(1)\n```",
    ] {
        assert!(!check(wrong), "{wrong}");
    }
    assert!(matches(&["a", "...", "d"], &["a", "b", "c", "d"]));
    assert!(!matches(&["a", "...", "d"], &["a", "d"]), "`...` stands for something");
    assert!(!matches(&["a", "..."], &["b", "c"]));
    assert!(!matches(&["a"], &["a", "b"]));
    assert!(matches(&["0.10 s, 40 positions per second"], &["2.00 s, 2 positions per second"]));
    assert!(!matches(&["1 game, 4 positions"], &["1 game, 5 positions"]));
    assert_eq!(runs("destrier list | head").unwrap(), "destrier list | head");
    assert_eq!(runs("cargo run -- scan -").unwrap(), "destrier scan -");
    assert_eq!(runs("cargo test"), None);
    assert!(std::panic::catch_unwind(|| runs("cargo check -p destrier")).is_err());
}
