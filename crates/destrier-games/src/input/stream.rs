//! The plain bytes of a source: decompressed, with line feeds for line ends, and with the decoder of its format.

use super::compression::Compression;
use crate::formats::{Decoder, UTF_16, ends_with_returns, first_line, is_utf_16, open, replace_returns};
use std::io::{self, BufRead, BufReader, Cursor, Read};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// How much of a file is read at a time.
const BUFFER: usize = 128 << 10;

/// How much of a source is looked at for its first line.
const BEGINNING: usize = 64 << 10;

/// A source's plain bytes.
///
/// Of a compressed source that is damaged, truncated or a [`Bomb`](crate::Bomb), all that could be decompressed comes
/// first, then the error.
pub struct Stream {
    /// The decoder of what they hold.
    pub decoder: Arc<dyn Decoder>,
    /// The bytes, without the header of a puzzle file.
    pub input: Box<dyn Read + Send>,
    /// Offset of the first byte of `input` in the decompressed source.
    pub offset: u64,
    /// Whether they are decompressed.
    pub(super) is_compressed: bool,
    /// Whether lines end as on old Macintoshes.
    pub(super) ends_with_returns: bool,
    /// How many bytes were read of what is stored.
    pub(super) stored_bytes_read: Arc<AtomicU64>,
}

impl Stream {
    /// The plain bytes of what is stored, read from its beginning. The name shows the format, or else the first line;
    /// the first bytes show the compression. More than `max_ratio` times what was read of a compressed source is an
    /// error, unless it is within the first 64 MiB. `counter` is advanced by each byte that is read.
    ///
    /// # Errors
    ///
    /// When nothing of it can be read, it is compressed in another way, is UTF-16, or is a puzzle file by its name and
    /// lacks the columns that one has.
    pub fn open(
        name: &Path,
        input: Box<dyn Read + Send>,
        max_ratio: u32,
        counter: &Arc<AtomicU64>,
    ) -> io::Result<Self> {
        let stored_bytes_read = Arc::default();
        let mut input = BufReader::with_capacity(
            BUFFER,
            Counted { input, counters: [Arc::clone(counter), Arc::clone(&stored_bytes_read)] },
        );
        let mut magic = Vec::new();
        (&mut input).take(Compression::MAGIC).read_to_end(&mut magic)?;
        let compression = Compression::of(&magic);
        let mut rest = compression.decompress(Cursor::new(magic).chain(input), max_ratio)?;

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
            // Of the last byte, who reads on knows what follows it.
            replace_returns(&mut bytes, (!is_all).then_some(b'\n'));
        }
        let (decoder, start) = open(name, &bytes).map_err(invalid)?;
        if start.is_none() && !is_all && error.is_none() {
            return Err(invalid("its header is longer than 64 KiB"));
        }
        let offset = start.unwrap_or(bytes.len());
        bytes.drain(..offset);
        let input: Box<dyn Read + Send> = Box::new(Replayed { beginning: Cursor::new(bytes), error, rest });
        let input = if ends_with_returns { Box::new(Returns::new(input)) } else { input };
        let is_compressed = compression != Compression::None;
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

fn invalid(reason: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, reason)
}

/// Text whose lines end with a carriage return alone, as lines with a line feed.
pub(super) struct Returns {
    input: BufReader<Box<dyn Read + Send>>,
    /// The error behind what was read.
    error: Option<io::Error>,
}

impl Returns {
    pub(super) fn new(input: Box<dyn Read + Send>) -> Self {
        Self { input: BufReader::new(input), error: None }
    }

    /// The byte that is read next.
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

/// Bytes that are counted as they are read.
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

/// A source's first bytes: up to the end of its first line, and what came along.
struct Beginning {
    bytes: Vec<u8>,
    /// The error behind them.
    error: Option<io::Error>,
    /// Whether the source ends with them.
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
                    // A pipe may not give more until it is answered.
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

/// First what was looked at, then the error behind it, then the rest.
struct Replayed {
    beginning: Cursor<Vec<u8>>,
    error: Option<io::Error>,
    rest: Box<dyn Read + Send>,
}

impl Read for Replayed {
    fn read(&mut self, output: &mut [u8]) -> io::Result<usize> {
        match self.beginning.read(output)? {
            0 if output.is_empty() => Ok(0),
            0 => self.error.take().map_or_else(|| self.rest.read(output), Err),
            length => Ok(length),
        }
    }
}

#[cfg(test)]
mod tests;
