//! The values of many positions at a time.

use super::cells::Cells;
use crate::chess::Positions;
use destrier::batch::{self, ColumnMut, Side, ValueColumns};
use destrier::king::Wing;
use destrier::values::{VALUES, ValueKernel, ValueKind};
use std::ops::Range;

/// The values of a side as columns, in the order of [`VALUES`].
pub(crate) struct ValuesOfSide([ValueColumn; VALUES.len()]);

/// A column as the kernels write it.
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
        let columns = ValueColumns::new(columns).expect("each column has the kind of its value");
        batch::values(positions.boards(), side, columns).expect("all columns have the same length");
    }

    /// Writes a value, given by its index, for some of the positions.
    pub(super) fn fill(&self, cells: &mut dyn Cells, value: usize, range: Range<usize>) {
        match &self.0[value] {
            ValueColumn::Sets(sets) => cells.sets(&sets[range]),
            ValueColumn::Numbers(wings) if VALUES[value].kind == ValueKind::Wing => {
                for &wing in &wings[range] {
                    cells.optional_text(Wing::ALL.get(usize::from(wing)).map(|wing| wing.name()));
                }
            }
            ValueColumn::Numbers(numbers) => cells.numbers(&numbers[range]),
        }
    }
}
