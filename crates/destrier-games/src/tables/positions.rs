//! The tables of positions, with the values of either side or without.

use super::cells::Cells;
use super::column::{Column, Fill, PositionRows, SetColumn};
use super::game_facts::GameFact;
use super::games::{GAME, SOURCE};
use crate::chess::{Continuation, Position};
use crate::schema::ColumnKind;
use destrier::Color;
use destrier::values::{VALUES, ValueKind};
use std::fmt::Display;

/// The columns, with values or without.
pub(super) fn columns(with_values: bool) -> Vec<Column> {
    let of_positions =
        |name, definition, kind, fill| Column::new(name, definition, kind, Fill::Positions(fill));
    let mut columns = vec![
        Column::of_game("source", SOURCE, GameFact::Source),
        Column::of_game("game", GAME, GameFact::Number),
        of_positions("ply", PLY, ColumnKind::Number, |cells, rows| {
            rows.range.clone().for_each(|index| cells.number(Some(rows.positions.ply(index).into())));
        }),
        of_positions("white_to_move", "whether White is to move", ColumnKind::Truth, |cells, rows| {
            let turns = &rows.positions.turns()[rows.range.clone()];
            turns.iter().for_each(|turn| cells.truth(turn.is_white()));
        }),
        set("white", "all pieces and pawns of white", |sets| sets.white),
        set("black", "all pieces and pawns of black", |sets| sets.black),
        set("pawns", "the pawns of either side", |sets| sets.pawns),
        set("knights", "the knights of either side", |sets| sets.knights),
        set("bishops", "the bishops of either side", |sets| sets.bishops),
        set("rooks", "the rooks of either side", |sets| sets.rooks),
        set("queens", "the queens of either side", |sets| sets.queens),
        set("kings", "the kings of either side", |sets| sets.kings),
    ];
    if with_values {
        columns.extend(Color::ALL.into_iter().flat_map(values));
    }
    columns.extend([
        of_positions(
            "move",
            "the move made next, in UCI notation; null where the game ends",
            ColumnKind::Text,
            |cells, rows| moves(cells, rows, |next, _| next.uci()),
        ),
        of_positions("san", "the same in standard algebraic notation", ColumnKind::Text, |cells, rows| {
            moves(cells, rows, Continuation::san);
        }),
        of_positions("fen", FEN, ColumnKind::Text, |cells, rows| {
            rows.range.clone().for_each(|index| cells.text(&rows.positions.position(index).fen()));
        }),
    ]);
    columns
}

pub(super) const FEN: &str = "the position, the en passant square only where such a capture is legal";

pub(super) const PLY: &str = "moves made before the position, 0 at the start of the game";

fn set(name: &'static str, definition: &'static str, set: SetColumn) -> Column {
    Column::new(name, definition, ColumnKind::Set, Fill::Set(set))
}

/// The columns of the values of a side.
fn values(side: Color) -> impl Iterator<Item = Column> {
    VALUES.iter().enumerate().map(move |(index, value)| {
        let kind = match value.kind {
            ValueKind::Set => ColumnKind::Set,
            ValueKind::Wing => ColumnKind::Text,
            _ => ColumnKind::Number,
        };
        let definition = format!("S is {side}, O is {}: {}", !side, value.definition);
        Column::new(format!("{side}_{}", value.name), definition, kind, Fill::Value(side, index))
    })
}

/// Appends how the game went on from each position.
fn moves<T: Display>(
    cells: &mut dyn Cells,
    rows: &PositionRows<'_>,
    written: impl Fn(Continuation, &Position) -> T,
) {
    for index in rows.range.clone() {
        match rows.positions.next(index) {
            Some(next) => cells.written(&written(next, &rows.positions.position(index))),
            None => cells.null(),
        }
    }
}
