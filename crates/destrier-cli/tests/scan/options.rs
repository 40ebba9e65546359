//! Compares every option that filters findings or games with an independent filter over all findings.

use crate::common::printed;
use crate::{Object, PATTERNS, SAMPLE, file, game, jsonl, objects, outcome, sample, studies};
use serde_json::Value;
use std::collections::{HashMap, HashSet};
use std::fs;
use std::sync::LazyLock;

pub(crate) const PUZZLES: &str = "samples/puzzles.csv";

/// A pseudo tag for the last word after the moves.
const END: &str = " end";

/// A finding with the tags of its game.
struct Found<'a> {
    object: &'a Object,
    tags: &'a HashMap<String, String>,
}

impl Found<'_> {
    fn tag(&self, name: &str) -> &str {
        self.tags.get(name).map_or("", |value| value)
    }

    fn is(&self, key: &str, value: impl Into<Value>) -> bool {
        *self.object.get(key) == value.into()
    }

    /// Returns whether a player has this name, whole or up to the first comma or space.
    fn has_name(&self, color: &str, name: &str) -> bool {
        let value = self.tag(color).to_lowercase();
        value == name.to_lowercase() || value.split([',', ' ']).next() == Some(&name.to_lowercase())
    }

    /// Returns the seconds for 40 moves.
    fn seconds(&self) -> Option<u32> {
        let (base, increment) = self.tag("TimeControl").split_once('+')?;
        Some(base.parse::<u32>().ok()? + 40 * increment.parse::<u32>().ok()?)
    }
}

