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
        let date = |name| tags.get(name).and_then(|tag| Date::of_tag(tag.raw_value));
        date("UTCDate")
            .or_else(|| date("Date"))
            .is_some_and(|date| date.may_be_within(self.since, self.until))
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
            let time = period.split_once('/').map_or(period, |(_moves, time)| time);
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
mod tests {
    use super::*;

    #[test]
    fn a_date_is_after_another_when_none_of_its_days_is_in_it() {
        let date = |text: &str| text.parse::<Date>().unwrap();
        for (since, until, after) in [
            ("2021-10", "2021-10", false),
            ("2021", "2021-01-01", false),
            ("2021-10-02", "2021-10", false),
            ("2021-11", "2021-10", true),
            ("2021-10-02", "2021-10-01", true),
            ("2022", "2021-12-31", true),
        ] {
            assert_eq!(date(since).is_after(date(until)), after, "{since} {until}");
        }
    }

    /// Whether a filter admits a game of these tags.
    fn admits(filter: &GameFilter, tags: &str) -> bool {
        filter.admits(&Tags::read(tags.as_bytes()))
    }

    #[test]
    fn no_condition_admits_all() {
        for tags in ["", "[White \"x\"]", "[Result \"nonsense\"]\n[Date \"soon\"]"] {
            assert!(admits(&GameFilter::default(), tags));
        }
    }

    #[test]
    fn both_ratings_count_and_a_puzzles_own() {
        let filter = GameFilter { min_elo: Some(2000), ..GameFilter::default() };
        for (tags, admitted) in [
            ("[WhiteElo \"2000\"][BlackElo \"2000\"]", true),
            ("[WhiteElo \" 2300 \"][BlackElo \"2100\"]", true),
            ("[WhiteElo \"2000\"][BlackElo \"1999\"]", false),
            ("[WhiteElo \"1999\"][BlackElo \"2000\"]", false),
            ("[WhiteElo \"2800\"]", false),
            ("[WhiteElo \"2800\"][BlackElo \"?\"]", false),
            ("[WhiteElo \"2800\"][BlackElo \"-\"]", false),
            ("[WhiteElo \"2800\"][BlackElo \"99999999999\"]", false),
            ("[Rating \"2000\"]", true),
            ("[Rating \"1999\"]", false),
            ("[WhiteElo \"?\"][BlackElo \"?\"][Rating \"2500\"]", false),
            ("[WhiteElo \"1000\"][BlackElo \"1000\"][Rating \"2500\"]", false),
            ("", false),
        ] {
            assert_eq!(admits(&filter, tags), admitted, "{tags}");
        }
        let any = GameFilter { min_elo: Some(0), ..GameFilter::default() };
        assert!(admits(&any, "[WhiteElo \"1\"][BlackElo \"1\"]"));
        assert!(!admits(&any, "[WhiteElo \"0\"][BlackElo \"1\"]"), "0 is no rating");
    }

    #[test]
    fn a_player_is_a_whole_name_or_what_stands_before_a_comma_or_space() {
        for (name, tag, same) in [
            ("Carlsen", "Carlsen", true),
            ("carlsen", "CARLSEN", true),
            ("Carlsen", "Carlsen, Magnus", true),
            ("Carlsen", "Carlsen,M", true),
            ("Carlsen", "Carlsen M", true),
            ("Carlsen", "Carlsen\u{a0}M", true),
            (" Carlsen ", " Carlsen\tM ", true),
            ("Carlsen, Magnus", "carlsen, magnus", true),
            ("Carlsen, Magnus", "Carlsen", false),
            ("Carlsen", "Carlsen99", false),
            ("Carlsen", "Magnus Carlsen", false),
            ("Carlsen", "Carlse", false),
            ("Carlsen,", "Carlsen, Magnus", false),
            ("müller", "MÜLLER", true),
            ("ŁÓDŹ", "łódź, a", true),
            ("Müller", "Muller", false),
            ("a\"b", "a\\\"b", true),
            ("Carlsen", "?", false),
            ("Carlsen", "", false),
        ] {
            let filter = GameFilter { player: Some(name.parse().unwrap()), ..GameFilter::default() };
            for (tag_name, colors) in [
                ("White", Colors { white: same, black: false }),
                ("Black", Colors { white: false, black: same }),
            ] {
                let text = format!("[{tag_name} \"{tag}\"]");
                assert_eq!(admits(&filter, &text), same, "{name}: {text}");
                assert_eq!(filter.colors(&Tags::read(text.as_bytes())), colors, "{name}: {text}");
            }
            assert!(!admits(&filter, &format!("[WhiteTeam \"{name}\"]")));
        }
        let latin_1 = Tags::read(b"[Black \"M\xdcLLER, Karl\"]");
        let filter = GameFilter { player: Some("müller".parse().unwrap()), ..GameFilter::default() };
        assert!(filter.admits(&latin_1));
    }

