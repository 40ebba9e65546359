//! The values of many positions at a time.

use super::cells::Cells;
use crate::chess::Positions;
use destrier::batch::{self, ColumnMut, LaneColor, ValueColumns};
use destrier::king::Wing;
use destrier::values::{VALUES, ValueKernel, ValueKind};
use std::ops::Range;

const _: () = assert!(VALUES.len() <= 32, "`Needs` has a bit for each value");

/// The values of a side as columns, in the order of [`VALUES`]. Columns that nothing needs are empty.
pub(crate) struct ValuesOfSide([ValueColumn; VALUES.len()]);

/// A column as the kernels write it.
enum ValueColumn {
    Sets(Vec<u64>),
    Numbers(Vec<u8>),
}

impl ValuesOfSide {
    /// Computes the values of a side. `needed` has a bit for each of [`VALUES`].
    pub(super) fn of(positions: &Positions, side: LaneColor, needed: u32) -> Self {
        const IN_ONE_PASS: usize = ValueColumns::LEN;
        let is_in_one_pass = needed & ((1 << IN_ONE_PASS) - 1) != 0;
        let (boards, length) = (positions.boards(), positions.len());
        let mut columns = std::array::from_fn(|value| {
            let is_needed = if value < IN_ONE_PASS { is_in_one_pass } else { needed >> value & 1 == 1 };
            let length = if is_needed { length } else { 0 };
            match VALUES[value].column {
                ValueKernel::Sets(compute) => {
                    let mut sets = vec![0; length];
                    if is_needed && value >= IN_ONE_PASS {
                        compute(boards, side, &mut sets).expect("the column has the length of the boards");
                    }
                    ValueColumn::Sets(sets)
                }
                ValueKernel::Numbers(_) => ValueColumn::Numbers(vec![0; length]),
            }
        });
        if is_in_one_pass {
            let mut in_one_pass = columns.iter_mut().map(|column| match column {
                ValueColumn::Sets(sets) => ColumnMut::Sets(sets),
                ValueColumn::Numbers(numbers) => ColumnMut::Numbers(numbers),
            });
            let in_one_pass =
                [(); IN_ONE_PASS].map(|()| in_one_pass.next().expect("a column for each value"));
            let in_one_pass = ValueColumns::new(in_one_pass).expect("each column has the kind of its value");
            batch::values(boards, side, in_one_pass).expect("all columns have the same length");
        }
        Self(columns)
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
