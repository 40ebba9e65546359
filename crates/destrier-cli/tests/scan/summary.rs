//! The summary.

use crate::common::{assert_golden, destrier, printed};
use crate::{Object, PATTERNS, SAMPLE, file, jsonl, objects, studies, without_time};
use std::collections::{HashMap, HashSet};

const MISSED_2013: &str = "crates/destrier-games/tests/data/missed/lichess-2013-01.pgn";
const MISSED_2021: &str = "crates/destrier-games/tests/data/missed/lichess-2021-10.pgn";

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

/// The page agrees with the golden numbers, too.
#[test]
fn the_number_of_missed_turns_is_the_same_everywhere() {
    let mut numbers = String::new();
    for file in [SAMPLE, MISSED_2013, MISSED_2021] {
        let turns =
            printed(["scan", "--missed", "--one-per", "chance", "-f", "csv", file]).lines().count() - 1;
        let worth = objects(&printed(["scan", "--worth", "--one-per", "chance", "-f", "jsonl", file]));
        let is_missed = |object: &Object| {
            *object.get("defence") == false
                && ["mistake", "blunder"].iter().any(|grade| object.get("missed") == *grade)
        };
        assert_eq!(worth.iter().filter(|object| is_missed(object)).count(), turns);
        for table in [
            printed(["scan", "--missed", file]),
            printed(["scan", "--worth", file]),
            printed(["rates", "--by", "color,speed", file]),
        ] {
            assert_eq!(sum(&table, "missed"), turns, "{file}: {table}");
        }
        let page = printed(["report", file]);
        assert!(page.contains(&format!(">{turns}</a></b> <span>missed</span>")), "{file}: {turns}");
        let list = page.split_once("<section id=\"g0-0-0-missed\">").unwrap().1;
        assert!(list.starts_with(&format!("\n<h4>Missed: {turns}</h4>")), "{file}: {turns}");
        assert_eq!(list.split_once("</section>").unwrap().0.matches("<li>").count(), turns, "{file}");
        numbers += &format!("{file} {turns}\n");
    }
    assert_golden("missed-turns.txt", &numbers);
}

/// Adds up a column of a text table.
fn sum(text: &str, heading: &str) -> usize {
    let mut lines = text.lines().skip_while(|line| !line.split_whitespace().any(|word| word == heading));
    let index = lines.next().unwrap().split_whitespace().position(|word| word == heading).unwrap();
    let rows = lines.take_while(|line| !line.is_empty());
    rows.filter_map(|line| line.split_whitespace().nth(index)?.parse::<usize>().ok()).sum()
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
fn boards_are_drawn_on_demand() {
    let boards = |summary: &str| {
        ["       h  g  f  e  d  c  b  a\n", "       a  b  c  d  e  f  g  h\n"]
            .map(|files| summary.matches(files).count())
    };
    assert_eq!(boards(&printed(["scan", "--missed", SAMPLE])), [0, 0]);
    let drawn = printed(["scan", "--missed", "--boards", SAMPLE]);
    let findings = drawn.lines().filter(|line| line.contains(". Played ")).count();
    assert_eq!(boards(&drawn).iter().sum::<usize>(), findings);
    assert!(findings > 3, "{drawn}");
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
