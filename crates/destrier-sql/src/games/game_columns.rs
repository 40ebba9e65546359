//! Columns that are known of a game before its moves are read.

use datafusion::arrow::array::{
    ArrayRef, Date32Array, Int64Array, MapBuilder, StringBuilder, StringViewArray, StringViewBuilder,
};
use datafusion::arrow::datatypes::{DataType, Field, Fields};
use destrier_games::{Date, Game, Place};
use std::sync::Arc;

/// A column that is known of a game before its moves are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum GameColumn {
    /// The name of its file.
    Source,
    /// The number of the game, the row or the line.
    Number,
    /// The number of the game or the row, none of a line.
    NumberOfGame,
    /// The number of the line, none of others.
    NumberOfLine,
    /// Where it begins.
    Offset,
    /// What names it, as findings have it.
    Site,
    /// A tag as text; unknown is null.
    Tag(&'static str),
    /// A tag as a number above 0.
    Rating(&'static str),
    /// The day, where it is known.
    Date,
    /// The year.
    Year,
    /// All tags.
    Tags,
}

/// The columns of tags: name, what it holds, and how it is had.
pub(super) const TAGS: [(&str, &str, GameColumn); 19] = [
    (
        "event",
        "the Event tag; as of all tags, null where it is missing, empty or ?",
        GameColumn::Tag("Event"),
    ),
    ("site", "the Site tag; of a puzzle its id", GameColumn::Tag("Site")),
    (
        "date",
        "the day of UTCDate or, where that has no year, of Date; null where it is not known",
        GameColumn::Date,
    ),
    ("year", "the year of that date, known more often", GameColumn::Year),
    ("round", "the Round tag", GameColumn::Tag("Round")),
    ("white", "White's name", GameColumn::Tag("White")),
    ("black", "Black's name", GameColumn::Tag("Black")),
    ("result", "the Result tag: 1-0, 0-1, 1/2-1/2 or *", GameColumn::Tag("Result")),
    (
        "white_elo",
        "White's rating; null where it is 0, over 65535 or no number",
        GameColumn::Rating("WhiteElo"),
    ),
    (
        "black_elo",
        "Black's rating; null where it is 0, over 65535 or no number",
        GameColumn::Rating("BlackElo"),
    ),
    ("white_title", "White's title", GameColumn::Tag("WhiteTitle")),
    ("black_title", "Black's title", GameColumn::Tag("BlackTitle")),
    ("eco", "the code of the opening", GameColumn::Tag("ECO")),
    ("opening", "the name of the opening", GameColumn::Tag("Opening")),
    ("time_control", "the time that the players have", GameColumn::Tag("TimeControl")),
    ("termination", "how the game came to its end", GameColumn::Tag("Termination")),
    ("variant", "the variant of chess", GameColumn::Tag("Variant")),
    ("rating", "a puzzle's rating", GameColumn::Rating("Rating")),
    (
        "tags",
        "all tags as written, each once; of a puzzle its id as Site and the columns of its file but Moves",
        GameColumn::Tags,
    ),
];

impl GameColumn {
    /// The type of its cells. Texts are views: all rows of a game have its texts in common, which may be long.
    pub(super) fn data_type(self) -> DataType {
        match self {
            Self::Source | Self::Site | Self::Tag(_) => DataType::Utf8View,
            Self::Number
            | Self::NumberOfGame
            | Self::NumberOfLine
            | Self::Offset
            | Self::Rating(_)
            | Self::Year => DataType::Int64,
            Self::Date => DataType::Date32,
            Self::Tags => {
                let entry = Fields::from(vec![
                    // Names are short, and `tags['…']` compares them with a plain text.
                    Field::new("keys", DataType::Utf8, false),
                    Field::new("values", DataType::Utf8View, true),
                ]);
                DataType::Map(Arc::new(Field::new("entries", DataType::Struct(entry), false)), false)
            }
        }
    }

    /// Whether it takes the number of the game. To know it, all before the game is read: a range of a file is read from
    /// the file's beginning, in one request to its store, and what comes before the range is only counted.
    pub(super) const fn is_number(self) -> bool {
        matches!(self, Self::Number | Self::NumberOfGame | Self::NumberOfLine)
    }

    /// The cells of some games.
    pub(super) fn array(self, games: &[Entry<'_>], source: &str) -> ArrayRef {
        let text = |name: &str| -> StringViewArray {
            games.iter().map(|entry| entry.game.as_ref()?.tags.value(name)).collect()
        };
        let number = |number: fn(Place) -> Option<u64>| -> Int64Array {
            games.iter().map(|entry| number(entry.place).map(u64::cast_signed)).collect()
        };
        match self {
            Self::Source => Arc::new(StringViewArray::from_iter_values(games.iter().map(|_| source))),
            Self::Number => Arc::new(number(|place| Some(place.number()))),
            Self::NumberOfGame => Arc::new(number(|place| match place {
                Place::Game(number) => Some(number),
                Place::Line(_) => None,
            })),
            Self::NumberOfLine => Arc::new(number(|place| match place {
                Place::Game(_) => None,
                Place::Line(number) => Some(number),
            })),
            Self::Offset => {
                Arc::new(Int64Array::from_iter_values(games.iter().map(|entry| entry.offset.cast_signed())))
            }
            Self::Site => {
                Arc::new(games.iter().map(|entry| entry.game.as_ref()?.site()).collect::<StringViewArray>())
            }
            Self::Tag(name) => Arc::new(text(name)),
            Self::Rating(name) => Arc::new(
                (games.iter())
                    .map(|entry| {
                        let value = entry.game.as_ref()?.tags.value(name)?;
                        let rating = value.trim().parse().ok().filter(|&rating: &u16| rating > 0);
                        rating.map(i64::from)
                    })
                    .collect::<Int64Array>(),
            ),
            Self::Date => {
                Arc::new(games.iter().map(|entry| days_since_1970(entry.date()?)).collect::<Date32Array>())
            }
            Self::Year => {
                let years = games.iter().map(|entry| Some(i64::from(entry.date()?.year())));
                Arc::new(years.collect::<Int64Array>())
            }
            Self::Tags => tags(games),
        }
    }
}

/// A game of a block, or what could not be read as one.
pub(super) struct Entry<'a> {
    /// Where it stands.
    pub(super) place: Place,
    /// Where it begins.
    pub(super) offset: u64,
    /// The game, if it could be read as one.
    pub(super) game: Option<Game<'a>>,
    /// What is wrong, if it could not.
    pub(super) damage: Option<String>,
}

impl Entry<'_> {
    fn date(&self) -> Option<Date> {
        Date::of_game(&self.game.as_ref()?.tags)
    }
}

