//! A file of games. The page reads a few games at a time and opens single games later. Only an index of the games stays
//! in memory, not the text.

use crate::bytes::{FileBytes, Rest, Slices};
use crate::problem::{Problem, json};
use crate::view::{FindingView, pattern_index};
use destrier::Color;
use destrier_games::output::{chapter, position_line};
use destrier_games::{
    Chance, Classes, Decoder, Evaluation, Event, Finding, Game, GameChance, GameChances, GameContext, Grade,
    Judge, Miss, NamesOfGames, Outcome, Positions, Reader, Recognized, Record, Selection, Worth, WorthFilter,
    WorthSearch, open_text,
};
use serde::Serialize;
use std::rc::Rc;
use std::sync::Arc;
use wasm_bindgen::prelude::wasm_bindgen;

/// A file of games, puzzles or positions.
#[wasm_bindgen]
pub struct GameFile {
    opened: Result<Opened, Problem>,
}

struct Opened {
    name: String,
    bytes: Rc<FileBytes>,
    decoder: Arc<dyn Decoder>,
    /// The offset of the first record.
    start: u64,
    reader: Reader<Rest>,
    /// An error to return after the games before it. The reader returns it only once.
    error: Option<Problem>,
    /// The records read so far.
    records: Vec<RecordRange>,
    /// The players of the games read so far.
    names: NamesOfGames,
    search: Search,
}

/// The position of a game's record in the file.
#[derive(Clone, Copy)]
struct RecordRange {
    number: u64,
    start: u64,
    length: usize,
    truncated: bool,
}

/// The text of a game's record.
struct RecordText {
    range: RecordRange,
    bytes: Vec<u8>,
}

impl RecordText {
    fn record(&self) -> Record<'_> {
        let RecordRange { number, start, truncated, .. } = self.range;
        Record { number, offset: start, bytes: &self.bytes, truncated }
    }
}

/// Replays games and searches them for all patterns.
#[derive(Default)]
struct Search {
    positions: Positions,
    worth: WorthSearch,
    judge: Option<Judge>,
}

/// Some of the games of a file.
#[derive(Debug, Default, Serialize)]
struct Games {
    games: Vec<GameSummary>,
    /// Bytes read so far.
    read: u64,
    done: bool,
    /// The name of the file's format.
    format: &'static str,
    /// The player whose games these are, if all games are read and it can be told.
    player: Option<String>,
}

/// The summary of a game in the list.
#[derive(Debug, Default, Serialize)]
struct GameSummary {
    white: String,
    black: String,
    /// The ratings of White and Black.
    ratings: [Option<u16>; 2],
    result: String,
    date: String,
    plies: usize,
    /// For each finding: ply, pattern, 0 for White or 1 for Black, class, whether it was played, and the number of its
    /// chance.
    findings: Vec<(u32, usize, u8, u8, Option<u8>, u32)>,
    damage: Option<String>,
}

/// A missed turn:
///
/// - the index of the missed move among the findings of the game
/// - its grade, from 1 for an inaccuracy to 3 for a blunder
/// - the winning chances lost, in thousandths
/// - the number of its chance
/// - whether the move is an answer, which may be shown as the move to find
type MissedTurn = (usize, u8, u32, u32, bool);

/// Selects misses from an inaccuracy up.
const MISSED: WorthFilter = WorthFilter {
    wins: None,
    missed: Some(Grade::Inaccuracy),
    defences: false,
    answers: false,
    notable: false,
};

/// An opened game.
#[derive(Debug, Default, Serialize)]
struct GameView {
    tags: Vec<(String, String)>,
    /// A link to the game.
    link: Option<String>,
    plies: Vec<Ply>,
    findings: Vec<PliedFinding>,
    damage: Option<String>,
}

