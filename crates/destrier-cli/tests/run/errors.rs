//! Error reports on standard error and as JSON lines.

use super::{Folder, SAMPLE};
use serde_json::{Value, json};
use std::fs;

/// Three games. The second and third are damaged.
const GAMES: &str =
    "1. e4 e5 1-0\n\n[White \"W\"]\n\n1. d4 d5 2. Ra8 Nc6 *\n\n[FEN \"8/8 w\"]\n\n1. e4 *\n\n1. c4 *\n";

fn lines(folder: &Folder, name: &str) -> Vec<Value> {
    let text = String::from_utf8(folder.read(name)).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Returns the message on standard error for a JSON line.
fn told(line: &Value) -> String {
    let text = |key: &str| line[key].as_str().unwrap();
    let place = match (&line["game"], &line["line_number"]) {
        (Value::Number(game), Value::Null) => format!("game {game}, "),
        (Value::Null, Value::Number(number)) => format!("line {number}, "),
        (Value::Null, Value::Null) => return format!("destrier: {}: {}", text("source"), text("reason")),
        _ => panic!("{line}"),
    };
    let (source, offset, token, reason) = (text("source"), &line["offset"], text("token"), text("reason"));
    format!("destrier: {source}: {place}byte {offset}: {token:?}: {reason}")
}

#[test]
fn every_error_is_reported_once_in_one_form() {
    let folder = Folder::new();
    folder.write("a.pgn", GAMES);
    folder.write("b.epd", "4k3/8/8/8/8/8/8/4K3 w - -\nnot a position\n");
    folder.write("d.csv", "PuzzleId,FEN,Moves\n0,q3k3/8/8/1N6/8/8/8/4K3 w - - 0 30,b5c7 e8a8\n");
    folder.write("e.pgn.gz", [0x1f, 0x8b, 8, 0, 0, 0]);
    folder.write("z.pgn", SAMPLE);
    let arguments = "scan a.pgn b.epd absent.pgn d.csv e.pgn.gz z.pgn -f csv";
    let expected_keys = ["game", "line_number", "offset", "reason", "source", "token"];
    for threads in [1, 2] {
        let ran = folder.run(&format!("{arguments} -j {threads} --errors errors{threads}.jsonl"));
        assert_eq!(ran.status, 1, "two sources could not be read");
        assert!(String::from_utf8_lossy(&ran.stdout).contains("\nz.pgn,"), "what could be read was read");
        let lines = lines(&folder, &format!("errors{threads}.jsonl"));
        for line in &lines {
            let mut keys: Vec<_> = line.as_object().unwrap().keys().map(String::as_str).collect();
            keys.sort_unstable();
            assert_eq!(keys, expected_keys);
        }
        let sources: Vec<_> = lines.iter().map(|line| line["source"].as_str().unwrap()).collect();
        assert_eq!(sources, ["a.pgn", "a.pgn", "b.epd", "absent.pgn", "d.csv", "e.pgn.gz"]);
        let stderr: Vec<_> = ran.stderr.lines().collect();
        assert_eq!(stderr, lines.iter().map(told).collect::<Vec<_>>());

        let place =
            |i: usize| [&lines[i]["game"], &lines[i]["line_number"], &lines[i]["offset"]].map(Value::clone);
        let at = |text: &str| GAMES.find(text).unwrap();
        assert_eq!(place(0), [json!(2), json!(null), json!(at("Ra8"))]);
        assert_eq!(lines[0]["token"], "Ra8");
        assert_eq!((&place(1)[0], &lines[1]["token"]), (&json!(3), &json!("8/8 w")));
        assert_eq!(place(2)[..2], [json!(null), json!(2)]);
        assert_eq!(lines[4]["token"], "e8a8");
        for unreadable in [3, 5] {
            assert_eq!(place(unreadable), [const { Value::Null }; 3]);
            assert_eq!(lines[unreadable]["token"], Value::Null);
        }
    }
    assert!(folder.read("errors1.jsonl") == folder.read("errors2.jsonl"));
}

#[test]
fn exit_statuses_separate_damage_from_unreadable_inputs() {
    let folder = Folder::new();
    folder.write("games.pgn", GAMES);
    folder.write("sound.pgn", SAMPLE);
    assert_eq!(folder.run("scan games.pgn --errors damaged.jsonl").status, 0);
    assert_eq!(lines(&folder, "damaged.jsonl").len(), 2);
    assert_eq!(folder.run("scan sound.pgn absent.pgn --errors absent.jsonl").status, 1);
    assert_eq!(lines(&folder, "absent.jsonl").len(), 1);
    folder.content("scan sound.pgn --errors none.jsonl");
    assert_eq!(folder.read("none.jsonl"), b"", "there, and empty");
    for threads in [1, 2] {
        let strict = format!(
            "scan games.pgn sound.pgn --strict -j {threads} -o out.csv --errors strict.jsonl --force"
        );
        assert_eq!(folder.run(&strict).status, 3);
        assert_eq!(lines(&folder, "strict.jsonl").len(), 1);
        assert!(["out.csv", "out.csv.partial", "out.csv.journal"].iter().all(|name| !folder.has(name)));
    }
    folder.content("scan sound.pgn --strict -o out.csv");
    assert!(folder.has("out.csv"));
}

#[test]
fn skipped_variants_are_reported_without_a_summary() {
    let folder = Folder::new();
    let atomic = "[Variant \"Atomic\"]\n\n1. e4 *\n\n";
    folder.write("one.pgn", atomic);
    folder.write("two.pgn", atomic.repeat(2));
    let told = [("one.pgn", "1 game"), ("one.pgn two.pgn", "3 games")];
    for (inputs, games) in told {
        let told = format!("destrier: skipped {games} of unsupported variants\n");
        for command in ["scan -f jsonl", "scan -f pgn", "scan --force -o out.parquet", "features -f csv"] {
            let ran = folder.run(&format!("{command} {inputs}"));
            let stderr = ran.stderr.replace("destrier: wrote 0 findings to out.parquet\n", "");
            assert_eq!((ran.status, &*stderr), (0, &*told), "{command}");
        }
        assert_eq!(folder.run(&format!("scan {inputs}")).stderr, "");
    }
}

#[test]
fn names_and_tokens_are_escaped() {
    let folder = Folder::new();
    fs::write(folder.path("a\u{1b}[2J\n.pgn"), "1. e4 e5 2. K\u{1b}[2Je3 *\n").unwrap();
    let ran = folder.run("scan . absent\u{1b}[2J.pgn --errors errors.jsonl");
    assert_eq!(ran.status, 1);
    assert!(!ran.stderr.chars().any(|c| c.is_control() && c != '\n'), "{:?}", ran.stderr);
    assert!(ran.stderr.starts_with("destrier: ./a\\u{1b}[2J\\n.pgn: game 1, byte "), "{}", ran.stderr);
    assert_eq!(ran.stderr.lines().count(), 2);
    let lines = lines(&folder, "errors.jsonl");
    assert_eq!(lines[0]["source"], "./a\u{1b}[2J\n.pgn");
}
