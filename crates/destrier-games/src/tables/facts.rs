//! The columns that are facts about games: what they need, and their cells.

use super::cells::Cells;
use super::column::Column;
use crate::formats::{Fact, FactContent, FactTable, GameNeeds, GameNumber};
use crate::games::{Date, OPENING_TAGS, Speed, opening_name};
use crate::input::Entry;

/// The first columns of games.
pub(super) const GAMES_FIRST: [&str; 11] =
    ["source", "game", "offset", "event", "site", "date", "year", "round", "white", "black", "result"];

/// Returns the facts in a table: first those with these names, then the others.
pub(super) fn facts(table: FactTable, first: &[&str]) -> Vec<Column> {
    let mut columns: Vec<Column> = Fact::of_table(table).map(Column::of_fact).collect();
    columns.sort_by_key(|column| first.iter().position(|name| *name == column.name).unwrap_or(first.len()));
    columns
}

impl FactContent {
    /// Returns what the fact is made from.
    pub(super) fn needs(self) -> GameNeeds {
        match self {
            Self::Source | Self::Offset => GameNeeds::NOTHING,
            Self::Number | Self::NumberOfGame | Self::NumberOfLine => {
                GameNeeds { number: true, ..GameNeeds::NOTHING }
            }
            Self::Site => GameNeeds::tags(&["Site"]),
            Self::Tag(name) | Self::Rating(name) => GameNeeds::tags(&[name]),
            Self::Opening => GameNeeds::tags(&OPENING_TAGS),
            Self::Date | Self::Year => GameNeeds::tags(&["UTCDate", "Date"]),
            Self::Result => GameNeeds::tags(&["Result"]),
            Self::Speed => GameNeeds::tags(&["TimeControl"]),
            Self::SiteWithoutLink | Self::Link => GameNeeds::links(),
            Self::Tags => GameNeeds::all_tags(),
        }
    }

    /// Writes the fact about a game into its cell.
    pub(crate) fn fill(self, cells: &mut dyn Cells, source: &str, entry: &Entry<'_>) {
        match self {
            Self::Source => return cells.text(source),
            Self::Number => return cells.number(Some(entry.number.get().cast_signed())),
            Self::NumberOfGame => {
                return match entry.number {
                    GameNumber::Game(number) => cells.number(Some(number.cast_signed())),
                    GameNumber::Line(_) => cells.null(),
                };
            }
            Self::NumberOfLine => return cells.number(entry.line_number.map(u64::cast_signed)),
            Self::Offset => return cells.number(Some(entry.offset.cast_signed())),
            _ => {}
        }
        let Ok(game) = &entry.game else { return cells.null() };
        let date = || Date::of_game(&game.tags);
        match self {
            Self::Site => cells.optional_text(game.site().as_deref()),
            Self::SiteWithoutLink => {
                let site = game.tags.value("Site").filter(|site| Some(site) != game.link().as_ref());
                cells.optional_text(site.as_deref());
            }
            Self::Tag(name) => cells.optional_text(game.tags.value(name).as_deref()),
            Self::Opening => cells.optional_text(opening_name(&game.tags).as_deref()),
            Self::Rating(name) => cells.number(game.tags.rating(name).map(i64::from)),
            Self::Date => cells.date(date().filter(|date| date.days_since_1970().is_some())),
            Self::Year => cells.number(date().map(|date| date.year().into())),
            Self::Result => cells.text(game.result().text()),
            Self::Speed => cells.optional_text(Speed::of_game(&game.tags).map(Speed::name)),
            Self::Link => cells.optional_text(game.link().as_deref()),
            _ => cells.tags(&game.tags),
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