    #[test]
    fn a_player_may_have_both_colors_or_none() {
        let tags = Tags::read(b"[White \"Me, A\"][Black \"me\"]");
        let filter = GameFilter { player: Some("Me".parse().unwrap()), ..GameFilter::default() };
        let colors = filter.colors(&tags);
        assert!(colors.contains(Color::White) && colors.contains(Color::Black));
        assert_eq!(filter.colors(&Tags::default()), Colors::NONE);
        assert_eq!(GameFilter::default().colors(&tags), Colors::NONE);
        for unnamed in ["", " ", "?"] {
            assert_eq!(unnamed.parse::<Player>(), Err(ParsePlayerError));
        }
    }

    #[test]
    fn results() {
        use GameResult::{BlackWon, Draw, Unknown, WhiteWon};
        for (tag, expected) in [
            ("[Result \"1-0\"]", Some(WhiteWon)),
            ("[Result \"0-1 \"]", Some(BlackWon)),
            ("[Result \"1/2-1/2\"]", Some(Draw)),
            ("[Result \"1/2\"]", Some(Draw)),
            ("[Result \"½-½\"]", Some(Draw)),
            ("[Result \"*\"]", Some(Unknown)),
            ("[Result \"?\"]", Some(Unknown)),
            ("[Result \"\"]", Some(Unknown)),
            ("", Some(Unknown)),
            ("[Result \"1-0 forfeit\"]", None),
        ] {
            for result in [WhiteWon, BlackWon, Draw, Unknown] {
                let filter = GameFilter { result: Some(result), ..GameFilter::default() };
                assert_eq!(admits(&filter, tag), expected == Some(result), "{result}: {tag}");
                assert_eq!(result.to_string().parse(), Ok(result));
                assert_eq!(serde_json::to_value(result).unwrap(), result.to_string());
            }
        }
        assert_eq!(["1/2", "½-½", "½"].map(str::parse), [Ok(Draw); 3]);
        assert_eq!(
            ["", "1-1", "white", "1 - 0"].map(str::parse::<GameResult>),
            [Err(ParseGameResultError); 4]
        );
    }

    #[test]
    fn openings_begin_with_a_prefix() {
        for (prefix, tag, admitted) in [
            ("B", "[ECO \"B20\"]", true),
            ("b2", "[ECO \"B20\"]", true),
            ("B20", "[ECO \"b20\"]", true),
            ("B20", "[ECO \"B2\"]", false),
            ("B21", "[ECO \"B20\"]", false),
            ("B", "[ECO \"?\"]", false),
            ("B", "[Opening \"B20\"]", false),
            ("B", "", false),
        ] {
            let filter = GameFilter { eco: Some(prefix.into()), ..GameFilter::default() };
            assert_eq!(admits(&filter, tag), admitted, "{prefix}: {tag}");
        }
    }

    #[test]
    fn dates_are_read_and_written() {
        for (text, written) in [
            ("2020", "2020"),
            ("2020-05", "2020-05"),
            ("2020.5.6", "2020-05-06"),
            (" 2020/12/31 ", "2020-12-31"),
            ("2020-02-29", "2020-02-29"),
            ("2000-02-29", "2000-02-29"),
        ] {
            assert_eq!(text.parse::<Date>().unwrap().to_string(), written);
        }
        for text in [
            "",
            "20",
            "02020",
            "0000",
            "20x0",
            "2020-",
            "2020-05-",
            "2020-05-06-07",
            "2020-005",
            "05-2020",
            "+202",
            "today",
            "2020-??",
        ] {
            assert_eq!(text.parse::<Date>(), Err(ParseDateError::Form), "{text}");
        }
        assert_eq!("2020-13".parse::<Date>(), Err(ParseDateError::Month(13)));
        assert_eq!("2020-00-10".parse::<Date>(), Err(ParseDateError::Month(0)));
        for (text, days) in [
            ("2021-02-30", 28),
            ("1900-02-29", 28),
            ("2020-02-30", 29),
            ("2020-04-31", 30),
            ("2020-05-00", 31),
        ] {
            let error = text.parse::<Date>().unwrap_err();
            assert!(matches!(error, ParseDateError::Day { days: d, .. } if d == days), "{text}: {error}");
        }
        assert_eq!(
            "2021-02-30".parse::<Date>().unwrap_err().to_string(),
            "2021-02 has no day 30: its days are 01 to 28"
        );
    }

