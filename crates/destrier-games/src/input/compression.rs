//! Detection and decompression of compressed files.
//!
//! The loop around the three decoders is our own, because theirs lose the data decoded in the call that finds damage.
//! This one returns all data that could be decompressed, then the error.

use std::fmt;
use std::io::{self, BufRead, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use zstd::stream::raw::{DParameter, InBuffer, Operation, OutBuffer};

/// The compression of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Compression {
    None,
    Gzip,
    /// The usual method of zip archives, without a header. No magic bytes identify it.
    Deflate,
    Bzip2,
    Zstandard,
    /// An unsupported compression.
    Other(&'static str),
}

impl Compression {
    /// The number of bytes at the start of a file that identify the compression.
    pub(super) const MAGIC: u64 = 6;

    pub(super) const ZIP: Self = Self::Other("zip");

    /// Detects the compression from the first bytes of a file.
    pub(super) const fn of(magic: &[u8]) -> Self {
        match magic {
            [0x1f, 0x8b, ..] => Self::Gzip,
            [b'B', b'Z', b'h', b'1'..=b'9', ..] => Self::Bzip2,
            // A frame, or one of the sixteen kinds of skippable frame.
            [0x28, 0xb5, 0x2f, 0xfd, ..] | [0x50..=0x5f, 0x2a, 0x4d, 0x18, ..] => Self::Zstandard,
            [0xfd, b'7', b'z', b'X', b'Z', 0, ..] => Self::Other("xz"),
            [b'P', b'K', 3, 4, ..] | [b'P', b'K', 5, 6, ..] => Self::ZIP,
            [b'7', b'z', 0xbc, 0xaf, 0x27, 0x1c, ..] => Self::Other("7z"),
            [b'R', b'a', b'r', b'!', 0x1a, 7, ..] => Self::Other("rar"),
            _ => Self::None,
        }
    }

    /// Decompresses a file, up to `max_ratio` times its size.
    ///
    /// If the input is itself decompressed, `stored` counts the stored bytes, to which the limit applies.
    ///
    /// # Errors
    ///
    /// Returns an error if the compression is not supported.
    pub(super) fn decompress(
        self,
        input: impl BufRead + Send + 'static,
        max_ratio: u32,
        stored: Option<Arc<AtomicU64>>,
    ) -> io::Result<Box<dyn Read + Send>> {
        let decompressor = match self {
            Self::None => return Ok(Box::new(input)),
            Self::Gzip => Decompressor::Gzip(Decompressor::gzip()),
            Self::Deflate => Decompressor::Deflate(flate2::Decompress::new(false)),
            Self::Bzip2 => Decompressor::Bzip2(bzip2::Decompress::new(false)),
            Self::Zstandard => Decompressor::Zstandard(Zstandard::new()?),
            Self::ZIP => {
                let message = "a zip archive; to read the files in it, name it as a file that ends in .zip, or extract it";
                return Err(io::Error::new(io::ErrorKind::Unsupported, message));
            }
            Self::Other(name) => {
                let message = format!("compressed with {name}, which is not supported; decompress it first");
                return Err(io::Error::new(io::ErrorKind::Unsupported, message));
            }
        };
        let state = State::Within;
        Ok(Box::new(Decompressed { input, decompressor, state, compressed: 0, plain: 0, max_ratio, stored }))
    }
}

/// Decompresses what comes after some zstd frames, if anything does. `before` are their bytes, compressed and decompressed.
pub(super) fn more_frames(
    input: impl BufRead + Send + 'static,
    max_ratio: u32,
    [compressed, plain]: [u64; 2],
) -> io::Result<Box<dyn Read + Send>> {
    let (decompressor, state) = (Decompressor::Zstandard(Zstandard::new()?), State::Between);
    Ok(Box::new(Decompressed { input, decompressor, state, compressed, plain, max_ratio, stored: None }))
}

/// The error for a decompression bomb: a file that expands far more than files of games do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bomb {
    compression: &'static str,
    max_ratio: u32,
    /// The number of bytes read from the file.
    compressed: u64,
    /// The number of bytes decompressed.
    plain: u64,
}

impl Bomb {
    /// Outputs up to this size are never bombs, since they are cheap to read.
    pub(super) const FLOOR: u64 = 64 << 20;

    /// Returns the error if the data read so far is a bomb.
    pub(super) fn of(compression: &'static str, compressed: u64, plain: u64, max_ratio: u32) -> Option<Self> {
        let is_one = plain > Self::FLOOR && plain > compressed.saturating_mul(max_ratio.into());
        is_one.then_some(Self { compression, max_ratio, compressed, plain })
    }
}

