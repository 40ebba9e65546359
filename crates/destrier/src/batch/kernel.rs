//! The instructions that columns are gone through with.

use super::columns::{Input, LengthError, Output, sealed::Write};
use super::flush::BLOCK;
use crate::bitboard::Bitboard;
use core::fmt;
use core::marker::PhantomData;

/// The instructions that a loop over columns is compiled for.
///
/// A kernel can only be had where the processor has its instructions: the value is the proof.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Kernel(Instructions);

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Instructions {
    Portable,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

/// Whether the processor has all of the named features: as it says at run time, or without the standard library as the
/// build is for.
#[cfg(target_arch = "x86_64")]
macro_rules! has {
    ($($feature:tt)*) => {{
        #[cfg(feature = "std")]
        let has = true $(&& std::is_x86_feature_detected!($feature))*;
        #[cfg(not(feature = "std"))]
        let has = true $(&& cfg!(target_feature = $feature))*;
        has
    }};
}

#[allow(
    clippy::missing_const_for_fn,
    reason = "with the standard library the processor is asked at run time"
)]
impl Kernel {
    /// What the build is for: on x86-64 SSE2 if nothing else is said, on AArch64 NEON.
    #[inline]
    #[must_use]
    pub const fn portable() -> Self {
        Self(Instructions::Portable)
    }

    /// AVX2, four boards at a time: `None` where the processor lacks it. With it come BMI1, BMI2, LZCNT and POPCNT.
    #[inline]
    #[must_use]
    pub fn avx2() -> Option<Self> {
        #[cfg(target_arch = "x86_64")]
        if has!("avx2" "bmi1" "bmi2" "lzcnt" "popcnt") {
            return Some(Self(Instructions::Avx2));
        }
        None
    }

    /// AVX-512, eight boards at a time: `None` where the processor lacks F, BW, CD, DQ or VL of it, or what
    /// [`avx2`](Self::avx2) takes.
    #[inline]
    #[must_use]
    pub fn avx512() -> Option<Self> {
        #[cfg(target_arch = "x86_64")]
        if has!("avx512f" "avx512bw" "avx512cd" "avx512dq" "avx512vl") {
            return Self::avx2().map(|_| Self(Instructions::Avx512));
        }
        None
    }

    /// The widest there is.
    #[inline]
    #[must_use]
    pub fn best() -> Self {
        Self::avx512().or_else(Self::avx2).unwrap_or(Self::portable())
    }

    /// All there are on this processor, the portable one first.
    pub fn available() -> impl Iterator<Item = Self> {
        [Some(Self::portable()), Self::avx2(), Self::avx512()].into_iter().flatten()
    }

    /// `portable`, `AVX2` or `AVX-512`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self.0 {
            Instructions::Portable => "portable",
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx2 => "AVX2",
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx512 => "AVX-512",
        }
    }

    /// Computes a function of every position of the input columns and writes its answers into the output columns.
    ///
    /// The function is compiled into the loop of each kernel, and one without branches and tables for several positions
    /// at a time. The compiler must be told so of a long one: `#[inline(always)]` before the closure, where it stands
    /// among the arguments. The name of a long function in the place of a closure does not do, even if the function has
    /// the attribute. Otherwise the answers are the same, and come one by one.
    /// It may be called twice for a position.
    ///
    /// # Errors
    ///
    /// When the columns are not all of one length. Nothing is written then.
    #[inline(always)]
    pub fn map<I: Input, O: Output>(
        self,
        input: I,
        output: O,
        function: impl Fn(I::Item) -> O::Item,
    ) -> Result<(), LengthError> {
        let length = LengthError::unless_equal(input.length()?, output.length()?)?;
        // SAFETY: both have the length.
        unsafe { self.run(input, output, length, function) };
        Ok(())
    }

    /// Computes a set of every position of the input columns step by step: `start` first, then `step` so many times, or
    /// until it changes none of 64 sets.
    ///
    /// This is for what grows until nothing is added, which is a different number of steps for each position. A fill
    /// that only adds squares is at its end after 63; more `steps` do no harm.
    ///
    /// ```
    /// use destrier::batch::Kernel;
    /// use destrier::{knight, Square};
    ///
    /// let knights = [Square::A1, Square::D4].map(Square::bitboard);
    /// let taboo = [knight::attacks_from(Square::A1), Square::E2.bitboard()];
    /// let mut within_two = [0; 2];
    /// Kernel::best().iterate(
    ///     (&knights[..], &taboo[..]),
    ///     &mut within_two[..],
    ///     2,
    ///     |(knights, _)| knights,
    ///     |reach, (_, taboo)| reach | (knight::attacks(reach) - taboo),
    /// )?;
    /// let expected = [0, 1].map(|i| knight::reach_within(knights[i], 2, taboo[i]).bits());
    /// assert_eq!(within_two, expected);
    /// # Ok::<(), destrier::batch::LengthError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// When the columns are not all of one length. Nothing is written then.
    #[inline(always)]
    pub fn iterate<I: Input>(
        self,
        input: I,
        output: &mut [u64],
        steps: u32,
        start: impl Fn(I::Item) -> Bitboard,
        step: impl Fn(Bitboard, I::Item) -> Bitboard,
    ) -> Result<(), LengthError> {
        let output = Steps { output, steps, start, step, of: PhantomData };
        self.map(
            input,
            output,
            #[inline(always)]
            |item| item,
        )
    }

    /// # Safety
    ///
    /// As of [`run`].
    #[inline(always)]
    unsafe fn run<I: Input, O: Output>(
        self,
        input: I,
        output: O,
        length: usize,
        function: impl Fn(I::Item) -> O::Item,
    ) {
        match self.0 {
            // SAFETY: the caller's.
            Instructions::Portable => unsafe { run_portable(input, output, length, function) },
            // SAFETY: the caller's, and the kernel is the proof that the processor has the instructions.
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx2 => unsafe { run_avx2(input, output, length, function) },
            // SAFETY: the same.
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx512 => unsafe { run_avx512(input, output, length, function) },
        }
    }
}

