//! A file of games in memory. The page reads a few games at a time and opens single games later.

use crate::problem::{Problem, json};
use crate::view::{FindingView, pattern_index};
use destrier_games::{
    Classes, Decoder, Event, Finding, Game, GameContext, GameMove, Grade, Outcome, Positions, Reader, Record,
    Selection, Worth, WorthFilter, WorthSearch, open_text,
};
use serde::Serialize;
use std::collections::{HashMap, HashSet};
use std::io::{self, Read};
use std::rc::Rc;
use std::sync::Arc;
use wasm_bindgen::prelude::wasm_bindgen;

/// A file of games, puzzles or positions.
#[wasm_bindgen]
pub struct GameFile {
    opened: Result<Opened, Problem>,
}

struct Opened {
    bytes: Rc<Vec<u8>>,
    decoder: Arc<dyn Decoder>,
    /// The offset of the first record.
    start: usize,
    reader: Reader<Rest>,
    /// The records read so far.
    records: Vec<RecordRange>,
    search: Search,
}

/// The position of a game's record in the file.
#[derive(Clone, Copy)]
struct RecordRange {
    number: u64,
    start: usize,
    end: usize,
    truncated: bool,
}

/// Replays games and searches them for all patterns.
#[derive(Default)]
struct Search {
    positions: Positions,
    worth: WorthSearch,
}

/// The unread rest of the file.
struct Rest {
    bytes: Rc<Vec<u8>>,
    at: usize,
}

impl Read for Rest {
    fn read(&mut self, output: &mut [u8]) -> io::Result<usize> {
        let length = (&self.bytes[self.at..]).read(output)?;
        self.at += length;
        Ok(length)
    }
}

/// Some of the games of a file.
#[derive(Debug, Default, Serialize)]
struct Games {
    games: Vec<GameSummary>,
    /// Bytes read so far.
    read: usize,
    done: bool,
}

/// The summary of a game in the list.
#[derive(Debug, Default, Serialize)]
struct GameSummary {
    white: String,
    black: String,
    result: String,
    date: String,
    plies: usize,
    /// For each finding: ply, pattern, 0 for White or 1 for Black, class, whether it was played, and the number of its
    /// chance.
    findings: Vec<(u32, usize, u8, u8, Option<u8>, u32)>,
    damage: Option<String>,
}

/// A missed move:
///
/// - its index among the findings of the game
/// - its grade, from 1 for an inaccuracy to 3 for a blunder
/// - how many pawns more it gains than the game's move
/// - the number of its chance
type Miss = (usize, u8, i32, u32);

/// Selects misses from an inaccuracy up.
const MISSED: WorthFilter = WorthFilter { wins: None, missed: Some(Grade::Inaccuracy), notable: false };

/// An opened game.
#[derive(Debug, Default, Serialize)]
struct GameView {
    tags: Vec<(String, String)>,
    plies: Vec<Ply>,
    findings: Vec<PliedFinding>,
    damage: Option<String>,
}

#[derive(Debug, Serialize)]
struct Ply {
    fen: String,
    san: Option<String>,
}

#[derive(Debug, Serialize)]
struct PliedFinding {
    ply: u32,
    chance: ChanceView,
    finding: FindingView,
}

/// The chance that a finding belongs to.
#[derive(Clone, Copy, Debug, Serialize)]
struct ChanceView {
    number: u32,
    first_ply: u32,
    last_ply: u32,
    /// Whether its move was played on any of the turns. `None` if unknown.
    played: Option<bool>,
}

