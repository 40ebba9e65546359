//! Tables of games, which are searched faster than text.

use super::format::OutputWriter;
use super::parquet::{RowGroups, TableStyle};
use crate::chess::{Evaluation, GameResult, MoveCode, Positions};
use crate::formats::parquet::columns::{GAME_COLUMNS, GameColumnKind, TAGS, damage_fields, schema};
use crate::formats::parquet::date_text;
use crate::formats::pgn::Annotation;
use crate::formats::{Damage, Game, GameNumber};
use crate::games::{Date, Speed};
use crate::input::Entry;
use crate::scan::{Collecting, Collector, CurrentGame, GameEnd};
use crate::search::{PositionNeeds, stored_marks};
use arrow_array::builder::{
    BinaryBuilder, Date32Builder, Float64Builder, Int32Builder, Int64Builder, ListBuilder, MapBuilder,
    StringBuilder, StructBuilder, UInt16Builder, UInt64Builder,
};
use arrow_array::{ArrayRef, RecordBatch};
use arrow_schema::SchemaRef;
use destrier::Color;
use parquet::basic::Encoding;
use parquet::file::properties::{EnabledStatistics, WriterPropertiesBuilder};
use parquet::schema::types::ColumnPath;
use std::borrow::Cow;
use std::num::NonZero;
use std::sync::Arc;

/// Opens a writer of a Parquet table with the games themselves: tags, moves, clocks and evaluations. With
/// `games_a_file`, the table is divided into files ([`Ending::AssembledFiles`](super::Ending::AssembledFiles)).
#[must_use]
pub fn games_writer(games_a_file: Option<NonZero<u64>>) -> Box<dyn OutputWriter> {
    let schema = Arc::new(schema());
    Box::new(RowGroups::new(Games { schema: Arc::clone(&schema) }, &schema, STYLE).divided(games_a_file))
}

/// Row groups are small enough to skip many, and large enough to compress well.
const STYLE: TableStyle = TableStyle { rows: 16_384, encode };

/// Moves and numbers hardly repeat as a whole, so they have no dictionary.
fn encode(mut properties: WriterPropertiesBuilder) -> WriterPropertiesBuilder {
    properties = properties.set_statistics_enabled(EnabledStatistics::Chunk);
    for column in GAME_COLUMNS {
        let path = ColumnPath::from(column.name);
        properties = match column.kind {
            GameColumnKind::Moves | GameColumnKind::Marks => {
                properties.set_column_dictionary_enabled(path, false)
            }
            GameColumnKind::Game | GameColumnKind::Line => properties
                .set_column_dictionary_enabled(path.clone(), false)
                .set_column_encoding(path, Encoding::DELTA_BINARY_PACKED),
            _ => properties,
        };
    }
    properties
}

/// Collects games as rows.
struct Games {
    schema: SchemaRef,
}

/// Rows under construction.
struct GameRows {
    columns: Vec<Builder>,
    /// The moves of the current game.
    codes: Vec<u8>,
    /// The marks of its positions.
    marks: Vec<u8>,
    /// The approximate size of the rows.
    bytes: usize,
}

/// The builder of a column.
enum Builder {
    Text(StringBuilder),
    Number(Int64Builder),
    Rating(UInt16Builder),
    Date(Date32Builder),
    Bytes(BinaryBuilder),
    Clocks(ListBuilder<Float64Builder>),
    Evaluations(ListBuilder<Int32Builder>),
    Damage(Box<StructBuilder>),
    Tags(Box<MapBuilder<StringBuilder, StringBuilder>>),
}

