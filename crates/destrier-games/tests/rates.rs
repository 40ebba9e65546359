//! Compares rates with a count of table rows in plain loops, which follows the definitions directly.

#[path = "support/data.rs"]
mod data;
#[path = "support/scan.rs"]
mod scan;

use destrier_games::output::write_to_memory;
use destrier_games::rates::{RATE_FORMATS, RATE_KEYS, RateCounts, RateKey, RateRequest, Rates, Who};
use destrier_games::{
    Classes, FindingFilter, GameFilter, JudgedBy, Judging, PATTERNS, PlayerSide, Scan, Selection, Table,
};
use serde_json::Value;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Returns all rows of a table as JSON objects.
fn rows(table: Table, games: &Scan, selection: &Selection) -> Vec<Value> {
    let columns: Vec<usize> = (0..table.columns().len()).collect();
    let mut output = scan::json_lines(table, &columns, selection.clone());
    let text = String::from_utf8(write_to_memory(&mut *output, games).unwrap().output).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn text(row: &Value, key: &str) -> String {
    row[key].as_str().unwrap_or("unknown").to_owned()
}

fn other(side: &str) -> &'static str {
    if side == "white" { "black" } else { "white" }
}

/// The location of a game.
type Place = (String, i64);

fn place(row: &Value) -> Place {
    (text(row, "source"), row["game"].as_i64().unwrap())
}

/// A chance: its findings in order.
struct NaiveChance<'a> {
    game: Place,
    pattern: String,
    side: String,
    findings: Vec<&'a Value>,
    /// Whether another chance represents the missed turn.
    is_represented: bool,
}

/// A miss: whether it is at least a mistake, whether it wins something, the winning chances lost in thousandths, and its ply.
type NaiveMiss = (bool, bool, i64, i64);

/// The winning chances on Lichess's scale.
fn winning_chances(pawns: i64, is_mate: bool) -> f64 {
    if is_mate {
        return pawns.signum() as f64;
    }
    2.0 / (1.0 + (-0.368_208 * pawns.clamp(-10, 10) as f64).exp()) - 1.0
}

impl NaiveChance<'_> {
    fn is_opportunity(&self) -> bool {
        if let Some((true, wins, ..)) = self.miss() {
            return wins && !self.is_represented;
        }
        self.findings.iter().any(|row| {
            let (Some(wins), Some(material)) = (row["wins"].as_i64(), row["material"].as_i64()) else {
                return false;
            };
            let is_mate = wins.abs() == 100;
            let after = winning_chances(if is_mate { wins } else { material + wins }, is_mate);
            after - winning_chances(material, false) >= 0.2
        })
    }

    fn is_played(&self) -> bool {
        self.findings.iter().any(|row| row["played"] == true)
    }

    /// The miss that represents the chance: of equal ones the first.
    fn miss(&self) -> Option<NaiveMiss> {
        let misses = self.findings.iter().filter(|row| !self.is_played() && row["missed"].is_string());
        let misses = misses.map(|row| {
            let lost = (1_000.0 * row["lost"].as_f64().unwrap()).round() as i64;
            (row["missed"] != "inaccuracy", row["defence"] == false, lost, row["ply"].as_i64().unwrap())
        });
        misses.max_by_key(|&(counts, wins, lost, ply)| (counts, wins, lost, -ply))
    }

    /// The grade of the missed turn, if the chance represents one.
    fn grade(&self) -> &'static str {
        match self.miss() {
            Some((true, true, _, ply)) if !self.is_represented => {
                let row = self.findings.iter().find(|row| row["ply"] == ply).unwrap();
                if row["missed"] == "blunder" { "blunder" } else { "mistake" }
            }
            _ => "none",
        }
    }

    fn is_missed_defence(&self) -> bool {
        !self.is_represented && self.miss().is_some_and(|(counts, wins, ..)| counts && !wins)
    }
}

