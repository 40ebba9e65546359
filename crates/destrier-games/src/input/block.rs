//! Blocks of games, the unit of work that threads exchange.

use crate::formats::parquet::GameRows;
use crate::formats::pgn::{TagPlace, TagPlaces, Tags};
use crate::formats::{Damage, Decoder, Game, GameNumber, Record};
use std::ops::Range;
use std::sync::Arc;

/// Consecutive games of a source, in their stored form.
#[derive(Debug)]
pub struct Block {
    content: Content,
    /// The number of games in front that were not read, because the scan does not need them.
    passed: u64,
}

/// The content of a block.
#[derive(Debug)]
enum Content {
    Text(BlockText),
    Rows(Option<Box<GameRows>>),
}

/// Consecutive records of a text.
#[derive(Debug)]
pub(super) struct BlockText {
    decoder: Arc<dyn Decoder>,
    /// The records, with the text between them.
    text: Vec<u8>,
    /// The number of the first record.
    number: u64,
    records: Vec<RecordPlace>,
    /// The number of bytes of the records.
    length: usize,
    /// The places of the tags of all records.
    tags: Vec<TagPlace>,
}

/// The place of a record in a block. Blocks are shorter than 4 GiB.
#[derive(Debug)]
struct RecordPlace {
    offset: u64,
    /// The range in the text of the block.
    start: u32,
    end: u32,
    /// The end in the tags of the block.
    tags_end: u32,
    /// The number of bytes up to the movetext, or [`UNKNOWN`](Self::UNKNOWN) if the tags are.
    movetext: u32,
    truncated: bool,
}

impl RecordPlace {
    const UNKNOWN: u32 = u32::MAX;
}

/// A game of a block, or the error instead.
#[derive(Debug)]
pub struct Entry<'a> {
    /// The number in its source.
    pub number: GameNumber,
    /// The line in its source, from 1, in files with one game or position per line.
    pub line_number: Option<u64>,
    /// The offset of the first byte in the source, after decompression; 0 in tables.
    pub offset: u64,
    /// The game, or the reason why the record is not a game.
    pub game: Result<Game<'a>, Box<Damage>>,
}

impl Block {
    /// The target size of a block in bytes. It makes the cost of a handover negligible compared with parsing.
    pub(super) const SIZE: usize = 64 << 10;

    /// The maximum size of a block of games of usual length, in bytes.
    pub(crate) const USUAL: usize = 2 * Self::SIZE;

    /// The maximum size of a block in bytes: the longest record may come last.
    pub(crate) const MAX_SIZE: usize = Record::MAX_LENGTH + Self::USUAL;

    /// Creates a block of some rows.
    pub(super) fn of_rows(rows: GameRows) -> Self {
        Self { content: Content::Rows(Some(Box::new(rows))), passed: 0 }
    }

    /// Creates a block for games that were not read.
    pub(super) const fn of_passed(passed: u64) -> Self {
        Self { content: Content::Rows(None), passed }
    }

    /// Returns the size in bytes.
    pub(crate) fn size(&self) -> usize {
        match &self.content {
            Content::Text(text) => (text.size() + size_of_val(&text.tags[..])).min(Self::MAX_SIZE),
            // An approximation, which must not exceed the budget.
            Content::Rows(rows) => rows.as_deref().map_or(0, GameRows::bytes).min(Self::MAX_SIZE),
        }
    }

    /// Returns the number of games that were not read, because the statistics of the file show that the scan does not
    /// need them.
    pub(crate) const fn passed(&self) -> u64 {
        self.passed
    }

    /// Adds the records before the piece of the text in which these are numbered.
    pub(crate) const fn number_after(&mut self, records: u64) {
        if let Content::Text(text) = &mut self.content {
            text.number += records;
        }
    }

    /// Returns the name of the source of the games, if they name one.
    pub(crate) fn source(&self) -> Option<&str> {
        match &self.content {
            Content::Text(_) => None,
            Content::Rows(rows) => rows.as_deref()?.source(),
        }
    }

