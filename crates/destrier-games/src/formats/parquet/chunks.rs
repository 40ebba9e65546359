//! Access to the bytes of a Parquet file.

use bytes::{Buf, Bytes};
use parquet::errors::{ParquetError, Result};
use parquet::file::reader::{ChunkReader, Length};
use std::io::{self, BufReader, Read};
use std::sync::Arc;

/// Bytes that can be read from any offset.
pub(crate) trait RandomAccess: Send + Sync {
    /// Returns the number of bytes.
    fn size(&self) -> u64;

    /// Returns some bytes, which must exist.
    fn read_at(&self, offset: u64, length: usize) -> io::Result<Bytes>;
}

/// The bytes of a file. Some of them are held in memory.
#[derive(Clone)]
pub(super) struct Chunks {
    file: Arc<dyn RandomAccess>,
    /// Ranges of bytes with their offsets.
    held: Arc<[(u64, Bytes)]>,
}

impl Chunks {
    pub(super) fn new(file: Arc<dyn RandomAccess>) -> Self {
        Self { file, held: Arc::new([]) }
    }

    /// Reads some ranges, given by offset and length, into memory.
    pub(super) fn holding(&self, ranges: impl Iterator<Item = (u64, u64)>) -> Result<Self> {
        let held = ranges.map(|(offset, length)| Ok((offset, self.read(offset, length)?)));
        Ok(Self { file: Arc::clone(&self.file), held: held.collect::<Result<_>>()? })
    }

    fn read(&self, offset: u64, length: u64) -> Result<Bytes> {
        let end = offset.checked_add(length).filter(|end| *end <= self.file.size());
        let length = end.and_then(|_| usize::try_from(length).ok()).ok_or_else(|| {
            let size = self.file.size();
            ParquetError::EOF(format!("{length} bytes at byte {offset} of a file of {size} bytes"))
        })?;
        Ok(self.file.read_at(offset, length)?)
    }

    /// Returns the held bytes from an offset on, up to the end of their range.
    fn held_from(&self, offset: u64) -> Option<Bytes> {
        self.held.iter().find_map(|(start, bytes)| {
            let skipped = usize::try_from(offset.checked_sub(*start)?).ok()?;
            (skipped < bytes.len()).then(|| bytes.slice(skipped..))
        })
    }
}

impl Length for Chunks {
    fn len(&self) -> u64 {
        self.file.size()
    }
}

impl ChunkReader for Chunks {
    type T = Box<dyn Read>;

    fn get_read(&self, start: u64) -> Result<Self::T> {
        /// Enough for the header of a page.
        const BUFFER: usize = 4 << 10;
        Ok(match self.held_from(start) {
            Some(bytes) => Box::new(bytes.reader()),
            None => {
                let rest = Rest { file: Arc::clone(&self.file), offset: start };
                Box::new(BufReader::with_capacity(BUFFER, rest))
            }
        })
    }

    fn get_bytes(&self, start: u64, length: usize) -> Result<Bytes> {
        match self.held_from(start) {
            Some(bytes) if length <= bytes.len() => Ok(bytes.slice(..length)),
            _ => self.read(start, length as u64),
        }
    }
}

/// Reads a file from an offset on.
struct Rest {
    file: Arc<dyn RandomAccess>,
    offset: u64,
}

impl Read for Rest {
    fn read(&mut self, output: &mut [u8]) -> io::Result<usize> {
        let left = self.file.size().saturating_sub(self.offset);
        let length = output.len().min(usize::try_from(left).unwrap_or(usize::MAX));
        output[..length].copy_from_slice(&self.file.read_at(self.offset, length)?);
        self.offset += length as u64;
        Ok(length)
    }
}
