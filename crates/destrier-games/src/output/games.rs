//! Tables of games, which are searched faster than text.

use super::format::OutputWriter;
use super::parquet::{RowGroups, TableStyle};
use crate::chess::{GameResult, MoveCode, Position, Positions};
use crate::formats::parquet::date_text;
use crate::formats::pgn::parse_rating;
use crate::formats::{Damage, Fact, FactContent, FactTable, Game, GameNeeds, STORED_TAGS};
use crate::games::Date;
use crate::input::Entry;
use crate::scan::{Collecting, Collector, CollectorNeeds, CurrentGame, GameEnd};
use crate::schema::ColumnKind;
use crate::search::{PositionNeeds, stored_marks};
use crate::tables::{
    Builder, Cells, FINAL_FEN, Replayed, SANS, data_type, field_of_type, first_of_each_name,
};
use arrow_array::builder::{
    BinaryBuilder, Float64Builder, Int32Builder, Int64Builder, ListBuilder, MapBuilder, StringBuilder,
    StructBuilder, UInt64Builder,
};
use arrow_array::cast::AsArray;
use arrow_array::types::{Int64Type, UInt16Type};
use arrow_array::{ArrayRef, RecordBatch};
use arrow_schema::{DataType, Field, Fields, Schema, SchemaRef};
use destrier::Color;
use parquet::basic::Encoding;
use parquet::file::properties::{EnabledStatistics, WriterPropertiesBuilder};
use parquet::schema::types::ColumnPath;
use std::borrow::Cow;
use std::num::NonZero;
use std::sync::Arc;

/// Opens a writer of a Parquet table with the games themselves: tags, moves, clocks and evaluations. With
/// `games_per_file`, the table is divided into files ([`Ending::AssembledFiles`](super::Ending::AssembledFiles)).
#[must_use]
pub fn games_writer(games_per_file: Option<NonZero<u64>>) -> Box<dyn OutputWriter> {
    let schema = Arc::new(schema());
    Box::new(RowGroups::new(Games { schema: Arc::clone(&schema) }, &schema, STYLE).divided(games_per_file))
}

/// Row groups are small enough to skip many, and large enough to compress well.
const STYLE: TableStyle = TableStyle { rows: 16_384, encode };

/// Moves and numbers hardly repeat as a whole, so they have no dictionary.
fn encode(properties: WriterPropertiesBuilder) -> WriterPropertiesBuilder {
    let mut properties = properties.set_statistics_enabled(EnabledStatistics::Chunk);
    for name in ["moves", "marks", "game", "line_number"] {
        properties = properties.set_column_dictionary_enabled(ColumnPath::from(name), false);
    }
    for name in ["game", "line_number"] {
        properties = properties.set_column_encoding(ColumnPath::from(name), Encoding::DELTA_BINARY_PACKED);
    }
    properties
}

/// Returns the schema: facts about the game, which most tags are, then [`MORE_COLUMNS`]. Where the text of a tag cannot be
/// derived from the columns, `exact_tags` has it, so that the tags of a row are those of the game. Unknown tags (empty or
/// `?`) are not stored.
fn schema() -> Schema {
    let types = [
        DataType::Binary,
        data_type(ColumnKind::List),
        DataType::Utf8,
        DataType::new_list(DataType::Float64, true),
        DataType::new_list(DataType::Int32, true),
        DataType::Struct(damage_fields()),
        DataType::Binary,
        map(),
        map(),
    ];
    let facts = Fact::of_table(FactTable::Converted).map(|fact| {
        let kind = match fact.content.kind() {
            _ if matches!(fact.content, FactContent::Rating(_)) => DataType::UInt16,
            ColumnKind::Number => DataType::Int64,
            ColumnKind::Date => DataType::Date32,
            _ => DataType::Utf8,
        };
        (fact.name, fact.definition, kind)
    });
    let more = MORE_COLUMNS.into_iter().zip(types).map(|((name, definition), kind)| (name, definition, kind));
    let columns = facts.chain(more).map(|(name, definition, kind)| field_of_type(name, definition, kind));
    Schema::new(columns.collect::<Vec<_>>())
}

