//! Commands in documents print what the documents show.

use crate::document::sections;
use crate::folder::Folder;
use crate::support::SAMPLE;
use destrier_games::output::{games_writer, write_to_memory};
use destrier_games::{Scan, Source};
use std::fs;
use std::path::Path;
use std::process::Command;

/// Returns the form in which to run a command of a document.
fn runs(command: &str) -> Option<String> {
    match command {
        _ if command.starts_with("cargo install ") => None,
        // The command `destrier` is another package.
        "destrier convert samples/lichess.pgn -o games.parquet" => Some("test -s games.parquet".to_owned()),
        _ => Some(command.to_owned()),
    }
}

fn folder_with_games() -> Folder {
    let folder = Folder::with_samples();
    let source = Source::new(SAMPLE).named("samples/lichess.pgn".to_owned());
    let games = write_to_memory(&mut *games_writer(None), &Scan::new([source])).unwrap().output;
    fs::write(folder.path().join("games.parquet"), games).unwrap();
    folder
}

/// The queries use the tables of the first section.
#[test]
fn duckdb_prints_what_its_page_shows() {
    let page = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/duckdb.md")).unwrap();
    let folder = folder_with_games();
    let run: usize = sections(&page).iter().map(|section| section.check(&folder, runs)).sum();
    assert!(run >= 3, "{run}");
}

#[test]
fn commands_in_documents_print_what_they_show() {
    let documents = [
        ("README.md", None, 12),
        ("../../README.md", Some("Query with SQL"), 1),
        ("../../docs/at-scale.md", None, 6),
    ];
    for (document, title, least) in documents {
        if document.ends_with("at-scale.md") && Command::new("zstd").arg("--version").output().is_err() {
            println!("skipped: {document} needs zstd, which is not installed");
            continue;
        }
        let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(document)).unwrap();
        let sections = sections(&text);
        let sections = sections.iter().filter(|section| title.is_none_or(|title| section.title == title));
        let mut run = 0;
        for section in sections {
            let mut lines = section.blocks.iter().flat_map(|block| &block.lines);
            run += if cfg!(feature = "cluster") || !lines.any(|line| line.contains("df://")) {
                section.check(&folder_with_games(), runs)
            } else {
                section.blocks.iter().filter(|block| block.language == "console").count()
            };
        }
        assert!(run >= least, "{document} runs {run} commands");
    }
}
