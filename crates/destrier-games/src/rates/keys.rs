//! The keys that group chances.

use crate::chess::GameResult;
use crate::formats::Game;
use crate::games::{Date, Speed, Spellings, opening_family, opening_name, without_case};
use crate::search::{GameChance, Grade, Pattern};
use destrier::Color;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt;

/// A key that groups chances: an entry of [`RATE_KEYS`].
#[derive(Debug)]
pub struct RateKey {
    /// The name in `--by`.
    pub name: &'static str,
    /// The name of the column. It differs from the key's name if a count has that name.
    pub column: &'static str,
    /// The definition of the column.
    pub definition: &'static str,
    /// The source of the value.
    pub(super) source: KeySource,
    /// The order of the groups.
    pub(super) order: KeyOrder,
}

/// The source of a key's value.
#[derive(Clone, Copy, Debug)]
pub(super) enum KeySource {
    /// The game.
    Game(fn(&Game<'_>) -> KeyValue),
    /// The game from the point of view of a side.
    Side(fn(&Game<'_>, Color) -> KeyValue),
    /// The pattern. Each game is in the groups of all patterns.
    Pattern,
    /// A chance from the point of view of a side. A game is in the groups of its chances.
    Chance(fn(&ClockedChance, Color) -> KeyValue),
}

/// A chance, with the seconds on White's and Black's clocks at its first finding.
pub(crate) type ClockedChance = GameChance<[Option<f64>; 2]>;

/// The order of a key's groups. Unknown values come last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum KeyOrder {
    /// By value, for example by month.
    Value,
    /// By number of games, largest first, then by name.
    Games,
}

/// Each key exists once, so names identify keys.
impl PartialEq for RateKey {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}

/// All keys, in the order of the help.
pub static RATE_KEYS: [RateKey; 14] = [
    RateKey::by_value("pattern", "name of the pattern", KeySource::Pattern),
    RateKey::by_games(
        "player",
        "name of the side's player",
        KeySource::Side(|game, side| player(game.player(side))),
    ),
    RateKey::by_games(
        "opponent",
        "name of the side's opponent",
        KeySource::Side(|game, side| player(game.player(!side))),
    ),
    RateKey::by_value(
        "color",
        "side: white or black",
        KeySource::Side(|_, side| KeyValue::ranked(side.index().into(), side.name())),
    ),
    RateKey::by_games(
        "opening",
        "name of the opening, from the tags Opening, ECOUrl or ECO",
        KeySource::Game(|game| name(opening_name(&game.tags))),
    ),
    RateKey::by_games(
        "eco",
        "code of the opening, from the ECO tag",
        KeySource::Game(|game| name(game.tags.value("ECO"))),
    ),
    RateKey::by_value(
        "speed",
        "ultrabullet, bullet, blitz, rapid, classical or correspondence, from the time control",
        KeySource::Game(|game| {
            let speed = Speed::of_game(&game.tags);
            speed.map_or(KeyValue::UNKNOWN, |speed| KeyValue::ranked(speed as u32, speed.name()))
        }),
    ),
    RateKey::by_value(
        "elo",
        "side's rating, in bands of 200 such as 1600-1799",
        KeySource::Side(|game, side| game.rating_of(side).map_or(KeyValue::UNKNOWN, rating_band)),
    ),
    RateKey::by_value(
        "opponent-elo",
        "rating of the side's opponent, in bands of 200",
        KeySource::Side(|game, side| game.rating_of(!side).map_or(KeyValue::UNKNOWN, rating_band)),
    )
    .in_column("opponent_elo"),
    RateKey::by_value(
        "month",
        "month of the game, such as 2021-10",
        KeySource::Game(|game| month(Date::of_game(&game.tags)).unwrap_or(KeyValue::UNKNOWN)),
    ),
    RateKey::by_value(
        "year",
        "year of the game",
        KeySource::Game(|game| {
            let year = Date::of_game(&game.tags).map(Date::year);
            year.map_or(KeyValue::UNKNOWN, |year| KeyValue::ranked(year.into(), format!("{year:04}")))
        }),
    ),
    RateKey::by_value(
        "result",
        "side's result: won, drawn or lost",
        KeySource::Side(|game, side| match (game.result(), side) {
            (GameResult::WhiteWon, Color::White) | (GameResult::BlackWon, Color::Black) => {
                KeyValue::ranked(0, "won")
            }
            (GameResult::Draw, _) => KeyValue::ranked(1, "drawn"),
            (GameResult::WhiteWon | GameResult::BlackWon, _) => KeyValue::ranked(2, "lost"),
            (GameResult::Unknown, _) => KeyValue::UNKNOWN,
        }),
    ),
    RateKey::by_value(
        "clock",
        "time on the side's clock when the chance begins, in six bands from under 10 s to 10 min or more",
        KeySource::Chance(|chance, side| {
            chance.extra[usize::from(side.index())].map_or(KeyValue::UNKNOWN, clock_band)
        }),
    ),
    RateKey::by_value(
        "missed",
        "grade of the missed turn: blunder, mistake or none; only patterns with a move",
        KeySource::Chance(|chance, _| match chance.miss().filter(|miss| miss.wins).map(|miss| miss.grade) {
            Some(Grade::Blunder) => KeyValue::ranked(0, Grade::Blunder.name()),
            Some(Grade::Mistake) => KeyValue::ranked(1, Grade::Mistake.name()),
            _ => KeyValue::ranked(2, "none"),
        }),
    )
    .in_column("grade"),
];

/// The opening without its variation: `Sicilian Defense`. Games with an unknown ECO code and no name have the code. Reports
/// group by it, because most games have an opening of their own.
pub(crate) static OPENING_FAMILY: RateKey = RateKey::by_games(
    "opening-family",
    "name of the opening without its variation, else its code",
    KeySource::Game(|game| match opening_name(&game.tags) {
        Some(opening) => KeyValue::ranked(0, opening_family(&opening).to_owned()),
        None => name(game.tags.value("ECO")),
    }),
)
.in_column("opening_family");

impl RateKey {
    /// Creates a key whose groups are sorted by value.
    const fn by_value(name: &'static str, definition: &'static str, source: KeySource) -> Self {
        Self { name, column: name, definition, source, order: KeyOrder::Value }
    }

    /// Creates a key whose groups are sorted by the number of games.
    const fn by_games(name: &'static str, definition: &'static str, source: KeySource) -> Self {
        Self { order: KeyOrder::Games, ..Self::by_value(name, definition, source) }
    }

    const fn in_column(self, column: &'static str) -> Self {
        Self { column, ..self }
    }

    /// Returns the key with this name.
    #[must_use]
    pub fn by_name(name: &str) -> Option<&'static Self> {
        RATE_KEYS.iter().find(|key| key.name == name)
    }

    /// Returns whether the key's groups hold single chances instead of whole games.
    #[must_use]
    pub const fn is_of_chance(&self) -> bool {
        matches!(self.source, KeySource::Chance(_))
    }

    /// Returns whether the key requires the worth of moves.
    #[must_use]
    pub fn needs_worth(&self) -> bool {
        self.name == "missed"
    }

    /// Returns whether the values are names of players, which are the same whatever their case.
    pub(super) fn is_player(&self) -> bool {
        matches!(self.name, "player" | "opponent")
    }

    /// Returns whether the key requires the clocks in comments.
    pub(super) fn needs_clock(&self) -> bool {
        self.name == "clock"
    }
}

/// The value of a key, which is the name of a group.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct KeyValue {
    /// The rank among the values of the key, if they have an order.
    rank: u32,
    text: Cow<'static, str>,
}

impl KeyValue {
    /// The unknown value.
    pub(crate) const UNKNOWN: Self = Self { rank: u32::MAX, text: Cow::Borrowed("unknown") };

