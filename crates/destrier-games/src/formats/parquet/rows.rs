//! Rows of a table as games.

use super::layout::Layout;
use super::ranges::{constant_text, is_absent, leaves};
use super::tags::{RowTags, TagColumn, TagTexts, TextMap};
use super::texts::{Texts, text_at, texts_of};
use crate::chess::Evaluation;
use crate::formats::game::{Game, GameNumber, MoveText, RowFacts};
use crate::formats::pgn::{Annotation, Tags};
use crate::formats::{Damage, GameNeeds, STORED_TAGS};
use arrow_array::builder::BinaryViewBuilder;
use arrow_array::cast::AsArray;
use arrow_array::types::{Float64Type, Int32Type, Int64Type, UInt64Type};
use arrow_array::{Array, ArrayRef, Int64Array, RecordBatch};
use arrow_schema::{DataType, Schema};
use parquet::arrow::arrow_reader::ArrowReaderMetadata;
use std::borrow::Cow;
use std::sync::Arc;

/// The columns to read of a table or of a row group, and what they become.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    layout: Layout,
    /// The indices of the columns.
    pub(super) roots: Vec<usize>,
    /// The names of all columns.
    names: Vec<String>,
    /// The tags of other tables, with the indices of their columns.
    tags: Vec<(Cow<'static, str>, usize)>,
    /// The needed tags of tables of games.
    needs: GameNeeds,
    /// The source of all rows, if the statistics have it.
    source: Option<Arc<str>>,
    /// The size of a row in bytes, decompressed.
    pub(super) bytes_per_row: u64,
}

impl Plan {
    /// Plans the reading of a table. The statistics are those of a row group.
    pub(super) fn new(
        layout: &Layout,
        schema: &Schema,
        needs: &GameNeeds,
        statistics: Option<(&ArrowReaderMetadata, usize)>,
    ) -> Self {
        let names: Vec<String> = schema.fields().iter().map(|field| field.name().clone()).collect();
        let mut plan = Self {
            layout: layout.clone(),
            roots: Vec::new(),
            names,
            tags: Vec::new(),
            needs: needs.clone(),
            source: None,
            bytes_per_row: 0,
        };
        match layout {
            Layout::Coded => plan.of_games(statistics),
            Layout::Text { moves, tags, winner } => {
                plan.of_tags(tags);
                if needs.moves || needs.has_tag("Result") || plan.roots.is_empty() {
                    plan.roots.push(*moves);
                }
                if needs.has_tag("Result") {
                    plan.roots.extend(*winner);
                }
            }
            Layout::Positions { fen, tags, next, centipawns, mate } => {
                plan.of_tags(tags);
                plan.roots.push(*fen);
                plan.roots.extend(next);
                plan.roots.extend(centipawns.iter().chain(mate).filter(|_| needs.annotations));
            }
        }
        plan.roots.sort_unstable();
        plan.roots.dedup();
        plan
    }

