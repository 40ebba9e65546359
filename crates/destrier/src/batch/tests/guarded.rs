//! Columns between guard cells.

use super::*;

/// All lengths up to a little more than two blocks.
const LENGTHS: core::ops::RangeInclusive<usize> = 0..=130;

/// A column between guard cells that must not change.
pub(super) struct Guarded<T> {
    cells: Vec<T>,
    offset: usize,
    length: usize,
}

impl<T: Copy + PartialEq + core::fmt::Debug> Guarded<T> {
    const AROUND: usize = 8;

    pub(super) fn new(guard: T, offset: usize, length: usize) -> Self {
        Self { cells: vec![guard; offset + length + Self::AROUND], offset, length }
    }

    pub(super) fn column(&mut self) -> &mut [T] {
        &mut self.cells[self.offset..self.offset + self.length]
    }

    #[track_caller]
    pub(super) fn assert(&self, guard: T, expected: impl Iterator<Item = T>, what: &str) {
        let (before, from) = self.cells.split_at(self.offset);
        let (column, after) = from.split_at(self.length);
        assert!(column.iter().copied().eq(expected), "{what}, {} from {} on", self.length, self.offset);
        assert!(before.iter().chain(after).all(|&cell| cell == guard), "{what} writes outside its column");
    }
}

/// All combinations of lengths and offsets in cells. For bytes, this includes odd addresses.
pub(super) fn places() -> impl Iterator<Item = (usize, usize)> {
    LENGTHS.flat_map(|length| (0..8).map(move |offset| (length, offset)))
}

/// The guarded columns of all values, each with its own offset.
pub(super) struct GuardedValues(pub(super) [Column<Guarded<u64>, Guarded<u8>>; ValueColumns::LEN]);

impl GuardedValues {
    pub(super) const SETS: u64 = 0x6775_6172_6421;
    pub(super) const NUMBERS: u8 = 0x67;

    pub(super) fn new(offset: usize, length: usize) -> Self {
        Self(core::array::from_fn(|n| match VALUES[n].column {
            Column::Sets(_) => Column::Sets(Guarded::new(Self::SETS, (offset + n) % 8, length)),
            Column::Numbers(_) => Column::Numbers(Guarded::new(Self::NUMBERS, (offset + n) % 8, length)),
        }))
    }

    pub(super) fn columns(&mut self) -> ValueColumns<'_> {
        let columns = self.0.each_mut().map(|column| match column {
            Column::Sets(sets) => Column::Sets(sets.column()),
            Column::Numbers(numbers) => Column::Numbers(numbers.column()),
        });
        ValueColumns::new(columns).unwrap()
    }

    #[track_caller]
    pub(super) fn assert(&self, boards: &[Board], color: Color, what: &str) {
        for (column, definition) in self.0.iter().zip(VALUES) {
            let cells = boards.iter().map(|board| cell((definition.get)(board, color)));
            match column {
                Column::Sets(sets) => sets.assert(Self::SETS, cells, what),
                Column::Numbers(numbers) => {
                    numbers.assert(Self::NUMBERS, cells.map(|cell| cell as u8), what);
                }
            }
        }
    }
}

/// Returns the number that a column stores for a value.
pub(super) fn cell(value: Value) -> u64 {
    match value {
        Value::Set(set) => set.bits(),
        Value::Number(number) => number.unwrap_or(ABSENT).into(),
    }
}
