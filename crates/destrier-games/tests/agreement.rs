//! Compares the patterns with an independent second implementation, on every position of games, puzzles, hand-made
//! and random positions.
//!
//! If `DESTRIER_DATA` names a folder, its games and puzzles are compared as well.

mod reference;

#[path = "support/data.rs"]
mod data;
#[path = "support/scan.rs"]
mod scan;

#[path = "agreement/both.rs"]
mod both;
#[path = "agreement/files.rs"]
mod files;
#[path = "agreement/positions.rs"]
mod positions;
#[path = "agreement/reference_itself.rs"]
mod reference_itself;
