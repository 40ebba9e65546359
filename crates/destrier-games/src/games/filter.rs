//! Filters for games, by tags and result, and the list of their conditions.

mod ranges;

use super::date::Date;
use super::opening::{OPENING_TAGS, opening_contains, opening_name};
use super::player::{Colors, Player, split_names};
use super::relative_date::DateOption;
use super::time_control::{Speed, time_control};
use crate::chess::GameResult;
use crate::formats::pgn::Tags;
use crate::formats::{Game, GameNeeds, GameRanges};
use serde::Serialize;
use std::borrow::Cow;
use std::fmt::Display;
use std::str::FromStr;

/// A filter for games. Every condition that is set must hold; `GameFilter::default()` admits all games.
///
/// A tag that is missing, empty or `?` is unknown. An unknown value meets no condition except the result `*`.
///
/// ```
/// use destrier_games::{Game, GameFilter, Reader, Speed};
///
/// let pgn = "[White \"Carlsen, Magnus\"]\n[UTCDate \"2020.05.16\"]\n[TimeControl \"180+2\"]\n\n1. e4 *";
/// let mut reader = Reader::games(pgn.as_bytes());
/// let game = Game::pgn(reader.next_record()?.unwrap());
/// let filter = GameFilter {
///     players: vec!["carlsen".parse()?, "Nakamura".parse()?],
///     until: Some("2020-05".parse()?),
///     speeds: vec![Speed::Blitz, Speed::Rapid],
///     ..GameFilter::default()
/// };
/// assert!(filter.admits(&game));
/// assert!(!GameFilter { min_elo: Some(2500), ..filter }.admits(&game));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct GameFilter {
    /// `White` or `Black` is one of these players; see [`Player`]. An empty list admits all players.
    pub players: Vec<Player>,
    /// Both `WhiteElo` and `BlackElo` are at least this. If both tags are missing, `Rating` stands for both, as in
    /// puzzles. A rating of 0 is unknown.
    pub min_elo: Option<u32>,
    /// Both ratings are at most this; see [`min_elo`](Self::min_elo).
    pub max_elo: Option<u32>,
    /// The result is this; see [`Game::result`].
    pub result: Option<GameResult>,
    /// `ECO` begins with this, ignoring case.
    pub eco: Option<String>,
    /// The name of the opening contains this, ignoring case; see [`opening_name`](crate::opening_name). Punctuation in
    /// this does not matter for names from chess.com, which have none.
    pub opening: Option<String>,
    /// The game may have been played on or after the first day of this date.
    ///
    /// The date of a game is `UTCDate` or, if that has no year, `Date`. If neither has a year, the game is not
    /// admitted. A missing or invalid month or day can be any. With [`until`](Self::until), a single day must meet both
    /// conditions.
    pub since: Option<Date>,
    /// The game may have been played on or before the last day of this date; see [`since`](Self::since).
    pub until: Option<Date>,
    /// `TimeControl` is exactly this.
    pub time_control: Option<String>,
    /// The game has one of these speeds; see [`Speed::of_game`]. An empty list admits all speeds.
    pub speeds: Vec<Speed>,
}

/// The error for a filter that admits no game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ContradictoryFilter {
    /// The first day is after the last.
    #[error("since {since} is after until {until}")]
    Dates {
        /// The first day.
        since: Date,
        /// The last day.
        until: Date,
    },
    /// The least rating is above the highest.
    #[error("min_elo {least} is above max_elo {most}")]
    Ratings {
        /// The least rating.
        least: u32,
        /// The highest rating.
        most: u32,
    },
}

impl GameFilter {
    /// Checks that the conditions on dates and ratings do not contradict each other.
    ///
    /// # Errors
    ///
    /// If they do.
    pub fn check(&self) -> Result<(), ContradictoryFilter> {
        if let (Some(since), Some(until)) = (self.since, self.until)
            && since.is_after(until)
        {
            return Err(ContradictoryFilter::Dates { since, until });
        }
        match (self.min_elo, self.max_elo) {
            (Some(least), Some(most)) if least > most => Err(ContradictoryFilter::Ratings { least, most }),
            _ => Ok(()),
        }
    }

