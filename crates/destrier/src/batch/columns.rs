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
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an input column",
    label = "not an input column",
    note = "pass a slice of `u64`, `Bitboard`, `u8` or `Color` (`&column[..]`), `Boards`, a tuple of two to \
            four of these, or an array of them"
)]
pub trait Input: Copy + Sealed {
    /// The input for one position.
    type Item;

    #[doc(hidden)]
    fn length(&self) -> Result<usize, LengthError>;

    /// Returns the input at `start + i`.
    ///
    /// # Safety
    ///
    /// `start + i` must be less than the length, and `i` less than [`BLOCK`].
    #[doc(hidden)]
    unsafe fn get(&self, start: usize, i: usize) -> Self::Item;
}

/// Columns that a kernel can write.
///
/// These are slices of `u64`, `Bitboard`, `u8` or `bool`, tuples of two to eight such slices, and arrays of slices of one
/// type. With the feature `registry`, they are also `ValueColumns` and arrays of those.
///
/// This trait is sealed.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an output column",
    label = "not an output column",
    note = "pass a mutable slice of `u64`, `Bitboard`, `u8` or `bool` (`&mut column[..]`), a tuple of two to eight \
            such slices or an array of them"
)]
pub trait Output: Sealed {
    /// The computed value for one position.
    type Item;

    #[doc(hidden)]
    fn length(&self) -> Result<usize, LengthError>;

    /// Writes `item(start, i)` to the place `start + i`, for every place below the length. `i` is less than [`BLOCK`].
    ///
    /// # Safety
    ///
    /// `length` must be the length of all columns.
    #[doc(hidden)]
    unsafe fn fill(self, length: usize, item: impl Fn(usize, usize) -> Self::Item);
}

/// The element of an output column: `u64` or `Bitboard` for sets, `u8` or `bool`.
///
/// This trait is sealed.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not the element of an output column",
    label = "not the element of an output column",
    note = "the elements of output columns are `u64`, `Bitboard`, `u8` and `bool`"
)]
pub trait Cell: Copy + Sealed + 'static {
    /// The computed value that the cell stores.
    type Item;
    #[doc(hidden)]
    const EMPTY: Self;
    #[doc(hidden)]
    fn of(item: Self::Item) -> Self;
}

/// A set in a column of [`Boards`](super::Boards): `u64` or `Bitboard`.
///
/// This trait is sealed.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a set",
    label = "not a set",
    note = "pass slices of `u64` or `Bitboard`"
)]
pub trait SetCell: Copy + Sealed + 'static {}
impl SetCell for u64 {}
impl SetCell for Bitboard {}

pub(super) mod sealed {
    pub trait Sealed {}
}
use sealed::Sealed;

/// The number in a column that stands for no value: no wing, no shield or no distance.
pub const ABSENT: u8 = u8::MAX;

/// The error returned when columns that belong together differ in length.
///
/// ```
/// use destrier::batch;
///
/// let (a, b) = ([1_u64, 2, 3], [4_u64, 5]);
/// let mut union = [0_u64; 3];
/// let error = batch::map!((&a[..], &b[..]), &mut union[..], |(a, b)| a | b).unwrap_err();
/// assert_eq!(error.to_string(), "input column 1: its length is 2, expected 3");
/// assert_eq!((error.found(), error.expected()), (2, 3));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LengthError {
    /// `input` or `output`, or empty outside of kernels.
    group: &'static str,
    index: Option<usize>,
    name: Option<&'static str>,
    expected: usize,
    found: usize,
}

impl LengthError {
    pub(super) const fn unless_equal(expected: usize, found: usize) -> Result<usize, Self> {
        if expected == found {
            Ok(expected)
        } else {
            Err(Self { group: "", index: None, name: None, expected, found })
        }
    }

    /// Says that the columns are inputs or outputs.
    pub(super) const fn of(self, group: &'static str) -> Self {
        Self { group, ..self }
    }

    /// Adds the column's place in its tuple or array. In nested ones, the outermost place remains.
    pub(super) const fn at(self, index: usize) -> Self {
        Self { index: Some(index), ..self }
    }

