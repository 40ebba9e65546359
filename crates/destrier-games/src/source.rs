//! Sources: files as streams of plain bytes.

mod packing;

use crate::Layout;
use crate::layout::{UTF_16, ends_with_returns, first_line, is_utf_16, replace_returns};
use packing::Packing;
use std::borrow::Cow;
use std::fs::{self, File};
use std::io::{self, BufReader, Cursor, Read, Seek, SeekFrom};
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
/// directory above it is such an error, too.
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
            // Pipes and devices may have no end.
            Ok(entry) if entry.file_type().is_file() && Layout::of_name(entry.path()).is_some() => {
                sources.push(Ok(Source::new(entry.into_path())));
            }
            Ok(_) => {}
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
        Self { path: path.into() }
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
            (Box::new(file), second)
        };
        let mut input = buffered(input, counter);
        let mut magic = Vec::new();
        (&mut input).take(Packing::MAGIC).read_to_end(&mut magic)?;
        let packing = Packing::of(&magic);
        let mut rest = packing.unpack(Cursor::new(magic).chain(input))?;
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
            replace_returns(&mut bytes);
        }
        let (layout, start) = Layout::of_beginning(&self.path, &bytes).map_err(invalid)?;
        if start.is_none() && !is_all && error.is_none() {
            return Err(invalid("its header is longer than 64 KiB"));
        }
        let offset = start.unwrap_or(bytes.len());
        bytes.drain(..offset);
        let input: Box<dyn Read + Send> = Box::new(Replayed { beginning: Cursor::new(bytes), error, rest });
        let input = if ends_with_returns { Box::new(Returns { input }) } else { input };
        let counter = Arc::clone(counter);
        Ok(Stream { layout, input, offset: offset as u64, file, ends_with_returns, counter })
    }
}

fn invalid(reason: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, reason)
}

