//! `destrier rates`: formats, usage errors, damage and exit statuses.

#![cfg(unix)]

mod common;
#[path = "common/document.rs"]
mod document;
#[path = "common/readers.rs"]
mod readers;
#[path = "common/samples.rs"]
mod samples;

use common::{assert_golden, destrier, outcome, path, printed};
use destrier_games::rates::{RATE_KEYS, RateKey, RateRequest};
use destrier_games::{FindingFilter, Scan};
use document::sections;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::RowAccessor;
use samples::Samples;
use serde_json::Value;
use std::fs;
use std::fs::File;
use std::path::Path;

const SAMPLE: &str = "samples/lichess.pgn";

fn objects(arguments: &[&str]) -> Vec<Value> {
    let arguments = ["rates", "-f", "jsonl"].iter().chain(arguments).copied();
    printed(arguments).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn each_format_matches_its_golden_file() {
    let by = ["rates", "--by", "speed,pattern", "-p", "knight-fork,distant-check", SAMPLE];
    assert_golden("rates.txt", &printed(by));
    assert_golden("rates.csv", &printed(by.into_iter().chain(["-f", "csv"])));
    assert_golden("rates.jsonl", &printed(by.into_iter().chain(["-f", "jsonl"])));
    assert_golden("rates-player.txt", &printed(["rates", "--player", "so_sad", "--by", "color", SAMPLE]));
    assert_golden("rates-chances.txt", &printed(["rates", "--without-worth", SAMPLE]));
}

#[test]
fn the_file_ending_selects_the_format() {
    for (ending, format) in [("txt", "table"), ("csv", "csv"), ("jsonl", "jsonl")] {
        let file = path(&format!("rates-by-ending.{ending}"));
        assert_eq!(printed(["rates", "--quick", SAMPLE, "-o", &file]), "");
        assert_eq!(fs::read_to_string(&file).unwrap(), printed(["rates", "--quick", SAMPLE, "-f", format]));
        let (status, _, stderr) = outcome(["rates", "--quick", SAMPLE, "-o", &file]);
        assert!(status == 1 && stderr.contains("--force"), "{stderr}");
        assert_eq!(printed(["rates", "--quick", SAMPLE, "-o", &file, "--force", "--resume"]), "");
    }
    let (status, _, stderr) = outcome(["rates", SAMPLE, "-o", &path("rates.xyz")]);
    assert!(status == 2 && stderr.contains("--format"), "{stderr}");
}

#[test]
fn parquet_has_the_same_rows() {
    let file = path("rates.parquet");
    printed(["rates", "--quick", "--by", "elo,pattern", SAMPLE, "-o", &file]);
    let reader = SerializedFileReader::new(File::open(&file).unwrap()).unwrap();
    let rows: Vec<_> = reader.get_row_iter(None).unwrap().map(Result::unwrap).collect();
    let objects = objects(&["--quick", "--by", "elo,pattern", SAMPLE]);
    assert!(rows.len() > 10 && rows.len() == objects.len());
    for (row, object) in rows.iter().zip(&objects) {
        assert_eq!(row.get_string(0).unwrap(), object["elo"].as_str().unwrap());
        assert_eq!(row.get_string(1).unwrap(), object["pattern"].as_str().unwrap());
        assert_eq!(Some(row.get_long(2).unwrap()), object["games"].as_i64());
        assert_eq!(row.get_double(10).ok(), object["found_rate"].as_f64());
    }
    let described = reader.metadata().file_metadata().key_value_metadata().is_some();
    assert!(described, "the schema of Arrow has the definitions");
    let to_stdout =
        destrier(["rates", "--quick", "--by", "elo,pattern", "-f", "parquet", SAMPLE]).output().unwrap();
    assert_eq!(to_stdout.stdout, fs::read(&file).unwrap());
}

#[test]
fn wrong_usage_is_refused() {
    for (arguments, said) in [
        (&["--by", "move"][..], "invalid value 'move'"),
        (&["--by", "elo,color,elo"], "--by: elo is given twice"),
        (&["--by", "missed", "--without-worth"], "--by missed needs the worth of moves"),
        (&["--without-worth", "--engine", "stockfish"], "cannot be used with"),
        (&["--side", "player"], "name the player with --player"),
        (&["--engine", "no-such-engine"], "no-such-engine"),
        // Such a filter would distort the rates.
        (&["--played"], "unexpected argument"),
        (&["--missed"], "unexpected argument"),
        (&["--limit", "1"], "unexpected argument"),
        (&["--one-per", "game"], "unexpected argument"),
        (&["--sample", "1"], "unexpected argument"),
    ] {
        let (status, stdout, stderr) = outcome(["rates", SAMPLE].iter().chain(arguments).copied());
        assert!(status == 2 && stdout.is_empty() && stderr.contains(said), "{arguments:?}: {stderr}");
    }
}

#[test]
fn damage_is_reported_as_in_scan() {
    let file = path("rates-damaged.pgn");
    fs::write(&file, "1. e4 e9 *\n\n[Variant \"Atomic\"]\n\n1. e4 *\n\n1. d4 *\n\n").unwrap();
    let (status, stdout, stderr) = outcome(["rates", "-f", "csv", &file]);
    assert_eq!(status, 0);
    assert!(stdout.lines().nth(1).unwrap().starts_with("knight-fork,2,4,0,"), "{stdout}");
    let lines: Vec<&str> = stderr.lines().collect();
    assert!(lines.len() == 2 && lines[0].contains("game 1") && lines[0].contains("e9"), "{stderr}");
    assert!(lines[1].contains("1 game of unsupported variants"), "{stderr}");
    assert_eq!(outcome(["rates", "--strict", &file]).0, 3);
    let (status, _, stderr) = outcome(["rates", "no-such-file.pgn", SAMPLE]);
    assert!(status == 1 && stderr.contains("no-such-file.pgn"), "{stderr}");
}

#[test]
fn the_table_contains_no_escape_codes() {
    let file = path("rates-escapes.pgn");
    let fork = "[FEN \"q3k3/8/8/1N6/8/8/8/4K3 w - - 0 30\"]\n\n30. Nc7+ *";
    fs::write(&file, format!("[White \"\u{1b}[2JEve\"]\n[Black \"Bob, \"\"B\"]\n{fork}")).unwrap();
    let table = printed(["rates", "--by", "player", &file]);
    assert!(table.contains("[2JEve") && !table.chars().any(|c| c.is_control() && c != '\n'), "{table:?}");
}

/// The page has the definitions of the registry.
#[test]
fn the_page_on_rates_defines_every_column() {
    let page = fs::read_to_string(Path::new(common::ROOT).join("docs/rates.md")).unwrap();
    let keys = vec![RateKey::by_name("pattern").unwrap()];
    let rates = RateRequest::new(keys, FindingFilter::default()).count(&Scan::new([])).unwrap();
    for column in rates.columns().iter().filter(|column| column.name != "pattern") {
        let row = format!("| `{}` | {} |\n", column.name, column.definition);
        assert!(page.contains(&row), "{row}");
    }
    for key in &RATE_KEYS {
        let row = format!("| `{}` | {} |\n", key.name, key.definition);
        assert!(page.contains(&row), "{row}");
    }
}

/// `sh` blocks in the page use games that are not in the repository, so they are not run.
#[test]
fn the_page_on_rates_shows_what_the_command_prints() {
    let page = fs::read_to_string(Path::new(common::ROOT).join("docs/rates.md")).unwrap();
    let data = std::env::var_os("DESTRIER_DATA");
    let page = if data.is_some() { page.replace("```sh\n", "```console\n") } else { page };
    let mut run = 0;
    for section in sections(&page) {
        let folder = Samples::new();
        for name in ["lichess-2021-10.pgn", "lichess-2013-01.pgn"] {
            if let Some(data) = &data {
                fs::copy(Path::new(data).join(name), folder.path().join(name)).unwrap();
            }
        }
        let commands = section.check(&folder, |script| Some(script.to_owned()));
        assert!(commands > 0 || section.blocks.is_empty(), "{}: nothing is run", section.title);
        run += commands;
    }
    assert_eq!(run, if data.is_some() { 8 } else { 6 });
}
