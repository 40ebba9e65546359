//! The table of games.

use super::column::{Column, Fill};
use super::game_facts::GameFact;
use crate::schema::ColumnKind;

pub(super) const SOURCE: &str = "the path as it was given, or as it was found in a directory";
pub(super) const GAME: &str =
    "number of the game in its source, from 1; of a puzzle, its row; of a position, its line";

/// The columns before the tags.
pub(super) fn columns() -> Vec<Column> {
    vec![
        Column::of_game("source", SOURCE, GameFact::Source),
        Column::of_game("game", GAME, GameFact::Number),
        Column::of_game("offset", "the byte where it begins, after unpacking", GameFact::Offset),
    ]
}

/// The columns behind the tags, for which moves are read.
pub(super) fn last_columns() -> Vec<Column> {
    vec![
        Column::new(
            "plies",
            "how many moves it has, as far as it can be read; null where its start cannot, and of other variants",
            ColumnKind::Number,
            Fill::Plies,
        ),
        Column::new(
            "damage",
            "what is wrong with it, and where; null of a sound game",
            ColumnKind::Text,
            Fill::Damage,
        ),
    ]
}
