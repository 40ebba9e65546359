//! What is known of a game before its moves are read.

use super::cells::Cells;
use crate::formats::{Game, GameNumber};
use crate::games::{Date, Speed};
use crate::input::Entry;
use crate::schema::ColumnKind;

/// Something that is known of a game before its moves are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum GameFact {
    /// The name of its source.
    Source,
    /// The number of the game, the row or the line.
    Number,
    /// The number of the game or the row, none of a line.
    NumberOfGame,
    /// The number of the line, none of others.
    NumberOfLine,
    /// Where it begins.
    Offset,
    /// What names it: its `Site` tag, the id of a puzzle.
    Site,
    /// A tag as text; unknown is null.
    Tag(&'static str),
    /// A tag as a number above 0.
    Rating(&'static str),
    /// The day, where it is known.
    Date,
    /// The year.
    Year,
    /// How it ended, from the tag or from behind the moves.
    Result,
    /// How fast it is.
    Speed,
    /// A link to it.
    Link,
    /// All tags.
    Tags,
}

impl GameFact {
    pub(super) const fn kind(self) -> ColumnKind {
        match self {
            Self::Source | Self::Site | Self::Tag(_) | Self::Result | Self::Speed | Self::Link => {
                ColumnKind::SharedText
            }
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

    /// Whether it takes the number of the game.
    pub(super) const fn is_number(self) -> bool {
        matches!(self, Self::Number | Self::NumberOfGame | Self::NumberOfLine)
    }

    /// Puts the fact of a game into its cell.
    pub(super) fn fill(self, cells: &mut dyn Cells, source: &str, entry: &Entry<'_>) {
        let game = entry.game.as_ref().ok();
        let date = || game.and_then(|game| Date::of_game(&game.tags));
        match self {
            Self::Source => cells.text(source),
            Self::Number => cells.number(Some(entry.number.get().cast_signed())),
            Self::NumberOfGame | Self::NumberOfLine => match (self, entry.number) {
                (Self::NumberOfGame, GameNumber::Game(number))
                | (Self::NumberOfLine, GameNumber::Line(number)) => cells.number(Some(number.cast_signed())),
                _ => cells.null(),
            },
            Self::Offset => cells.number(Some(entry.offset.cast_signed())),
            Self::Site => cells.optional_text(game.and_then(Game::site).as_deref()),
            Self::Tag(name) => cells.optional_text(game.and_then(|game| game.tags.value(name)).as_deref()),
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

    /// How many bytes it takes in each row of a game, about: texts are shared, maps are not.
    pub(super) fn bytes_a_row(self, entry: &Entry<'_>) -> usize {
        match (self, &entry.game) {
            (Self::Tags, Ok(game)) => game.tags.iter().map(|tag| tag.name.len() + 24).sum(),
            _ => 16,
        }
    }
}