/// The columns after the facts, with their definitions.
const MORE_COLUMNS: [(&str, &str); 9] = [
    (
        "moves",
        "two bytes a move, little-endian: bits 0-5 from-square, 6-11 to-square (a1 = 0), 12-14 promotion (1 knight, \
         2 bishop, 3 rook, 4 queen); castling is king to rook, a null move leads from a square to itself; up to \
         the damage; null if the game cannot start",
    ),
    ("sans", SANS),
    ("final_fen", FINAL_FEN),
    (
        "clocks",
        "seconds on the clock of the player who moved, by number of moves played: the first item is the start",
    ),
    (
        "evals",
        "centipawns for White, by number of moves played: the first item is the start; mate in n is 10000 - n, \
         being mated -10000 + n",
    ),
    (
        "damage",
        "damage in the source: moves before it (null if the game cannot start), byte, token and reason; null for \
         undamaged games",
    ),
    (
        "marks",
        "for Destrier: four bytes, a checksum of start, moves and marks; then a byte for each position with the \
         patterns that it may have; a changed row is searched without it",
    ),
    ("exact_tags", "text of the tags that the other columns do not give exactly, empty if missing"),
    ("tags", "the other tags"),
];

fn damage_fields() -> Fields {
    Fields::from(vec![
        Field::new("ply", DataType::Int64, true),
        Field::new("offset", DataType::UInt64, true),
        Field::new("token", DataType::Utf8, true),
        Field::new("reason", DataType::Utf8, true),
    ])
}

/// Returns the type of maps from text to text.
fn map() -> DataType {
    let entry = Fields::from(vec![
        Field::new("keys", DataType::Utf8, false),
        Field::new("values", DataType::Utf8, true),
    ]);
    DataType::Map(Arc::new(Field::new("entries", DataType::Struct(entry), false)), false)
}

/// Collects games as rows.
struct Games {
    schema: SchemaRef,
}

/// Rows under construction.
struct GameRows {
    /// The facts, each with the index of its tag in [`STORED_TAGS`] if it has one.
    facts: Vec<(&'static Fact, Option<usize>, Builder)>,
    moves: BinaryBuilder,
    sans: Builder,
    final_fens: Builder,
    clocks: ListBuilder<Float64Builder>,
    evaluations: ListBuilder<Int32Builder>,
    damage: StructBuilder,
    stored_marks: BinaryBuilder,
    exact_tags: TagsBuilder,
    other_tags: TagsBuilder,
    /// The moves of the current game, in two bytes each and in SAN.
    codes: Vec<u8>,
    replayed: Replayed,
    /// The marks of its positions.
    marks: Vec<u8>,
    /// The approximate size of the rows.
    bytes: usize,
}

type TagsBuilder = MapBuilder<StringBuilder, StringBuilder>;

type TagTexts<'a> = Vec<(Cow<'a, str>, Cow<'a, str>)>;

fn append_tags(column: &mut TagsBuilder, tags: &TagTexts<'_>) {
    for (name, value) in tags {
        column.keys().append_value(name);
        column.values().append_value(value);
    }
    column.append(!tags.is_empty()).expect("there are as many keys as values");
}

/// Adds the damage of a game, after this number of moves.
fn append_damage(column: &mut StructBuilder, damage: Option<&Damage>, moves: Option<u64>) {
    let text = |column: &mut StructBuilder, field, text: Option<&str>| {
        column.field_builder::<StringBuilder>(field).expect("a text").append_option(text);
    };
    let ply = damage.and(moves).map(u64::cast_signed);
    column.field_builder::<Int64Builder>(0).expect("a number").append_option(ply);
    let offset = damage.map(|damage| damage.offset);
    column.field_builder::<UInt64Builder>(1).expect("a number").append_option(offset);
    text(column, 2, damage.map(|damage| &*damage.token));
    text(column, 3, damage.map(|damage| &*damage.reason));
    column.append(damage.is_some());
}

/// The tags of a game, as its row has them.
#[derive(Default)]
struct RowTags<'a> {
    /// The known tags with a column, in the order of [`STORED_TAGS`].
    stored: Vec<Option<Cow<'a, str>>>,
    exact: TagTexts<'a>,
    others: TagTexts<'a>,
    /// What several columns are made from. Reading it again from the tags for each column would take a tenth of the time.
    result: Option<GameResult>,
    date: Option<Date>,
    link: Option<Cow<'a, str>>,
}

