//! `destrier features`: one row per position, with the library's values.

mod common;
mod tables;

use common::{assert_golden, destrier, printed};
use destrier_games::{ColumnKind, Table};
use std::collections::HashMap;
use std::fs;
use std::path::Path;
use tables::{assert_formats_agree, csv_records};

const SAMPLE: &str = "samples/lichess.pgn";
const PUZZLES: &str = "samples/puzzles.csv";

fn file(name: &str, content: impl AsRef<[u8]>) -> String {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("features-{name}"));
    fs::write(&path, content).unwrap();
    path.to_str().unwrap().to_owned()
}

/// Returns the rows of a CSV output as maps from column names to cells.
fn rows(arguments: &[&str]) -> Vec<HashMap<String, String>> {
    let text = printed(["features", "-f", "csv"].into_iter().chain(arguments.iter().copied()));
    let mut records = csv_records(&text).into_iter();
    let header = records.next().unwrap();
    records.map(|record| header.iter().cloned().zip(record).collect()).collect()
}

#[test]
fn every_position_has_a_row() {
    for (source, games) in [(SAMPLE, 60), (PUZZLES, 80)] {
        let rows = rows(&[source]);
        let summary = printed(["scan", source]).replace(',', "");
        assert!(summary.contains(&format!("games {} positions\n", rows.len())), "{}\n{summary}", rows.len());
        let mut ends = 0;
        for (i, row) in rows.iter().enumerate() {
            let number = |row: &HashMap<_, String>, name| row[name].parse::<usize>().unwrap();
            let next = rows.get(i + 1).filter(|next| next["game"] == row["game"]);
            // The move leads to the next position. The last position has none.
            assert_eq!((row["move"].is_empty(), row["san"].is_empty()), (next.is_none(), next.is_none()));
            ends += usize::from(next.is_none());
            assert!(next.is_none_or(|next| number(next, "ply") == number(row, "ply") + 1));
            assert_eq!(number(row, "game"), ends + usize::from(next.is_some()));
            assert_eq!(row["source"], source);
        }
        assert_eq!(ends, games);
    }
}

#[test]
fn every_format_holds_the_same_cells() {
    let columns = Table::Features.columns().iter();
    let sets: Vec<&str> =
        columns.filter(|column| column.kind == ColumnKind::Set).map(|column| &*column.name).collect();
    for source in [SAMPLE, PUZZLES] {
        let plain = assert_formats_agree(&["features"], source, &sets);
        let with_fen = assert_formats_agree(&["features", "--fen"], source, &sets);
        assert_eq!(with_fen, [&plain[..], &["fen".to_owned()]].concat());
    }
}

#[test]
fn every_format_matches_the_golden_files() {
    let positions = file(
        "positions.epd",
        "# mate\n6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra8#;\n\n8/8/8/6k1/8/2P4P/PP6/1K6 w - - 3 4\n",
    );
    for (name, format, source) in
        [("games", "csv", SAMPLE), ("positions", "csv", &positions), ("positions", "jsonl", &positions)]
    {
        let text = printed(["features", "-f", format, "--fen", "--limit", "20", source]);
        assert_golden(&format!("features-{name}.{format}"), &text.replace(source, name));
    }
}

#[test]
fn features_require_a_table_format() {
    for (arguments, message) in [
        (&["features", "-f", "summary", SAMPLE][..], "csv, jsonl, parquet"),
        (&["features", "-f", "pgn", SAMPLE], "csv, jsonl, parquet"),
        (&["features", "--safe", SAMPLE], "--safe"),
        (&["features"], "<INPUT>"),
    ] {
        let output = destrier(arguments.iter().copied()).output().unwrap();
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{arguments:?}");
        assert!(stderr.contains(message), "{stderr}");
    }
    // Damage ends the rows of a game. With --strict, it ends the table.
    let damaged = file("damaged.pgn", "1. e4 e5 2. Ke3 *\n\n[Event \"?\"]\n\n1. d4 *\n");
    for (strict, status, rows) in [(&[][..], 0, 5), (&["--strict"], 3, 3)] {
        let output = destrier([&["features", &damaged], strict].concat()).output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        assert_eq!((output.status.code(), text.lines().count()), (Some(status), rows + 1));
        assert!(String::from_utf8(output.stderr).unwrap().contains("game 1, byte 12: \"Ke3\""));
    }
}