/// An option, and the findings that pass it.
struct Condition {
    arguments: Vec<String>,
    holds: Box<dyn Fn(&Found<'_>) -> bool + Sync + Send>,
}

fn condition(arguments: &str, holds: impl Fn(&Found<'_>) -> bool + Sync + Send + 'static) -> Condition {
    Condition { arguments: arguments.split(' ').map(str::to_owned).collect(), holds: Box::new(holds) }
}

/// Returns conditions for every option. Each drops some findings and keeps others.
fn conditions() -> Vec<Condition> {
    let mut all = vec![
        condition("--pattern knight-fork", |found| found.is("pattern", "knight-fork")),
        condition("-p distant-check,knight-fork", |found| {
            found.is("pattern", "knight-fork") || found.is("pattern", "distant-check")
        }),
        condition("-p uncatchable-passer -p smothered-mate,uncatchable-passer", |found| {
            found.is("pattern", "smothered-mate") || found.is("pattern", "uncatchable-passer")
        }),
        condition("--safe", |found| found.is("safe", true)),
        condition("--mate", |found| found.object.get("san").as_str().is_some_and(|san| san.ends_with('#'))),
        condition("--played", |found| found.is("played", true)),
        condition("--not-played", |found| found.is("played", false)),
    ];
    for side in ["white", "black"] {
        all.push(condition(&format!("--color {side}"), move |found| found.is("side", side)));
    }
    for class in ["check", "royal", "family"] {
        all.push(condition(&format!("--class {class}"), move |found| {
            found.object.get("classes").as_array().is_some_and(|classes| classes.contains(&class.into()))
        }));
    }
    for least in [1000, 1501, 1900] {
        all.push(condition(&format!("--min-elo {least}"), move |found| {
            let rating = |tag| found.tag(tag).parse::<u32>().is_ok_and(|rating| rating >= least);
            rating("WhiteElo") && rating("BlackElo")
        }));
    }
    for most in [1000, 1501, 1900] {
        all.push(condition(&format!("--max-elo {most}"), move |found| {
            let rating = |tag| found.tag(tag).parse::<u32>().is_ok_and(|rating| rating <= most);
            rating("WhiteElo") && rating("BlackElo")
        }));
    }
    for list in ["boord,Panevis", "boord --player PANEVIS"] {
        all.push(condition(&format!("--player {list}"), |found| {
            ["White", "Black"]
                .iter()
                .any(|color| found.has_name(color, "boord") || found.has_name(color, "Panevis"))
        }));
    }
    for text in ["sicilian", "GAMBIT", "Defense:"] {
        all.push(condition(&format!("--opening {text}"), move |found| {
            found.tag("Opening").to_lowercase().contains(&text.to_lowercase())
        }));
    }
    for name in ["boord", "BOORD", "Panevis", "roiBabax"] {
        all.push(condition(&format!("--player {name}"), move |found| {
            found.has_name("White", name) || found.has_name("Black", name)
        }));
        all.push(condition(&format!("--side player --player {name}"), move |found| {
            let color = if found.is("side", "white") { "White" } else { "Black" };
            found.has_name(color, name)
        }));
        all.push(condition(&format!("--side opponent --player {name}"), move |found| {
            let color = if found.is("side", "white") { "Black" } else { "White" };
            found.has_name(color, name)
        }));
    }
    for (range, lowest, highest) in [("1500-1700", 1500, 1700), ("1800-", 1800, 9999), ("-1400", 0, 1400)] {
        let is_rated = move |found: &Found<'_>, of_side: bool| {
            let tag = if found.is("side", "white") == of_side { "WhiteElo" } else { "BlackElo" };
            found.tag(tag).parse().is_ok_and(|rating: u32| lowest <= rating && rating <= highest)
        };
        all.push(condition(&format!("--elo {range}"), move |found| is_rated(found, true)));
        all.push(condition(&format!("--opponent-elo {range}"), move |found| is_rated(found, false)));
    }
    for result in ["1-0", "0-1", "1/2-1/2", "*"] {
        all.push(condition(&format!("--result {result}"), move |found| {
            let tag = found.tag("Result");
            let known = if tag.is_empty() { found.tag(END) } else { tag };
            known == result || (known.is_empty() && result == "*")
        }));
    }
    for prefix in ["A", "b", "C5", "D00", "d0"] {
        all.push(condition(&format!("--eco {prefix}"), move |found| {
            found.tag("ECO").to_lowercase().starts_with(&prefix.to_lowercase())
        }));
    }
    let date = |found: &Found<'_>| found.tag("UTCDate").replace('.', "-");
    for day in ["2013", "2013-01", "2013-01-16", "2013-01-17", "2021.10.01"] {
        let since = day.replace('.', "-");
        let until = since.clone();
        all.push(condition(&format!("--since {day}"), move |found| {
            date(found).get(..since.len()).is_some_and(|day| *day >= *since)
        }));
        if !day.starts_with("2021") {
            all.push(condition(&format!("--until {day}"), move |found| {
                date(found).get(..until.len()).is_some_and(|day| *day <= *until)
            }));
        }
    }
    for day in ["2013", "2013-01-16"] {
        all.push(condition(&format!("--since {day} --until {day}"), move |found| {
            date(found).starts_with(day)
        }));
    }
    for exact in ["180+0", "60+0", "0+1"] {
        all.push(condition(&format!("--time-control {exact}"), move |found| {
            found.tag("TimeControl") == exact
        }));
    }
    for (speed, from, to) in
        [("bullet", 30, 180), ("Blitz", 180, 480), ("rapid", 480, 1500), ("classical", 1500, u32::MAX)]
    {
        all.push(condition(&format!("--speed {speed}"), move |found| {
            found.seconds().is_some_and(|seconds| (from..to).contains(&seconds))
        }));
    }
    for list in ["bullet,rapid", "bullet --speed rapid"] {
        all.push(condition(&format!("--speed {list}"), |found| {
            found
                .seconds()
                .is_some_and(|seconds| (30..180).contains(&seconds) || (480..1500).contains(&seconds))
        }));
    }
    all
}

/// All sources, their findings, and the tags of each game.
struct All {
    sources: [String; 3],
    lines: Vec<String>,
    objects: Vec<Object>,
    tags: HashMap<(String, u64), HashMap<String, String>>,
}

static ALL: LazyLock<All> = LazyLock::new(|| {
    let mates = game("q3k3/7r/8/1N6/8/8/8/4K3 w - - 0 30", "30. Nc7+ *");
    let studies = file("options.pgn", studies() + &mates);
    let lines = jsonl([SAMPLE, PUZZLES, &studies]);
    let mut tags: HashMap<_, HashMap<_, _>> = HashMap::new();
    for (source, text) in [
        (SAMPLE, String::from_utf8(sample()).unwrap()),
        (&studies[..], fs::read_to_string(&studies).unwrap()),
    ] {
        let mut number = 0;
        for line in text.lines() {
            number += u64::from(line.starts_with("[Event "));
            if let Some((name, value)) = line.strip_prefix('[').and_then(|line| line.split_once(" \"")) {
                let value = value.strip_suffix("\"]").unwrap();
                let game = tags.entry((source.to_owned(), number)).or_default();
                game.insert(name.to_owned(), value.to_owned());
            } else if let Some(word) = line.split_whitespace().last() {
                let game = tags.entry((source.to_owned(), number)).or_default();
                game.insert(END.to_owned(), word.to_owned());
            }
        }
    }
    All {
        objects: objects(&lines),
        lines: lines.lines().map(|line| line.to_owned() + "\n").collect(),
        sources: [SAMPLE.to_owned(), PUZZLES.to_owned(), studies],
        tags,
    }
});

impl All {
    /// Returns the lines that meet all conditions.
    fn expected(&self, conditions: &[&Condition]) -> String {
        let none = HashMap::new();
        let meets_all = |object: &Object| {
            let game = (object.text("source").to_owned(), object.get("game").as_u64().unwrap());
            let found = Found { object, tags: self.tags.get(&game).unwrap_or(&none) };
            conditions.iter().all(|condition| (condition.holds)(&found))
        };
        let lines = self.lines.iter().zip(&self.objects);
        lines.filter(|(_, object)| meets_all(object)).map(|(line, _)| &line[..]).collect()
    }

