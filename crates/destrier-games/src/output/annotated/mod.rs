//! PGN of the games with findings, with a comment for each finding.

mod movetext;
mod notes;

use super::format::{Ending, OutputFormat, OutputRequest, OutputWriter};
use super::text::text_file;
use crate::chess::GameResult;
use crate::formats::pgn::{Tag, Tags};
use crate::formats::{Game, MoveText, Start};
use crate::input::Entry;
use crate::output::pgn_text::tag_pair;
use crate::scan::{Collecting, Collector, CollectorNeeds, CurrentGame, Found, GameEnd};
use crate::search::Selection;
use movetext::Movetext;
use notes::Notes;

/// The games with findings, as PGN.
pub(super) static ANNOTATED_GAMES: OutputFormat = OutputFormat {
    name: "pgn",
    description: "Whole games with findings, with comments, arrows and winning lines",
    endings: &["pgn"],
    ending: Ending::RowByRow,
    is_table: false,
    open,
};

fn open(request: OutputRequest) -> Box<dyn OutputWriter> {
    text_file("", AnnotatedGames { selection: request.selection, hides: request.hide })
}

/// Writes each game that has findings. Its tags and movetext are kept; notes are inserted into the movetext. A
/// damaged game ends at the damage. For games that are not PGN, the movetext is generated from the moves.
///
/// Findings become a comment in their position. A missed finding becomes a variation with the winning line after the
/// game's move. The game's move also gets a symbol such as `??`, unless the movetext already judges it.
struct AnnotatedGames {
    selection: Selection,
    /// Whether to write the notes after the game's move, so that they do not reveal it.
    hides: bool,
}

/// Games under construction.
#[derive(Default)]
struct AnnotatedText {
    games: Vec<u8>,
    /// The notes on the current game, if it has findings.
    notes: Option<Notes>,
}

impl Collector for AnnotatedGames {
    type Accumulator = AnnotatedText;
    type Output = Vec<u8>;

    fn accumulator(&self) -> AnnotatedText {
        AnnotatedText::default()
    }

    fn size(&self, accumulator: &AnnotatedText) -> usize {
        accumulator.games.len()
    }

    fn needs(&self) -> CollectorNeeds<'_> {
        CollectorNeeds::findings(&self.selection)
    }

    fn begin(&self, accumulator: &mut AnnotatedText, _: &CurrentGame<'_>) {
        accumulator.notes = None;
    }

    fn found(&self, _: &CurrentGame<'_>, found: Found<'_>, collecting: &mut Collecting<'_, Self>) {
        let Found { position: found, findings } = found;
        findings.retain(|_| collecting.tally.row());
        if !findings.is_empty() {
            collecting.accumulator.notes.get_or_insert_default().add(found, findings, self.hides);
        }
    }

    fn end(&self, _: &str, entry: &Entry<'_>, end: &GameEnd<'_>, collecting: &mut Collecting<'_, Self>) {
        let AnnotatedText { games, notes } = &mut *collecting.accumulator;
        if let (Some(mut notes), Ok(game)) = (notes.take(), &entry.game) {
            let result = game.result();
            let mut plies = Game::MAX_MOVES;
            if let Some(damage) = end.damage {
                plies = u32::try_from(end.positions).map_or(plies, |positions| positions.saturating_sub(1));
                notes.add_damage(plies, damage);
            }
            write_tags(games, game, result);
            games.push(b'\n');
            notes.insert(&Movetext::of(game, result, plies), games);
            games.extend_from_slice(b"\n\n");
            collecting.take_if_large();
        }
    }

    fn finish(&self, accumulator: AnnotatedText) -> Vec<u8> {
        accumulator.games
    }
}

/// Writes the original tags. `Event` comes first and only once, an unknown `Result` is completed, and tags that
/// readers need are appended.
fn write_tags(games: &mut Vec<u8>, game: &Game<'_>, result: GameResult) {
    let mut text = String::new();
    let is_pgn = matches!(game.moves, MoveText::San { .. } | MoveText::Coded { .. });
    // Readers detect games by this tag: a second one would start another game.
    match game.tags.get("Event") {
        Some(event) => text.push_str(&tag_as_written("Event", &event)),
        None => text.push_str(&tag_pair("Event", "?")),
    }
    for pair in game.tags.iter() {
        let is_name = pair.name.iter().all(|byte| byte.is_ascii_alphanumeric() || *byte == b'_');
        match std::str::from_utf8(pair.name).ok().filter(|_| is_name) {
            Some("Event") => {}
            // A line of a file of positions may have fewer fields than other programs need.
            Some("FEN") if !is_pgn && let Ok(Start::Position(start)) = game.start() => {
                text.push_str(&tag_pair("FEN", &start.fen()));
            }
            // Use the result after the moves if the tag is unknown.
            Some("Result") if result != GameResult::Unknown && is_unknown_result(&pair.value()) => {
                text.push_str(&tag_pair("Result", &result.to_string()));
            }
            Some(name) if !name.is_empty() => text.push_str(&tag_as_written(name, &pair)),
            _ => {}
        }
    }
    if game.tags.get("Result").is_none() {
        text.push_str(&tag_pair("Result", &result.to_string()));
    }
    if game.tags.value("FEN").is_some() && game.tags.get("SetUp").is_none() {
        text.push_str(&tag_pair("SetUp", "1"));
    }
    games.extend_from_slice(text.as_bytes());
}

fn is_unknown_result(value: &str) -> bool {
    matches!(value.trim().parse(), Ok(GameResult::Unknown) | Err(_))
}

/// Formats a tag as its file has it, if that can be read again, or else with escapes.
fn tag_as_written(name: &str, tag: &Tag<'_>) -> String {
    let value = tag.value();
    let text = format!("[{name} \"{}\"]\n", String::from_utf8_lossy(tag.raw_value));
    let is_same = Tags::read(text.as_bytes()).get(name).is_some_and(|read| read.value() == value);
    let is_kept = is_same && !tag.is_plain && !tag.raw_value.iter().any(u8::is_ascii_control);
    if is_kept { text } else { tag_pair(name, &value) }
}

#[cfg(test)]
mod tests;
