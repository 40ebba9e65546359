//! Members of zip archives: their stored and their decompressed bytes.

use super::bytes::Bytes;
use super::compression::Compression;
use rawzip::ZipFileHeaderRecord;
use std::io::{self, BufRead, BufReader, Read};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// How a member is stored.
#[derive(Clone, Debug)]
pub(super) struct Member {
    /// The path of the archive.
    pub(super) archive: PathBuf,
    compression: Compression,
    /// The checksum and the size of the decompressed bytes.
    checksum: u32,
    size: u64,
}

impl Member {
    pub(super) fn of(archive: &Path, header: &ZipFileHeaderRecord<'_>) -> io::Result<Self> {
        if header.flags().is_encrypted() {
            return Err(invalid("encrypted, which is not supported; extract it first"));
        }
        let compression = match header.compression_method().as_u16() {
            0 => Compression::None,
            8 => Compression::Deflate,
            12 => Compression::Bzip2,
            20 | 93 => Compression::Zstandard,
            _ => Compression::Other(header.compression_method().name().unwrap_or("an unknown method")),
        };
        let (archive, checksum, size) = (archive.to_owned(), header.crc32(), header.uncompressed_size_hint());
        Ok(Self { archive, compression, checksum, size })
    }

    /// Decompresses the stored bytes. Checks their checksum and size at the end.
    pub(super) fn decompress(
        &self,
        input: impl BufRead + Send + 'static,
        max_ratio: u32,
        buffer: usize,
    ) -> io::Result<impl BufRead + Send + 'static> {
        let input = self.compression.decompress(input, max_ratio, None)?;
        let checked =
            Checked { input, crc: flate2::Crc::new(), length: 0, checksum: self.checksum, size: self.size };
        Ok(BufReader::with_capacity(buffer, checked))
    }
}

/// The decompressed bytes of a member, then an error if they are not what the archive says.
struct Checked {
    input: Box<dyn Read + Send>,
    crc: flate2::Crc,
    length: u64,
    checksum: u32,
    size: u64,
}

impl Read for Checked {
    fn read(&mut self, output: &mut [u8]) -> io::Result<usize> {
        let read = self.input.read(output)?;
        self.crc.update(&output[..read]);
        self.length += read as u64;
        if read == 0 && !output.is_empty() && (self.crc.sum(), self.length) != (self.checksum, self.size) {
            // Only once.
            (self.checksum, self.size) = (self.crc.sum(), self.length);
            return Err(invalid(
                "damaged zip data (wrong checksum or size); all of it was read; get an intact file",
            ));
        }
        Ok(read)
    }
}

/// The stored bytes of a member.
pub(super) struct Stored {
    pub(super) archive: Arc<dyn Bytes>,
    pub(super) range: Range<u64>,
}

impl Bytes for Stored {
    fn read_from(&self, offset: u64, _likely_end: u64) -> io::Result<Box<dyn Read + Send>> {
        let start = self.range.end.min(self.range.start.saturating_add(offset));
        let archive = self.archive.read_from(start, self.range.end)?;
        Ok(Box::new(StoredReader { archive, left: self.range.end - start }))
    }

    fn size(&self) -> Option<u64> {
        Some(self.range.end - self.range.start)
    }
}

/// Reads a part of an archive, which must not end earlier.
struct StoredReader {
    archive: Box<dyn Read + Send>,
    left: u64,
}

impl Read for StoredReader {
    fn read(&mut self, output: &mut [u8]) -> io::Result<usize> {
        let max = output.len().min(usize::try_from(self.left).unwrap_or(usize::MAX));
        let read = self.archive.read(&mut output[..max])?;
        self.left -= read as u64;
        if read == 0 && max > 0 {
            let message =
                "the archive ends within this file; the data before the cut was read; get a complete archive";
            return Err(io::Error::new(io::ErrorKind::UnexpectedEof, message));
        }
        Ok(read)
    }
}

pub(super) fn invalid(reason: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, reason)
}
