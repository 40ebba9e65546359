//! Positions as columns: from FENs, from the struct that `sets` returns, or from nine columns.

use super::arguments::{self, bits, is_string, texts};
use super::call::Call;
use datafusion::arrow::array::{
    Array, ArrayRef, AsArray, BooleanArray, NullBufferBuilder, StructArray, UInt64Array, new_null_array,
};
use datafusion::arrow::buffer::NullBuffer;
use datafusion::arrow::datatypes::{DataType, Field, Fields};
use datafusion::common::{Result, exec_datafusion_err, exec_err, plan_err};
use datafusion::logical_expr::ColumnarValue;
use destrier::batch::Boards;
use destrier::{Bitboard, Board, Color, Sets};
use destrier_games::Position;
use destrier_games::functions::ArgumentKind;
use std::sync::Arc;

/// The names of the sets of a position, the same in every table.
pub(super) const SETS: [&str; 8] =
    ["white_pieces", "black_pieces", "pawns", "knights", "bishops", "rooks", "queens", "kings"];
/// The name of the column for the side to move.
pub(super) const WHITE_TO_MOVE: &str = "white_to_move";

/// Returns the type of the struct that `sets` returns.
pub(super) fn struct_type() -> DataType {
    DataType::Struct(fields())
}

fn fields() -> Fields {
    let sets = SETS.map(|name| Field::new(name, DataType::UInt64, true));
    sets.into_iter().chain([Field::new(WHITE_TO_MOVE, DataType::Boolean, true)]).collect()
}

/// Returns an error if the arguments are not positions.
pub(super) fn check(function: &str, given: &[DataType]) -> Result<()> {
    match given {
        [DataType::Null] => return Ok(()),
        [fen] if is_string(fen) => return Ok(()),
        [DataType::Struct(fields)] => {
            for name in SETS {
                let Some((_, field)) = fields.find(name) else {
                    return plan_err!("{function}: the struct has no field {name}; make it with sets(fen)");
                };
                if !matches!(field.data_type(), DataType::UInt64 | DataType::Int64) {
                    return plan_err!(
                        "{function}: the field {name} must be a set of squares, not {}",
                        field.data_type()
                    );
                }
            }
            return match fields.find(WHITE_TO_MOVE).map(|(_, field)| field.data_type()) {
                Some(DataType::Boolean) => Ok(()),
                _ => plan_err!(
                    "{function}: the struct has no boolean field {WHITE_TO_MOVE}; make it with sets(fen)"
                ),
            };
        }
        [sets @ .., turn] if sets.len() == SETS.len() => {
            for (name, given) in SETS.into_iter().zip(sets) {
                arguments::check(function, name, ArgumentKind::Set, given)?;
            }
            return match turn {
                DataType::Boolean | DataType::Null => Ok(()),
                other => plan_err!("{function}: {WHITE_TO_MOVE} must be a boolean, not {other}"),
            };
        }
        _ => {}
    }
    let given = given.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
    plan_err!(
        "{function} takes a position: a FEN, the result of sets(fen), or nine arguments ({}, {WHITE_TO_MOVE}); \
         given: {given}",
        SETS.join(", ")
    )
}

/// Positions as the library's kernels take them. Null rows have unspecified values, which nothing reads.
pub(super) struct PositionArrays {
    sets: [UInt64Array; 8],
    turns: Vec<Color>,
    pub(super) nulls: Option<NullBuffer>,
}

impl PositionArrays {
    /// Returns the positions in the arguments of a call.
    pub(super) fn of(call: &Call<'_>) -> Result<Self> {
        let [argument] = call.arguments else { return Self::of_columns(call) };
        let is_constant = matches!(argument, ColumnarValue::Scalar(_));
        let array = argument.to_array(call.rows)?;
        match array.data_type() {
            DataType::Struct(_) => Self::of_struct(call, array.as_struct()),
            _ => Self::of_fens(call, &array, is_constant),
        }
    }