impl fmt::Display for Bomb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { compression, max_ratio, compressed, plain } = self;
        write!(
            f,
            "expands to more than {max_ratio} times its size: {compressed} bytes of {compression} data give {plain}; the data \
             before this point was read; to read the rest, decompress it first if you trust it"
        )
    }
}

impl std::error::Error for Bomb {}

/// The decompressed bytes of all members of a file (gzip members, bzip2 streams, zstd frames) in sequence. Zeros
/// between and after members are padding.
struct Decompressed<R> {
    input: R,
    decompressor: Decompressor,
    state: State,
    /// The numbers of bytes read from the file and decompressed.
    compressed: u64,
    plain: u64,
    /// The maximum ratio of decompressed to compressed bytes.
    max_ratio: u32,
    /// The number of stored bytes, if the input is itself decompressed.
    stored: Option<Arc<AtomicU64>>,
}

enum State {
    /// In a member.
    Within,
    /// After a member.
    Between,
    /// An error to return after all data before it.
    Failed(io::Error),
    Ended,
}

impl<R: BufRead> Read for Decompressed<R> {
    fn read(&mut self, output: &mut [u8]) -> io::Result<usize> {
        if output.is_empty() {
            return Ok(0);
        }
        loop {
            if let State::Ended | State::Failed(_) = self.state {
                return match std::mem::replace(&mut self.state, State::Ended) {
                    State::Failed(error) => Err(error),
                    _ => Ok(0),
                };
            }
            let input = self.input.fill_buf()?;
            let is_end = input.is_empty();
            if let State::Between = self.state {
                let padding = input.iter().take_while(|&&byte| byte == 0).count();
                if is_end {
                    self.state = State::Ended;
                } else if padding > 0 {
                    self.input.consume(padding);
                } else {
                    self.decompressor.begin_member();
                    self.state = State::Within;
                }
                continue;
            }
            let Chunk { consumed, produced, outcome } = self.decompressor.decompress(input, output);
            self.input.consume(consumed);
            match outcome {
                Ok(true) => self.state = State::Between,
                Ok(false) if consumed + produced > 0 => {}
                Ok(false) if is_end => self.state = State::Failed(self.decompressor.truncated()),
                Ok(false) => self.state = State::Failed(self.decompressor.damaged("no progress")),
                Err(detail) => self.state = State::Failed(self.decompressor.damaged(&detail)),
            }
            self.compressed += consumed as u64;
            self.plain += produced as u64;
            if let Some(bomb) = self.bomb() {
                self.state = State::Failed(io::Error::new(io::ErrorKind::InvalidData, bomb));
            }
            if produced > 0 {
                return Ok(produced);
            }
        }
    }
}

impl<R> Decompressed<R> {
    /// Returns the error if the data read so far is a bomb.
    fn bomb(&self) -> Option<Bomb> {
        let stored = self.stored.as_ref().map(|stored| stored.load(Ordering::Relaxed));
        let compressed = stored.map_or(self.compressed, |stored| stored.min(self.compressed));
        Bomb::of(self.decompressor.name(), compressed, self.plain, self.max_ratio)
    }
}

enum Decompressor {
    Gzip(flate2::Decompress),
    Deflate(flate2::Decompress),
    Bzip2(bzip2::Decompress),
    Zstandard(Zstandard),
}

/// The effect of one call of a decompressor.
struct Chunk {
    /// The number of compressed bytes consumed.
    consumed: usize,
    /// The number of bytes decompressed, including those before an error.
    produced: usize,
    /// Whether the member ended, or the error.
    outcome: Result<bool, String>,
}

impl Decompressor {
    fn gzip() -> flate2::Decompress {
        /// The binary logarithm of the maximum window size in bytes.
        const WINDOW: u8 = 15;
        flate2::Decompress::new_gzip(WINDOW)
    }

    /// Prepares for the next member.
    fn begin_member(&mut self) {
        match self {
            Self::Gzip(decoder) => *decoder = Self::gzip(),
            Self::Deflate(decoder) => decoder.reset(false),
            Self::Bzip2(decoder) => *decoder = bzip2::Decompress::new(false),
            // It resets itself.
            Self::Zstandard(_) => {}
        }
    }