#[derive(Debug, Serialize)]
struct Ply {
    fen: String,
    /// The game's move, in SAN and UCI.
    san: Option<String>,
    uci: Option<String>,
    /// The seconds left for the player who moved last, from the game's comments.
    clock: Option<f64>,
    /// The evaluation in the game's comments, as in `[%eval 0.31]`.
    eval: Option<String>,
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
    /// Opens a decompressed file. The extension of `name` can tell the format.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new(slices: Slices, name: &str) -> Self {
        Self { opened: Opened::new(FileBytes::of_slices(slices), name) }
    }

    /// Reads up to `games` more games.
    #[must_use]
    pub fn next(&mut self, games: usize) -> String {
        self.ask(|opened| opened.next(games))
    }

    /// Returns the missed moves of a game, given its index among the games read so far. A move that is played later in
    /// the same chance is not missed. This takes longer than reading the game.
    #[must_use]
    pub fn misses(&mut self, index: usize) -> String {
        self.ask(|opened| opened.range(index).and_then(|range| opened.misses(range)))
    }

    /// Returns the place of a game in the file, given its index, for another worker: number, offset, length, and 1 if
    /// its record is truncated. Empty if there is no such game.
    #[must_use]
    pub fn place(&self, index: usize) -> Vec<f64> {
        let records = self.opened.as_ref().map_or(&[][..], |opened| &opened.records);
        records.get(index).map_or(Vec::new(), |&RecordRange { number, start, length, truncated }| {
            // Exact in 53 bits.
            vec![number as f64, start as f64, length as f64, f64::from(u8::from(truncated))]
        })
    }

    /// Returns the missed moves of a game, given its place.
    #[must_use]
    pub fn misses_at(&mut self, place: &[f64]) -> String {
        self.ask(|opened| {
            let &[number, start, length, truncated] = place else {
                return Err(Problem::of_all("", "there is no such game"));
            };
            let (number, start, length) = (number as u64, start as u64, length as usize);
            opened.misses(RecordRange { number, start, length, truncated: truncated != 0.0 })
        })
    }

    /// Returns a game, given its index among the games read so far, with the worth of all moves found.
    #[must_use]
    pub fn game(&mut self, index: usize) -> String {
        self.ask(|opened| opened.game(index))
    }

    /// Returns the text of a game, given its index. Empty if it cannot be read.
    #[must_use]
    pub fn text(&self, index: usize) -> Vec<u8> {
        self.opened
            .as_ref()
            .ok()
            .and_then(|opened| opened.record(index).ok())
            .map_or(Vec::new(), |text| text.bytes)
    }

    /// Returns some findings of a game, given by their indices, as chapters of a Lichess study.
    #[must_use]
    pub fn study(&mut self, index: usize, findings: &[u32]) -> String {
        self.ask(|opened| opened.write(index, findings, true))
    }

    /// Returns the positions of some findings of a game, given by their indices, as lines of EPD.
    #[must_use]
    pub fn epd(&mut self, index: usize, findings: &[u32]) -> String {
        self.ask(|opened| opened.write(index, findings, false))
    }
}

impl GameFile {
    fn ask<T: Serialize>(&mut self, ask: impl FnOnce(&mut Opened) -> Result<T, Problem>) -> String {
        json(self.opened.as_mut().map_err(|problem| problem.clone()).and_then(ask))
    }

    /// Opens a file in memory.
    #[cfg(test)]
    fn of_memory(bytes: Vec<u8>, name: &str) -> Self {
        Self { opened: Opened::new(FileBytes::of_memory(bytes), name) }
    }
}

impl Opened {
    fn new(mut bytes: FileBytes, name: &str) -> Result<Self, Problem> {
        let mut beginning = bytes.read(0, FileBytes::SLICE).map_err(|error| Problem::of_all("", error))?;
        if let Some(compression) = compression(&beginning) {
            return Err(Problem::of_all(
                "",
                format!(
                    "the file is compressed with {compression}, which this page cannot decompress; decompress it first"
                ),
            ));
        }
        let has_line_feed = beginning.contains(&b'\n');
        let (decoder, start) = open_text(name, &mut beginning).map_err(|error| Problem::of_all("", error))?;
        if !has_line_feed && beginning.contains(&b'\n') {
            bytes.replace_returns();
        }
        let (bytes, start) = (Rc::new(bytes), start as u64);
        let reader = Reader::new(Rest::new(Rc::clone(&bytes), start), decoder.record_end());
        let name = name.to_owned();
        Ok(Self {
            name,
            bytes,
            decoder,
            start,
            reader,
            error: None,
            records: Vec::new(),
            names: NamesOfGames::default(),
            search: Search::default(),
        })
    }