    /// Returns whether a game meets all conditions.
    ///
    /// Reads only tags, unless [`result`](Self::result) is set and the tag `Result` does not say who won.
    #[must_use]
    pub fn admits(&self, game: &Game<'_>) -> bool {
        self.meets(CONDITIONS.iter().rev(), game)
    }

    /// Returns for each game whether it meets all conditions; `None` does. Only those that are set are tested.
    pub(crate) fn admit_all<'a>(&self, games: impl Iterator<Item = Option<&'a Game<'a>>>) -> Vec<bool> {
        let set: Vec<_> =
            CONDITIONS.iter().rev().filter(|condition| !(condition.values)(self).is_empty()).collect();
        games.map(|game| game.is_none_or(|game| self.meets(set.iter().copied(), game))).collect()
    }

    /// Returns whether a game meets some conditions. The last ones of the list are cheap, so they come first. Names are
    /// compared last, and the text of the game is seldom read.
    fn meets<'a>(&self, mut conditions: impl Iterator<Item = &'a Condition>, game: &Game<'_>) -> bool {
        conditions.all(|condition| (condition.admits)(self, game))
            && (self.since.is_none() || self.until.is_none() || is_dated(game, self.since, self.until))
    }

    /// Returns whether a game of the group may meet all conditions.
    #[cfg(feature = "files")]
    pub(crate) fn may_admit(&self, ranges: &GameRanges) -> bool {
        CONDITIONS.iter().all(|condition| (condition.may_admit)(self, ranges))
    }

    /// Returns the parts of games that the conditions need.
    #[must_use]
    pub fn game_needs(&self) -> GameNeeds {
        let needed = CONDITIONS.iter().filter(|condition| !(condition.values)(self).is_empty());
        needed.fold(GameNeeds::tags(&[]), |needs, condition| needs.and(GameNeeds::tags(condition.tags)))
    }

    /// Returns the colors that any of the [`players`](Self::players) has in a game.
    #[must_use]
    pub fn colors(&self, tags: &Tags<'_>) -> Colors {
        self.players.iter().fold(Colors::NONE, |colors, player| colors.union(player.colors(tags)))
    }
}

/// A condition that [`CONDITIONS`] lists. The options of the command and of the Python package are made from it.
///
/// ```
/// use destrier_games::{CONDITIONS, GameFilter};
///
/// let mut filter = GameFilter::default();
/// let condition = CONDITIONS.iter().find(|condition| condition.name == "min-elo").unwrap();
/// condition.parse(&mut filter, "2500", 0)?;
/// assert_eq!(filter, GameFilter { min_elo: Some(2500), ..GameFilter::default() });
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Condition {
    /// The name of the option, such as `min-elo`.
    pub name: &'static str,
    /// The placeholder of the value in help.
    pub placeholder: &'static str,
    /// The kind of value.
    pub kind: ConditionKind,
    /// A line that describes the option, and perhaps an empty line and details.
    pub help: &'static str,
    /// A verb phrase for the games that meet the condition. `{}` stands for the value.
    pub phrase: &'static str,
    /// The tags that the condition reads.
    pub tags: &'static [&'static str],
    /// Sets the condition to a value, or adds a name. The number is today's date in days since 1970.
    pub set: fn(&mut GameFilter, &str, i32) -> Result<(), String>,
    /// Returns the values, or nothing if the condition is not set.
    pub values: fn(&GameFilter) -> Vec<String>,
    /// Returns whether the condition is not set or a game meets it.
    pub admits: fn(&GameFilter, &Game<'_>) -> bool,
    /// Returns whether the condition is not set or a game of a group with these ranges may meet it.
    pub may_admit: fn(&GameFilter, &GameRanges) -> bool,
    /// Returns the names in a game of which the condition wants one. Messages suggest similar names.
    pub names: for<'a> fn(&Tags<'a>) -> Vec<Cow<'a, str>>,
    /// The characters that end the important part of such a name.
    pub name_ends: &'static [char],
}