impl<'a> RowTags<'a> {
    /// Sorts the tags of a game into those with and without a column.
    fn of(game: &Game<'a>) -> Self {
        let mut tags = Self { stored: vec![None; STORED_TAGS.len()], ..Self::default() };
        for tag in first_of_each_name(&game.tags) {
            if tag.is_unknown() {
                continue;
            }
            match STORED_TAGS.iter().position(|(name, _)| name.as_bytes() == tag.name) {
                Some(slot) => tags.stored[slot] = Some(tag.value()),
                None => tags.others.push((String::from_utf8_lossy(tag.name), tag.value())),
            }
        }
        let result = game.result();
        let has_result = result != GameResult::Unknown || game.tags.value("Result").is_some();
        tags.result = has_result.then_some(result);
        (tags.date, tags.link) = (Date::of_game(&game.tags), game.link());
        let date = tags.date.and_then(Date::days_since_1970).map(|day| {
            let mut text = String::new();
            date_text(day.into(), &mut text);
            text
        });
        let site = game.tags.value("Site");
        let has_site = site.is_some() && site != tags.link;
        for ((name, _), stored) in STORED_TAGS.iter().zip(&tags.stored) {
            let stored = stored.as_deref();
            let rating;
            // The text of the tag that a reader derives from the columns.
            let derived = match *name {
                "Date" => date.as_deref(),
                "UTCDate" => date.as_deref().filter(|_| game.tags.value("UTCTime").is_some()),
                "Result" => tags.result.map(GameResult::text),
                "Site" => stored.or(tags.link.as_deref()),
                "Link" => tags.link.as_deref().filter(|_| has_site),
                "WhiteElo" | "BlackElo" | "Rating" => {
                    rating = stored.and_then(parse_rating).map(|rating| rating.to_string());
                    rating.as_deref()
                }
                _ => stored,
            };
            if derived != stored {
                tags.exact.push(((*name).into(), stored.unwrap_or_default().to_owned().into()));
            }
        }
        tags
    }
}

impl Collector for Games {
    type Accumulator = GameRows;
    type Output = RecordBatch;

