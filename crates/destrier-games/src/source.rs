//! Sources: files as streams of plain bytes.

mod packing;

use crate::Layout;
use crate::layout::{UTF_16, ends_with_returns, first_line, is_utf_16, replace_returns};
pub use packing::Bomb;
use packing::Packing;
use std::borrow::Cow;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Cursor, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use walkdir::WalkDir;

/// How much of a file is read at a time.
const BUFFER: usize = 128 << 10;

/// How much of a source is looked at for its first line.
const BEGINNING: usize = 64 << 10;

/// A file to read, as it was given or found in a directory; `-` is the standard input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    path: PathBuf,
    most_times: u32,
}

/// A part of a directory that could not be gone through.
#[derive(Debug, thiserror::Error)]
#[error("{}: {error}", path.display())]
pub struct Unlisted {
    /// What it is.
    pub path: PathBuf,
    /// Why not.
    #[source]
    pub error: io::Error,
}

/// The sources of the inputs in their order. A directory stands for the files in it and in those below it whose names
/// say that they are read, in the order of their names: `.pgn`, `.epd`, `.fen` and `.csv`, each also with `.gz`, `.bz2`
/// or `.zst`. Links are followed, and hidden files and directories, whose names begin with a dot, left out. What is not
/// a directory is taken as it is, whether there or not.
///
/// What cannot be gone through stands as an error in its place, and the rest is gone through nevertheless. A link to a
/// directory above it is such an error, too, and a pipe or a device with such a name.
#[must_use]
pub fn sources(inputs: &[PathBuf]) -> Vec<Result<Source, Unlisted>> {
    let mut sources = Vec::new();
    for input in inputs {
        if input.as_os_str() != "-" && input.is_dir() {
            walk(input, &mut sources);
        } else {
            sources.push(Ok(Source::new(input)));
        }
    }
    sources
}

fn walk(directory: &Path, sources: &mut Vec<Result<Source, Unlisted>>) {
    let is_hidden =
        |path: &Path| path.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"."));
    let entries = WalkDir::new(directory)
        .follow_links(true)
        .sort_by_file_name()
        .into_iter()
        .filter_entry(|entry| entry.depth() == 0 || !is_hidden(entry.path()));
    for entry in entries {
        match entry {
            Ok(entry) if entry.file_type().is_dir() || Layout::of_name(entry.path()).is_none() => {}
            Ok(entry) if entry.file_type().is_file() => sources.push(Ok(Source::new(entry.into_path()))),
            Ok(entry) => {
                let error = io::Error::other(
                    "no file but a pipe or a device, which may have no end; name it to read it",
                );
                sources.push(Err(Unlisted { path: entry.into_path(), error }));
            }
            Err(error) => {
                let path = error.path().unwrap_or(directory).to_path_buf();
                let above = error.loop_ancestor().map(Path::to_path_buf);
                let is_below = error.depth() > 0;
                let error = match above {
                    Some(above) => {
                        let above = above.display();
                        io::Error::other(format!("leads back to {above}, a directory above it; not followed"))
                    }
                    None => {
                        error.into_io_error().unwrap_or_else(|| io::Error::other("cannot be gone through"))
                    }
                };
                // A link to nowhere matters only where a file would have been read.
                let is_foreign = error.kind() == io::ErrorKind::NotFound && Layout::of_name(&path).is_none();
                if !(is_below && (is_hidden(&path) || is_foreign)) {
                    sources.push(Err(Unlisted { path, error }));
                }
            }
        }
    }
}

impl Source {
    /// The source of a path, whether something is there or not.
    #[must_use]
    pub fn new(path: impl Into<PathBuf>) -> Self {
        Self { path: path.into(), most_times: Self::MOST_TIMES }
    }

    /// How many times its size is read of a packed source, if nothing else is said. Games take four to six times
    /// their packed room; what is made to take forever, from a thousand times on.
    pub const MOST_TIMES: u32 = 100;

