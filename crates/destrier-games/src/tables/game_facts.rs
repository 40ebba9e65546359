//! Facts about a game that are known before its moves are read.

use super::cells::Cells;
use crate::formats::{Game, GameNeeds, GameNumber};
use crate::games::{Date, OPENING_TAGS, Speed, opening_name};
use crate::input::Entry;
use crate::schema::ColumnKind;

/// A fact about a game that is known before its moves are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum GameFact {
    /// The name of the source.
    Source,
    /// The number of the game, row or line.
    Number,
    /// The number of the game or row; null for lines.
    NumberOfGame,
    /// The number of the line; null for PGN.
    NumberOfLine,
    /// The byte offset of the start.
    Offset,
    /// The `Site` tag or the id of a puzzle.
    Site,
    /// A tag as text, or null if it is unknown.
    Tag(&'static str),
    /// The name of the opening.
    Opening,
    /// A tag as a positive number.
    Rating(&'static str),
    /// The date, if the full date is known.
    Date,
    /// The year.
    Year,
    /// The result, from the tag or after the moves.
    Result,
    /// The speed class.
    Speed,
    /// A link to the game.
    Link,
    /// All tags.
    Tags,
}

/// The definition of the column `opening`.
pub(super) const OPENING: &str = "name of the opening: the Opening tag, else the name in chess.com's ECOUrl tag, else the \
                                  general name of the ECO code";

impl GameFact {
    pub(super) const fn kind(self) -> ColumnKind {
        match self {
            Self::Source
            | Self::Site
            | Self::Tag(_)
            | Self::Opening
            | Self::Result
            | Self::Speed
            | Self::Link => ColumnKind::SharedText,
            Self::Number
            | Self::NumberOfGame
            | Self::NumberOfLine
            | Self::Offset
            | Self::Rating(_)
            | Self::Year => ColumnKind::Number,
            Self::Date => ColumnKind::Date,
            Self::Tags => ColumnKind::Map,
        }
    }

    /// Returns whether the fact is the number of the game.
    pub(super) const fn is_number(self) -> bool {
        matches!(self, Self::Number | Self::NumberOfGame | Self::NumberOfLine)
    }

    /// Returns the tags that the fact is made from.
    pub(super) fn game_needs(self) -> GameNeeds {
        match self {
            Self::Source | Self::Number | Self::NumberOfGame | Self::NumberOfLine | Self::Offset => {
                GameNeeds::tags(&[])
            }
            Self::Site => GameNeeds::tags(&["Site"]),
            Self::Tag(name) | Self::Rating(name) => GameNeeds::tags(&[name]),
            Self::Opening => GameNeeds::tags(&OPENING_TAGS),
            Self::Date | Self::Year => GameNeeds::tags(&["UTCDate", "Date"]),
            Self::Result => GameNeeds::tags(&["Result"]),
            Self::Speed => GameNeeds::tags(&["TimeControl"]),
            Self::Link => GameNeeds::links(),
            Self::Tags => GameNeeds::all_tags(),
        }
    }

    /// Writes the fact about a game into its cell.
    pub(super) fn fill(self, cells: &mut dyn Cells, source: &str, entry: &Entry<'_>) {
        let game = entry.game.as_ref().ok();
        let date = || game.and_then(|game| Date::of_game(&game.tags));
        match self {
            Self::Source => cells.text(source),
            Self::Number => cells.number(Some(entry.number.get().cast_signed())),
            Self::NumberOfGame => match entry.number {
                GameNumber::Game(number) => cells.number(Some(number.cast_signed())),
                GameNumber::Line(_) => cells.null(),
            },
            Self::NumberOfLine => cells.number(entry.line_number.map(u64::cast_signed)),
            Self::Offset => cells.number(Some(entry.offset.cast_signed())),
            Self::Site => cells.optional_text(game.and_then(Game::site).as_deref()),
            Self::Tag(name) => cells.optional_text(game.and_then(|game| game.tags.value(name)).as_deref()),
            Self::Opening => cells.optional_text(game.and_then(|game| opening_name(&game.tags)).as_deref()),
            Self::Rating(name) => {
                let rating = game.and_then(|game| game.tags.rating(name));
                cells.number(rating.map(i64::from));
            }
            Self::Date => cells.date(date().filter(|date| date.days_since_1970().is_some())),
            Self::Year => cells.number(date().map(|date| date.year().into())),
            Self::Result => match game {
                Some(game) => cells.text(&game.result().to_string()),
                None => cells.null(),
            },
            Self::Speed => {
                cells.optional_text(game.and_then(|game| Speed::of_game(&game.tags)).map(Speed::name));
            }
            Self::Link => cells.optional_text(game.and_then(Game::link).as_deref()),
            Self::Tags => cells.tags(game.map(|game| &game.tags)),
        }
    }

    /// Returns the approximate number of bytes per row. Rows share texts but repeat maps.
    pub(super) fn bytes_per_row(self, entry: &Entry<'_>) -> usize {
        match (self, &entry.game) {
            (Self::Tags, Ok(game)) => game.tags.iter().map(|tag| tag.name.len() + 24).sum(),
            _ => 16,
        }
    }
}
