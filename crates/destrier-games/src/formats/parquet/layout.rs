//! What the rows of a table are, from its columns.

use crate::formats::STORED_TAGS;
use crate::names::listed;
use arrow_schema::{DataType, Field, FieldRef, Fields, Schema, TimeUnit};
use std::borrow::Cow;
use std::io;
use std::sync::Arc;

/// What the rows of a table are. Columns are given by index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Layout {
    /// Games with moves in two bytes each, as `destrier convert` writes them.
    Coded,
    /// Games with moves as text.
    Text {
        moves: usize,
        tags: Vec<(Cow<'static, str>, usize)>,
        /// The side that won: `white`, `black`, or null for a draw.
        winner: Option<usize>,
    },
    /// Positions.
    Positions {
        fen: usize,
        tags: Vec<(Cow<'static, str>, usize)>,
        /// The next move.
        next: Option<usize>,
        /// The evaluation from White's point of view, in centipawns or moves to mate.
        centipawns: Option<usize>,
        mate: Option<usize>,
    },
}

/// The names of columns with moves, in the order of preference.
const MOVES: [&str; 7] = ["moves", "movetext", "transcript", "moves_san", "moves_uci", "pgn", "sans"];

/// Tags without a column in our own tables that are recognized in any spelling of their name.
const MORE_TAGS: [&str; 5] = ["WhiteTitle", "BlackTitle", "WhiteRatingDiff", "BlackRatingDiff", "GameUrl"];

/// Other names for tags, without case, underscores and spaces.
const OTHER_NAMES: [(&str, &str); 5] = [
    ("whiteplayer", "White"),
    ("blackplayer", "Black"),
    ("time", "UTCTime"),
    ("whiterating", "WhiteElo"),
    ("blackrating", "BlackElo"),
];

/// Returns the tag that a column is, by its [`normalized`] name.
fn known_tag(name: &str) -> Option<&'static str> {
    let tags = STORED_TAGS.iter().map(|(tag, _)| *tag).chain(MORE_TAGS);
    let other = OTHER_NAMES.iter().find(|(other, _)| *other == name).map(|(_, tag)| *tag);
    tags.into_iter().find(|tag| tag.eq_ignore_ascii_case(name)).or(other)
}

/// Returns columns with the types in which they are read. Texts become views, which share the memory of pages.
pub(super) fn with_views(fields: &Fields) -> Fields {
    fields.iter().map(with_view).collect()
}

fn with_view(field: &FieldRef) -> FieldRef {
    Arc::new(Field::new(field.name(), type_with_view(field.data_type()), field.is_nullable()))
}

fn type_with_view(kind: &DataType) -> DataType {
    match kind {
        DataType::Utf8 | DataType::LargeUtf8 => DataType::Utf8View,
        DataType::Binary | DataType::LargeBinary => DataType::BinaryView,
        DataType::List(item)
        | DataType::LargeList(item)
        | DataType::FixedSizeList(item, _)
        | DataType::ListView(item)
        | DataType::LargeListView(item) => DataType::List(with_view(item)),
        DataType::Map(entries, is_sorted) => DataType::Map(with_view(entries), *is_sorted),
        DataType::Struct(fields) => DataType::Struct(with_views(fields)),
        DataType::Dictionary(_, kind) => type_with_view(kind),
        DataType::Date64 => DataType::Date32,
        DataType::Timestamp(TimeUnit::Second, zone) => {
            DataType::Timestamp(TimeUnit::Millisecond, zone.clone())
        }
        other => other.clone(),
    }
}

/// Returns a name without case, underscores and spaces.
fn normalized(name: &str) -> String {
    name.chars().filter(|c| !matches!(c, '_' | ' ' | '-')).flat_map(char::to_lowercase).collect()
}

const fn is_text(kind: &DataType) -> bool {
    matches!(kind, DataType::Utf8View | DataType::BinaryView)
}

fn is_number(kind: &DataType) -> bool {
    kind.is_integer() || kind.is_floating()
}

