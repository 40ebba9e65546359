//! A row a position: its sets, and its values for either side.

use crate::output::RowFormat;
use crate::scan::{SearchedGame, Tally, Work};
use crate::table::{Cell, Column, Kind};
use crate::{Continuation, Damage, Position, Positions};
use destrier::values::{VALUES, Value, ValueKind};
use destrier::{Color, Sets};

/// What a column of a table of positions holds.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Feature {
    Source,
    Game,
    Ply,
    WhiteToMove,
    /// One of the eight columns of sets.
    Set(for<'a> fn(&Sets<&'a [u64]>) -> &'a [u64]),
    /// A value of a side, by its place in [`VALUES`].
    Value(Color, usize),
    Move,
    San,
    Fen,
}

/// The columns of a table of positions.
#[must_use]
pub fn feature_columns(with_fen: bool) -> Vec<Column> {
    features(with_fen).into_iter().map(|(_, column)| column).collect()
}

/// The columns with what they hold.
pub(crate) fn features(with_fen: bool) -> Vec<(Feature, Column)> {
    let place = [
        (
            Feature::Source,
            "source",
            "the path as it was given, or as it was found in a directory",
            Kind::Text,
        ),
        (
            Feature::Game,
            "game",
            "number of the game in its source, from 1; of a puzzle, its row; of a position, its line",
            Kind::Number,
        ),
        (Feature::Ply, "ply", "moves made before the position, 0 at the start of the game", Kind::Number),
        (Feature::WhiteToMove, "white_to_move", "whether White is to move", Kind::Truth),
    ];
    let sets: [(&str, for<'a> fn(&Sets<&'a [u64]>) -> &'a [u64]); 8] = [
        ("white", |sets| sets.white),
        ("black", |sets| sets.black),
        ("pawns", |sets| sets.pawns),
        ("knights", |sets| sets.knights),
        ("bishops", |sets| sets.bishops),
        ("rooks", |sets| sets.rooks),
        ("queens", |sets| sets.queens),
        ("kings", |sets| sets.kings),
    ];
    let set = |(name, get): (&'static str, _)| {
        let whose = if matches!(name, "white" | "black") { "pieces and pawns" } else { "either side" };
        let definition = match name {
            "white" | "black" => format!("all {whose} of {name}"),
            _ => format!("the {name} of {whose}"),
        };
        (Feature::Set(get), Column::new(name, definition, Kind::Set))
    };
    let value = |side: Color| {
        VALUES.iter().enumerate().map(move |(place, value)| {
            let kind = match value.kind {
                ValueKind::Set => Kind::Set,
                ValueKind::Wing => Kind::Text,
                _ => Kind::Number,
            };
            let definition = format!("S is {side}, O is {}: {}", !side, value.definition);
            let column = Column::new(format!("{side}_{}", value.name), definition, kind);
            (Feature::Value(side, place), column)
        })
    };
    let moves = [
        (Feature::Move, "move", "the move made next, in UCI notation; null where the game ends", Kind::Text),
        (Feature::San, "san", "the same in standard algebraic notation", Kind::Text),
    ];
    let fen = (
        Feature::Fen,
        "fen",
        "the position, the en passant square only where such a capture is legal",
        Kind::Text,
    );
    let plain = |(feature, name, definition, kind): (Feature, &str, &str, Kind)| {
        (feature, Column::new(name, definition, kind))
    };
    (place.into_iter().map(plain))
        .chain(sets.map(set))
        .chain(value(Color::White))
        .chain(value(Color::Black))
        .chain(moves.into_iter().map(plain))
        .chain(with_fen.then(|| plain(fen)))
        .collect()
}

/// Makes a row of each position.
#[derive(Clone, Copy, Debug)]
pub struct FeatureRows<F> {
    format: F,
    with_fen: bool,
}

impl<F> FeatureRows<F> {
    /// Rows with the columns of [`feature_columns`], in a format that has these.
    pub const fn new(format: F, with_fen: bool) -> Self {
        Self { format, with_fen }
    }
}

impl<F: RowFormat> Work for FeatureRows<F> {
    type Part = F::Part;

    fn part(&self) -> F::Part {
        self.format.part()
    }

    fn size(&self, part: &F::Part) -> usize {
        self.format.size(part)
    }

    fn game(
        &self,
        game: &SearchedGame<'_>,
        positions: &mut Positions,
        part: &mut F::Part,
        tally: &mut Tally,
        after: &mut dyn FnMut(&mut F::Part, &mut Tally),
    ) -> Result<(), Box<Damage>> {
        game.game.replay(&game.start, positions, |positions| {
            tally.add_positions(positions.len());
            for (ply, position, next) in positions.iter().take_while(|_| tally.row()) {
                self.row(game, part, ply, &position, next);
            }
            after(part, tally);
        })
    }
}

impl<F: RowFormat> FeatureRows<F> {
    fn row(
        &self,
        game: &SearchedGame<'_>,
        part: &mut F::Part,
        ply: u32,
        position: &Position,
        next: Option<Continuation>,
    ) {
        let mut cells = vec![
            Cell::Text(game.source),
            Cell::Number(game.game.place().number()),
            Cell::Number(ply.into()),
            Cell::Truth(position.turn() == Color::White),
        ];
        let Sets { white, black, pawns, knights, bishops, rooks, queens, kings } = position.sets();
        cells.extend([white, black, pawns, knights, bishops, rooks, queens, kings].map(Cell::Set));
        let board = position.board();
        for side in Color::ALL {
            let values = board.values(side);
            cells.extend(VALUES.iter().map(|value| value_cell((value.get)(&values))));
        }
        let uci = next.map(|next| next.uci().to_string());
        let san = next.map(|next| next.san(position).to_string());
        cells.extend([Cell::text(uci.as_deref()), Cell::text(san.as_deref())]);
        let fen = self.with_fen.then(|| position.fen());
        cells.extend(fen.as_deref().map(Cell::Text));
        self.format.row(part, &cells);
    }
}

fn value_cell(value: Value) -> Cell<'static> {
    match value {
        Value::Set(set) => Cell::Set(set),
        Value::Lines(lines) => Cell::Number(lines.bits().into()),
        Value::Wing(wing) => Cell::text(wing.map(|wing| wing.name())),
        Value::Index(index) => index.map_or(Cell::Null, |index| Cell::Number(index.into())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_say_of_whom_they_are() {
        let columns = feature_columns(false);
        let definition = |name: &str| &columns.iter().find(|column| column.name == name).unwrap().definition;
        assert_eq!(definition("black"), "all pieces and pawns of black");
        assert_eq!(definition("knights"), "the knights of either side");
    }
}