    fn next(&mut self, games: usize) -> Result<Games, Problem> {
        if let Some(error) = &self.error {
            return Err(error.clone());
        }
        let mut some = Games { format: self.decoder.format().name, ..Games::default() };
        while some.games.len() < games {
            let record = match self.reader.next_record() {
                Ok(Some(record)) => record,
                Ok(None) => {
                    some.done = true;
                    break;
                }
                Err(error) if !some.games.is_empty() => {
                    self.error = Some(Problem::of_all("", error));
                    break;
                }
                Err(error) => return Err(Problem::of_all("", error)),
            };
            // The reader counts offsets from the first record.
            let start = self.start + record.offset;
            let record = Record { offset: start, ..record };
            let summary = match self.decoder.read(record) {
                None => continue,
                Some(Ok(game)) => {
                    self.names.add(&game);
                    self.search.summary(&game)
                }
                Some(Err(damage)) => {
                    GameSummary { damage: Some(damage.to_string()), ..GameSummary::default() }
                }
            };
            let Record { number, bytes, truncated, .. } = record;
            some.games.push(summary);
            self.records.push(RecordRange { number, start, length: bytes.len(), truncated });
        }
        some.read = if some.done {
            if let Recognized::Player(player) = self.names.recognized([self.name.as_str()]) {
                some.player = Some(player.to_string());
            }
            self.bytes.size()
        } else {
            self.records.last().map_or(0, |record| record.start + record.length as u64)
        };
        Ok(some)
    }

    fn misses(&mut self, range: RecordRange) -> Result<Vec<MissedTurn>, Problem> {
        let text = self.text(range)?;
        Ok(match self.decoder.read(text.record()) {
            Some(Ok(game)) => self.search.misses(&game),
            None | Some(Err(_)) => Vec::new(),
        })
    }

    fn game(&mut self, index: usize) -> Result<GameView, Problem> {
        let text = self.record(index)?;
        Ok(match self.decoder.read(text.record()) {
            None => GameView::default(),
            Some(Ok(game)) => self.search.view(&game),
            Some(Err(damage)) => GameView { damage: Some(damage.to_string()), ..GameView::default() },
        })
    }

    /// Writes findings of a game as chapters of a study, or else as lines of EPD.
    fn write(&mut self, index: usize, findings: &[u32], as_study: bool) -> Result<String, Problem> {
        let text = self.record(index)?;
        Ok(match self.decoder.read(text.record()) {
            Some(Ok(game)) => self.search.write(&game, &self.name, text.range.number, findings, as_study),
            None | Some(Err(_)) => String::new(),
        })
    }

    /// Reads the record of a game.
    fn record(&self, index: usize) -> Result<RecordText, Problem> {
        self.text(self.range(index)?)
    }

    fn range(&self, index: usize) -> Result<RecordRange, Problem> {
        let range = self.records.get(index).copied();
        range.ok_or_else(|| Problem::of_all("", format!("there is no game {}", index + 1)))
    }

    fn text(&self, range: RecordRange) -> Result<RecordText, Problem> {
        let bytes = self.bytes.read(range.start, range.length).map_err(|error| Problem::of_all("", error))?;
        Ok(RecordText { range, bytes })
    }
}

