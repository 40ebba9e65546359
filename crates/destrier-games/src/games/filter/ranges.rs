//! Decides from the ranges of values in a group of games whether one of them may meet a condition.

use crate::formats::{GameRanges, ValueRange};
use crate::games::Date;

impl GameRanges {
    /// Returns whether both ratings of a game may lie between two bounds.
    pub(super) fn may_be_rated(&self, least: i64, most: i64) -> bool {
        let may_fit = |range: &Option<ValueRange<i64>>| overlaps(range, least, most);
        let may_be_absent =
            |range: &Option<ValueRange<i64>>| range.as_ref().is_none_or(|range| range.may_be_absent);
        let Self { white_elo, black_elo, rating, .. } = self;
        // `Rating` stands for both ratings if both are missing.
        (may_fit(white_elo) && may_fit(black_elo))
            || (may_be_absent(white_elo) && may_be_absent(black_elo) && may_fit(rating))
    }

    /// Returns whether the date of a game may be `since` or later.
    pub(super) fn may_be_since(&self, since: Date) -> bool {
        overlaps(&self.year, since.year().into(), i64::MAX)
            && self.days().is_none_or(|(_, last)| !since.is_after(last))
    }

    /// Returns whether the date of a game may be `until` or earlier.
    pub(super) fn may_be_until(&self, until: Date) -> bool {
        overlaps(&self.year, i64::MIN, until.year().into())
            && self.days().is_none_or(|(first, _)| !first.is_after(until))
    }

    /// Returns the first and the last day, if all games have a full date.
    fn days(&self) -> Option<(Date, Date)> {
        // A game without a full date may still have a year.
        let Some(ValueRange { bounds: Some((first, last)), may_be_absent: false }) = self.date else {
            return None;
        };
        let day = |number: i64| i32::try_from(number).ok().and_then(Date::from_days_since_1970);
        Some((day(first)?, day(last)?))
    }

    /// Returns whether the `ECO` code of a game may begin with a prefix, ignoring case.
    pub(super) fn eco_may_begin_with(&self, prefix: &[u8]) -> bool {
        let Some(range) = &self.eco else { return true };
        let Some((first, last)) = &range.bounds else { return false };
        // Capital letters come before small ones.
        let lowest = prefix.to_ascii_uppercase();
        let mut highest = prefix.to_ascii_lowercase();
        if let (Some(letter), true) = (highest.first_mut(), last.first().is_some_and(|letter| *letter < b'a'))
        {
            letter.make_ascii_uppercase();
        }
        *last >= lowest && (*first <= highest || first.starts_with(&highest))
    }
}

/// Returns whether a value of the range may lie between two bounds.
const fn overlaps(range: &Option<ValueRange<i64>>, least: i64, most: i64) -> bool {
    match range {
        None => true,
        Some(ValueRange { bounds: None, .. }) => false,
        Some(ValueRange { bounds: Some((first, last)), .. }) => *first <= most && least <= *last,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::GameFilter;

    fn range<T>(first: T, last: T, may_be_absent: bool) -> Option<ValueRange<T>> {
        Some(ValueRange { bounds: Some((first, last)), may_be_absent })
    }

    #[test]
    fn ratings_are_compared_with_both_ranges() {
        let filter = |min_elo, max_elo| GameFilter { min_elo, max_elo, ..GameFilter::default() };
        let players = GameRanges {
            white_elo: range(1500, 1800, false),
            black_elo: range(1600, 1900, true),
            rating: Some(ValueRange::ABSENT),
            ..GameRanges::default()
        };
        for (least, most, may) in [
            (None, None, true),
            (Some(1800), None, true),
            (Some(1801), None, false),
            (None, Some(1600), true),
            (None, Some(1599), false),
            (Some(1801), Some(1850), false),
        ] {
            assert_eq!(filter(least, most).may_admit(&players), may, "{least:?} {most:?}");
        }
        assert!(filter(Some(3000), None).may_admit(&GameRanges::default()));
        let absent = || Some(ValueRange::ABSENT);
        let puzzles = GameRanges {
            white_elo: absent(),
            black_elo: absent(),
            rating: range(600, 2800, false),
            ..GameRanges::default()
        };
        assert!(filter(Some(2800), None).may_admit(&puzzles));
        assert!(!filter(Some(2801), None).may_admit(&puzzles));
        assert!(!filter(Some(1), None).may_admit(&GameRanges { rating: absent(), ..puzzles }));
    }

    #[test]
    fn dates_are_compared_by_day_or_year() {
        let day = |date: &str| i64::from(date.parse::<Date>().unwrap().days_since_1970().unwrap());
        let full = GameRanges {
            date: range(day("2021-10-05"), day("2021-12-31"), false),
            year: range(2021, 2021, false),
            ..GameRanges::default()
        };
        let partial = GameRanges { date: range(day("2021-10-05"), day("2021-12-31"), true), ..full.clone() };
        for (since, until, of_full, of_partial) in [
            ("2022", "2023", false, false),
            ("2021-12-31", "2023", true, true),
            ("2019", "2021-10-04", false, true),
            ("2019", "2021-10", true, true),
            ("2019", "2020", false, false),
        ] {
            let filter = GameFilter {
                since: Some(since.parse().unwrap()),
                until: Some(until.parse().unwrap()),
                ..GameFilter::default()
            };
            assert_eq!(filter.may_admit(&full), of_full, "{since} {until}");
            assert_eq!(filter.may_admit(&partial), of_partial, "{since} {until}");
            assert!(filter.may_admit(&GameRanges::default()));
            let undated = GameRanges { year: Some(ValueRange::ABSENT), ..GameRanges::default() };
            assert!(!filter.may_admit(&undated));
        }
    }

    #[test]
    fn prefixes_are_compared_without_case() {
        for (first, last, prefix, may) in [
            ("A10", "B20", "b2", true),
            ("A10", "B20", "b3", false),
            ("B10", "B20", "a", false),
            ("B10", "B20", "B0", false),
            ("B10", "B20", "b1", true),
            ("B10", "C20", "b99", true),
            ("B10", "b20", "b15", true),
            ("b10", "b20", "B15", true),
            ("C10", "C20", "", true),
        ] {
            let eco = range(first.as_bytes().to_vec(), last.as_bytes().to_vec(), true);
            let ranges = GameRanges { eco, ..GameRanges::default() };
            let filter = GameFilter { eco: Some(prefix.to_owned()), ..GameFilter::default() };
            assert_eq!(filter.may_admit(&ranges), may, "{first} {last} {prefix}");
        }
    }
}
