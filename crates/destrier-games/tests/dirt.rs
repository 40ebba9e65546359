//! Dirty files: each small file of `data/dirt` gives the results in its `expected.txt`.

#[path = "support/scan.rs"]
mod scan;

use destrier_games::{Scan, Source};
use scan::{findings, scan_of};
use std::path::{Path, PathBuf};

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/dirt");

/// Returns one line with the counts of a scan, and one line per problem.
fn scanned(name: &str, scan: &Scan) -> String {
    let scanned = findings(scan);
    let totals = scanned.ended.totals;
    let mut text = format!(
        "{name} games={} damaged={} skipped={} positions={}\n",
        totals.games, totals.damaged, totals.skipped, totals.positions
    );
    for problem in scanned.problems() {
        text += &format!("    {}\n", &problem[name.len() + 2..]);
    }
    text
}

fn scanned_text(text: &str) -> String {
    scanned("games.pgn", &Scan::new([Source::of_memory("games.pgn", text.as_bytes())]))
}

#[test]
fn every_malformed_file_has_its_expected_counts_and_problems() {
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(FOLDER).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|ending| ending == "pgn"));
    files.sort();
    let found: String = files
        .iter()
        .map(|path| {
            scanned(&scan::file_name(path.to_str().unwrap()), &scan_of(std::slice::from_ref(path), 1))
        })
        .collect();
    let expected = std::fs::read_to_string(Path::new(FOLDER).join("expected.txt")).unwrap();
    // Compare line by line, so that a failure shows only the first difference.
    for (found, expected) in found.lines().zip(expected.lines()) {
        assert_eq!(found, expected);
    }
    assert_eq!(found.lines().count(), expected.lines().count());
}

/// The folder's README describes every file.
#[test]
fn every_malformed_file_is_described_in_the_readme() {
    let readme = std::fs::read_to_string(Path::new(FOLDER).join("README.md")).unwrap();
    let expected = std::fs::read_to_string(Path::new(FOLDER).join("expected.txt")).unwrap();
    let names = expected.lines().filter(|line| !line.starts_with(' '));
    for name in names.map(|line| line.split(' ').next().unwrap()) {
        assert!(readme.contains(&format!("| `{name}` |")), "{name}");
    }
}

/// Comments, lines, variations, tags and gaps with a size of one megabyte.
#[test]
fn a_megabyte_of_any_element_is_read() {
    let before = "[Event \"1\"]\n\n1. e4 e5 *\n\n";
    let after = "\n\n[Event \"3\"]\n\n1. c4 *\n";
    let million = |part: &str| part.repeat((1 << 20) / part.len() + 1);
    for dirty in [
        format!("1. d4 {{{}}} d5 2. c4 *", million("long words ")),
        format!("1. d4 {{{}}} d5 2. c4 *", million("a line\n\n[%clk 1]\n")),
        format!("1. d4 ;{}\nd5 2. c4 *", million("{[")),
        format!("1. d4\n%{}\nd5 2. c4 *", million("{[")),
        format!("1. d4 ({}) d5 2. c4 *", million("1. e4 ")),
        format!("1. d4 {}{} d5 2. c4 *", "(".repeat(1 << 19), ")".repeat(1 << 19)),
        format!("1. d4 {} d5 2. c4 *", million(" ")),
        format!("1. d4 {} d5 2. c4 *", million("{} $1 ")),
        format!("1. d4 {} d5 2. c4 *", million("[%clk 1] ")),
        format!("1. d4 {} d5 2. c4 *", million("[%a]")),
        format!("1. d4{} d5 2. c4 *", million("[%a]N")),
        format!("1. d4 {} d5 2. c4 *", million("+- ")),
        format!("[Note \"{}\"]\n\n1. d4 d5 2. c4 *", million("\\\"")),
        format!("{}\n\n1. d4 d5 2. c4 *", million("[a]")),
        format!("{}\n\n1. d4 d5 2. c4 *", million("[a b]")),
        format!("[a \"{}\n\n1. d4 d5 2. c4 *", million("x\"y [b \"")),
    ] {
        let text = format!("{before}[Event \"2\"]\n{dirty}{after}");
        assert_eq!(
            scanned_text(&text),
            "games.pgn games=3 damaged=0 skipped=0 positions=9\n",
            "{}",
            &dirty[..40]
        );
    }
    let text = format!("[A{}\n{}\n\n{before}", million("x"), million("\n[A \"1\"]"));
    assert_eq!(scanned_text(&text), "games.pgn games=2 damaged=0 skipped=0 positions=4\n");
    // Tags after moves form a game of their own.
    let text = format!("{before}[Event \"2\"]\n\n1. d4 d5 2. c4 *\n{}{after}", million("[Note \"x\"]\n"));
    assert_eq!(scanned_text(&text), "games.pgn games=4 damaged=0 skipped=0 positions=10\n");
    for gap in ["\n", "\n ", " \n\r", &"\n".repeat(4000).replace("\n\n", "\n{a}\n")].map(million) {
        let text = format!("{before}{gap}{after}");
        assert_eq!(scanned_text(&text), "games.pgn games=2 damaged=0 skipped=0 positions=5\n");
    }
    let text = format!("{before}[Event \"2\"]\n\n1. d4 {}{after}", million("x"));
    let found = scanned_text(&text);
    assert!(found.starts_with("games.pgn games=3 damaged=1 skipped=0 positions=7\n"), "{found:.200}");
    assert!(found.len() < 1000, "the token is truncated");
}