    /// Adds the needed tags of tables that are not ours. A puzzle's id stands for its site.
    fn of_tags(&mut self, tags: &[(Cow<'static, str>, usize)]) {
        let is_needed =
            |name: &str| self.needs.has_tag(name) || (name == "PuzzleId" && self.needs.has_tag("Site"));
        self.tags = tags.iter().filter(|(name, _)| is_needed(name)).cloned().collect();
        self.roots.extend(self.tags.iter().map(|(_, index)| *index));
    }

    /// Adds the needed columns of a table of games. Columns without values are not read.
    fn of_games(&mut self, statistics: Option<(&ArrowReaderMetadata, usize)>) {
        let needs = self.needs.clone();
        let index = |name: &str| {
            let index = self.names.iter().position(|other| other == name)?;
            let is_absent = statistics.is_some_and(|(metadata, group)| is_absent(metadata, group, index));
            (!is_absent).then_some(index)
        };
        let source = index("source");
        let leaf = statistics
            .zip(source)
            .and_then(|((metadata, group), source)| leaves(metadata, group, source).next());
        let constant: Option<Arc<str>> = leaf.and_then(constant_text).map(Into::into);
        let mut roots: Vec<usize> = Vec::new();
        roots.extend(source.filter(|_| constant.is_none()));
        let mut add = |name: &str| roots.extend(index(name));
        ["game", "line_number", "damage"].into_iter().for_each(&mut add);
        if needs.moves {
            add("moves");
        }
        if needs.moves && needs.marks {
            add("marks");
        }
        if needs.moves || index("damage").is_some() {
            add("fen");
        }
        if needs.annotations {
            ["clocks", "evals"].into_iter().for_each(&mut add);
        }
        let needed = STORED_TAGS.iter().filter(|(tag, _)| needs.has_tag(tag));
        let mut has_columns = false;
        for (tag, column) in needed {
            has_columns = true;
            add(column);
            match *tag {
                "Site" => add("link"),
                "UTCDate" => add("time"),
                "Link" => add("site"),
                _ => {}
            }
        }
        if has_columns {
            add("exact_tags");
        }
        // The column `link` has the links.
        let needs_others = needs.tags.as_ref().is_none_or(|tags| {
            tags.iter().any(|tag| {
                !STORED_TAGS.iter().any(|(name, _)| name == tag) && !["GameURL", "GameUrl"].contains(tag)
            })
        });
        if needs_others {
            add("tags");
        }
        self.source = constant;
        self.roots = roots;
    }

    /// Returns the rows of a batch as games, split where their source changes.
    pub(super) fn rows(&self, batch: &RecordBatch, rows_before: u64) -> Vec<GameRows> {
        let sources = match (&self.layout, &self.source) {
            (Layout::Coded, None) => self.column(batch, "source").and_then(texts_of),
            _ => None,
        };
        let Some(sources) = sources else {
            return vec![self.rows_of(batch, self.source.clone(), rows_before)];
        };
        let mut parts = Vec::new();
        let mut start = 0;
        while start < batch.num_rows() {
            let source = text_at(&sources, start);
            let same = (start..batch.num_rows()).take_while(|row| text_at(&sources, *row) == source).count();
            let name = source.map(|source| String::from_utf8_lossy(source).into());
            parts.push(self.rows_of(&batch.slice(start, same), name, rows_before + start as u64));
            start += same;
        }
        parts
    }

    /// Returns a column that was read.
    fn column<'a>(&self, batch: &'a RecordBatch, name: &str) -> Option<&'a ArrayRef> {
        self.column_at(batch, self.names.iter().position(|other| other == name)?)
    }

