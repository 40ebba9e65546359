//! Checks the answers and plans in `docs/questions.md`, and counts the answers again without SQL.

use crate::document;
use crate::folder::Folder;
use crate::support::questions::{self, Cut, Question, SHOWN};
use crate::support::{PUZZLES, Row, SAMPLE, of_command, worth_of_command};
use destrier_games::GameFilter;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;

fn book() -> String {
    fs::read_to_string(questions::path()).unwrap()
}

/// With `BLESS=1`, updates the page instead.
#[test]
fn answers_and_plans_match_the_page() {
    let book = book();
    let questions = questions::questions(&book);
    let found: Vec<_> =
        questions.iter().map(|question| [question.answer(SHOWN), question.plan(SHOWN)]).collect();
    for (question, [answer, plan]) in questions.iter().zip(&found) {
        assert!(answer.lines().count() > 4, "{}: no answer", question.title);
        assert!(plan.contains("DataSourceExec: "), "{}: no plan", question.title);
    }
    if std::env::var_os("BLESS").is_some_and(|bless| bless == "1") {
        fs::write(questions::path(), questions::with(&book, &found)).unwrap();
        return;
    }
    for (question, [answer, plan]) in questions.iter().zip(&found) {
        let Question { title, shown, .. } = question;
        assert_eq!(&shown[0], answer, "{title}: the answer differs; BLESS=1 updates the page");
        assert_eq!(&shown[1], plan, "{title}: the plan differs; BLESS=1 updates the page");
    }
    assert_eq!(questions::with(&book, &found), book);
}

#[test]
fn there_are_eleven_and_the_contents_name_them() {
    let book = book();
    let questions = questions::questions(&book);
    assert_eq!(questions.len(), 11);
    let (contents, _) = book.split_once("\n## ").unwrap();
    let listed: Vec<&str> = contents.lines().filter(|line| line.contains("](#")).collect();
    let expected = questions.iter().zip(1..).map(|(Question { title, .. }, number)| {
        let link: String = title
            .to_lowercase()
            .replace(' ', "-")
            .chars()
            .filter(|c| c.is_alphanumeric() || *c == '-')
            .collect();
        format!("{number}. [{title}](#{link})")
    });
    assert_eq!(listed, expected.collect::<Vec<_>>());
    let run = document::sections(&book)[0].check(&Folder::with_samples(), |command| Some(command.to_owned()));
    assert_eq!(run, 1);
}

#[test]
fn answers_are_the_same_in_any_number_of_partitions() {
    for question in questions::questions(&book()) {
        for partitions in [1, 3] {
            let cut = Cut { partitions, small_files: true };
            let title = &question.title;
            assert_eq!(question.answer(cut), question.shown[0], "{title}: in {partitions} partitions");
            let plan = question.plan(cut);
            let mut readers = plan.lines().filter(|line| line.contains(", rows="));
            let groups = format!("file_groups={{{partitions} group");
            assert!(readers.all(|reader| reader.contains(&groups)), "{title}: {plan}");
        }
    }
}

/// Returns the first columns of the answer to the question with a title.
#[track_caller]
fn rows(title: &str, columns: usize) -> Vec<Vec<String>> {
    let questions = questions::questions(&book());
    let question = questions.iter().find(|question| question.title.starts_with(title));
    question.unwrap_or_else(|| panic!("no question begins with {title}")).rows(columns)
}

/// Returns counts as rows.
fn table<K: ToString, const N: usize>(counts: BTreeMap<K, [u32; N]>) -> Vec<Vec<String>> {
    let row = |(key, counts): (K, [u32; N])| {
        [key.to_string()].into_iter().chain(counts.map(|count| count.to_string())).collect()
    };
    counts.into_iter().map(row).collect()
}

fn findings(file: &str) -> Vec<Row> {
    of_command(&[file.into()], false, &GameFilter::default()).0
}

fn features() -> Vec<Row> {
    of_command(&[SAMPLE.into()], true, &GameFilter::default()).0
}

fn text<'a>(row: &'a Row, column: &str) -> &'a str {
    row.get(column).map_or("", |cell| cell.as_str().unwrap())
}

fn number(row: &Row, column: &str) -> u64 {
    row[column].as_u64().unwrap()
}

