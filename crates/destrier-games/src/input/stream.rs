//! The plain text of a source: decompressed, with normalized line ends, and with the decoder of its format.

use super::compression::Compression;
use super::frames::Frames;
use super::member::{Member, invalid};
use super::replayed::Replayed;
use crate::formats::parquet::MAGIC;
use crate::formats::{
    Decoder, TextError, UTF_16, ends_with_returns, first_line, is_utf_16, open, replace_returns,
};
use std::io::{self, BufRead, BufReader, Cursor, Read};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// The size of a read from a file.
const BUFFER: usize = 32 << 10;

/// The number of bytes searched for the first line.
const BEGINNING: usize = 64 << 10;

/// The decompressed bytes of a source.
///
/// If a compressed source is damaged, truncated or a [`Bomb`](crate::Bomb), all data that could be decompressed comes
/// first, then the error.
pub struct Stream {
    /// The decoder of the format.
    pub decoder: Arc<dyn Decoder>,
    /// The bytes, without the header of a puzzle file.
    pub input: Box<dyn Read + Send>,
    /// The offset of the first byte of `input` in the decompressed source.
    pub offset: u64,
    pub(super) is_compressed: bool,
    /// Whether lines end with a carriage return alone, as on old Macintoshes.
    pub(super) ends_with_returns: bool,
    /// The number of stored bytes read.
    pub(super) stored_bytes_read: Arc<AtomicU64>,
}

impl Stream {
    /// Opens the stored bytes of a source from its beginning.
    ///
    /// The format is detected by the name or else the first line, and the compression by the first bytes. After the
    /// first 64 MiB, a source that expands more than `max_ratio` times is an error. Adds the number of bytes read to
    /// `counter`.
    ///
    /// # Errors
    ///
    /// Returns an error if
    ///
    /// - nothing can be read;
    /// - the compression is not supported;
    /// - the text is UTF-16;
    /// - the name is that of a puzzle file but required columns are missing.
    pub fn open(
        name: &Path,
        input: Box<dyn Read + Send>,
        max_ratio: u32,
        counter: &Arc<AtomicU64>,
    ) -> io::Result<Self> {
        Self::open_member(name, input, None, max_ratio, 1, counter)
    }

    /// Does the same for the stored bytes of a member of a zip archive, if there is one. `decoders` frames of a zstd file
    /// are decompressed at once.
    pub(super) fn open_member(
        name: &Path,
        input: Box<dyn Read + Send>,
        member: Option<&Member>,
        max_ratio: u32,
        decoders: usize,
        counter: &Arc<AtomicU64>,
    ) -> io::Result<Self> {
        let stored_bytes_read = Arc::default();
        let counted = BufReader::with_capacity(
            BUFFER,
            Counted { input, counters: [Arc::clone(counter), Arc::clone(&stored_bytes_read)] },
        );
        let (mut input, stored): (Box<dyn BufRead + Send>, _) = match member {
            Some(member) => {
                let input = member.decompress(counted, max_ratio, BUFFER)?;
                (Box::new(input), Some(Arc::clone(&stored_bytes_read)))
            }
            None => (Box::new(counted), None),
        };
        // Only look, if possible: the beginning is more than these bytes.
        let is_enough = input.fill_buf().is_ok_and(|bytes| bytes.len() >= Compression::MAGIC as usize);
        let mut taken = Vec::new();
        if !is_enough {
            (&mut input).take(Compression::MAGIC).read_to_end(&mut taken)?;
        }
        let magic = if is_enough { input.fill_buf()? } else { &taken };
        if magic.starts_with(MAGIC) {
            return Err(invalid(TextError::Table));
        }
        let compression = Compression::of(magic);
        let compressed = Cursor::new(taken).chain(input);
        let mut rest = if compression == Compression::Zstandard && stored.is_none() && decoders > 1 {
            Box::new(Frames::new(compressed, max_ratio, decoders))
        } else {
            compression.decompress(compressed, max_ratio, stored)?
        };

        let Beginning { mut bytes, mut error, is_all } = Beginning::read(&mut rest);
        if is_utf_16(&bytes) {
            return Err(invalid(UTF_16));
        }
        if bytes.is_empty()
            && let Some(error) = error.take()
        {
            return Err(error);
        }
        let ends_with_returns = ends_with_returns(&bytes, is_all);
        if ends_with_returns {
            // Keep a return at the end: the reader of the rest sees the next byte.
            replace_returns(&mut bytes, (!is_all).then_some(b'\n'));
        }
        let (decoder, start) = open(name, &bytes).map_err(invalid)?;
        if start.is_none() && !is_all && error.is_none() {
            return Err(invalid("the header is longer than 64 KiB"));
        }
        let offset = start.unwrap_or(bytes.len());
        bytes.drain(..offset);
        let input: Box<dyn Read + Send> = Box::new(Replayed { beginning: Cursor::new(bytes), error, rest });
        let input = if ends_with_returns { Box::new(Returns::new(input)) } else { input };
        let is_compressed = compression != Compression::None || member.is_some();
        Ok(Self {
            decoder,
            input,
            offset: offset as u64,
            is_compressed,
            ends_with_returns,
            stored_bytes_read,
        })
    }
}

