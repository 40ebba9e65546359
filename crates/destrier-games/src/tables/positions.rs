//! The tables of positions, with and without values.

use super::column::{Column, Fill, PositionColumn, SetColumn};
use super::facts::{GAMES_FIRST, facts};
use crate::formats::{FactTable, GameNeeds};
use crate::schema::ColumnKind;
use destrier::Color;
use destrier::batch::ValueColumns;
use destrier::registry::{VALUES, ValueKind};
use std::ops::Range;

/// Returns the columns, with or without values.
pub(super) fn columns(with_values: bool) -> Vec<Column> {
    let mut columns = facts(FactTable::Games, &GAMES_FIRST);
    let mut tags = columns.split_off(3);
    // The offset is one of the game, not of the position.
    columns.truncate(2);
    columns.extend([
        Column::new("ply", PLY, ColumnKind::Number, Fill::Position(PositionColumn::Ply)),
        Column::new(
            "white_to_move",
            "whether White is to move",
            ColumnKind::Truth,
            Fill::Position(PositionColumn::WhiteToMove),
        ),
        set("white", "all of White's pieces and pawns", |sets| sets.white),
        set("black", "all of Black's pieces and pawns", |sets| sets.black),
        set("pawns", "pawns of both sides", |sets| sets.pawns),
        set("knights", "knights of both sides", |sets| sets.knights),
        set("bishops", "bishops of both sides", |sets| sets.bishops),
        set("rooks", "rooks of both sides", |sets| sets.rooks),
        set("queens", "queens of both sides", |sets| sets.queens),
        set("kings", "kings of both sides", |sets| sets.kings),
    ]);
    if with_values {
        columns.extend(Color::ALL.into_iter().flat_map(|side| values(side, 0..ValueColumns::LEN)));
    }
    columns.extend([
        Column::new(
            "move",
            "the game's next move, in UCI notation; null if the game ends here",
            ColumnKind::Text,
            Fill::Position(PositionColumn::Uci),
        ),
        Column::new(
            "san",
            "the game's next move, in standard algebraic notation",
            ColumnKind::Text,
            Fill::Position(PositionColumn::San),
        ),
        Column::new("fen", FEN, ColumnKind::Text, Fill::Position(PositionColumn::Fen)),
    ]);
    if with_values {
        let more = ValueColumns::LEN..VALUES.len();
        columns.extend(Color::ALL.into_iter().flat_map(|side| values(side, more.clone())));
    }
    // Two sets have the names of the players.
    for tag in &mut tags {
        match &*tag.name {
            "white" => tag.name = "white_player".into(),
            "black" => tag.name = "black_player".into(),
            _ => {}
        }
    }
    columns.extend(tags);
    columns
}

pub(super) const FEN: &str =
    "the position as FEN; its en passant square is given only if such a capture is legal";

pub(super) const PLY: &str = "number of plies before the position, 0 at the start of the game";

fn set(name: &'static str, definition: &'static str, set: SetColumn) -> Column {
    Column::new(name, definition, ColumnKind::Set, Fill::Position(PositionColumn::Set(set)))
}

/// Returns the columns of some values of a side, given by their indices.
fn values(side: Color, indices: Range<usize>) -> impl Iterator<Item = Column> {
    indices.map(move |index| {
        let value = &VALUES[index];
        let kind = match value.kind {
            ValueKind::Set => ColumnKind::Set,
            ValueKind::Wing => ColumnKind::Text,
            _ => ColumnKind::Number,
        };
        let definition = format!("S is {side}, O is {}: {}", !side, value.definition);
        let mut values = [0; 2];
        values[usize::from(side.index())] = 1 << index;
        let name = format!("{side}_{}", value.name);
        Column::new(name, definition, kind, Fill::Position(PositionColumn::Value(side, index)))
            .needing(GameNeeds { values, ..GameNeeds::NOTHING })
    })
}
