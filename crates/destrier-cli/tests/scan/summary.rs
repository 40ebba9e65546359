//! The summary.

use crate::common::{assert_golden, destrier, printed};
use crate::{Object, PATTERNS, SAMPLE, file, jsonl, objects, studies, without_time};
use serde_json::Value;
use std::collections::HashSet;

#[test]
fn the_sample_gives_the_golden_summary() {
    let summary = without_time(&printed(["scan", SAMPLE]));
    assert_golden("lichess.summary", &summary);
    assert_eq!(without_time(&printed(["scan", "-f", "summary", SAMPLE])), summary);
}

#[test]
fn the_summary_counts_what_the_lines_say() {
    let studies = file("counted.pgn", studies());
    let summary = printed(["scan", SAMPLE, &studies]);
    let objects = objects(&jsonl([SAMPLE, &studies]));
    for (index, (name, keys)) in PATTERNS.iter().enumerate() {
        let row = summary.lines().find(|line| line.starts_with(name)).unwrap();
        let row: Vec<&str> = row.split_whitespace().skip(1).collect();
        let of_pattern: Vec<&Object> = objects.iter().filter(|object| object.pattern() == index).collect();
        let count = |key: &str, value: Value| {
            of_pattern.iter().filter(|object| *object.get(key) == value).count().to_string()
        };
        let games: HashSet<_> =
            of_pattern.iter().map(|object| (object.text("source"), object.get("game").as_u64())).collect();
        let of_a_move = keys.contains(&"played");
        let moves = |played: bool| if of_a_move { count("played", played.into()) } else { "-".to_owned() };
        let expected = [
            of_pattern.len().to_string(),
            games.len().to_string(),
            moves(true),
            moves(false),
            count("side", "white".into()),
            count("side", "black".into()),
        ];
        assert!(!of_pattern.is_empty(), "{name}");
        assert_eq!(row, expected, "{name}\n{summary}");
    }
}

#[test]
fn the_summary_fits_80_columns() {
    // A find at its widest: a late move that takes, tells its knight and checks; long names.
    let fen = "4k3/8/8/8/1n3n2/8/2P5/Q3K3 b - - 0 9999";
    let name = "A name much longer than the place that there is for it";
    let tags = format!("[Event \"?\"]\n[White \"{name}\"]\n[Black \"{name}\"]\n[WhiteElo \"3600\"]\n");
    let wide = file("wide.pgn", format!("{tags}[FEN \"{fen}\"]\n\n9999... Nxc2+ *\n"));
    let summary = printed(["scan", SAMPLE, &wide]);
    assert!(summary.contains("3600  9999... Nxc2+"), "{summary}");
    for line in summary.lines() {
        assert!(line.chars().count() <= 80, "{line}");
    }
    assert!(summary.lines().any(|line| line.chars().count() > 70), "{summary}");
}

#[test]
fn finds_are_safe_royal_forks_of_the_highest_rated_games() {
    let summary = printed(["scan", SAMPLE]);
    let (_, finds) = summary.split_once("safe royal forks").unwrap();
    let finds: Vec<&str> = finds.lines().skip(1).collect();
    assert_eq!(finds.len(), 20);
    let objects = objects(&jsonl([SAMPLE]));
    let (mut last, mut shown) = (u64::MAX, HashSet::new());
    for find in finds.chunks(2) {
        let words: Vec<&str> = find[0].split_whitespace().collect();
        let (rating, number, san, done) = (words[0].parse::<u64>().unwrap(), words[1], words[2], words[3]);
        assert!(rating <= last && shown.insert(find), "{find:#?}");
        last = rating;
        let here = objects.iter().any(|object| {
            let fen = object.text("fen");
            let move_number = number.trim_end_matches('.');
            object.get("safe") == true
                && object.get("classes").as_array().is_some_and(|classes| classes.contains(&"royal".into()))
                && *object.get("played") == (done == "played")
                && object.text("site") == find[1].trim()
                && object.text("san") == san
                && fen.ends_with(&format!(" {move_number}"))
                && (object.text("side") == "black") == number.ends_with("...")
        });
        assert!(here, "{find:#?}");
    }
}

#[test]
fn color_is_for_those_who_want_it() {
    let run = |variables: &[(&str, &str)]| {
        let mut command = destrier(["scan", SAMPLE]);
        for variable in ["NO_COLOR", "CLICOLOR_FORCE", "CLICOLOR", "TERM"] {
            command.env_remove(variable);
        }
        let output = command.envs(variables.iter().copied()).output().unwrap();
        assert!(output.status.success() && output.stderr.is_empty());
        String::from_utf8(output.stdout).unwrap()
    };
    let plain = without_time(&run(&[]));
    for variables in [&[("NO_COLOR", "1")][..], &[("TERM", "xterm")], &[("CLICOLOR", "1"), ("TERM", "xterm")]]
    {
        assert_eq!(without_time(&run(variables)), plain, "{variables:?}");
    }
    assert!(!plain.contains('\u{1b}'));
    let colored = run(&[("CLICOLOR_FORCE", "1")]);
    let mut text = colored.clone();
    for escape in ["\u{1b}[1m", "\u{1b}[32m", "\u{1b}[33m", "\u{1b}[0m"] {
        assert!(colored.contains(escape), "{colored:?}");
        text = text.replace(escape, "");
    }
    assert_eq!(without_time(&text), plain);
    assert!(plain.lines().all(|line| line.chars().count() <= 80));
    // A row that begins in color ends without.
    assert!(colored.lines().all(|line| line.matches('\u{1b}').count() % 2 == 0));
}
