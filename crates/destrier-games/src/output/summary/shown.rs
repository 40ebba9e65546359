//! A finding in a summary: a missed move, a royal fork or a mate.

use crate::chess::{Continuation, MoveCode, Position};
use crate::formats::Game;
use crate::games::Date;
use crate::output::format::BoardDrawing;
use crate::scan::CurrentGame;
use crate::search::{Classes, Finding, FoundPosition, WorthSearch};
use destrier::Color;
use serde::{Deserialize, Serialize};
use std::fmt::Write as _;

/// A finding, formatted in a few lines.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct ShownFinding {
    pub(super) importance: Importance,
    pub(super) lines: String,
    /// How to confirm a miss, unless an engine has.
    recheck: Option<Recheck>,
}

/// A position with a missed move and the game's move.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Recheck {
    fen: String,
    missed: MoveCode,
    played: MoveCode,
}

impl Recheck {
    fn new(finding: &Finding, found: &FoundPosition<'_>) -> Option<Self> {
        finding.worth.filter(|_| finding.verdict.is_none())?;
        let missed = Continuation::Move(finding.by?).into();
        Some(Self { fen: found.position.fen().to_string(), missed, played: found.next()?.into() })
    }

    /// Returns whether a deeper search refutes the miss.
    fn refutes(&self) -> bool {
        let Ok(position) = self.fen.parse::<Position>() else { return false };
        let (missed, played) = (position.resolve_code(self.missed), position.resolve_code(self.played));
        let (Ok(Continuation::Move(missed)), Ok(played)) = (missed, played) else { return false };
        !WorthSearch::default().at(&position, Some(played).into()).is_missed_deeper(missed)
    }
}

/// The importance of a finding: first the grade of the miss, then the material missed, then the rating of the players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct Importance {
    grade: Option<u8>,
    left_behind: Option<i32>,
    rating: Option<u16>,
}

impl Importance {
    /// Returns the importance of a missed move in a game with a rating.
    pub(crate) fn of_miss(finding: &Finding, rating: Option<u16>) -> Option<Self> {
        let worth = finding.worth?;
        let lost = finding.verdict.and_then(|verdict| {
            Some(verdict.of_move.centipawns(finding.side) - verdict.of_game?.centipawns(finding.side))
        });
        let left_behind = lost.or(worth.missed_by);
        Some(Self { grade: Some(finding.missed()? as u8), left_behind, rating })
    }

    /// Returns the importance of a move that can be shown without its worth; see [`is_sharp`].
    pub(super) fn sharp(finding: &Finding, rating: Option<u16>) -> Option<Self> {
        finding.played?;
        Some(Self { grade: None, left_behind: None, rating })
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
    ) -> Self {
        let position = found.position;
        let mut lines =
            format!("{}{}", explanation(position, finding, found.next()), game_line(game.game, finding));
        let place = found.link().or_else(|| game.game.link().map(|link| link.into_owned()));
        let place = place.unwrap_or_else(|| game.place(found.ply()));
        // Tags must not control the terminal.
        let _ = write!(lines, "\n{}", place.replace(char::is_control, ""));
        if let Some(boards) = boards {
            let _ = write!(lines, "\n\n{}", boards(position, finding).trim_end());
        }
        Self { importance, lines, recheck: Recheck::new(finding, found) }
    }

    /// Returns whether the finding is not a miss after a deeper search. Takes tens of milliseconds.
    pub(super) fn is_refuted(&self) -> bool {
        self.recheck.as_ref().is_some_and(Recheck::refutes)
    }
}

/// Formats the move, its effect and the move played: `25... Ne2+ wins a queen. Played: Qd6, a blunder.`
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
        (_, Some(next)) => match finding.missed() {
            Some(grade) => format!("Played: {}, {}.", next.san(position), grade.words()),
            None => format!("Played: {}.", next.san(position)),
        },
        (_, None) => String::new(),
    };
    format!("{}{dots} {san} {does}. {played}\n", position.number())
}

/// Formats the pattern, the players with their ratings, and the date.
fn game_line(game: &Game<'_>, finding: &Finding) -> String {
    let mut line = finding.pattern.name.to_owned();
    let players = Color::ALL.map(|color| {
        let name = shortened(&game.player(color)?);
        Some(game.rating_of(color).map_or(name.clone(), |rating| format!("{name} ({rating})")))
    });
    match (game.tags.value("PuzzleId"), players) {
        (Some(id), _) => {
            let rating = game.rating().map_or(String::new(), |rating| format!(" ({rating})"));
            let _ = write!(line, ", puzzle {}{rating}", shortened(&id));
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

fn shortened(name: &str) -> String {
    name.chars().filter(|c| !c.is_control()).take(14).collect()
}
