//! The time that the players of a game have.

use crate::formats::pgn::Tags;
use serde::Serialize;
use std::fmt;
use std::str::FromStr;

/// The time that the players have: as the tag has it, or how fast that is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum TimeControl {
    /// The text of the tag, `600+5` or `-`.
    Exactly(String),
    /// Any of a speed.
    Speed(Speed),
}

/// Why a text is not a time control.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "a time control is `ultrabullet`, `bullet`, `blitz`, `rapid`, `classical` or `correspondence`, or what the tag \
     `TimeControl` says, such as `600+5` or `-`"
)]
pub struct ParseTimeControlError;

impl TimeControl {
    pub(super) fn is_that_of(&self, tags: &Tags<'_>) -> bool {
        tags.get("TimeControl").is_some_and(|tag| match self {
            Self::Exactly(text) => tag.raw_value == text.as_bytes(),
            Self::Speed(speed) => Speed::of(tag.raw_value) == Some(*speed),
        })
    }
}

/// The name of a speed, or a text that a tag may hold: `-` or one with a digit.
impl FromStr for TimeControl {
    type Err = ParseTimeControlError;

    fn from_str(text: &str) -> Result<Self, ParseTimeControlError> {
        let text = text.trim();
        match Speed::ALL.into_iter().find(|speed| speed.name().eq_ignore_ascii_case(text)) {
            Some(speed) => Ok(Self::Speed(speed)),
            None if text == "-" || text.bytes().any(|byte| byte.is_ascii_digit()) => {
                Ok(Self::Exactly(text.to_owned()))
            }
            None => Err(ParseTimeControlError),
        }
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exactly(text) => f.pad(text),
            Self::Speed(speed) => speed.fmt(f),
        }
    }
}

/// How fast a game is, as Lichess names it, by the time that a player may take for 40 moves: the seconds of all periods
/// and 40 times the increment, the largest one where periods differ. `40/7200:3600` gives 10,800 seconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Speed {
    /// Less than 30 seconds.
    UltraBullet,
    /// From 30 seconds to less than 3 minutes.
    Bullet,
    /// From 3 minutes to less than 8.
    Blitz,
    /// From 8 minutes to less than 25.
    Rapid,
    /// From 25 minutes.
    Classical,
    /// No clock, `-`, or a period of a day or more, like the `1/86400` of a move a day.
    Correspondence,
}

impl Speed {
    /// The speeds, the fastest first.
    pub const ALL: [Self; 6] =
        [Self::UltraBullet, Self::Bullet, Self::Blitz, Self::Rapid, Self::Classical, Self::Correspondence];

    /// `ultrabullet`, `bullet`, `blitz`, `rapid`, `classical` or `correspondence`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::UltraBullet => "ultrabullet",
            Self::Bullet => "bullet",
            Self::Blitz => "blitz",
            Self::Rapid => "rapid",
            Self::Classical => "classical",
            Self::Correspondence => "correspondence",
        }
    }

    /// The speed of a game, `None` where its time control cannot be read.
    #[must_use]
    pub fn of_game(tags: &Tags<'_>) -> Option<Self> {
        tags.get("TimeControl").and_then(|tag| Self::of(tag.raw_value))
    }

    /// The speed of a time control, `None` where it cannot be read.
    ///
    /// Its periods are parted by `:`, each `SECONDS`, `SECONDS+INCREMENT`, with `MOVES/` before it, or `*SECONDS` for a
    /// sandclock.
    fn of(time_control: &[u8]) -> Option<Self> {
        const DAY: f64 = 86_400.0;
        let time_control = std::str::from_utf8(time_control).ok()?.trim();
        if time_control == "-" {
            return Some(Self::Correspondence);
        }
        let (mut base, mut increment): (f64, f64) = (0.0, 0.0);
        for period in time_control.split(':') {
            let time = match period.split_once('/') {
                Some((moves, time)) if moves.parse::<u32>().is_ok() => time,
                // Such as `G/60`, of minutes, which the standard does not have.
                Some(_) => return None,
                None => period,
            };
            let time = time.strip_prefix('*').unwrap_or(time);
            let (seconds, added) = time.split_once('+').unwrap_or((time, "0"));
            let seconds = read_seconds(seconds)?;
            if seconds >= DAY {
                return Some(Self::Correspondence);
            }
            base += seconds;
            increment = increment.max(read_seconds(added)?);
        }
        Some(match base + 40.0 * increment {
            ..30.0 => Self::UltraBullet,
            ..180.0 => Self::Bullet,
            ..480.0 => Self::Blitz,
            ..1500.0 => Self::Rapid,
            _ => Self::Classical,
        })
    }
}

/// Digits, with a fraction in games of engines.
fn read_seconds(text: &str) -> Option<f64> {
    // Numbers like `inf` and `1e9` are none here.
    text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'.')).then(|| text.parse().ok()).flatten()
}

impl fmt::Display for Speed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
