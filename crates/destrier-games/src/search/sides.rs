//! Conditions on the side that has a pattern.

use serde::Serialize;
use std::fmt;
use std::str::FromStr;

/// The player that the game filter names, or the opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum PlayerSide {
    /// The player.
    Player,
    /// The opponent.
    Opponent,
}

/// The error for a text that is neither `player` nor `opponent`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected `player` or `opponent`")]
pub struct ParseSideError;

/// Parses `player` or `opponent`.
impl FromStr for PlayerSide {
    type Err = ParseSideError;

    fn from_str(name: &str) -> Result<Self, ParseSideError> {
        match name {
            "player" => Ok(Self::Player),
            "opponent" => Ok(Self::Opponent),
            _ => Err(ParseSideError),
        }
    }
}

/// A range of ratings, inclusive at both ends.
///
/// ```
/// use destrier_games::RatingRange;
///
/// let ratings: RatingRange = "1600-1800".parse()?;
/// assert!(ratings.contains(1600) && !ratings.contains(1801));
/// assert!("2200-".parse::<RatingRange>()?.contains(2900));
/// # Ok::<(), destrier_games::ParseRatingRangeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct RatingRange {
    /// The lowest rating.
    pub lowest: u16,
    /// The highest rating.
    pub highest: u16,
}

/// The error for a text that is not a rating range.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a rating range such as 1600-1800, 1600- or -1800")]
pub struct ParseRatingRangeError;

impl RatingRange {
    /// Returns whether the range contains a rating.
    #[must_use]
    pub const fn contains(self, rating: u16) -> bool {
        self.lowest <= rating && rating <= self.highest
    }
}

/// Parses `A-B`, `A-` or `-B`.
impl FromStr for RatingRange {
    type Err = ParseRatingRangeError;

    fn from_str(text: &str) -> Result<Self, ParseRatingRangeError> {
        let (lowest, highest) = text.trim().split_once('-').ok_or(ParseRatingRangeError)?;
        let is_empty = lowest.trim().is_empty() && highest.trim().is_empty();
        let [lowest, highest] = [(lowest, 0), (highest, u16::MAX)].map(|(end, default)| match end.trim() {
            "" => Ok(default),
            number => number.parse().map_err(|_| ParseRatingRangeError),
        });
        let range = Self { lowest: lowest?, highest: highest? };
        (!is_empty && range.lowest <= range.highest).then_some(range).ok_or(ParseRatingRangeError)
    }
}

/// Writes `A-B`, `A-` or `-B`.
impl fmt::Display for RatingRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.lowest, self.highest) {
            (0, highest) => write!(f, "-{highest}"),
            (lowest, u16::MAX) => write!(f, "{lowest}-"),
            (lowest, highest) => write!(f, "{lowest}-{highest}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sides_are_parsed() {
        assert_eq!(
            ["player", "opponent"].map(str::parse),
            [Ok(PlayerSide::Player), Ok(PlayerSide::Opponent)]
        );
        assert_eq!("white".parse::<PlayerSide>(), Err(ParseSideError));
    }

    #[test]
    fn ranges_have_one_or_two_ends() {
        let range = |text: &str| text.parse::<RatingRange>().map(|range| (range.lowest, range.highest));
        assert_eq!(range("1600-1800"), Ok((1600, 1800)));
        assert_eq!(range(" 1600 - "), Ok((1600, u16::MAX)));
        assert_eq!(range("-1800"), Ok((0, 1800)));
        assert_eq!(range("0-0"), Ok((0, 0)));
        for text in ["", "-", "1600", "1800-1600", "a-b", "1-70000", "1--2"] {
            assert_eq!(range(text), Err(ParseRatingRangeError), "{text}");
        }
        for text in ["1600-1800", "1600-", "-1800"] {
            assert_eq!(text.parse::<RatingRange>().unwrap().to_string(), text);
        }
    }
}
