//! Columns: what a kernel reads and writes.

use super::flush::{BLOCK, Flush};
use crate::bitboard::Bitboard;
use crate::color::Color;
use core::fmt;

/// Columns that a kernel can read.
///
/// These are slices of `u64` or `Bitboard` for sets, of `u8` or `Color`, and [`Boards`](super::Boards). Combine two
/// to four of them in a tuple, or several of one type in an array.
///
/// This trait is sealed.
pub trait Input: Copy + Read {}
impl<I: Copy + Read> Input for I {}

/// Columns that a kernel can write.
///
/// These are slices of `u64`, `Bitboard`, `u8` or `bool`, tuples of two to eight such slices,
/// [`ValueColumns`](super::ValueColumns) and arrays of those.
///
/// This trait is sealed.
pub trait Output: Write {}
impl<O: Write> Output for O {}

/// The element of an output column: `u64` or `Bitboard` for sets, `u8` or `bool`.
///
/// This trait is sealed.
pub trait Cell: sealed::Cell {}
impl<T: sealed::Cell> Cell for T {}

pub(super) mod sealed {
    use super::LengthError;

    pub trait Read {
        /// The input for one position.
        type Item;

        fn length(&self) -> Result<usize, LengthError>;

        /// # Safety
        ///
        /// `i` must be less than the length.
        unsafe fn get(&self, i: usize) -> Self::Item;
    }

    pub trait Cell: Copy + 'static {
        /// The computed value that the cell stores.
        type Item;
        const EMPTY: Self;
        fn of(item: Self::Item) -> Self;
    }

    pub trait Write {
        /// The computed value for one position.
        type Item;

        fn length(&self) -> Result<usize, LengthError>;

        /// Writes `item(i)` for every `i` below the length.
        ///
        /// # Safety
        ///
        /// `length` must be the length of all columns.
        unsafe fn fill(self, length: usize, item: impl Fn(usize) -> Self::Item);
    }
}
use sealed::{Read, Write};

/// The number in a column that stands for no value: no wing, no shield or no distance.
pub const ABSENT: u8 = u8::MAX;

/// The error returned when columns that belong together differ in length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LengthError {
    expected: usize,
    found: usize,
}

impl LengthError {
    pub(super) const fn unless_equal(expected: usize, found: usize) -> Result<usize, Self> {
        if expected == found { Ok(expected) } else { Err(Self { expected, found }) }
    }
}

impl fmt::Display for LengthError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "column lengths differ: {} and {}", self.found, self.expected)
    }
}

impl core::error::Error for LengthError {}

macro_rules! read_slices {
    ($($cell:ty => $item:ty, |$value:ident| $of:expr;)*) => {$(
        impl Read for &[$cell] {
            type Item = $item;

            #[inline(always)]
            fn length(&self) -> Result<usize, LengthError> {
                Ok(self.len())
            }

            #[inline(always)]
            unsafe fn get(&self, i: usize) -> $item {
                // SAFETY: `i` is less than the length.
                let $value = unsafe { *self.get_unchecked(i) };
                $of
            }
        }
    )*};
}

read_slices! {
    u64 => Bitboard, |bits| Bitboard(bits);
    Bitboard => Bitboard, |set| set;
    u8 => u8, |number| number;
    Color => Color, |color| color;
}

macro_rules! tuples {
    ($(($($column:ident $place:tt),*))*) => {$(
        impl<$($column: Read),*> Read for ($($column,)*) {
            type Item = ($($column::Item,)*);

            #[inline(always)]
            fn length(&self) -> Result<usize, LengthError> {
                let length = self.0.length()?;
                $(LengthError::unless_equal(length, self.$place.length()?)?;)*
                Ok(length)
            }

            #[inline(always)]
            unsafe fn get(&self, i: usize) -> Self::Item {
                // SAFETY: `i` is less than the length, which all columns share.
                unsafe { ($(self.$place.get(i),)*) }
            }
        }
    )*};
}

tuples! {
    (A 0, B 1)
    (A 0, B 1, C 2)
    (A 0, B 1, C 2, D 3)
}

impl<R: Read, const N: usize> Read for [R; N] {
    type Item = [R::Item; N];

