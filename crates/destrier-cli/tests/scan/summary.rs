//! The summary.

use crate::common::{assert_golden, destrier, printed};
use crate::{PATTERNS, SAMPLE, file, jsonl, objects, studies, without_time};
use std::collections::{HashMap, HashSet};

#[test]
fn the_sample_matches_the_golden_summary() {
    let summary = without_time(&printed(["scan", SAMPLE]));
    assert_golden("lichess.summary", &summary);
    assert_eq!(without_time(&printed(["scan", "-f", "summary", SAMPLE])), summary);
}

#[test]
fn the_summary_matches_the_lines() {
    let studies = file("counted.pgn", studies());
    let summary = printed(["scan", SAMPLE, &studies]);
    let objects = objects(&jsonl([SAMPLE, &studies]));
    for (index, (name, keys)) in PATTERNS.iter().enumerate() {
        let row = summary.lines().find(|line| line.starts_with(name)).unwrap();
        let row: Vec<&str> = row.split_whitespace().skip(1).collect();
        let mut games = HashSet::new();
        // For each chance: its side, whether its move was played, and whether another move was played.
        let mut chances: HashMap<_, (String, bool, bool)> = HashMap::new();
        for object in objects.iter().filter(|object| object.pattern() == index) {
            let game = (object.text("source"), object.get("game").as_u64());
            games.insert(game);
            let side = object.text("side").to_owned();
            let chance = chances.entry((game, object.get("chance").as_u64())).or_insert((side, false, false));
            chance.1 |= *object.get("played") == true;
            chance.2 |= *object.get("played") == false;
        }
        let count = |is: &dyn Fn(&(String, bool, bool)) -> bool| {
            chances.values().filter(|chance| is(chance)).count().to_string()
        };
        let of_a_move = keys.contains(&"played");
        let of_moves = |count: String| if of_a_move { count } else { "-".to_owned() };
        let expected = [
            chances.len().to_string(),
            games.len().to_string(),
            of_moves(count(&|chance| chance.1)),
            of_moves(count(&|chance| chance.2 && !chance.1)),
            count(&|chance| chance.0 == "white"),
            count(&|chance| chance.0 == "black"),
        ];
        assert!(!chances.is_empty(), "{name}");
        assert_eq!(row, expected, "{name}\n{summary}");
    }
}

#[test]
fn the_summary_fits_80_columns() {
    // The widest line: a late capture with check by a knight that needs its file, and long names.
    let fen = "4k3/8/8/8/1n3n2/8/2P5/Q3K3 b - - 0 9999";
    let name = "A name much longer than the place that there is for it";
    let elo = "[WhiteElo \"3600\"]\n[BlackElo \"3600\"]\n[Date \"2021.10.01\"]\n";
    let tags = format!("[Event \"?\"]\n[White \"{name}\"]\n[Black \"{name}\"]\n{elo}");
    let wide = file("wide.pgn", format!("{tags}[FEN \"{fen}\"]\n\n9999... Ke7 *\n"));
    for option in ["--missed", "--worth", "--not-played"] {
        let summary = printed(["scan", option, SAMPLE, &wide]);
        assert!(summary.contains("  9999... Nxc2+ "), "{summary}");
        // Links and places are not wrapped, so that you can copy them.
        let lines = || summary.lines().filter(|line| !line.contains("https://") && !line.contains(".pgn"));
        assert!(lines().all(|line| line.chars().count() <= 80), "{summary}");
        assert!(lines().any(|line| line.chars().count() > 70), "{summary}");
    }
}

