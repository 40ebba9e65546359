//! Compares the patterns with an independent second implementation, on every position of games, puzzles, hand-made
//! and random positions; and with the theme tags of puzzles.
//!
//! If `DESTRIER_DATA` names a folder, its games and puzzles are compared as well.

mod reference;

#[path = "support/data.rs"]
mod data;
#[path = "support/scan.rs"]
mod scan;

#[path = "agreement/both.rs"]
mod both;
#[path = "agreement/figures.rs"]
mod figures;
#[path = "agreement/files.rs"]
mod files;
#[path = "agreement/positions.rs"]
mod positions;
