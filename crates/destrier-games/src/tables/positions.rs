//! The tables of positions, with and without values.

use super::column::{Column, Fill, PositionColumn, SetColumn};
use super::facts::{GAMES_FIRST, facts};
use super::position_cells::{PositionCell, Relative};
use crate::formats::{FactTable, GameNeeds};
use crate::schema::ColumnKind;
use destrier::Color;
use destrier::batch::ValueColumns;
use destrier::registry::{Definition, VALUES, ValueKind};
use std::borrow::Cow;
use std::ops::Range;

/// Returns the columns, with or without values.
pub(super) fn columns(with_values: bool) -> Vec<Column> {
    let mut columns = facts(FactTable::Games, &GAMES_FIRST);
    let tags = columns.split_off(3);
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
        set("white_pieces", "all of White's pieces and pawns", |sets| sets.white),
        set("black_pieces", "all of Black's pieces and pawns", |sets| sets.black),
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
    columns.extend([
        cell("prev_san", "the move before `san`, which led to this position; null at the start", ColumnKind::Text, PositionCell::PreviousSan),
        cell("next_san", "the move after `san`, the opponent's reply; null if there is none", ColumnKind::Text, PositionCell::SanAfter),
        cell("piece", "the piece of the next move: pawn, knight, bishop, rook, queen or king; the king if it castles", ColumnKind::Text, PositionCell::Piece),
        cell("captured", "the piece that the next move captures; null if it captures nothing", ColumnKind::Text, PositionCell::Captured),
        cell("clock", "seconds on the clock of the side to move, from the comments", ColumnKind::Real, PositionCell::Clock)
            .needing(GameNeeds::annotations()),
        cell("eval", "the game's own evaluation of the position, in centipawns for the side to move; mate in n moves is 10000 - n", ColumnKind::Number, PositionCell::Evaluation)
            .needing(GameNeeds::annotations()),
        cell("castling", "castling rights, as in the FEN; - if there are none", ColumnKind::Text, PositionCell::Castling),
        cell("en_passant", "the square of a legal capture en passant; null if there is none", ColumnKind::Text, PositionCell::EnPassant),
    ]);
    columns.extend(Relative::ALL.into_iter().map(|side| {
        let definition = format!("all pieces and pawns of {}", side.words());
        cell(format!("{}_pieces", side.name()), definition, ColumnKind::Set, PositionCell::Pieces(side))
    }));
    if with_values {
        columns.extend(Relative::ALL.into_iter().flat_map(relative_values));
    }
    columns.extend(tags);
    columns
}

pub(super) const FEN: &str =
    "the position as FEN; its en passant square is given only if such a capture is legal";

pub(super) const PLY: &str = "number of plies before the position, 0 at the start of the game";

fn cell(
    name: impl Into<Cow<'static, str>>,
    definition: impl Into<Cow<'static, str>>,
    kind: ColumnKind,
    cell: PositionCell,
) -> Column {
    Column::new(name, definition, kind, Fill::PositionCell(cell))
}

fn set(name: &'static str, definition: &'static str, set: SetColumn) -> Column {
    Column::new(name, definition, ColumnKind::Set, Fill::Position(PositionColumn::Set(set)))
}

/// Returns the columns of some values of a side, given by their indices.
fn values(side: Color, indices: Range<usize>) -> impl Iterator<Item = Column> {
    indices.map(move |index| {
        let value = &VALUES[index];
        let definition = format!("S is {side}, O is {}: {}", !side, value.definition);
        let mut values = [0; 2];
        values[usize::from(side.index())] = 1 << index;
        let name = format!("{side}_{}", value.name);
        let fill = Fill::Position(PositionColumn::Value(side, index));
        Column::new(name, definition, kind_of(value), fill)
            .needing(GameNeeds { values, ..GameNeeds::NOTHING })
    })
}

/// Returns the columns of all values of the side to move or of its opponent.
fn relative_values(side: Relative) -> impl Iterator<Item = Column> {
    VALUES.iter().enumerate().map(move |(index, value)| {
        let definition =
            format!("S is {}, O is {}: {}", side.words(), side.other().words(), value.definition);
        let name = format!("{}_{}", side.name(), value.name);
        cell(name, definition, kind_of(value), PositionCell::Value(side, index))
            .needing(GameNeeds { values: [1 << index; 2], ..GameNeeds::NOTHING })
    })
}

const fn kind_of(value: &Definition) -> ColumnKind {
    match value.kind {
        ValueKind::Set => ColumnKind::Set,
        ValueKind::Wing => ColumnKind::Text,
        _ => ColumnKind::Number,
    }
}