/// Marks the chances that do not represent their missed turn: another one of the same position cost more, or as much and is
/// earlier in the table.
fn represent(chances: &mut [NaiveChance<'_>]) {
    let misses: Vec<_> = chances
        .iter()
        .map(|chance| Some((chance.game.clone(), chance.miss()?, chance.findings[0]["chance"].as_i64())))
        .collect();
    for (chance, own) in chances.iter_mut().zip(&misses) {
        let Some((game, (counts, wins, lost, ply), number)) = own else { continue };
        chance.is_represented = misses.iter().flatten().any(|(other_game, other, other_number)| {
            let of_other = ((other.0, other.1, other.2), Reverse(other_number));
            other_game == game && other.3 == *ply && of_other > ((*counts, *wins, *lost), Reverse(number))
        });
    }
}

/// Groups findings into chances by joining each to the one before it, then keeps those that meet a condition.
fn chances<'a>(findings: &'a [Value], keeps: &dyn Fn(&Value) -> bool) -> Vec<NaiveChance<'a>> {
    let mut possibilities: BTreeMap<_, Vec<&Value>> = BTreeMap::new();
    for row in findings {
        let what = if row["move"].is_string() { text(row, "move") } else { text(row, "square") };
        let key = (place(row), text(row, "pattern"), text(row, "side"), what);
        possibilities.entry(key).or_default().push(row);
    }
    let mut chances = Vec::new();
    for ((game, pattern, side, _), rows) in possibilities {
        let step = if rows[0]["move"].is_string() { 2 } else { 1 };
        let ply = |row: &Value| row["ply"].as_i64().unwrap();
        for run in rows.chunk_by(|a, b| ply(a) + step == ply(b)) {
            let findings: Vec<_> = run.iter().copied().filter(|row| keeps(row)).collect();
            if !findings.is_empty() {
                chances.push(NaiveChance {
                    game: game.clone(),
                    pattern: pattern.clone(),
                    side: side.clone(),
                    findings,
                    is_represented: false,
                });
            }
        }
    }
    represent(&mut chances);
    chances
}

fn speed(time_control: &str) -> &'static str {
    if time_control == "-" {
        return "correspondence";
    }
    let Some((base, increment)) = time_control.split_once('+') else { return "unknown" };
    let seconds = base.parse::<u32>().unwrap() + 40 * increment.parse::<u32>().unwrap();
    match seconds {
        0..30 => "ultrabullet",
        30..180 => "bullet",
        180..480 => "blitz",
        480..1500 => "rapid",
        _ => "classical",
    }
}

/// Returns the value of a key in a game for a side, or `None` if the key belongs to a pattern or chance.
fn of_game(key: &str, game: &Value, side: &str) -> Option<String> {
    Some(match key {
        "player" => text(game, side),
        "opponent" => text(game, other(side)),
        "color" => side.to_owned(),
        "opening" => text(game, "opening"),
        "eco" => text(game, "eco"),
        "speed" => speed(&text(game, "time_control")).to_owned(),
        "elo" => match game[format!("{side}_elo")].as_i64() {
            Some(rating) => format!("{}-{}", rating - rating % 200, rating - rating % 200 + 199),
            None => "unknown".to_owned(),
        },
        "opponent-elo" => return of_game("elo", game, other(side)),
        "month" => text(game, "date").chars().take(7).collect(),
        "year" => game["year"].to_string(),
        "result" => match (&*text(game, "result"), side) {
            ("1-0", "white") | ("0-1", "black") => "won",
            ("1-0", "black") | ("0-1", "white") => "lost",
            ("1/2-1/2", _) => "drawn",
            _ => "unknown",
        }
        .to_owned(),
        _ => return None,
    })
}

/// Returns the value of a key of a chance for a side.
fn of_chance(key: &str, game: &Value, chance: &NaiveChance<'_>, side: &str) -> String {
    match key {
        "pattern" => chance.pattern.clone(),
        "missed" => chance.grade().to_owned(),
        "clock" => {
            let column = if side == chance.side { "clock" } else { "opponent_clock" };
            match chance.findings[0][column].as_f64() {
                None => "unknown",
                Some(seconds) if seconds < 10.0 => "under 10 s",
                Some(seconds) if seconds < 30.0 => "10-29 s",
                Some(seconds) if seconds < 60.0 => "30-59 s",
                Some(seconds) if seconds < 180.0 => "1-2 min",
                Some(seconds) if seconds < 600.0 => "3-9 min",
                Some(_) => "10 min or more",
            }
            .to_owned()
        }
        _ => of_game(key, game, side).unwrap(),
    }
}

