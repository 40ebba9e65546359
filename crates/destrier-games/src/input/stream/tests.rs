use super::*;
use crate::input::bytes::Watched;
use crate::input::compression::tests::{PACKERS, bzip2, gzip, long_text, zstd};
use crate::input::{Source, Unlisted, sources};
use std::fs::{self, File};
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

/// An open file.
struct Opened {
    source: Source,
    stream: Stream,
    counter: Arc<AtomicU64>,
    _folder: TempDir,
}

impl Opened {
    /// Opens a file with this name and content.
    fn new(name: &str, bytes: &[u8]) -> io::Result<Self> {
        let folder = folder(&[(name, bytes)]);
        let (source, counter) = (Source::new(folder.path().join(name)), Arc::default());
        let stream = source.open(&counter)?;
        Ok(Self { source, stream, counter, _folder: folder })
    }

    fn skip_to(&mut self, offset: u64) -> io::Result<()> {
        self.source.skip_to(&mut self.stream, offset, &self.counter)
    }

    /// Reads the rest. Returns it with the number of bytes counted.
    fn rest(self) -> (Vec<u8>, u64) {
        let rest = rest(self.stream);
        (rest, self.counter.load(Ordering::Relaxed))
    }
}

fn open_file(name: &str, bytes: &[u8]) -> Opened {
    Opened::new(name, bytes).unwrap()
}

fn error_of(name: &str, bytes: &[u8]) -> String {
    Opened::new(name, bytes).err().unwrap().to_string()
}

fn rest(mut stream: Stream) -> Vec<u8> {
    let mut bytes = Vec::new();
    stream.input.read_to_end(&mut bytes).unwrap();
    bytes
}

