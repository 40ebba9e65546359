//! Facts about games: the columns that several tables share. Each is defined once, here.
//!
//! The list is beside the formats, because a reader of tables takes the tags from the same columns.

use crate::schema::ColumnKind;
use std::sync::LazyLock;

/// A fact about a game that is known before its moves are replayed, as a column.
#[derive(Debug)]
pub(crate) struct Fact {
    pub(crate) name: &'static str,
    pub(crate) definition: &'static str,
    pub(crate) content: FactContent,
    /// The tables that have the column.
    pub(crate) tables: &'static [FactTable],
}

/// The tables that have facts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FactTable {
    /// The tables of games, positions and features.
    Games,
    Findings,
    /// The tables that `destrier convert` writes.
    Converted,
}

/// What a fact says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FactContent {
    /// The name of the source.
    Source,
    /// The number of the game, row or line.
    Number,
    /// The number of the game or row; null for lines.
    NumberOfGame,
    /// The number of the line; null for PGN.
    NumberOfLine,
    /// The byte offset of the start.
    Offset,
    /// The `Site` tag or the id of a puzzle.
    Site,
    /// The same, or null if it is the link.
    SiteWithoutLink,
    /// A tag as text, or null if it is unknown.
    Tag(&'static str),
    /// The name of the opening.
    Opening,
    /// A tag as a positive number.
    Rating(&'static str),
    /// The date, if the full date is known.
    Date,
    /// The year.
    Year,
    /// The result, from the tag or after the moves.
    Result,
    /// The speed class.
    Speed,
    /// A link to the game.
    Link,
    /// All tags.
    Tags,
}

/// The facts, in the order of columns.
pub(crate) static FACTS: &[Fact] = {
    use FactContent::{
        Date, Link, Number, NumberOfGame, NumberOfLine, Offset, Opening, Rating, Result, Site,
        SiteWithoutLink, Source, Speed, Tag, Tags, Year,
    };
    use FactTable::{Converted, Findings, Games};
    const ALL: &[FactTable] = &[Games, Findings, Converted];
    const fn fact(
        name: &'static str,
        tables: &'static [FactTable],
        content: FactContent,
        definition: &'static str,
    ) -> Fact {
        Fact { name, definition, content, tables }
    }
    &[
        fact("source", ALL, Source, "path as given, or as found in a directory"),
        fact("game", &[Games], Number, "number of the game, puzzle or position line in its source, from 1"),
        fact(
            "game",
            &[Findings, Converted],
            NumberOfGame,
            "number of the game or puzzle in its source, from 1; null for position files",
        ),
        fact("offset", &[Games], Offset, "byte offset of its start in the decompressed source"),
        fact(
            "line_number",
            &[Findings, Converted],
            NumberOfLine,
            "line number in a position or puzzle file, from 1; null for other sources",
        ),
        fact("event", ALL, Tag("Event"), "the Event tag; null, like all tags, if it is missing, empty or ?"),
        fact("site", &[Games, Findings], Site, "the Site tag or the puzzle's id; null if missing"),
        fact(
            "site",
            &[Converted],
            SiteWithoutLink,
            "the Site tag or the puzzle's id; null if it is the link",
        ),
        fact("date", ALL, Date, "date from UTCDate or, if that has no year, from Date; null if unknown"),
        fact("year", &[Games, Converted], Year, "year of that date; known even if month or day is not"),
        fact("time", &[Findings, Converted], Tag("UTCTime"), "the UTCTime tag"),
        fact("round", ALL, Tag("Round"), "the Round tag"),
        fact("white", ALL, Tag("White"), "White's name"),
        fact("black", ALL, Tag("Black"), "Black's name"),
        fact(
            "white_elo",
            ALL,
            Rating("WhiteElo"),
            "White's rating; null if it is 0, over 65535 or not a number",
        ),
        fact(
            "black_elo",
            ALL,
            Rating("BlackElo"),
            "Black's rating; null if it is 0, over 65535 or not a number",
        ),
        fact("white_title", &[Games], Tag("WhiteTitle"), "White's title"),
        fact("black_title", &[Games], Tag("BlackTitle"), "Black's title"),
        fact(
            "result",
            ALL,
            Result,
            "1-0, 0-1, 1/2-1/2 or *; if the Result tag is missing or unknown, the result after the moves",
        ),
        fact("eco", ALL, Tag("ECO"), "code of the opening"),
        fact(
            "opening",
            &[Games, Findings],
            Opening,
            "name of the opening: the Opening tag, else the name in chess.com's ECOUrl tag, else the general name of \
             the ECO code",
        ),
        fact("opening", &[Converted], Tag("Opening"), "the Opening tag: name of the opening"),
        fact("time_control", ALL, Tag("TimeControl"), "the TimeControl tag: seconds and increment"),
        fact(
            "speed",
            ALL,
            Speed,
            "ultrabullet, bullet, blitz, rapid, classical or correspondence, from the time control",
        ),
        fact("termination", ALL, Tag("Termination"), "the Termination tag: how the game ended"),
        fact("variant", ALL, Tag("Variant"), "the Variant tag"),
        fact("link", ALL, Link, "link to the game, from the Site or Link tag, or to the puzzle"),
        fact("puzzle_id", &[Converted], Tag("PuzzleId"), "the puzzle's id"),
        fact("rating", &[Games, Converted], Rating("Rating"), "a puzzle's rating"),
        fact("fen", &[Converted], Tag("FEN"), "start position; null for the usual one"),
        fact(
            "tags",
            &[Games],
            Tags,
            "all tags as written, the first of each name; for puzzles, the id as Site and all columns except Moves",
        ),
    ]
};

/// The tags with a column in the tables of `destrier convert`, and the column of each. The seven tags that all games
/// should have come first.
pub(crate) static STORED_TAGS: LazyLock<Vec<(&str, &str)>> = LazyLock::new(|| {
    const ROSTER: [&str; 7] = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];
    let mut tags = Vec::new();
    for fact in Fact::of_table(FactTable::Converted) {
        tags.extend(fact.content.stored_tags().iter().map(|tag| (*tag, fact.name)));
    }
    tags.sort_by_key(|(tag, _)| ROSTER.iter().position(|other| other == tag).unwrap_or(ROSTER.len()));
    tags
});

impl Fact {
    /// Returns the facts in a table, in order.
    pub(crate) fn of_table(table: FactTable) -> impl Iterator<Item = &'static Self> {
        FACTS.iter().filter(move |fact| fact.tables.contains(&table))
    }
}

impl FactContent {
    pub(crate) const fn kind(self) -> ColumnKind {
        match self {
            Self::Source
            | Self::Site
            | Self::SiteWithoutLink
            | Self::Tag(_)
            | Self::Opening
            | Self::Result
            | Self::Speed
            | Self::Link => ColumnKind::SharedText,
            Self::Number
            | Self::NumberOfGame
            | Self::NumberOfLine
            | Self::Offset
            | Self::Rating(_)
            | Self::Year => ColumnKind::Number,
            Self::Date => ColumnKind::Date,
            Self::Tags => ColumnKind::Map,
        }
    }

    /// Returns the tags whose text a column with this fact gives.
    const fn stored_tags(&self) -> &[&'static str] {
        match self {
            Self::Tag(name) | Self::Rating(name) => std::slice::from_ref(name),
            Self::SiteWithoutLink => &["Site"],
            Self::Date => &["Date", "UTCDate"],
            Self::Result => &["Result"],
            Self::Link => &["Link"],
            _ => &[],
        }
    }
}
