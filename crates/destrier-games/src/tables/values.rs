//! The values of many positions at a time.

use super::cells::Cells;
use destrier::batch::{self, Boards, LaneColor, ValueColumns};
use destrier::king::Wing;
use destrier::registry::{Column, VALUES, ValueKind};
use std::ops::Range;

const _: () = assert!(VALUES.len() <= 32, "`Needs` has a bit for each value");

/// The values of a side as columns, in the order of [`VALUES`]. Columns that nothing needs are empty.
pub(crate) struct ValuesOfSide([ValueColumn; VALUES.len()]);

/// A column as the kernels write it.
pub(crate) type ValueColumn = Column<Vec<u64>, Vec<u8>>;

impl Default for ValuesOfSide {
    fn default() -> Self {
        Self(std::array::from_fn(|value| match VALUES[value].column {
            Column::Sets(_) => Column::Sets(Vec::new()),
            Column::Numbers(_) => Column::Numbers(Vec::new()),
        }))
    }
}

impl ValuesOfSide {
    /// Computes the values of a side, into the same memory as before. `needed` has a bit for each of [`VALUES`].
    pub(crate) fn compute(&mut self, boards: Boards<'_>, side: LaneColor, needed: u32) {
        const IN_ONE_PASS: usize = ValueColumns::LEN;
        let is_in_one_pass = needed & ((1 << IN_ONE_PASS) - 1) != 0;
        for (value, column) in self.0.iter_mut().enumerate() {
            let is_needed = if value < IN_ONE_PASS { is_in_one_pass } else { needed >> value & 1 == 1 };
            let length = if is_needed { boards.len() } else { 0 };
            match (column, VALUES[value].column) {
                (Column::Numbers(numbers), _) => numbers.resize(length, 0),
                (Column::Sets(sets), kernel) => {
                    sets.resize(length, 0);
                    if let Column::Sets(compute) = kernel
                        && is_needed
                        && value >= IN_ONE_PASS
                    {
                        compute(boards, side, sets).expect("the column has the length of the boards");
                    }
                }
            }
        }
        if is_in_one_pass {
            let mut in_one_pass = self.0.iter_mut().map(|column| match column {
                Column::Sets(sets) => Column::Sets(&mut sets[..]),
                Column::Numbers(numbers) => Column::Numbers(&mut numbers[..]),
            });
            let in_one_pass =
                [(); IN_ONE_PASS].map(|()| in_one_pass.next().expect("a column for each value"));
            let in_one_pass = ValueColumns::new(in_one_pass).expect("each column has the kind of its value");
            batch::values(boards, side, in_one_pass).expect("all columns have the same length");
        }
    }

    /// Returns the column of a value, given by its index.
    pub(crate) const fn column(&self, value: usize) -> &ValueColumn {
        &self.0[value]
    }

    /// Writes a value, given by its index, for some of the positions.
    pub(super) fn fill(&self, cells: &mut dyn Cells, value: usize, range: Range<usize>) {
        match &self.0[value] {
            Column::Sets(sets) => cells.sets(&sets[range]),
            Column::Numbers(wings) if VALUES[value].kind == ValueKind::Wing => {
                for &wing in &wings[range] {
                    cells.optional_text(Wing::ALL.get(usize::from(wing)).map(|wing| wing.name()));
                }
            }
            Column::Numbers(numbers) => cells.numbers(&numbers[range]),
        }
    }
}
