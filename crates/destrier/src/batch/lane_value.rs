//! The types that a value of a lane has before it is stored in a column.

use super::boards::Boards;
use super::columns::{ABSENT, Cell, LengthError};
use super::flush::{BLOCK, Flush};
use super::kernel::map;
use super::lane::{Lane, LaneColor, Walk};
use crate::bitboard::Bitboard;
use crate::registry::{Column, ColumnMut, Value};

/// A value of a lane before it is stored in a column.
pub(crate) trait LaneValue: Copy {
    /// The element of the column.
    type Cell: Cell;
    /// The values of a block of positions.
    type Block;
    /// An empty block.
    const EMPTY: Self::Block;

    /// Returns the value of a single position.
    fn item(self) -> <Self::Cell as Cell>::Item;

    /// Returns the value of a single position, of any type.
    fn value(self) -> Value;

    /// Stores the value of a position in a block.
    fn put(self, block: &mut Self::Block, i: usize);

    /// Completes a full block and returns its cells.
    fn cells(block: &mut Self::Block) -> Column<&[u64; BLOCK], &[u8; BLOCK]>;
}

macro_rules! lane_values {
    ($($value:ty => $cell:ty, $kind:ident, |$item:ident| $of:expr;)*) => {$(
        impl LaneValue for $value {
            type Cell = $cell;
            type Block = [$cell; BLOCK];
            const EMPTY: Self::Block = [0; BLOCK];

            #[inline(always)]
            fn item(self) -> Self {
                self
            }

            #[inline(always)]
            fn value(self) -> Value {
                let $item = self;
                $of
            }

            #[inline(always)]
            fn put(self, block: &mut Self::Block, i: usize) {
                block[i] = Cell::of(self);
            }

            #[inline(always)]
            fn cells(block: &mut Self::Block) -> Column<&[u64; BLOCK], &[u8; BLOCK]> {
                Column::$kind(block)
            }
        }
    )*};
}

lane_values! {
    Bitboard => u64, Sets, |set| Value::Set(set);
    u8 => u8, Numbers, |number| Value::Number((number != ABSENT).then_some(number));
}

/// King walks are completed for a whole block, with as many steps as the block needs.
impl LaneValue for Walk {
    type Cell = u64;
    /// The squares reached so far, and the paths.
    type Block = [[u64; BLOCK]; 2];
    const EMPTY: Self::Block = [[0; BLOCK]; 2];

    #[inline(always)]
    fn item(self) -> Bitboard {
        self.end()
    }

    #[inline(always)]
    fn value(self) -> Value {
        Value::Set(self.end())
    }

    #[inline(always)]
    fn put(self, [reach, path]: &mut Self::Block, i: usize) {
        reach[i] = self.reach.0;
        path[i] = self.path.0;
    }

    /// Continues all walks of the block until none grows. This takes at most 8 rounds of four steps and one more
    /// without growth, since no walk exceeds 31 steps ([`Lane::king_reach`]).
    #[inline(always)]
    fn cells([reach, path]: &mut Self::Block) -> Column<&[u64; BLOCK], &[u8; BLOCK]> {
        loop {
            let mut grown = 0;
            for (reach, path) in reach.iter_mut().zip(&*path) {
                let before = Self { reach: Bitboard(*reach), path: Bitboard(*path) }.step().step().step();
                let after = before.step();
                grown |= before.reach.0 ^ after.reach.0;
                *reach = after.reach.0;
            }
            if grown == 0 {
                return Column::Sets(reach);
            }
        }
    }
}

/// Computes one value of a side for every position.
#[inline(always)]
pub(crate) fn map_value<V: LaneValue>(
    boards: Boards<'_>,
    side: LaneColor,
    column: &mut [V::Cell],
    value: impl Fn(Lane, LaneColor) -> V,
) -> Result<(), LengthError> {
    map!(boards, column, |lane| value(lane, side).item())
}

/// Writes the cells of a block to a column of the same kind.
///
/// # Safety
///
/// The column must have `number` positions from `start` on, and `number` must be at most [`BLOCK`].
#[inline(always)]
pub(super) unsafe fn write_cells(
    flush: &Flush,
    column: &mut ColumnMut<'_>,
    start: usize,
    cells: Column<&[u64; BLOCK], &[u8; BLOCK]>,
    number: usize,
) {
    // SAFETY: guaranteed by the caller.
    unsafe {
        match (column, cells) {
            (Column::Sets(column), Column::Sets(cells)) => flush.write(column, start, cells, number),
            (Column::Numbers(column), Column::Numbers(cells)) => flush.write(column, start, cells, number),
            // `ValueColumns::new` compared the kinds.
            _ => {}
        }
    }
}
