//! Dates in options, some relative to today.

use super::date::{Date, ParseDateError};
use serde::Serialize;
use std::str::FromStr;
#[cfg(feature = "files")]
use std::time::{SystemTime, UNIX_EPOCH};

/// A date as a user writes it: `2021`, `2021-10`, `2021-10-05`, or `30d` for 30 days ago.
///
/// ```
/// use destrier_games::DateOption;
///
/// let option: DateOption = "30d".parse()?;
/// // 2020-03-01 is day 18,322.
/// assert_eq!(option.date(18_322).unwrap().to_string(), "2020-01-31");
/// # Ok::<(), destrier_games::ParseDateOptionError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum DateOption {
    /// A day, a month or a year.
    Date(Date),
    /// A number of days before today.
    DaysAgo(u16),
}

impl DateOption {
    /// Returns today in UTC, in days since 1970.
    #[cfg(feature = "files")]
    #[must_use]
    pub fn today() -> i32 {
        let seconds = match SystemTime::now().duration_since(UNIX_EPOCH) {
            Ok(since) => i64::try_from(since.as_secs()).unwrap_or(i64::MAX),
            Err(before) => i64::try_from(before.duration().as_secs()).map_or(i64::MIN, |seconds| -seconds),
        };
        i32::try_from(seconds.div_euclid(86_400)).unwrap_or(i32::MAX)
    }

    /// Returns the date. `today` is in days since 1970.
    ///
    /// # Errors
    ///
    /// If the year is not within 1 to 9999.
    pub fn date(self, today: i32) -> Result<Date, WrongClock> {
        match self {
            Self::Date(date) => Ok(date),
            Self::DaysAgo(days) => {
                Date::from_days_since_1970(today.saturating_sub(days.into())).ok_or(WrongClock)
            }
        }
    }
}

/// The error for a relative date, if the system clock is far off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the system clock is wrong: its year is not within 1 to 9999")]
pub struct WrongClock;

/// The error for a text that is not a [`DateOption`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseDateOptionError {
    /// The text has another form.
    #[error("expected `YYYY`, `YYYY-MM`, `YYYY-MM-DD`, or `30d` for 30 days ago")]
    Form,
    /// Too many days.
    #[error("at most {}d", u16::MAX)]
    TooManyDays,
    /// There is no such date.
    #[error(transparent)]
    Date(ParseDateError),
}

impl FromStr for DateOption {
    type Err = ParseDateOptionError;

    fn from_str(text: &str) -> Result<Self, ParseDateOptionError> {
        if let Some(days) = text.trim().strip_suffix('d')
            && !days.is_empty()
            && days.bytes().all(|byte| byte.is_ascii_digit())
        {
            return days.parse().map(Self::DaysAgo).map_err(|_| ParseDateOptionError::TooManyDays);
        }
        text.parse().map(Self::Date).map_err(|error| match error {
            ParseDateError::Form => ParseDateOptionError::Form,
            error => ParseDateOptionError::Date(error),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_counted_back_from_today() {
        // 2020-03-01.
        let today = 18_322;
        for (text, date) in [
            ("0d", "2020-03-01"),
            ("1d", "2020-02-29"),
            ("30d", "2020-01-31"),
            (" 366d ", "2019-03-01"),
            ("65535d", "1840-09-26"),
            ("2020-02", "2020-02"),
            ("1999", "1999"),
        ] {
            let option: DateOption = text.parse().unwrap();
            let found = option.date(today).unwrap_or_else(|_| panic!("{text}"));
            assert_eq!(found.to_string(), date, "{text}");
        }
        for (text, message) in [
            ("d", "30d"),
            ("-1d", "30d"),
            ("+1d", "30d"),
            ("1 d", "30d"),
            ("30D", "30d"),
            ("4w", "30d"),
            ("65536d", "at most 65535d"),
            ("2020-13", "there is no month 13"),
        ] {
            assert!(text.parse::<DateOption>().unwrap_err().to_string().contains(message), "{text}");
        }
        assert!(DateOption::DaysAgo(1).date(i32::MIN).is_err());
    }
}
