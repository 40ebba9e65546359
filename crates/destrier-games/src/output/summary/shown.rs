//! A finding in a summary: a missed move, a royal fork or a mate.

use crate::chess::{Continuation, Position};
use crate::formats::Game;
use crate::games::Date;
use crate::names::shortened;
use crate::output::format::BoardDrawing;
use crate::output::pgn_text::moves;
use crate::output::played::played;
use crate::scan::CurrentGame;
use crate::search::{Classes, Finding, FoundPosition, Judge, Miss, winning_line};
use destrier::Color;
use serde::{Deserialize, Serialize};
use std::fmt::Write as _;

/// A finding, formatted in a few lines.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct ShownFinding {
    pub(super) importance: Importance,
    pub(super) lines: String,
}

/// The importance of a finding: first what missing the move cost, then the rating of the players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct Importance {
    /// The winning chances lost, in thousandths.
    lost: Option<u16>,
    rating: Option<u16>,
}

impl Importance {
    /// Returns the importance of a missed move in a game with a rating.
    pub(crate) fn of_miss(miss: &Miss, rating: Option<u16>) -> Self {
        Self { lost: Some((1_000.0 * miss.lost).round() as u16), rating }
    }

    /// Returns the importance of a move that can be shown without its worth; see [`is_sharp`].
    pub(super) fn sharp(finding: &Finding, rating: Option<u16>) -> Option<Self> {
        finding.played?;
        Some(Self { lost: None, rating })
    }
}

/// Returns whether a move is a safe royal fork or mates.
pub(super) fn is_sharp(finding: &Finding, position: &Position) -> bool {
    let is_royal_and_safe = finding.class >= Some(Classes::Royal) && finding.safe == Some(true);
    is_royal_and_safe || finding.mates(position)
}

impl ShownFinding {
    pub(super) fn new(
        importance: Importance,
        game: &CurrentGame<'_>,
        found: &FoundPosition<'_>,
        finding: &Finding,
        boards: Option<&BoardDrawing>,
        judge: &mut Judge,
    ) -> Self {
        let position = found.position;
        let mut lines = explanation(position, finding, found.next());
        if let Some(by) = finding.by.filter(|_| finding.miss.is_some()) {
            let line = winning_line(position, by, judge);
            // A mate in one is already named.
            if line.len() > 1 {
                lines += &wrapped(&moves(position, &line));
            }
        }
        lines += &game_line(game.game, finding);
        let place = found.link().or_else(|| game.game.link().map(|link| link.into_owned()));
        let place = place.unwrap_or_else(|| game.place(found.ply()));
        // Tags must not control the terminal.
        let _ = write!(lines, "\n{}", place.replace(char::is_control, ""));
        if let Some(boards) = boards {
            let _ = write!(lines, "\n\n{}", boards(position, finding).trim_end());
        }
        Self { importance, lines }
    }
}

/// Formats the move, its effect and the move played: `25... Ne2+ wins a queen. Played Qd6, a blunder.`
fn explanation(position: &Position, finding: &Finding, next: Option<Continuation>) -> String {
    let san = finding.by.map(|by| position.san(by).to_string()).unwrap_or_default();
    let dots = if finding.side == Color::White { "." } else { "..." };
    let does = match finding.worth {
        _ if san.ends_with('#') => "mates".to_owned(),
        Some(worth) => worth.words_of_miss(),
        None if finding.class == Some(Classes::Family) => "forks king, queen and rook".to_owned(),
        None => "forks king and queen".to_owned(),
    };
    let played = match (finding.played, next) {
        (Some(true), _) => "Played.".to_owned(),
        (_, Some(next)) => format!("Played {}.", played(position, next, finding.missed())),
        (_, None) => String::new(),
    };
    format!("{}{dots} {san} {does}. {played}\n", position.number())
}

/// Breaks a text into lines that fit 80 columns after their indentation.
fn wrapped(text: &str) -> String {
    const COLUMNS: usize = 76;
    let (mut lines, mut column) = (String::new(), 0);
    for word in text.split_whitespace() {
        if column > 0 {
            let fits = column + 1 + word.len() <= COLUMNS;
            lines.push(if fits { ' ' } else { '\n' });
            column = if fits { column + 1 } else { 0 };
        }
        lines += word;
        column += word.len();
    }
    lines + "\n"
}

/// Formats the pattern, the players with their ratings, and the date.
fn game_line(game: &Game<'_>, finding: &Finding) -> String {
    let mut line = finding.pattern.name.to_owned();
    let players = Color::ALL.map(|color| {
        let name = shown_name(&game.player(color)?);
        Some(game.rating_of(color).map_or(name.clone(), |rating| format!("{name} ({rating})")))
    });
    match (game.tags.value("PuzzleId"), players) {
        (Some(id), _) => {
            let rating = game.rating().map_or(String::new(), |rating| format!(" ({rating})"));
            let _ = write!(line, ", puzzle {}{rating}", shown_name(&id));
        }
        (None, [None, None]) => {}
        (None, players) => {
            let [white, black] = players.map(|player| player.unwrap_or_else(|| "?".to_owned()));
            let _ = write!(line, ", {white} - {black}");
        }
    }
    if let Some(date) = Date::of_game(&game.tags) {
        let _ = write!(line, ", {date}");
    }
    line
}

/// Returns a name without control characters, since tags must not control the terminal, and short enough for a line.
fn shown_name(name: &str) -> String {
    shortened(&name.replace(char::is_control, ""), 14)
}