/// Returns whether a finding was missed as a mistake or a blunder.
fn is_mistake(find: &Row) -> bool {
    ["mistake", "blunder"].contains(&text(find, "missed"))
}

fn is(row: &Row, column: &str) -> bool {
    row.get(column).is_some_and(|cell| cell.as_bool().unwrap())
}

/// Returns the game and ply of a row.
fn place(row: &Row) -> (u64, u64) {
    (number(row, "game"), number(row, "ply"))
}

/// Returns the tags of the sample's games, verbatim.
fn tags() -> Vec<BTreeMap<String, String>> {
    let pgn = fs::read_to_string(SAMPLE).unwrap();
    let games = pgn.split("[Event ").skip(1).map(|game| {
        let tags =
            game.lines().filter_map(|line| line.strip_prefix('[')?.strip_suffix("\"]")?.split_once(" \""));
        tags.map(|(name, value)| (name.to_owned(), value.to_owned())).collect()
    });
    games.collect()
}

fn rating(tags: &BTreeMap<String, String>, side: &str) -> i32 {
    let name = if side == "white" { "WhiteElo" } else { "BlackElo" };
    tags[name].parse().unwrap()
}

fn is_royal(find: &Row) -> bool {
    let classes = find.get("classes").and_then(|classes| classes.as_array());
    text(find, "pattern") == "knight-fork" && classes.is_some_and(|classes| classes.contains(&"royal".into()))
}

/// Returns knight forks, each with the ply of the first finding of its chance: the same move two plies before, and so on.
fn forks_with_first_ply(finds: &[Row]) -> Vec<(&Row, u64)> {
    let mut last: BTreeMap<(u64, &str, &str), (u64, u64)> = BTreeMap::new();
    let forks = finds.iter().filter(|find| text(find, "pattern") == "knight-fork");
    let with_first_ply = forks.map(|find| {
        let (game, ply) = place(find);
        let before = last.get(&(game, text(find, "side"), text(find, "move"))).copied();
        let first = before.filter(|(last, _)| last + 2 == ply).map_or(ply, |(_, first)| first);
        last.insert((game, text(find, "side"), text(find, "move")), (ply, first));
        (find, first)
    });
    with_first_ply.collect()
}

#[test]
fn royal_forks_match_a_count_without_sql() {
    let tags = tags();
    let mut chances: BTreeMap<(u64, u64, &str, &str), [bool; 2]> = BTreeMap::new();
    let finds = worth_of_command(SAMPLE);
    for (find, first) in forks_with_first_ply(&finds) {
        if is_royal(find) && is(find, "safe") {
            let chance = (place(find).0, first, text(find, "side"), text(find, "move"));
            let [taken, mistake] = chances.entry(chance).or_default();
            *taken |= is(find, "played");
            *mistake |= is_mistake(find);
        }
    }
    let mut bands: BTreeMap<i32, [u32; 3]> = BTreeMap::new();
    for ((game, _, side, _), [is_taken, is_mistake]) in chances {
        let elo = rating(&tags[game as usize - 1], side);
        let [chances, taken, missed] = bands.entry(elo - elo % 200).or_default();
        *chances += 1;
        *taken += u32::from(is_taken);
        *missed += u32::from(is_mistake && !is_taken);
    }
    assert!(bands.len() > 2);
    assert_eq!(rows("How often is a royal fork missed", 4), table(bands));
}

#[test]
fn missed_forks_match_a_count_without_sql() {
    let finds = worth_of_command(SAMPLE);
    let gain = |row: &Row, column: &str| row[column].as_i64().unwrap();
    let mut chances: BTreeMap<(u64, u64, &str, &str), Vec<&Row>> = BTreeMap::new();
    for (find, first) in forks_with_first_ply(&finds) {
        if is_mistake(find) && gain(find, "wins") >= 3 {
            let chance = (place(find).0, first, text(find, "side"), text(find, "move"));
            chances.entry(chance).or_default().push(find);
        }
    }
    assert!(chances.values().flatten().all(|find| !is(find, "played")) && chances.len() > 4);
    let mut missed: Vec<_> = (chances.into_values())
        .map(|turns| {
            let most = |column: &str| turns.iter().map(|find| gain(find, column)).max().unwrap();
            let (game, ply) = place(turns[0]);
            let [side, san] = ["side", "san"].map(|column| text(turns[0], column));
            (-most("missed_by"), game, ply / 2 + 1, san, side, most("wins"), turns.len())
        })
        .collect();
    missed.sort();
    missed.truncate(10);
    let expected = missed.into_iter().map(|(missed_by, game, number, san, side, wins, turns)| {
        let numbers = [wins, -missed_by, turns as i64].map(|number| number.to_string());
        let place = [game.to_string(), number.to_string(), side.to_owned(), san.to_owned()];
        place.into_iter().chain(numbers).collect()
    });
    assert_eq!(rows("Which missed forks", 7), expected.collect::<Vec<Vec<_>>>());
}

