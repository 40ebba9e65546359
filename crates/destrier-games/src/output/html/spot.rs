//! A finding with everything that a page says about it.

use crate::chess::{Continuation, Position};
use crate::formats::{Game, GameNumber};
use crate::games::{Date, Speed};
use crate::output::pgn_text::moves;
use crate::output::played::played;
use crate::scan::CurrentGame;
use crate::search::{Finding, FoundPosition, Judge, PuzzleSearch, winning_line};
use destrier::Color;
use std::sync::Arc;

/// A finding with its position and its game.
#[derive(Clone, Debug)]
pub(crate) struct Spot {
    pub(crate) position: Position,
    pub(crate) finding: Finding,
    pub(crate) ply: u32,
    /// The game's move.
    pub(crate) next: Option<Continuation>,
    /// The move before, with its position.
    pub(crate) before: Option<(Position, Continuation)>,
    /// The seconds on the clock of the finding's side.
    pub(crate) clock: Option<f64>,
    /// A link to the position, if the site has such links.
    pub(crate) link: Option<String>,
    pub(crate) game: Arc<GameFacts>,
}

/// What a page says about a game.
#[derive(Clone, Debug)]
pub(crate) struct GameFacts {
    /// The players with their ratings, or the puzzle.
    players: String,
    /// The date and the speed.
    details: Vec<String>,
    link: Option<String>,
    /// The source and the number of the game, as arguments of `destrier show`.
    place: String,
    is_line: bool,
}

/// The maximum length of a name.
const MAX_LENGTH: usize = 40;

/// Removes characters that could change how other text looks.
fn visible(text: &str) -> String {
    let is_direction =
        |c| matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    text.chars().filter(|&c| !c.is_control() && !is_direction(c)).collect()
}

/// Removes characters that could change how other text looks, and truncates long names.
pub(crate) fn plain(text: &str) -> String {
    let mut plain = visible(text.trim());
    if let Some((end, _)) = plain.char_indices().nth(MAX_LENGTH) {
        plain.truncate(end);
        plain.push('…');
    }
    plain
}

/// Quotes an argument for a shell, if necessary.
fn quoted(argument: &str) -> String {
    let is_safe = argument.chars().all(|c| c.is_alphanumeric() || "-_./:,+@%=".contains(c));
    if !argument.is_empty() && is_safe {
        argument.to_owned()
    } else {
        format!("'{}'", argument.replace('\'', r"'\''"))
    }
}

impl GameFacts {
    pub(crate) fn of(current: &CurrentGame<'_>) -> Self {
        let CurrentGame { source, entry, game } = *current;
        let id = game.tags.value("PuzzleId");
        let number = match (&id, entry.number) {
            (Some(id), _) => plain(id),
            (None, number) => number.get().to_string(),
        };
        let date = Date::of_game(&game.tags).map(|date| date.to_string());
        let speed = Speed::of_game(&game.tags).map(|speed| speed.to_string());
        Self {
            players: players(game),
            details: date.into_iter().chain(speed).collect(),
            link: game.link().map(|link| visible(&link)),
            place: format!("{} {}", quoted(source), quoted(&number)),
            is_line: matches!(entry.number, GameNumber::Line(_)),
        }
    }
}

#[cfg(test)]
impl GameFacts {
    /// Returns the facts about a game without tags.
    pub(crate) fn unknown() -> Self {
        let (players, place) = ("Unknown players".to_owned(), "games.pgn 1".to_owned());
        Self { players, details: Vec::new(), link: None, place, is_line: false }
    }
}

/// Formats the players with their ratings: `Eve (1500) – Adam (1600)`.
fn players(game: &Game<'_>) -> String {
    let players = Color::ALL.map(|color| {
        let name = plain(&game.player(color)?);
        Some(game.rating_of(color).map_or(name.clone(), |rating| format!("{name} ({rating})")))
    });
    match (game.tags.value("PuzzleId"), players) {
        (Some(id), _) => format!("Puzzle {}", plain(&id)),
        (None, [None, None]) => "Unknown players".to_owned(),
        (None, players) => players.map(|player| player.unwrap_or_else(|| "?".to_owned())).join(" – "),
    }
}

impl Spot {
    pub(crate) fn new(found: &FoundPosition<'_>, finding: &Finding, game: &Arc<GameFacts>) -> Self {
        Self {
            position: *found.position,
            finding: *finding,
            ply: found.ply(),
            next: found.next(),
            before: found.previous(),
            clock: found.clock(finding.side),
            link: found.link(),
            game: Arc::clone(game),
        }
    }

