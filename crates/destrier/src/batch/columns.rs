//! Columns: what a kernel reads and writes, alone and several side by side.

use super::flush::{BLOCK, Flush};
use crate::bitboard::Bitboard;
use crate::color::Color;
use core::fmt;

/// Columns to read: slices of `u64` or `Bitboard` for sets, of `u8` or `Color`, [`Boards`](super::Boards), and up to four of these in a
/// tuple, or several of a kind in an array.
///
/// It is not for others to implement.
pub trait Input: Copy + Read {}
impl<I: Copy + Read> Input for I {}

/// Columns to write: slices of `u64`, `Bitboard`, `u8` or `bool`, up to eight of them in a
/// tuple, [`ValueColumns`](super::ValueColumns) and arrays of these.
///
/// It is not for others to implement.
pub trait Output: Write {}
impl<O: Write> Output for O {}

/// What a column to write is made of: `u64` and `Bitboard` for sets, `u8`, `bool`.
///
/// It is not for others to implement.
pub trait Cell: sealed::Cell {}
impl<T: sealed::Cell> Cell for T {}

pub(super) mod sealed {
    use super::LengthError;

    pub trait Read {
        /// What a position has there.
        type Item;

        fn length(&self) -> Result<usize, LengthError>;

        /// # Safety
        ///
        /// `i` is less than the length.
        unsafe fn get(&self, i: usize) -> Self::Item;
    }

    pub trait Cell: Copy + 'static {
        /// What is computed for it.
        type Item;
        const EMPTY: Self;
        fn of(item: Self::Item) -> Self;
    }

    pub trait Write {
        /// What is computed for a position.
        type Item;

        fn length(&self) -> Result<usize, LengthError>;

        /// Writes `item(i)` for every `i` below the length.
        ///
        /// # Safety
        ///
        /// `length` is the length.
        unsafe fn fill(self, length: usize, item: impl Fn(usize) -> Self::Item);
    }
}
use sealed::{Read, Write};

/// What stands in a column of numbers where there is none: no wing, no shield, no distance.
pub const ABSENT: u8 = u8::MAX;

/// Columns that belong together are of different lengths.
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
        write!(f, "a column of {} beside one of {}", self.found, self.expected)
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
                // SAFETY: `i` is less than the length, which is that of each.
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
            // SAFETY: `i` is less than the length, which is that of each.
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
        // SAFETY: the caller's.
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
        // Of a single column to write the compiler knows that it is none of those to read: the way over a block is for
        // the stores alone that need one.
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
            // SAFETY: `number` positions from `start` on are there.
            unsafe { flush.write(self, start, &block, number) };
        }
    }
}

/// Several columns: answers go block by block into arrays of which the compiler knows that they are no column, and from
/// there out. It would give up on comparing each output with every input.
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
                    // With a number that the compiler knows there is nothing left over of the vectors.
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
                    // SAFETY: `number` positions from `start` on are there.
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
