//! The README is correct: its commands run, print the output it shows, and every pattern has a picture.
#![cfg(unix)]

#[path = "common/document.rs"]
mod document;
#[path = "common/readers.rs"]
mod readers;
#[path = "common/samples.rs"]
mod samples;

use destrier_games::PATTERNS;
use document::{Section, matches, sections};
use samples::Samples;
use std::path::Path;

fn readme() -> String {
    read("README.md")
}

fn read(document: &str) -> String {
    std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(document)).unwrap()
}

/// Returns the form in which to run a command of the README. `None` if it would run this test or takes too long.
fn runs(command: &str) -> Option<String> {
    const THIS_BUILD: &str = "cargo run --release -- ";
    match command.strip_prefix(THIS_BUILD) {
        Some(arguments) => Some(format!("destrier {arguments}")),
        None => match command.split_whitespace().take(2).collect::<Vec<_>>()[..] {
            ["cargo", "test" | "bench" | "doc" | "install"] => None,
            // `.ci/run` builds the page and tests it in a browser. tests/explore.rs opens it.
            ["crates/destrier-explorer/build", ..] | ["destrier", "explore"] => None,
            ["cargo", ..] => panic!("the README has an unknown command: {command}"),
            _ => Some(command.to_owned()),
        },
    }
}

#[test]
fn commands_do_what_the_readme_shows() {
    let readme = readme();
    // The tests of `destrier-sql` and `destrier-python` run the others.
    let is_ours = |section: &Section<'_>| !["Query with SQL", "Analyze in Python"].contains(&section.title);
    let sections = sections(&readme).into_iter().filter(is_ours);
    let run: usize = sections.map(|section| section.check(&Samples::new(), runs)).sum();
    assert!(run >= 5, "the README runs {run} commands");
}

#[test]
fn commands_do_what_the_page_on_positions_shows() {
    let page = read("docs/positions.md");
    let run: usize = sections(&page).iter().map(|section| section.check(&Samples::new(), runs)).sum();
    assert_eq!(run, 7);
}

#[test]
fn every_pattern_has_its_picture() {
    // The tests of `destrier show` compare the pictures.
    let readme = readme();
    for pattern in PATTERNS {
        assert!(readme.contains(&format!("](docs/pictures/{}.svg)", pattern.name)), "{}", pattern.name);
    }
}

#[test]
fn every_pattern_is_explained() {
    let readme = readme();
    for pattern in PATTERNS {
        assert!(readme.contains(&format!("- **{}**: ", pattern.name)), "{}", pattern.name);
    }
}

#[test]
fn the_comparison_rejects_wrong_output() {
    assert!(matches(&["a", "...", "d"], &["a", "b", "c", "d"]));
    assert!(!matches(&["a", "...", "d"], &["a", "d"]), "`...` stands for something");
    assert!(!matches(&["a", "..."], &["b", "c"]));
    assert!(!matches(&["a"], &["a", "b"]));
    assert!(matches(&["0.10 s, 40 positions per second"], &["2.00 s, 2 positions per second"]));
    assert!(!matches(&["1 game, 4 positions"], &["1 game, 5 positions"]));
    assert_eq!(runs("destrier list | head").unwrap(), "destrier list | head");
    assert_eq!(runs("cargo run --release -- scan -").unwrap(), "destrier scan -");
    assert_eq!(runs("cargo test"), None);
    assert!(std::panic::catch_unwind(|| runs("cargo run -- list")).is_err());
}
