//! The instructions that columns are gone through with.

use super::columns::{Input, LengthError, Output};
use core::fmt;

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
        if Self::avx2().is_some() && has!("avx512f" "avx512bw" "avx512cd" "avx512dq" "avx512vl") {
            return Some(Self(Instructions::Avx512));
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
    /// # Errors
    ///
    /// When the columns are not all of one length. Nothing is written then.
    #[inline]
    pub fn map<I: Input, O: Output>(
        self,
        input: I,
        output: O,
        function: impl Fn(I::Item) -> O::Item,
    ) -> Result<(), LengthError> {
        let length = input.length()?;
        LengthError::unless_equal(length, output.length()?)?;
        match self.0 {
            // SAFETY: both have been asked for their length.
            Instructions::Portable => unsafe { run(input, output, length, function) },
            // SAFETY: the same, and the kernel is the proof that the processor has the instructions.
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx2 => unsafe { run_avx2(input, output, length, function) },
            // SAFETY: the same.
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx512 => unsafe { run_avx512(input, output, length, function) },
        }
        Ok(())
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

/// The loop that is compiled for each kernel.
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

/// [`run`] for AVX2.
///
/// # Safety
///
/// All columns have the length, and the processor has the instructions.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
unsafe fn run_avx2<I: Input, O: Output>(
    input: I,
    output: O,
    length: usize,
    function: impl Fn(I::Item) -> O::Item,
) {
    // SAFETY: the caller's.
    unsafe { run(input, output, length, function) }
}

/// [`run`] for AVX-512.
///
/// # Safety
///
/// All columns have the length, and the processor has the instructions.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512cd,avx512dq,avx512vl,avx2,bmi1,bmi2,lzcnt,popcnt")]
unsafe fn run_avx512<I: Input, O: Output>(
    input: I,
    output: O,
    length: usize,
    function: impl Fn(I::Item) -> O::Item,
) {
    // SAFETY: the caller's.
    unsafe { run(input, output, length, function) }
}