    /// Values that are added up because there are too many.
    pub(crate) const OTHER: Self = Self { rank: u32::MAX - 1, text: Cow::Borrowed("other") };

    /// Returns a value without an order.
    #[cfg(test)]
    pub(crate) fn named(text: impl Into<Cow<'static, str>>) -> Self {
        Self::ranked(0, text)
    }

    /// Returns the value with a player's name as it is most often spelled.
    pub(super) fn spelled(self, spellings: &HashMap<String, Spellings>) -> Self {
        let spelling = spellings.get(self.as_str()).and_then(Spellings::most_often);
        match spelling.filter(|_| !self.is_unknown()) {
            Some(spelling) => Self::ranked(self.rank, spelling.to_owned()),
            None => self,
        }
    }

    fn ranked(rank: u32, text: impl Into<Cow<'static, str>>) -> Self {
        Self { rank, text: text.into() }
    }

    /// Returns the value for a pattern.
    pub(crate) fn of_pattern(pattern: &'static Pattern) -> Self {
        Self::ranked(pattern.index() as u32, pattern.name)
    }

    /// Returns the text, `unknown` for an unknown value.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Returns whether the value is unknown.
    #[must_use]
    pub const fn is_unknown(&self) -> bool {
        self.rank == u32::MAX
    }
}

impl fmt::Display for KeyValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.text)
    }
}