    #[test]
    fn the_date_of_a_game() {
        let filter = |since: &str, until: &str| GameFilter {
            since: since.parse().ok(),
            until: until.parse().ok(),
            ..GameFilter::default()
        };
        for (since, until, tags, admitted) in [
            ("2020-05", "", "[UTCDate \"2020.05.01\"]", true),
            ("2020-05", "", "[UTCDate \"2020.04.30\"]", false),
            ("", "2020-05", "[UTCDate \"2020.05.31\"]", true),
            ("", "2020-05", "[UTCDate \"2020.06.01\"]", false),
            ("", "2020", "[Date \"2020.12.31\"]", true),
            ("2020-05-16", "2020-05-16", "[Date \"2020-05-16\"]", true),
            ("2020-05-16", "2020-05-16", "[Date \"2020/5/17\"]", false),
            ("2020-05-16", "", "[Date \"2020.05.??\"]", true),
            ("2020-06-01", "", "[Date \"2020.05.??\"]", false),
            ("2020-12-31", "", "[Date \"2020.??.??\"]", true),
            ("2020-12-31", "", "[Date \"2020\"]", true),
            ("2020-12-20", "", "[Date \"2020.??.15\"]", false),
            ("2020-05-20", "2020-06-10", "[Date \"2020.??.15\"]", false),
            ("2020-06", "2020-06", "[Date \"2020.??.31\"]", false),
            ("2021-02", "2021-02", "[Date \"2021.02.30\"]", true),
            ("2021-02", "2021-02", "[Date \"2021.13.99\"]", true),
            ("1851", "", "[Date \"????.??.??\"]", false),
            ("1851", "", "[Date \"19??.??.??\"]", false),
            ("1851", "", "[Date \"?\"]", false),
            ("1851", "", "[EventDate \"2020.05.01\"]", false),
            ("1851", "", "", false),
            ("2020", "", "[Date \"2019.12.31\"][UTCDate \"2020.01.01\"]", true),
            ("2020", "", "[Date \"2020.01.01\"][UTCDate \"2019.12.31\"]", false),
            ("2020", "", "[Date \"2020.01.01\"][UTCDate \"????.??.??\"]", true),
        ] {
            assert_eq!(admits(&filter(since, until), tags), admitted, "{since} to {until}: {tags}");
        }
    }

    /// A game is admitted if, of the days that its date may be, one is in the span: every day looked at.
    #[test]
    fn dates_with_unknown_parts_are_those_of_any_day_they_may_be() {
        let mut random = fastrand::Rng::with_seed(3);
        let days: Vec<(u16, u8, u8)> = (2019..=2021)
            .flat_map(|year| {
                (1..=12).flat_map(move |month| (1..=days_of(year, month)).map(move |day| (year, month, day)))
            })
            .collect();
        assert_eq!(days.len(), 3 * 365 + 1);
        let mut admitted_ones = 0;
        for _ in 0..2000 {
            let (mut from, mut to) = (random.usize(..days.len()), random.usize(..days.len()));
            if random.bool() {
                to = to.min(from + random.usize(..60));
            } else if random.u8(..8) > 0 && from > to {
                (from, to) = (to, from);
            }
            let (year, month, day) = days[random.usize(..days.len())];
            let (month, day) = (random.bool().then_some(month), random.bool().then_some(day));
            let span = days.get(from..=to).unwrap_or_default();
            let admitted = span.iter().any(|&(y, m, d)| {
                y == year && month.is_none_or(|month| m == month) && day.is_none_or(|day| d == day)
            });
            admitted_ones += u32::from(admitted);
            let part = |part: Option<u8>| part.map_or("??".to_owned(), |part| format!("{part:02}"));
            let tags = format!("[Date \"{year}.{}.{}\"]", part(month), part(day));
            let date = |(y, m, d): (u16, u8, u8)| format!("{y}-{m}-{d}").parse().ok();
            let filter =
                GameFilter { since: date(days[from]), until: date(days[to]), ..GameFilter::default() };
            assert_eq!(admits(&filter, &tags), admitted, "{tags} {:?} to {:?}", days[from], days[to]);
        }
        assert!((200..1800).contains(&admitted_ones), "{admitted_ones}");
    }

