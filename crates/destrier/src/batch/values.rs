//! Value columns: one value at a time, or all of [`ValueColumns`] in one pass.

use super::boards::Boards;
use super::columns::sealed::Sealed;
use super::columns::{Cell, LengthError, Output};
use super::flush::{BLOCK, Flush};
use super::kernel::map;
use super::lane::{Lane, LaneColor, Walk};
use crate::bitboard::Bitboard;
use crate::value_list::with_values;

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

    /// Stores the value of a position in a block.
    fn put(self, block: &mut Self::Block, i: usize);

    /// Completes a full block and returns its cells.
    fn cells(block: &mut Self::Block) -> &[Self::Cell; BLOCK];
}

macro_rules! lane_values {
    ($($value:ty => $cell:ty;)*) => {$(
        impl LaneValue for $value {
            type Cell = $cell;
            type Block = [$cell; BLOCK];
            const EMPTY: Self::Block = [0; BLOCK];

            #[inline(always)]
            fn item(self) -> Self {
                self
            }

            #[inline(always)]
            fn put(self, block: &mut Self::Block, i: usize) {
                block[i] = Cell::of(self);
            }

            #[inline(always)]
            fn cells(block: &mut Self::Block) -> &[$cell; BLOCK] {
                block
            }
        }
    )*};
}

lane_values! {
    Bitboard => u64;
    u8 => u8;
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
    fn put(self, [reach, path]: &mut Self::Block, i: usize) {
        reach[i] = self.reach.0;
        path[i] = self.path.0;
    }

    /// Continues all walks of the block until none grows. This takes at most 8 rounds of four steps and one more
    /// without growth, since no walk exceeds 31 steps ([`Lane::king_region`]).
    #[inline(always)]
    fn cells([reach, path]: &mut Self::Block) -> &[u64; BLOCK] {
        loop {
            let mut grown = 0;
            for (reach, path) in reach.iter_mut().zip(&*path) {
                let before = Self { reach: Bitboard(*reach), path: Bitboard(*path) }.step().step().step();
                let after = before.step();
                grown |= before.reach.0 ^ after.reach.0;
                *reach = after.reach.0;
            }
            if grown == 0 {
                return reach;
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

/// A column to write, of sets or numbers.
#[derive(Debug)]
pub enum ColumnMut<'a> {
    /// A column of sets.
    Sets(&'a mut [u64]),
    /// A column of numbers.
    Numbers(&'a mut [u8]),
}

/// The cell type of a kind of value.
macro_rules! cell {
    (Set) => {
        u64
    };
    ($number:ident) => {
        u8
    };
}

/// The pattern that matches a column of a kind of value.
macro_rules! column_mut {
    (Set, $column:ident) => {
        ColumnMut::Sets($column)
    };
    ($number:ident, $column:ident) => {
        ColumnMut::Numbers($column)
    };
}

/// Generates the value columns and their blocks from the list.
macro_rules! value_columns {
    (
        |$board:ident, $king:ident, $lane:ident, $side:ident, $values:ident|
        $($field:ident: $type:ty = $of_board:expr => {
            $($name:ident {
                kind: $kind:ident($get:expr),
                lane: $lane_type:ty = $of_lane:expr,
                definition: $definition:literal,
                source: $source:literal,
                cost: $cost:literal,
            })+
        })*
    ) => {
        /// The columns of all [`values`](crate::values) of a side.
        ///
        /// Pass it to [`values`], or to [`map!`](super::map) with [`Lane::values`]. Pass an array of two for the values of
        /// both sides, which have much in common. [`ValueKind`](crate::registry::ValueKind) says which numbers stand
        /// for lines, wings and indices.
        #[derive(Debug)]
        pub struct ValueColumns<'a> {
            $($(
                pub(super) $name: &'a mut [cell!($kind)],
            )+)*
        }

        impl<'a> ValueColumns<'a> {
            /// The number of columns: one for each of [`VALUES`](crate::registry::VALUES).
            pub const LEN: usize = [$($(stringify!($name),)+)*].len();

            /// Creates the columns from an array in the order of [`VALUES`](crate::registry::VALUES).
            ///
            /// Returns `None` if the kind of a column does not match its value
            /// ([`Definition::column`](crate::registry::Definition::column)).
            #[must_use]
            pub const fn new(columns: [ColumnMut<'a>; ValueColumns::<'static>::LEN]) -> Option<Self> {
                match columns {
                    [$($(column_mut!($kind, $name),)+)*] => Some(Self { $($($name,)+)* }),
                    _ => None,
                }
            }

            #[inline(always)]
            fn length(&self) -> Result<usize, LengthError> {
                let lengths = [$($((stringify!($name), self.$name.len()),)+)*];
                lengths.into_iter().try_fold(lengths[0].1, |expected, (name, found)| {
                    LengthError::unless_equal(expected, found).map_err(|error| error.named(name))
                })
            }

            /// Returns the blocks of the columns, aligned to the first column.
            #[inline(always)]
            fn flush(&self, length: usize) -> Flush {
                Flush::new(length, ($($(&*self.$name,)+)*).0)
            }
        }

        /// The values of a side in one position, from [`Lane::values`], to store in [`ValueColumns`].
        #[derive(Clone, Copy, Debug)]
        #[must_use]
        pub struct LaneValues {
            $($($name: $lane_type,)+)*
        }

        impl Lane {
            /// Computes the values of a side for [`ValueColumns`]. The compiler computes common parts only once.
            ///
            /// Cost: less than that of the methods together, because common parts are computed once.
            #[inline(always)]
            pub const fn values(&self, side: LaneColor) -> LaneValues {
                let ($lane, $side) = (self, side);
                LaneValues { $($($name: $of_lane,)+)* }
            }
        }

        /// The values of a block of positions, on the stack.
        struct Block {
            $($($name: <$lane_type as LaneValue>::Block,)+)*
        }

        impl Block {
            const EMPTY: Self = Self { $($($name: <$lane_type as LaneValue>::EMPTY,)+)* };

            #[inline(always)]
            fn put(&mut self, i: usize, values: LaneValues) {
                $($(values.$name.put(&mut self.$name, i);)+)*
            }

            /// Completes the values of the block and writes them to the columns.
            ///
            /// # Safety
            ///
            /// The columns must have `number` positions from `start` on, and `number` must be at most [`BLOCK`].
            #[inline(always)]
            unsafe fn write(
                &mut self,
                flush: &Flush,
                columns: &mut ValueColumns<'_>,
                start: usize,
                number: usize,
            ) {
                $($(
                    let cells = <$lane_type as LaneValue>::cells(&mut self.$name);
                    // SAFETY: guaranteed by the caller.
                    unsafe { flush.write(columns.$name, start, cells, number) };
                )+)*
            }
        }
    };
}

with_values!(value_columns);

/// Computes the columns of [`ValueColumns`] for a side in one pass, with [`Kernel::best`](super::Kernel::best).
///
/// ```
/// use destrier::batch::{self, Boards, ColumnMut, LaneColor, ValueColumns};
/// use destrier::registry::{VALUES, ValueKernel};
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
///         ValueKernel::Sets(_) => ColumnMut::Sets(sets),
///         ValueKernel::Numbers(_) => ColumnMut::Numbers(numbers),
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
