//! A scan gives the same for any number of threads, wherever it ends and wherever it is taken up again, and reads ahead
//! no further than it says.

#[path = "support/pack.rs"]
mod pack;
#[path = "support/scan.rs"]
mod scan;

#[path = "threads/memory.rs"]
mod memory;
#[path = "threads/order.rs"]
mod order;

const SAMPLE: &str = include_str!("../../../samples/lichess.pgn");

/// The sample so often.
fn copies(count: usize) -> String {
    format!("{SAMPLE}\n").repeat(count)
}
