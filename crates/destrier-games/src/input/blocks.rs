//! Reads the games of a source in blocks: all games, those that begin in a range of its bytes, or those after a
//! bookmark.

use super::block::Block;
use super::long_text::LongText;
use super::reader::Reader;
use super::request::ReadRequest;
use super::source::Source;
use super::stream::{Counted, Returns, Stream};
use super::table::TableBlocks;
use crate::formats::parquet::RowReader;
use crate::formats::pgn::{BYTE_ORDER_MARK, certain_start};
use crate::formats::{Decoder, RecordEnd};
use std::io::{self, BufRead, BufReader, Read};
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// A reader of the games of a source, in blocks.
///
/// In the middle of a file, the start of a game is certain only at some places. To read a range, the reader begins at
/// the last of these places before the range and skips the games there. Usual files have such a place before every
/// game. If there is none, the file is read from its beginning.
pub struct Blocks {
    content: Content,
}

/// The content of a source.
enum Content {
    Text(Box<TextBlocks>),
    Table(Box<TableBlocks>),
    Rows(Box<RowReader>),
}

/// A reader of the games of a text, in blocks.
struct TextBlocks {
    decoder: Arc<dyn Decoder>,
    /// Whether lines end with a carriage return alone, unless the text is compressed.
    plain_with_returns: Option<bool>,
    /// The number of bytes after the first record that were read to open the source.
    ahead: u64,
    /// `None` if nothing of the range is left to read.
    reader: Option<Reader<Box<dyn Read + Send>>>,
    range: Range<u64>,
}

/// The initial number of bytes to search for a certain start of a game.
const LOOK_BACK: u64 = 64 << 10;

impl Source {
    /// Returns the games in blocks. `counter` works as in [`open`](Self::open).
    ///
    /// # Errors
    ///
    /// Returns an error for the same reasons as [`open`](Self::open).
    pub fn blocks(&self, counter: &Arc<AtomicU64>) -> io::Result<Blocks> {
        self.blocks_from(0, 0, &ReadRequest::all(), counter)
    }

    /// Returns the games from a point that [`Blocks::resume_point`] returned, or from the beginning if the offset is 0.
    pub(crate) fn blocks_from(
        &self,
        offset: u64,
        records: u64,
        request: &ReadRequest,
        counter: &Arc<AtomicU64>,
    ) -> io::Result<Blocks> {
        let content = match &self.table {
            Some(table) => Content::Rows(Box::new(self.table_rows(&**table, offset, request)?)),
            None if self.is_table()? => {
                Content::Table(Box::new(self.table_blocks(records, request, counter)?))
            }
            None => Content::Text(Box::new(self.blocks_looking_back(offset, records, counter, LOOK_BACK)?)),
        };
        Ok(Blocks { content })
    }

    fn blocks_looking_back(
        &self,
        offset: u64,
        records: u64,
        counter: &Arc<AtomicU64>,
        look_back: u64,
    ) -> io::Result<TextBlocks> {
        let Range { start, end } = self.range;
        let reads_on = start == 0 || self.is_numbered;
        let first_bytes = self.bytes.read_from(0, if reads_on { end } else { LOOK_BACK })?;
        let mut stream = self.stream(first_bytes, counter)?;
        let decoder = Arc::clone(&stream.decoder);
        let (is_compressed, ends_with_returns) = (stream.is_compressed, stream.ends_with_returns);
        let plain_with_returns = (!is_compressed).then_some(ends_with_returns);
        let mut blocks = TextBlocks { decoder, plain_with_returns, ahead: 0, reader: None, range: 0..0 };
        if is_compressed && start > 0 {
            return Ok(blocks);
        }
        let begin = match blocks.decoder.record_end() {
            _ if offset > 0 => offset,
            // The first record may also begin after a byte-order mark.
            _ if reads_on || start <= stream.offset + BYTE_ORDER_MARK.len() as u64 => stream.offset,
            RecordEnd::Game => self.start_of_game(start, look_back, ends_with_returns)?.max(stream.offset),
            RecordEnd::Line => self.start_of_line(start, ends_with_returns)?.max(stream.offset),
        };
        blocks.range = if is_compressed { 0..u64::MAX } else { self.range.clone() };
        if begin < blocks.range.end {
            if begin == stream.offset {
                blocks.ahead = stream.stored_bytes_read.load(Ordering::Relaxed).saturating_sub(begin);
            }
            self.skip_to(&mut stream, begin, counter)?;
            let reader = Reader::new(stream.input, blocks.decoder.record_end());
            blocks.reader = Some(reader.starting_at(begin, records));
        }
        Ok(blocks)
    }

