//! Dates of games.

use crate::formats::date_of_day;
#[cfg(feature = "files")]
use crate::formats::day_of_date;
use crate::formats::pgn::Tags;
use serde::Serialize;
use std::fmt;
use std::str::FromStr;

/// A day, a month or a year: `2020-05-16`, `2020-05` or `2020`. Separators are `-`, `.` or `/`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Date {
    year: u16,
    month: Option<u8>,
    /// A game's date may have a day without a known month.
    day: Option<u8>,
}

/// The error for text that is not a date.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseDateError {
    /// The form is wrong.
    #[error("expected `YYYY`, `YYYY-MM` or `YYYY-MM-DD`")]
    Form,
    /// The month does not exist.
    #[error("there is no month {0}: months are 01 to 12")]
    Month(u8),
    /// The month does not have this day.
    #[error("{year:04}-{month:02} has no day {day}: its days are 01 to {days}")]
    Day {
        /// The year.
        year: u16,
        /// The month.
        month: u8,
        /// The invalid day.
        day: u8,
        /// The number of days in the month.
        days: u8,
    },
}

impl Date {
    /// Returns the date of a game: its `UTCDate` or, if that has no year, its `Date`. A missing or invalid month or day
    /// is unknown.
    #[must_use]
    pub fn of_game(tags: &Tags<'_>) -> Option<Self> {
        ["UTCDate", "Date"].into_iter().find_map(|name| Self::of_tag(tags.get(name)?.raw_value))
    }

    /// Returns the year.
    #[must_use]
    pub const fn year(self) -> u16 {
        self.year
    }

    /// Returns the month, from 1 to 12.
    #[must_use]
    pub const fn month(self) -> Option<u8> {
        self.month
    }

    /// Returns the day, from 1 to 31. The day may be known even if the month is not.
    #[must_use]
    pub const fn day(self) -> Option<u8> {
        self.day
    }

    /// Returns whether its first day is after the last day of `other`. No date is then both since `self` and until
    /// `other`.
    #[must_use]
    pub fn is_after(self, other: Self) -> bool {
        self.first() > other.last()
    }

    /// Returns the day with a number, counted from 1970-01-01 as 0, or `None` outside of the years 1 to 9999.
    ///
    /// ```
    /// use destrier_games::Date;
    ///
    /// assert_eq!(Date::from_days_since_1970(18_398).unwrap().to_string(), "2020-05-16");
    /// ```
    #[must_use]
    pub fn from_days_since_1970(days: i32) -> Option<Self> {
        let (year, month, day) = date_of_day(days)?;
        Some(Self { year, month: Some(month), day: Some(day) })
    }

    /// Returns the number of the day, counted from 1970-01-01 as 0, or `None` if the day is unknown.
    #[cfg(feature = "files")]
    pub(crate) fn days_since_1970(self) -> Option<i32> {
        Some(day_of_date(self.year, self.month?, self.day?))
    }

    /// Parses the date in a tag, or returns `None` without a year. Invalid parts are unknown.
    fn of_tag(value: &[u8]) -> Option<Self> {
        let mut parts = value.split(|byte| matches!(byte, b'.' | b'-' | b'/'));
        let year = read_year(parts.next()?)?;
        let month = parts.next().and_then(read_number).filter(|month| (1..=12).contains(month));
        let days = month.map_or(31, |month| days_of(year, month));
        let day = parts.next().and_then(read_number).filter(|day| (1..=days).contains(day));
        Some(Self { year, month, day })
    }

    fn first(self) -> (u16, u8, u8) {
        (self.year, self.month.unwrap_or(1), self.day.unwrap_or(1))
    }

    fn last(self) -> (u16, u8, u8) {
        let month = self.month.unwrap_or(12);
        (self.year, month, self.day.unwrap_or_else(|| days_of(self.year, month)))
    }

    /// Returns whether its first day is before the first day of `other`.
    #[cfg(feature = "files")]
    pub(crate) fn begins_before(self, other: Self) -> bool {
        self.first() < other.first()
    }