    fn decompress(&mut self, input: &[u8], output: &mut [u8]) -> Chunk {
        match self {
            Self::Gzip(decoder) | Self::Deflate(decoder) => {
                let (total_in, total_out) = (decoder.total_in(), decoder.total_out());
                let status = decoder.decompress(input, output, flate2::FlushDecompress::None);
                Chunk {
                    consumed: (decoder.total_in() - total_in) as usize,
                    produced: (decoder.total_out() - total_out) as usize,
                    outcome: match status {
                        Ok(status) => Ok(status == flate2::Status::StreamEnd),
                        // The decoder's own message depends on the size of its input.
                        Err(_) => Err("invalid stream".into()),
                    },
                }
            }
            Self::Bzip2(decoder) => {
                let (total_in, total_out) = (decoder.total_in(), decoder.total_out());
                let status = decoder.decompress(input, output);
                Chunk {
                    consumed: (decoder.total_in() - total_in) as usize,
                    produced: (decoder.total_out() - total_out) as usize,
                    outcome: match status {
                        Ok(bzip2::Status::StreamEnd) => Ok(true),
                        Ok(bzip2::Status::MemNeeded) => Err("out of memory".into()),
                        Ok(_) => Ok(false),
                        Err(bzip2::Error::DataMagic) => Err("not bzip2 data".into()),
                        Err(_) => Err("invalid block".into()),
                    },
                }
            }
            Self::Zstandard(decoder) => decoder.decompress(input, output),
        }
    }

    const fn name(&self) -> &'static str {
        match self {
            Self::Gzip(_) => "gzip",
            Self::Deflate(_) => "zip",
            Self::Bzip2(_) => "bzip2",
            Self::Zstandard(_) => "zstd",
        }
    }

    fn truncated(&self) -> io::Error {
        let message = format!(
            "truncated {} data; the data before the cut was read; get a complete file for the rest",
            self.name()
        );
        io::Error::new(io::ErrorKind::UnexpectedEof, message)
    }

    fn damaged(&self, detail: &str) -> io::Error {
        if detail == Zstandard::WINDOW_TOO_LARGE {
            let message = "zstd data with a window of more than 2 GiB is not supported; the data before it was read; to \
                           read the rest, decompress it first if you trust it";
            return io::Error::new(io::ErrorKind::Unsupported, message);
        }
        let message = format!(
            "damaged {} data ({detail}); the data before the damage was read; get an intact file for the rest",
            self.name()
        );
        io::Error::new(io::ErrorKind::InvalidData, message)
    }
}

/// A zstd decoder that gets one block at a time. A failing call returns nothing, not even the data before the error.
struct Zstandard {
    decoder: zstd::stream::raw::Decoder<'static>,
    /// The number of bytes that the decoder asked for: the rest of a block and the header of the next.
    hint: usize,
    /// Whether the decoder may hold back output because the buffer was full.
    full: bool,
}

impl Zstandard {
    /// The size of a block header in bytes.
    const BLOCK_HEADER: usize = 3;

    /// The decoder's message for a window that exceeds its limit.
    const WINDOW_TOO_LARGE: &str = "Frame requires too much memory for decoding";

    /// The minimum size of the beginning of a frame in bytes.
    const FRAME_START: usize = 5;

    fn new() -> io::Result<Self> {
        let mut decoder = zstd::stream::raw::Decoder::new()?;
        // Files compressed with long-distance matching need windows of up to 2 GiB.
        decoder.set_parameter(DParameter::WindowLogMax(31))?;
        Ok(Self { decoder, hint: Self::FRAME_START, full: false })
    }

    fn decompress(&mut self, input: &[u8], output: &mut [u8]) -> Chunk {
        if self.full {
            let chunk = self.run(&[], output);
            if chunk.produced > 0 || chunk.outcome != Ok(false) {
                return chunk;
            }
        }
        // Hold back the header of the next block, since an error in it would hide this block.
        let block = match self.hint {
            header @ 0..=Self::BLOCK_HEADER => header.max(1),
            block => block - Self::BLOCK_HEADER,
        };
        self.run(&input[..block.min(input.len())], output)
    }

    fn run(&mut self, input: &[u8], output: &mut [u8]) -> Chunk {
        let capacity = output.len();
        let (mut input, mut output) = (InBuffer::around(input), OutBuffer::around(output));
        let outcome = match self.decoder.run(&mut input, &mut output) {
            Ok(hint) => {
                let is_end = hint == 0;
                self.hint = if is_end { Self::FRAME_START } else { hint };
                self.full = !is_end && output.pos() == capacity;
                Ok(is_end)
            }
            Err(error) => Err(error.to_string()),
        };
        Chunk { consumed: input.pos(), produced: output.pos(), outcome }
    }
}

#[cfg(test)]
pub(super) mod tests;