    #[test]
    fn time_controls_exactly_and_by_speed() {
        use Speed::{Blitz, Bullet, Classical, Correspondence, Rapid, UltraBullet};
        for (tag, speed) in [
            ("15+0", Some(UltraBullet)),
            ("29", Some(UltraBullet)),
            ("30+0", Some(Bullet)),
            ("10+0.1", Some(UltraBullet)),
            ("0+1", Some(Bullet)),
            ("179+0", Some(Bullet)),
            ("60+3", Some(Blitz)),
            ("180+0", Some(Blitz)),
            ("300+4", Some(Blitz)),
            ("300+5", Some(Rapid)),
            ("480+0", Some(Rapid)),
            ("600+5", Some(Rapid)),
            ("900+15", Some(Classical)),
            ("1500", Some(Classical)),
            ("40/7200:3600", Some(Classical)),
            ("40/240:60", Some(Blitz)),
            ("40/60:20/60:30+10", Some(Rapid)),
            ("60+3:30", Some(Blitz)),
            ("*180", Some(Blitz)),
            ("-", Some(Correspondence)),
            ("1/86400", Some(Correspondence)),
            ("1/259200", Some(Correspondence)),
            ("?", None),
            ("", None),
            ("fast", None),
            ("inf", None),
            ("1e3", None),
            ("300+", None),
            ("-300", None),
            (":", None),
            ("G/90;d5", None),
        ] {
            let tags = format!("[TimeControl \"{tag}\"]");
            for one in Speed::ALL {
                let filter = GameFilter { time_control: one.name().parse().ok(), ..GameFilter::default() };
                assert_eq!(filter.time_control, Some(TimeControl::Speed(one)));
                assert_eq!(admits(&filter, &tags), speed == Some(one), "{one}: {tags}");
                assert!(!admits(&filter, ""));
            }
            let Ok(exactly) = tag.parse() else { continue };
            let filter = GameFilter { time_control: Some(exactly), ..GameFilter::default() };
            assert!(admits(&filter, &tags), "{tags}");
            assert!(!admits(&filter, "[TimeControl \"7+7\"]") && !admits(&filter, ""));
        }
        assert_eq!("Blitz".parse(), Ok(TimeControl::Speed(Blitz)));
        assert_eq!("600+5".parse(), Ok(TimeControl::Exactly("600+5".into())));
        for text in ["", "?", "blits", "*"] {
            assert_eq!(text.parse::<TimeControl>(), Err(ParseTimeControlError));
        }
    }

    /// A random filter admits what each of its conditions admits alone.
    #[test]
    fn all_conditions_must_hold() {
        let mut random = fastrand::Rng::with_seed(7);
        let texts = [
            "Ann",
            "Bob, C",
            "1-0",
            "*",
            "B20",
            "C4",
            "2000",
            "1500",
            "2020.05.16",
            "2019.??.??",
            "60+0",
            "600+5",
            "?",
            "\u{1}\\",
        ];
        let names = [
            "White",
            "Black",
            "Result",
            "ECO",
            "WhiteElo",
            "BlackElo",
            "UTCDate",
            "Date",
            "TimeControl",
            "Rating",
        ];
        let (mut admitted_ones, mut refused) = (0, 0);
        for _ in 0..20_000 {
            let mut text = String::new();
            for name in names {
                // Half of the values fit their tag.
                let fitting = match name {
                    "White" | "Black" => 0,
                    "Result" => 2,
                    "ECO" => 4,
                    "UTCDate" | "Date" => 8,
                    "TimeControl" => 10,
                    _ => 6,
                };
                let value =
                    if random.bool() { fitting + random.usize(..2) } else { random.usize(..texts.len()) };
                if random.u8(..8) > 0 {
                    text.push_str(&format!("[{name} \"{}\"]\n", texts[value]));
                }
            }
            let mut some = || random.u8(..4) == 0;
            let full = GameFilter {
                min_elo: some().then_some(1600),
                player: some().then(|| "bob".parse().unwrap()),
                result: some().then_some(GameResult::WhiteWon),
                eco: some().then(|| "b".into()),
                since: some().then(|| "2020-05".parse().unwrap()),
                until: some().then(|| "2019-06".parse().unwrap()),
                time_control: some().then_some(TimeControl::Speed(Speed::Bullet)),
            };
            let none = GameFilter::default();
            let alone = [
                GameFilter { min_elo: full.min_elo, ..none.clone() },
                GameFilter { player: full.player.clone(), ..none.clone() },
                GameFilter { result: full.result, ..none.clone() },
                GameFilter { eco: full.eco.clone(), ..none.clone() },
                GameFilter { since: full.since, until: full.until, ..none.clone() },
                GameFilter { time_control: full.time_control.clone(), ..none },
            ];
            let admitted = alone.iter().all(|filter| admits(filter, &text));
            assert_eq!(admits(&full, &text), admitted, "{full:?} {text}");
            if admitted { admitted_ones += 1 } else { refused += 1 }
        }
        assert!(admitted_ones > 1000 && refused > 1000, "{admitted_ones} {refused}");
    }

    #[test]
    fn conditions_can_be_written_down_and_compared() {
        let filter = GameFilter {
            player: "Carlsen".parse().ok(),
            result: "1/2".parse().ok(),
            time_control: "blitz".parse().ok(),
            ..GameFilter::default()
        };
        let json = serde_json::to_string(&filter).unwrap();
        assert_eq!(
            json,
            r#"{"min_elo":null,"player":"Carlsen","result":"1/2-1/2","eco":null,"since":null,"until":null,"#
                .to_owned()
                + r#""time_control":{"speed":"blitz"}}"#
        );
    }
}