/// The kind of value of a [`Condition`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConditionKind {
    /// A number.
    Number,
    /// A text.
    Text,
    /// A date, perhaps relative to today; see [`DateOption`].
    Date,
    /// Names. A comma separates them, except before white space.
    Names,
    /// Some of these names, separated by commas.
    SomeOf(&'static [&'static str]),
}

impl Condition {
    const UNNAMED: Self = Self {
        name: "",
        placeholder: "",
        kind: ConditionKind::Text,
        help: "",
        phrase: "",
        tags: &[],
        set: |_, _, _| Ok(()),
        values: |_| Vec::new(),
        admits: |_, _| true,
        may_admit: |_, _| true,
        names: |_| Vec::new(),
        name_ends: &[],
    };

    /// Sets the condition to the values in a text. `today` is in days since 1970.
    ///
    /// # Errors
    ///
    /// If a value is invalid. The error says why.
    pub fn parse(&self, filter: &mut GameFilter, text: &str, today: i32) -> Result<(), String> {
        let mut set = |text: &str| (self.set)(filter, text, today);
        match self.kind {
            ConditionKind::Names => split_names(text).into_iter().try_for_each(set),
            ConditionKind::SomeOf(_) => text.split(',').try_for_each(set),
            _ => set(text),
        }
    }
}

