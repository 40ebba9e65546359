//! Which games are searched: conditions on their tags, seen to before any move is read.

use crate::pgn::Tags;
use destrier::Color;
use serde::Serialize;
use std::fmt;
use std::str::FromStr;

/// Which games are searched, by their tags. Each condition that is there must hold; `GameFilter::default()` admits all.
///
/// A tag that is missing, empty or `?` is unknown, and an unknown value meets no condition but the result `*`.
///
/// ```
/// use destrier_games::GameFilter;
/// use destrier_games::pgn::Tags;
///
/// let tags = Tags::read(b"[White \"Carlsen, Magnus\"]\n[UTCDate \"2020.05.16\"]\n[TimeControl \"180+2\"]\n\n1. e4 *");
/// let filter = GameFilter {
///     player: Some("carlsen".parse()?),
///     until: Some("2020-05".parse()?),
///     time_control: Some("blitz".parse()?),
///     ..GameFilter::default()
/// };
/// assert!(filter.admits(&tags));
/// assert!(!GameFilter { min_elo: Some(2500), ..filter }.admits(&tags));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct GameFilter {
    /// Both `WhiteElo` and `BlackElo` are numbers of at least this. Where there is neither tag, `Rating`, which
    /// puzzles have, stands for both. Ratings of 0 are none.
    pub min_elo: Option<u32>,
    /// `White` or `Black` is this player; see [`Player`].
    pub player: Option<Player>,
    /// `Result` is this; see [`GameResult`].
    pub result: Option<GameResult>,
    /// `ECO` begins with this, in upper or lower case.
    pub eco: Option<String>,
    /// The game may have been played on the first day of this date or later. Its date is `UTCDate` or, where that
    /// has no year, `Date`; where neither has one, the game is not admitted. A month or day that is not given, or
    /// cannot be, may be any. With [`until`](Self::until), there must be one day that is right for both.
    pub since: Option<Date>,
    /// The game may have been played on the last day of this date or earlier; as with [`since`](Self::since).
    pub until: Option<Date>,
    /// `TimeControl` is this or of this speed; see [`TimeControl`].
    pub time_control: Option<TimeControl>,
}

impl GameFilter {
    /// Whether a game is searched.
    #[must_use]
    pub fn admits(&self, tags: &Tags<'_>) -> bool {
        // The cheap conditions first.
        self.result.is_none_or(|result| GameResult::of(tags) == Some(result))
            && self.eco.as_deref().is_none_or(|prefix| eco_begins_with(tags, prefix.as_bytes()))
            && self.min_elo.is_none_or(|least| lower_rating(tags).is_some_and(|rating| rating >= least))
            && self.admits_date(tags)
            && self.time_control.as_ref().is_none_or(|wanted| wanted.is_that_of(tags))
            && self.player.as_ref().is_none_or(|player| player.colors(tags) != Colors::NONE)
    }

    /// The colors that [`player`](Self::player) has in a game; none where no player is named.
    #[must_use]
    pub fn colors(&self, tags: &Tags<'_>) -> Colors {
        self.player.as_ref().map_or(Colors::NONE, |player| player.colors(tags))
    }

    fn admits_date(&self, tags: &Tags<'_>) -> bool {
        if self.since.is_none() && self.until.is_none() {
            return true;
        }
        Date::of_game(tags).is_some_and(|date| date.may_be_within(self.since, self.until))
    }
}

fn eco_begins_with(tags: &Tags<'_>, prefix: &[u8]) -> bool {
    tags.get("ECO")
        .filter(|tag| !tag.is_unknown())
        .and_then(|tag| tag.raw_value.get(..prefix.len()))
        .is_some_and(|beginning| beginning.eq_ignore_ascii_case(prefix))
}

/// The lower one of the players' ratings, where both are known, or a puzzle's.
fn lower_rating(tags: &Tags<'_>) -> Option<u32> {
    let rating = |name| tags.value(name)?.trim().parse().ok().filter(|&rating: &u32| rating > 0);
    if tags.get("WhiteElo").is_none() && tags.get("BlackElo").is_none() {
        return rating("Rating");
    }
    Some(rating("WhiteElo")?.min(rating("BlackElo")?))
}

/// The colors that someone has in a game: one, or none, or both, as in games of analysis.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Colors {
    /// Whether White is among them.
    pub white: bool,
    /// Whether Black is among them.
    pub black: bool,
}

impl Colors {
    /// Neither color.
    pub const NONE: Self = Self { white: false, black: false };

    /// Whether a color is among them.
    #[must_use]
    pub const fn contains(self, color: Color) -> bool {
        match color {
            Color::White => self.white,
            Color::Black => self.black,
        }
    }
}

/// A player, by a name that is the whole tag or all that stands in it before the first comma or white space, in
/// upper or lower case: `carlsen` is `Carlsen`, `Carlsen, Magnus` and `Carlsen M`, not `Carlsen99` nor
/// `Magnus Carlsen`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Player {
    name: String,
}

/// Why a text does not name a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "a player is a name as the tags `White` and `Black` have it, or what stands there before a comma or space"
)]
pub struct ParsePlayerError;

impl Player {
    /// The colors that the player has in a game.
    fn colors(&self, tags: &Tags<'_>) -> Colors {
        let is_player = |name| tags.value(name).is_some_and(|value| self.has_name(value.trim()));
        Colors { white: is_player("White"), black: is_player("Black") }
    }

    fn has_name(&self, name: &str) -> bool {
        let surname = name.split(|c: char| c == ',' || c.is_whitespace()).next().unwrap_or_default();
        is_same(&self.name, name) || is_same(&self.name, surname)
    }
}

/// Whether two texts are the same in lower case.
fn is_same(a: &str, b: &str) -> bool {
    a.chars().flat_map(char::to_lowercase).eq(b.chars().flat_map(char::to_lowercase))
}