#[wasm_bindgen]
impl GameFile {
    /// Opens a file from its decompressed bytes. The extension of `name` can tell the format.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new(bytes: Vec<u8>, name: &str) -> Self {
        Self { opened: Opened::new(bytes, name) }
    }

    /// Reads up to `games` more games.
    #[must_use]
    pub fn next(&mut self, games: usize) -> String {
        json(self.opened.as_mut().map(|opened| opened.next(games)).map_err(|problem| problem.clone()))
    }

    /// Returns the missed moves of a game, given its index among the games read so far. A move that is played later in
    /// the same chance is not missed. This takes longer than reading the game.
    #[must_use]
    pub fn misses(&mut self, index: usize) -> String {
        let misses = match &mut self.opened {
            Ok(opened) => opened.misses(index),
            Err(problem) => Err(problem.clone()),
        };
        json(misses)
    }

    /// Returns a game, given its index among the games read so far, with the worth of all moves found.
    #[must_use]
    pub fn game(&mut self, index: usize) -> String {
        let game = match &mut self.opened {
            Ok(opened) => opened.game(index),
            Err(problem) => Err(problem.clone()),
        };
        json(game)
    }
}

impl Opened {
    fn new(mut bytes: Vec<u8>, name: &str) -> Result<Self, Problem> {
        if let Some(compression) = compression(&bytes) {
            return Err(Problem::of_all(
                "",
                format!(
                    "the file is compressed with {compression}, which this page cannot decompress; decompress it first"
                ),
            ));
        }
        let (decoder, start) = open_text(name, &mut bytes).map_err(|error| Problem::of_all("", error))?;
        let bytes = Rc::new(bytes);
        let rest = Rest { bytes: Rc::clone(&bytes), at: start };
        let reader = Reader::new(rest, decoder.record_end());
        Ok(Self { bytes, decoder, start, reader, records: Vec::new(), search: Search::default() })
    }

    fn next(&mut self, games: usize) -> Games {
        let mut some = Games::default();
        while some.games.len() < games {
            // Reading from memory does not fail.
            let Ok(Some(record)) = self.reader.next_record() else {
                some.done = true;
                break;
            };
            // The reader counts offsets from the first record.
            let start = self.start + record.offset as usize;
            let record = Record { offset: start as u64, ..record };
            let summary = match self.decoder.read(record) {
                None => continue,
                Some(Ok(game)) => self.search.summary(&game),
                Some(Err(damage)) => {
                    GameSummary { damage: Some(damage.to_string()), ..GameSummary::default() }
                }
            };
            let Record { number, bytes, truncated, .. } = record;
            some.games.push(summary);
            self.records.push(RecordRange { number, start, end: start + bytes.len(), truncated });
        }
        some.read =
            if some.done { self.bytes.len() } else { self.records.last().map_or(0, |record| record.end) };
        some
    }

    fn misses(&mut self, index: usize) -> Result<Vec<Miss>, Problem> {
        Ok(match self.decoder.read(record(&self.bytes, &self.records, index)?) {
            Some(Ok(game)) => self.search.misses(&game),
            None | Some(Err(_)) => Vec::new(),
        })
    }

    fn game(&mut self, index: usize) -> Result<GameView, Problem> {
        Ok(match self.decoder.read(record(&self.bytes, &self.records, index)?) {
            None => GameView::default(),
            Some(Ok(game)) => self.search.view(&game),
            Some(Err(damage)) => GameView { damage: Some(damage.to_string()), ..GameView::default() },
        })
    }
}

/// Returns the record of a game.
fn record<'a>(bytes: &'a [u8], records: &[RecordRange], index: usize) -> Result<Record<'a>, Problem> {
    let unknown = || Problem::of_all("", format!("there is no game {}", index + 1));
    let RecordRange { number, start, end, truncated } = *records.get(index).ok_or_else(unknown)?;
    Ok(Record { number, offset: start as u64, bytes: &bytes[start..end], truncated })
}