impl Builder {
    fn new(kind: GameColumnKind) -> Self {
        use GameColumnKind as Kind;
        match kind {
            Kind::Source | Kind::Tag(_) | Kind::Site | Kind::Result | Kind::Speed | Kind::Link => {
                Self::Text(StringBuilder::new())
            }
            Kind::Game | Kind::Line | Kind::Year => Self::Number(Int64Builder::new()),
            Kind::Rating(_) => Self::Rating(UInt16Builder::new()),
            Kind::Date => Self::Date(Date32Builder::new()),
            Kind::Moves | Kind::Marks => Self::Bytes(BinaryBuilder::new()),
            Kind::Clocks => Self::Clocks(ListBuilder::new(Float64Builder::new())),
            Kind::Evaluations => Self::Evaluations(ListBuilder::new(Int32Builder::new())),
            Kind::Damage => Self::Damage(Box::new(StructBuilder::from_fields(damage_fields(), 0))),
            Kind::ExactTags | Kind::OtherTags => {
                Self::Tags(Box::new(MapBuilder::new(None, StringBuilder::new(), StringBuilder::new())))
            }
        }
    }

    /// Adds the cell of a row.
    fn append(&mut self, kind: GameColumnKind, row: &Row<'_>) {
        match self {
            Self::Text(column) => column.append_option(row.text(kind)),
            Self::Number(column) => column.append_option(row.number(kind)),
            Self::Rating(column) => column.append_option(row.rating(kind)),
            Self::Date(column) => column.append_option(row.day),
            Self::Bytes(column) if kind == GameColumnKind::Marks => {
                column.append_option(row.marks.as_deref());
            }
            Self::Bytes(column) => column.append_option(row.codes),
            Self::Clocks(column) => {
                let clocks = row.annotations.iter().map(|annotation| annotation.clock);
                column.append_option(row.has_clocks.then_some(clocks));
            }
            Self::Evaluations(column) => {
                let centipawns = |evaluation: Evaluation| evaluation.centipawns(Color::White);
                let evaluations =
                    row.annotations.iter().map(|annotation| annotation.evaluation.map(centipawns));
                column.append_option(row.has_evaluations.then_some(evaluations));
            }
            Self::Damage(column) => append_damage(column, row),
            Self::Tags(column) => {
                let tags = if kind == GameColumnKind::ExactTags { &row.exact } else { &row.others };
                for (name, value) in tags {
                    column.keys().append_value(name);
                    column.values().append_value(value);
                }
                column.append(!tags.is_empty()).expect("there are as many keys as values");
            }
        }
    }

    fn finish(self) -> ArrayRef {
        match self {
            Self::Text(mut column) => Arc::new(column.finish()),
            Self::Number(mut column) => Arc::new(column.finish()),
            Self::Rating(mut column) => Arc::new(column.finish()),
            Self::Date(mut column) => Arc::new(column.finish()),
            Self::Bytes(mut column) => Arc::new(column.finish()),
            Self::Clocks(mut column) => Arc::new(column.finish()),
            Self::Evaluations(mut column) => Arc::new(column.finish()),
            Self::Damage(mut column) => Arc::new(column.finish()),
            Self::Tags(mut column) => Arc::new(column.finish()),
        }
    }
}

fn append_damage(column: &mut StructBuilder, row: &Row<'_>) {
    let damage = row.damage;
    let text = |column: &mut StructBuilder, field, text: Option<&str>| {
        column.field_builder::<StringBuilder>(field).expect("a text").append_option(text);
    };
    column.field_builder::<Int64Builder>(0).expect("a number").append_option(damage.and(row.ply));
    let offset = damage.map(|damage| damage.offset);
    column.field_builder::<UInt64Builder>(1).expect("a number").append_option(offset);
    text(column, 2, damage.map(|damage| &*damage.token));
    text(column, 3, damage.map(|damage| &*damage.reason));
    column.append(damage.is_some());
}

/// A game as a row.
struct Row<'a> {
    source: &'a str,
    number: GameNumber,
    line_number: Option<u64>,
    /// The known tags with a column, in the order of [`TAGS`].
    tags: [Option<Cow<'a, str>>; TAGS.len()],
    exact: Vec<(Cow<'a, str>, Cow<'a, str>)>,
    others: Vec<(Cow<'a, str>, Cow<'a, str>)>,
    date: Option<Date>,
    day: Option<i32>,
    result: Option<GameResult>,
    speed: Option<Speed>,
    link: Option<Cow<'a, str>>,
    annotations: &'a [Annotation],
    has_clocks: bool,
    has_evaluations: bool,
    codes: Option<&'a [u8]>,
    /// The marks with their checksum.
    marks: Option<Vec<u8>>,
    damage: Option<&'a Damage>,
    /// The number of moves before the damage.
    ply: Option<i64>,
}