    /// Skips the decompressed bytes before an offset. This is a seek in a plain file; other sources are read and
    /// decompressed up to there.
    pub(super) fn skip_to(
        &self,
        stream: &mut Stream,
        offset: u64,
        counter: &Arc<AtomicU64>,
    ) -> io::Result<()> {
        let Some(left) = offset.checked_sub(stream.offset) else {
            let message = format!("byte {offset} is before byte {}, where reading begins", stream.offset);
            return Err(io::Error::new(io::ErrorKind::InvalidInput, message));
        };
        if left == 0 {
            return Ok(());
        }
        let ends_before =
            || io::Error::new(io::ErrorKind::UnexpectedEof, format!("the source ends before byte {offset}"));
        if !stream.is_compressed && self.bytes.is_seekable() {
            if self.bytes.size().is_some_and(|size| size < offset) {
                return Err(ends_before());
            }
            // Skipped bytes count as read. The difference wraps around if more bytes were read.
            let read = stream.stored_bytes_read.load(Ordering::Relaxed);
            counter.fetch_add(offset.wrapping_sub(read), Ordering::Relaxed);
            stream.input = self.plain(offset, self.range.end, stream.ends_with_returns, counter)?;
        } else if io::copy(&mut (&mut stream.input).take(left), &mut io::sink())? < left {
            return Err(ends_before());
        }
        stream.offset = offset;
        Ok(())
    }

    /// Returns the bytes of an uncompressed source from an offset on.
    pub(super) fn plain(
        &self,
        offset: u64,
        likely_end: u64,
        ends_with_returns: bool,
        counter: &Arc<AtomicU64>,
    ) -> io::Result<Box<dyn Read + Send>> {
        let input = self.bytes.read_from(offset, likely_end)?;
        let input = Box::new(Counted { input, counters: [Arc::clone(counter)] });
        Ok(if ends_with_returns { Box::new(Returns::new(input)) } else { input })
    }

    /// Returns the last place up to an offset where the start of a game is certain, or the beginning.
    fn start_of_game(&self, offset: u64, look_back: u64, ends_with_returns: bool) -> io::Result<u64> {
        let mut length = look_back;
        loop {
            let from = offset.saturating_sub(length);
            if from == 0 {
                return Ok(0);
            }
            // A few bytes more, to recognize the tag that begins there.
            let end = offset + 64;
            let mut text = Vec::new();
            let mut input = self.plain(from, end, ends_with_returns, &Arc::default())?;
            (&mut input).take(end - from).read_to_end(&mut text)?;
            if let Some(start) = certain_start(&text, (offset - from) as usize) {
                return Ok(from + start as u64);
            }
            // A file without such a place for so long most likely has none.
            if length >= 64 * look_back {
                return Ok(0);
            }
            length *= 8;
        }
    }

    /// Returns the first start of a line at or after an offset.
    pub(super) fn start_of_line(&self, offset: u64, ends_with_returns: bool) -> io::Result<u64> {
        let input = self.plain(offset - 1, offset + LOOK_BACK, ends_with_returns, &Arc::default())?;
        let passed = BufReader::new(input).skip_until(b'\n')?;
        Ok(offset - 1 + passed as u64)
    }
}

