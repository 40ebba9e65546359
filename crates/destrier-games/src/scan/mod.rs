//! The scan engine: reads sources in several threads, replays games, and passes the results of a collector on, in
//! order and in bounded memory. It is independent of what is collected.

mod bookmark;
mod budget;
mod collector;
mod engine;
mod parts;
mod problem;
mod sample;
mod steps;
mod threads;
mod totals;

pub use bookmark::Bookmark;
pub use collector::{Collecting, Collector, CollectorNeeds, CurrentGame, Found, GameCondition, GameEnd};
pub use engine::{Ended, Scan, Step};
pub use problem::Problem;
pub use steps::{Collected, Steps};
pub use totals::{Tally, Totals};
