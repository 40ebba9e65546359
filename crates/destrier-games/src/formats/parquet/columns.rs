//! The columns of a table of games, as `destrier convert` writes it.
//!
//! Most tags have a column with a useful type. Where the text of a tag cannot be derived from the columns, `exact_tags`
//! has it, so that the tags of a row are those of the game. Unknown tags (empty or `?`) are not stored.

use arrow_schema::{DataType, Field, Fields, Schema};
use std::collections::HashMap;
use std::sync::Arc;

/// A column of a table of games.
pub(crate) struct GameColumn {
    pub(crate) name: &'static str,
    pub(crate) definition: &'static str,
    pub(crate) kind: GameColumnKind,
}

/// The content of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum GameColumnKind {
    /// The source of the game.
    Source,
    /// The number of the game or puzzle.
    Game,
    /// The line in a position or puzzle file.
    Line,
    /// A tag as text.
    Tag(&'static str),
    /// The tag `Site`, unless it is the link.
    Site,
    /// A tag as a number from 1 to 65535.
    Rating(&'static str),
    Date,
    Year,
    Result,
    Speed,
    Link,
    Moves,
    Clocks,
    Evaluations,
    Damage,
    /// Which patterns each position may have.
    Marks,
    /// Tags whose text the other columns do not give.
    ExactTags,
    /// Tags without a column.
    OtherTags,
}

/// The tags with a column, in the order in which they are read, and the column of each.
pub(crate) const TAGS: [(&str, &str); 20] = [
    ("Event", "event"),
    ("Site", "site"),
    ("Date", "date"),
    ("Round", "round"),
    ("White", "white"),
    ("Black", "black"),
    ("Result", "result"),
    ("UTCDate", "date"),
    ("UTCTime", "time"),
    ("WhiteElo", "white_elo"),
    ("BlackElo", "black_elo"),
    ("ECO", "eco"),
    ("Opening", "opening"),
    ("TimeControl", "time_control"),
    ("Termination", "termination"),
    ("Variant", "variant"),
    ("Link", "link"),
    ("PuzzleId", "puzzle_id"),
    ("Rating", "rating"),
    ("FEN", "fen"),
];

/// The columns, in order.
pub(crate) const GAME_COLUMNS: [GameColumn; 31] = {
    use GameColumnKind::{
        Clocks, Damage, Date, Evaluations, ExactTags, Game, Line, Link, Marks, Moves, OtherTags, Rating,
        Result, Site, Source, Speed, Tag, Year,
    };
    const fn column(name: &'static str, kind: GameColumnKind, definition: &'static str) -> GameColumn {
        GameColumn { name, definition, kind }
    }
    [
        column("source", Source, "file that the game comes from"),
        column("game", Game, "number of the game or puzzle in its source, from 1; null for position files"),
        column("line_number", Line, "line number in a position or puzzle file; null for other sources"),
        column("event", Tag("Event"), "the Event tag; null, like all tags, if it is missing, empty or ?"),
        column("site", Site, "the Site tag or the puzzle's id; null if it is the link"),
        column("date", Date, "date from UTCDate or, if that has no year, from Date; null if unknown"),
        column("year", Year, "year of that date; known even if month or day is not"),
        column("time", Tag("UTCTime"), "the UTCTime tag"),
        column("round", Tag("Round"), "the Round tag"),
        column("white", Tag("White"), "White's name"),
        column("black", Tag("Black"), "Black's name"),
        column(
            "white_elo",
            Rating("WhiteElo"),
            "White's rating; null if it is 0, over 65535 or not a number",
        ),
        column(
            "black_elo",
            Rating("BlackElo"),
            "Black's rating; null if it is 0, over 65535 or not a number",
        ),
        column(
            "result",
            Result,
            "1-0, 0-1, 1/2-1/2 or *; if the Result tag is missing or unknown, the result after the moves",
        ),
        column("eco", Tag("ECO"), "code of the opening"),
        column("opening", Tag("Opening"), "name of the opening"),
        column("time_control", Tag("TimeControl"), "the TimeControl tag"),
        column(
            "speed",
            Speed,
            "ultrabullet, bullet, blitz, rapid, classical or correspondence, from the time control",
        ),
        column("termination", Tag("Termination"), "the Termination tag: how the game ended"),
        column("variant", Tag("Variant"), "the Variant tag"),
        column("link", Link, "link to the game, from the Site or Link tag, or to the puzzle"),
        column("puzzle_id", Tag("PuzzleId"), "the puzzle's id"),
        column("rating", Rating("Rating"), "a puzzle's rating"),
        column("fen", Tag("FEN"), "start position; null for the usual one"),
        column(
            "moves",
            Moves,
            "two bytes a move, little-endian: bits 0-5 from-square, 6-11 to-square (a1 = 0), 12-14 promotion (1 knight, \
             2 bishop, 3 rook, 4 queen); castling is king to rook, a null move leads from a square to itself; up to \
             the damage; null if the game cannot start",
        ),
        column(
            "clocks",
            Clocks,
            "seconds on the clock of the player who moved, by number of moves played: the first item is the start",
        ),
        column(
            "evals",
            Evaluations,
            "centipawns for White, by number of moves played: the first item is the start; mate in n is 10000 - n, \
             being mated -10000 + n",
        ),
        column(
            "damage",
            Damage,
            "damage in the source: moves before it (null if the game cannot start), byte, token and reason; null for \
             undamaged games",
        ),
        column(
            "marks",
            Marks,
            "for Destrier: four bytes, a checksum of start, moves and marks; then a byte for each position with the \
             patterns that it may have; a changed row is searched without it",
        ),
        column(
            "exact_tags",
            ExactTags,
            "text of the tags that the other columns do not give exactly, empty if missing",
        ),
        column("tags", OtherTags, "the other tags"),
    ]
};

impl GameColumn {
    /// Returns the Arrow field, with the definition as metadata.
    fn field(&self) -> Field {
        let definition = HashMap::from([("definition".to_owned(), self.definition.to_owned())]);
        Field::new(self.name, self.kind.data_type(), true).with_metadata(definition)
    }
}

impl GameColumnKind {
    /// Returns the Arrow type.
    pub(super) fn data_type(self) -> DataType {
        match self {
            Self::Source | Self::Tag(_) | Self::Site | Self::Result | Self::Speed | Self::Link => {
                DataType::Utf8
            }
            Self::Rating(_) => DataType::UInt16,
            Self::Game | Self::Line | Self::Year => DataType::Int64,
            Self::Date => DataType::Date32,
            Self::Moves | Self::Marks => DataType::Binary,
            Self::Clocks => DataType::new_list(DataType::Float64, true),
            Self::Evaluations => DataType::new_list(DataType::Int32, true),
            Self::Damage => DataType::Struct(damage_fields()),
            Self::ExactTags | Self::OtherTags => {
                let entry = Fields::from(vec![
                    Field::new("keys", DataType::Utf8, false),
                    Field::new("values", DataType::Utf8, true),
                ]);
                DataType::Map(Arc::new(Field::new("entries", DataType::Struct(entry), false)), false)
            }
        }
    }
}

/// Returns the fields of the column `damage`.
pub(crate) fn damage_fields() -> Fields {
    Fields::from(vec![
        Field::new("ply", DataType::Int64, true),
        Field::new("offset", DataType::UInt64, true),
        Field::new("token", DataType::Utf8, true),
        Field::new("reason", DataType::Utf8, true),
    ])
}

/// Returns the schema of a table of games.
pub(crate) fn schema() -> Schema {
    Schema::new(GAME_COLUMNS.iter().map(GameColumn::field).collect::<Vec<_>>())
}
