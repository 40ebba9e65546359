//! Kernels: the instructions that loops over columns are compiled for.

use super::columns::{Input, LengthError, Output, sealed::Write};
use super::flush::BLOCK;
use crate::bitboard::Bitboard;
use core::fmt;
use core::marker::PhantomData;

/// A set of instructions that a loop over columns is compiled for.
///
/// A value of this type proves that the processor has the instructions.
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

/// Returns `true` if the processor has all of the named features. Without the standard library, this is decided at
/// compile time.
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
    reason = "with the standard library, the processor is queried at run time"
)]
impl Kernel {
    /// Returns the kernel for the build target: SSE2 by default on x86-64, NEON on AArch64.
    #[inline]
    #[must_use]
    pub const fn portable() -> Self {
        Self(Instructions::Portable)
    }

    /// Returns the AVX2 kernel for four boards at a time, or `None` if the processor lacks it.
    ///
    /// The kernel also requires BMI1, BMI2, LZCNT and POPCNT.
    #[inline]
    #[must_use]
    pub fn avx2() -> Option<Self> {
        #[cfg(target_arch = "x86_64")]
        if has!("avx2" "bmi1" "bmi2" "lzcnt" "popcnt") {
            return Some(Self(Instructions::Avx2));
        }
        None
    }

    /// Returns the AVX-512 kernel for eight boards at a time, or `None` if the processor lacks it.
    ///
    /// The kernel requires F, BW, CD, DQ and VL, and all that [`avx2`](Self::avx2) requires.
    #[inline]
    #[must_use]
    pub fn avx512() -> Option<Self> {
        #[cfg(target_arch = "x86_64")]
        if has!("avx512f" "avx512bw" "avx512cd" "avx512dq" "avx512vl") {
            return Self::avx2().map(|_| Self(Instructions::Avx512));
        }
        None
    }

    /// Returns the widest available kernel.
    #[inline]
    #[must_use]
    pub fn best() -> Self {
        Self::avx512().or_else(Self::avx2).unwrap_or(Self::portable())
    }

    /// Returns all kernels that the processor supports, the portable one first.
    pub fn available() -> impl Iterator<Item = Self> {
        [Some(Self::portable()), Self::avx2(), Self::avx512()].into_iter().flatten()
    }

    /// Returns the name: `portable`, `AVX2` or `AVX-512`.
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

    /// Applies a function to every position of the input columns and writes the results to the output columns.
    ///
    /// The function is compiled into the loop of each kernel. It vectorizes if it has no branches and no table
    /// lookups. Pass a long function as a closure with `#[inline(always)]`, written directly in the argument list;
    /// otherwise the loop may not vectorize. Passing a long function by name is not enough, even if it has the
    /// attribute. The results are the same either way.
    ///
    /// The function may be called twice for a position.
    ///
    /// # Errors
    ///
    /// Returns an error if the columns differ in length. Nothing is written then.
    #[inline(always)]
    pub fn map<I: Input, O: Output>(
        self,
        input: I,
        output: O,
        function: impl Fn(I::Item) -> O::Item,
    ) -> Result<(), LengthError> {
        let expected = input.length().map_err(|error| error.of("input"))?;
        let found = output.length().map_err(|error| error.of("output"))?;
        let length = LengthError::unless_equal(expected, found).map_err(|error| error.of("output"))?;
        // SAFETY: both have this length.
        unsafe { self.run(input, output, length, function) };
        Ok(())
    }

    /// Computes sets step by step: `start` for every position, then `step` repeatedly.
    ///
    /// `step` is applied up to `steps` times to each block of 64 sets, until the block no longer changes. Use this
    /// for fills, where each position needs a different number of steps. A fill that only adds squares is complete
    /// after 63 steps. More `steps` do no harm.
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
    /// let expected = [0, 1].map(|i| knight::reach_within(knights[i], 2, !taboo[i]).bits());
    /// assert_eq!(within_two, expected);
    /// # Ok::<(), destrier::batch::LengthError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the columns differ in length. Nothing is written then.
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
    /// The requirements are those of the function [`run`].
    #[inline(always)]
    unsafe fn run<I: Input, O: Output>(
        self,
        input: I,
        output: O,
        length: usize,
        function: impl Fn(I::Item) -> O::Item,
    ) {
        match self.0 {
            // SAFETY: guaranteed by the caller.
            Instructions::Portable => unsafe { run_portable(input, output, length, function) },
            // SAFETY: guaranteed by the caller; the kernel proves that the processor has the instructions.
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

/// Runs the loop; it is compiled for each kernel. Input and output are separate arguments, so the compiler knows
/// that they do not alias.
///
/// # Safety
///
/// All columns must have the length `length`.
#[inline(always)]
unsafe fn run<I: Input, O: Output>(
    input: I,
    output: O,
    length: usize,
    function: impl Fn(I::Item) -> O::Item,
) {
    // SAFETY: the output has this length and only asks for positions below it, which the input has, too.
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
        /// All columns must have the length `length`, and the processor must have the instructions.
        $(#[$attribute])*
        unsafe fn $name<I: Input, O: Output>(
            input: I,
            output: O,
            length: usize,
            function: impl Fn(I::Item) -> O::Item,
        ) {
            // SAFETY: guaranteed by the caller.
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

/// The output column of [`Kernel::iterate`]. It takes the input's items unchanged.
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