    /// Returns a column that was read, by its index in the file.
    fn column_at<'a>(&self, batch: &'a RecordBatch, index: usize) -> Option<&'a ArrayRef> {
        batch.columns().get(self.roots.binary_search(&index).ok()?)
    }

    fn rows_of(&self, batch: &RecordBatch, source: Option<Arc<str>>, rows_before: u64) -> GameRows {
        let length = batch.num_rows();
        let column = |name| self.column(batch, name);
        let (numbers, tags, moves) = match &self.layout {
            Layout::Coded => {
                let numbers =
                    |name| column(name).and_then(|column| column.as_primitive_opt::<Int64Type>()).cloned();
                let coded = Coded {
                    codes: column("moves").and_then(texts_of),
                    results: column("result").and_then(texts_of),
                    annotations: Annotated::of_lists(column("clocks"), column("evals"), length),
                    damage: column("damage").map(damage_of).unwrap_or_default(),
                    marks: column("marks").and_then(texts_of),
                };
                let lines = numbers("line_number");
                (Numbers { games: numbers("game"), lines }, self.tags_of_games(batch), RowMoves::Coded(coded))
            }
            Layout::Text { moves, winner, .. } => {
                let texts = self.column_at(batch, *moves).and_then(texts_of);
                let winner = winner.and_then(|winner| self.column_at(batch, winner)).and_then(texts_of);
                (Numbers::default(), self.tags_of_others(batch, winner.as_ref()), RowMoves::Text(texts))
            }
            Layout::Positions { fen, next, centipawns, mate, .. } => {
                let texts = |index: &Option<usize>| texts_of(self.column_at(batch, (*index)?)?);
                let moves = RowMoves::Positions {
                    fens: texts(&Some(*fen)),
                    next: texts(next),
                    evaluations: evaluations(texts(centipawns).as_ref(), texts(mate).as_ref(), length),
                };
                let mut tags = self.tags_of_others(batch, None);
                // The position is needed even if the tag is not.
                if let (Some(texts), true) =
                    (texts(&Some(*fen)), tags.columns.iter().all(|column| column.name != "FEN"))
                {
                    tags.columns.push(TagColumn { name: "FEN".into(), texts: TagTexts::Of(texts) });
                }
                (Numbers::default(), tags, moves)
            }
        };
        let bytes = (self.bytes_per_row as usize).saturating_mul(length);
        GameRows { length, source, rows_before, numbers, tags, moves, bytes }
    }

    /// Returns the tags of a table of games.
    fn tags_of_games(&self, batch: &RecordBatch) -> RowTags {
        let texts = |name: &str| self.column(batch, name).and_then(texts_of);
        let mut columns = Vec::new();
        for &(tag, column) in STORED_TAGS.iter() {
            // The start position is needed even if the tag is not.
            if !self.needs.has_tag(tag) && tag != "FEN" {
                continue;
            }
            let texts = match (tag, texts(column)) {
                ("Site", Some(site)) => match texts("link") {
                    Some(link) => TagTexts::FirstOf(site, link),
                    None => TagTexts::Of(site),
                },
                ("Site", None) => match texts("link") {
                    Some(link) => TagTexts::Of(link),
                    None => continue,
                },
                ("Link", Some(link)) => match texts("site") {
                    Some(site) => TagTexts::OnlyWith(link, site),
                    None => continue,
                },
                ("UTCDate", Some(date)) => match texts("time") {
                    Some(time) => TagTexts::OnlyWith(date, time),
                    None => continue,
                },
                (_, Some(texts)) => TagTexts::Of(texts),
                (_, None) => continue,
            };
            columns.push(TagColumn { name: tag.into(), texts });
        }
        // A link may come from a tag that is not read.
        if let (Some(names), Some(link)) = (&self.needs.tags, texts("link"))
            && names.contains("GameUrl")
        {
            columns.push(TagColumn { name: "GameUrl".into(), texts: TagTexts::Of(link) });
        }
        let exact = self.column(batch, "exact_tags").and_then(TextMap::new);
        RowTags { columns, exact, others: self.column(batch, "tags").and_then(TextMap::new) }
    }

    /// Returns the tags of other tables.
    fn tags_of_others(&self, batch: &RecordBatch, winner: Option<&Texts>) -> RowTags {
        let texts = |index: usize| self.column_at(batch, index).and_then(texts_of);
        let mut columns: Vec<TagColumn> = Vec::new();
        for (name, index) in &self.tags {
            if let Some(texts) = texts(*index) {
                columns.push(TagColumn { name: name.clone(), texts: TagTexts::Of(texts) });
            }
        }
        if let Some(winner) = winner
            && columns.iter().all(|column| column.name != "Result")
        {
            columns.push(TagColumn { name: "Result".into(), texts: TagTexts::Of(results_of(winner)) });
        }
        if let Some((_, index)) = self.tags.iter().find(|(name, _)| name == "PuzzleId")
            && let Some(ids) = texts(*index)
        {
            columns.retain(|column| column.name != "Site");
            columns.insert(0, TagColumn { name: "Site".into(), texts: TagTexts::Of(ids) });
        }
        RowTags { columns, exact: None, others: None }
    }
}

/// Returns the results for the sides that won. Null is a draw.
fn results_of(winners: &Texts) -> Texts {
    let mut results = BinaryViewBuilder::with_capacity(winners.len());
    for row in 0..winners.len() {
        results.append_value(match text_at(winners, row).unwrap_or_default() {
            winner if winner.eq_ignore_ascii_case(b"white") => "1-0",
            winner if winner.eq_ignore_ascii_case(b"black") => "0-1",
            winner if winner.is_empty() || winner.eq_ignore_ascii_case(b"draw") => "1/2-1/2",
            _ => "*",
        });
    }
    results.finish()
}

/// Some rows of a table, all from one source.
#[derive(Debug)]
pub(crate) struct GameRows {
    length: usize,
    /// The source that the rows name.
    source: Option<Arc<str>>,
    /// The number of rows of the file before these.
    rows_before: u64,
    numbers: Numbers,
    tags: RowTags,
    moves: RowMoves,
    bytes: usize,
}

/// A row as a game.
pub(crate) struct GameRow<'a> {
    pub(crate) number: GameNumber,
    /// The line that the game comes from.
    pub(crate) line_number: Option<u64>,
    /// The game, or the reason why the row is none.
    pub(crate) game: Result<Game<'a>, Box<Damage>>,
}

