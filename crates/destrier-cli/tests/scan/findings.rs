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
    let lines = jsonl(["--columns", "finding", SAMPLE]);
    let mut seen = HashSet::new();
    let lines = lines.lines().zip(objects(&lines)).filter(|(_, object)| seen.insert(shape(object)));
    assert_golden("lichess.jsonl", &lines.map(|(line, _)| format!("{line}\n")).collect::<String>());
    // The other columns, of one finding per game.
    let columns = "game,ply,san,worth,position,mover,white,black,result,date,time,event,round,eco,opening,time_control,\
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
        // A finding has the fields of its pattern. Only `played` may be null, at the end of a game.
        for key in PATTERNS.iter().flat_map(|(_, keys)| *keys) {
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

/// Returns the sort key of a finding: source, game, ply, pattern, side, from-square, to-square.
fn place(object: &Object, sources: &[&str]) -> [u64; 7] {
    let index = |square: &str| {
        let [file, rank] = square.as_bytes().try_into().unwrap();
        u64::from(file - b'a') + 8 * u64::from(rank - b'1')
    };
    let (from, to) = match object.get("move").as_str() {
        Some(uci) => (index(&uci[..2]), index(&uci[2..])),
        None => (index(object.text("square")), 0),
    };
    [
        sources.iter().position(|source| *source == object.text("source")).unwrap() as u64,
        object.get("game").as_u64().unwrap(),
        object.get("ply").as_u64().unwrap(),
        object.pattern() as u64,
        u64::from(object.text("side") == "black"),
        from,
        to,
    ]
}

#[test]
fn findings_come_in_order() {
    let studies = file("order.pgn", studies());
    for sources in [[&studies[..], SAMPLE], [SAMPLE, &studies]] {
        let places: Vec<_> = objects(&jsonl(sources)).iter().map(|object| place(object, &sources)).collect();
        // Counts how often each part of the key decides, so that every part is tested.
        let mut decided = [0; 7];
        for pair in places.windows(2) {
            assert!(pair[0] < pair[1], "{pair:?}");
            decided[(0..7).find(|&i| pair[0][i] != pair[1][i]).unwrap()] += 1;
        }
        assert!(decided.iter().all(|&times| times > 0), "{decided:?}");
    }
}

#[test]
fn every_pattern_is_found() {
    let studies = file("every.pgn", studies());
    let lines = jsonl([&studies[..]]);
    assert_golden("studies.jsonl", &lines.replace(&studies, "studies.pgn"));
    let told = |object: Object| {
        let of_finding = |key: &str| !["source", "site", "fen"].contains(&key);
        let before_chance = object.0.into_iter().take_while(|(key, _)| key != "chance");
        let pairs = before_chance.filter(|(key, value)| of_finding(key) && !value.is_null());
        Value::from(pairs.map(|(_, value)| value).collect::<Vec<_>>()).to_string()
    };
    let found: Vec<String> = objects(&lines).into_iter().map(told).collect();
    assert_eq!(
        found[..6],
        [
            r#"[1,0,"knight-fork","white","d5c7","Nc7+","c7",["a8","e8"],["check"],false,true]"#,
            r#"[1,1,"forking-knight","white","c7",["a8","e8"],["check"]]"#,
            r#"[2,0,"knight-fork","white","b5c7","Nc7+","c7",["a8","e8"],["check"],true,false]"#,
            r#"[3,0,"smothered-mate","white","h6f7","Nf7#","f7",true]"#,
            r#"[4,0,"distant-check","white","a1a8","Ra8#","a8","rank",true,true]"#,
            r#"[5,0,"uncatchable-passer","white","a2"]"#,
        ]
    );
}

#[test]
fn moves_in_the_last_position_are_neither_played_nor_not() {
    let last = objects(&jsonl([&file("last.pgn", game(FORK, "*"))[..]]));
    assert!(last.len() == 1 && last[0].keys().contains(&"played") && last[0].get("played").is_null());
}