/// A source's plain bytes.
///
/// Of a packed source that is damaged or truncated all that could be unpacked comes first, then the error.
pub struct Stream {
    /// What they hold.
    pub layout: Layout,
    /// The bytes, without the header of a puzzle file.
    pub input: Box<dyn Read + Send>,
    /// Offset of the first byte of `input` in the unpacked source.
    pub offset: u64,
    /// The file, sharing its place with `input`, where it is a plain one.
    file: Option<File>,
    /// Whether lines end as on old Macintoshes.
    ends_with_returns: bool,
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
        let Some(mut left) = offset.checked_sub(self.offset) else {
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
            let input = Box::new(buffered(Box::new(file), &self.counter));
            self.input = if self.ends_with_returns { Box::new(Returns { input }) } else { input };
        } else {
            let mut passed = vec![0; BUFFER];
            while left > 0 {
                let most = usize::try_from(left).map_or(BUFFER, |left| left.min(BUFFER));
                match self.input.read(&mut passed[..most]) {
                    Ok(0) => return Err(ends_before()),
                    Ok(length) => left -= length as u64,
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                    Err(error) => return Err(error),
                }
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
struct Returns {
    input: Box<dyn Read + Send>,
}

impl Read for Returns {
    fn read(&mut self, output: &mut [u8]) -> io::Result<usize> {
        let length = self.input.read(output)?;
        replace_returns(&mut output[..length]);
        Ok(length)
    }
}

/// A file whose bytes are counted as they are read.
struct Counted {
    input: Box<dyn Read + Send>,
    counter: Arc<AtomicU64>,
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
mod tests {
    use super::packing::tests::{PACKERS, bzip2, gzip, long_text, zstd};
    use super::*;
    use tempfile::TempDir;

    const HEADER: &str = "\u{feff}PuzzleId,FEN,Moves\r\n";
    const ROW: &str = "id,8/8/8/8/8/8/8/8 w - - 0 1,e2e4\r\n";

    fn folder(files: &[(&str, &[u8])]) -> TempDir {
        let folder = tempfile::tempdir().unwrap();
        for (name, bytes) in files {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, bytes).unwrap();
        }
        folder
    }

    /// Opens a file of this name and content.
    fn open_file(name: &str, bytes: &[u8]) -> io::Result<(Stream, Arc<AtomicU64>)> {
        let folder = folder(&[(name, bytes)]);
        let counter = Arc::default();
        let stream = Source::new(folder.path().join(name)).open(&counter)?;
        Ok((stream, counter))
    }

    fn error_of(name: &str, bytes: &[u8]) -> String {
        open_file(name, bytes).unwrap_err().to_string()
    }

    fn rest(mut stream: Stream) -> Vec<u8> {
        let mut bytes = Vec::new();
        stream.input.read_to_end(&mut bytes).unwrap();
        bytes
    }

    /// The sources of some inputs in a folder, without its name; errors in brackets.
    fn listed(folder: &TempDir, inputs: &[&str]) -> Vec<String> {
        let inputs: Vec<_> = inputs.iter().map(|input| folder.path().join(input)).collect();
        let inside =
            |path: &Path| path.strip_prefix(folder.path()).unwrap().display().to_string().replace('\\', "/");
        let shown = |source| match source {
            Ok(source) => inside(Source::path(&source)),
            Err(Unlisted { path, .. }) => format!("[{}]", inside(&path)),
        };
        sources(&inputs).into_iter().map(shown).collect()
    }

    #[test]
    fn lines_may_end_with_a_return_alone() {
        let folder = folder(&[("a.pgn", b"[A \"b\"]\r\r1. e4 *\r\r1. d4 *\r")]);
        let source = Source::new(folder.path().join("a.pgn"));
        for offset in [0, 10] {
            let mut stream = source.open(&Arc::default()).unwrap();
            stream.skip_to(offset).unwrap();
            let mut text = String::new();
            stream.input.read_to_string(&mut text).unwrap();
            let whole = "[A \"b\"]\n\n1. e4 *\n\n1. d4 *\n";
            assert_eq!(text, whole[offset as usize..]);
        }
        let puzzles = b"PuzzleId,FEN,Moves\rid,8/8/8/8/8/8/8/8 w - - 0 1,e2e4\r";
        let folder = self::folder(&[("a.csv", puzzles)]);
        let mut stream = Source::new(folder.path().join("a.csv")).open(&Arc::default()).unwrap();
        let mut rows = String::new();
        stream.input.read_to_string(&mut rows).unwrap();
        assert_eq!((rows.as_str(), stream.offset), ("id,8/8/8/8/8/8/8/8 w - - 0 1,e2e4\n", 19));
    }

    #[test]
    fn a_directory_is_its_files_in_the_order_of_their_names() {
        let names = [
            "b/z.pgn",
            "b/A.PGN.GZ",
            "b/.hidden.pgn",
            "b/.git/x.pgn",
            "b/c.pgn/x.epd",
            "b/c.pgn/y.txt",
            "b/d.fen.bz2",
            "b/e.csv.zst",
            "b/notes.txt",
            "b/f.pgn.xz",
            "a.txt",
        ];
        let folder = folder(&names.map(|name| (name, &b""[..])));
        let found = ["b/A.PGN.GZ", "b/c.pgn/x.epd", "b/d.fen.bz2", "b/e.csv.zst", "b/z.pgn"];
        assert_eq!(listed(&folder, &["b"]), found);
        let given = ["b/.hidden.pgn", "missing.pgn", "a.txt"];
        assert_eq!(listed(&folder, &given), given);
        assert_eq!(
            listed(&folder, &["b/c.pgn", "a.txt", "b/.git"]),
            ["b/c.pgn/x.epd", "a.txt", "b/.git/x.pgn"]
        );
        let standard_input = sources(&["-".into()]).remove(0).unwrap();
        assert!(standard_input.is_standard_input() && standard_input.size().is_none());
    }

    #[cfg(unix)]
    #[test]
    fn links_are_followed_and_loops_named() {
        use std::os::unix::fs::symlink;
        let folder = folder(&[("a/b/x.pgn", b""), ("a/z.pgn", b""), ("elsewhere/y.pgn", b"")]);
        let at = |path| folder.path().join(path);
        symlink(at("a"), at("a/b/loop")).unwrap();
        symlink(at("a"), at("a/.loop")).unwrap();
        symlink(at("elsewhere"), at("a/c")).unwrap();
        symlink(at("elsewhere/y.pgn"), at("a/d.pgn")).unwrap();
        symlink(at("nowhere"), at("a/e.pgn")).unwrap();
        symlink(at("nowhere"), at("a/f.txt")).unwrap();
        let found = ["[a/b/loop]", "a/b/x.pgn", "a/c/y.pgn", "a/d.pgn", "[a/e.pgn]", "a/z.pgn"];
        assert_eq!(listed(&folder, &["a"]), found);
        let message = sources(&[at("a")]).remove(0).unwrap_err().to_string();
        assert!(message.contains("leads back to ") && message.contains("b/loop: "), "{message}");
    }

    #[test]
    fn sizes_are_those_of_files() {
        let folder = folder(&[("a.pgn", b"12345")]);
        let size = |name| Source::new(folder.path().join(name)).size();
        assert_eq!((size("a.pgn"), size("b.pgn"), size("")), (Some(5), None, None));
    }

    #[test]
    fn what_is_not_a_file_is_not_opened() {
        let folder = folder(&[]);
        let open = |name| Source::new(folder.path().join(name)).open(&Arc::default()).unwrap_err().kind();
        assert_eq!(open("missing.pgn"), io::ErrorKind::NotFound);
        assert_eq!(open(""), io::ErrorKind::IsADirectory);
    }

    #[test]
    fn the_name_tells_the_layout_or_else_the_content() {
        let layout = |name, text: &str| open_file(name, text.as_bytes()).unwrap().0.layout;
        let puzzles = Layout::Puzzles(Arc::new(crate::Columns::read(HEADER.as_bytes()).unwrap()));
        const EMPTY_BOARD: &str = "8/8/8/8/8/8/8/8 w - -\n";
        assert_eq!(layout("a.pgn", EMPTY_BOARD), Layout::Games);
        assert_eq!(layout("a.txt", EMPTY_BOARD), Layout::Positions);
        assert_eq!(layout("a.epd", "1. e4"), Layout::Positions);
        assert_eq!(layout("a", "1. e4"), Layout::Games);
        assert_eq!(layout("a", ""), Layout::Games);
        assert_eq!(layout("a", HEADER), puzzles);
        assert_eq!(layout("a.csv", HEADER), puzzles);
        assert_eq!(
            error_of("a.csv", b"source,game\n1,2\n"),
            "a puzzle file needs the columns FEN and Moves; this one has source, game"
        );
        assert!(error_of("a.csv", b"").ends_with("this one has none"));
        assert_eq!(
            error_of("a.csv", format!("FEN,Moves,{}", "x".repeat(BEGINNING)).as_bytes()),
            "its header is longer than 64 KiB"
        );
    }

    #[test]
    fn the_header_of_puzzles_is_taken_off() {
        let text = format!("{HEADER}{ROW}{ROW}");
        for (name, bytes) in [
            ("a.csv", text.clone().into_bytes()),
            ("a", text.clone().into_bytes()),
            ("a.csv.gz", gzip(text.as_bytes())),
            ("a.csv.bz2", bzip2(text.as_bytes())),
            ("a.csv.zst", zstd(text.as_bytes())),
        ] {
            let (stream, _) = open_file(name, &bytes).unwrap();
            assert_eq!(stream.offset, HEADER.len() as u64);
            assert_eq!(rest(stream), format!("{ROW}{ROW}").into_bytes());
            let (mut stream, _) = open_file(name, &bytes).unwrap();
            stream.skip_to(stream.offset).unwrap();
            stream.skip_to((HEADER.len() + ROW.len()) as u64).unwrap();
            assert_eq!(rest(stream), ROW.as_bytes());
            let (mut stream, _) = open_file(name, &bytes).unwrap();
            assert_eq!(stream.skip_to(1).unwrap_err().kind(), io::ErrorKind::InvalidInput);
        }
        let (stream, _) = open_file("a.csv", b"FEN,Moves").unwrap();
        assert_eq!((stream.offset, rest(stream)), (9, vec![]));
    }

    #[test]
    fn all_bytes_are_given_and_counted_packed_or_not() {
        let text = long_text();
        let files = PACKERS.map(|pack| pack(&text)).into_iter().chain([text.clone()]);
        for file in files {
            let (stream, counter) = open_file("a.pgn", &file).unwrap();
            assert_eq!((&stream.layout, stream.offset), (&Layout::Games, 0));
            assert!(rest(stream) == text);
            assert_eq!(counter.load(Ordering::Relaxed), file.len() as u64);

            for offset in [1, BUFFER / 2, BUFFER, 3 * BUFFER + 1, text.len()] {
                let (mut stream, counter) = open_file("a.pgn", &file).unwrap();
                stream.skip_to(offset as u64).unwrap();
                assert_eq!(stream.offset, offset as u64);
                assert!(rest(stream) == text[offset..]);
                assert_eq!(counter.load(Ordering::Relaxed), file.len() as u64);
            }
            let (mut stream, _) = open_file("a.pgn", &file).unwrap();
            let error = stream.skip_to(text.len() as u64 + 1).unwrap_err();
            assert_eq!(error.kind(), io::ErrorKind::UnexpectedEof);
        }
    }

    #[test]
    fn what_is_not_read_is_refused_with_the_way_out() {
        assert_eq!(
            error_of("a.pgn.xz", b"\xfd7zXZ\0\0"),
            "packed with xz, which is not read; unpack it first"
        );
        for text in [&b"\xff\xfe[\0E\0"[..], b"\xfe\xff\0[\0E"] {
            for bytes in [text.to_vec(), gzip(text)] {
                assert_eq!(
                    error_of("a.pgn", &bytes),
                    "UTF-16 text, which is not read; convert it to UTF-8 first"
                );
            }
        }
        // Nothing can be unpacked of these.
        assert!(error_of("a.pgn.gz", &gzip(b"1. e4 *")[..9]).starts_with("truncated: the gzip data end"));
        assert!(error_of("a.pgn.gz", b"\x1f\x8b\xff\xff\xff\xff\xff").starts_with("damaged gzip data ("));
    }

    /// Though it was met when the layout was told.
    #[test]
    fn an_error_comes_behind_all_that_was_unpacked() {
        for pack in PACKERS {
            let file = [&pack(b"1. e4 *")[..], &pack(&long_text())[..20]].concat();
            let (mut stream, _) = open_file("a", &file).unwrap();
            let mut bytes = Vec::new();
            let error = stream.input.read_to_end(&mut bytes).unwrap_err();
            assert_eq!((&bytes[..7], error.kind()), (&b"1. e4 *"[..], io::ErrorKind::UnexpectedEof));
            assert_eq!(stream.input.read(&mut [0]).unwrap(), 0);
        }
    }
}