    /// Returns whether one of the possible days is not before `since` and not after `until`.
    pub(super) fn may_be_within(self, since: Option<Self>, until: Option<Self>) -> bool {
        let months = self.month.map_or(1..=12, |month| month..=month);
        months.into_iter().any(|month| {
            let of_month = Self { month: Some(month), ..self };
            let first = since.map_or(of_month.first(), |since| since.first().max(of_month.first()));
            let last = until.map_or(of_month.last(), |until| until.last().min(of_month.last()));
            first <= last && self.day.is_none_or(|day| day <= days_of(self.year, month))
        })
    }
}

/// Returns the number of days in a month, from 1 to 12.
pub(super) const fn days_of(year: u16, month: u8) -> u8 {
    let is_leap_year = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    match month {
        2 if is_leap_year => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// Parses four digits that are not all 0.
fn read_year(digits: &[u8]) -> Option<u16> {
    (digits.len() == 4).then(|| decimal(digits)).flatten().filter(|&year| year > 0)
}

/// Parses one or two digits.
fn read_number(digits: &[u8]) -> Option<u8> {
    matches!(digits.len(), 1 | 2).then(|| decimal(digits)).flatten()?.try_into().ok()
}

/// Parses up to four digits.
fn decimal(digits: &[u8]) -> Option<u16> {
    digits
        .iter()
        .try_fold(0, |number, byte| byte.is_ascii_digit().then(|| 10 * number + u16::from(byte - b'0')))
}

impl FromStr for Date {
    type Err = ParseDateError;

    fn from_str(date: &str) -> Result<Self, ParseDateError> {
        let mut parts = date.trim().split(['-', '.', '/']).map(str::as_bytes);
        let year = parts.next().and_then(read_year).ok_or(ParseDateError::Form)?;
        let [month, day] = [parts.next(), parts.next()]
            .map(|part| part.map(|part| read_number(part).ok_or(ParseDateError::Form)).transpose());
        let (month, day) = (month?, day?);
        if parts.next().is_some() {
            return Err(ParseDateError::Form);
        }
        if let Some(month) = month {
            if !(1..=12).contains(&month) {
                return Err(ParseDateError::Month(month));
            }
            let days = days_of(year, month);
            if let Some(day) = day.filter(|day| !(1..=days).contains(day)) {
                return Err(ParseDateError::Day { year, month, day, days });
            }
        }
        Ok(Self { year, month, day })
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}", self.year)?;
        for part in [self.month, self.day].into_iter().flatten() {
            write!(f, "-{part:02}")?;
        }
        Ok(())
    }
}

#[cfg(feature = "files")]
#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn day_numbers_match_calendar() {
        let days = |date: &str| date.parse::<Date>().unwrap().days_since_1970();
        assert_eq!(days("1970-01-01"), Some(0));
        assert_eq!(days("1969-12-31"), Some(-1));
        assert_eq!(days("2000-02-29"), Some(11_016));
        assert_eq!(days("2000-03-01"), Some(11_017));
        assert_eq!(days("1900-03-01"), Some(-25_508));
        assert_eq!(days("0001-01-01"), Some(-719_162));
        assert_eq!(days("9999-12-31"), Some(2_932_896));
        assert_eq!((days("1992-11"), days("1992")), (None, None));
        for day in ["0001-01-01", "1900-03-01", "2000-02-29", "9999-12-31"] {
            assert_eq!(Date::from_days_since_1970(days(day).unwrap()).unwrap().to_string(), day);
        }
        for outside in [-719_163, 2_932_897, i32::MIN, i32::MAX] {
            assert_eq!(Date::from_days_since_1970(outside), None);
        }
        let mut last = days("1800-01-01").unwrap();
        for year in 1800..2200 {
            for month in 1..=12 {
                for day in 1..=31 {
                    let Ok(date) = format!("{year}-{month:02}-{day:02}").parse::<Date>() else { continue };
                    let number = date.days_since_1970().unwrap();
                    assert!(number - last <= 1, "{year}-{month}-{day}");
                    assert_eq!(Date::from_days_since_1970(number), Some(date));
                    last = number;
                }
            }
        }
        assert_eq!(Some(last), days("2199-12-31"));
    }
}