    /// Adds the column's name.
    pub(super) const fn named(self, name: &'static str) -> Self {
        Self { name: Some(name), ..self }
    }

    /// Returns the length of the column that differs.
    #[must_use]
    pub const fn found(&self) -> usize {
        self.found
    }

    /// Returns the length of the first column, which the others must have, too.
    #[must_use]
    pub const fn expected(&self) -> usize {
        self.expected
    }

    /// Returns the place of the column in its tuple or array, starting with 0, or `None` if it is a single column.
    #[must_use]
    pub const fn index(&self) -> Option<usize> {
        self.index
    }

    /// Returns the name of the column, such as `pawns` or `fork_squares`, or `None` if it has no name.
    #[must_use]
    pub const fn name(&self) -> Option<&'static str> {
        self.name
    }
}

impl fmt::Display for LengthError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.group.is_empty() {
            write!(f, "{} ", self.group)?;
        }
        f.write_str("column")?;
        if let Some(index) = self.index {
            write!(f, " {index}")?;
        }
        if let Some(name) = self.name {
            write!(f, " `{name}`")?;
        }
        write!(f, ": its length is {}, expected {}", self.found, self.expected)
    }
}

impl core::error::Error for LengthError {}

macro_rules! read_slices {
    ($($cell:ty => $item:ty, |$value:ident| $of:expr;)*) => {$(
        impl Sealed for &[$cell] {}
        impl Input for &[$cell] {
            type Item = $item;

            #[inline(always)]
            fn length(&self) -> Result<usize, LengthError> {
                Ok(self.len())
            }

            #[inline(always)]
            unsafe fn get(&self, start: usize, i: usize) -> $item {
                // SAFETY: `start + i` is less than the length.
                let $value = unsafe { *self.get_unchecked(start + i) };
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
        impl<$($column: Input),*> Sealed for ($($column,)*) {}
        impl<$($column: Input),*> Input for ($($column,)*) {
            type Item = ($($column::Item,)*);

            #[inline(always)]
            fn length(&self) -> Result<usize, LengthError> {
                let mut first = None;
                $(
                    let found = self.$place.length().map_err(|error| error.at($place))?;
                    LengthError::unless_equal(*first.get_or_insert(found), found)
                        .map_err(|error| error.at($place))?;
                )*
                Ok(first.unwrap_or(0))
            }

            #[inline(always)]
            unsafe fn get(&self, start: usize, i: usize) -> Self::Item {
                // SAFETY: `start + i` is less than the length, which all columns share.
                unsafe { ($(self.$place.get(start, i),)*) }
            }
        }
    )*};
}

tuples! {
    (A 0, B 1)
    (A 0, B 1, C 2)
    (A 0, B 1, C 2, D 3)
}

impl<I: Input, const N: usize> Sealed for [I; N] {}
impl<I: Input, const N: usize> Input for [I; N] {
    type Item = [I::Item; N];

    #[inline(always)]
    fn length(&self) -> Result<usize, LengthError> {
        let mut length = None;
        for (i, column) in self.iter().enumerate() {
            let found = column.length().map_err(|error| error.at(i))?;
            LengthError::unless_equal(*length.get_or_insert(found), found).map_err(|error| error.at(i))?;
        }
        Ok(length.unwrap_or(0))
    }

    #[inline(always)]
    unsafe fn get(&self, start: usize, i: usize) -> Self::Item {
        core::array::from_fn(
            #[inline(always)]
            // SAFETY: `start + i` is less than the length, which all columns share.
            |n| unsafe { self[n].get(start, i) },
        )
    }
}

impl<I: Input> Sealed for &I {}
impl<I: Input> Input for &I {
    type Item = I::Item;

    #[inline(always)]
    fn length(&self) -> Result<usize, LengthError> {
        (**self).length()
    }

    #[inline(always)]
    unsafe fn get(&self, start: usize, i: usize) -> I::Item {
        // SAFETY: guaranteed by the caller.
        unsafe { (**self).get(start, i) }
    }
}

macro_rules! cells {
    ($($cell:ty = $empty:expr, $item:ty, |$value:ident| $of:expr;)*) => {$(
        impl Sealed for $cell {}
        impl Cell for $cell {
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

impl<T: Cell> Sealed for &mut [T] {}
impl<T: Cell> Output for &mut [T] {
    type Item = T::Item;

    #[inline(always)]
    fn length(&self) -> Result<usize, LengthError> {
        Ok(self.len())
    }

    // A loop in a loop, like those of all outputs: the compiler inlines longer functions into a loop that it takes to
    // run more than 60 times, and it takes every loop to run about 30 times.
    #[inline(always)]
    unsafe fn fill(self, length: usize, item: impl Fn(usize, usize) -> T::Item) {
        let streams = Flush::streams(self);
        let mut block = [T::EMPTY; BLOCK];
        let mut flush = Flush::new(length, self);
        while let Some((start, number)) = flush.next() {
            if number == BLOCK && !streams {
                // A single output cannot alias the inputs, so only non-temporal stores need a staging block.
                for i in 0..BLOCK {
                    // SAFETY: the column has `BLOCK` positions from `start` on.
                    unsafe { *self.get_unchecked_mut(start + i) = T::of(item(start, i)) };
                }
                continue;
            }
            if number == BLOCK {
                for (i, cell) in block.iter_mut().enumerate() {
                    *cell = T::of(item(start, i));
                }
            } else {
                for (i, cell) in block.iter_mut().enumerate().take(number) {
                    *cell = T::of(item(start, i));
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
        impl<$($column: Cell),*> Sealed for ($(&mut [$column],)*) {}
        impl<$($column: Cell),*> Output for ($(&mut [$column],)*) {
            type Item = ($($column::Item,)*);

            #[inline(always)]
            fn length(&self) -> Result<usize, LengthError> {
                let length = self.0.len();
                $(
                    LengthError::unless_equal(length, self.$place.len())
                        .map_err(|error| error.at($place))?;
                )*
                Ok(length)
            }

            #[inline(always)]
            unsafe fn fill(self, length: usize, item: impl Fn(usize, usize) -> Self::Item) {
                let mut blocks = ($([$column::EMPTY; BLOCK],)*);
                let mut flush = Flush::new(length, self.0);
                while let Some((start, number)) = flush.next() {
                    // A constant trip count leaves no remainder loop after the vectors.
                    if number == BLOCK {
                        for i in 0..BLOCK {
                            let items = item(start, i);
                            $(blocks.$place[i] = $column::of(items.$place);)*
                        }
                    } else {
                        for i in 0..number.min(BLOCK) {
                            let items = item(start, i);
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

impl<T: Cell, const N: usize> Sealed for [&mut [T]; N] {}
impl<T: Cell, const N: usize> Output for [&mut [T]; N] {
    type Item = [T::Item; N];

    #[inline(always)]
    fn length(&self) -> Result<usize, LengthError> {
        let length = self.first().map_or(0, |column| column.len());
        for (place, column) in self.iter().enumerate() {
            LengthError::unless_equal(length, column.len()).map_err(|error| error.at(place))?;
        }
        Ok(length)
    }

    #[inline(always)]
    unsafe fn fill(mut self, length: usize, item: impl Fn(usize, usize) -> Self::Item) {
        let Some(first) = self.first() else { return };
        let mut flush = Flush::new(length, first);
        let mut blocks = [[T::EMPTY; BLOCK]; N];
        while let Some((start, number)) = flush.next() {
            // A constant trip count, as for tuples.
            if number == BLOCK {
                for i in 0..BLOCK {
                    for (block, item) in blocks.iter_mut().zip(item(start, i)) {
                        block[i] = T::of(item);
                    }
                }
            } else {
                for i in 0..number.min(BLOCK) {
                    for (block, item) in blocks.iter_mut().zip(item(start, i)) {
                        block[i] = T::of(item);
                    }
                }
            }
            for (column, block) in self.iter_mut().zip(&blocks) {
                // SAFETY: the columns have `number` positions from `start` on.
                unsafe { flush.write(column, start, block, number) };
            }
        }
    }
}
