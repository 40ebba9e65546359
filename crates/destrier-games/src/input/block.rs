//! Blocks of games, the unit of work that threads exchange.

use crate::formats::{Damage, Decoder, Game, GameNumber, Record};
use std::sync::Arc;

/// Consecutive games of a source, in their stored form.
#[derive(Debug)]
pub struct Block {
    decoder: Arc<dyn Decoder>,
    text: Vec<u8>,
    /// For each record: number, offset, end in `text`, and whether it is truncated.
    records: Vec<(u64, u64, usize, bool)>,
}

/// A game of a block, or the error instead.
#[derive(Debug)]
pub struct Entry<'a> {
    /// The number in its source.
    pub number: GameNumber,
    /// The line in its source, from 1, in files with one game or position per line.
    pub line_number: Option<u64>,
    /// The offset of the first byte in the source, after decompression.
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
    pub(crate) const LARGEST: usize = Record::LONGEST + Self::USUAL;

    pub(super) fn new(decoder: &Arc<dyn Decoder>) -> Self {
        let text = Vec::with_capacity(Self::SIZE + (Self::SIZE >> 2));
        Self { decoder: Arc::clone(decoder), text, records: Vec::new() }
    }

    /// Returns the size in bytes. Includes the overhead of each record, so that blank lines count.
    pub(crate) const fn size(&self) -> usize {
        self.text.len() + self.records.len() * size_of::<(u64, u64, usize, bool)>()
    }

    pub(super) fn push(&mut self, record: Record<'_>) {
        self.text.extend_from_slice(record.bytes);
        self.records.push((record.number, record.offset, self.text.len(), record.truncated));
    }

    pub(super) const fn is_empty(&self) -> bool {
        self.records.is_empty()
    }

    pub(super) fn records(&self) -> impl Iterator<Item = Record<'_>> {
        let mut start = 0;
        self.records.iter().map(move |&(number, offset, end, truncated)| {
            let bytes = &self.text[start..end];
            start = end;
            Record { number, offset, bytes, truncated }
        })
    }

    /// Iterates over the games in order. Skips blank lines.
    pub fn games(&self) -> impl Iterator<Item = Entry<'_>> {
        self.records().filter_map(|record| {
            let game = self.decoder.read(record)?;
            let number = game.as_ref().map_or(GameNumber::Game(record.number), |game| game.number);
            let line_number = self.decoder.line_number(record.number);
            Some(Entry { number, line_number, offset: record.offset, game })
        })
    }
}