/// Finds castling and mates in the text of the games, and the shield in the FEN.
#[test]
fn castled_and_mated_match_a_count_without_sql() {
    let features = features();
    let is_mated: BTreeSet<(u64, bool)> = (features.iter())
        .filter(|row| text(row, "san").ends_with('#'))
        .map(|row| (number(row, "game"), !is(row, "white_to_move")))
        .collect();
    let mut counts: BTreeMap<(&str, bool), [u32; 2]> = BTreeMap::new();
    for (row, next) in features.iter().zip(&features[1..]) {
        if !text(row, "san").starts_with("O-O") {
            continue;
        }
        let is_white = is(row, "white_to_move");
        let (wing, files) =
            if text(row, "san").starts_with("O-O-O") { ("queen", 0..3) } else { ("king", 5..8) };
        let pawn = |file, rank| {
            let rank = if is_white { rank } else { 9 - rank };
            piece(text(next, "fen"), file, rank) == if is_white { 'P' } else { 'p' }
        };
        let is_7 = files.clone().all(|file| pawn(file, 2)) && !files.clone().any(|file| pawn(file, 3));
        let [castled, mated] = counts.entry((wing, !is_7)).or_default();
        *castled += 1;
        *mated += u32::from(is_mated.contains(&(number(row, "game"), is_white)));
    }
    let counts = counts.into_iter().map(|((wing, is_other), [castled, mated])| {
        [wing.to_owned(), (!is_other).to_string(), castled.to_string(), mated.to_string()].to_vec()
    });
    assert_eq!(rows("Does a castled king", 4), counts.collect::<Vec<_>>());
    let pgn = fs::read_to_string(SAMPLE).unwrap();
    let castled: u32 = rows("Does a castled king", 4).iter().map(|row| row[2].parse::<u32>().unwrap()).sum();
    assert_eq!(castled as usize, pgn.matches(" O-O").count());
}

/// Returns the piece on a square, or a space.
fn piece(fen: &str, file: usize, rank: usize) -> char {
    let rank = fen.split(['/', ' ']).nth(8 - rank).unwrap();
    let squares = rank.chars().flat_map(|c| match c.to_digit(10) {
        Some(empty) => vec![' '; empty as usize],
        None => vec![c],
    });
    squares.collect::<Vec<char>>()[file]
}

#[test]
fn pawn_endings_match_a_count_without_sql() {
    let tags = tags();
    let mut runners: BTreeMap<u64, &str> = BTreeMap::new();
    for row in features() {
        let fen = text(&row, "fen").split(' ').next().unwrap();
        if !fen.contains(['n', 'b', 'r', 'q', 'N', 'B', 'R', 'Q']) && fen.contains(['p', 'P']) {
            let runner = runners.entry(number(&row, "game")).or_insert("nobody");
            let runs = |column: &str| number(&row, column) != 0;
            if *runner == "nobody" {
                *runner = match (runs("white_uncatchable"), runs("black_uncatchable")) {
                    (true, true) => "both",
                    (true, false) => "White",
                    (false, true) => "Black",
                    (false, false) => "nobody",
                };
            }
        }
    }
    let mut counts: BTreeMap<&str, [u32; 4]> = BTreeMap::new();
    for (game, runner) in runners {
        let counts = counts.entry(runner).or_default();
        counts[0] += 1;
        let results = ["1-0", "1/2-1/2", "0-1"];
        if let Some(place) = results.iter().position(|result| *result == tags[game as usize - 1]["Result"]) {
            counts[1 + place] += 1;
        }
    }
    assert!(counts.len() > 1);
    assert_eq!(rows("How often does a passer", 5), table(counts));
}

