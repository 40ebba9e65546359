//! From a block of positions on the stack out into columns.

/// How many positions are computed before their answers leave the first cache: one cache line of bytes, eight of sets.
pub(super) const BLOCK: usize = 64;

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
