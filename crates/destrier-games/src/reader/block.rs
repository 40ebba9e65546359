//! Records in blocks, which threads hand to each other.

use super::{Reader, Record};
use std::io::{self, Read};
use std::ops::Range;

impl<R: Read> Reader<R> {
    /// Says that the stream begins in the middle of its source: at a byte, after a number of records.
    pub(crate) const fn starting_at(mut self, offset: u64, records: u64) -> Self {
        self.offset = offset;
        self.records = records;
        self
    }

    /// Where the next record would begin, and how many came before.
    pub(crate) const fn place(&self) -> (u64, u64) {
        (self.offset, self.records)
    }

    /// Reads nothing more.
    fn end(&mut self) {
        self.buffer.clear();
        self.start = 0;
        self.ended = true;
        self.error = None;
    }

    /// Gives back the memory that a long record took, which may wait long for its turn, in a block.
    fn give_back(&mut self) {
        if self.buffer.capacity() > 4 * Self::BLOCK && self.buffer.len() - self.start <= Self::BLOCK {
            self.buffer.drain(..self.start);
            self.start = 0;
            self.buffer.shrink_to(2 * Self::BLOCK);
        }
    }

    /// The next records together, as many as it takes to have [`Block::SIZE`] bytes; `None` at the end.
    ///
    /// Which records come together depends on their text alone, not on how it arrives.
    ///
    /// # Errors
    ///
    /// As for [`next_record`](Self::next_record).
    pub(crate) fn next_block(&mut self) -> io::Result<Option<Block>> {
        self.next_block_within(&(0..u64::MAX))
    }

    /// As [`next_block`](Self::next_block), of the records that begin within a range of the source. One behind it ends the
    /// reading. Before it, a block without records may come, so that whoever waits can do otherwise.
    pub(crate) fn next_block_within(&mut self, range: &Range<u64>) -> io::Result<Option<Block>> {
        let mut block =
            Block { text: Vec::with_capacity(Block::SIZE + (Block::SIZE >> 2)), records: Vec::new() };
        let mut passed = 0;
        while block.size() < Block::SIZE {
            match self.next_record() {
                Ok(Some(record)) if record.offset < range.start => {
                    passed += record.bytes.len();
                    if passed >= Block::PASSED {
                        return Ok(Some(block));
                    }
                }
                Ok(Some(record)) if record.offset >= range.end => {
                    self.end();
                    break;
                }
                Ok(Some(record)) => block.push(record),
                Ok(None) => break,
                Err(error) if block.records.is_empty() => return Err(error),
                Err(error) => {
                    self.error = Some(error);
                    break;
                }
            }
        }
        self.give_back();
        Ok((!block.records.is_empty()).then_some(block))
    }
}

/// Records that go from hand to hand together.
#[derive(Debug, Default)]
pub struct Block {
    text: Vec<u8>,
    /// Of each record number, offset, end in `text`, and whether it is cut.
    records: Vec<(u64, u64, usize, bool)>,
}

impl Block {
    /// How many bytes make a block, in games of usual length: enough that handing it on costs nothing beside reading it.
    const SIZE: usize = 64 << 10;

    /// How many bytes a block in games of usual length takes at most.
    pub(crate) const USUAL: usize = 2 * Self::SIZE;

    /// How many bytes a block takes at most: the longest record may come last.
    pub(crate) const LARGEST: usize = Reader::<&[u8]>::LONGEST + Self::USUAL;

    /// How many bytes are passed over at a time.
    const PASSED: usize = 16 << 20;

    /// How many bytes it takes: lines may be blank, and still take some.
    pub(crate) const fn size(&self) -> usize {
        self.text.len() + self.records.len() * size_of::<(u64, u64, usize, bool)>()
    }

    fn push(&mut self, record: Record<'_>) {
        self.text.extend_from_slice(record.bytes);
        self.records.push((record.number, record.offset, self.text.len(), record.cut));
    }

    /// How many records there are.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.records.len()
    }

    /// Whether there is none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.records.is_empty()
    }

    /// The records in their order.
    pub fn records(&self) -> impl Iterator<Item = Record<'_>> {
        let mut start = 0;
        self.records.iter().map(move |&(number, offset, end, cut)| {
            let bytes = &self.text[start..end];
            start = end;
            Record { number, offset, bytes, cut }
        })
    }
}
