//! Copies blocks of results from the stack to columns.

/// The number of positions per block. A block of bytes is one cache line, a block of sets eight.
pub(super) const BLOCK: usize = 64;

/// Iterates over the blocks of columns and copies each from the stack.
///
/// Large columns are streamed: written with non-temporal stores, which bypass the cache. Ordinary stores would read
/// each cache line from memory first.
pub(super) struct Flush {
    start: usize,
    number: usize,
    length: usize,
    streams: bool,
}

impl Flush {
    /// The size in bytes from which a column is streamed. It is small in tests, so that short columns are streamed,
    /// too.
    const STREAM: usize = if cfg!(test) { 512 } else { 1 << 24 };

    /// Returns `true` if the column is streamed. Miri does not support non-temporal stores.
    #[inline(always)]
    pub(super) const fn streams<T>(column: &[T]) -> bool {
        cfg!(all(target_arch = "x86_64", target_feature = "sse2", not(miri)))
            && size_of_val(column) >= Self::STREAM
    }

    /// Splits columns into blocks. If the given column is streamed, the first block ends at the start of one of its
    /// cache lines.
    #[inline(always)]
    pub(super) fn new<T>(length: usize, column: &[T]) -> Self {
        let streams = Self::streams(column);
        let first = if streams { column.as_ptr().align_offset(64).min(BLOCK) } else { BLOCK };
        let first = if first == 0 { BLOCK } else { first };
        Self { start: 0, number: first.min(length), length, streams }
    }

    /// Returns the start and length of the next block.
    ///
    /// A short last block is extended backwards into the block before, so that every block is a whole number of
    /// vectors. Both blocks write the same results. Streamed columns do not overlap blocks.
    #[inline(always)]
    pub(super) fn next(&mut self) -> Option<(usize, usize)> {
        let (start, number) = (self.start, self.number);
        let end = start + number;
        self.start = end;
        self.number = BLOCK.min(self.length - end);
        match number {
            0 => None,
            // Do not overwrite non-temporal stores before they have completed.
            1..BLOCK if end >= BLOCK && !self.streams => Some((end - BLOCK, BLOCK)),
            _ => Some((start, number)),
        }
    }

    /// Writes a block to a column.
    ///
    /// # Safety
    ///
    /// The column must have `number` positions from `start` on, and `number` must be at most [`BLOCK`].
    #[inline(always)]
    pub(super) unsafe fn write<T: Copy>(
        &self,
        column: &mut [T],
        start: usize,
        block: &[T; BLOCK],
        number: usize,
    ) {
        // SAFETY: guaranteed by the caller; a block on the stack cannot overlap a column.
        unsafe {
            let to = column.as_mut_ptr().add(start);
            #[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
            if self.streams && number == BLOCK && to.addr().is_multiple_of(16) {
                // 64 cells of any size are a multiple of 16 bytes.
                return stream(to.cast(), block.as_ptr().cast(), size_of::<T>() * BLOCK / 16);
            }
            core::ptr::copy_nonoverlapping(block.as_ptr(), to, number);
        }
    }
}

impl Drop for Flush {
    /// Orders non-temporal stores before all later stores.
    #[inline(always)]
    fn drop(&mut self) {
        #[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
        if self.streams {
            // SAFETY: the build targets processors with SSE.
            unsafe { core::arch::x86_64::_mm_sfence() };
        }
    }
}

/// Copies `number` units of 16 bytes with non-temporal stores.
///
/// # Safety
///
/// The requirements are those of [`copy_nonoverlapping`](core::ptr::copy_nonoverlapping). `to` must also be aligned
/// to 16 bytes.
#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
#[inline(always)]
unsafe fn stream(
    to: *mut core::arch::x86_64::__m128i,
    from: *const core::arch::x86_64::__m128i,
    number: usize,
) {
    use core::arch::x86_64::{_mm_loadu_si128, _mm_stream_si128};
    for i in 0..number {
        // SAFETY: guaranteed by the caller; the build targets processors with SSE2.
        unsafe { _mm_stream_si128(to.add(i), _mm_loadu_si128(from.add(i))) };
    }
}
