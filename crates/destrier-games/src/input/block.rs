//! Games in blocks, which threads hand to each other.

use crate::formats::{Damage, Decoder, Game, GameNumber, Record};
use std::sync::Arc;

/// Games of a source that follow each other, as they are stored.
#[derive(Debug)]
pub struct Block {
    decoder: Arc<dyn Decoder>,
    text: Vec<u8>,
    /// Of each record number, offset, end in `text`, and whether it is cut.
    records: Vec<(u64, u64, usize, bool)>,
}

/// A game of a block, or what could not be read as one.
#[derive(Debug)]
pub struct Entry<'a> {
    /// Its number in its source.
    pub number: GameNumber,
    /// Offset of its first byte in the source, after decompression.
    pub offset: u64,
    /// The game, or what is wrong with it.
    pub game: Result<Game<'a>, Box<Damage>>,
}

impl Block {
    /// How many bytes make a block, in games of usual length: enough that handing it on costs nothing beside reading it.
    pub(super) const SIZE: usize = 64 << 10;

    /// How many bytes a block in games of usual length takes at most.
    pub(crate) const USUAL: usize = 2 * Self::SIZE;

    /// How many bytes a block takes at most: the longest record may come last.
    pub(crate) const LARGEST: usize = Record::LONGEST + Self::USUAL;

    pub(super) fn new(decoder: &Arc<dyn Decoder>) -> Self {
        let text = Vec::with_capacity(Self::SIZE + (Self::SIZE >> 2));
        Self { decoder: Arc::clone(decoder), text, records: Vec::new() }
    }

    /// How many bytes it takes: lines may be blank, and still take some.
    pub(crate) const fn size(&self) -> usize {
        self.text.len() + self.records.len() * size_of::<(u64, u64, usize, bool)>()
    }

    pub(super) fn push(&mut self, record: Record<'_>) {
        self.text.extend_from_slice(record.bytes);
        self.records.push((record.number, record.offset, self.text.len(), record.truncated));
    }

    /// Whether there is none.
    pub(super) const fn is_empty(&self) -> bool {
        self.records.is_empty()
    }

    /// The records in their order.
    pub(super) fn records(&self) -> impl Iterator<Item = Record<'_>> {
        let mut start = 0;
        self.records.iter().map(move |&(number, offset, end, truncated)| {
            let bytes = &self.text[start..end];
            start = end;
            Record { number, offset, bytes, truncated }
        })
    }

    /// The games in their order. Blank lines are none.
    pub fn games(&self) -> impl Iterator<Item = Entry<'_>> {
        self.records().filter_map(|record| {
            let game = self.decoder.read(record)?;
            let number = game.as_ref().map_or(GameNumber::Game(record.number), |game| game.number);
            Some(Entry { number, offset: record.offset, game })
        })
    }
}
