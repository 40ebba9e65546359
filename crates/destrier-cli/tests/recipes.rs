//! docs/recipes.md: each recipe runs and prints the output it shows, and uses every file that it writes.
#![cfg(unix)]

#[path = "common/document.rs"]
mod document;
#[path = "common/readers.rs"]
mod readers;
#[path = "common/samples.rs"]
mod samples;

use document::{Block, Section, commands, sections};
use samples::Samples;
use std::fs;
use std::path::Path;

fn book() -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/recipes.md")).unwrap()
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
    let book = book();
    let mut recipes = 0;
    for section in sections(&book).into_iter().skip(1) {
        let folder = Samples::new();
        let run = section.check(&folder, |script| Some(script.to_owned()));
        assert!(run > 0, "{}: nothing is run", section.title);
        assert_no_file_unseen(&section, &folder);
        recipes += 1;
    }
    assert!(recipes >= 10, "{recipes}");
}

/// The examples of docs/parquet.md build on each other.
#[test]
fn examples_of_tables_print_what_they_show() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/parquet.md");
    let page = fs::read_to_string(path).unwrap();
    let folder = Samples::new();
    let run: usize =
        sections(&page).iter().map(|section| section.check(&folder, |script| Some(script.to_owned()))).sum();
    assert!(run >= 2, "{run}");
}

/// Commands fit into a narrow window.
#[test]
fn commands_fit_the_page() {
    for section in sections(&book()) {
        for script in typed(&section) {
            assert!(script.lines().all(|line| line.chars().count() <= 118), "{script}");
        }
    }
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
}
