//! `destrier features`: one row per position, with the library's values.

mod common;
mod tables;

use common::{ROOT, assert_golden, destrier, printed};
use destrier::batch::ValueColumns;
use destrier::registry::{VALUES, Value as BoardValue};
use destrier::{Board, Color};
use serde_json::Value;
use std::collections::HashMap;
use std::fs;
use std::path::Path;
use tables::{csv_records, in_csv, parquet};

const SAMPLE: &str = "samples/lichess.pgn";
const PUZZLES: &str = "samples/puzzles.csv";

const PLACE: [&str; 4] = ["source", "game", "ply", "white_to_move"];
const SETS: [&str; 8] = ["white", "black", "pawns", "knights", "bishops", "rooks", "queens", "kings"];
/// The values of a side in order, and whether each is a set.
const OF_A_SIDE: [(&str, bool); 10] = [
    ("knight_attacks", true),
    ("fork_squares", true),
    ("forking_knights", true),
    ("king_escapes", true),
    ("king_lines", false),
    ("shield_wing", false),
    ("shield_index", false),
    ("passers", true),
    ("uncatchable", true),
    ("king_reach", true),
];

fn columns(fen: bool) -> Vec<String> {
    let sides = ["white", "black"].into_iter();
    let values = sides.flat_map(|side| OF_A_SIDE.map(|(name, _)| format!("{side}_{name}")));
    let plain = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect::<Vec<_>>();
    let moves = plain(if fen { &["move", "san", "fen"] } else { &["move", "san"] });
    plain(&PLACE).into_iter().chain(plain(&SETS)).chain(values).chain(moves).collect()
}

/// Returns the columns that contain sets.
fn sets() -> Vec<String> {
    let is_set = |name: &String| {
        let value = name.split_once('_').map_or("", |(_, value)| value);
        SETS.contains(&&name[..]) || OF_A_SIDE.contains(&(value, true))
    };
    columns(false).into_iter().filter(is_set).collect()
}

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
    assert_eq!(header, columns(arguments.contains(&"--fen")));
    records.map(|record| header.iter().cloned().zip(record).collect()).collect()
}

#[test]
fn values_match_the_library() {
    let mut shields = 0;
    for source in [SAMPLE, PUZZLES] {
        for row in rows(&["--fen", source]) {
            let (placement, rest) = row["fen"].split_once(' ').unwrap();
            let turn = if rest.starts_with('w') { Color::White } else { Color::Black };
            assert_eq!(row["white_to_move"], (turn == Color::White).to_string());
            let board = Board::from_placement(placement, turn).unwrap();
            for (name, set) in SETS.into_iter().zip(board.sets().to_array()) {
                assert_eq!(row[name], format!("{:016x}", set.bits()), "{name} {}", row["fen"]);
            }
            for side in Color::ALL {
                assert_eq!(ValueColumns::LEN, OF_A_SIDE.len());
                for value in &VALUES[..ValueColumns::LEN] {
                    let text = match (value.get)(&board, side) {
                        BoardValue::Set(set) => format!("{:016x}", set.bits()),
                        BoardValue::Lines(lines) => lines.bits().to_string(),
                        BoardValue::Wing(wing) => wing.map_or(String::new(), |wing| wing.name().to_owned()),
                        BoardValue::Index(index) => index.map_or(String::new(), |index| index.to_string()),
                        other => panic!("{other:?}"),
                    };
                    shields += usize::from(value.name == "shield_index" && !text.is_empty());
                    assert_eq!(row[&format!("{}_{}", side.name(), value.name)], text, "{}", row["fen"]);
                }
            }
        }
    }
    assert!(shields > 1000, "{shields}");
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
    let sets = sets();
    let sets: Vec<&str> = sets.iter().map(|name| &name[..]).collect();
    assert_eq!(sets.len(), 8 + 2 * 7);
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("features.parquet");
    let output = path.to_str().unwrap();
    for further in [&[][..], &["--fen"]] {
        for source in [SAMPLE, PUZZLES] {
            let arguments = |first: &[&'static str]| [&["features"], first, further, &[source]].concat();
            let names = columns(!further.is_empty());
            let lines = printed(arguments(&["-f", "jsonl"]));
            let objects: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
            let cells = |object: &Value| names.iter().map(|name| object[name].clone()).collect::<Vec<_>>();
            assert!(objects.iter().all(|object| object.as_object().unwrap().len() == names.len()));
            let cells: Vec<Vec<Value>> = objects.iter().map(cells).collect();
            let mut records = csv_records(&printed(arguments(&[]))).into_iter();
            assert_eq!(records.next().unwrap(), names);
            assert!(records.eq(cells.iter().map(|row| row.iter().map(in_csv).collect::<Vec<_>>())));
            let write = |threads| {
                assert_eq!(
                    printed(
                        arguments(&["--force", "-j", threads, "-o"])
                            .into_iter()
                            .flat_map(|word| { if word == "-o" { vec!["-o", output] } else { vec![word] } })
                    ),
                    ""
                );
                fs::read(&path).unwrap()
            };
            assert!(write("1") == write("5"));
            let table = parquet(&path, &sets);
            assert_eq!(table.0, names);
            assert!(table.1 == cells, "{source}");
        }
    }
}

#[test]
fn every_format_matches_the_golden_files() {
    let positions = file(
        "positions.epd",
        "# mate\n6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra8#;\n\n8/8/8/6k1/8/2P4P/PP6/1K6 w - - 3 4\n",
    );
    for (name, source) in [("games", SAMPLE), ("puzzles", PUZZLES), ("positions", &positions)] {
        for format in ["csv", "jsonl"] {
            let text = printed(["features", "-f", format, "--fen", "--limit", "20", source]);
            assert_golden(&format!("features-{name}.{format}"), &text.replace(source, name));
        }
    }
}

#[test]
fn filters_and_limits_apply() {
    let all = printed(["features", "--fen", SAMPLE]);
    let pgn = fs::read_to_string(Path::new(ROOT).join(SAMPLE)).unwrap();
    let won: Vec<usize> = pgn
        .lines()
        .filter(|line| line.starts_with("[Result "))
        .enumerate()
        .filter(|(_, line)| line.contains("1-0"))
        .map(|(game, _)| game + 1)
        .collect();
    let is_of = |line: &&str| {
        line.split(',').nth(1).is_some_and(|game| game.parse().is_ok_and(|game| won.contains(&game)))
    };
    let expected: Vec<&str> = all.lines().take(1).chain(all.lines().skip(1).filter(is_of)).collect();
    for threads in ["1", "2", "5"] {
        let arguments = ["features", "--fen", "--result", "1-0", "-j", threads];
        let printed_whole = printed(arguments.into_iter().chain([SAMPLE]));
        assert!(printed_whole.lines().eq(expected.iter().copied()));
        for limit in [0, 1, 100, 4000] {
            let text = limit.to_string();
            let limited = printed(arguments.into_iter().chain(["--limit", &text, SAMPLE]));
            assert!(limited.lines().eq(expected.iter().copied().take(limit + 1)), "{limit}");
        }
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
