//! The patterns held against what tells where they are: a second, independent implementation, on every position of
//! games, puzzles and positions made by hand and by chance; and the theme tags of puzzles.
//!
//! Where `DESTRIER_DATA` names a folder with the wider data, its games and puzzles are gone through as well.

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
