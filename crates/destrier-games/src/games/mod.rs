//! Filters for games, and the replay of their moves.

mod date;
mod filter;
mod opening;
mod player;
mod recognition;
mod relative_date;
mod replay;
mod spellings;
mod time_control;

pub use date::{Date, ParseDateError};
pub use filter::{CONDITIONS, Condition, ConditionKind, ContradictoryFilter, GameFilter};
pub use opening::opening_name;
#[cfg(feature = "files")]
pub(crate) use opening::{OPENING_TAGS, opening_family};
pub use player::{Colors, ParsePlayerError, Player};
pub use recognition::{NamesOfGames, Recognized};
pub use relative_date::{DateOption, ParseDateOptionError, WrongClock};
#[cfg(feature = "files")]
pub(crate) use spellings::{Spellings, without_case};
#[cfg(feature = "files")]
pub(crate) use time_control::in_seconds;
pub use time_control::{ParseSpeedError, Speed};