#[test]
fn openings_match_a_count_without_sql() {
    let mut forks: BTreeMap<u64, bool> = BTreeMap::new();
    for find in findings(SAMPLE) {
        let (game, ply) = place(&find);
        if text(&find, "pattern") == "knight-fork" && is(&find, "safe") && ply < 20 {
            *forks.entry(game).or_default() |= is(&find, "played");
        }
    }
    let mut openings: BTreeMap<String, [u32; 3]> = BTreeMap::new();
    for (tags, game) in tags().iter().zip(1..) {
        let name = tags["Opening"].split(':').next().unwrap();
        let [games, with_fork, played] = openings.entry(name.to_owned()).or_default();
        *games += 1;
        *with_fork += u32::from(forks.contains_key(&game));
        *played += u32::from(forks.get(&game).is_some_and(|played| *played));
    }
    openings.retain(|_, [games, ..]| *games >= 2);
    let mut expected = table(openings);
    let count = |row: &[String], column: usize| row[column].parse::<u32>().unwrap();
    expected.sort_by(|a, b| {
        let share = (count(b, 2) * count(a, 1)).cmp(&(count(a, 2) * count(b, 1)));
        share.then(count(b, 1).cmp(&count(a, 1))).then(a[0].cmp(&b[0]))
    });
    expected.truncate(10);
    assert_eq!(rows("Which openings", 4), expected);
}

#[test]
fn ratings_match_a_count_without_sql() {
    let mut steps: BTreeMap<i32, (u32, f64)> = BTreeMap::new();
    for tags in tags() {
        let ahead = rating(&tags, "white") - rating(&tags, "black");
        let score = match &tags["Result"][..] {
            "1-0" if ahead > 0 => 1.0,
            "0-1" if ahead < 0 => 1.0,
            "1/2-1/2" => 0.5,
            _ => 0.0,
        };
        if ahead != 0 {
            let (games, sum) = steps.entry((ahead.abs() / 50 * 50).min(200)).or_default();
            *games += 1;
            *sum += score;
        }
    }
    let found = rows("How much is a higher rating", 3);
    assert_eq!(found.len(), steps.len());
    for (row, (step, (games, sum))) in found.iter().zip(steps) {
        assert_eq!(row[..2], [step.to_string(), games.to_string()]);
        let score: f64 = row[2].parse().unwrap();
        assert!((score - sum / f64::from(games)).abs() < 0.005 + f64::EPSILON, "{row:?}");
    }
}

#[test]
fn mates_not_played_match_a_count_without_sql() {
    let tags = tags();
    let sans: BTreeMap<(u64, u64), String> =
        features().iter().map(|row| (place(row), text(row, "san").to_owned())).collect();
    let chances: BTreeSet<(u64, u64)> = findings(SAMPLE)
        .iter()
        .filter(|find| {
            text(find, "pattern") == "distant-check" && is(find, "mate") && find.contains_key("played")
        })
        .map(place)
        .collect();
    let mut counts = [[0_u32; 2]; 5];
    for place in chances {
        let (start, increment) = tags[place.0 as usize - 1]["TimeControl"].split_once('+').unwrap();
        let seconds = start.parse::<u32>().unwrap() + 40 * increment.parse::<u32>().unwrap();
        let speed = match seconds {
            0..180 => 0,
            180..480 => 1,
            480..1500 => 2,
            _ => 3,
        };
        for speed in [speed, 4] {
            counts[speed][0] += 1;
            counts[speed][1] += u32::from(!sans[&place].ends_with('#'));
        }
    }
    let expected = ["bullet", "blitz", "rapid", "classical", "all"].iter().zip(counts);
    let expected: Vec<_> = expected
        .map(|(name, [chances, not_played])| {
            vec![(*name).to_owned(), chances.to_string(), not_played.to_string()]
        })
        .collect();
    assert_eq!(rows("Do fast games", 3), expected);
}

