//! Filters for games, and the replay of their moves.

mod date;
mod filter;
mod player;
#[cfg(feature = "files")]
mod relative_date;
mod replay;
mod time_control;

pub use date::{Date, ParseDateError};
pub use filter::{ContradictoryFilter, GameFilter};
pub use player::{Colors, ParsePlayerError, Player};
#[cfg(feature = "files")]
pub use relative_date::{DateOption, ParseDateOptionError, WrongClock};
pub use time_control::{ParseSpeedError, ParseTimeControlError, Speed, parse_time_control};
