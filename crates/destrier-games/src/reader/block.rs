//! Records in blocks, which threads hand to each other.

use super::{Reader, Record};
use std::io::{self, Read};

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

    /// The next records together, as many as it takes to have [`Block::SIZE`] bytes; `None` at the end.
    ///
    /// Which records come together depends on their text alone, not on how it arrives.
    ///
    /// # Errors
    ///
    /// As for [`next_record`](Self::next_record).
    pub(crate) fn next_block(&mut self) -> io::Result<Option<Block>> {
        let mut block =
            Block { text: Vec::with_capacity(Block::SIZE + (Block::SIZE >> 2)), records: Vec::new() };
        while block.size() < Block::SIZE {
            match self.next_record() {
                Ok(Some(record)) => block.push(record),
                Ok(None) => break,
                Err(error) if block.records.is_empty() => return Err(error),
                Err(error) => {
                    self.error = Some(error);
                    break;
                }
            }
        }
        Ok((!block.records.is_empty()).then_some(block))
    }
}

/// Records that go from hand to hand together.
#[derive(Debug, Default)]
pub(crate) struct Block {
    text: Vec<u8>,
    /// Of each record number, offset, end in `text`, and whether it is cut.
    records: Vec<(u64, u64, usize, bool)>,
}

impl Block {
    /// How many bytes make a block, in games of usual length: enough that handing it on costs nothing beside reading it.
    const SIZE: usize = 64 << 10;

    /// How many bytes it takes: lines may be blank, and still take some.
    const fn size(&self) -> usize {
        self.text.len() + self.records.len() * size_of::<(u64, u64, usize, bool)>()
    }

    fn push(&mut self, record: Record<'_>) {
        self.text.extend_from_slice(record.bytes);
        self.records.push((record.number, record.offset, self.text.len(), record.cut));
    }

    /// The records in their order.
    pub(crate) fn records(&self) -> impl Iterator<Item = Record<'_>> {
        let mut start = 0;
        self.records.iter().map(move |&(number, offset, end, cut)| {
            let bytes = &self.text[start..end];
            start = end;
            Record { number, offset, bytes, cut }
        })
    }
}
