//! Compares the rules of chess with shakmaty's: positions, moves, how both are written, and whole games.
//!
//! The tests also read the games and puzzles of the folder that `DESTRIER_DATA` names, if it is set.

#[path = "support/data.rs"]
mod data;

#[path = "rules/oracle.rs"]
mod oracle;
#[path = "rules/wild.rs"]
mod wild;

#[path = "rules/fen.rs"]
mod fen;
#[path = "rules/files.rs"]
mod files;
#[path = "rules/made_up.rs"]
mod made_up;
#[path = "rules/notation.rs"]
mod notation;
#[path = "rules/positions.rs"]
mod positions;
