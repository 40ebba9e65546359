//! All values of [`ValueColumns`] in one pass.

use super::boards::Boards;
use super::columns::sealed::Sealed;
use super::columns::{LengthError, Output};
use super::flush::{BLOCK, Flush};
use super::kernel::map;
use super::lane::LaneColor;
use super::value_list::{Block, LaneValues, VALUES, ValueColumns};
use crate::registry::{Column, ColumnMut, Definition, ValueKind};

impl<'a> ValueColumns<'a> {
    /// Creates the columns from an array in the order of [`VALUES`].
    ///
    /// Returns `None` if a column of numbers is given for a value that is a set, or the other way round
    /// ([`Definition::column`](crate::registry::Definition::column)).
    #[must_use]
    pub fn new(columns: [ColumnMut<'a>; ValueColumns::<'static>::LEN]) -> Option<Self> {
        let is_set = |(column, value): (&ColumnMut<'_>, &Definition)| {
            matches!(column, Column::Sets(_)) == (value.kind == ValueKind::Set)
        };
        columns.iter().zip(VALUES).all(is_set).then_some(Self(columns))
    }

    #[inline(always)]
    fn length(&self) -> Result<usize, LengthError> {
        let mut length = None;
        for (column, value) in self.0.iter().zip(VALUES) {
            let found = match column {
                Column::Sets(sets) => sets.len(),
                Column::Numbers(numbers) => numbers.len(),
            };
            LengthError::unless_equal(*length.get_or_insert(found), found)
                .map_err(|error| error.named(value.name))?;
        }
        Ok(length.unwrap_or(0))
    }

    /// Returns the blocks of the columns, aligned to the first column.
    #[inline(always)]
    fn flush(&self, length: usize) -> Flush {
        match &self.0[0] {
            Column::Sets(sets) => Flush::new(length, sets),
            Column::Numbers(numbers) => Flush::new(length, numbers),
        }
    }
}

/// Computes the columns of [`ValueColumns`] for a side in one pass, with [`Kernel::best`](super::Kernel::best).
///
/// ```
/// use destrier::batch::{self, Boards, LaneColor, ValueColumns};
/// use destrier::registry::{Column, VALUES};
/// use destrier::{Color, Sets};
///
/// // One position: a white king on g1 behind pawns on f2, g2 and h2.
/// let (none, king, pawns) = ([0], [1 << 6], [7 << 13]);
/// let white = [king[0] | pawns[0]];
/// let sets = Sets {
///     white: &white[..],
///     black: &none,
///     pawns: &pawns,
///     knights: &none,
///     bishops: &none,
///     rooks: &none,
///     queens: &none,
///     kings: &king,
/// };
/// let boards = Boards::new(sets, &[Color::White])?;
///
/// // A column for each value, of sets or of numbers.
/// let mut sets = [[0_u64; 1]; ValueColumns::LEN];
/// let mut numbers = [[0_u8; 1]; ValueColumns::LEN];
/// let mut columns = VALUES.iter().zip(sets.iter_mut().zip(&mut numbers)).map(|(value, (sets, numbers))| {
///     match value.column {
///         Column::Sets(_) => Column::Sets(&mut sets[..]),
///         Column::Numbers(_) => Column::Numbers(&mut numbers[..]),
///     }
/// });
/// let columns = [(); ValueColumns::LEN].map(|()| columns.next().unwrap());
/// batch::values(boards, LaneColor::WHITE, ValueColumns::new(columns).unwrap())?;
///
/// let shield = VALUES.iter().position(|value| value.name == "shield_index").unwrap();
/// assert_eq!(numbers[shield], [0b111]);
/// # Ok::<(), destrier::batch::LengthError>(())
/// ```
///
/// # Errors
///
/// Returns an error if the columns differ in length. Nothing is written then.
pub fn values(boards: Boards<'_>, side: LaneColor, columns: ValueColumns<'_>) -> Result<(), LengthError> {
    map!(boards, columns, |lane| lane.values(side))
}

impl<const N: usize> Sealed for [ValueColumns<'_>; N] {}
impl<const N: usize> Output for [ValueColumns<'_>; N] {
    type Item = [LaneValues; N];

    fn length(&self) -> Result<usize, LengthError> {
        let mut length = None;
        for (i, columns) in self.iter().enumerate() {
            let found = columns.length().map_err(|error| error.at(i))?;
            LengthError::unless_equal(*length.get_or_insert(found), found).map_err(|error| error.at(i))?;
        }
        Ok(length.unwrap_or(0))
    }

    #[inline(always)]
    unsafe fn fill(mut self, length: usize, item: impl Fn(usize, usize) -> Self::Item) {
        let mut blocks = [const { Block::EMPTY }; N];
        let Some(first) = self.first() else { return };
        let mut flush = first.flush(length);
        while let Some((start, number)) = flush.next() {
            // With an unknown trip count, the compiler does not vectorize this much code.
            if number == BLOCK {
                for i in 0..BLOCK {
                    let items = item(start, i);
                    for n in 0..N {
                        blocks[n].put(i, items[n]);
                    }
                }
            } else {
                for i in 0..number.min(BLOCK) {
                    let items = item(start, i);
                    for n in 0..N {
                        blocks[n].put(i, items[n]);
                    }
                }
            }
            for (block, columns) in blocks.iter_mut().zip(&mut self) {
                // SAFETY: the columns have `number` positions from `start` on.
                unsafe { block.write(&flush, columns, start, number) };
            }
        }
    }
}

impl Sealed for ValueColumns<'_> {}
impl Output for ValueColumns<'_> {
    type Item = LaneValues;

    fn length(&self) -> Result<usize, LengthError> {
        ValueColumns::length(self)
    }

    #[inline(always)]
    unsafe fn fill(self, length: usize, item: impl Fn(usize, usize) -> LaneValues) {
        // SAFETY: guaranteed by the caller.
        unsafe {
            [self].fill(
                length,
                #[inline(always)]
                |start, i| [item(start, i)],
            );
        }
    }
}