    /// Returns the move with its number: `14... Nxf2`. A finding without a move has the name of its pattern.
    pub(crate) fn solution(&self) -> String {
        match self.finding.by {
            Some(by) => numbered(&self.position, Continuation::Move(by)),
            None => self.finding.pattern.name.to_owned(),
        }
    }

    /// Returns whether the move may be shown as the one to find: it was played, or it is an
    /// [answer](Finding::is_answer).
    pub(crate) fn is_solved(&self, judge: &mut Judge) -> bool {
        self.finding.played == Some(true) || self.finding.is_answer(&self.position, judge)
    }

    /// Returns whether the move is [unique](crate::Selection::unique).
    pub(crate) fn is_unique(&self, puzzles: &mut PuzzleSearch) -> bool {
        puzzles.unique_move(&self.position, self.before, &[self.finding]).is_some()
    }

    /// Returns the move and the line that wins, if worth was computed.
    pub(crate) fn line(&self, judge: &mut Judge) -> String {
        match self.finding.by {
            Some(by) if self.finding.worth.is_some() => {
                let line = winning_line(&self.position, by, judge);
                moves(&self.position, &line).trim_start().to_owned()
            }
            _ => self.solution(),
        }
    }

    /// Explains the finding in a few sentences.
    pub(crate) fn explained(&self) -> String {
        self.finding.explain(&self.position)
    }

    /// Returns the game's move, if it was another one: `Played 14... Qd7.`
    pub(crate) fn played(&self) -> String {
        match self.next.filter(|_| self.finding.played == Some(false)) {
            Some(next) => {
                format!("Played {}{}.", number(&self.position), played(&self.position, next, None))
            }
            None if self.finding.played == Some(true) => "Played.".to_owned(),
            None => String::new(),
        }
    }

    /// Returns the move before with its number.
    pub(crate) fn move_before(&self) -> Option<String> {
        self.before.as_ref().map(|(position, continuation)| numbered(position, *continuation))
    }

    /// Returns players, date, speed and clock.
    pub(crate) fn about(&self) -> Vec<String> {
        let clock = self.clock.map(|seconds| format!("{} left", clock_words(seconds)));
        let players = std::iter::once(self.game.players.clone());
        players.chain(self.game.details.iter().cloned()).chain(clock).collect()
    }

    /// Returns a link to the position or the game.
    pub(crate) fn link(&self) -> Option<&str> {
        self.link.as_deref().or(self.game.link.as_deref())
    }

    /// Returns the command that shows the position.
    pub(crate) fn show(&self) -> String {
        if self.game.is_line {
            format!("destrier show {}", self.game.place)
        } else {
            format!("destrier show {}:{}", self.game.place, self.ply)
        }
    }
}

/// Formats a move with its number: `14... Nxf2`.
fn numbered(position: &Position, continuation: Continuation) -> String {
    format!("{}{}", number(position), continuation.san(position))
}

/// Formats the number before a move: `14... `.
fn number(position: &Position) -> String {
    format!("{}{} ", position.number(), if position.turn().is_white() { "." } else { "..." })
}

/// Formats seconds on a clock: `0:42`, `1:02:03`.
fn clock_words(seconds: f64) -> String {
    // Clocks in comments are never negative, and far below the limits of u64.
    let seconds = seconds.max(0.0) as u64;
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    match hours {
        0 => format!("{minutes}:{seconds:02}"),
        _ => format!("{hours}:{minutes:02}:{seconds:02}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_cannot_change_other_text() {
        assert_eq!(plain(" a\u{1b}[2J\u{202e}b\n "), "a[2Jb");
        assert_eq!(plain(&"é".repeat(40)), "é".repeat(40));
        assert_eq!(plain(&"é".repeat(41)), format!("{}…", "é".repeat(40)));
    }

    #[test]
    fn shells_read_quoted_arguments_back() {
        for (argument, shown) in [
            ("games/a-1.pgn", "games/a-1.pgn"),
            ("a b", "'a b'"),
            ("it's", r"'it'\''s'"),
            ("", "''"),
            ("$x", "'$x'"),
        ] {
            assert_eq!(quoted(argument), shown);
        }
    }

    #[test]
    fn clocks_look_like_clocks() {
        assert_eq!([0.4, 42.9, 3723.0].map(clock_words), ["0:00", "0:42", "1:02:03"]);
    }
}
