//! What a kernel reads and writes: columns, several side by side, and boards.

use super::Lane;
use crate::bitboard::Bitboard;
use crate::board::Sets;
use crate::color::Color;
use core::fmt;

/// How many positions are computed before their answers leave the first cache: one cache line of bytes, eight of sets.
pub(crate) const BLOCK: usize = 64;

/// Columns to read: slices of `u64` or `Bitboard` for sets, of `u8` or `Color`, [`Boards`], and up to four of these in a
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

/// Positions as columns: one for each of the eight sets, and the sides to move.
///
/// Nothing is asked of the sets but that there are as many of each: what patterns say of sets that are no position is
/// some set, the same with every kernel.
#[derive(Clone, Copy, Debug)]
pub struct Boards<'a> {
    sets: Sets<&'a [u64]>,
    turns: &'a [Color],
}

impl<'a> Boards<'a> {
    /// The positions of these columns.
    ///
    /// # Errors
    ///
    /// When the columns are not all of one length.
    pub const fn new(sets: Sets<&'a [u64]>, turns: &'a [Color]) -> Result<Self, LengthError> {
        let columns = [
            sets.white,
            sets.black,
            sets.pawns,
            sets.knights,
            sets.bishops,
            sets.rooks,
            sets.queens,
            sets.kings,
        ];
        let mut i = 0;
        while i < 8 {
            if let Err(error) = LengthError::unless_equal(turns.len(), columns[i].len()) {
                return Err(error);
            }
            i += 1;
        }
        Ok(Self { sets, turns })
    }

    /// How many positions there are.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.turns.len()
    }

    /// Whether there is none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.turns.is_empty()
    }
}

impl Read for Boards<'_> {
    type Item = Lane;

    #[inline(always)]
    fn length(&self) -> Result<usize, LengthError> {
        Ok(self.len())
    }

    #[inline(always)]
    unsafe fn get(&self, i: usize) -> Lane {
        let Sets { white, black, pawns, knights, bishops, rooks, queens, kings } = self.sets;
        // SAFETY: `i` is less than the length, which is that of all columns.
        unsafe {
            let sets = Sets {
                white: Read::get(&white, i),
                black: Read::get(&black, i),
                pawns: Read::get(&pawns, i),
                knights: Read::get(&knights, i),
                bishops: Read::get(&bishops, i),
                rooks: Read::get(&rooks, i),
                queens: Read::get(&queens, i),
                kings: Read::get(&kings, i),
            };
            Lane::new(sets, Read::get(&self.turns, i))
        }
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

/// The way from a block on the stack out into columns, block after block.
///
/// Columns that do not fit the cache are written around it: a processor that stores into memory reads it first, unless
/// told not to.
pub(super) struct Flush {
    start: usize,
    number: usize,
    length: usize,
    streams: bool,
}

impl Flush {
    /// The bytes from which on a column is written around the cache; few in tests, so that all lengths go that way too.
    const STREAM: usize = if cfg!(test) { 512 } else { 1 << 24 };

    /// Whether a column is written around the cache. Miri has no such stores.
    #[inline(always)]
    pub(super) const fn streams<T>(column: &[T]) -> bool {
        cfg!(all(target_arch = "x86_64", target_feature = "sse2", not(miri)))
            && size_of_val(column) >= Self::STREAM
    }

    /// The blocks of columns of a length. The first ends where the given column comes to the start of a cache line.
    #[inline(always)]
    pub(super) fn new<T>(length: usize, column: &[T]) -> Self {
        let streams = Self::streams(column);
        let first = if streams { column.as_ptr().align_offset(64).min(BLOCK) } else { BLOCK };
        let first = if first == 0 { BLOCK } else { first };
        Self { start: 0, number: first.min(length), length, streams }
    }

    /// Where the next block starts and how many positions it has. The last one reaches back into the one before, rather
    /// than be short, unless columns are written around the cache: whole blocks are vectors from end to end, and the
    /// answers that come twice are the same.
    #[inline(always)]
    pub(super) fn next(&mut self) -> Option<(usize, usize)> {
        let (start, number) = (self.start, self.number);
        let end = start + number;
        self.start = end;
        self.number = BLOCK.min(self.length - end);
        match number {
            0 => None,
            // What was written around the cache must not be touched before all of it has arrived.
            1..BLOCK if end >= BLOCK && !self.streams => Some((end - BLOCK, BLOCK)),
            _ => Some((start, number)),
        }
    }

    /// Writes a block into a column.
    ///
    /// # Safety
    ///
    /// The column has `number` positions from `start` on, and `number` is at most [`BLOCK`].
    #[inline(always)]
    pub(super) unsafe fn write<T: Copy>(
        &self,
        column: &mut [T],
        start: usize,
        block: &[T; BLOCK],
        number: usize,
    ) {
        // SAFETY: the caller's; and a block on the stack is no part of a column.
        unsafe {
            let to = column.as_mut_ptr().add(start);
            #[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
            if self.streams && number == BLOCK && to.addr().is_multiple_of(16) {
                // Of 64 cells of any size the bytes are a multiple of 16.
                return stream(to.cast(), block.as_ptr().cast(), size_of::<T>() * BLOCK / 16);
            }
            core::ptr::copy_nonoverlapping(block.as_ptr(), to, number);
        }
    }
}

impl Drop for Flush {
    /// Stores around the cache come after all others, unless told to be done with.
    #[inline(always)]
    fn drop(&mut self) {
        #[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
        if self.streams {
            // SAFETY: the build is for processors with SSE.
            unsafe { core::arch::x86_64::_mm_sfence() };
        }
    }
}

/// Copies so many 16 bytes around the cache.
///
/// # Safety
///
/// As of [`copy_nonoverlapping`](core::ptr::copy_nonoverlapping), and `to` is aligned to 16 bytes.
#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
#[inline(always)]
unsafe fn stream(
    to: *mut core::arch::x86_64::__m128i,
    from: *const core::arch::x86_64::__m128i,
    number: usize,
) {
    use core::arch::x86_64::{_mm_loadu_si128, _mm_stream_si128};
    for i in 0..number {
        // SAFETY: the caller's. The build is for processors with SSE2.
        unsafe { _mm_stream_si128(to.add(i), _mm_loadu_si128(from.add(i))) };
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
