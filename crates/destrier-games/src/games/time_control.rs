//! The speed of a game, from its time control.

use crate::formats::pgn::Tags;
use serde::Serialize;
use std::fmt;
use std::str::FromStr;

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

    /// Returns the speed of a game, from its tag `TimeControl`. `None` where the tag is missing or cannot be read.
    #[must_use]
    pub fn of_game(tags: &Tags<'_>) -> Option<Self> {
        Self::of(tags.get("TimeControl")?.raw_value)
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

/// Why a text is not a speed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a speed is `ultrabullet`, `bullet`, `blitz`, `rapid`, `classical` or `correspondence`")]
pub struct ParseSpeedError;

/// The name of a speed, in upper or lower case.
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
