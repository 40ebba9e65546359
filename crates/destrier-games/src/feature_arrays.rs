//! Positions in columns of Arrow, many at a time: what a query engine takes.

use crate::features::{Feature, features};
use crate::output::{Builder, Builders};
use crate::scan::{SearchedGame, Tally, Work};
use crate::table::Kind;
use crate::{Damage, Positions};
use destrier::Color;
use destrier::batch::{self, ABSENT, ColumnMut, Side, ValueColumns};
use destrier::king::Wing;
use destrier::values::{VALUES, ValueKernel};
use std::fmt::Write;

/// Puts positions into columns: the cells of [`FeatureRows`](crate::FeatureRows), as arrays and without the rows.
#[derive(Clone, Debug)]
pub struct FeatureArrays {
    features: Vec<(Feature, Kind)>,
    /// Of which sides values are asked for.
    sides: [bool; 2],
}

impl FeatureArrays {
    /// Some columns of [`feature_columns(true)`](crate::feature_columns), given by their places there. No text of a
    /// move or a position is made that none of them asks for. Where none asks for a value of a side, that side has none
    /// computed; where one does, all are, in one pass of [`batch::values`](destrier::batch::values()).
    ///
    /// # Panics
    ///
    /// When there are not so many columns.
    #[must_use]
    pub fn new(columns: &[usize]) -> Self {
        let all = features(true);
        let features: Vec<_> = columns.iter().map(|&place| (all[place].0, all[place].1.kind)).collect();
        let has_values = |of: Color| {
            features.iter().any(|(feature, _)| matches!(feature, Feature::Value(side, _) if *side == of))
        };
        let sides = Color::ALL.map(has_values);
        Self { features, sides }
    }
}

impl Work for FeatureArrays {
    type Part = Builders;

    fn part(&self) -> Builders {
        Builders::new(self.features.iter().map(|&(_, kind)| kind))
    }

    fn size(&self, part: &Builders) -> usize {
        part.size()
    }

    fn game(
        &self,
        game: &SearchedGame<'_>,
        positions: &mut Positions,
        part: &mut Builders,
        tally: &mut Tally,
        after: &mut dyn FnMut(&mut Builders, &mut Tally),
    ) -> Result<(), Box<Damage>> {
        let mut values = self.sides.map(|asked| asked.then(ValuesOfSide::default));
        game.game.replay(&game.start, positions, |positions| {
            tally.add_positions(positions.len());
            let rows = (0..positions.len()).take_while(|_| tally.row()).count();
            for (values, side) in values.iter_mut().zip([Side::WHITE, Side::BLACK]) {
                if let Some(values) = values {
                    values.compute(positions, side);
                }
            }
            for (builder, (feature, _)) in part.columns_mut().iter_mut().zip(&self.features) {
                append(builder, feature, game, positions, &values, rows);
            }
            after(part, tally);
        })
    }
}

/// Appends what a column has of the first positions.
fn append(
    builder: &mut Builder,
    feature: &Feature,
    game: &SearchedGame<'_>,
    positions: &Positions,
    values: &[Option<ValuesOfSide>; 2],
    rows: usize,
) {
    match (builder, feature) {
        (Builder::Text(column), Feature::Source) => (0..rows).for_each(|_| column.append_value(game.source)),
        (Builder::Number(column), Feature::Game) => {
            column.append_value_n(game.game.place().number().cast_signed(), rows);
        }
        (Builder::Number(column), Feature::Ply) => {
            (0..rows).for_each(|index| column.append_value(positions.ply(index).into()));
        }
        (Builder::Truth(column), Feature::WhiteToMove) => {
            positions.turns()[..rows].iter().for_each(|turn| column.append_value(turn.is_white()));
        }
        (Builder::Set(column), Feature::Set(get)) => {
            column.append_slice(&get(&positions.set_columns())[..rows]);
        }
        (builder, Feature::Value(side, value)) => {
            if let Some(values) = &values[usize::from(!side.is_white())] {
                values.append(builder, *value, rows);
            }
        }
        (Builder::Text(column), text) => {
            for (_, position, next) in positions.iter().take(rows) {
                // What is written is a value once one is appended, and there is no room that could be lacking.
                let _ = match (text, next) {
                    (Feature::Fen, _) => column.write_str(&position.fen()),
                    (Feature::Move, Some(next)) => write!(column, "{}", next.uci()),
                    (Feature::San, Some(next)) => write!(column, "{}", next.san(&position)),
                    _ => {
                        column.append_null();
                        continue;
                    }
                };
                column.append_value("");
            }
        }
        (_, feature) => debug_assert!(false, "{feature:?} in a column of another type"),
    }
}