    fn accumulator(&self) -> GameRows {
        let fact = |fact: &'static Fact| {
            let slot = match fact.content {
                FactContent::Tag(name) | FactContent::Rating(name) => {
                    STORED_TAGS.iter().position(|(tag, _)| *tag == name)
                }
                _ => None,
            };
            let kind = match fact.content.kind() {
                ColumnKind::SharedText => ColumnKind::Text,
                kind => kind,
            };
            (fact, slot, Builder::new(kind))
        };
        let tags = || MapBuilder::new(None, StringBuilder::new(), StringBuilder::new());
        GameRows {
            facts: Fact::of_table(FactTable::Converted).map(fact).collect(),
            moves: BinaryBuilder::new(),
            sans: Builder::new(ColumnKind::List),
            final_fens: Builder::new(ColumnKind::Text),
            clocks: ListBuilder::new(Float64Builder::new()),
            evaluations: ListBuilder::new(Int32Builder::new()),
            damage: StructBuilder::from_fields(damage_fields(), 0),
            stored_marks: BinaryBuilder::new(),
            exact_tags: tags(),
            other_tags: tags(),
            codes: Vec::new(),
            replayed: Replayed::default(),
            marks: Vec::new(),
            bytes: 0,
        }
    }

    fn size(&self, rows: &GameRows) -> usize {
        rows.bytes
    }

    fn begin(&self, rows: &mut GameRows, _: &CurrentGame<'_>) {
        rows.codes.clear();
        rows.marks.clear();
        rows.replayed.clear();
    }

    fn needs(&self) -> CollectorNeeds<'_> {
        CollectorNeeds { positions: PositionNeeds::Marked, ..CollectorNeeds::games(GameNeeds::all()) }
    }

    fn positions(&self, _: &CurrentGame<'_>, positions: &Positions, collecting: &mut Collecting<'_, Self>) {
        let codes = (0..positions.len()).filter_map(|index| positions.next(index)).map(MoveCode::from);
        collecting.accumulator.codes.extend(codes.flat_map(|code| code.0.to_le_bytes()));
        collecting.accumulator.marks.extend_from_slice(positions.marks());
        collecting.accumulator.replayed.add(positions);
    }

    fn end(&self, source: &str, entry: &Entry<'_>, end: &GameEnd<'_>, collecting: &mut Collecting<'_, Self>) {
        if !collecting.tally.row() {
            return;
        }
        let rows = &mut *collecting.accumulator;
        let (codes, marks) = (&rows.codes, &rows.marks);
        let game = entry.game.as_ref().ok();
        let tags = game.map(RowTags::of).unwrap_or_default();
        for (fact, slot, column) in &mut rows.facts {
            let stored = slot.and_then(|slot| tags.stored.get(slot)?.as_deref());
            match fact.content {
                FactContent::Result => column.optional_text(tags.result.map(GameResult::text)),
                FactContent::Date => {
                    column.date(tags.date.filter(|date| date.days_since_1970().is_some()));
                }
                FactContent::Year => column.number(tags.date.map(|date| date.year().into())),
                FactContent::Link => column.optional_text(tags.link.as_deref()),
                FactContent::Rating(_) => column.number(stored.and_then(parse_rating).map(i64::from)),
                FactContent::Tag(_) => column.optional_text(stored),
                content => content.fill(column, source, entry),
            }
        }
        let moves = end.positions.checked_sub(1);
        rows.moves.append_option(moves.map(|_| codes));
        match rows.replayed.sans().filter(|_| moves.is_some()) {
            Some(sans) => rows.sans.sans(sans),
            None => rows.sans.null(),
        }
        let last = rows.replayed.last().filter(|_| moves.is_some());
        rows.final_fens.optional_text(last.map(Position::fen).as_deref());
        let annotations = game.map(Game::annotations).unwrap_or_default();
        let annotations = annotations.by_ply();
        let has_clocks = annotations.iter().any(|annotation| annotation.clock.is_some());
        let clocks = annotations.iter().map(|annotation| annotation.clock);
        rows.clocks.append_option(has_clocks.then_some(clocks));
        let has_evaluations = annotations.iter().any(|annotation| annotation.evaluation.is_some());
        let evaluations = annotations.iter().map(|annotation| annotation.evaluation);
        let evaluations = evaluations.map(|evaluation| Some(evaluation?.centipawns(Color::White)));
        rows.evaluations.append_option(has_evaluations.then_some(evaluations));
        append_damage(&mut rows.damage, end.damage, moves);
        // A row of a table of positions has a move, but only one position.
        let marked = game.filter(|_| marks.len() == codes.len() / 2 + 1);
        rows.stored_marks.append_option(marked.map(|game| stored_marks(game, codes, marks)));
        append_tags(&mut rows.exact_tags, &tags.exact);
        append_tags(&mut rows.other_tags, &tags.others);
        let of_tags: usize = tags.stored.iter().flatten().map(|tag| tag.len()).sum();
        let of_others: usize =
            tags.exact.iter().chain(&tags.others).map(|(name, value)| name.len() + value.len()).sum();
        rows.bytes += 2 * (300 + of_tags + of_others + codes.len() + marks.len() + 12 * annotations.len());
        // A move in SAN takes two to seven bytes, and an offset of four.
        rows.bytes += 8 * codes.len();
        collecting.take_if_large();
    }

    fn finish(&self, rows: GameRows) -> RecordBatch {
        let GameRows { facts, mut moves, sans, final_fens, mut clocks, mut evaluations, mut damage, .. } =
            rows;
        let (mut marks, mut exact_tags, mut other_tags) =
            (rows.stored_marks, rows.exact_tags, rows.other_tags);
        let fact = |(fact, _, column): (&Fact, _, Builder)| -> ArrayRef {
            let column = column.finish();
            if matches!(fact.content, FactContent::Rating(_)) {
                Arc::new(column.as_primitive::<Int64Type>().unary::<_, UInt16Type>(|rating| rating as u16))
            } else {
                column
            }
        };
        let mut columns: Vec<ArrayRef> = facts.into_iter().map(fact).collect();
        columns.extend([
            Arc::new(moves.finish()) as ArrayRef,
            sans.finish(),
            final_fens.finish(),
            Arc::new(clocks.finish()),
            Arc::new(evaluations.finish()),
            Arc::new(damage.finish()),
            Arc::new(marks.finish()),
            Arc::new(exact_tags.finish()),
            Arc::new(other_tags.finish()),
        ]);
        RecordBatch::try_new(Arc::clone(&self.schema), columns)
            .expect("the columns have the types of the schema")
    }
}
