//! The table of games.

use super::column::{Column, Fill};
use super::game_facts::GameFact;
use crate::schema::ColumnKind;

pub(super) const SOURCE: &str = "path as given, or as found in a directory";
pub(super) const GAME: &str = "number of the game, puzzle or position line in its source, from 1";

/// Returns the columns before the tags.
pub(super) fn columns() -> Vec<Column> {
    vec![
        Column::of_game("source", SOURCE, GameFact::Source),
        Column::of_game("game", GAME, GameFact::Number),
        Column::of_game("offset", "byte offset of its start in the decompressed source", GameFact::Offset),
    ]
}

/// Returns the columns after the tags, which require reading the moves.
pub(super) fn last_columns() -> Vec<Column> {
    vec![
        Column::new(
            "plies",
            "number of readable moves; null if the start is unreadable, and for other variants",
            ColumnKind::Number,
            Fill::Plies,
        ),
        Column::new(
            "damage",
            "damage and its location; null for undamaged games",
            ColumnKind::Text,
            Fill::Damage,
        ),
    ]
}