/// All conditions on games, in the order in which help shows them.
pub static CONDITIONS: [Condition; 10] = [
    Condition {
        name: "player",
        placeholder: "NAME",
        kind: ConditionKind::Names,
        help: "Only games of the player NAME; separate several names with commas\n\n\
            NAME must match the tag White or Black, either all of it or the part before the first comma or space. \
            Case does not matter. Carlsen matches \"Carlsen, Magnus\" and \"Carlsen M\", but not \"Carlsen99\" or \
            \"Magnus Carlsen\".\n\n\
            If a player has several names, give them all: `--player Spilmanchess,Spilman`, or repeat the option. \
            A comma followed by a space is part of a name: \"Carlsen, Magnus\" is one name.",
        phrase: "has a player named {}",
        tags: &["White", "Black"],
        set: |filter, text, _| parsed(text).map(|player| filter.players.push(player)),
        values: |filter| texts(&filter.players),
        admits: |filter, game| filter.players.is_empty() || filter.colors(&game.tags) != Colors::NONE,
        names: |tags| ["White", "Black"].into_iter().filter_map(|tag| tags.value(tag)).collect(),
        name_ends: &[',', ' '],
        ..Condition::UNNAMED
    },
    Condition {
        name: "min-elo",
        placeholder: "N",
        kind: ConditionKind::Number,
        help: "Only games where both players are rated N or higher\n\n\
            Games without both tags WhiteElo and BlackElo are left out. For puzzles, N applies to the puzzle's rating.",
        phrase: "has two players rated {} or higher",
        tags: &["WhiteElo", "BlackElo", "Rating"],
        set: |filter, text, _| assign(&mut filter.min_elo, rating(text)),
        values: |filter| texts(filter.min_elo),
        admits: |filter, game| filter.min_elo.is_none_or(|least| ratings_are(game, |rating| rating >= least)),
        may_admit: |filter, ranges| {
            filter.min_elo.is_none_or(|least| ranges.may_be_rated(least.into(), i64::MAX))
        },
        ..Condition::UNNAMED
    },
    Condition {
        name: "max-elo",
        placeholder: "N",
        kind: ConditionKind::Number,
        help: "Only games where both players are rated N or lower\n\n\
            Games without both ratings are left out, as with --min-elo.",
        phrase: "has two players rated {} or lower",
        tags: &["WhiteElo", "BlackElo", "Rating"],
        set: |filter, text, _| assign(&mut filter.max_elo, rating(text)),
        values: |filter| texts(filter.max_elo),
        admits: |filter, game| filter.max_elo.is_none_or(|most| ratings_are(game, |rating| rating <= most)),
        may_admit: |filter, ranges| {
            filter.max_elo.is_none_or(|most| ranges.may_be_rated(i64::MIN, most.into()))
        },
        ..Condition::UNNAMED
    },
    Condition {
        name: "result",
        placeholder: "R",
        help: "Only games with result R: 1-0, 0-1, 1/2-1/2 or * (unknown)\n\n\
            If the tag Result is missing or does not say who won, the result after the moves is used.",
        phrase: "has the result {}",
        tags: &["Result"],
        set: |filter, text, _| assign(&mut filter.result, parsed(text)),
        values: |filter| texts(filter.result),
        admits: |filter, game| filter.result.is_none_or(|result| game.result() == result),
        ..Condition::UNNAMED
    },
    Condition {
        name: "eco",
        placeholder: "PREFIX",
        help: "Only games whose ECO code begins with PREFIX\n\n\
            Case does not matter: b for semi-open games, b9 for the Najdorf, b97 for its poisoned pawn.",
        phrase: "has an ECO code that begins with {}",
        tags: &["ECO"],
        set: |filter, text, _| assign(&mut filter.eco, eco_prefix(text)),
        values: |filter| texts(&filter.eco),
        admits: |filter, game| {
            filter.eco.as_deref().is_none_or(|prefix| eco_begins_with(&game.tags, prefix.as_bytes()))
        },
        may_admit: |filter, ranges| {
            filter.eco.as_deref().is_none_or(|prefix| ranges.eco_may_begin_with(prefix.as_bytes()))
        },
        ..Condition::UNNAMED
    },
    Condition {
        name: "opening",
        placeholder: "TEXT",
        help: "Only games whose opening name contains TEXT\n\n\
            The name comes from the tag Opening, else from ECOUrl (chess.com), else it is the general name of the code \
            in ECO. Case does not matter: najdorf matches \"Sicilian Defense: Najdorf Variation\". Names from chess.com \
            have no punctuation, so \"king's indian\" matches \"Kings Indian Defense\", too.",
        phrase: "has an opening whose name contains {}",
        tags: &OPENING_TAGS,
        set: |filter, text, _| assign(&mut filter.opening, given(text)),
        values: |filter| texts(&filter.opening),
        admits: |filter, game| {
            filter.opening.as_deref().is_none_or(|text| opening_contains(&game.tags, text))
        },
        names: |tags| opening_name(tags).into_iter().collect(),
        name_ends: &[':', ','],
        ..Condition::UNNAMED
    },
    Condition {
        name: "since",
        placeholder: "DATE",
        kind: ConditionKind::Date,
        help: "Only games from DATE on: YYYY, YYYY-MM, YYYY-MM-DD, or 30d\n\n\
            The date comes from the tag UTCDate, or from Date if UTCDate has no year. A game whose month or day is \
            unknown passes if some possible day fits. Games without a year are left out. A month or a year starts at \
            its first day.\n\n\
            30d means 30 days before today, in UTC: `--since 30d` selects the last 30 days. A resumed run keeps the \
            day on which it began.",
        phrase: "is dated {} or later",
        tags: &["UTCDate", "Date"],
        set: |filter, text, today| assign(&mut filter.since, date(text, today)),
        values: |filter| texts(filter.since),
        admits: |filter, game| filter.since.is_none() || is_dated(game, filter.since, None),
        may_admit: |filter, ranges| filter.since.is_none_or(|since| ranges.may_be_since(since)),
        ..Condition::UNNAMED
    },
    Condition {
        name: "until",
        placeholder: "DATE",
        kind: ConditionKind::Date,
        help: "Only games up to DATE: YYYY, YYYY-MM, YYYY-MM-DD, or 30d\n\n\
            Dates work as in --since, but a month or a year ends at its last day: `--since 2021-10 --until 2021-10` \
            selects October 2021.",
        phrase: "is dated {} or earlier",
        tags: &["UTCDate", "Date"],
        set: |filter, text, today| assign(&mut filter.until, date(text, today)),
        values: |filter| texts(filter.until),
        admits: |filter, game| filter.until.is_none() || is_dated(game, None, filter.until),
        may_admit: |filter, ranges| filter.until.is_none_or(|until| ranges.may_be_until(until)),
        ..Condition::UNNAMED
    },
    Condition {
        name: "time-control",
        placeholder: "T",
        help: "Only games whose tag TimeControl is exactly T, such as 600+5 or -",
        phrase: "has the time control {}",
        tags: &["TimeControl"],
        set: |filter, text, _| assign(&mut filter.time_control, time_control(text)),
        values: |filter| texts(&filter.time_control),
        admits: |filter, game| {
            let tag = game.tags.get("TimeControl");
            filter
                .time_control
                .as_ref()
                .is_none_or(|text| tag.is_some_and(|tag| tag.raw_value == text.as_bytes()))
        },
        ..Condition::UNNAMED
    },
    Condition {
        name: "speed",
        placeholder: "SPEED",
        kind: ConditionKind::SomeOf(&[
            Speed::UltraBullet.name(),
            Speed::Bullet.name(),
            Speed::Blitz.name(),
            Speed::Rapid.name(),
            Speed::Classical.name(),
            Speed::Correspondence.name(),
        ]),
        help: "Only games of this speed; separate several with commas\n\n\
            Lichess defines speeds by the time for 40 moves: ultrabullet, bullet (from 30 seconds), blitz (from 3 \
            minutes), rapid (from 8), classical (from 25), and correspondence (no clock, or a day or more).",
        phrase: "has the speed {}",
        tags: &["TimeControl"],
        set: |filter, text, _| parsed(text.trim()).map(|speed| filter.speeds.push(speed)),
        values: |filter| texts(&filter.speeds),
        admits: |filter, game| {
            filter.speeds.is_empty()
                || Speed::of_game(&game.tags).is_some_and(|speed| filter.speeds.contains(&speed))
        },
        ..Condition::UNNAMED
    },
];

