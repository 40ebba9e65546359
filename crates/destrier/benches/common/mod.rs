//! How the benchmarks measure.
//!
//! A timed call goes through a thousand inputs, so that the microseconds of the table are nanoseconds an item. They
//! are drawn at random before each call, and never the same again: a branch predictor learns even sixteen thousand
//! sets that come round, and then a loop over their squares looks four times as fast as it is.
//!
//! `cargo bench -p destrier -- --sort location` keeps the order of the files.

use divan::{Bencher, Divan, black_box};
use fastrand::Rng;
use std::time::Duration;

/// How many inputs a call goes through.
pub(crate) const CALL: usize = 1000;

/// Runs the benchmarks of a file. Flags of the command line win over what is set here.
pub(crate) fn run() {
    Divan::default().items_count(CALL).min_time(Duration::from_millis(150)).config_with_args().main();
}

/// The inputs of a call, call after call; the same in every run.
pub(crate) fn inputs<I>(mut draw: impl FnMut(&mut Rng) -> I) -> impl FnMut() -> Vec<I> {
    let mut random = Rng::with_seed(0x6465_7374_7269_6572);
    move || (0..CALL).map(|_| draw(&mut random)).collect()
}

/// Each answer is wanted alone: none is left out, and no two are computed side by side in one vector. An answer does
/// not wait for the one before.
pub(crate) fn each<I, O>(
    bencher: Bencher<'_, '_>,
    draw: impl FnMut(&mut Rng) -> I,
    function: impl Fn(&I) -> O,
) {
    bencher.with_inputs(inputs(draw)).bench_local_refs(|inputs| {
        for input in inputs.iter() {
            black_box(function(input));
        }
    });
}