/// Any name but an empty one and `?`, which means unknown.
impl FromStr for Player {
    type Err = ParsePlayerError;

    fn from_str(name: &str) -> Result<Self, ParsePlayerError> {
        match name.trim() {
            "" | "?" => Err(ParsePlayerError),
            name => Ok(Self { name: name.to_owned() }),
        }
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.name)
    }
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum GameResult {
    /// `1-0`.
    #[serde(rename = "1-0")]
    WhiteWon,
    /// `0-1`.
    #[serde(rename = "0-1")]
    BlackWon,
    /// `1/2-1/2`; also read from `1/2`, `½-½` and `½`.
    #[serde(rename = "1/2-1/2")]
    Draw,
    /// `*`: not ended, or not known how. A game without the tag is one of these.
    #[serde(rename = "*")]
    Unknown,
}

/// Why a text is not a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a result is `1-0`, `0-1`, `1/2-1/2` or `*`")]
pub struct ParseGameResultError;

impl GameResult {
    /// The result of a game, `None` where its tag says something else.
    fn of(tags: &Tags<'_>) -> Option<Self> {
        tags.value("Result").map_or(Some(Self::Unknown), |value| value.trim().parse().ok())
    }
}

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

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::WhiteWon => "1-0",
            Self::BlackWon => "0-1",
            Self::Draw => "1/2-1/2",
            Self::Unknown => "*",
        })
    }
}

/// A day, a month or a year: `2020-05-16`, `2020-05` or `2020`, parted by `-`, `.` or `/`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Date {
    year: u16,
    month: Option<u8>,
    /// In a game's date, there may be a day of a month that is not known.
    day: Option<u8>,
}

/// Why a text is not a date.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseDateError {
    /// It is something else.
    #[error("a date is `YYYY`, `YYYY-MM` or `YYYY-MM-DD`")]
    Form,
    /// There is no such month.
    #[error("there is no month {0}: months are 01 to 12")]
    Month(u8),
    /// The month has no such day.
    #[error("{year:04}-{month:02} has no day {day}: its days are 01 to {days}")]
    Day {
        /// The year.
        year: u16,
        /// The month.
        month: u8,
        /// The day that there is not.
        day: u8,
        /// How many days the month has.
        days: u8,
    },
}

impl Date {
    /// When a game was played: its `UTCDate` or, where that has no year, its `Date`. A month or day that is not given, or
    /// cannot be, is unknown.
    #[must_use]
    pub fn of_game(tags: &Tags<'_>) -> Option<Self> {
        let date = |name| tags.get(name).and_then(|tag| Self::of_tag(tag.raw_value));
        date("UTCDate").or_else(|| date("Date"))
    }

    /// The year.
    #[must_use]
    pub const fn year(self) -> u16 {
        self.year
    }

    /// The month, from 1 to 12.
    #[must_use]
    pub const fn month(self) -> Option<u8> {
        self.month
    }

    /// The day, from 1 to 31; there may be one of a month that is not known.
    #[must_use]
    pub const fn day(self) -> Option<u8> {
        self.day
    }

    /// Whether its first day is after the other's last: nothing is both since it and until the other.
    #[must_use]
    pub fn is_after(self, other: Self) -> bool {
        self.first() > other.last()
    }

    /// What a tag tells of a game's date, if it tells the year. Parts that cannot be are unknown ones.
    fn of_tag(value: &[u8]) -> Option<Self> {
        let mut parts = value.split(|byte| matches!(byte, b'.' | b'-' | b'/'));
        let year = read_year(parts.next()?)?;
        let month = parts.next().and_then(read_number).filter(|month| (1..=12).contains(month));
        let days = month.map_or(31, |month| days_of(year, month));
        let day = parts.next().and_then(read_number).filter(|day| (1..=days).contains(day));
        Some(Self { year, month, day })
    }

    /// Its first day.
    fn first(self) -> (u16, u8, u8) {
        (self.year, self.month.unwrap_or(1), self.day.unwrap_or(1))
    }

    /// Its last day.
    fn last(self) -> (u16, u8, u8) {
        let month = self.month.unwrap_or(12);
        (self.year, month, self.day.unwrap_or_else(|| days_of(self.year, month)))
    }

    /// Whether one of the days that it may be is not before `since` and not after `until`.
    fn may_be_within(self, since: Option<Self>, until: Option<Self>) -> bool {
        let months = self.month.map_or(1..=12, |month| month..=month);
        months.into_iter().any(|month| {
            let of_month = Self { month: Some(month), ..self };
            let first = since.map_or(of_month.first(), |since| since.first().max(of_month.first()));
            let last = until.map_or(of_month.last(), |until| until.last().min(of_month.last()));
            first <= last && self.day.is_none_or(|day| day <= days_of(self.year, month))
        })
    }
}

/// The days of a month from 1 to 12.
const fn days_of(year: u16, month: u8) -> u8 {
    let is_leap_year = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    match month {
        2 if is_leap_year => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// Four digits that are not all 0.
fn read_year(digits: &[u8]) -> Option<u16> {
    (digits.len() == 4).then(|| decimal(digits)).flatten().filter(|&year| year > 0)
}

/// One digit or two.
fn read_number(digits: &[u8]) -> Option<u8> {
    matches!(digits.len(), 1 | 2).then(|| decimal(digits)).flatten()?.try_into().ok()
}

/// The number that at most four digits write.
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
        let mut number =
            || parts.next().map(|part| read_number(part).ok_or(ParseDateError::Form)).transpose();
        let (month, day) = (number()?, number()?);
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
    fn is_that_of(&self, tags: &Tags<'_>) -> bool {
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

#[cfg(test)]
mod tests;