/// Returns whether a column may be a tag. A column of sets named `white` is not a player.
fn may_be_tag(tag: &str, kind: &DataType) -> bool {
    match tag {
        "WhiteElo" | "BlackElo" | "Rating" | "Round" => is_text(kind) || is_number(kind),
        "Date" | "UTCDate" | "UTCTime" => is_text(kind) || kind.is_temporal(),
        "WhiteRatingDiff" | "BlackRatingDiff" => is_text(kind) || kind.is_integer(),
        _ => is_text(kind),
    }
}

/// Returns whether a column can be written as text.
fn has_text(kind: &DataType) -> bool {
    match kind {
        DataType::List(item) => is_text(item.data_type()),
        kind => is_text(kind) || is_number(kind) || kind.is_temporal() || *kind == DataType::Boolean,
    }
}

fn is_movetext(kind: &DataType) -> bool {
    match kind {
        DataType::List(item) => is_text(item.data_type()),
        kind => is_text(kind),
    }
}

impl Layout {
    /// Recognizes the columns of a table.
    ///
    /// # Errors
    ///
    /// If the table has neither moves nor positions.
    pub(super) fn of(schema: &Schema) -> io::Result<Self> {
        let fields = schema.fields();
        let names: Vec<String> = fields.iter().map(|field| normalized(field.name())).collect();
        let find = |name: &str, fits: &dyn Fn(&DataType) -> bool| {
            let name = normalized(name);
            (0..names.len()).find(|&index| names[index] == name && fits(fields[index].data_type()))
        };
        if schema.field_with_name("moves").is_ok_and(|field| *field.data_type() == DataType::BinaryView) {
            return Ok(Self::Coded);
        }
        let moves = MOVES.iter().find_map(|name| find(name, &is_movetext));
        let winner = find("winner", &is_text);
        let tags = |used: &[Option<usize>]| -> Vec<(Cow<'static, str>, usize)> {
            let mut tags: Vec<(Cow<'static, str>, usize)> = Vec::new();
            for (index, field) in fields.iter().enumerate() {
                let known = known_tag(&names[index]);
                let is_tag = match known {
                    Some(tag) => may_be_tag(tag, field.data_type()),
                    None => {
                        has_text(field.data_type())
                            && !MOVES.iter().any(|name| normalized(name) == names[index])
                    }
                };
                let tag = known.map_or_else(|| Cow::Owned(field.name().clone()), Cow::Borrowed);
                let is_new = !used.contains(&Some(index)) && tags.iter().all(|(other, _)| *other != tag);
                if is_tag && is_new {
                    tags.push((tag, index));
                }
            }
            tags
        };
        if let Some(moves) = moves {
            return Ok(Self::Text { moves, tags: tags(&[Some(moves), winner]), winner });
        }
        let Some(fen) = find("fen", &is_text) else { return Err(unusable(schema)) };
        // Each finding would count as a game.
        if schema.index_of("pattern").is_ok()
            && ["chance", "played", "missed"].iter().any(|name| schema.index_of(name).is_ok())
        {
            let message = "a table of findings, whose rows are neither games nor positions; read the games again, or ask \
                           the table with SQL or as a data frame";
            return Err(io::Error::new(io::ErrorKind::InvalidData, message));
        }
        let next = find("game_move", &is_text).or_else(|| find("move", &is_text));
        // Integers with missing ones are floats in pandas.
        let (centipawns, mate) = (find("cp", &is_number), find("mate", &is_number));
        Ok(Self::Positions { fen, tags: tags(&[next, centipawns, mate]), next, centipawns, mate })
    }
}

/// Returns the error for a table without games. It names the first columns.
fn unusable(schema: &Schema) -> io::Error {
    /// The maximum number of columns named, and the maximum length of a name in characters.
    const MAX: usize = 20;
    const MAX_LENGTH: usize = 100;
    let names = schema.fields().iter().take(MAX);
    let mut has: Vec<String> = names.map(|field| field.name().chars().take(MAX_LENGTH).collect()).collect();
    if schema.fields().len() > MAX {
        has.push(format!("and {} more", schema.fields().len() - MAX));
    }
    let has = if has.is_empty() { "none".to_owned() } else { has.join(", ") };
    let moves = listed(MOVES.map(str::to_owned).into_iter(), "or");
    let message = format!(
        "a table without games or positions: its columns are {has}; it needs moves as text in {moves}, or positions in fen"
    );
    io::Error::new(io::ErrorKind::InvalidData, message)
}