    /// The source, read up to so many times its size where it is packed. More is a [`Bomb`], unless it is within the first
    /// 64 MiB.
    #[must_use]
    pub fn unpacked_at_most(self, times: u32) -> Self {
        Self { most_times: times, ..self }
    }

    /// Its path.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether it is the standard input.
    #[must_use]
    pub fn is_standard_input(&self) -> bool {
        self.path.as_os_str() == "-"
    }

    /// Its path as outputs write it: as it was given, with `�` for what is not UTF-8.
    #[must_use]
    pub fn name(&self) -> Cow<'_, str> {
        self.path.to_string_lossy()
    }

    /// Its size in bytes as it is stored; `None` of the standard input, pipes and what is not there.
    #[must_use]
    pub fn size(&self) -> Option<u64> {
        let metadata = if self.is_standard_input() { None } else { fs::metadata(&self.path).ok() };
        metadata.filter(fs::Metadata::is_file).map(|metadata| metadata.len())
    }

    /// Opens it. How it is packed is told by its first bytes; any number of gzip members, bzip2 streams or zstd frames
    /// is read, these with windows of up to 2 GiB. What it holds is told by its name or else by its first line.
    ///
    /// `counter` is advanced by each byte that is read of the file as it is stored, or passed over there.
    ///
    /// # Errors
    ///
    /// When it cannot be opened or nothing of it be read, is packed in another way, is UTF-16, or is a puzzle file by
    /// its name and lacks the columns that one has.
    pub fn open(&self, counter: &Arc<AtomicU64>) -> io::Result<Stream> {
        let (input, file): (Box<dyn Read + Send>, _) = if self.is_standard_input() {
            (Box::new(io::stdin()), None)
        } else {
            let file = File::open(&self.path)?;
            let is_seekable = file.metadata()?.is_file();
            let second = if is_seekable { Some(file.try_clone()?) } else { None };
            (Box::new(Watched::new(file)?), second)
        };
        Stream::new(&self.path, input, file, self.most_times, counter)
    }
}

impl Stream {
    /// The plain bytes of what is stored elsewhere than in a file, read from its beginning. What it holds, its name tells,
    /// or else its first line; how it is packed, its first bytes. `counter` is as for [`Source::open`].
    ///
    /// # Errors
    ///
    /// As for [`Source::open`].
    pub fn of(name: &Path, input: Box<dyn Read + Send>, counter: &Arc<AtomicU64>) -> io::Result<Self> {
        Self::new(name, input, None, Source::MOST_TIMES, counter)
    }

    fn new(
        name: &Path,
        input: Box<dyn Read + Send>,
        file: Option<File>,
        most_times: u32,
        counter: &Arc<AtomicU64>,
    ) -> io::Result<Self> {
        let mut input = buffered(input, counter);
        let mut magic = Vec::new();
        (&mut input).take(Packing::MAGIC).read_to_end(&mut magic)?;
        let packing = Packing::of(&magic);
        let mut rest = packing.unpack(Cursor::new(magic).chain(input), most_times)?;
        let file = file.filter(|_| packing == Packing::None);

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
        let (layout, start) = Layout::of_beginning(name, &bytes).map_err(invalid)?;
        if start.is_none() && !is_all && error.is_none() {
            return Err(invalid("its header is longer than 64 KiB"));
        }
        let offset = start.unwrap_or(bytes.len());
        bytes.drain(..offset);
        let input: Box<dyn Read + Send> = Box::new(Replayed { beginning: Cursor::new(bytes), error, rest });
        let input = if ends_with_returns { Box::new(Returns::new(input)) } else { input };
        let counter = Arc::clone(counter);
        let is_packed = packing != Packing::None;
        Ok(Self { layout, input, offset: offset as u64, is_packed, file, ends_with_returns, counter })
    }
}

fn invalid(reason: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, reason)
}