impl Search {
    fn summary(&mut self, game: &Game<'_>) -> GameSummary {
        let tag = |name: &str| game.tags.value(name).map(|value| value.into_owned()).unwrap_or_default();
        let date = [tag("UTCDate"), tag("Date")].into_iter().find(|date| !date.is_empty());
        let (mut length, mut rows) = (0, Vec::new());
        let damage = run(game, &Selection::default(), &mut self.positions, |event| match event {
            Event::Found(found, findings) => {
                let ply = found.ply();
                rows.extend(findings.iter().map(|finding| {
                    let side = u8::from(!finding.side.is_white());
                    let class = finding.class.unwrap_or(Classes::None) as u8;
                    let played = finding.played.map(u8::from);
                    (ply, pattern_index(finding), side, class, played, chance_number(finding))
                }));
            }
            Event::Positions(positions) => length += positions.len(),
        });
        GameSummary {
            white: tag("White"),
            black: tag("Black"),
            result: tag("Result"),
            date: date.unwrap_or_default(),
            // A game has one more position than moves.
            plies: length.saturating_sub(1),
            findings: rows,
            damage,
        }
    }

    fn misses(&mut self, game: &Game<'_>) -> Vec<Miss> {
        // Searches for all findings, because the page needs the index of each miss among them.
        let annotations = game.annotations();
        let (mut rows, mut misses, mut found_chances) = (0, Vec::new(), HashSet::new());
        run(game, &Selection::default(), &mut self.positions, |event| {
            let Event::Found(found, findings) = event else { return };
            let next = found.positions.next(found.index);
            let game_move = GameMove::annotated(next, found.ply(), &annotations);
            let mut worth = self.worth.at(found.position, game_move);
            for (row, finding) in (rows..).zip(findings.iter()) {
                let chance = chance_number(finding);
                if finding.played == Some(true) {
                    found_chances.insert(chance);
                }
                let missed = finding.by.and_then(|by| worth.worth_if(by, MISSED));
                if let Some((grade, by)) = missed.and_then(|worth| worth.missed.zip(worth.missed_by)) {
                    misses.push((row, 1 + grade as u8, by, chance));
                }
            }
            rows += findings.len();
        });
        misses.retain(|(_, _, _, chance)| !found_chances.contains(chance));
        misses
    }

    fn view(&mut self, game: &Game<'_>) -> GameView {
        let tags = game
            .tags
            .iter()
            .map(|tag| (String::from_utf8_lossy(tag.name).into_owned(), tag.value().into_owned()))
            .collect();
        let (mut plies, mut findings) = (Vec::new(), Vec::new());
        let selection = Selection { worth: Some(WorthFilter::default()), ..Selection::default() };
        let damage = run(game, &selection, &mut self.positions, |event| match event {
            Event::Found(found, found_here) => {
                findings.extend(found_here.iter().map(|&finding| (found.ply(), finding, *found.position)));
            }
            Event::Positions(positions) => {
                plies.extend(positions.iter().map(|(_, position, next)| Ply {
                    fen: position.fen(),
                    san: next.map(|next| next.san(&position).to_string()),
                }));
            }
        });
        let chances = chances(findings.iter().map(|(ply, finding, _)| (*ply, finding)));
        let findings = findings.into_iter().map(|(ply, mut finding, position)| {
            let chance = chances[&chance_number(&finding)];
            if chance.played == Some(true) {
                // The move was found on another turn.
                finding.worth = finding.worth.map(|worth| Worth { missed: None, ..worth });
            }
            PliedFinding { ply, chance, finding: FindingView::new(&finding, &position) }
        });
        GameView { tags, plies, findings: findings.collect(), damage }
    }
}

/// Returns the number of a finding's chance, from 1.
fn chance_number(finding: &Finding) -> u32 {
    finding.chance.map_or(0, |chance| chance.number)
}

/// Returns the chances of a game by number, given all findings and their plies in order.
fn chances<'a>(findings: impl Iterator<Item = (u32, &'a Finding)>) -> HashMap<u32, ChanceView> {
    let mut chances = HashMap::new();
    for (ply, finding) in findings {
        let number = chance_number(finding);
        let chance = chances.entry(number).or_insert(ChanceView {
            number,
            first_ply: ply,
            last_ply: ply,
            played: None,
        });
        chance.last_ply = ply;
        chance.played = chance.played.max(finding.played);
    }
    chances
}

