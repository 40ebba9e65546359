//! Positions in columns of Arrow, many at a time: what a query engine takes.

use crate::features::{Feature, features};
use crate::output::{Builder, Builders};
use crate::scan::{SearchedGame, Tally, Work};
use crate::table::Kind;
use crate::{Damage, Positions};
use destrier::Color;
use destrier::batch::{ABSENT, Kernel, Side, ValueColumns};
use destrier::king::Wing;
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
    /// computed; where one does, all ten are, in one pass of [`Lane::values`](destrier::batch::Lane::values).
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
                values.append(builder, value.name, rows);
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

/// The values of a side, as the kernels write them.
#[derive(Default)]
struct ValuesOfSide {
    /// In the order of [`ValuesOfSide::SETS`].
    sets: [Vec<u64>; 7],
    /// Lines, wing and index of the shield.
    bytes: [Vec<u8>; 3],
}

impl ValuesOfSide {
    const SETS: [&str; 7] = [
        "knight_attacks",
        "fork_squares",
        "forking_knights",
        "king_escapes",
        "passers",
        "uncatchable",
        "king_reach",
    ];

    fn compute(&mut self, positions: &Positions, side: Side) {
        let length = positions.len();
        self.sets.iter_mut().for_each(|column| column.resize(length, 0));
        self.bytes.iter_mut().for_each(|column| column.resize(length, 0));
        let [attacks, forks, forking, escapes, passers, uncatchable, reach] =
            self.sets.each_mut().map(Vec::as_mut_slice);
        let [lines, wing, index] = self.bytes.each_mut().map(Vec::as_mut_slice);
        let columns = ValueColumns {
            knight_attacks: attacks,
            fork_squares: forks,
            forking_knights: forking,
            king_escapes: escapes,
            king_lines: lines,
            shield_wing: wing,
            shield_index: index,
            passers,
            uncatchable,
            king_reach: reach,
        };
        let mapped = Kernel::best().map(
            positions.boards(),
            columns,
            #[inline(always)]
            |board| board.values(side),
        );
        mapped.expect("columns of one length");
    }

    fn append(&self, builder: &mut Builder, value: &str, rows: usize) {
        let [lines, wing, index] = self.bytes.each_ref().map(|column| &column[..rows]);
        match (builder, value) {
            (Builder::Number(column), "king_lines") => {
                lines.iter().for_each(|&lines| column.append_value(lines.into()));
            }
            (Builder::Number(column), "shield_index") => {
                let index = index.iter().map(|&index| (index != ABSENT).then_some(index.into()));
                index.for_each(|index| column.append_option(index));
            }
            (Builder::Text(column), "shield_wing") => {
                let name = |wing| match wing {
                    0 => Some(Wing::King.name()),
                    1 => Some(Wing::Queen.name()),
                    _ => None,
                };
                wing.iter().for_each(|&wing| column.append_option(name(wing)));
            }
            (Builder::Set(column), set) => {
                let place = Self::SETS.iter().position(|name| *name == set).expect("a value that is a set");
                column.append_slice(&self.sets[place][..rows]);
            }
            (_, value) => unreachable!("{value} in a column of another type"),
        }
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