impl fmt::Debug for Kernel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Kernel({})", self.name())
    }
}

impl fmt::Display for Kernel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The loop that is compiled for each kernel. Input and output are arguments of their own, not parts of something
/// larger: so the compiler knows that what is written is nothing of what is read.
///
/// # Safety
///
/// All columns have the length.
#[inline(always)]
unsafe fn run<I: Input, O: Output>(
    input: I,
    output: O,
    length: usize,
    function: impl Fn(I::Item) -> O::Item,
) {
    // SAFETY: the output has the length, and asks for positions below it alone, which the input has too.
    unsafe {
        output.fill(
            length,
            #[inline(always)]
            |i| function(input.get(i)),
        );
    }
}

macro_rules! runs {
    ($($(#[$attribute:meta])* $name:ident;)*) => {$(
        /// # Safety
        ///
        /// All columns have the length, and the processor has the instructions.
        $(#[$attribute])*
        unsafe fn $name<I: Input, O: Output>(
            input: I,
            output: O,
            length: usize,
            function: impl Fn(I::Item) -> O::Item,
        ) {
            // SAFETY: the caller's.
            unsafe { run(input, output, length, function) }
        }
    )*};
}

runs! {
    run_portable;
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    run_avx2;
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx512f,avx512bw,avx512cd,avx512dq,avx512vl,avx2,bmi1,bmi2,lzcnt,popcnt")]
    run_avx512;
}

/// A column that [`Kernel::iterate`] writes of items of the input.
struct Steps<'a, T, S, F> {
    output: &'a mut [u64],
    steps: u32,
    start: S,
    step: F,
    of: PhantomData<T>,
}

impl<T, S: Fn(T) -> Bitboard, F: Fn(Bitboard, T) -> Bitboard> Write for Steps<'_, T, S, F> {
    type Item = T;

    fn length(&self) -> Result<usize, LengthError> {
        Ok(self.output.len())
    }

    #[inline(always)]
    unsafe fn fill(self, _length: usize, item: impl Fn(usize) -> T) {
        let Self { output, steps, start, step, .. } = self;
        for (block, cells) in output.chunks_mut(BLOCK).enumerate() {
            let first = block * BLOCK;
            let mut sets = [0; BLOCK];
            for (i, set) in sets.iter_mut().enumerate().take(cells.len()) {
                *set = start(item(first + i)).0;
            }
            for _ in 0..steps {
                let mut changed = 0;
                for (i, set) in sets.iter_mut().enumerate().take(cells.len()) {
                    let next = step(Bitboard(*set), item(first + i)).0;
                    changed |= next ^ *set;
                    *set = next;
                }
                if changed == 0 {
                    break;
                }
            }
            cells.copy_from_slice(&sets[..cells.len()]);
        }
    }
}