impl Search {
    fn summary(&mut self, game: &Game<'_>) -> GameSummary {
        let [white, black, result, utc_date, date] = ["White", "Black", "Result", "UTCDate", "Date"]
            .map(|name| game.tags.value(name).map(|value| value.into_owned()).unwrap_or_default());
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
            Event::Searched(positions) => length += positions,
        });
        GameSummary {
            white,
            black,
            ratings: Color::ALL.map(|color| game.rating_of(color)),
            result,
            date: if utc_date.is_empty() { date } else { utc_date },
            // A game has one more position than moves.
            plies: length.saturating_sub(1),
            findings: rows,
            damage,
        }
    }

    fn misses(&mut self, game: &Game<'_>) -> Vec<MissedTurn> {
        // The page needs the index of each miss among all findings.
        let selection = Selection { worth: Some(MISSED), keeps_others: true, ..Selection::default() };
        let (mut row, mut missed, mut chances) = (0, Vec::new(), GameChances::default());
        run(game, &selection, &mut self.positions, |event| {
            let Event::Found(found, findings) = event else { return };
            for &finding in findings.iter() {
                chances.add(found.ply(), &finding, || ());
                missed.extend(finding.miss.map(|_| (row, found.ply(), finding, *found.position)));
                row += 1;
            }
        });
        chances.end();
        let turns = missed.into_iter().filter_map(|(row, ply, finding, position)| {
            let miss = missed_turn(&chances, ply, &finding)?;
            let is_answer = finding.is_answer(&position, self.judge.get_or_insert_default());
            let lost = (1_000.0 * miss.lost).round() as u32;
            Some((row, 1 + miss.grade as u8, lost, chance_number(&finding), is_answer))
        });
        turns.collect()
    }

    fn view(&mut self, game: &Game<'_>) -> GameView {
        let tags = game
            .tags
            .iter()
            .map(|tag| (String::from_utf8_lossy(tag.name).into_owned(), tag.value().into_owned()))
            .collect();
        let (mut plies, mut findings, mut chances) = (Vec::new(), Vec::new(), GameChances::default());
        let annotations = game.annotations();
        let selection = Selection { worth: Some(WorthFilter::default()), ..Selection::default() };
        let damage = run(game, &selection, &mut self.positions, |event| match event {
            Event::Found(found, found_here) => {
                let ply = found.ply();
                for &finding in found_here.iter() {
                    chances.add(ply, &finding, || ply).into_iter().for_each(|chance| chance.extra = ply);
                    findings.push((ply, finding, *found.position));
                }
            }
            Event::Positions(positions) => {
                plies.extend(positions.iter().map(|(ply, position, next)| {
                    let annotation = annotations.at(ply);
                    Ply {
                        fen: position.fen(),
                        san: next.map(|next| next.san(&position).to_string()),
                        uci: next.map(|next| next.uci().to_string()),
                        clock: annotation.clock,
                        eval: annotation.evaluation.map(eval),
                    }
                }));
            }
            Event::Searched(_) => {}
        });
        chances.end();
        let findings = findings.into_iter().filter_map(|(ply, mut finding, position)| {
            let Chance { number, first_ply } = finding.chance?;
            let &GameChance { played, extra: last_ply, .. } = chances.get(number)?;
            // A turn is missed once.
            finding.miss = missed_turn(&chances, ply, &finding);
            let missed = finding.miss.map(|miss| miss.grade);
            finding.worth = finding.worth.map(|worth| Worth { missed, ..worth });
            let chance = ChanceView { number, first_ply, last_ply, played };
            let mut view = FindingView::new(&finding, &position);
            if finding.miss.is_some() {
                view.judge_answer(finding.is_answer(&position, self.judge.get_or_insert_default()));
            }
            Some(PliedFinding { ply, chance, finding: view })
        });
        let link = game.link().map(|link| link.into_owned());
        GameView { tags, link, plies, findings: findings.collect(), damage }
    }

    /// Writes findings, given by their indices, as chapters of a study, or else as lines of EPD.
    fn write(
        &mut self,
        game: &Game<'_>,
        name: &str,
        number: u64,
        findings: &[u32],
        as_study: bool,
    ) -> String {
        let (mut text, mut row) = (String::new(), 0);
        run(game, &Selection::default(), &mut self.positions, |event| {
            let Event::Found(found, found_here) = event else { return };
            let mut chosen = Vec::new();
            for mut finding in found_here.drain(..) {
                if findings.contains(&row) {
                    finding.worth =
                        finding.by.map(|by| self.worth.at(found.position, found.game_move()).worth(by));
                    chosen.push(finding);
                }
                row += 1;
            }
            if as_study {
                for finding in &chosen {
                    text += &chapter(number, found, finding, self.judge.get_or_insert_default());
                }
            } else if !chosen.is_empty() {
                text += &position_line(&format!("{name} {number}:{}", found.ply()), found, &chosen);
            }
        });
        text
    }
}

/// Formats an evaluation as in `[%eval 0.31]`.
fn eval(evaluation: Evaluation) -> String {
    match evaluation {
        Evaluation::Centipawns(centipawns) => format!("{:.2}", f64::from(centipawns) / 100.0),
        Evaluation::Mate(moves) => format!("#{moves}"),
    }
}

