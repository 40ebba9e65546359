//! Compares the reference with known numbers, worked examples and its own definitions.

mod reference;

#[path = "reference_itself/findings.rs"]
mod findings;
#[path = "reference_itself/mirror.rs"]
mod mirror;
#[path = "reference_itself/race.rs"]
mod race;
#[path = "reference_itself/rules.rs"]
mod rules;
#[path = "reference_itself/values.rs"]
mod values;

use reference::board::Position;

/// Parses a valid FEN.
fn position(fen: &str) -> Position {
    Position::from_fen(fen).unwrap()
}
