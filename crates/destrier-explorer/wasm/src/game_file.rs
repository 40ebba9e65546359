//! A file of games. The page reads a few games at a time and opens single games later. Only an index of the games stays
//! in memory, not the text.

use crate::bytes::{FileBytes, Rest, Slices};
use crate::patterns::{index_of, of_key};
use crate::play::thousandths;
use crate::problem::{Problem, json};
use crate::view::FindingView;
use destrier::Color;
use destrier_games::output::{chapter, position_line};
use destrier_games::{
    Chance, Classes, Decoder, Evaluation, Event, Finding, Game, GameChance, GameChances, GameContext, Grade,
    Judge, Judging, Miss, NamesOfGames, Outcome, Pattern, Position, Positions, Reader, Recognized, Record,
    Selection, Worth, WorthFilter, WorthSearch, open_text,
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

/// Replays games and searches them for some patterns.
struct Search {
    patterns: Vec<&'static Pattern>,
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
    /// The whole seconds left for the player who moved last, from the game's comments. (To print fractions would take
    /// 10 kB.)
    clock: Option<u32>,
    /// The evaluation in the game's comments, as in `[%eval 0.31]`.
    eval: Option<String>,
    /// The winning chances of White by this evaluation, from -1000 to 1000.
    chances: Option<i32>,
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
    /// Opens a decompressed file, to search it for the patterns of a key. The extension of `name` can tell the format.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new(slices: Slices, name: &str, key: &str) -> Self {
        Self { opened: Opened::new(FileBytes::of_slices(slices), name, key) }
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

    /// Counts the chances of other patterns than those of the file in a game, given its index and their key.
    #[must_use]
    pub fn count(&mut self, index: usize, key: &str) -> String {
        self.ask(|opened| opened.count(index, key))
    }

    /// Returns the misses of the pattern book in a game, given its index: mistakes and blunders, each as the index of the
    /// pattern, times two, plus one for Black.
    #[must_use]
    pub fn book_misses(&mut self, index: usize) -> String {
        self.ask(|opened| opened.book_misses(index))
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
        Self { opened: Opened::new(FileBytes::of_memory(bytes), name, "") }
    }
}

impl Opened {
    fn new(mut bytes: FileBytes, name: &str, key: &str) -> Result<Self, Problem> {
        let patterns = of_key(key)?;
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
            search: Search::new(patterns),
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

    fn count(&mut self, index: usize, key: &str) -> Result<u32, Problem> {
        let patterns = of_key(key)?;
        let text = self.record(index)?;
        Ok(match self.decoder.read(text.record()) {
            Some(Ok(game)) => self.search.count(&game, &patterns),
            None | Some(Err(_)) => 0,
        })
    }

    fn book_misses(&mut self, index: usize) -> Result<Vec<usize>, Problem> {
        let text = self.record(index)?;
        Ok(match self.decoder.read(text.record()) {
            Some(Ok(game)) => self.search.book_misses(&game),
            None | Some(Err(_)) => Vec::new(),
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
    fn new(patterns: Vec<&'static Pattern>) -> Self {
        Self { patterns, positions: Positions::default(), worth: WorthSearch::default(), judge: None }
    }

    fn summary(&mut self, game: &Game<'_>) -> GameSummary {
        let [white, black, result, utc_date, date] = ["White", "Black", "Result", "UTCDate", "Date"]
            .map(|name| game.tags.value(name).map(|value| value.into_owned()).unwrap_or_default());
        let (mut length, mut rows) = (0, Vec::new());
        let damage = run(game, &Selection::of(&self.patterns), &mut self.positions, |event| match event {
            Event::Found(found, findings) => {
                let ply = found.ply();
                rows.extend(findings.iter().map(|finding| {
                    let side = u8::from(!finding.side.is_white());
                    let class = finding.class.unwrap_or(Classes::None) as u8;
                    let played = finding.played.map(u8::from);
                    (ply, index_of(finding.pattern), side, class, played, chance_number(finding))
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

    /// Counts the chances of some patterns.
    fn count(&mut self, game: &Game<'_>, patterns: &[&'static Pattern]) -> u32 {
        let mut count = 0;
        run(game, &Selection::of(patterns), &mut self.positions, |event| {
            if let Event::Found(_, findings) = event {
                count = findings.iter().map(chance_number).fold(count, u32::max);
            }
        });
        count
    }

    fn book_misses(&mut self, game: &Game<'_>) -> Vec<usize> {
        let turns = self.missed_turns(game, Pattern::book());
        let worse = turns.iter().filter(|(.., miss)| miss.grade >= Grade::Mistake);
        worse
            .map(|(_, finding, ..)| 2 * index_of(finding.pattern) + usize::from(!finding.side.is_white()))
            .collect()
    }

    fn misses(&mut self, game: &Game<'_>) -> Vec<MissedTurn> {
        let turns = self.missed_turns(game, &self.patterns.clone());
        let turns = turns.into_iter().map(|(row, finding, position, miss)| {
            let is_answer = finding.is_answer(&position, self.judge.get_or_insert_default());
            let lost = (1_000.0 * miss.lost).round() as u32;
            (row, 1 + miss.grade as u8, lost, chance_number(&finding), is_answer)
        });
        turns.collect()
    }

    /// Returns the missed turns of a game, each with its index among all findings.
    fn missed_turns(
        &mut self,
        game: &Game<'_>,
        patterns: &[&'static Pattern],
    ) -> Vec<(usize, Finding, Position, Miss)> {
        let judging = Judging { keeps_others: true, ..MISSED.into() };
        let selection = Selection { judging: Some(judging), ..Selection::of(patterns) };
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
            Some((row, finding, position, missed_turn(&chances, ply, &finding)?))
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
        let selection = Selection { judging: Some(Judging::default()), ..Selection::of(&self.patterns) };
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
                        clock: annotation.clock.map(|seconds| seconds as u32),
                        eval: annotation.evaluation.map(eval),
                        chances: annotation
                            .evaluation
                            .map(|evaluation| thousandths(evaluation.winning_chances(Color::White))),
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
        run(game, &Selection::of(&self.patterns), &mut self.positions, |event| {
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
mod tests;
