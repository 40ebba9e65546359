//! The games that have findings, whole, with a comment for each.

mod movetext;
mod notes;

use super::format::{Ending, OutputFormat, OutputRequest, OutputWriter};
use super::text::TextFile;
use crate::chess::GameResult;
use crate::formats::{Game, Start};
use crate::input::Entry;
use crate::output::pgn_text::tag_pair;
use crate::scan::{Collecting, Collector, CurrentGame, GameEnd};
use crate::search::{Finding, FoundPosition, Selection};
use movetext::Movetext;
use notes::Notes;

/// The games with findings, as PGN.
pub(super) static ANNOTATED_GAMES: OutputFormat = OutputFormat {
    name: "pgn",
    description: "The games with findings, whole, with comments, arrows and the lines that win",
    endings: &["pgn"],
    ending: Ending::RowByRow,
    is_table: false,
    open,
};

fn open(request: OutputRequest) -> Box<dyn OutputWriter> {
    TextFile::of(AnnotatedGames { selection: request.selection, hides: request.hide })
}

/// Writes each game that has findings with its tags, and with its movetext as it is: notes are inserted, and nothing is
/// left out. A damaged game ends where the damage is. A game that is no PGN gets a movetext of its moves.
///
/// Findings are a comment in their position. A missed one is a variation after the game's move, with the line that wins,
/// and the game's move has a sign like `??`, if the game's own text does not judge it.
struct AnnotatedGames {
    selection: Selection,
    /// Whether nothing is written before the move that it is about.
    hides: bool,
}

/// Games in the making.
#[derive(Default)]
struct AnnotatedText {
    games: Vec<u8>,
    /// The notes on the current game, if anything was found in it.
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

    fn selection(&self) -> Option<&Selection> {
        Some(&self.selection)
    }

    fn begin(&self, accumulator: &mut AnnotatedText, _: &CurrentGame<'_>) {
        accumulator.notes = None;
    }

    fn found(
        &self,
        _: &CurrentGame<'_>,
        found: &FoundPosition<'_>,
        findings: &mut Vec<Finding>,
        collecting: &mut Collecting<'_, AnnotatedText>,
    ) {
        findings.retain(|_| collecting.tally.row());
        if !findings.is_empty() {
            collecting.accumulator.notes.get_or_insert_default().add(found, findings, self.hides);
        }
    }

    fn end(
        &self,
        _: &str,
        entry: &Entry<'_>,
        end: &GameEnd<'_>,
        collecting: &mut Collecting<'_, AnnotatedText>,
    ) {
        let AnnotatedText { games, notes } = &mut *collecting.accumulator;
        if let (Some(mut notes), Ok(game)) = (notes.take(), &entry.game) {
            let result = game.result();
            let mut plies = Game::MOST_MOVES;
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

/// The tags as they were, but for `Event`, which comes first and once, and a `Result` that is unknown; and behind them
/// what readers need.
fn write_tags(games: &mut Vec<u8>, game: &Game<'_>, result: GameResult) {
    let mut text = String::new();
    let mut tag = |name: &str, value: &str| text.push_str(&tag_pair(name, value));
    // Every game begins with this tag, and readers tell by it where one begins: a second would begin another.
    tag("Event", &game.tags.get("Event").map_or("?".into(), |event| event.value()));
    for pair in game.tags.iter() {
        let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
        let name = std::str::from_utf8(pair.name).ok().filter(|name| name.bytes().all(|byte| is_name(&byte)));
        match name {
            Some("Event") => {}
            // What the position is, not how it was written.
            Some("FEN") if !pair.is_unknown() => match game.start() {
                Ok(Start::Position(start)) => tag("FEN", &start.fen()),
                _ => tag("FEN", &pair.value()),
            },
            // What stands behind the moves, where the tag does not know.
            Some("Result") if result != GameResult::Unknown => match pair.value().trim().parse() {
                Ok(GameResult::Unknown) | Err(_) => tag("Result", &result.to_string()),
                Ok(_) => tag("Result", &pair.value()),
            },
            Some(name) if !name.is_empty() => tag(name, &pair.value()),
            _ => {}
        }
    }
    if game.tags.get("Result").is_none() {
        tag("Result", &result.to_string());
    }
    if game.tags.value("FEN").is_some() && game.tags.get("SetUp").is_none() {
        tag("SetUp", "1");
    }
    games.extend_from_slice(text.as_bytes());
}

#[cfg(test)]
mod tests;