impl Blocks {
    /// Returns the next games, or `None` at the end. Blocks without games may come before the range.
    ///
    /// # Errors
    ///
    /// Returns an error if the source cannot be read further. All data read before is returned first. After an error in
    /// a row group of a table, the next row group follows.
    pub fn next_block(&mut self) -> io::Result<Option<Block>> {
        match &mut self.content {
            Content::Text(text) => text.next_block(),
            Content::Table(table) => table.next_block(),
            Content::Rows(rows) => Ok(rows.next_rows()?.map(Block::of_rows)),
        }
    }

    /// Returns the offset of the next record, and the number of records before it.
    pub(crate) fn resume_point(&self) -> (u64, u64) {
        match &self.content {
            Content::Text(text) => text.reader.as_ref().map_or((0, 0), Reader::resume_point),
            Content::Table(table) => table.resume_point(),
            // Reading cannot be resumed.
            Content::Rows(_) => (1, 0),
        }
    }

    /// Returns whether the blocks are rows of a table in a file, which may have more after an error.
    pub(crate) const fn is_table(&self) -> bool {
        matches!(self.content, Content::Table(_))
    }

    /// Splits a source that was just opened. `counter` works as in [`Source::open`].
    pub(crate) fn split(self, source: &Source, counter: &Arc<AtomicU64>) -> Split {
        if let Content::Text(text) = &self.content
            && let (Some(ends_with_returns), Some(reader)) = (text.plain_with_returns, &text.reader)
            && text.range == (0..u64::MAX)
            && let Some((source, size)) = LongText::open(source)
        {
            let (start, records) = reader.resume_point();
            // The first piece reads these bytes again.
            counter.fetch_sub(text.ahead, Ordering::Relaxed);
            let (decoder, counter) = (Arc::clone(&text.decoder), Arc::clone(counter));
            let text = LongText { source, decoder, ends_with_returns, counter, start, size };
            return Split::Text(Box::new(text), records);
        }
        match self.content {
            Content::Text(_) | Content::Rows(_) => Split::Parts(vec![self]),
            Content::Table(table) => Split::Parts(
                table.split().map(|group| Self { content: Content::Table(Box::new(group)) }).collect(),
            ),
        }
    }
}

/// What several threads can read in parallel.
pub(crate) enum Split {
    /// Row groups of a table, or a source that is read by one thread.
    Parts(Vec<Blocks>),
    /// A long text, after a number of records.
    Text(Box<LongText>, u64),
}

impl LongText {
    /// Returns the blocks of the next piece, whose records are numbered from 1, and whether it is the last.
    ///
    /// # Errors
    ///
    /// If the text cannot be read.
    pub(crate) fn next_piece(&mut self) -> io::Result<(Blocks, bool)> {
        let (reader, is_last) = self.next_reader()?;
        let (decoder, reader, range) = (Arc::clone(&self.decoder), Some(reader), 0..u64::MAX);
        let text = TextBlocks { decoder, plain_with_returns: None, ahead: 0, reader, range };
        Ok((Blocks { content: Content::Text(Box::new(text)) }, is_last))
    }
}

impl TextBlocks {
    fn next_block(&mut self) -> io::Result<Option<Block>> {
        let Self { decoder, reader, range, .. } = self;
        reader.as_mut().map_or(Ok(None), |reader| reader.next_block_within(range, decoder))
    }
}

