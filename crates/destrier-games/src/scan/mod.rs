//! The engine: reads sources in threads, plays games out and hands what a collector makes of them on, in order and in
//! bounded memory. It does not know what is collected.

mod bookmark;
mod budget;
mod collector;
mod engine;
mod problem;
mod sample;
mod threads;
mod totals;

pub use bookmark::Bookmark;
pub use collector::{Collecting, Collector, CurrentGame, GameCondition, GameEnd};
pub use engine::{Ended, Scan, Step};
pub use problem::Problem;
pub use totals::{Tally, Totals};
