//! Filters for games, and the replay of their moves.

mod date;
mod filter;
mod player;
mod replay;
mod time_control;

pub use date::{Date, ParseDateError};
pub use filter::GameFilter;
pub use player::{Colors, ParsePlayerError, Player};
pub use time_control::{ParseSpeedError, Speed};