impl std::fmt::Debug for Blocks {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.content {
            Content::Text(text) => f
                .debug_struct("Blocks")
                .field("decoder", &text.decoder)
                .field("range", &text.range)
                .finish_non_exhaustive(),
            Content::Table(_) | Content::Rows(_) => f.debug_struct("Blocks").finish_non_exhaustive(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::Bytes;
    use std::fs;
    use std::sync::Mutex;

    /// Text in memory that records what is read.
    struct Text {
        text: Vec<u8>,
        /// The offset and the likely end of each read.
        asked: Mutex<Vec<(u64, u64)>>,
        /// The number of bytes read.
        read: Arc<AtomicU64>,
    }

    impl Text {
        fn new(text: impl Into<Vec<u8>>) -> Arc<Self> {
            Arc::new(Self { text: text.into(), asked: Mutex::default(), read: Arc::default() })
        }

        fn asked(&self) -> Vec<(u64, u64)> {
            std::mem::take(&mut self.asked.lock().unwrap())
        }
    }

    impl Bytes for Text {
        fn read_from(&self, offset: u64, likely_end: u64) -> io::Result<Box<dyn Read + Send>> {
            self.asked.lock().unwrap().push((offset, likely_end));
            let rest = self.text.get(offset as usize..).unwrap_or_default().to_vec();
            Ok(Box::new(Counted {
                input: Box::new(io::Cursor::new(rest)),
                counters: [Arc::clone(&self.read)],
            }))
        }
    }

    type Records = Vec<(u64, u64, Vec<u8>)>;

    fn source(name: &str, text: &Arc<Text>, range: Range<u64>, is_numbered: bool) -> Source {
        let bytes: Arc<dyn Bytes> = Arc::<Text>::clone(text);
        Source::of_bytes(name, bytes).with_range(range, is_numbered)
    }

    /// Returns number, offset and text of the records in a range, without the number unless `numbered`.
    fn records(name: &str, text: &Arc<Text>, range: Range<u64>, numbered: bool, look_back: u64) -> Records {
        let source = source(name, text, range, numbered);
        let mut blocks = source.blocks_looking_back(0, 0, &Arc::default(), look_back).unwrap();
        let mut records = Vec::new();
        while let Some(block) = blocks.next_block().unwrap() {
            let number = |number| if numbered { number } else { 0 };
            records.extend(block.records().map(|r| (number(r.number), r.offset, r.bytes.to_vec())));
        }
        records
    }

    /// Checks that all divisions of a text into two or three ranges yield each record once.
    fn cut_everywhere(name: &str, text: &[u8]) {
        let text = Text::new(text);
        let length = text.text.len() as u64;
        let whole = [false, true].map(|numbered| records(name, &text, 0..u64::MAX, numbered, LOOK_BACK));
        for cut in 0..=length {
            let numbered = cut % 2 == 1;
            let whole = &whole[usize::from(numbered)];
            for look_back in [1, 40, 300] {
                let after = cut + (cut * 7 + 13) % 200;
                let parts = [0..cut, cut..after, after..length.max(after)];
                let parts = parts.map(|range| records(name, &text, range, numbered, look_back));
                assert!(
                    parts.concat() == *whole,
                    "{name} cut at {cut} and {after}, {look_back}: {} instead of {}",
                    shown(&parts.concat()),
                    shown(whole)
                );
            }
        }
    }

    fn shown(records: &Records) -> String {
        let offsets: Vec<_> = records.iter().map(|(number, offset, _)| (number, offset)).collect();
        format!("{offsets:?}")
    }

    #[test]
    fn ranges_cover_damaged_files() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/dirt");
        let mut files = 0;
        let mut together = Vec::new();
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_none_or(|ending| ending != "pgn") || path.ends_with("utf-16.pgn") {
                continue;
            }
            files += 1;
            let text = fs::read(&path).unwrap();
            let name = path.file_name().unwrap().to_str().unwrap();
            cut_everywhere(name, &text);
            together.extend_from_slice(&text);
        }
        assert!(files > 40, "{files}");
        // Each file must cope with what the previous one leaves open. Trying all divisions would take long.
        let text = Text::new(together);
        let whole = records("all.pgn", &text, 0..u64::MAX, false, LOOK_BACK);
        let length = text.text.len() as u64;
        for cut in (0..length).step_by(397) {
            let parts = [0..cut, cut..length].map(|range| records("all.pgn", &text, range, false, 100));
            assert!(parts.concat() == whole, "cut at {cut}");
        }
    }