    #[inline(always)]
    fn length(&self) -> Result<usize, LengthError> {
        let mut length = None;
        for column in self {
            let found = column.length()?;
            LengthError::unless_equal(*length.get_or_insert(found), found)?;
        }
        Ok(length.unwrap_or(0))
    }

    #[inline(always)]
    unsafe fn get(&self, i: usize) -> Self::Item {
        core::array::from_fn(
            #[inline(always)]
            // SAFETY: `i` is less than the length, which all columns share.
            |n| unsafe { self[n].get(i) },
        )
    }
}

impl<I: Read> Read for &I {
    type Item = I::Item;

    #[inline(always)]
    fn length(&self) -> Result<usize, LengthError> {
        (**self).length()
    }

    #[inline(always)]
    unsafe fn get(&self, i: usize) -> I::Item {
        // SAFETY: guaranteed by the caller.
        unsafe { (**self).get(i) }
    }
}

macro_rules! cells {
    ($($cell:ty = $empty:expr, $item:ty, |$value:ident| $of:expr;)*) => {$(
        impl sealed::Cell for $cell {
            type Item = $item;
            const EMPTY: Self = $empty;

            #[inline(always)]
            fn of($value: $item) -> Self {
                $of
            }
        }
    )*};
}

cells! {
    u64 = 0, Bitboard, |set| set.0;
    Bitboard = Self::EMPTY, Self, |set| set;
    u8 = 0, Self, |number| number;
    bool = false, Self, |truth| truth;
}

impl<T: Cell> Write for &mut [T] {
    type Item = T::Item;

    #[inline(always)]
    fn length(&self) -> Result<usize, LengthError> {
        Ok(self.len())
    }

    #[inline(always)]
    unsafe fn fill(self, length: usize, item: impl Fn(usize) -> T::Item) {
        // A single output cannot alias the inputs, so only non-temporal stores need a staging block.
        if !Flush::streams(self) {
            for (i, cell) in self.iter_mut().enumerate() {
                *cell = T::of(item(i));
            }
            return;
        }
        let mut block = [T::EMPTY; BLOCK];
        let mut flush = Flush::new(length, self);
        while let Some((start, number)) = flush.next() {
            if number == BLOCK {
                for (i, cell) in block.iter_mut().enumerate() {
                    *cell = T::of(item(start + i));
                }
            } else {
                for (i, cell) in block.iter_mut().enumerate().take(number) {
                    *cell = T::of(item(start + i));
                }
            }
            // SAFETY: the column has `number` positions from `start` on.
            unsafe { flush.write(self, start, &block, number) };
        }
    }
}

/// Writes several columns through staging blocks on the stack, which cannot alias any column. Otherwise the
/// compiler would have to compare each output with every input, and it gives up on that.
macro_rules! write_several {
    ($(($($column:ident $place:tt),*))*) => {$(
        impl<$($column: Cell),*> Write for ($(&mut [$column],)*) {
            type Item = ($($column::Item,)*);

            #[inline(always)]
            fn length(&self) -> Result<usize, LengthError> {
                let length = self.0.len();
                $(LengthError::unless_equal(length, self.$place.len())?;)*
                Ok(length)
            }

            #[inline(always)]
            unsafe fn fill(self, length: usize, item: impl Fn(usize) -> Self::Item) {
                let mut blocks = ($([$column::EMPTY; BLOCK],)*);
                let mut flush = Flush::new(length, self.0);
                while let Some((start, number)) = flush.next() {
                    // A constant trip count leaves no remainder loop after the vectors.
                    if number == BLOCK {
                        for i in 0..BLOCK {
                            let items = item(start + i);
                            $(blocks.$place[i] = $column::of(items.$place);)*
                        }
                    } else {
                        for i in 0..number.min(BLOCK) {
                            let items = item(start + i);
                            $(blocks.$place[i] = $column::of(items.$place);)*
                        }
                    }
                    // SAFETY: the columns have `number` positions from `start` on.
                    unsafe { $(flush.write(self.$place, start, &blocks.$place, number);)* }
                }
            }
        }
    )*};
}

write_several! {
    (A 0, B 1)
    (A 0, B 1, C 2)
    (A 0, B 1, C 2, D 3)
    (A 0, B 1, C 2, D 3, E 4)
    (A 0, B 1, C 2, D 3, E 4, F 5)
    (A 0, B 1, C 2, D 3, E 4, F 5, G 6)
    (A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7)
}