    /// Returns the records of a text.
    #[cfg(test)]
    pub(super) fn records(&self) -> impl Iterator<Item = Record<'_>> {
        let text = if let Content::Text(text) = &self.content { Some(text) } else { None };
        text.into_iter().flat_map(BlockText::records)
    }

    /// Iterates over the games in order. Skips blank lines.
    pub fn games(&self) -> impl Iterator<Item = Entry<'_>> {
        let (text, rows) = match &self.content {
            Content::Text(text) => (Some(text), None),
            Content::Rows(rows) => (None, rows.as_deref()),
        };
        let of_text = text.into_iter().flat_map(BlockText::games);
        let of_rows = rows.into_iter().flat_map(GameRows::games);
        of_text.chain(of_rows.map(|row| Entry {
            number: row.number,
            line_number: row.line_number,
            offset: 0,
            game: row.game,
        }))
    }
}

impl From<BlockText> for Block {
    fn from(text: BlockText) -> Self {
        Self { content: Content::Text(text), passed: 0 }
    }
}

impl BlockText {
    /// Creates a block in progress, which gets its text in the end.
    pub(super) fn new(decoder: &Arc<dyn Decoder>) -> Self {
        let decoder = Arc::clone(decoder);
        Self { decoder, text: Vec::new(), number: 0, records: Vec::new(), length: 0, tags: Vec::new() }
    }

    /// Returns the size in bytes. Includes the overhead of each record, so that blank lines count.
    pub(super) const fn size(&self) -> usize {
        self.length + self.records.len() * size_of::<RecordPlace>()
    }

    /// Adds a record. If it is a game of PGN, the places of its tags may be known. Numbers must be consecutive.
    pub(super) fn push(
        &mut self,
        number: u64,
        offset: u64,
        range: Range<usize>,
        truncated: bool,
        tags: Option<TagPlaces<'_>>,
    ) {
        if self.records.is_empty() {
            self.number = number;
        }
        self.length += range.len();
        self.tags.extend_from_slice(tags.map_or(&[], |tags| tags.tags));
        let (start, end, tags_end) = (range.start as u32, range.end as u32, self.tags.len() as u32);
        let movetext = tags.map_or(RecordPlace::UNKNOWN, |tags| tags.length as u32);
        self.records.push(RecordPlace { offset, start, end, tags_end, movetext, truncated });
    }

    /// Adds the text that the records refer to.
    pub(super) fn with_text(mut self, text: Vec<u8>) -> Block {
        self.text = text;
        self.into()
    }

    pub(super) const fn is_empty(&self) -> bool {
        self.records.is_empty()
    }

    #[cfg(test)]
    fn records(&self) -> impl Iterator<Item = Record<'_>> {
        self.placed_records().map(|(record, _)| record)
    }

    /// Iterates over the records with the places of their tags.
    fn placed_records(&self) -> impl Iterator<Item = (Record<'_>, Option<TagPlaces<'_>>)> {
        let mut first_tag = 0;
        (self.number..).zip(&self.records).map(move |(number, place)| {
            let &RecordPlace { offset, start, end, tags_end, movetext, truncated } = place;
            let bytes = &self.text[start as usize..end as usize];
            let tags = &self.tags[first_tag..tags_end as usize];
            first_tag = tags_end as usize;
            let tags =
                (movetext != RecordPlace::UNKNOWN).then_some(TagPlaces { tags, length: movetext as usize });
            (Record { number, offset, bytes, truncated }, tags)
        })
    }

    fn games(&self) -> impl Iterator<Item = Entry<'_>> {
        self.placed_records().filter_map(|(record, tags)| {
            let game = match tags {
                Some(tags) => Ok(Game::pgn_with_tags(record, Tags::at(record.bytes, tags))),
                None => self.decoder.read(record)?,
            };
            let number = game.as_ref().map_or(GameNumber::Game(record.number), |game| game.number);
            let line_number = self.decoder.line_number(record.number);
            Some(Entry { number, line_number, offset: record.offset, game })
        })
    }
}