/// The values of a side in columns, in the order of [`VALUES`].
struct ValuesOfSide([ValueColumn; VALUES.len()]);

/// A column as kernels write it.
enum ValueColumn {
    Sets(Vec<u64>),
    Numbers(Vec<u8>),
}

impl ValuesOfSide {
    fn compute(&mut self, positions: &Positions, side: Side) {
        let length = positions.len();
        let columns = self.0.each_mut().map(|column| match column {
            ValueColumn::Sets(sets) => {
                sets.resize(length, 0);
                ColumnMut::Sets(sets)
            }
            ValueColumn::Numbers(numbers) => {
                numbers.resize(length, 0);
                ColumnMut::Numbers(numbers)
            }
        });
        let columns = ValueColumns::new(columns).expect("each is of its value's kind");
        batch::values(positions.boards(), side, columns).expect("columns of one length");
    }

    /// Appends a value of the first positions.
    fn append(&self, builder: &mut Builder, value: usize, rows: usize) {
        match (builder, &self.0[value]) {
            (Builder::Set(column), ValueColumn::Sets(sets)) => column.append_slice(&sets[..rows]),
            (Builder::Number(column), ValueColumn::Numbers(numbers)) => {
                for &number in &numbers[..rows] {
                    column.append_option((number != ABSENT).then_some(number.into()));
                }
            }
            (Builder::Text(column), ValueColumn::Numbers(wings)) => {
                for &wing in &wings[..rows] {
                    column.append_option(Wing::ALL.get(usize::from(wing)).map(|wing| wing.name()));
                }
            }
            _ => unreachable!("{} in a column of another type", VALUES[value].name),
        }
    }
}

impl Default for ValuesOfSide {
    fn default() -> Self {
        Self(std::array::from_fn(|value| match VALUES[value].column {
            ValueKernel::Sets(_) => ValueColumn::Sets(Vec::new()),
            ValueKernel::Numbers(_) => ValueColumn::Numbers(Vec::new()),
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Position;
    use crate::output::ParquetRows;
    use crate::{FeatureRows, Game, Reader, Start, feature_columns};

    /// Every column alone, and all together, are those of the rows.
    #[test]
    fn arrays_have_the_cells_of_the_rows() {
        let text = include_bytes!("../../../samples/lichess.pgn");
        let columns = feature_columns(true);
        let rows = FeatureRows::new(ParquetRows::new(&columns), true);
        let all: Vec<usize> = (0..columns.len()).collect();
        let alone: Vec<_> = all.iter().map(|&column| FeatureArrays::new(&[column])).collect();
        let arrays = FeatureArrays::new(&all);
        let mut expected = Work::part(&rows);
        let mut together = arrays.part();
        let mut each: Vec<_> = alone.iter().map(Work::part).collect();
        let mut reader = Reader::games(&text[..]);
        let mut positions = Positions::new();
        while let Some(record) = reader.next_record().unwrap() {
            let game = Game::pgn(record);
            let Ok(Start::Position(start)) = game.start() else { continue };
            let game = SearchedGame { source: "a.pgn", game, start, player: Default::default() };
            let tally = &mut Tally::unlimited();
            rows.game(&game, &mut positions, &mut expected, tally, &mut |_, _| {}).unwrap();
            arrays.game(&game, &mut positions, &mut together, tally, &mut |_, _| {}).unwrap();
            for (work, part) in alone.iter().zip(&mut each) {
                work.game(&game, &mut positions, part, tally, &mut |_, _| {}).unwrap();
            }
        }
        assert_eq!((rows.size(&expected), arrays.size(&together)), (expected.size(), together.size()));
        assert!(expected.size() > 1 && together.size() > 1);
        let expected = expected.into_arrays();
        assert!(expected[0].len() > 3000);
        let together = together.into_arrays();
        for (column, part) in each.into_iter().enumerate() {
            assert_eq!(&expected[column], &together[column], "{}", columns[column].name);
            assert_eq!(&expected[column], &part.into_arrays()[0], "{}", columns[column].name);
        }
    }

    #[test]
    fn no_more_rows_than_are_wanted() {
        let record = crate::Record { number: 1, offset: 0, bytes: b"1. e4 e5 2. d4 *", cut: false };
        let game = Game::pgn(record);
        let game = SearchedGame { source: "", game, start: Position::INITIAL, player: Default::default() };
        let arrays = FeatureArrays::new(&[2, 4]);
        let mut part = arrays.part();
        arrays
            .game(&game, &mut Positions::new(), &mut part, &mut Tally::of_at_most(3), &mut |_, _| {})
            .unwrap();
        assert!(part.into_arrays().iter().all(|array| array.len() == 3));
    }
}
