//! `destrier scan`: findings, formats, options, and bad inputs and outputs.

#[path = "../common/mod.rs"]
mod common;
mod damage;
mod empty;
mod engine;
mod findings;
mod formats;
mod inputs;
mod options;
mod summary;
#[path = "../tables/mod.rs"]
mod tables;

use common::{ROOT, outcome, printed};
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::Value;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

const SAMPLE: &str = "samples/lichess.pgn";

/// The patterns in order, each with its own keys in a JSON line.
const PATTERNS: [(&str, &[&str]); 5] = [
    ("knight-fork", &["move", "san", "square", "targets", "classes", "safe", "played"]),
    ("forking-knight", &["square", "targets", "classes"]),
    ("smothered-mate", &["move", "san", "square", "played"]),
    ("distant-check", &["move", "san", "square", "line", "mate", "played"]),
    ("uncatchable-passer", &["square"]),
];

/// A JSON object that keeps the order of its keys.
struct Object(Vec<(String, Value)>);

impl<'de> Deserialize<'de> for Object {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Pairs;
        impl<'de> Visitor<'de> for Pairs {
            type Value = Object;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Object, A::Error> {
                let mut pairs = Vec::new();
                while let Some(pair) = map.next_entry()? {
                    pairs.push(pair);
                }
                Ok(Object(pairs))
            }
        }
        deserializer.deserialize_map(Pairs)
    }
}

impl Object {
    fn keys(&self) -> Vec<&str> {
        self.0.iter().map(|(key, _)| key.as_str()).collect()
    }

    /// Returns the value of a key, or null.
    fn get(&self, key: &str) -> &Value {
        self.0.iter().find(|(k, _)| k == key).map_or(&Value::Null, |(_, value)| value)
    }

    fn text(&self, key: &str) -> &str {
        self.get(key).as_str().unwrap_or_else(|| panic!("{key} in {:?}", self.0))
    }

    /// Returns the index of the pattern in [`PATTERNS`].
    fn pattern(&self) -> usize {
        PATTERNS.iter().position(|(name, _)| *name == self.text("pattern")).unwrap()
    }
}

fn objects(lines: &str) -> Vec<Object> {
    lines
        .lines()
        .map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}")))
        .collect()
}

/// Returns the output of `--format jsonl`. Fails if the command fails.
fn jsonl<'a>(sources: impl IntoIterator<Item = &'a str>) -> String {
    printed(["scan", "--format", "jsonl"].into_iter().chain(sources))
}

/// Writes a file for a test and returns its path.
fn file(name: &str, content: impl AsRef<[u8]>) -> String {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, content).unwrap();
    path.to_str().unwrap().to_owned()
}

fn sample() -> Vec<u8> {
    fs::read(PathBuf::from(ROOT).join(SAMPLE)).unwrap()
}

/// Returns a game that begins in this position.
fn game(fen: &str, moves: &str) -> String {
    format!("[Event \"Study\"]\n[FEN \"{fen}\"]\n[SetUp \"1\"]\n\n{moves}\n\n")
}

/// A position with one finding: a fork on c7.
const FORK: &str = "r3k2r/8/8/1N6/8/8/8/4K3 w kq - 0 1";

/// Returns games with every pattern, some several times in a position and for both sides.
fn studies() -> String {
    [
        game("r1bqk2r/pp1p1ppp/8/3N4/8/8/PPP2PPP/R3K2R w KQkq - 0 1", "1. Nc7+ Qxc7 *"),
        game(FORK, "1. Kd2 *"),
        game("2r3rk/6pp/7N/8/8/8/6PP/6K1 w - - 0 1", "1. Nf7# 1-0"),
        game("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", "1. Ra8# 1-0"),
        game("8/8/8/6k1/8/2P4P/PP6/1K6 w - - 0 1", "*"),
        // Uncatchable passers of both sides, two forking knights of each side, and forks by two knights.
        game("8/P1P5/8/8/8/7k/6p1/K7 w - - 0 1", "1. a8=Q g1=Q+ *"),
        game("r1r1r2k/8/1N1N4/8/8/1n1n4/8/R1R1R2K w - - 0 1", "*"),
        game("r3k2r/8/8/1N1N4/8/8/8/4K3 w - - 0 1", "1. Nbc7+ *"),
        // The knight on the lower square forks from the higher square.
        game("r3r2k/8/1N6/3N4/8/r3r3/8/6K1 w - - 0 1", "*"),
    ]
    .concat()
}

/// Removes the time and speed from a summary.
fn without_time(summary: &str) -> String {
    let (text, last) = summary.trim_end().rsplit_once('\n').unwrap();
    let (seconds, speed) = last.split_once(" s, ").expect(last);
    assert!(seconds.parse::<f64>().is_ok(), "{last}");
    let speed = speed.strip_suffix(" positions per second").expect(last);
    assert!(speed.chars().all(|c| c.is_ascii_digit() || c == ','), "{last}");
    assert!(summary.ends_with('\n'), "{summary}");
    format!("{text}\n_ s, _ positions per second\n")
}

#[test]
fn wrong_usage_has_status_2() {
    for (arguments, message) in [
        (&["scan"][..], "<INPUT>"),
        (&["scan", "--format", "xml", SAMPLE], "summary"),
        (&["scan", "--format"], "jsonl"),
        (&["scan", "--strictly", SAMPLE], "'--strict'"),
        (&["scam", SAMPLE], "'scan'"),
        (&[SAMPLE], "to scan this file, run: destrier scan samples/lichess.pgn"),
    ] {
        let (status, stdout, stderr) = outcome(arguments.iter().copied());
        assert_eq!((status, &stdout[..]), (2, ""), "{arguments:?}");
        assert!(stderr.contains(message), "{arguments:?}: {stderr}");
    }
}