/// A request, in words.
#[derive(Debug, Default)]
struct Asked {
    keys: Vec<&'static str>,
    player: Option<&'static str>,
    side: Option<PlayerSide>,
    color: Option<&'static str>,
    elo: Option<(i64, i64)>,
    safe: bool,
    royal: bool,
    mate: bool,
    with_worth: bool,
    /// Whether to leave out the judge.
    quick: bool,
}

type Counted = BTreeMap<(String, Vec<String>), RateCounts>;

/// Counts group by group. `games` are the rows of the table of games, `findings` all findings of all games.
fn naive(asked: &Asked, games: &[Value], findings: &[Value]) -> Counted {
    let keeps = |row: &Value| {
        let classes = row["classes"].as_array();
        (!asked.safe || row["safe"] == true)
            && (!asked.royal || classes.is_some_and(|classes| classes.iter().any(|class| class == "royal")))
            && (!asked.mate || row["san"].as_str().is_some_and(|san| san.ends_with('#')))
    };
    let is_player = |game: &Value, side: &str| asked.player.is_some_and(|name| text(game, side) == name);
    let games: Vec<&Value> = games
        .iter()
        .filter(|game| {
            let has_player = is_player(game, "white") || is_player(game, "black");
            game["plies"].is_i64() && (asked.player.is_none() || has_player)
        })
        .collect();
    let by_place: BTreeMap<Place, &Value> = games.iter().map(|game| (place(game), *game)).collect();
    let chances = chances(findings, &keeps);
    // Nobody can miss a pattern without a move.
    let can_be_missed =
        |chance: &NaiveChance<'_>| !asked.keys.contains(&"missed") || chance.findings[0]["move"].is_string();
    let chances: Vec<_> = chances
        .iter()
        .filter(|chance| by_place.contains_key(&chance.game) && can_be_missed(chance))
        .collect();
    let admits = |game: &Value, side: &str| {
        asked.color.is_none_or(|color| color == side)
            && match asked.side {
                None => true,
                Some(PlayerSide::Player) => is_player(game, side),
                Some(PlayerSide::Opponent) => is_player(game, other(side)),
            }
            && asked.elo.is_none_or(|(low, high)| {
                game[format!("{side}_elo")].as_i64().is_some_and(|elo| low <= elo && elo <= high)
            })
    };
    let who = |game: &Value, side: &str| match (asked.player, is_player(game, side)) {
        (None, _) => "",
        (Some(_), true) => "player",
        (Some(_), false) => "opponents",
    };
    let tells_sides_apart = asked.player.is_some()
        || asked.color.is_some()
        || asked.elo.is_some()
        || asked
            .keys
            .iter()
            .any(|key| ["player", "opponent", "color", "elo", "opponent-elo", "result"].contains(key));
    let is_of_chances = asked.keys.iter().any(|key| ["clock", "missed"].contains(key));
    // The groups of a game for a side.
    let contexts = |game: &Value, side: &str| -> Vec<(String, Vec<String>)> {
        let patterns = if asked.keys.contains(&"pattern") { &PATTERNS[..] } else { &PATTERNS[..1] };
        let groups = patterns.iter().map(|pattern| {
            let value = |key: &&str| of_game(key, game, side).unwrap_or_else(|| pattern.name.to_owned());
            (who(game, side).to_owned(), asked.keys.iter().map(value).collect())
        });
        groups.collect()
    };
    let group = |chance: &NaiveChance<'_>, side: &str| {
        let game = by_place[&chance.game];
        let value = |key: &&str| of_chance(key, game, chance, side);
        (who(game, side).to_owned(), asked.keys.iter().map(value).collect::<Vec<_>>())
    };
    let sides = ["white", "black"];
    let mut groups = BTreeSet::new();
    for game in &games {
        for side in sides.into_iter().filter(|side| admits(game, side) && !is_of_chances) {
            groups.extend(contexts(game, side));
        }
    }
    for chance in &chances {
        for side in sides.into_iter().filter(|side| admits(by_place[&chance.game], side)) {
            let is_allowed = asked.with_worth && side != chance.side && chance.is_opportunity();
            if side == chance.side || is_allowed {
                groups.insert(group(chance, side));
            }
        }
    }
    let count = |key: (String, Vec<String>)| {
        let mut counts = RateCounts::default();
        for game in &games {
            let is_in = |side: &&str| {
                admits(game, side)
                    && if is_of_chances {
                        chances.iter().any(|chance| {
                            chance.game == place(game) && chance.side == **side && group(chance, side) == key
                        })
                    } else {
                        contexts(game, side).contains(&key)
                    }
            };
            let views = sides.iter().filter(|side| is_in(side)).count() as u64;
            let times = if tells_sides_apart { views } else { views.min(1) };
            counts.games += times;
            counts.positions += times * (game["plies"].as_u64().unwrap() + 1);
        }
        for chance in &chances {
            let game = by_place[&chance.game];
            let (own, allowing) = (&*chance.side, other(&chance.side));
            let is_opportunity = asked.with_worth && chance.is_opportunity();
            if admits(game, own) && group(chance, own) == key {
                counts.chances += 1;
                if is_opportunity {
                    counts.opportunities += 1;
                    counts.found += u64::from(chance.is_played());
                    counts.missed += u64::from(chance.grade() != "none");
                }
                counts.defences += u64::from(asked.with_worth && chance.is_missed_defence());
            }
            if is_opportunity && admits(game, allowing) && group(chance, allowing) == key {
                counts.allowed += 1;
            }
        }
        (key, counts)
    };
    groups.into_iter().map(count).collect()
}

