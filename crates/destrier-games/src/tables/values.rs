//! The values of positions, many at a time.

use super::builder::Builder;
use crate::chess::Positions;
use destrier::batch::{self, ABSENT, ColumnMut, Side, ValueColumns};
use destrier::king::Wing;
use destrier::values::{VALUES, ValueKernel};
use std::ops::Range;

/// The values of a side in columns, in the order of [`VALUES`].
pub(super) struct ValuesOfSide([ValueColumn; VALUES.len()]);

/// A column as kernels write it.
enum ValueColumn {
    Sets(Vec<u64>),
    Numbers(Vec<u8>),
}

impl Default for ValuesOfSide {
    fn default() -> Self {
        Self(std::array::from_fn(|value| match VALUES[value].column {
            ValueKernel::Sets(_) => ValueColumn::Sets(Vec::new()),
            ValueKernel::Numbers(_) => ValueColumn::Numbers(Vec::new()),
        }))
    }
}

impl ValuesOfSide {
    pub(super) fn compute(&mut self, positions: &Positions, side: Side) {
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

    /// Appends a value, given by its place, of some of the positions.
    pub(super) fn append(&self, builder: &mut Builder, value: usize, range: Range<usize>) {
        match (builder, &self.0[value]) {
            (Builder::Number(column), ValueColumn::Numbers(numbers)) => {
                for &number in &numbers[range] {
                    column.append_option((number != ABSENT).then_some(number.into()));
                }
            }
            (Builder::Text(column), ValueColumn::Numbers(wings)) => {
                for &wing in &wings[range] {
                    column.append_option(Wing::ALL.get(usize::from(wing)).map(|wing| wing.name()));
                }
            }
            (builder, ValueColumn::Sets(sets)) => builder.sets(&sets[range]),
            (builder, ValueColumn::Numbers(_)) => range.for_each(|_| builder.null()),
        }
    }
}