/// The columns with the numbers of games and lines.
#[derive(Debug, Default)]
struct Numbers {
    games: Option<Int64Array>,
    lines: Option<Int64Array>,
}

/// The moves of rows.
#[derive(Debug)]
enum RowMoves {
    Coded(Coded),
    Text(Option<Texts>),
    Positions {
        fens: Option<Texts>,
        next: Option<Texts>,
        /// The evaluation of each row; empty if there are none.
        evaluations: Vec<Annotation>,
    },
}

/// The moves and other facts of a table of games.
#[derive(Debug)]
struct Coded {
    codes: Option<Texts>,
    results: Option<Texts>,
    annotations: Annotated,
    /// The damage of each row with the number of moves before it; empty if no game is damaged.
    damage: Vec<Option<(Damage, Option<i64>)>>,
    marks: Option<Texts>,
}

/// The annotations of rows.
#[derive(Debug, Default)]
struct Annotated {
    all: Vec<Annotation>,
    /// The end of each row in `all`; empty if there are no annotations.
    ends: Vec<usize>,
}

impl Annotated {
    fn of_lists(clocks: Option<&ArrayRef>, evaluations: Option<&ArrayRef>, rows: usize) -> Self {
        let lists =
            |column: Option<&ArrayRef>| column.and_then(|column| column.as_list_opt::<i32>()).cloned();
        let (clocks, evaluations) = (lists(clocks), lists(evaluations));
        let mut annotated = Self::default();
        if clocks.is_none() && evaluations.is_none() {
            return annotated;
        }
        for row in 0..rows {
            let start = annotated.all.len();
            let mut add = |ply: usize, set: &dyn Fn(&mut Annotation)| {
                let length = annotated.all.len().max(start + ply + 1);
                annotated.all.resize(length, Annotation::default());
                set(&mut annotated.all[start + ply]);
            };
            if let Some(list) = clocks.as_ref().filter(|list| list.is_valid(row)).map(|list| list.value(row))
                && let Some(items) = list.as_primitive_opt::<Float64Type>()
            {
                let known = items.iter().enumerate().filter_map(|(ply, clock)| Some((ply, clock?)));
                known.for_each(|(ply, clock)| add(ply, &|annotation| annotation.clock = Some(clock)));
            }
            if let Some(list) =
                evaluations.as_ref().filter(|list| list.is_valid(row)).map(|list| list.value(row))
                && let Some(items) = list.as_primitive_opt::<Int32Type>()
            {
                for (ply, centipawns) in items.iter().enumerate() {
                    if let Some(centipawns) = centipawns {
                        let evaluation = Evaluation::from_centipawns(centipawns);
                        add(ply, &|annotation| annotation.evaluation = Some(evaluation));
                    }
                }
            }
            annotated.ends.push(annotated.all.len());
        }
        annotated
    }

    fn at(&self, row: usize) -> &[Annotation] {
        match self.ends.get(row) {
            Some(&end) => &self.all[row.checked_sub(1).map_or(0, |before| self.ends[before])..end],
            None => &[],
        }
    }
}

/// Returns the evaluations of positions, from White's point of view.
fn evaluations(centipawns: Option<&Texts>, mate: Option<&Texts>, rows: usize) -> Vec<Annotation> {
    if centipawns.is_none() && mate.is_none() {
        return Vec::new();
    }
    let number = |texts: Option<&Texts>, row| std::str::from_utf8(text_at(texts?, row)?).ok()?.parse().ok();
    let annotations = (0..rows).map(|row| {
        let by_mate = number(mate, row).map(Evaluation::Mate);
        let of_pawns =
            number(centipawns, row).filter(|cp: &i32| cp.unsigned_abs() < Evaluation::MATE.unsigned_abs());
        let evaluation = by_mate.or_else(|| of_pawns.map(Evaluation::Centipawns));
        Annotation { evaluation, clock: None }
    });
    annotations.collect()
}

