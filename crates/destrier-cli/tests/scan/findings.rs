//! Findings: their keys, order and patterns.

use crate::common::{assert_golden, printed};
use crate::{FORK, Object, PATTERNS, SAMPLE, file, game, jsonl, objects, studies};
use destrier_games::Table;
use serde_json::Value;
use std::collections::HashSet;

/// Returns the pattern, the side, and the values that are null, true, false or empty.
fn shape(object: &Object) -> String {
    let is_shape = |key: &str, value: &Value| match value {
        Value::Null | Value::Bool(_) => true,
        Value::Array(items) => items.is_empty(),
        _ => ["pattern", "side"].contains(&key),
    };
    let shape = object.0.iter().filter(|(key, value)| is_shape(key, value));
    format!("{:?}", shape.collect::<Vec<_>>())
}

/// The golden file has the first finding of each [`shape`]. `tests/agreement` of `destrier-games` compares all findings
/// with those of another implementation.
#[test]
fn the_sample_matches_the_golden_lines() {
    let lines = jsonl(["--columns", "all:finding", SAMPLE]);
    let mut seen = HashSet::new();
    let lines = lines.lines().zip(objects(&lines)).filter(|(_, object)| seen.insert(shape(object)));
    assert_golden("lichess.jsonl", &lines.map(|(line, _)| format!("{line}\n")).collect::<String>());
    // The other columns, of one finding per game.
    let columns = "game,ply,san,all:worth,all:position,all:mover,white,black,result,date,time,event,round,eco,opening,time_control,\
                   speed,termination,variant,link";
    let forks = [
        "scan",
        "-p",
        "knight-fork",
        "--worth",
        "--one-per",
        "game",
        "-f",
        "csv",
        "--columns",
        columns,
        SAMPLE,
    ];
    assert_golden("lichess-forks.csv", &printed(forks));
}

#[test]
fn lines_have_their_keys_in_order() {
    let studies = file("keys.pgn", studies());
    let mut seen = HashSet::new();
    for object in objects(&jsonl([SAMPLE, &studies])) {
        let (name, own) = PATTERNS[object.pattern()];
        seen.insert(name);
        let columns: Vec<&str> = Table::Findings.columns().iter().map(|column| &*column.name).collect();
        assert_eq!(object.keys(), columns);
        assert_eq!(object.get("mate").as_bool(), object.get("san").as_str().map(|san| san.ends_with('#')));
        // A finding has the fields of its pattern. Only `played` may be null, at the end of a game.
        for key in PATTERNS.iter().flat_map(|(_, keys)| *keys).filter(|key| **key != "mate") {
            let is_own = own.contains(key);
            assert!(object.get(key).is_null() != is_own || (is_own && *key == "played"), "{name} {key}");
        }
        assert!([SAMPLE, &studies].contains(&object.text("source")));
        assert!(object.get("game").as_u64().is_some_and(|game| game >= 1));
        assert!(object.get("ply").is_u64());
        // Lichess gives each game a Site tag; the studies have none.
        assert_eq!(object.get("site").is_null(), object.text("source") == studies);
        assert!(["white", "black"].contains(&object.text("side")));
    }
    assert_eq!(seen.len(), PATTERNS.len());
}

#[test]
fn a_source_is_named_exactly_as_it_was_given() {
    let lines = jsonl([SAMPLE]);
    for given in ["./samples//lichess.pgn", "samples/../samples/lichess.pgn"] {
        let expected = lines.replace(r#""source":"samples/lichess.pgn""#, &format!(r#""source":"{given}""#));
        assert_ne!(expected, lines);
        assert!(jsonl([given]) == expected, "{given}");
    }
    // JSON escapes some characters.
    let odd = file("odd \"näme\"\\.pgn", game(FORK, "*"));
    assert_eq!(objects(&jsonl([&odd[..]]))[0].text("source"), odd);
}

#[test]
fn every_pattern_is_found() {
    let studies = file("every.pgn", studies());
    let lines = jsonl([&studies[..]]);
    assert_golden("studies.jsonl", &lines.replace(&studies, "studies.pgn"));
}
