//! Damaged files: what is sound is scanned as if nothing had happened, and what is not is named with its place.

#[path = "damage/chance.rs"]
mod chance;
#[path = "damage/games.rs"]
mod games;
#[path = "damage/scanned.rs"]
mod scanned;
#[path = "damage/sources.rs"]
mod sources;