/// Returns what missing the move of a finding cost, if the finding represents a missed turn. Defences do not.
fn missed_turn<T>(chances: &GameChances<T>, ply: u32, finding: &Finding) -> Option<Miss> {
    let chance = chances.get(chance_number(finding))?;
    chance.miss().filter(|miss| miss.wins && chance.ply == ply)
}

/// Returns the number of a finding's chance, from 1.
fn chance_number(finding: &Finding) -> u32 {
    finding.chance.map_or(0, |chance| chance.number)
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
        let mut file = GameFile::of_memory(sample.to_vec(), "lichess.pgn");
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
                    // Only the worth tells whether a check forces mate.
                    let same = other["words"].as_str().unwrap().split("It is not mate").next();
                    words.starts_with(same.unwrap())
                        && ["pattern", "side", "move", "square", "drawing"]
                            .iter()
                            .all(|key| other[key] == finding[key])
                };
                assert!(alone["findings"].as_array().unwrap().iter().any(|other| is_it(&other)), "{finding}");
            }
        }
        // The number of rows of `destrier scan`.
        assert_eq!(counts, [250, 140, 0, 439, 187]);
    }

    /// The quick search for missed moves agrees with the opened game.
    #[test]
    fn misses_agree_with_the_opened_games() {
        let sample = include_bytes!("../../../../samples/lichess.pgn");
        let mut file = GameFile::of_memory(sample.to_vec(), "lichess.pgn");
        let mut other = GameFile::of_memory(sample.to_vec(), "lichess.pgn");
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
                    finding["lost"],
                    view["chance"]["number"],
                    finding["answer"]
                ]));
            }
            assert_eq!(parse(&file.misses(i)), Value::from(expected), "game {}", i + 1);
            // Another worker has not read the games, and finds the same.
            assert_eq!(other.misses_at(&file.place(i)), file.misses(i), "game {}", i + 1);
        }
        assert!(file.place(count).is_empty());
        assert!(other.misses_at(&[]).contains("no such game"));
        assert!(grades[1..].iter().all(|count| *count > 0), "{grades:?}");
        assert!(file.misses(count).contains("there is no game"));
    }

    /// The command's tests compare these numbers with summaries, rates, tables and reports.
    #[test]
    fn the_number_of_missed_turns_is_that_of_the_command() {
        let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../../..");
        let numbers = format!("{root}/crates/destrier-cli/tests/golden/missed-turns.txt");
        for line in std::fs::read_to_string(numbers).unwrap().lines() {
            let (name, number) = line.split_once(' ').unwrap();
            let mut file = GameFile::of_memory(std::fs::read(format!("{root}/{name}")).unwrap(), name);
            let games = 0..read(&mut file, 100).len();
            let turns: Vec<Value> = games.flat_map(|game| misses(&mut file, game)).collect();
            let mistakes = turns.iter().filter(|turn| turn[1].as_u64() >= Some(2)).count();
            assert_eq!(mistakes.to_string(), number, "{name}");
        }
    }

    fn misses(file: &mut GameFile, game: usize) -> Vec<Value> {
        parse(&file.misses(game)).as_array().unwrap().clone()
    }

    /// The rule is that of reports: of two players in nearly all games, it is the one in all of them or in the file's name.
    #[test]
    fn the_player_of_the_games_is_recognized() {
        let player = |name: &str, games: &[[&str; 2]]| {
            let game = |[white, black]: &[&str; 2]| {
                format!("[White \"{white}\"]\n[Black \"{black}\"]\n\n1. e4 *\n\n")
            };
            let mut file = GameFile::of_memory(games.iter().map(game).collect::<String>().into(), name);
            let first = parse(&file.next(1));
            assert_eq!(first["player"], Value::Null, "{first}");
            parse(&file.next(100))["player"].clone()
        };
        let mut games = vec![["Eve", "Adam"]; 9];
        assert_eq!(player("a.pgn", &games), Value::Null);
        assert_eq!(player("games of ADAM.pgn", &games), "Adam");
        games.push(["Bob", "eve"]);
        assert_eq!(player("a.pgn", &games), "Eve");
        assert_eq!(player("a.pgn", &[["Eve", "Adam"], ["Bob", "Carl"]]), Value::Null);
    }

    /// White ignores a fork on two turns.
    const FORK: &str = "[FEN \"r3k2r/8/8/1N6/8/8/8/R3K3 w kq - 0 1\"]\n\n1. Ra2 Rg8 2. Ra1 Rh8 ";

    #[test]
    fn the_same_move_on_several_turns_is_one_chance() {
        let mut file = GameFile::of_memory(format!("{FORK}*\n").into(), "");
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
        let mut file = GameFile::of_memory(format!("{FORK}3. Nc7+ *\n").into(), "");
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
            let mut file = GameFile::of_memory(text.into(), "");
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
        let mut file = GameFile::of_memory(text.into(), "");
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
            GameFile::of_memory(include_bytes!("../../../../samples/puzzles.csv").to_vec(), "puzzles.csv");
        let games = read(&mut puzzles, 50);
        assert!(games.len() > 10 && games.iter().all(|game| game["damage"].is_null() && game["plies"] != 0));
        let damaged = "FEN,Moves\n8/8/8/8/8/8/8/9 w - - 0 1,e2e4\n\n4k3/8/8/8/8/8/8/4K3 w - - 0 1,e1e2\n";
        let mut damaged = GameFile::of_memory(damaged.into(), "");
        let games = read(&mut damaged, 50);
        assert_eq!(games.len(), 2);
        assert!(games[0]["damage"].as_str().unwrap().starts_with("byte 10"), "{}", games[0]);
        assert_eq!(games[1]["plies"], 1);
        let mut lines =
            GameFile::of_memory(b"# no\n8/8/8/6k1/8/2P4P/PP6/1K6 w - - 0 1 id \"a\";\n".to_vec(), "a.epd");
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
            let mut file = GameFile::of_memory(bytes.to_vec(), "a.pgn");
            assert!(parse(&file.next(1))["problem"].as_str().unwrap().contains(word));
            assert!(parse(&file.game(0))["problem"].as_str().unwrap().contains(word));
        }
        let mut nothing = GameFile::of_memory(Vec::new(), "");
        assert_eq!(
            parse(&nothing.next(1)),
            serde_json::json!({"games": [], "read": 0, "done": true, "format": "pgn", "player": null})
        );
    }

    #[test]
    fn reads_a_file_larger_than_a_slice() {
        let game = "[White \"A\"]\n[WhiteElo \"1500\"]\n\n1. e4 { [%eval 0.2] [%clk 0:01:00] } e5 { [%eval #-4] } *\n\n";
        let count = 3 * FileBytes::SLICE / game.len();
        for text in [game.repeat(count), game.replace('\n', "\r").repeat(count)] {
            let mut file = GameFile::of_memory(text.into(), "");
            assert_eq!(read(&mut file, 1000).len(), count);
            let last = parse(&file.game(count - 1));
            assert_eq!(
                (&last["plies"][1]["clock"], &last["plies"][1]["eval"]),
                (&60.0.into(), &"0.20".into())
            );
            assert_eq!(
                (&last["plies"][2]["eval"], &last["plies"][0]["uci"]),
                (&"#-4".into(), &"e2e4".into())
            );
            assert_eq!(str::from_utf8(&file.text(count - 1)).unwrap().trim_end(), game.trim_end());
        }
    }

    #[test]
    fn writes_chosen_findings_as_a_study_and_as_positions() {
        let mut file = GameFile::of_memory(format!("{FORK}*\n").into(), "fork.pgn");
        read(&mut file, 1);
        let study = parse(&file.study(0, &[0]));
        let study = study.as_str().unwrap();
        assert!(study.contains("[FEN \"r3k2r/8/8/1N6/8/8/8/R3K3 w kq - 0 1\"]"), "{study}");
        assert!(study.contains(" 1. Nc7+ { Nc7+ forks") && study.contains("( 1. Ra2 )"), "{study}");
        let positions = parse(&file.epd(0, &[0]));
        let positions = positions.as_str().unwrap();
        assert!(
            positions.starts_with("r3k2r/8/8/1N6/8/8/8/R3K3 w kq - bm Nc7+; id \"fork.pgn 1:0\"; c0 "),
            "{positions}"
        );
        assert_eq!(positions.lines().count(), 1);
        assert_eq!(parse(&file.epd(0, &[])), "");
    }
}