/// Returns the value for the name of a player, which is in lower case until the rows are made.
fn player(tag: Option<Cow<'_, str>>) -> KeyValue {
    tag.map_or(KeyValue::UNKNOWN, |name| KeyValue::ranked(0, without_case(name.trim())))
}

/// Returns the value for the name in a tag.
fn name(tag: Option<Cow<'_, str>>) -> KeyValue {
    tag.map_or(KeyValue::UNKNOWN, |name| KeyValue::ranked(0, name.trim().to_owned()))
}

fn rating_band(rating: u16) -> KeyValue {
    let lowest = u32::from(rating) / 200 * 200;
    KeyValue::ranked(lowest, format!("{lowest}-{}", lowest + 199))
}

fn month(date: Option<Date>) -> Option<KeyValue> {
    let (year, month) = (date?.year(), date?.month()?);
    Some(KeyValue::ranked(12 * u32::from(year) + u32::from(month), format!("{year:04}-{month:02}")))
}

/// The clock bands, each with its exclusive upper bound in seconds.
const CLOCK_BANDS: [(f64, &str); 6] = [
    (10.0, "under 10 s"),
    (30.0, "10-29 s"),
    (60.0, "30-59 s"),
    (180.0, "1-2 min"),
    (600.0, "3-9 min"),
    (f64::INFINITY, "10 min or more"),
];

fn clock_band(seconds: f64) -> KeyValue {
    let index = CLOCK_BANDS.iter().position(|(end, _)| seconds < *end).unwrap_or(CLOCK_BANDS.len() - 1);
    KeyValue::ranked(index as u32, CLOCK_BANDS[index].1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clock_bands_are_contiguous() {
        for (seconds, band) in [
            (0.0, "under 10 s"),
            (9.9, "under 10 s"),
            (10.0, "10-29 s"),
            (59.9, "30-59 s"),
            (60.0, "1-2 min"),
            (179.9, "1-2 min"),
            (180.0, "3-9 min"),
            (600.0, "10 min or more"),
            (1e9, "10 min or more"),
        ] {
            assert_eq!(clock_band(seconds).as_str(), band, "{seconds}");
        }
        let bands = [(1, "0-199"), (1599, "1400-1599"), (1600, "1600-1799"), (u16::MAX, "65400-65599")];
        for (rating, band) in bands {
            assert_eq!(rating_band(rating).as_str(), band);
        }
    }

    #[test]
    fn values_are_sorted_and_unknown_ones_come_last() {
        let months = ["2020-12", "2021-01", "2021-10"].map(|date| month(date.parse().ok()).unwrap());
        assert!(months.is_sorted() && months[2].as_str() == "2021-10" && months[2] < KeyValue::UNKNOWN);
        assert!(rating_band(999) < rating_band(1000));
        assert_eq!(month("2021".parse().ok()), None);
    }

    #[test]
    fn key_names_and_columns_are_unique() {
        for (index, key) in RATE_KEYS.iter().enumerate() {
            assert_eq!(RateKey::by_name(key.name), Some(key));
            assert!(RATE_KEYS[..index].iter().all(|other| other.name != key.name), "{}", key.name);
            assert!(RATE_KEYS[..index].iter().all(|other| other.column != key.column), "{}", key.column);
        }
        assert_eq!(RateKey::by_name("move"), None);
    }
}
