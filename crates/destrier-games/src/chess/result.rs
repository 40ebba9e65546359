//! Game results.

use serde::Serialize;
use std::fmt;
use std::str::FromStr;

/// The result of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum GameResult {
    /// `1-0`.
    #[serde(rename = "1-0")]
    WhiteWon,
    /// `0-1`.
    #[serde(rename = "0-1")]
    BlackWon,
    /// `1/2-1/2`. Also parsed from `1/2`, `½-½` and `½`.
    #[serde(rename = "1/2-1/2")]
    Draw,
    /// `*`: unfinished or unknown. Games without a result have this one.
    #[serde(rename = "*")]
    Unknown,
}

/// The error for text that is not a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected `1-0`, `0-1`, `1/2-1/2` or `*`")]
pub struct ParseGameResultError;

impl FromStr for GameResult {
    type Err = ParseGameResultError;

    fn from_str(result: &str) -> Result<Self, ParseGameResultError> {
        match result {
            "1-0" => Ok(Self::WhiteWon),
            "0-1" => Ok(Self::BlackWon),
            "1/2-1/2" | "1/2" | "½-½" | "½" => Ok(Self::Draw),
            "*" => Ok(Self::Unknown),
            _ => Err(ParseGameResultError),
        }
    }
}

impl GameResult {
    /// All results.
    pub const ALL: [Self; 4] = [Self::WhiteWon, Self::BlackWon, Self::Draw, Self::Unknown];

    /// Returns the result as it is written.
    pub(crate) const fn text(self) -> &'static str {
        match self {
            Self::WhiteWon => "1-0",
            Self::BlackWon => "0-1",
            Self::Draw => "1/2-1/2",
            Self::Unknown => "*",
        }
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.text())
    }
}