/// Reads the column `damage`.
fn damage_of(column: &ArrayRef) -> Vec<Option<(Damage, Option<i64>)>> {
    let Some(column) = column.as_struct_opt() else { return Vec::new() };
    let text = |name: &str, row: usize| {
        let texts = column.column_by_name(name).filter(|texts| *texts.data_type() == DataType::Utf8View)?;
        text_at(&texts_of(texts)?, row).map(|text| String::from_utf8_lossy(text).into_owned())
    };
    let damage = (0..column.len()).map(|row| {
        if column.is_null(row) {
            return None;
        }
        let offset =
            column.column_by_name("offset").and_then(|offsets| offsets.as_primitive_opt::<UInt64Type>());
        let ply = column.column_by_name("ply").and_then(|plies| plies.as_primitive_opt::<Int64Type>());
        let damage = Damage {
            offset: offset.filter(|offsets| offsets.is_valid(row)).map_or(0, |offsets| offsets.value(row)),
            token: text("token", row).unwrap_or_default(),
            reason: text("reason", row).unwrap_or_else(|| "damaged".to_owned()).into(),
        };
        Some((damage, ply.filter(|plies| plies.is_valid(row)).map(|plies| plies.value(row))))
    });
    damage.collect()
}

impl GameRows {
    /// Returns the source that the rows name.
    pub(crate) fn source(&self) -> Option<&str> {
        self.source.as_deref()
    }

    /// Returns the number of rows.
    pub(crate) const fn len(&self) -> usize {
        self.length
    }

    /// Returns the approximate size in bytes.
    pub(crate) const fn bytes(&self) -> usize {
        self.bytes
    }

    /// Returns the rows as games.
    pub(crate) fn games(&self) -> impl Iterator<Item = GameRow<'_>> {
        (0..self.length).map(|row| GameRow {
            number: self.number(row),
            line_number: number_at(self.numbers.lines.as_ref(), row),
            game: self.game(row),
        })
    }

    fn number(&self, row: usize) -> GameNumber {
        if let Some(game) = number_at(self.numbers.games.as_ref(), row) {
            GameNumber::Game(game)
        } else if let Some(line) = number_at(self.numbers.lines.as_ref(), row) {
            GameNumber::Line(line)
        } else {
            GameNumber::Game(self.rows_before + row as u64 + 1)
        }
    }

    fn game(&self, row: usize) -> Result<Game<'_>, Box<Damage>> {
        let tags = Tags::of_row(&self.tags, row);
        let (tags, moves) = match &self.moves {
            RowMoves::Coded(coded) => {
                let moves = coded.codes.as_ref().and_then(|codes| text_at(codes, row)).unwrap_or_default();
                let facts = coded.facts(row);
                // A game that cannot start has a wrong start position. Other rows are no games.
                if facts.is_unplayable && tags.get("FEN").is_none() {
                    return Err(facts
                        .damage
                        .cloned()
                        .map_or_else(|| Damage::new(0, b"", "not a game"), Box::new));
                }
                (tags, MoveText::Coded { moves, facts })
            }
            RowMoves::Text(texts) => {
                let text = texts.as_ref().and_then(|texts| text_at(texts, row)).unwrap_or_default();
                let moves = MoveText::of_text(text);
                match moves.text_with_tags() {
                    Some(text) => (Tags::of_row_with_text(&self.tags, row, text), moves),
                    None => (tags, moves),
                }
            }
            RowMoves::Positions { fens, next, evaluations } => {
                if fens.as_ref().and_then(|fens| text_at(fens, row)).is_none_or(<[u8]>::is_empty) {
                    return Err(Damage::new(0, b"", "a row without a position"));
                }
                let next = next.as_ref().and_then(|next| text_at(next, row)).filter(|next| !next.is_empty());
                let annotations = evaluations.get(row).map_or(&[][..], std::slice::from_ref);
                (tags, MoveText::Position { next, annotations })
            }
        };
        Ok(Game::new(self.number(row), 0, tags, moves))
    }
}

/// Returns the number in a row, if it is known and not negative.
fn number_at(numbers: Option<&Int64Array>, row: usize) -> Option<u64> {
    u64::try_from(numbers.filter(|numbers| numbers.is_valid(row))?.value(row)).ok()
}

impl Coded {
    fn facts(&self, row: usize) -> RowFacts<'_> {
        let result = self.results.as_ref().and_then(|results| text_at(results, row));
        let damage = self.damage.get(row).and_then(Option::as_ref);
        RowFacts {
            result: result.and_then(|result| std::str::from_utf8(result).ok()?.parse().ok()),
            annotations: self.annotations.at(row),
            damage: damage.map(|(damage, _)| damage),
            is_unplayable: damage.is_some_and(|(_, ply)| ply.is_none()),
            marks: self.marks.as_ref().and_then(|marks| text_at(marks, row)),
        }
    }
}
