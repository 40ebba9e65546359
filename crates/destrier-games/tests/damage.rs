//! Damaged files: what is sound is scanned as if nothing had happened, and what is not is named with its place.

#[path = "support/scan.rs"]
mod scan;

#[path = "damage/chance.rs"]
mod chance;
#[path = "damage/games.rs"]
mod games;
#[path = "damage/places.rs"]
mod places;
#[path = "damage/scanned.rs"]
mod scanned;
#[path = "damage/sources.rs"]
mod sources;