#[test]
fn knights_on_the_rim_match_a_count_without_sql() {
    let tags = tags();
    let mut counts: BTreeMap<&str, [u32; 1]> = BTreeMap::new();
    for row in features().iter().filter(|row| number(row, "ply") == 20) {
        let knights = |knight: char| {
            let squares = [0, 7].into_iter().flat_map(|file| (1..=8).map(move |rank| (file, rank)));
            squares.filter(|&(file, rank)| piece(text(row, "fen"), file, rank) == knight).count()
        };
        assert_ne!(tags[number(row, "game") as usize - 1]["Result"], "*");
        let more = match knights('N').cmp(&knights('n')) {
            std::cmp::Ordering::Greater => "White",
            std::cmp::Ordering::Less => "Black",
            std::cmp::Ordering::Equal => "neither",
        };
        counts.entry(more).or_default()[0] += 1;
    }
    assert_eq!(rows("Is a knight on the rim", 2), table(counts));
}

#[test]
fn squares_of_royal_forks_match_a_count_without_sql() {
    let mut squares: BTreeMap<String, BTreeMap<String, u32>> = BTreeMap::new();
    for find in findings(SAMPLE).iter().filter(|find| is_royal(find)) {
        let squares = squares.entry(text(find, "side").to_owned()).or_default();
        *squares.entry(text(find, "square").to_owned()).or_default() += 1;
    }
    let expected = squares.iter().rev().map(|(side, squares)| {
        let all: u32 = squares.values().sum();
        let often: u32 = squares.values().filter(|&&forks| 10 * forks >= all).sum();
        vec![side.clone(), often.to_string(), all.to_string()]
    });
    assert_eq!(rows("On which squares", 3), expected.collect::<Vec<_>>());
}

#[test]
fn reach_matches_a_count_without_sql() {
    let mut counts: BTreeMap<usize, (u32, [u32; 2])> = BTreeMap::new();
    for row in features() {
        let placement = text(&row, "fen").split(' ').next().unwrap();
        let pieces = placement.chars().filter(|c| c.is_alphabetic()).count();
        let (positions, sums) = counts.entry(pieces.div_ceil(8) * 8).or_default();
        *positions += 1;
        for (sum, column) in sums.iter_mut().zip(["white_king_reach", "black_king_reach"]) {
            *sum += number(&row, column).count_ones();
        }
    }
    let found = rows("How far can a king walk", 4);
    assert_eq!(found.len(), counts.len());
    for (row, (at_most, (positions, sums))) in found.iter().zip(counts.into_iter().rev()) {
        assert_eq!(row[..2], [at_most.to_string(), positions.to_string()]);
        for (cell, sum) in row[2..].iter().zip(sums) {
            let average = f64::from(sum) / f64::from(positions);
            assert!((cell.parse::<f64>().unwrap() - average).abs() < 0.0501, "{row:?}: {average}");
        }
    }
}

#[test]
fn themes_match_a_count_without_sql() {
    let mut solved: BTreeMap<u64, BTreeSet<&str>> = BTreeMap::new();
    for find in findings(PUZZLES) {
        if is(&find, "played") && number(&find, "ply") % 2 == 1 {
            let column = match text(&find, "pattern") {
                "knight-fork" => "fork",
                "smothered-mate" => "smother",
                "distant-check" if is(&find, "mate") && text(&find, "line") == "rank" => "rank",
                _ => continue,
            };
            solved.entry(number(&find, "game")).or_default().insert(column);
        }
    }
    let puzzles = fs::read_to_string(PUZZLES).unwrap();
    let mut counts: BTreeMap<&str, [u32; 4]> = BTreeMap::new();
    for (puzzle, game) in puzzles.lines().skip(1).zip(1..) {
        let themes: Vec<&str> = puzzle.split(',').nth(3).unwrap().split(' ').collect();
        for theme in ["backRankMate", "fork", "smotheredMate"] {
            if themes.contains(&theme) {
                let counts = counts.entry(theme).or_default();
                counts[0] += 1;
                for (column, count) in ["fork", "smother", "rank"].iter().zip(&mut counts[1..]) {
                    *count += u32::from(solved.get(&game).is_some_and(|found| found.contains(column)));
                }
            }
        }
    }
    assert_eq!(rows("Do the themes", 5), table(counts));
}
