//! Agreement on real games and puzzles.

use crate::both::{Agreed, agree};
use crate::data;
use std::path::Path;

/// The puzzles in the repository.
const PUZZLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../samples/puzzles.csv");

/// Returns the number of games or puzzles in a file, and of positions.
fn counts(path: &Path) -> (u64, u64) {
    let Agreed { games, positions, .. } = agree(path);
    (games, positions)
}

#[test]
fn agrees_on_the_sample() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../samples/lichess.pgn");
    assert_eq!(counts(Path::new(path)), (60, 4936));
}

#[test]
fn agrees_on_the_shipped_puzzles() {
    assert_eq!(counts(Path::new(PUZZLES)), (80, 468));
}

#[test]
#[ignore = "takes a minute; run by .ci/full"]
fn agrees_on_larger_files() {
    for (name, expected) in [
        ("lichess-2013-01.pgn", (58, 3763)),
        ("lichess-2021-10.pgn", (300, 20_009)),
        ("lichess-puzzles.csv", (5250, 29_748)),
    ] {
        if let Some(path) = data::file(name) {
            assert_eq!(counts(&path), expected, "{name}");
        }
    }
}
