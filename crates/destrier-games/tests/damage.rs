//! Damaged files: scans read intact games normally, and report damage with its location.

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