    fn of_fens(call: &Call<'_>, array: &ArrayRef, is_constant: bool) -> Result<Self> {
        let mut sets: [Vec<u64>; 8] = std::array::from_fn(|_| Vec::with_capacity(call.rows));
        let mut turns = Vec::with_capacity(call.rows);
        let mut nulls = NullBufferBuilder::new(call.rows);
        for (row, fen) in texts(array)?.enumerate() {
            let board = match fen.map(|fen| Position::board_of_fen(fen.as_bytes())) {
                Some(Ok(board)) => Some(board),
                Some(Err(why)) => {
                    call.unreadable((!is_constant).then_some(row), why)?;
                    None
                }
                None => None,
            };
            nulls.append(board.is_some());
            turns.push(board.map_or(Color::White, |board| board.turn()));
            for (column, set) in
                sets.iter_mut().zip(board.map(|board| board.sets()).unwrap_or_default().to_array())
            {
                column.push(set.bits());
            }
        }
        Ok(Self { sets: sets.map(UInt64Array::from), turns, nulls: nulls.finish() })
    }

    fn of_struct(call: &Call<'_>, array: &StructArray) -> Result<Self> {
        let field = |name| {
            let column = array.column_by_name(name);
            column.ok_or_else(|| exec_datafusion_err!("{}: a struct without {name}", call.name))
        };
        let sets = SETS.into_iter().map(|name| bits(field(name)?)).collect::<Result<Vec<_>>>()?;
        Self::of_sets(call, sets, field(WHITE_TO_MOVE)?, array.nulls())
    }

    fn of_columns(call: &Call<'_>) -> Result<Self> {
        let [sets @ .., turn] = call.arguments else { return exec_err!("{}: no position", call.name) };
        let sets = SETS.into_iter().take(sets.len()).enumerate();
        let sets = sets.map(|(index, name)| call.sets(index, name)).collect::<Result<Vec<_>>>()?;
        Self::of_sets(call, sets, &turn.to_array(call.rows)?, None)
    }

    fn of_sets(
        call: &Call<'_>,
        sets: Vec<UInt64Array>,
        turns: &ArrayRef,
        nulls: Option<&NullBuffer>,
    ) -> Result<Self> {
        let Ok(sets) = <[UInt64Array; 8]>::try_from(sets) else {
            return exec_err!("{}: a position is eight sets", call.name);
        };
        let turns = match turns.data_type() {
            DataType::Null => new_null_array(&DataType::Boolean, call.rows),
            _ => Arc::clone(turns),
        };
        let turns: &BooleanArray = turns.as_boolean();
        let mut all = NullBuffer::union(nulls, turns.nulls());
        for set in &sets {
            all = NullBuffer::union(all.as_ref(), set.nulls());
        }
        let turns =
            turns.values().iter().map(|white| if white { Color::White } else { Color::Black }).collect();
        let mut positions = Self { sets, turns, nulls: all };
        let mut fit = NullBufferBuilder::new(call.rows);
        for row in 0..call.rows {
            let board = Board::from_sets(positions.sets_of(row), positions.turns[row]);
            let is_there = positions.nulls.as_ref().is_none_or(|nulls| nulls.is_valid(row));
            if let (Err(why), true) = (board, is_there) {
                call.unreadable(Some(row), why)?;
            }
            fit.append(board.is_ok());
        }
        positions.nulls = NullBuffer::union(positions.nulls.as_ref(), fit.finish().as_ref());
        Ok(positions)
    }

    /// Returns the positions as columns.
    pub(super) fn boards(&self) -> Result<Boards<'_>> {
        let sets = Sets::from_array(self.sets.each_ref().map(|set| &set.values()[..]));
        Boards::new(sets, &self.turns).map_err(|error| exec_datafusion_err!("{error}"))
    }

    /// Returns the struct. Its fields are null where it is, because a query can use a field alone.
    pub(super) fn into_struct(self) -> StructArray {
        let turns = self.turns.iter().map(|turn| *turn == Color::White).collect();
        let turns: ArrayRef = Arc::new(BooleanArray::new(turns, self.nulls.clone()));
        let sets = self
            .sets
            .into_iter()
            .map(|set| -> ArrayRef { Arc::new(UInt64Array::new(set.values().clone(), self.nulls.clone())) });
        StructArray::new(fields(), sets.chain([turns]).collect(), self.nulls.clone())
    }

    fn sets_of(&self, row: usize) -> Sets {
        Sets::from_array(self.sets.each_ref().map(|set| Bitboard::from_bits(set.values()[row])))
    }
}