/// The number of a day, 1970-01-01 being 0; of a day that is known.
fn days_since_1970(date: Date) -> Option<i32> {
    let (year, month, day) = (i32::from(date.year()), i32::from(date.month()?), i32::from(date.day()?));
    // Years that begin with March have their leap day at the end.
    let (year, month) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
    let before_year = 365 * year + year / 4 - year / 100 + year / 400;
    Some(before_year + (153 * month + 2) / 5 + day - 1 - 719_468)
}

fn tags(games: &[Entry<'_>]) -> ArrayRef {
    let mut maps = MapBuilder::new(None, StringBuilder::new(), StringViewBuilder::new());
    let mut names: Vec<&[u8]> = Vec::new();
    for entry in games {
        names.clear();
        if let Some(game) = &entry.game {
            for tag in game.tags.iter() {
                if !names.contains(&tag.name) {
                    names.push(tag.name);
                    maps.keys().append_value(String::from_utf8_lossy(tag.name));
                    maps.values().append_value(tag.value());
                }
            }
        }
        // There are as many keys as values, always.
        maps.append(entry.game.is_some()).expect("as many keys as values");
    }
    Arc::new(maps.finish())
}

#[cfg(test)]
mod tests {
    use super::*;
    use datafusion::arrow::array::Array;
    use destrier_games::Record;

    #[test]
    fn days_are_counted() {
        let days = |date: &str| days_since_1970(date.parse().unwrap());
        assert_eq!(days("1970-01-01"), Some(0));
        assert_eq!(days("1969-12-31"), Some(-1));
        assert_eq!(days("2000-02-29"), Some(11_016));
        assert_eq!(days("2000-03-01"), Some(11_017));
        assert_eq!(days("1900-03-01"), Some(-25_508));
        assert_eq!(days("0001-01-01"), Some(-719_162));
        assert_eq!(days("9999-12-31"), Some(2_932_896));
        assert_eq!((days("1992-11"), days("1992")), (None, None));
        let mut last = days("1800-01-01").unwrap();
        for year in 1800..2200 {
            for month in 1..=12 {
                for day in 1..=31 {
                    let Ok(date) = format!("{year}-{month:02}-{day:02}").parse() else { continue };
                    let number = days_since_1970(date).unwrap();
                    assert!(number - last <= 1, "{year}-{month}-{day}");
                    last = number;
                }
            }
        }
        assert_eq!(last, days("2199-12-31").unwrap());
    }

    /// Each column has the type that it says, with games and without.
    #[test]
    fn arrays_are_of_their_columns_types() {
        let bytes = b"[White \"?\"]\n[WhiteElo \"2500\"]\n[White \"twice\"]\n[Date \"1992.11.??\"]\n\n*";
        let game = Game::pgn(Record { number: 3, offset: 7, bytes, cut: false });
        let entry = Entry { place: game.place(), offset: 7, game: Some(game), damage: None };
        let none = Entry { place: Place::Line(4), offset: 9, game: None, damage: Some(String::new()) };
        let entries = [entry, none];
        let columns = [
            GameColumn::Source,
            GameColumn::Number,
            GameColumn::NumberOfGame,
            GameColumn::NumberOfLine,
            GameColumn::Offset,
            GameColumn::Site,
        ];
        for column in columns.into_iter().chain(TAGS.map(|(_, _, column)| column)) {
            for games in [&entries[..], &[]] {
                let array = column.array(games, "a.pgn");
                assert_eq!(
                    (array.data_type(), array.len()),
                    (&column.data_type(), games.len()),
                    "{column:?}"
                );
            }
        }
        let null = |column: GameColumn| column.array(&entries, "").is_null(0);
        assert!(null(GameColumn::Tag("White")) && null(GameColumn::Date) && null(GameColumn::NumberOfLine));
        assert!(!null(GameColumn::Rating("WhiteElo")) && !null(GameColumn::Year) && !null(GameColumn::Tags));
    }
}
