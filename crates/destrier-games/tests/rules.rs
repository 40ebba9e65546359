//! The rules held against shakmaty's on whole games: each is accepted or refused at the same move, and goes through the
//! same positions.
//!
//! Where `DESTRIER_DATA` names a folder with the wider data, its games and puzzles are gone through as well.

#[path = "support/data.rs"]
mod data;

#[path = "rules/oracle.rs"]
mod oracle;
#[path = "rules/wild.rs"]
mod wild;

#[path = "rules/files.rs"]
mod files;
#[path = "rules/made_up.rs"]
mod made_up;
