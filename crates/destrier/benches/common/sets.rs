//! Random sets and squares, and ways to measure functions of them.

use crate::common::{CALL, inputs};
use destrier::{Bitboard, Color, Square};
use divan::{Bencher, black_box};
use fastrand::Rng;
use std::ops::RangeInclusive;

/// Returns a random square.
pub(crate) fn square(random: &mut Rng) -> Square {
    Square::ALL[random.usize(..64)]
}

/// Returns a random color.
pub(crate) fn color(random: &mut Rng) -> Color {
    Color::ALL[random.usize(..2)]
}

/// Returns a set of random squares. Each size in the range is equally likely.
pub(crate) fn squares(random: &mut Rng, number: RangeInclusive<u32>) -> Bitboard {
    let number = random.u32(number);
    let mut set = Bitboard::EMPTY;
    while set.len() < number {
        set = set.with(square(random));
    }
    set
}

/// Measures latency: each call waits for the answer of the call before. The time includes the load of the input.
pub(crate) fn chained<I>(
    bencher: Bencher<'_, '_>,
    draw: impl FnMut(&mut Rng) -> I,
    function: impl Fn(&I) -> u64,
) {
    // Hides from the compiler that the answers do not affect which input is next.
    let zero = black_box(0);
    bencher.with_inputs(inputs(draw)).bench_local_refs(|inputs| {
        let mut answer = 0;
        for i in 0..inputs.len() {
            answer = function(&inputs[i + (answer & zero) as usize]);
        }
        answer
    });
}

/// Measures throughput: the answers go into a column, and the compiler may vectorize the loop.
pub(crate) fn columns<I, O: Copy + Default>(
    bencher: Bencher<'_, '_>,
    draw: impl FnMut(&mut Rng) -> I,
    function: impl Fn(&I) -> O,
) {
    let mut column = [O::default(); CALL];
    bencher.with_inputs(inputs(draw)).bench_local_refs(|inputs| {
        for (answer, input) in column.iter_mut().zip(inputs.iter()) {
            *answer = function(input);
        }
        black_box(&mut column);
    });
}

/// Benchmarks every formulation in a list, by index, and other libraries. Each line is one benchmark.
///
/// The formulation is selected before timing starts. In the loop it is a constant, so the compiler can inline it.
macro_rules! ways {
    (
        $indices:tt $list:path => |$compute:ident|
        $($name:ident: $measure:ident($draw:expr, |$input:pat_param| $answer:expr)
            $(, $other:literal: $other_draw:expr => $function:expr)*;)*
    ) => {
        $(ways! {
            @ $indices $list, $compute,
            $name: $measure($draw, |$input| $answer) $(, $other: $other_draw => $function)*
        })*
    };
    (
        @ [$($way:literal)*] $list:path, $compute:ident,
        $name:ident: $measure:ident($draw:expr, |$input:pat_param| $answer:expr)
        $(, $other:literal: $other_draw:expr => $function:expr)*
    ) => {
        #[divan::bench(args = $list.iter().map(|way| way.name).chain([$($other),*]))]
        fn $name(bencher: divan::Bencher<'_, '_>, way: &str) {
            const { assert!($list.len() == [$($way),*].len(), "every formulation must be measured") };
            $(if way == $list[$way].name {
                return $measure(bencher, $draw, |$input| {
                    let $compute = const { $list[$way].compute };
                    $answer
                });
            })*
            $(if way == $other {
                return $measure(bencher, $other_draw, $function);
            })*
            unreachable!("{way} is none of the names above");
        }
    };
}
pub(crate) use ways;

/// Benchmarks functions, one at a time: either one function, or several by name to compare.
macro_rules! functions {
    ($($(#[$attribute:meta])* $name:ident $ways:tt)*) => {
        $(functions! { @ $(#[$attribute])* $name $ways })*
    };
    (@ $(#[$attribute:meta])* $name:ident { $($way:literal: $draw:expr => $function:expr),* $(,)? }) => {
        $(#[$attribute])*
        #[divan::bench(args = [$($way),*])]
        fn $name(bencher: divan::Bencher<'_, '_>, way: &str) {
            $(if way == $way {
                return each(bencher, $draw, $function);
            })*
            unreachable!("{way} is none of the names above");
        }
    };
    (@ $(#[$attribute:meta])* $name:ident ($draw:expr => $function:expr)) => {
        $(#[$attribute])*
        #[divan::bench]
        fn $name(bencher: divan::Bencher<'_, '_>) {
            each(bencher, $draw, $function);
        }
    };
}
pub(crate) use functions;
