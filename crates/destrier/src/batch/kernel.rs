//! Kernels: the instructions that loops over columns are compiled for.

use super::columns::sealed::Sealed;
use super::columns::{Input, LengthError, Output};
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
    /// Returns the kernel for the build target: SSE2 by default on x86-64, NEON on AArch64, and `simd128` on
    /// WebAssembly if the build enables it.
    #[inline]
    #[must_use]
    pub const fn portable() -> Self {
        Self(Instructions::Portable)
    }

    /// Returns the AVX2 kernel for four boards at a time, or `None` if the processor lacks it.
    ///
    /// The kernel also requires BMI1, BMI2, LZCNT and POPCNT.
    #[inline]
    pub(super) fn avx2() -> Option<Self> {
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
    pub(super) fn avx512() -> Option<Self> {
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

    /// Returns the name.
    pub(super) const fn name(self) -> &'static str {
        match self.0 {
            Instructions::Portable => "portable",
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx2 => "AVX2",
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx512 => "AVX-512",
        }
    }

    /// Runs [`map!`](super::map) with a closure.
    #[doc(hidden)]
    #[inline(always)]
    pub fn __map<I: Input, O: Output, F: Fn(I::Item) -> O::Item>(
        self,
        input: I,
        output: O,
        function: F,
    ) -> Result<(), LengthError> {
        self.checked::<F, I, O>(input, output, function)
    }

    /// Runs [`map!`](super::map) with a closure that only calls the function `_named`.
    #[doc(hidden)]
    #[inline(always)]
    pub fn __map_named<N, I: Input, O: Output>(
        self,
        input: I,
        output: O,
        _named: &N,
        function: impl Fn(I::Item) -> O::Item,
    ) -> Result<(), LengthError> {
        self.checked::<N, I, O>(input, output, function)
    }

    /// Runs [`iterate!`](super::iterate). `step` is a closure that may only call the function `_named`.
    #[doc(hidden)]
    #[inline(always)]
    pub fn __iterate<N, I: Input>(
        self,
        input: I,
        output: &mut [u64],
        steps: u32,
        _named: &N,
        start: impl Fn(I::Item) -> Bitboard,
        step: impl Fn(Bitboard, I::Item) -> Bitboard,
    ) -> Result<(), LengthError> {
        let output = Steps { output, steps, start, step, of: PhantomData };
        self.checked::<N, _, _>(
            input,
            output,
            #[inline(always)]
            |item| item,
        )
    }

    /// Compares the lengths of the columns and runs the loop beside `N`.
    #[inline(always)]
    fn checked<N, I: Input, O: Output>(
        self,
        input: I,
        output: O,
        function: impl Fn(I::Item) -> O::Item,
    ) -> Result<(), LengthError> {
        let expected = input.length().map_err(|error| error.of("input"))?;
        let found = output.length().map_err(|error| error.of("output"))?;
        let length = LengthError::unless_equal(expected, found).map_err(|error| error.of("output"))?;
        match self.0 {
            // SAFETY: both have this length.
            Instructions::Portable => unsafe { N::run_portable(input, output, length, function) },
            // SAFETY: both have this length, and the kernel proves that the processor has the instructions.
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx2 => unsafe { N::run_avx2(input, output, length, function) },
            // SAFETY: the same.
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx512 => unsafe { N::run_avx512(input, output, length, function) },
        }
        Ok(())
    }
}

impl fmt::Debug for Kernel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Kernel({})", self.name())
    }
}

/// Prints `portable`, `AVX2` or `AVX-512`.
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
            |start, i| function(input.get(start, i)),
        );
    }
}