/// Replays and searches a game. Returns a description of the damage, if any.
fn run(
    game: &Game<'_>,
    selection: &Selection,
    positions: &mut Positions,
    visit: impl FnMut(Event<'_>),
) -> Option<String> {
    match game.search(Some(selection), GameContext::default(), positions, visit) {
        Ok(Outcome::Played) => None,
        Ok(Outcome::Variant(variant)) => Some(format!("the variant {variant} is not supported")),
        Err(damage) => Some(damage.to_string()),
    }
}

/// Detects a compression format from the first bytes.
const fn compression(bytes: &[u8]) -> Option<&'static str> {
    match bytes {
        [0x1f, 0x8b, ..] => Some("gzip"),
        [b'B', b'Z', b'h', ..] => Some("bzip2"),
        [0x28, 0xb5, 0x2f, 0xfd, ..] => Some("zstd"),
        [0xfd, b'7', b'z', b'X', b'Z', ..] => Some("xz"),
        [b'P', b'K', 3, 4, ..] => Some("zip"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;

    fn parse(json: &str) -> Value {
        serde_json::from_str(json).unwrap()
    }

    /// Reads all games of a file, `at_a_time` at a time.
    fn read(file: &mut GameFile, at_a_time: usize) -> Vec<Value> {
        let mut games = Vec::new();
        loop {
            let some = parse(&file.next(at_a_time));
            let new = some["games"].as_array().unwrap();
            assert!(new.len() == at_a_time || some["done"] == true);
            games.extend(new.iter().cloned());
            if some["done"] == true {
                return games;
            }
        }
    }

    #[test]
    fn finds_what_a_scan_finds() {
        let sample = include_bytes!("../../../../samples/lichess.pgn");
        let mut file = GameFile::new(sample.to_vec(), "lichess.pgn");
        let games = read(&mut file, 7);
        assert_eq!(games.len(), 60);
        let mut counts = [0; 5];
        for (i, summary) in games.iter().enumerate() {
            let game = parse(&file.game(i));
            let plies = game["plies"].as_array().unwrap();
            assert_eq!(summary["plies"], plies.len() - 1);
            assert_eq!(summary["damage"], Value::Null);
            let found = summary["findings"].as_array().unwrap();
            let views = game["findings"].as_array().unwrap();
            assert_eq!(found.len(), views.len());
            for (short, view) in found.iter().zip(views) {
                let finding = &view["finding"];
                counts[finding["pattern"].as_u64().unwrap() as usize] += 1;
                let class = finding["classes"].as_array().unwrap().len();
                let side = u8::from(finding["side"] == "black");
                let played = finding["played"].as_bool().map(u8::from);
                let chance = &view["chance"]["number"];
                let told = serde_json::json!([view["ply"], finding["pattern"], side, class, played, chance]);
                assert_eq!(*short, told);
                // The position alone has the same finding, without `played` and without the worth, which takes a
                // search.
                let words = finding["words"].as_str().unwrap();
                let ply = &plies[view["ply"].as_u64().unwrap() as usize];
                let alone = parse(&crate::position(ply["fen"].as_str().unwrap()));
                let is_it = |other: &&Value| {
                    words.starts_with(other["words"].as_str().unwrap())
                        && ["pattern", "side", "move", "square", "drawing"]
                            .iter()
                            .all(|key| other[key] == finding[key])
                };
                assert!(alone["findings"].as_array().unwrap().iter().any(|other| is_it(&other)), "{finding}");
            }
        }
        // The counts that the README shows for `destrier scan`.
        assert_eq!(counts, [250, 140, 0, 439, 189]);
    }

    /// The quick search for missed moves agrees with the opened game.
    #[test]
    fn misses_agree_with_the_opened_games() {
        let sample = include_bytes!("../../../../samples/lichess.pgn");
        let mut file = GameFile::new(sample.to_vec(), "lichess.pgn");
        let count = read(&mut file, 100).len();
        let mut grades = [0; 4];
        for i in 0..count {
            let game = parse(&file.game(i));
            let mut expected = Vec::new();
            for (row, view) in game["findings"].as_array().unwrap().iter().enumerate() {
                let finding = &view["finding"];
                assert_eq!(finding["wins"].is_null(), finding["move"].is_null(), "{finding}");
                let Some(name) = finding["missed"].as_str() else { continue };
                assert_eq!(finding["played"], false, "{finding}");
                assert!(finding["words"].as_str().unwrap().contains(&format!(" {name}: ")), "{finding}");
                let grade = 1 + Grade::ALL.iter().position(|grade| grade.name() == name).unwrap();
                grades[grade] += 1;
                expected.push(serde_json::json!([
                    row,
                    grade,
                    finding["missed_by"],
                    view["chance"]["number"]
                ]));
            }
            assert_eq!(parse(&file.misses(i)), Value::from(expected), "game {}", i + 1);
        }
        assert!(grades[1..].iter().all(|count| *count > 0), "{grades:?}");
        assert!(file.misses(count).contains("there is no game"));
    }

    /// White ignores a fork on two turns.
    const FORK: &str = "[FEN \"r3k2r/8/8/1N6/8/8/8/R3K3 w kq - 0 1\"]\n\n1. Ra2 Rg8 2. Ra1 Rh8 ";

    #[test]
    fn the_same_move_on_several_turns_is_one_chance() {
        let mut file = GameFile::new(format!("{FORK}*\n").into(), "");
        let summary = read(&mut file, 1).remove(0);
        let view = parse(&file.game(0));
        let is_fork = |view: &&Value| view["finding"]["move"] == "b5c7";
        let forks: Vec<_> = view["findings"].as_array().unwrap().iter().filter(is_fork).collect();
        let plies: Vec<_> = forks.iter().map(|view| view["ply"].as_u64().unwrap()).collect();
        assert_eq!(plies, [0, 2, 4]);
        for fork in forks {
            let expected = serde_json::json!({"number": 1, "first_ply": 0, "last_ply": 4, "played": false});
            assert_eq!(fork["chance"], expected);
        }
        let rows = summary["findings"].as_array().unwrap();
        assert_eq!(rows.iter().filter(|row| row[5] == 1).count(), 3, "{summary}");
        let misses = parse(&file.misses(0));
        assert!(misses.as_array().unwrap().iter().any(|miss| miss[3] == 1), "{misses}");
    }

    #[test]
    fn a_move_played_later_is_not_missed() {
        let mut file = GameFile::new(format!("{FORK}3. Nc7+ *\n").into(), "");
        read(&mut file, 1);
        let view = parse(&file.game(0));
        let forks = view["findings"].as_array().unwrap().iter().filter(|view| view["chance"]["number"] == 1);
        for (played, fork) in [false, false, true].into_iter().zip(forks) {
            assert_eq!(fork["chance"]["played"], true);
            assert_eq!(
                (&fork["finding"]["played"], &fork["finding"]["missed"]),
                (&played.into(), &Value::Null)
            );
            assert!(!fork["finding"]["words"].as_str().unwrap().contains("Missed"), "{fork}");
        }
        let misses = parse(&file.misses(0));
        assert!(misses.as_array().unwrap().iter().all(|miss| miss[3] != 1), "{misses}");
    }

    /// Missing a fork of a rook is a blunder, unless the game's evaluations say that nothing was lost.
    #[test]
    fn evaluations_in_the_game_override_the_search() {
        let game = |before: &str, after: &str| {
            let text = format!(
                "[FEN \"r3k2r/8/8/1N6/8/8/8/R3K3 b kq - 0 1\"]\n\n1... Rg8 {{ {before} }} 2. Ra2 {{ {after} }} *\n"
            );
            let mut file = GameFile::new(text.into(), "");
            read(&mut file, 1);
            (parse(&file.misses(0)), parse(&file.game(0)))
        };
        let (misses, view) = game("", "");
        let missed = |view: &Value| -> Vec<Value> {
            let findings = view["findings"].as_array().unwrap().iter();
            findings
                .map(|view| view["finding"]["missed"].clone())
                .filter(|missed| !missed.is_null())
                .collect()
        };
        assert!(!misses.as_array().unwrap().is_empty() && !missed(&view).is_empty(), "{view}");
        let (misses, view) = game("[%eval 3.0]", "[%eval 2.9]");
        assert_eq!(misses, serde_json::json!([]));
        assert!(missed(&view).is_empty(), "{view}");
    }

    #[test]
    fn a_damaged_game_keeps_its_readable_moves_and_does_not_affect_the_next() {
        let text = "[White \"A\"]\n\n1. e4 e5 2. Qh7 Nc6 *\n\n[White \"B\"]\n[Variant \"Atomic\"]\n\n1. e4 *\n\n\
                    [White \"C\"]\n\n1. e4 e5 *\n";
        let mut file = GameFile::new(text.into(), "");
        let games = read(&mut file, 100);
        let white: Vec<_> = games.iter().map(|game| game["white"].as_str().unwrap()).collect();
        assert_eq!(white, ["A", "B", "C"]);
        let plies: Vec<_> = games.iter().map(|game| game["plies"].as_u64().unwrap()).collect();
        assert_eq!(plies, [2, 0, 2]);
        let at = text.find("Qh7").unwrap();
        let damage = games[0]["damage"].as_str().unwrap();
        assert!(damage.starts_with(&format!("byte {at}: \"Qh7\"")), "{damage}");
        assert_eq!(games[1]["damage"], "the variant Atomic is not supported");
        assert_eq!(games[2]["damage"], Value::Null);
        for (i, game) in games.iter().enumerate() {
            let view = parse(&file.game(i));
            assert_eq!(view["damage"], game["damage"]);
        }
        assert!(file.game(3).contains("there is no game 4"));
    }

    #[test]
    fn reads_puzzles_and_positions_as_games() {
        let mut puzzles =
            GameFile::new(include_bytes!("../../../../samples/puzzles.csv").to_vec(), "puzzles.csv");
        let games = read(&mut puzzles, 50);
        assert!(games.len() > 10 && games.iter().all(|game| game["damage"].is_null() && game["plies"] != 0));
        let damaged = "FEN,Moves\n8/8/8/8/8/8/8/9 w - - 0 1,e2e4\n\n4k3/8/8/8/8/8/8/4K3 w - - 0 1,e1e2\n";
        let mut damaged = GameFile::new(damaged.into(), "");
        let games = read(&mut damaged, 50);
        assert_eq!(games.len(), 2);
        assert!(games[0]["damage"].as_str().unwrap().starts_with("byte 10"), "{}", games[0]);
        assert_eq!(games[1]["plies"], 1);
        let mut lines =
            GameFile::new(b"# no\n8/8/8/6k1/8/2P4P/PP6/1K6 w - - 0 1 id \"a\";\n".to_vec(), "a.epd");
        let games = read(&mut lines, 50);
        assert_eq!(games.last().unwrap()["findings"], serde_json::json!([[0, 4, 0, 0, null, 1]]));
    }

    #[test]
    fn refuses_compressed_files_and_utf_16() {
        for (bytes, word) in [
            (&b"\x1f\x8b\x08"[..], "gzip"),
            (b"\x28\xb5\x2f\xfd", "zstd"),
            (b"BZh9", "bzip2"),
            (b"\xff\xfe1\0", "UTF-16"),
        ] {
            let mut file = GameFile::new(bytes.to_vec(), "a.pgn");
            assert!(parse(&file.next(1))["problem"].as_str().unwrap().contains(word));
            assert!(parse(&file.game(0))["problem"].as_str().unwrap().contains(word));
        }
        let mut nothing = GameFile::new(Vec::new(), "");
        assert_eq!(parse(&nothing.next(1)), serde_json::json!({"games": [], "read": 0, "done": true}));
    }
}