#[test]
fn finds_are_royal_forks_and_mates_of_the_highest_rated_games() {
    let summary = printed(["scan", SAMPLE]);
    let (_, finds) = summary.split_once("one per game\n\n").unwrap();
    let finds: Vec<&str> = finds.split("\n\n").take(10).collect();
    assert_eq!(finds.len(), 10);
    let objects = objects(&jsonl([SAMPLE]));
    let mut shown = HashSet::new();
    for (index, find) in finds.into_iter().enumerate() {
        let words: Vec<&str> = find.split_whitespace().collect();
        let (number, san, link) = (words[1], words[2], *words.last().unwrap());
        assert_eq!(words[0], (index + 1).to_string());
        let found = objects.iter().find(|object| {
            let is_sharp = object.get("san").as_str().is_some_and(|san| san.ends_with('#'))
                || *object.get("safe") == true
                    && object
                        .get("classes")
                        .as_array()
                        .is_some_and(|classes| classes.contains(&"royal".into()));
            let dots = if object.text("side") == "white" { "." } else { "..." };
            !object.get("san").is_null()
                && is_sharp
                && format!("{}{dots}", object.get("move_number")) == number
                && object.text("san") == san
                && object.text("position_link") == link
                && find.contains(&format!("\n    {}, ", object.text("pattern")))
                && find.contains("Played.") == (*object.get("played") == true)
        });
        let found = found.unwrap_or_else(|| panic!("{find}"));
        assert!(shown.insert(found.text("site").to_owned()), "each game is shown once: {find}");
    }
}

#[test]
fn misses_match_the_rows() {
    let summary = printed(["scan", "--missed", SAMPLE]);
    let rows = objects(&jsonl(["--missed", SAMPLE]));
    let row = summary.lines().find(|line| line.starts_with("knight-fork")).unwrap();
    let counts: Vec<&str> = row.split_whitespace().skip(1).collect();
    let chances: HashSet<_> = rows
        .iter()
        .filter(|row| row.text("pattern") == "knight-fork")
        .map(|row| (row.get("game").as_u64(), row.get("chance").as_u64()))
        .collect();
    // A chance that was first missed and later played counts as found.
    let played = objects(&jsonl(["--played", "-p", "knight-fork", SAMPLE]));
    let played: HashSet<_> =
        played.iter().map(|row| (row.get("game").as_u64(), row.get("chance").as_u64())).collect();
    assert_eq!(counts[0], chances.difference(&played).count().to_string(), "{summary}");
    assert!(chances.intersection(&played).count() > 0, "the sample has such a chance");
    // With the worth of all moves, the biggest misses are the same.
    let finds = |summary: &str| summary.split_once("The biggest misses").unwrap().1.to_owned();
    let worth = without_time(&printed(["scan", "--worth", SAMPLE]));
    assert_eq!(finds(&worth), finds(&without_time(&summary)));
}

#[test]
fn boards_are_drawn_on_demand() {
    let plain = without_time(&printed(["scan", "--missed", SAMPLE]));
    let drawn = without_time(&printed(["scan", "--missed", "--boards", SAMPLE]));
    let boards = drawn.matches("       h  g  f  e  d  c  b  a").count()
        + drawn.matches("       a  b  c  d  e  f  g  h").count();
    assert_eq!(boards, 10, "{drawn}");
    let is_of_board = |line: &&str| {
        line.starts_with("       a  b")
            || line.starts_with("       h  g")
            || (line.starts_with("    ")
                && line.as_bytes()[4..].first().is_some_and(u8::is_ascii_digit)
                && line.as_bytes().get(5) == Some(&b' '))
    };
    let rest: Vec<&str> = drawn.lines().filter(|line| !is_of_board(line) && !line.is_empty()).collect();
    let expected: Vec<&str> = plain.lines().filter(|line| !line.is_empty()).collect();
    assert_eq!(rest, expected);
}

#[test]
fn color_is_used_on_request() {
    let plain = without_time(&printed(["scan", SAMPLE]));
    let colored =
        destrier(["scan", SAMPLE]).env_remove("NO_COLOR").env("CLICOLOR_FORCE", "1").output().unwrap();
    let colored = String::from_utf8(colored.stdout).unwrap();
    let text =
        ["\u{1b}[1m", "\u{1b}[0m"].iter().fold(colored.clone(), |text, escape| text.replace(escape, ""));
    assert!(text != colored && !plain.contains('\u{1b}'));
    assert_eq!(without_time(&text), plain);
    // A colored row resets the color at its end.
    assert!(colored.lines().all(|line| line.matches('\u{1b}').count() % 2 == 0));
}
