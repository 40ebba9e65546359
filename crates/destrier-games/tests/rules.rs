//! Compares the rules of chess with shakmaty's: positions, moves, their notation, and whole games.
//!
//! If `DESTRIER_DATA` names a folder, the tests also read its games and puzzles.

#[path = "support/data.rs"]
mod data;

#[path = "rules/oracle.rs"]
mod oracle;
#[path = "rules/pseudo_legal.rs"]
mod pseudo_legal;

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
