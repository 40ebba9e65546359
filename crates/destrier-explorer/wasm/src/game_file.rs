//! A file of games. The page reads a few games at a time and opens single games later. Only an index of the games stays
//! in memory, not the text.

mod search;
#[cfg(test)]
mod tests;

use self::search::{GameSummary, GameView, MissedTurn, Search};
use crate::bytes::{FileBytes, Rest, Slices};
use crate::patterns::of_key;
use crate::problem::{Problem, json};
use destrier_games::{Decoder, NamesOfGames, Reader, Recognized, Record, open_text};
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
                Some(Err(damage)) => GameSummary::damaged(&damage),
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
            Some(Err(damage)) => GameView::damaged(&damage),
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
