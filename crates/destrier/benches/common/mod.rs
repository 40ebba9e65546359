//! How the benchmarks measure.
//!
//! Each timed call processes a thousand inputs, so microseconds in the table are nanoseconds per item. The inputs are
//! drawn at random before each call and never repeat. Otherwise the branch predictor learns them, even sixteen thousand
//! sets, and a loop over their squares appears four times as fast as it is.
//!
//! `cargo bench -p destrier -- --sort location` keeps the order of the source files.

use divan::{Bencher, Divan, black_box};
use fastrand::Rng;
use std::time::Duration;

/// The number of inputs per call.
pub(crate) const CALL: usize = 1000;

/// Runs the benchmarks of a file. Command-line flags override these settings.
pub(crate) fn run() {
    Divan::default().items_count(CALL).min_time(Duration::from_millis(150)).config_with_args().main();
}

/// Returns a generator of the inputs for each call. The inputs are the same in every run.
pub(crate) fn inputs<I>(mut draw: impl FnMut(&mut Rng) -> I) -> impl FnMut() -> Vec<I> {
    let mut random = Rng::with_seed(0x6465_7374_7269_6572);
    move || (0..CALL).map(|_| draw(&mut random)).collect()
}

/// Measures independent answers, one at a time. The compiler cannot skip or vectorize them, and none waits for the one
/// before.
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