/// Returns the counts of the crate.
fn counted(asked: &Asked, scan: &Scan) -> Rates {
    let range = |(low, high): (i64, i64)| format!("{low}-{high}").parse().unwrap();
    let filter = FindingFilter {
        color: asked.color.map(|color| color.parse().unwrap()),
        side: asked.side,
        elo: asked.elo.map(range),
        safe: asked.safe,
        mate: asked.mate,
        class: asked.royal.then_some(Classes::Royal),
        ..FindingFilter::default()
    };
    let players = asked.player.iter().map(|name| name.parse().unwrap()).collect();
    let condition = Arc::new(GameFilter { players, ..GameFilter::default() });
    let keys = asked.keys.iter().map(|key| RateKey::by_name(key).unwrap()).collect();
    let request = RateRequest {
        condition: Arc::clone(&condition) as _,
        with_opponents: asked.player.is_some(),
        judged_by: asked.with_worth.then(|| judge(asked.quick)),
        ..RateRequest::new(keys, filter)
    };
    request.count(&Scan { condition, ..scan.clone() }).unwrap()
}

fn as_map(rates: &Rates) -> Counted {
    let map: Counted = rates
        .rows
        .iter()
        .map(|row| {
            let who = row.who.map_or("", Who::name).to_owned();
            let values = row.values.iter().map(|value| value.as_str().to_owned()).collect();
            ((who, values), row.counts)
        })
        .collect();
    assert_eq!(map.len(), rates.rows.len(), "each group has one row");
    map
}

fn random_question(random: &mut fastrand::Rng, player: &'static str) -> Asked {
    let mut keys: Vec<_> = RATE_KEYS.iter().map(|key| key.name).collect();
    random.shuffle(&mut keys);
    keys.truncate(random.usize(..4));
    let player = random.bool().then_some(player);
    let side = [None, Some(PlayerSide::Player), Some(PlayerSide::Opponent)][random.usize(..3)];
    let with_worth = keys.contains(&"missed") || random.u8(..4) > 0;
    Asked {
        keys,
        player,
        side: side.filter(|_| player.is_some()),
        color: [None, None, None, Some("white"), Some("black")][random.usize(..5)],
        elo: (random.u8(..4) == 0).then_some((1400, 1700)),
        safe: random.u8(..5) == 0,
        royal: random.u8(..6) == 0,
        mate: random.u8(..8) == 0,
        with_worth,
        quick: true,
    }
}

