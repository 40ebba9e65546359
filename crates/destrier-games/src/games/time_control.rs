//! The speed of a game, from its time control.

use crate::formats::decimal;
use crate::formats::pgn::Tags;
use serde::Serialize;
use std::fmt;
use std::str::FromStr;

/// The speed of a game, with the names that Lichess uses.
///
/// The speed depends on a player's time for 40 moves: the seconds of all periods plus 40 times the increment. If
/// periods differ, the largest increment counts. For example, `40/7200:3600` gives 10,800 seconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Speed {
    /// Less than 30 seconds.
    UltraBullet,
    /// From 30 seconds to less than 3 minutes.
    Bullet,
    /// From 3 minutes to less than 8 minutes.
    Blitz,
    /// From 8 minutes to less than 25 minutes.
    Rapid,
    /// 25 minutes or more.
    Classical,
    /// No clock (`-`), or a period of a day or more, like the `1/86400` of one move per day.
    Correspondence,
}

/// Returns the text of a tag `TimeControl` without white space around it: `-`, or a text with a digit.
///
/// # Errors
///
/// If the text is something else, such as the name of a speed.
pub(super) fn time_control(text: &str) -> Result<String, String> {
    let text = text.trim();
    match text.parse::<Speed>() {
        Ok(speed) => Err(format!("`{speed}` is a speed, for the option `speed`")),
        _ if text == "-" || text.bytes().any(|byte| byte.is_ascii_digit()) => Ok(text.to_owned()),
        _ => Err("expected the text of a tag `TimeControl`, such as `600+5` or `-`; for a speed, use the option `speed`"
            .to_owned()),
    }
}

/// Returns a time control in seconds, if its text may be in minutes, as sites show it: `180+2` for `3+2`.
#[cfg(feature = "files")]
pub(crate) fn in_seconds(text: &str) -> Option<String> {
    let end = text.find('+').unwrap_or(text.len());
    let minutes = text[..end].parse::<u32>().ok().filter(|minutes| (1..180).contains(minutes))?;
    Some(format!("{}{}", 60 * minutes, &text[end..]))
}

impl Speed {
    /// All speeds, the fastest first.
    pub const ALL: [Self; 6] =
        [Self::UltraBullet, Self::Bullet, Self::Blitz, Self::Rapid, Self::Classical, Self::Correspondence];

    /// Returns the name: `ultrabullet`, `bullet`, `blitz`, `rapid`, `classical` or `correspondence`.
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

    /// Returns the speed of a game from its tag `TimeControl`, or `None` if the tag is missing or invalid.
    #[must_use]
    pub fn of_game(tags: &Tags<'_>) -> Option<Self> {
        Self::of(tags.get("TimeControl")?.raw_value)
    }

    /// Returns the speed of a time control, or `None` if it is invalid.
    ///
    /// Periods are separated by `:`. Each is `SECONDS` or `SECONDS+INCREMENT`, optionally after `MOVES/`, or `*SECONDS`
    /// for a sandclock.
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
                // For example `G/60`, which is in minutes and not in the PGN standard.
                Some(_) => return None,
                None => period,
            };
            let time = time.strip_prefix('*').unwrap_or(time);
            let (seconds, added) = time.split_once('+').unwrap_or((time, "0"));
            let seconds = decimal::read(seconds)?;
            if seconds >= DAY {
                return Some(Self::Correspondence);
            }
            base += seconds;
            increment = increment.max(decimal::read(added)?);
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

/// The error for text that is not a speed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected `ultrabullet`, `bullet`, `blitz`, `rapid`, `classical` or `correspondence`")]
pub struct ParseSpeedError;

/// Parses the name of a speed, ignoring case.
impl FromStr for Speed {
    type Err = ParseSpeedError;

    fn from_str(name: &str) -> Result<Self, ParseSpeedError> {
        Self::ALL.into_iter().find(|speed| speed.name().eq_ignore_ascii_case(name)).ok_or(ParseSpeedError)
    }
}

impl fmt::Display for Speed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