impl std::fmt::Debug for Stream {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Stream")
            .field("decoder", &self.decoder)
            .field("offset", &self.offset)
            .finish_non_exhaustive()
    }
}

/// A reader that replaces carriage returns with line feeds.
pub(super) struct Returns {
    input: BufReader<Box<dyn Read + Send>>,
    /// The error after the bytes read.
    error: Option<io::Error>,
}

impl Returns {
    pub(super) fn new(input: Box<dyn Read + Send>) -> Self {
        Self { input: BufReader::new(input), error: None }
    }

    fn next(&mut self) -> Option<u8> {
        loop {
            match self.input.fill_buf() {
                Ok(bytes) => return bytes.first().copied(),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => {
                    self.error = Some(error);
                    return None;
                }
            }
        }
    }
}

impl Read for Returns {
    fn read(&mut self, output: &mut [u8]) -> io::Result<usize> {
        if let Some(error) = self.error.take() {
            return Err(error);
        }
        let length = self.input.read(output)?;
        let text = &mut output[..length];
        let next = if text.ends_with(b"\r") { self.next() } else { None };
        replace_returns(text, next);
        Ok(length)
    }
}

/// A reader that counts its bytes.
pub(super) struct Counted<const N: usize> {
    pub(super) input: Box<dyn Read + Send>,
    pub(super) counters: [Arc<AtomicU64>; N],
}

impl<const N: usize> Read for Counted<N> {
    fn read(&mut self, output: &mut [u8]) -> io::Result<usize> {
        let length = self.input.read(output)?;
        for counter in &self.counters {
            counter.fetch_add(length as u64, Ordering::Relaxed);
        }
        Ok(length)
    }
}

/// The first bytes of a source: up to the end of its first line, and the rest of that read.
struct Beginning {
    bytes: Vec<u8>,
    /// The error after these bytes.
    error: Option<io::Error>,
    /// Whether the source ends with these bytes.
    is_all: bool,
}

impl Beginning {
    fn read(input: &mut dyn Read) -> Self {
        let mut beginning = Self { bytes: vec![0; BEGINNING], error: None, is_all: false };
        let mut length = 0;
        while length < BEGINNING {
            match input.read(&mut beginning.bytes[length..]) {
                Ok(0) => {
                    beginning.is_all = true;
                    break;
                }
                Ok(more) => {
                    length += more;
                    // A pipe may send no more until it gets an answer.
                    let has_line = beginning.bytes[length - more..length].contains(&b'\n')
                        && first_line(&beginning.bytes[..length])
                            .is_some_and(|(_, end)| beginning.bytes[end..length].contains(&b'\n'));
                    if has_line {
                        break;
                    }
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => {
                    beginning.error = Some(error);
                    break;
                }
            }
        }
        beginning.bytes.truncate(length);
        beginning
    }
}

#[cfg(test)]
mod tests;