macro_rules! runs {
    ($($(#[$attribute:meta])* $name:ident;)*) => {
        /// The loop for each kernel, compiled in the same unit as the function or closure `Self`.
        ///
        /// The compiler puts methods of a trait beside the type that they are called for. Elsewhere, a long function
        /// could not be inlined: a crate is compiled in up to 16 units, and the optimizer only sees one at a time.
        trait Beside {
            $(
                /// # Safety
                ///
                /// All columns must have the length `length`, and the processor must have the instructions.
                // Never inlined, because the compiler would then inline less into it.
                #[inline(never)]
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
            )*
        }
        impl<N> Beside for N {}
    };
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

/// The output column of [`iterate!`](super::iterate). It takes the input's items unchanged.
struct Steps<'a, T, S, F> {
    output: &'a mut [u64],
    steps: u32,
    start: S,
    step: F,
    of: PhantomData<T>,
}

impl<T, S: Fn(T) -> Bitboard, F: Fn(Bitboard, T) -> Bitboard> Sealed for Steps<'_, T, S, F> {}
impl<T, S: Fn(T) -> Bitboard, F: Fn(Bitboard, T) -> Bitboard> Output for Steps<'_, T, S, F> {
    type Item = T;

    fn length(&self) -> Result<usize, LengthError> {
        Ok(self.output.len())
    }

    #[inline(always)]
    unsafe fn fill(self, _length: usize, item: impl Fn(usize, usize) -> T) {
        let Self { output, steps, start, step, .. } = self;
        for (block, cells) in output.chunks_mut(BLOCK).enumerate() {
            let first = block * BLOCK;
            let mut sets = [0; BLOCK];
            for (i, set) in sets.iter_mut().enumerate().take(cells.len()) {
                *set = start(item(first, i)).0;
            }
            for _ in 0..steps {
                let mut changed = 0;
                for (i, set) in sets.iter_mut().enumerate().take(cells.len()) {
                    let next = step(Bitboard(*set), item(first, i)).0;
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

/// Applies a function to every position of the input columns and writes the results to the output columns.
///
/// `map!(input, output, function)` uses [`Kernel::best`]; `map!(kernel, input, output, function)` uses the given
/// kernel. The input is an [`Input`], and the output an [`Output`]. The function is a closure or the name of a
/// function. It takes the [item](Input::Item) of the input and returns the [item](Output::Item) of the output.
///
/// ```
/// use destrier::batch;
///
/// let (a, b) = ([1_u64 << 0, 1 << 9], [1_u64 << 63, 0]);
/// let mut moves = [0_u8; 2];
/// batch::map!((&a[..], &b[..]), &mut moves[..], |(a, b)| batch::knight_distance(a, b))?;
/// assert_eq!(moves, [6, batch::ABSENT]);
/// # Ok::<(), batch::LengthError>(())
/// ```
///
/// The function is compiled into the loop of each kernel. The loop vectorizes if the function has no branches and no
/// table lookups. The function may be called twice for a position.
///
/// Write your own function as a closure in the call; it can have any length. A function of your crate that you pass by
/// name, or that the closure calls, is compiled into the loop if it has at most about 150 operations. A longer one
/// returns the same results, but takes one position at a time, unless it is `#[inline(always)]`. All functions of the
/// library are compiled into the loop.
///
/// A build with `-C target-cpu` can make the loop slower on processors with AVX-512: see
/// [kernels](crate::batch#kernels).
///
/// # Errors
///
/// Returns a [`LengthError`] if the columns differ in length. Nothing is written then.
///
/// Columns are slices. Anything else does not compile:
///
/// ```compile_fail,E0277
/// use destrier::{batch, knight};
///
/// let (knights, mut attacks) = (vec![1_u64], vec![0_u64]);
/// batch::map!(&knights, &mut attacks[..], knight::attacks); // pass `&knights[..]`
/// ```
// The attribute on the closure is why this is a macro: the closure is called by several kernels, and the compiler
// copies a long function into several callers only if it must.
#[doc(hidden)]
#[macro_export]
macro_rules! __batch_map {
    ($input:expr, $output:expr, |$($function:tt)+) => {
        $crate::batch::Kernel::best().__map($input, $output, #[inline(always)] |$($function)+)
    };
    ($input:expr, $output:expr, move $($function:tt)+) => {
        $crate::batch::Kernel::best().__map($input, $output, #[inline(always)] move $($function)+)
    };
    ($kernel:expr, $input:expr, $output:expr, |$($function:tt)+) => {
        $crate::batch::Kernel::__map($kernel, $input, $output, #[inline(always)] |$($function)+)
    };
    ($kernel:expr, $input:expr, $output:expr, move $($function:tt)+) => {
        $crate::batch::Kernel::__map($kernel, $input, $output, #[inline(always)] move $($function)+)
    };
    ($input:expr, $output:expr, $function:expr $(,)?) => {
        $crate::batch::map!($crate::batch::Kernel::best(), $input, $output, $function)
    };
    ($kernel:expr, $input:expr, $output:expr, $function:expr $(,)?) => {
        match $function {
            function => $crate::batch::Kernel::__map_named(
                $kernel, $input, $output, &function, #[inline(always)] |item| function(item)
            ),
        }
    };
}

/// Computes sets step by step: `start` for every position, then `step` repeatedly.
///
/// `iterate!(input, output, steps, start, step)` uses [`Kernel::best`]; `iterate!(kernel, input, output, steps,
/// start, step)` uses the given kernel. The output is a slice of `u64`. `start` takes the [item](Input::Item) of the
/// input, and `step` takes the set so far and the item. Both return a [`Bitboard`]. They are closures or names of
/// functions, as in [`map!`](super::map).
///
/// `step` is applied up to `steps` times to each block of 64 sets, until the block no longer changes. Use this for
/// fills, where each position needs a different number of steps. A fill that only adds squares is complete after 63
/// steps. More `steps` do no harm.
///
/// ```
/// use destrier::{Square, batch, knight};
///
/// let knights = [Square::A1, Square::D4].map(Square::bitboard);
/// let area = [!knight::attacks_from(Square::A1), !Square::E2.bitboard()];
/// let mut within_two = [0; 2];
/// batch::iterate!(
///     (&knights[..], &area[..]),
///     &mut within_two[..],
///     2,
///     |(knights, _)| knights,
///     |reach, (_, area)| reach | (knight::attacks(reach) & area),
/// )?;
/// let expected = [0, 1].map(|i| knight::reach_within(knights[i], 2, area[i]).bits());
/// assert_eq!(within_two, expected);
/// # Ok::<(), batch::LengthError>(())
/// ```
///
/// # Errors
///
/// Returns a [`LengthError`] if the columns differ in length. Nothing is written then.
#[doc(hidden)]
#[macro_export]
macro_rules! __batch_iterate {
    (@ $kernel:expr, $input:expr, $output:expr, $steps:expr, [$($start:tt)+] |$($step:tt)+) => {
        $crate::batch::Kernel::__iterate(
            $kernel, $input, $output, $steps, &||(), $($start)+, #[inline(always)] |$($step)+
        )
    };
    (@ $kernel:expr, $input:expr, $output:expr, $steps:expr, [$($start:tt)+] move $($step:tt)+) => {
        $crate::batch::Kernel::__iterate(
            $kernel, $input, $output, $steps, &||(), $($start)+, #[inline(always)] move $($step)+
        )
    };
    (@ $kernel:expr, $input:expr, $output:expr, $steps:expr, [$($start:tt)+] $step:expr $(,)?) => {
        match $step {
            step => $crate::batch::Kernel::__iterate(
                $kernel, $input, $output, $steps, &step, $($start)+, #[inline(always)] |set, item| step(set, item)
            ),
        }
    };
    (
        $input:expr, $output:expr, $steps:expr,
        |$item:tt $(: $type:ty)? $(,)?| $start:expr, $($step:tt)+
    ) => {
        $crate::batch::iterate!(
            @ $crate::batch::Kernel::best(), $input, $output, $steps,
            [#[inline(always)] |$item $(: $type)?| $start] $($step)+
        )
    };
    (
        $kernel:expr, $input:expr, $output:expr, $steps:expr,
        |$item:tt $(: $type:ty)? $(,)?| $start:expr, $($step:tt)+
    ) => {
        $crate::batch::iterate!(
            @ $kernel, $input, $output, $steps,
            [#[inline(always)] |$item $(: $type)?| $start] $($step)+
        )
    };
    ($kernel:expr, $input:expr, $output:expr, $steps:expr, $start:expr, $($step:tt)+) => {
        match $start {
            start => $crate::batch::iterate!(
                @ $kernel, $input, $output, $steps, [#[inline(always)] |item| start(item)] $($step)+
            ),
        }
    };
    ($input:expr, $output:expr, $steps:expr, $start:expr, $($step:tt)+) => {
        $crate::batch::iterate!($crate::batch::Kernel::best(), $input, $output, $steps, $start, $($step)+)
    };
}

#[doc(inline)]
pub use crate::{__batch_iterate as iterate, __batch_map as map};