/// Returns the sources of inputs in a folder, without the name of the folder. Errors are in brackets.
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
fn reads_carriage_return_line_ends() {
    let folder = folder(&[("a.pgn", b"[A \"b\"]\r\r1. e4 *\r\r1. d4 *\r")]);
    let source = Source::new(folder.path().join("a.pgn"));
    for offset in [0, 10] {
        let mut stream = source.open(&Arc::default()).unwrap();
        source.skip_to(&mut stream, offset, &Arc::default()).unwrap();
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

/// A reader that returns a few bytes at a time, is interrupted before each read, and fails once before its end.
struct Slowly {
    text: &'static [u8],
    most: usize,
    calls: usize,
    is_torn: bool,
}

impl Read for Slowly {
    fn read(&mut self, output: &mut [u8]) -> io::Result<usize> {
        self.calls += 1;
        if self.calls % 2 == 1 {
            return Err(io::ErrorKind::Interrupted.into());
        }
        if self.text.is_empty() && !self.is_torn {
            self.is_torn = true;
            return Err(io::Error::other("torn"));
        }
        let most = output.len().min(self.most);
        self.text.read(&mut output[..most])
    }
}

#[test]
fn keeps_returns_before_line_feeds_in_any_reads() {
    for (text, expected) in [
        (&b"a\rb\r\nc\r\r\n\nd\r"[..], &b"a\nb\r\nc\n\r\n\nd\n"[..]),
        (b"\r\n", b"\r\n"),
        (b"\n\r\r", b"\n\n\n"),
    ] {
        for (most, read) in [(1, 1), (1, 2), (2, 1), (2, 3), (3, 2), (100, 1), (100, 100)] {
            let mut returns = Returns::new(Box::new(Slowly { text, most, calls: 0, is_torn: false }));
            let (mut found, mut errors) = (Vec::new(), 0);
            loop {
                let mut buffer = vec![0; read];
                match returns.read(&mut buffer) {
                    Ok(0) => break,
                    Ok(length) => found.extend(&buffer[..length]),
                    Err(error) => errors += usize::from(error.to_string() == "torn"),
                }
            }
            assert_eq!((&found[..], errors), (expected, 1), "{most} {read}");
        }
    }
}

#[test]
fn line_ends_may_change_after_beginning() {
    for length in BEGINNING - 3..=BEGINNING + 3 {
        let text = ["\rx".repeat(length / 2), "x".repeat(length % 2), "\r\n\r\ny\rz\n".to_owned()].concat();
        let folder = folder(&[("a.pgn", text.as_bytes())]);
        let stream = Source::new(folder.path().join("a.pgn")).open(&Arc::default()).unwrap();
        let lines = text.replace("\r\n", "|").replace('\r', "\n").replace('|', "\r\n");
        let expected = if stream.ends_with_returns { lines } else { text };
        assert!(rest(stream) == expected.as_bytes(), "{length}");
    }
}

#[test]
fn directory_lists_files_by_name() {
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
    let unread = sources(&[folder.path().join("b")]).into_iter().filter_map(Result::err);
    let unread: Vec<_> = unread.map(|unlisted| unlisted.error.to_string()).collect();
    assert_eq!(unread, ["compressed with xz, which is not supported; decompress it first"]);
    let found = ["b/A.PGN.GZ", "b/c.pgn/x.epd", "b/d.fen.bz2", "b/e.csv.zst", "b/z.pgn"];
    fs::remove_file(folder.path().join("b/f.pgn.xz")).unwrap();
    assert_eq!(listed(&folder, &["b"]), found);
    let given = ["b/.hidden.pgn", "missing.pgn", "a.txt"];
    assert_eq!(listed(&folder, &given), given);
    assert_eq!(listed(&folder, &["b/c.pgn", "a.txt", "b/.git"]), ["b/c.pgn/x.epd", "a.txt", "b/.git/x.pgn"]);
    let standard_input = sources(&["-".into()]).remove(0).unwrap();
    assert!(standard_input.is_standard_input() && standard_input.size().is_none());
}

#[test]
fn source_expands_up_to_max_ratio() {
    let text = vec![b' '; 80 << 20];
    let folder = folder(&[("a.pgn.zst", &zstd(&text))]);
    let read = |source: Source| {
        let mut stream = source.open(&Arc::default()).unwrap();
        io::copy(&mut stream.input, &mut io::sink())
    };
    let source = Source::new(folder.path().join("a.pgn.zst"));
    let error = read(source.clone().with_max_ratio(77)).unwrap_err().to_string();
    assert!(error.starts_with("expands to more than 77 times its size"), "{error}");
    let error = read(source.clone()).unwrap_err().to_string();
    assert!(error.starts_with("expands to more than 100 times its size"), "{error}");
    assert_eq!(read(source.with_max_ratio(u32::MAX)).unwrap(), text.len() as u64);
}

#[test]
fn size_is_that_of_file() {
    let folder = folder(&[("a.pgn", b"12345")]);
    let size = |name| Source::new(folder.path().join(name)).size();
    assert_eq!((size("a.pgn"), size("b.pgn"), size("")), (Some(5), None, None));
}

#[test]
fn puzzles_need_their_columns() {
    assert!(error_of("a.csv", b"").ends_with("this one has none"));
    assert_eq!(
        error_of("a.csv", format!("FEN,Moves,{}", "x".repeat(BEGINNING)).as_bytes()),
        "the header is longer than 64 KiB"
    );
    // The name decides if it names a format.
    let format = |name, text: &str| open_file(name, text.as_bytes()).stream.decoder.format().name;
    let position = "8/8/8/8/8/8/8/8 w - -\n";
    assert_eq!([format("a.pgn", position), format("a.txt", position)], ["pgn", "epd"]);
}

#[test]
fn removes_header_of_puzzles() {
    let text = format!("{HEADER}{ROW}{ROW}");
    for (name, bytes) in [
        ("a.csv", text.clone().into_bytes()),
        ("a", text.clone().into_bytes()),
        ("a.csv.gz", gzip(text.as_bytes())),
        ("a.csv.bz2", bzip2(text.as_bytes())),
        ("a.csv.zst", zstd(text.as_bytes())),
    ] {
        let file = open_file(name, &bytes);
        assert_eq!(file.stream.offset, HEADER.len() as u64);
        assert_eq!(file.rest().0, format!("{ROW}{ROW}").into_bytes());
        let mut file = open_file(name, &bytes);
        file.skip_to(file.stream.offset).unwrap();
        file.skip_to((HEADER.len() + ROW.len()) as u64).unwrap();
        assert_eq!(file.rest().0, ROW.as_bytes());
        let mut file = open_file(name, &bytes);
        assert_eq!(file.skip_to(1).unwrap_err().kind(), io::ErrorKind::InvalidInput);
    }
    let file = open_file("a.csv", b"FEN,Moves");
    assert_eq!((file.stream.offset, file.rest().0), (9, vec![]));
}

#[test]
fn counts_all_bytes_compressed_or_not() {
    let text = long_text();
    let files = PACKERS.map(|pack| pack(&text)).into_iter().chain([text.clone()]);
    for file in files {
        let opened = open_file("a.pgn", &file);
        assert_eq!(opened.stream.offset, 0);
        let (rest, counted) = opened.rest();
        assert!(rest == text);
        assert_eq!(counted, file.len() as u64);

        for offset in [1, BUFFER / 2, BUFFER, 3 * BUFFER + 1, text.len()] {
            let mut opened = open_file("a.pgn", &file);
            opened.skip_to(offset as u64).unwrap();
            assert_eq!(opened.stream.offset, offset as u64);
            let (rest, counted) = opened.rest();
            assert!(rest == text[offset..]);
            assert_eq!(counted, file.len() as u64);
        }
        let error = open_file("a.pgn", &file).skip_to(text.len() as u64 + 1).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::UnexpectedEof);
    }
}

#[test]
fn rejects_unsupported_input_with_advice() {
    assert_eq!(
        error_of("a.pgn.xz", b"\xfd7zXZ\0\0"),
        "compressed with xz, which is not supported; decompress it first"
    );
    for text in [&b"\xff\xfe[\0E\0"[..], b"\xfe\xff\0[\0E"] {
        for bytes in [text.to_vec(), gzip(text)] {
            assert_eq!(error_of("a.pgn", &bytes), "UTF-16 text is not supported; convert it to UTF-8");
        }
    }
    // Too short to decompress anything.
    assert!(error_of("a.pgn.gz", &gzip(b"1. e4 *")[..9]).starts_with("truncated gzip data; "));
    assert!(
        error_of("a.pgn.gz", b"\x1f\x8b\xff\xff\xff\xff\xff")
            .starts_with("damaged gzip data (invalid stream)")
    );
}

/// Even if the error occurs while the format is detected.
#[test]
fn error_comes_after_decompressed_data() {
    for pack in PACKERS {
        let file = [&pack(b"1. e4 *")[..], &pack(&long_text())[..20]].concat();
        let mut stream = open_file("a", &file).stream;
        let mut bytes = Vec::new();
        let error = stream.input.read_to_end(&mut bytes).unwrap_err();
        assert_eq!((&bytes[..7], error.kind()), (&b"1. e4 *"[..], io::ErrorKind::UnexpectedEof));
        assert_eq!(stream.input.read(&mut [0]).unwrap(), 0);
    }
}

/// A reader that returns its pieces one by one and is interrupted before each.
struct Pieces {
    pieces: Vec<&'static [u8]>,
    interrupted: bool,
}

impl Pieces {
    fn new(pieces: &[&'static [u8]]) -> Self {
        Self { pieces: pieces.iter().rev().copied().collect(), interrupted: false }
    }
}

impl Read for Pieces {
    fn read(&mut self, output: &mut [u8]) -> io::Result<usize> {
        self.interrupted = !self.interrupted;
        if self.interrupted {
            return Err(io::ErrorKind::Interrupted.into());
        }
        let piece = self.pieces.pop().unwrap_or_default();
        output[..piece.len()].copy_from_slice(piece);
        Ok(piece.len())
    }
}

#[test]
fn beginning_ends_with_first_line() {
    for pieces in [
        &[&b"FEN,Moves\n8"[..], b"/8"][..],
        &[b"FEN,", b"Moves", b"\n", b"8/8"],
        &[b"\n\n", b"  \n", b"FEN,Moves\n", b"8/8"],
    ] {
        let mut input = Pieces::new(pieces);
        let beginning = Beginning::read(&mut input);
        assert_eq!(beginning.bytes, pieces[..pieces.len() - 1].concat());
        assert!(beginning.error.is_none() && !beginning.is_all && input.pieces.len() == 1, "{pieces:?}");
    }
    let beginning = Beginning::read(&mut Pieces::new(&[b"FEN,", b"Moves"]));
    assert!(beginning.is_all && beginning.bytes == b"FEN,Moves");
}

#[test]
fn empty_read_returns_no_error() {
    let error = Some(io::Error::other("torn"));
    let (beginning, rest) = (Cursor::new(b"a".to_vec()), Box::new(&b"b"[..]));
    let mut replayed = Replayed { beginning, error, rest };
    let mut read = |length| {
        let mut bytes = vec![0; length];
        replayed.read(&mut bytes).map(|length| bytes[..length].to_vec()).map_err(|error| error.to_string())
    };
    assert_eq!(read(2), Ok(b"a".to_vec()));
    assert_eq!(read(0), Ok(Vec::new()));
    assert_eq!(read(2), Err("torn".to_owned()));
    assert_eq!(read(2), Ok(b"b".to_vec()));
}

#[test]
fn debug_shows_stream() {
    let stream = open_file("a.csv", HEADER.as_bytes()).stream;
    let shown = format!("{stream:?}");
    let end = format!("offset: {}, .. }}", HEADER.len());
    assert!(shown.starts_with("Stream { decoder: PuzzleColumns {") && shown.ends_with(&end), "{shown}");
}

#[test]
fn shrinking_file_is_an_error() {
    let folder = folder(&[("a.pgn", &vec![b' '; 1000])]);
    let path = folder.path().join("a.pgn");
    for (length, read) in [(1000, Ok(1000)), (2000, Ok(2000)), (10, Err(io::ErrorKind::UnexpectedEof))] {
        let mut watched = Watched::new(File::open(&path).unwrap()).unwrap();
        assert_eq!(watched.read(&mut []).unwrap(), 0);
        File::options().write(true).open(&path).unwrap().set_len(length).unwrap();
        assert_eq!(watched.read(&mut []).unwrap(), 0);
        let mut bytes = Vec::new();
        assert_eq!(watched.read_to_end(&mut bytes).map_err(|error| error.kind()), read, "{length}");
        assert_eq!(bytes.len() as u64, length, "what was there is read");
    }
}