/// Returns the index of a tag in [`TAGS`].
const fn slot(tag: &str) -> usize {
    let mut index = 0;
    while index < TAGS.len() {
        let name = TAGS[index].0.as_bytes();
        let mut length = 0;
        while length < name.len() && length < tag.len() && name[length] == tag.as_bytes()[length] {
            length += 1;
        }
        if length == name.len() && length == tag.len() {
            return index;
        }
        index += 1;
    }
    panic!("every tag with a column has a place");
}

impl<'a> Row<'a> {
    /// Returns the value of a tag with a column.
    fn tag(&self, slot: usize) -> Option<&str> {
        self.tags[slot].as_deref()
    }

    /// Sorts the tags of a game into those with and without a column.
    fn read_tags(&mut self, game: &Game<'a>) {
        const SITE: usize = slot("Site");
        let mut seen: Vec<&[u8]> = Vec::new();
        for tag in game.tags.iter() {
            // The first tag of each name counts.
            if seen.contains(&tag.name) {
                continue;
            }
            seen.push(tag.name);
            if tag.is_unknown() {
                continue;
            }
            match TAGS.iter().position(|(name, _)| name.as_bytes() == tag.name) {
                Some(slot) => self.tags[slot] = Some(tag.value()),
                None => self.others.push((String::from_utf8_lossy(tag.name), tag.value())),
            }
        }
        self.date = Date::of_game(&game.tags);
        self.day = self.date.and_then(Date::days_since_1970);
        self.speed = Speed::of_game(&game.tags);
        self.link = game.link();
        let result = game.result();
        self.result = (result != GameResult::Unknown || self.tag(slot("Result")).is_some()).then_some(result);
        for (index, (name, _)) in TAGS.iter().enumerate() {
            let derived = self.derived(index);
            if derived.as_deref() != self.tag(index) {
                let exact = self.tags[index].clone().unwrap_or_default();
                drop(derived);
                self.exact.push(((*name).into(), exact));
            }
        }
        // The reader takes the link instead.
        if self.tags[SITE] == self.link {
            self.tags[SITE] = None;
        }
    }

    /// Returns the text of a tag that a reader derives from the columns.
    fn derived(&self, index: usize) -> Option<Cow<'_, str>> {
        const DATE: usize = slot("Date");
        const UTC_DATE: usize = slot("UTCDate");
        const RESULT: usize = slot("Result");
        const LINK: usize = slot("Link");
        const SITE: usize = slot("Site");
        const RATINGS: [usize; 3] = [slot("WhiteElo"), slot("BlackElo"), slot("Rating")];
        let date = || {
            let mut text = String::new();
            date_text(self.day?.into(), &mut text);
            Some(Cow::Owned(text))
        };
        match index {
            DATE => date(),
            UTC_DATE if self.tag(slot("UTCTime")).is_some() => date(),
            UTC_DATE => None,
            RESULT => self.result.map(|result| result.text().into()),
            SITE => self.tag(SITE).or(self.link.as_deref()).map(Cow::Borrowed),
            LINK if self.tag(SITE).is_some() && self.tags[SITE] != self.link => {
                self.link.as_deref().map(Cow::Borrowed)
            }
            LINK => None,
            index if RATINGS.contains(&index) => {
                rating(self.tag(index)?).map(|rating| rating.to_string().into())
            }
            index => self.tag(index).map(Cow::Borrowed),
        }
    }

    fn text(&self, kind: GameColumnKind) -> Option<&str> {
        use GameColumnKind as Kind;
        match kind {
            Kind::Source => Some(self.source),
            Kind::Site => self.tag(const { slot("Site") }),
            Kind::Result => self.result.map(GameResult::text),
            Kind::Speed => self.speed.map(Speed::name),
            Kind::Link => self.link.as_deref(),
            Kind::Tag(name) => self.tag(slot(name)),
            _ => None,
        }
    }

    fn number(&self, kind: GameColumnKind) -> Option<i64> {
        match (kind, self.number) {
            (GameColumnKind::Game, GameNumber::Game(number)) => Some(number.cast_signed()),
            (GameColumnKind::Line, _) => self.line_number.map(u64::cast_signed),
            (GameColumnKind::Year, _) => self.date.map(|date| date.year().into()),
            _ => None,
        }
    }

    fn rating(&self, kind: GameColumnKind) -> Option<u16> {
        let GameColumnKind::Rating(name) = kind else { return None };
        rating(self.tag(slot(name))?)
    }
}