    /// Returns the output of the command for these conditions and further arguments.
    fn printed(&self, conditions: &[&Condition], further: &[&str]) -> String {
        let conditions = conditions.iter().flat_map(|condition| &condition.arguments);
        let arguments = conditions.chain(&self.sources).map(|argument| &argument[..]);
        let all = ["scan", "-f", "jsonl"].into_iter().chain(further.iter().copied()).chain(arguments);
        let (status, stdout, stderr) = outcome(all);
        // Some combinations can have no findings.
        if stderr.contains(": none of the selected patterns ") {
            assert_eq!((status, &*stdout), (2, ""), "{stderr}");
            return stdout;
        }
        // A run without findings explains why, and names that no game has are said.
        let is_name = |line: &str| line.starts_with("destrier: no selected game has a player named ");
        let said: Vec<&str> = stderr.lines().filter(|line| !is_name(line)).collect();
        let is_explained = stdout.is_empty() && matches!(said[..], [one] if one.starts_with("destrier: no"));
        assert!(status == 0 && (said.is_empty() || is_explained), "{status} {stderr}");
        stdout
    }
}

#[test]
fn every_filter_keeps_exactly_the_matching_findings() {
    let whole: usize = ALL.lines.iter().map(String::len).sum();
    assert_eq!(ALL.tags.keys().filter(|(source, _)| source == SAMPLE).count(), 60);
    for condition in conditions() {
        let expected = ALL.expected(&[&condition]);
        assert!(!expected.is_empty() && expected.len() < whole, "{:?} tells nothing", condition.arguments);
        assert!(ALL.printed(&[&condition], &[]) == expected, "{:?}", condition.arguments);
    }
}

#[test]
fn combined_filters_all_apply() {
    let conditions = conditions();
    let mut random = fastrand::Rng::with_seed(3);
    let mut telling = 0;
    for _ in 0..150 {
        let mut chosen: Vec<&Condition> = Vec::new();
        let mut names = HashSet::new();
        for _ in 0..random.usize(2..=4) {
            let condition = random.choice(&conditions).unwrap();
            // `--played` excludes `--not-played`, and some dates exclude others. Other options are given once.
            let name = |argument: &String| {
                argument
                    .replace("--not-played", "--played")
                    .replace("--until", "--since")
                    .replace("--max-elo", "--min-elo")
                    .replace("--pattern", "-p")
            };
            let own: HashSet<String> =
                condition.arguments.iter().filter(|word| word.starts_with('-')).map(name).collect();
            if names.is_disjoint(&own) {
                names.extend(own);
                chosen.push(condition);
            }
        }
        let expected = ALL.expected(&chosen);
        telling += usize::from(!expected.is_empty());
        let threads = ["1", "2", "5"][random.usize(..3)];
        let limit = random.bool().then(|| random.usize(1..40));
        let limit_text = limit.unwrap_or(usize::MAX >> 1).to_string();
        let expected: String = expected.split_inclusive('\n').take(limit.unwrap_or(usize::MAX)).collect();
        let printed = ALL.printed(&chosen, &["-j", threads, "--limit", &limit_text]);
        let arguments: Vec<_> = chosen.iter().map(|condition| &condition.arguments).collect();
        assert!(printed == expected, "{arguments:?} -j {threads} --limit {limit_text}");
    }
    assert!(telling > 40, "{telling}");
}

/// Returns whether the lines of a text are some of the lines of another, in the same order.
fn are_some_of(lines: &str, all: &str) -> bool {
    let mut all = all.lines();
    lines.lines().all(|line| all.any(|other| other == line))
}

#[test]
fn a_sample_is_drawn_from_all_findings() {
    let all = jsonl([SAMPLE, PUZZLES]);
    let sample = |options: &[&str]| {
        printed(["scan", "-f", "jsonl"].into_iter().chain(options.iter().copied()).chain([SAMPLE, PUZZLES]))
    };
    for (number, count) in [("1", 1), ("40", 40), ("100000", all.lines().count())] {
        let drawn = sample(&["--sample", number]);
        assert_eq!(drawn.lines().count(), count);
        assert!(are_some_of(&drawn, &all), "{number}");
        assert_eq!(drawn, sample(&["--sample", number, "-j", "3", "--seed", "0"]));
        assert_eq!(drawn != sample(&["--sample", number, "--seed", "1"]), count < 1000);
    }
    // Findings of both sources and of all parts of the first.
    let drawn = sample(&["--sample", "100"]);
    let games = objects(&drawn);
    assert!(games.iter().any(|object| object.text("source") == PUZZLES));
    let of_sample = || games.iter().filter(|object| object.text("source") == SAMPLE);
    assert!(of_sample().any(|object| object.get("game").as_u64() < Some(20)));
    assert!(of_sample().any(|object| object.get("game").as_u64() > Some(40)));
    // The filters come first.
    let forks = sample(&["--sample", "5", "--safe", "--one-per", "game"]);
    assert_eq!(forks.lines().count(), 5);
    assert!(are_some_of(&forks, &sample(&["--safe", "--one-per", "game"])));
    let (status, _, stderr) = outcome(["scan", "--sample", "1", "-"]);
    assert!(status == 2 && stderr.contains("standard input"), "{stderr}");
}

#[test]
fn one_finding_is_selected_per_chance_or_game() {
    let first_of = |lines: &str, key: &dyn Fn(&Object) -> String| -> String {
        let mut seen = HashSet::new();
        let is_first = |line: &&str| seen.insert(key(&objects(line)[0]));
        lines.lines().filter(is_first).map(|line| format!("{line}\n")).collect()
    };
    let chance = |object: &Object| format!("{} {}", object.get("game"), object.get("chance"));
    for filter in ["--played", "--not-played", "--safe", "--mate"] {
        let all = jsonl([filter, SAMPLE]);
        let chances = jsonl([filter, "--one-per", "chance", SAMPLE]);
        assert_eq!(chances, first_of(&all, &chance), "{filter}");
        let games = jsonl([filter, "--one-per", "game", SAMPLE]);
        assert!(are_some_of(&games, &all) && games.lines().count() < chances.lines().count(), "{filter}");
        let count =
            objects(&all).iter().map(|object| object.get("game").to_string()).collect::<HashSet<_>>().len();
        assert_eq!(games.lines().count(), count, "{filter}");
    }
    // With worth, the biggest miss of a chance and of a game, and one of a position.
    let all = objects(&jsonl(["--missed", SAMPLE]));
    let size = |object: &Object| (1_000.0 * object.get("lost").as_f64().unwrap()).round() as i64;
    let turns = objects(&jsonl(["--missed", "--one-per", "chance", SAMPLE]));
    for kept in &turns {
        let others = all.iter().filter(|other| chance(other) == chance(kept));
        assert_eq!(others.map(size).max(), Some(size(kept)));
    }
    let places: HashSet<_> =
        turns.iter().map(|kept| (kept.get("game").to_string(), kept.get("ply").as_u64())).collect();
    assert_eq!(places.len(), turns.len(), "one row a turn");
    let games = objects(&jsonl(["--missed", "--one-per", "game", SAMPLE]));
    for kept in &games {
        let others = turns.iter().filter(|other| other.get("game") == kept.get("game"));
        assert_eq!(others.map(size).max(), Some(size(kept)));
    }
    assert!(games.len() < turns.len() && turns.len() < all.len());
}

#[test]
fn a_limit_ends_the_scan_with_the_game_of_the_last_finding() {
    // The third finding is in the first game, so the damage after it is not reached.
    let damaged = file("behind.pgn", [sample(), b"[Event \"?\"]\n\n1. Ke2 *\n".to_vec()].concat());
    let (status, summary, stderr) = outcome(["scan", "--limit", "3", "--strict", &damaged]);
    assert_eq!((status, &stderr[..]), (0, "destrier: reached the limit of 3 findings\n"));
    assert!(summary.starts_with("1 game, ") && !summary.contains("damaged"), "{summary}");
}

#[test]
fn games_that_are_not_searched_are_counted_apart() {
    let summary = printed(["scan", "--result", "1-0", SAMPLE]);
    assert!(
        summary.starts_with("34 games, ") && summary.contains("\n26 games excluded by filters\n"),
        "{summary}"
    );
    // Their damage is not reached, either.
    let damaged = file("aside.pgn", "[Event \"?\"]\n[Result \"0-1\"]\n\n1. Ke2 0-1\n");
    let (status, stdout, stderr) = outcome(["scan", "-f", "jsonl", "--result", "1-0", "--strict", &damaged]);
    assert_eq!((status, &stdout[..], stderr.lines().count()), (0, "", 1), "{stderr}");
    assert_eq!(outcome(["scan", "-f", "jsonl", "--result", "0-1", "--strict", &damaged]).0, 3);
}

#[test]
fn patterns_have_names() {
    for (wrong, meant) in [
        ("forks", Some("fork")),
        ("knight-fork,forks", Some("fork")),
        ("Knight-Fork", Some("knight-fork")),
        ("", None),
        ("knight-fork,", None),
    ] {
        let (status, stdout, stderr) = outcome(["scan", "-p", wrong, SAMPLE]);
        assert_eq!((status, &stdout[..]), (2, ""), "{wrong}");
        let Some(meant) = meant else {
            for (name, _) in PATTERNS {
                assert!(stderr.contains(name), "{wrong}: {name}\n{stderr}");
            }
            continue;
        };
        assert!(stderr.ends_with(&format!("; did you mean `{meant}`?\n")), "{wrong}: {stderr}");
    }
    // The summary has a row for each selected pattern, in registry order.
    let summary = printed(["scan", "-p", "uncatchable-passer,knight-fork", SAMPLE]);
    let rows: Vec<_> = summary.lines().skip(3).take(3).map(|line| line.split(' ').next().unwrap()).collect();
    assert_eq!(rows, ["knight-fork", "uncatchable-passer", ""]);
}

#[test]
fn invalid_option_values_are_rejected() {
    for (arguments, message) in [
        (&["--side", "green"][..], "opponent"),
        (&["--color", "green"], "white"),
        (&["--elo", "1800"], "1600-1800"),
        (&["--elo", "1800-1600"], "1600-1800"),
        (&["--columns", "san"], "no columns"),
        (&["-f", "csv", "--columns", "sann"], "the groups all:finding"),
        (&["-f", "csv", "--columns", "mover"], "all:mover"),
        (&["-f", "csv", "--columns", "eval_best"], "without a chess engine"),
        (&["--boards", "-f", "csv"], "summary"),
        (&["--one-per", "player"], "chance"),
        (&["--sample", "0"], "0 is not in 1.."),
        (&["--seed", "1"], "--sample"),
        (&["--class", "fork"], "royal"),
        (&["--side", "player"], "--player"),
        (&["--unique"], "the summary counts all moves"),
        (&["--played", "--missed"], "cannot be used with"),
        (&["--played", "--not-played"], "cannot be used with"),
        (&["--missed=draw"], "blunder"),
        (&["--min-elo", "strong"], "strong"),
        (&["--min-elo", "-1"], "-1 is not in 0.."),
        (&["--player", "?"], "player"),
        (&["--result", "2-0"], "1/2-1/2"),
        (&["--since", "yesterday"], "YYYY"),
        (&["--until", "2013-13"], "12"),
        (&["--until", "2013-02-29"], "28"),
        (&["--since", "2021-11", "--until", "2021-10"], "is after --until"),
        (&["--since", "65536d"], "65535d"),
        (&["--since", "1d", "--until", "2d"], "is after --until"),
        (&["--min-elo", "2000", "--max-elo", "1999"], "is above --max-elo"),
        (&["--player", "Carlsen,"], "player"),
        (&["--time-control", "slow"], "option `speed`"),
        (&["--time-control", "blitz"], "`blitz` is a speed"),
        (&["--speed", "slow"], "ultrabullet"),
        (&["--threads", "0"], "0"),
        (&["-j", "-1"], "-1 is not in 1..=255"),
        (&["-j", "two"], "two"),
        (&["--limit", "all"], "all"),
        (&["--limit", "-1"], "-1 is not in 0.."),
        (&["--max-ratio", "-1"], "-1 is not in 1.."),
        (&["--format", "json"], "jsonl"),
        (&["--safe=yes"], "--safe"),
        (&["--hide"], "--format pgn"),
        (&["--hide", "-f", "csv"], "--format pgn"),
    ] {
        for source in [SAMPLE, "missing.pgn"] {
            let (status, stdout, stderr) =
                outcome(["scan"].into_iter().chain(arguments.iter().copied()).chain([source]));
            assert_eq!((status, &stdout[..]), (2, ""), "{arguments:?} {stderr}");
            assert!(stderr.contains(message), "{arguments:?}: {stderr}");
        }
    }
}

/// Options for worth keep the matching rows of `--worth`. The judge takes time, so most runs are without it.
#[test]
fn moves_are_selected_by_their_worth() {
    let of = |arguments: &[&str]| objects(&jsonl(arguments.iter().copied().chain([SAMPLE])));
    let (quick, judged) = (of(&["--worth", "--quick"]), of(&["--worth"]));
    let grade = |object: &Object| {
        ["inaccuracy", "mistake", "blunder"].iter().position(|name| object.get("missed") == *name)
    };
    let wins = |object: &Object| object.get("wins").as_i64();
    let is_missed = |object: &Object, least| grade(object) >= Some(least) && *object.get("defence") == false;
    for (arguments, holds) in [
        (&["--missed=inaccuracy"][..], &(|object: &Object| is_missed(object, 0)) as &dyn Fn(&Object) -> bool),
        (&["--missed"], &|object| is_missed(object, 1)),
        (&["--missed=blunder"], &|object| is_missed(object, 2)),
        (&["--missed", "--defences"], &|object| grade(object) >= Some(1)),
        (&["--wins", "3"], &|object| wins(object) >= Some(3)),
        (&["--wins", "-2"], &|object| wins(object) >= Some(-2)),
        (&["--wins", "100", "--missed"], &|object| wins(object) == Some(100) && is_missed(object, 1)),
    ] {
        let is_judged = arguments == ["--missed"];
        let all = if is_judged { &judged } else { &quick };
        let expected: Vec<_> = all.iter().filter(|object| holds(object)).map(|object| &object.0).collect();
        let found = of(&[arguments, if is_judged { &[][..] } else { &["--quick"][..] }].concat());
        assert!(!expected.is_empty() && expected.len() < all.len(), "{arguments:?}");
        assert_eq!(found.iter().map(|object| &object.0).collect::<Vec<_>>(), expected, "{arguments:?}");
    }
}