/// A source's plain bytes.
///
/// Of a packed source that is damaged, truncated or a [`Bomb`], all that could be unpacked comes first, then the error.
pub struct Stream {
    /// What they hold.
    pub layout: Layout,
    /// The bytes, without the header of a puzzle file.
    pub input: Box<dyn Read + Send>,
    /// Offset of the first byte of `input` in the unpacked source.
    pub offset: u64,
    /// Whether they are unpacked.
    pub(crate) is_packed: bool,
    /// The file, sharing its place with `input`, where it is a plain one.
    file: Option<File>,
    /// Whether lines end as on old Macintoshes.
    pub(crate) ends_with_returns: bool,
    counter: Arc<AtomicU64>,
}

impl Stream {
    /// Passes over all before an offset in the unpacked source, which becomes the stream's. It is for a stream
    /// that nothing was read of yet. In a plain file this takes no time; all else is read, and unpacked, up to there.
    ///
    /// # Errors
    ///
    /// When the source ends or cannot be read before that offset, or the stream begins behind it.
    pub fn skip_to(&mut self, offset: u64) -> io::Result<()> {
        let Some(left) = offset.checked_sub(self.offset) else {
            let message = format!("byte {offset} lies before byte {}, where reading begins", self.offset);
            return Err(io::Error::new(io::ErrorKind::InvalidInput, message));
        };
        if left == 0 {
            return Ok(());
        }
        let ends_before =
            || io::Error::new(io::ErrorKind::UnexpectedEof, format!("it ends before byte {offset}"));
        if let Some(file) = &self.file {
            let mut file = file.try_clone()?;
            if file.metadata()?.len() < offset {
                return Err(ends_before());
            }
            let read = file.stream_position()?;
            file.seek(SeekFrom::Start(offset))?;
            // Wraps around to less where more was read than is passed over.
            self.counter.fetch_add(offset.wrapping_sub(read), Ordering::Relaxed);
            let input = Box::new(buffered(Box::new(Watched::new(file)?), &self.counter));
            self.input = if self.ends_with_returns { Box::new(Returns::new(input)) } else { input };
        } else {
            let passed = io::copy(&mut (&mut self.input).take(left), &mut io::sink())?;
            if passed < left {
                return Err(ends_before());
            }
        }
        self.offset = offset;
        Ok(())
    }
}

impl std::fmt::Debug for Stream {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Stream")
            .field("layout", &self.layout)
            .field("offset", &self.offset)
            .finish_non_exhaustive()
    }
}

type Buffered = BufReader<Counted>;

fn buffered(input: Box<dyn Read + Send>, counter: &Arc<AtomicU64>) -> Buffered {
    BufReader::with_capacity(BUFFER, Counted { input, counter: Arc::clone(counter) })
}

/// Text whose lines end with a carriage return alone, as lines with a line feed.
pub(crate) struct Returns {
    input: BufReader<Box<dyn Read + Send>>,
    /// The error behind what was read.
    error: Option<io::Error>,
}

impl Returns {
    pub(crate) fn new(input: Box<dyn Read + Send>) -> Self {
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

/// A file that must not end sooner than it did when it was opened: what is cut off may look like a shorter game.
struct Watched {
    file: File,
    length: u64,
}

impl Watched {
    fn new(file: File) -> io::Result<Self> {
        let length = file.metadata()?.len();
        Ok(Self { file, length })
    }
}

impl Read for Watched {
    fn read(&mut self, output: &mut [u8]) -> io::Result<usize> {
        let read = self.file.read(output)?;
        if read == 0 && !output.is_empty() {
            let length = self.file.metadata()?.len();
            if length < self.length {
                let message = format!(
                    "became shorter while it was read, {length} bytes where there were {}; what was there was read",
                    self.length
                );
                return Err(io::Error::new(io::ErrorKind::UnexpectedEof, message));
            }
        }
        Ok(read)
    }
}

/// A file whose bytes are counted as they are read.
pub(crate) struct Counted {
    pub(crate) input: Box<dyn Read + Send>,
    pub(crate) counter: Arc<AtomicU64>,
}

impl Read for Counted {
    fn read(&mut self, output: &mut [u8]) -> io::Result<usize> {
        let length = self.input.read(output)?;
        self.counter.fetch_add(length as u64, Ordering::Relaxed);
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