const fn judge(quick: bool) -> JudgedBy {
    if quick { JudgedBy::Material } else { JudgedBy::Judge }
}

#[track_caller]
fn assert_rates(asked: &Asked, scan: &Scan, games: &[Value], findings: &[Value]) -> RateCounts {
    let expected = naive(asked, games, findings);
    let found = as_map(&counted(asked, scan));
    assert_eq!(found, expected, "{asked:?}");
    let mut sum = RateCounts::default();
    found.values().for_each(|counts| sum += *counts);
    sum
}

/// Compares rates with the naive count, for every key alone and for random requests.
fn hold_against_rows(file: PathBuf, player: &'static str, times: usize) {
    let scan = scan::scan_of(&[file], 2);
    let findings = [false, true].map(|quick| {
        let judging = Judging { by: judge(quick), ..Judging::default() };
        let selection = Selection { judging: Some(judging), ..Selection::default() };
        rows(Table::Findings, &scan, &selection)
    });
    let games = rows(Table::Games, &scan, &Selection::default());
    let mut sum = RateCounts::default();
    for key in &RATE_KEYS {
        // The judge takes time.
        let quick = key.name != "missed";
        let alone = Asked { keys: vec![key.name], with_worth: true, quick, ..Asked::default() };
        let counts = assert_rates(&alone, &scan, &games, &findings[usize::from(alone.quick)]);
        assert!(counts.found > 0 && counts.missed > 0 && counts.allowed > 0, "{}: {counts:?}", key.name);
        assert_eq!(counts.allowed, counts.opportunities, "{}", key.name);
    }
    let mut random = fastrand::Rng::with_seed(21);
    for _ in 0..times {
        sum += assert_rates(&random_question(&mut random, player), &scan, &games, &findings[1]);
    }
    assert!(sum.chances > 100 && sum.missed > 10 && sum.allowed > 10, "{sum:?}");
}

#[test]
fn rates_of_the_sample_match_its_rows() {
    let sample = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../samples/lichess.pgn");
    hold_against_rows(sample, "so_sad", 30);
}

#[test]
#[ignore = "takes a minute; run by .ci/full"]
fn rates_of_many_games_match_their_rows() {
    if let Some(file) = data::file("lichess-2021-10.pgn") {
        hold_against_rows(file, "Panevis", 12);
    }
}

/// Damaged games count up to the damage. Games that cannot start and variants do not count.
#[test]
fn games_without_positions_do_not_count() {
    const FORK: &str = "[FEN \"q3k3/8/8/1N6/8/8/8/4K3 w - - 0 30\"]\n\n30. Nc7+ ";
    let games = [
        format!("{FORK}Ke7 31. Nxa8 1-0\n\n"),
        format!("{FORK}Qe7 1-0\n\n"),
        "[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n\n1. e4 *\n\n".to_owned(),
        "[Variant \"Atomic\"]\n\n1. e4 *\n\n".to_owned(),
        format!("{FORK}*\n\n"),
    ];
    let scan = Scan::new([destrier_games::Source::of_memory("games.pgn", games.concat().as_bytes())]);
    let request = RateRequest::new(vec![RateKey::by_name("result").unwrap()], FindingFilter::default());
    let rates = request.count(&scan).unwrap();
    let row = |name: &str| rates.rows.iter().find(|row| row.values[0].as_str() == name).unwrap().counts;
    assert_eq!((row("won").games, row("won").positions), (2, 6));
    assert_eq!((row("lost").games, row("lost").positions), (2, 6));
    assert_eq!((row("won").opportunities, row("won").found, row("lost").allowed), (2, 2, 2));
    // Both sides of the last game.
    assert_eq!((row("unknown").games, row("unknown").positions), (2, 4));
    assert_eq!((row("unknown").opportunities, row("unknown").allowed), (1, 1));
    assert_eq!(rates.rows.len(), 3);
}

