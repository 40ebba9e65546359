//! A scan gives the same results with any number of threads, wherever it ends and resumes, and bounds how far it
//! reads ahead.

#[path = "support/compress.rs"]
mod compress;
#[path = "support/scan.rs"]
mod scan;

#[path = "threads/memory.rs"]
mod memory;
#[path = "threads/order.rs"]
mod order;

const SAMPLE: &str = include_str!("../../../samples/lichess.pgn");

/// Returns several copies of the sample.
fn copies(count: usize) -> String {
    format!("{SAMPLE}\n").repeat(count)
}