    #[test]
    fn ranges_cover_line_files() {
        let fens = "\u{feff}# a comment\r\n\r\n8/8/8/8/8/8/8/8 w - -\r\n\n\n8/8/8/8/8/8/8/8 b - -";
        for text in [fens.to_owned(), fens.replace("\r\n", "\n"), format!("{fens}\n")] {
            cut_everywhere("a.epd", text.as_bytes());
        }
        cut_everywhere("a.epd", fens.replace("\r\n", "\r").replace('\n', "\r").as_bytes());
        let rows = "PuzzleId,FEN,Moves\n1,8/8,e2e4\n2,8/8,e2e4\n\n3,8/8,e2e4\n";
        cut_everywhere("a.csv", rows.as_bytes());
        cut_everywhere("a.csv", b"FEN,Moves");
    }

    /// Reads little before the range in a usual file, and everything in a file without tags.
    #[test]
    fn range_reads_from_certain_start() {
        let game = "[Event \"x\"]\n\n1. e4 e5 *\n\n";
        let text = Text::new(game.repeat(20_000));
        let start = text.text.len() as u64 / 2;
        let half = records("a.pgn", &text, start..u64::MAX, false, LOOK_BACK);
        assert_eq!(half.len(), 10_000);
        let beginning = (0, LOOK_BACK);
        let before = (start - LOOK_BACK, start + 64);
        assert_eq!(text.asked(), [beginning, before, (start, u64::MAX)]);
        // A single read from the beginning if that is needed anyway.
        for (range, numbered) in [(0..start, false), (start..start + 9, true)] {
            let end = range.end;
            records("a.pgn", &text, range, numbered, LOOK_BACK);
            assert_eq!(text.asked(), [(0, end)]);
        }
        text.read.store(0, Ordering::Relaxed);
        let source = source("a.pgn", &text, 0..u64::MAX, false);
        assert_eq!(source.start_of_game(start, LOOK_BACK, false).unwrap(), start);
        assert_eq!(text.read.load(Ordering::Relaxed), LOOK_BACK + 64);
        let text = Text::new("1. e4 e5 *\n\n".repeat(1_000_000));
        let start = text.text.len() as u64 / 2;
        assert_eq!(records("a.pgn", &text, start..u64::MAX, false, LOOK_BACK).len(), 500_000);
        let back = [1, 8, 64].map(|times| (start - times * LOOK_BACK, start + 64));
        assert_eq!(text.asked(), [&[beginning], &back[..]].concat());
    }

    #[test]
    fn range_of_lines_begins_at_next_line() {
        let text = Text::new("8/8 w - -\n".repeat(10_000));
        assert_eq!(records("a.epd", &text, 49_995..60_000, false, LOOK_BACK).len(), 1_000);
        let asked = [(0, LOOK_BACK), (49_994, 49_995 + LOOK_BACK), (50_000, 60_000)];
        assert_eq!(text.asked(), asked);
    }

    #[test]
    fn debug_shows_range() {
        let blocks = source("a.epd", &Text::new("8/8"), 0..9, false).blocks(&Arc::default()).unwrap();
        assert_eq!(format!("{blocks:?}"), "Blocks { decoder: EpdDecoder, range: 0..9, .. }");
    }

    #[test]
    fn compressed_source_is_not_divided() {
        let compressed = zstd::encode_all(&b"1. e4 *\n\n1. d4 *"[..], 1).unwrap();
        let text = Text::new(compressed);
        assert_eq!(records("a.pgn", &text, 0..5, false, LOOK_BACK).len(), 2);
        assert_eq!(records("a.pgn", &text, 5..100, false, LOOK_BACK), []);
    }

    #[test]
    fn unreadable_source_is_an_error() {
        let text = Text::new([0xff, 0xfe, b'1', 0]);
        assert!(source("a.pgn", &text, 0..9, false).blocks(&Arc::default()).is_err());
        assert!(source("a.csv", &Text::new("1. e4"), 3..9, false).blocks(&Arc::default()).is_err());
    }
}