/// Returns the rating in a text, as [`Game::rating_of`] does.
fn rating(text: &str) -> Option<u16> {
    text.trim().parse().ok().filter(|&rating| rating > 0)
}

impl Collector for Games {
    type Accumulator = GameRows;
    type Output = RecordBatch;

    fn accumulator(&self) -> GameRows {
        let columns = GAME_COLUMNS.iter().map(|column| Builder::new(column.kind)).collect();
        GameRows { columns, codes: Vec::new(), marks: Vec::new(), bytes: 0 }
    }

    fn size(&self, rows: &GameRows) -> usize {
        rows.bytes
    }

    fn begin(&self, rows: &mut GameRows, _: &CurrentGame<'_>) {
        rows.codes.clear();
        rows.marks.clear();
    }

    fn position_needs(&self) -> PositionNeeds {
        PositionNeeds::Marked
    }

    fn positions(
        &self,
        _: &CurrentGame<'_>,
        positions: &Positions,
        collecting: &mut Collecting<'_, GameRows>,
    ) {
        let codes = (0..positions.len()).filter_map(|index| positions.next(index)).map(MoveCode::from);
        collecting.accumulator.codes.extend(codes.flat_map(|code| code.0.to_le_bytes()));
        collecting.accumulator.marks.extend_from_slice(positions.marks());
    }

    fn end(
        &self,
        source: &str,
        entry: &Entry<'_>,
        end: &GameEnd<'_>,
        collecting: &mut Collecting<'_, GameRows>,
    ) {
        if !collecting.tally.row() {
            return;
        }
        let GameRows { columns, codes, marks, bytes } = &mut *collecting.accumulator;
        let game = entry.game.as_ref().ok();
        let annotations = game.map(Game::annotations).unwrap_or_default();
        let annotations = annotations.by_ply();
        let moves = end.positions.checked_sub(1);
        let mut row = Row {
            source,
            number: entry.number,
            line_number: entry.line_number,
            tags: Default::default(),
            exact: Vec::new(),
            others: Vec::new(),
            date: None,
            day: None,
            result: None,
            speed: None,
            link: None,
            annotations,
            has_clocks: annotations.iter().any(|annotation| annotation.clock.is_some()),
            has_evaluations: annotations.iter().any(|annotation| annotation.evaluation.is_some()),
            codes: moves.map(|_| &codes[..]),
            // A row of a table of positions has a move, but only one position.
            marks: game
                .filter(|_| marks.len() == codes.len() / 2 + 1)
                .map(|game| stored_marks(game, codes, marks)),
            damage: end.damage,
            ply: moves.map(u64::cast_signed),
        };
        if let Some(game) = game {
            row.read_tags(game);
        }
        for (column, builder) in GAME_COLUMNS.iter().zip(columns) {
            builder.append(column.kind, &row);
        }
        let of_tags: usize = row.tags.iter().flatten().map(|tag| tag.len()).sum();
        let of_others: usize =
            row.exact.iter().chain(&row.others).map(|(name, value)| name.len() + value.len()).sum();
        *bytes += 2 * (300 + of_tags + of_others + codes.len() + marks.len() + 12 * annotations.len());
        collecting.take_if_large();
    }

    fn finish(&self, rows: GameRows) -> RecordBatch {
        let columns = rows.columns.into_iter().map(Builder::finish).collect();
        RecordBatch::try_new(Arc::clone(&self.schema), columns)
            .expect("the columns have the types of the schema")
    }
}
