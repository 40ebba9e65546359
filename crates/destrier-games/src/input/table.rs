//! Tables as sources: their rows in blocks.

use super::block::Block;
use super::bytes::Bytes;
use super::request::ReadRequest;
use super::source::Source;
use crate::formats::InputFormat;
use crate::formats::parquet::{self, GameTable, MAGIC, RandomAccess, RowReader, TableFile};
use std::io::{self, Read};
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// The bytes of a source.
struct SourceBytes {
    bytes: Arc<dyn Bytes>,
    size: u64,
}

impl RandomAccess for SourceBytes {
    fn size(&self) -> u64 {
        self.size
    }

    fn read_at(&self, offset: u64, length: usize) -> io::Result<bytes::Bytes> {
        let mut read = Vec::with_capacity(length);
        let input = self.bytes.read_from(offset, offset + length as u64)?;
        input.take(length as u64).read_to_end(&mut read)?;
        if read.len() < length {
            return Err(io::Error::new(
                io::ErrorKind::UnexpectedEof,
                "the file became shorter while it was read",
            ));
        }
        Ok(read.into())
    }
}

impl Source {
    /// Returns whether the source is a table: a Parquet file, by its name or else its first bytes, or a
    /// [`GameTable`](crate::GameTable).
    ///
    /// # Errors
    ///
    /// If the first bytes are needed and cannot be read.
    pub fn is_table(&self) -> io::Result<bool> {
        if self.table.is_some() {
            return Ok(true);
        }
        if self.has_compressed_name() {
            return Ok(false);
        }
        if let Some(format) = InputFormat::of_name(self.path()) {
            return Ok(format.is_table());
        }
        if !self.bytes.is_seekable() {
            return Ok(false);
        }
        let mut magic = Vec::new();
        let length = MAGIC.len() as u64;
        self.bytes.read_from(0, length)?.take(length).read_to_end(&mut magic)?;
        Ok(magic == MAGIC)
    }

    /// Returns the rows of a table that is not a file.
    pub(super) fn table_rows(
        &self,
        table: &dyn GameTable,
        offset: u64,
        request: &ReadRequest,
    ) -> io::Result<RowReader> {
        if offset > 0 || self.range.start > 0 {
            let message = "a table that is not a file can be read only from its start";
            return Err(io::Error::new(io::ErrorKind::Unsupported, message));
        }
        parquet::read(table, &request.needs)
    }

    /// Returns the rows of a table in blocks, after the first `rows` rows.
    pub(super) fn table_blocks(
        &self,
        rows: u64,
        request: &ReadRequest,
        counter: &Arc<AtomicU64>,
    ) -> io::Result<TableBlocks> {
        // A missing file has no size, either.
        self.bytes.read_from(0, 0)?;
        let size = self.bytes.size().filter(|_| self.bytes.is_seekable()).ok_or_else(|| {
            let message = "a Parquet table must be a file, because its index is at the end";
            io::Error::new(io::ErrorKind::Unsupported, message)
        })?;
        let bytes = Arc::clone(&self.bytes);
        let file = Arc::new(TableFile::open(Arc::new(SourceBytes { bytes, size }))?);
        let groups = (0..file.groups()).rev();
        let groups =
            groups.filter(|&group| self.range.contains(&file.start(group)) && file.rows(group).end > rows);
        let groups: Vec<usize> = groups.collect();
        let next_row = groups.last().map_or(rows, |group| file.rows(*group).start.max(rows));
        let (request, counter) = (request.clone(), Arc::clone(counter));
        Ok(TableBlocks { file, groups, current: None, next_row, request, counter })
    }
}

/// A reader of the rows of a table, in blocks.
pub(super) struct TableBlocks {
    file: Arc<TableFile>,
    /// The row groups that are left to read, the next one last.
    groups: Vec<usize>,
    /// The row group that is being read.
    current: Option<(usize, RowReader)>,
    /// The number of rows before the next block.
    next_row: u64,
    request: ReadRequest,
    counter: Arc<AtomicU64>,
}

impl TableBlocks {
    /// Returns the next rows, or `None` at the end. After an error, the next row group follows.
    pub(super) fn next_block(&mut self) -> io::Result<Option<Block>> {
        loop {
            if let Some((group, reader)) = &mut self.current {
                let group = *group;
                match reader.next_rows() {
                    Ok(Some(rows)) => {
                        self.next_row += rows.len() as u64;
                        return Ok(Some(Block::of_rows(rows)));
                    }
                    ended => {
                        self.leave(group);
                        ended?;
                    }
                }
            }
            let Some(group) = self.groups.pop() else { return Ok(None) };
            let Range { start, end } = self.file.rows(group);
            let skipped = self.next_row.saturating_sub(start);
            if self.file.ranges(group).is_some_and(|ranges| !(self.request.may_admit)(&ranges)) {
                self.leave(group);
                return Ok(Some(Block::of_passed(end - start - skipped)));
            }
            let reader = self.file.read(group, skipped, &self.request.needs);
            self.current = Some((group, reader.inspect_err(|_| self.leave(group))?));
        }
    }

    /// Goes on to the next row group.
    fn leave(&mut self, group: usize) {
        self.current = None;
        self.next_row = self.file.rows(group).end;
        self.counter.fetch_add(self.file.stored_bytes(group), Ordering::Relaxed);
    }

    /// Returns the approximate offset of the next row, and the number of rows before it.
    pub(super) fn resume_point(&self) -> (u64, u64) {
        let before = (0..self.file.groups()).take_while(|group| self.file.rows(*group).end <= self.next_row);
        // The offset 0 stands for the beginning.
        (before.map(|group| self.file.stored_bytes(group)).sum::<u64>().max(1), self.next_row)
    }

    /// Splits the reader into one for each row group.
    pub(super) fn split(self) -> impl Iterator<Item = Self> {
        let Self { file, groups, next_row, request, counter, .. } = self;
        groups.into_iter().rev().map(move |group| Self {
            next_row: file.rows(group).start.max(next_row),
            groups: vec![group],
            current: None,
            file: Arc::clone(&file),
            request: request.clone(),
            counter: Arc::clone(&counter),
        })
    }
}
