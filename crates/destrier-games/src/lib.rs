//! placeholder
pub mod pgn;
