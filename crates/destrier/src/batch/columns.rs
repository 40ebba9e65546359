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
///
/// ```
/// use destrier::batch::Kernel;
///
/// let (a, b) = ([1_u64, 2, 3], [4_u64, 5]);
/// let mut union = [0_u64; 3];
/// let error = Kernel::best().map((&a[..], &b[..]), &mut union[..], |(a, b)| a | b).unwrap_err();
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
                let mut first = None;
                $(
                    let found = self.$place.length().map_err(|error| error.at($place))?;
                    LengthError::unless_equal(*first.get_or_insert(found), found)
                        .map_err(|error| error.at($place))?;
                )*
                Ok(first.unwrap_or(0))
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
        for (i, column) in self.iter().enumerate() {
            let found = column.length().map_err(|error| error.at(i))?;
            LengthError::unless_equal(*length.get_or_insert(found), found).map_err(|error| error.at(i))?;
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
                $(
                    LengthError::unless_equal(length, self.$place.len())
                        .map_err(|error| error.at($place))?;
                )*
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
