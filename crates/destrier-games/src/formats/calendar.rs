//! Numbers of days.

/// Returns year, month and day of a day with a number, counted from 1970-01-01 as 0; `None` outside of the years 1 to
/// 9999.
pub(crate) fn date_of_day(days: i32) -> Option<(u16, u8, u8)> {
    // Years that begin in March have their leap day at the end. 400 years have 146,097 days.
    let days = days.checked_add(719_468)?;
    let (era, day) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (month, next) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    let year = u16::try_from(400 * era + year + next).ok().filter(|year| (1..=9999).contains(year))?;
    Some((year, month.try_into().ok()?, day.try_into().ok()?))
}

/// Returns the number of a day, counted from 1970-01-01 as 0.
#[cfg(feature = "files")]
pub(crate) fn day_of_date(year: u16, month: u8, day: u8) -> i32 {
    let (year, month, day) = (i32::from(year), i32::from(month), i32::from(day));
    // Years that begin in March have their leap day at the end.
    let (year, month) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
    let before_year = 365 * year + year / 4 - year / 100 + year / 400;
    before_year + (153 * month + 2) / 5 + day - 1 - 719_468
}