#[test]
fn rows_are_sorted_by_value_or_by_games() {
    let sample = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../samples/lichess.pgn");
    let scan = scan::scan_of(&[sample], 1);
    let values = |keys: &[&str]| {
        let keys = keys.iter().map(|key| RateKey::by_name(key).unwrap()).collect();
        let rates = RateRequest { judged_by: None, ..RateRequest::new(keys, FindingFilter::default()) }
            .count(&scan)
            .unwrap();
        let row = |row: &destrier_games::rates::RateRow| {
            let values = row.values.iter().map(|value| value.as_str().to_owned());
            (values.collect::<Vec<_>>(), row.counts.games)
        };
        rates.rows.iter().map(row).collect::<Vec<_>>()
    };
    let first = |rows: Vec<(Vec<String>, u64)>| {
        rows.into_iter().map(|(values, _)| values[0].clone()).collect::<Vec<_>>()
    };
    let bands = first(values(&["elo"]));
    let from: Vec<u32> = bands.iter().map(|band| band.split('-').next().unwrap().parse().unwrap()).collect();
    assert!(from.is_sorted() && from.len() > 5, "{bands:?}");
    let clocks = ["under 10 s", "10-29 s", "30-59 s", "1-2 min", "3-9 min", "unknown"];
    assert_eq!(first(values(&["clock"])), clocks);
    assert_eq!(first(values(&["pattern"])), PATTERNS.map(|pattern| pattern.name));
    let players = values(&["player"]);
    assert!(players.is_sorted_by(|(a, more), (b, less)| more > less || (more == less && a < b)));
    assert_eq!(players[0].0, ["so_sad"]);
    // The players are in the same order, each with both colors.
    let mut seen = first(values(&["player", "color"]));
    seen.dedup();
    assert_eq!(seen.len(), players.len());
}

/// Names that differ only in case are one player, shown as most often written and, of several, as written first. The games
/// fill many blocks, so that threads share them.
#[test]
fn players_are_the_same_whatever_their_case() {
    let game = |white: &str, black: &str| {
        let comment = "x".repeat(2_000);
        format!("[White \"{white}\"]\n[Black \"{black}\"]\n\n1. e4 {{ {comment} }} *\n\n")
    };
    let some = [game("EVE", "Adam"), game("Eve", "ADAM"), game("Bob", "eve"), game("Eve", " Émile")];
    let pgn = some.concat().repeat(50) + &game("ADAM", "émile") + &game("adam", "émile");
    let scan = |threads| Scan {
        threads: NonZero::new(threads).unwrap(),
        ..Scan::new([destrier_games::Source::of_memory("games.pgn", pgn.clone().into_bytes())])
    };
    for key in ["player", "opponent"] {
        let rates = |threads| {
            let request = RateRequest::new(vec![RateKey::by_name(key).unwrap()], FindingFilter::default());
            request.count(&scan(threads)).unwrap().rows
        };
        let rows = rates(1);
        let shown: Vec<_> = rows.iter().map(|row| (row.values[0].as_str(), row.counts.games)).collect();
        assert_eq!(shown, [("Eve", 200), ("ADAM", 102), ("Émile", 52), ("Bob", 50)], "{key}");
        assert_eq!(rates(3), rows);
    }
}

#[test]
fn formats_agree_for_any_number_of_threads() {
    let sample = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../samples/lichess.pgn");
    let written = |threads: usize, format: usize| {
        let scan = Scan {
            threads: NonZero::new(threads).unwrap(),
            ..scan::scan_of(std::slice::from_ref(&sample), 1)
        };
        let keys = ["speed", "pattern"].map(|key| RateKey::by_name(key).unwrap());
        let request = RateRequest::new(keys.to_vec(), FindingFilter::default());
        let quick = RateRequest { judged_by: Some(JudgedBy::Material), ..request };
        let rates = quick.count(&scan).unwrap();
        let mut bytes = Vec::new();
        rates.write(RATE_FORMATS[format], &mut bytes).unwrap();
        (rates, bytes)
    };
    for (index, format) in RATE_FORMATS.iter().enumerate() {
        assert_eq!(written(1, index).1, written(3, index).1, "{}", format.name);
    }
    let batch = written(1, 1).0.record_batch().unwrap();
    assert!(batch.schema().fields().iter().all(|field| field.metadata().contains_key("definition")));
}