fn texts<T: ToString>(values: impl IntoIterator<Item = T>) -> Vec<String> {
    values.into_iter().map(|value| value.to_string()).collect()
}

fn parsed<T: FromStr<Err: Display>>(text: &str) -> Result<T, String> {
    text.parse().map_err(|error: T::Err| error.to_string())
}

fn assign<T>(value: &mut Option<T>, parsed: Result<T, String>) -> Result<(), String> {
    *value = Some(parsed?);
    Ok(())
}

/// Returns a text. An empty one would be no condition.
fn given(text: &str) -> Result<String, String> {
    if text.is_empty() { Err("the text is empty".to_owned()) } else { Ok(text.to_owned()) }
}

fn eco_prefix(text: &str) -> Result<String, String> {
    if text.contains(['-', ',', ' ']) {
        return Err("expected one prefix, such as B, B9 or B97".to_owned());
    }
    given(text)
}

fn rating(text: &str) -> Result<u32, String> {
    let number: i64 = parsed(text)?;
    u32::try_from(number).map_err(|_| format!("{number} is not in 0..={}", u32::MAX))
}

fn date(text: &str, today: i32) -> Result<Date, String> {
    parsed::<DateOption>(text)?.date(today).map_err(|error| error.to_string())
}

fn is_dated(game: &Game<'_>, since: Option<Date>, until: Option<Date>) -> bool {
    Date::of_game(&game.tags).is_some_and(|date| date.may_be_within(since, until))
}

fn eco_begins_with(tags: &Tags<'_>, prefix: &[u8]) -> bool {
    tags.get("ECO")
        .filter(|tag| !tag.is_unknown())
        .and_then(|tag| tag.raw_value.get(..prefix.len()))
        .is_some_and(|beginning| beginning.eq_ignore_ascii_case(prefix))
}

/// Returns whether the ratings of both players are known and meet a test.
fn ratings_are(game: &Game<'_>, test: impl Fn(u32) -> bool) -> bool {
    ratings(&game.tags).is_some_and(|ratings| ratings.map(u32::from).into_iter().all(test))
}

/// Returns the ratings of both players if both are known, or the rating of a puzzle twice.
fn ratings(tags: &Tags<'_>) -> Option<[u16; 2]> {
    if tags.get("WhiteElo").is_none() && tags.get("BlackElo").is_none() {
        return tags.rating("Rating").map(|rating| [rating; 2]);
    }
    Some([tags.rating("WhiteElo")?, tags.rating("BlackElo")?])
}

#[cfg(test)]
mod tests;
