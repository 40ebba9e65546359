//! Splits a stream of bytes into records: games, or lines with a position or puzzle each.

#[cfg(feature = "files")]
use super::block::{Block, BlockText};
#[cfg(feature = "files")]
use crate::formats::Decoder;
use crate::formats::pgn::{BYTE_ORDER_MARK, Boundary};
use crate::formats::{Record, RecordEnd, is_filling};
use memchr::memchr;
use std::io::{self, Read};
#[cfg(feature = "files")]
use std::mem;
#[cfg(feature = "files")]
use std::ops::Range;
#[cfg(feature = "files")]
use std::sync::Arc;

/// A reader that splits a stream into records.
///
/// Memory is bounded: a record longer than [`Record::MAX_LENGTH`] is truncated, and the rest of it is skipped.
#[derive(Debug)]
pub struct Reader<R> {
    input: R,
    end: RecordEnd,
    /// Bytes read from the input. The records before `start` have been returned.
    buffer: Vec<u8>,
    start: usize,
    /// The end of the last record in the buffer that belongs to a block in progress, or 0. The block will take the buffer.
    held: usize,
    /// The offset of `buffer[start]` in the stream.
    offset: u64,
    /// The number of records returned, including blank lines.
    records: u64,
    ended: bool,
    error: Option<io::Error>,
    /// The search for the end of the last game, which has the places of its tags.
    boundary: Boundary,
}

/// The place of a record in the buffer.
#[derive(Clone, Copy)]
struct Found {
    offset: u64,
    start: usize,
    length: usize,
    truncated: bool,
}

impl<R: Read> Reader<R> {
    /// The size of the buffer, unless a record is longer: a block, and the beginning of the next one, which is copied.
    const BUFFER: usize = 72 << 10;

    /// The minimum size of a read from the input. The first one has it.
    const MIN_READ: usize = 8 << 10;

    /// Creates a reader of the games in a PGN stream.
    pub const fn games(input: R) -> Self {
        Self::new(input, RecordEnd::Game)
    }

    /// Creates a reader of the lines in a stream, including blank ones.
    pub const fn lines(input: R) -> Self {
        Self::new(input, RecordEnd::Line)
    }

    /// Creates a reader of the records in a stream.
    pub const fn new(input: R, end: RecordEnd) -> Self {
        Self {
            input,
            end,
            buffer: Vec::new(),
            start: 0,
            held: 0,
            offset: 0,
            records: 0,
            ended: false,
            error: None,
            boundary: Boundary::new(),
        }
    }

    /// Returns the next record, or `None` at the end.
    ///
    /// # Errors
    ///
    /// Returns an error if the stream cannot be read further. All data read before is returned first.
    pub fn next_record(&mut self) -> io::Result<Option<Record<'_>>> {
        Ok(self.advance()?.map(|found| self.record(found)))
    }

    fn record(&self, found: Found) -> Record<'_> {
        let Found { offset, start, length, truncated } = found;
        Record { number: self.records, offset, bytes: &self.buffer[start..start + length], truncated }
    }

    /// Advances to the next record.
    fn advance(&mut self) -> io::Result<Option<Found>> {
        match self.end {
            RecordEnd::Game => self.next_game(),
            RecordEnd::Line => self.next_line(),
        }
    }

    fn next_game(&mut self) -> io::Result<Option<Found>> {
        loop {
            if !self.skip_white_space() {
                return self.error.take().map_or(Ok(None), Err);
            }
            let offset = self.offset;
            self.boundary.restart();
            let length = loop {
                if let Some(length) = self.boundary.find(&self.buffer[self.start..], self.ended) {
                    break length;
                }
                let seen = self.boundary.drop_seen(&mut self.buffer, self.start, Record::MAX_LENGTH);
                self.offset += seen as u64;
                self.read_block();
            };
            if self.boundary.is_game() {
                return Ok(Some(self.hand_out(offset, length, length)));
            }
            self.skip(length);
        }
    }

    fn next_line(&mut self) -> io::Result<Option<Found>> {
        if self.offset == 0 {
            self.skip_byte_order_mark();
        }
        let offset = self.offset;
        let mut seen = 0;
        let (line, length) = loop {
            let unread = &self.buffer[self.start..];
            if let Some(line) = memchr(b'\n', &unread[seen..]) {
                break (seen + line, seen + line + 1);
            }
            if self.ended {
                if unread.is_empty() && self.offset == offset {
                    return self.error.take().map_or(Ok(None), Err);
                }
                break (unread.len(), unread.len());
            }
            seen = unread.len();
            if seen > Record::MAX_LENGTH {
                self.buffer.truncate(self.start + Record::MAX_LENGTH);
                self.offset += (seen - Record::MAX_LENGTH) as u64;
                seen = Record::MAX_LENGTH;
            }
            self.read_block();
        };
        let line = if self.buffer[self.start..self.start + line].ends_with(b"\r") { line - 1 } else { line };
        Ok(Some(self.hand_out(offset, line, length)))
    }

    /// Returns the place of the record at the start of the buffer and advances to the next one.
    const fn hand_out(&mut self, offset: u64, text: usize, length: usize) -> Found {
        let truncated = self.offset > offset || text > Record::MAX_LENGTH;
        let text = if text > Record::MAX_LENGTH { Record::MAX_LENGTH } else { text };
        let start = self.start;
        self.skip(length);
        self.records += 1;
        Found { offset, start, length: text, truncated }
    }

    /// Skips the white space before a game. Returns whether any text follows.
    fn skip_white_space(&mut self) -> bool {
        loop {
            self.skip(self.buffer[self.start..].iter().take_while(|&&byte| is_filling(byte)).count());
            if self.skip_byte_order_mark() {
                continue;
            }
            // The search for the mark may have read more, up to an error.
            match self.buffer.get(self.start) {
                Some(&byte) if is_filling(byte) => {}
                byte => return byte.is_some(),
            }
        }
    }

    /// Skips a byte-order mark. Returns whether there was one.
    fn skip_byte_order_mark(&mut self) -> bool {
        while self.buffer.len() - self.start < BYTE_ORDER_MARK.len() && !self.ended {
            self.read_block();
        }
        let mark = self.buffer[self.start..].starts_with(BYTE_ORDER_MARK);
        if mark {
            self.skip(BYTE_ORDER_MARK.len());
        }
        mark
    }

    const fn skip(&mut self, bytes: usize) {
        self.start += bytes;
        self.offset += bytes as u64;
    }

    /// Reads from the input. An error is kept until all data before it has been returned.
    fn read_block(&mut self) {
        self.buffer.drain(self.held..self.start);
        self.start = self.held;
        let mut end = self.buffer.len();
        // In a single piece if possible: `read_to_end` would begin with small ones each time, which buffers copy once more.
        let capacity = if self.buffer.capacity() > 0 { Self::BUFFER } else { 0 };
        let least = if end > 2 * Self::BUFFER { Self::BUFFER } else { Self::MIN_READ };
        let length = capacity.saturating_sub(end).max(least);
        self.buffer.resize(end + length, 0);
        while end < self.buffer.len() {
            match self.input.read(&mut self.buffer[end..]) {
                Ok(0) => {
                    self.ended = true;
                    break;
                }
                Ok(length) => end += length,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => {
                    (self.ended, self.error) = (true, Some(error));
                    break;
                }
            }
        }
        self.buffer.truncate(end);
    }
}

#[cfg(feature = "files")]
impl<R: Read> Reader<R> {
    /// Sets the offset of the stream in its source and the number of records before it.
    pub(super) const fn starting_at(mut self, offset: u64, records: u64) -> Self {
        self.offset = offset;
        self.records = records;
        self
    }

    /// Returns the offset of the next record, and the number of records before it.
    pub(super) const fn resume_point(&self) -> (u64, u64) {
        (self.offset, self.records)
    }

    fn finish(&mut self) {
        self.buffer.truncate(self.held);
        self.start = self.held;
        self.ended = true;
        self.error = None;
    }

    /// Returns the text of a block: the buffer up to the end of its last record.
    fn take_held(&mut self) -> Vec<u8> {
        let rest = &self.buffer[self.start..];
        let mut buffer = Vec::with_capacity(rest.len().max(Self::BUFFER));
        buffer.extend_from_slice(rest);
        let mut text = mem::replace(&mut self.buffer, buffer);
        text.truncate(self.held);
        // The block may wait long for its turn.
        text.shrink_to(Self::BUFFER);
        (self.held, self.start) = (0, 0);
        text
    }

    /// Returns the next records that begin within a range of the source, until they reach [`Block::SIZE`] bytes; `None`
    /// at the end.
    ///
    /// Reading ends at the first record after the range. A block without records may come before the range, so that the
    /// caller can cancel or do other work. The records of a block depend only on the text, not on how it arrives.
    ///
    /// # Errors
    ///
    /// Returns an error for the same reasons as [`next_record`](Self::next_record).
    pub(super) fn next_block_within(
        &mut self,
        range: &Range<u64>,
        decoder: &Arc<dyn Decoder>,
    ) -> io::Result<Option<Block>> {
        /// The number of bytes skipped at a time.
        const PASSED: usize = 16 << 20;
        let mut block = BlockText::new(decoder);
        let mut passed = 0;
        while block.size() < Block::SIZE {
            match self.advance() {
                Ok(Some(found)) if found.offset < range.start => {
                    passed += found.length;
                    if passed >= PASSED {
                        return Ok(Some(block.into()));
                    }
                }
                Ok(Some(found)) if found.offset >= range.end => {
                    self.finish();
                    break;
                }
                Ok(Some(found)) => {
                    let tags = match self.end {
                        RecordEnd::Game if !found.truncated => self.boundary.tag_places(found.length),
                        _ => None,
                    };
                    let Found { offset, start, length, truncated } = found;
                    self.held = start + length;
                    block.push(self.records, offset, start..self.held, truncated, tags);
                }
                Ok(None) => break,
                Err(error) if block.is_empty() => return Err(error),
                Err(error) => {
                    self.error = Some(error);
                    break;
                }
            }
        }
        Ok((!block.is_empty()).then(|| block.with_text(self.take_held())))
    }
}

#[cfg(feature = "files")]
#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::open;
    use std::path::Path;

    fn decoder() -> Arc<dyn Decoder> {
        open(Path::new("a.pgn"), b"").unwrap().0
    }

    fn next_block<R: Read>(reader: &mut Reader<R>) -> io::Result<Option<Block>> {
        reader.next_block_within(&(0..u64::MAX), &decoder())
    }

    /// Returns number, offset and text of each game, with the smallest possible reads.
    fn games(bytes: &[u8]) -> Vec<(u64, u64, String)> {
        let mut reader = Reader::games(bytes);
        let mut games = Vec::new();
        while let Some(game) = reader.next_record().unwrap() {
            assert!(!game.truncated);
            games.push((game.number, game.offset, String::from_utf8_lossy(game.bytes).into_owned()));
        }
        games
    }

    #[test]
    fn games_have_numbers_and_offsets() {
        let text = b"\xef\xbb\xbf\n\n1. e4 *\n\n\n\xef\xbb\xbf1. d4 *";
        assert_eq!(games(text), [(1, 5, "1. e4 *\n".into()), (2, 18, "1. d4 *".into())]);
        assert_eq!(games(b"\n\n1. e4 *"), [(1, 2, "1. e4 *".into())]);
        assert_eq!(games(b""), []);
        assert_eq!(games(b" \r\n\xef\xbb\xbf"), []);
        assert_eq!(games(b"1. e4\n\n\x1a\0\0"), [(1, 0, "1. e4\n".into())]);
        assert_eq!(games(b"\xef"), [], "the beginning of a byte-order mark");
    }

    const BUFFER: usize = Reader::<&[u8]>::BUFFER;

    /// A reader that ends with an error.
    struct Failing<'a>(&'a [u8]);

    impl Read for Failing<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            match self.0.read(buffer)? {
                0 => Err(io::Error::other("torn")),
                n => Ok(n),
            }
        }
    }

    #[test]
    fn lines_have_numbers_and_offsets() {
        for ending in ["\n", "\r\n"] {
            let mut text = "\u{feff}".to_owned();
            let lines = [3, BUFFER - 1, 0, BUFFER, BUFFER + 1, 3 * BUFFER + 5, 0, 7].map(|length| {
                let offset = text.len() as u64;
                text.extend([&"x".repeat(length), ending]);
                (offset, length)
            });
            let text = text.strip_suffix(ending).unwrap();
            let mut reader = Reader::lines(text.as_bytes());
            for (number, (offset, length)) in (1..).zip(lines) {
                let line = reader.next_record().unwrap().unwrap();
                assert_eq!((line.number, line.offset, line.bytes.len()), (number, offset, length));
                assert!(!line.truncated);
            }
            assert!(reader.next_record().unwrap().is_none());
        }
        let mut reader = Reader::lines("a\n\u{feff}b".as_bytes());
        assert_eq!(reader.next_record().unwrap().unwrap().bytes, b"a");
        assert_eq!(reader.next_record().unwrap().unwrap().bytes, "\u{feff}b".as_bytes());
    }

    #[test]
    fn truncates_endless_line_and_finds_next() {
        const MAX_LENGTH: usize = Record::MAX_LENGTH;
        let length = MAX_LENGTH + 3 * BUFFER + 17;
        let text = [&vec![b'x'; length], &b"\r\n8/8"[..]].concat();
        let mut reader = Reader::lines(&text[..]);
        let line = reader.next_record().unwrap().unwrap();
        assert!(line.truncated && line.bytes == &text[..MAX_LENGTH]);
        let line = reader.next_record().unwrap().unwrap();
        assert_eq!((line.number, line.offset, line.bytes), (2, length as u64 + 2, &b"8/8"[..]));
        assert!(!line.truncated && reader.next_record().unwrap().is_none());
    }

    #[test]
    fn frees_memory_of_long_records() {
        let text = ["x".repeat(20 * BUFFER), "\n8/8".repeat(BUFFER)].concat();
        let mut reader = Reader::lines(text.as_bytes());
        while next_block(&mut reader).unwrap().is_some() {
            let capacity = reader.buffer.capacity();
            assert!(capacity <= 4 * BUFFER, "{capacity}");
        }
    }

    #[test]
    fn usual_games_fill_blocks_of_usual_size() {
        let text = include_bytes!("../../../../samples/lichess.pgn").repeat(10);
        let mut reader = Reader::games(&text[..]);
        let mut sizes = Vec::new();
        while let Some(block) = next_block(&mut reader).unwrap() {
            assert!(block.records().next().is_some());
            sizes.push(block.size());
        }
        let last = sizes.pop().unwrap();
        assert!(last <= Block::USUAL);
        assert!(sizes.iter().all(|size| (64 << 10..=Block::USUAL).contains(size)), "{sizes:?}");
    }

    #[test]
    fn block_ends_with_record_that_fills_it() {
        // With its bookkeeping, a line takes 64 bytes.
        let text = format!("{}\n", "x".repeat(32)).repeat(3_000);
        let mut reader = Reader::lines(text.as_bytes());
        let mut next = || next_block(&mut reader).unwrap().map(|block| block.records().count());
        assert_eq!([next(), next(), next(), next()], [Some(1024), Some(1024), Some(952), None]);
    }

    /// The caller gets control regularly while a range far ahead is searched.
    #[test]
    fn empty_blocks_come_before_range() {
        let text = format!("{}\n", "x".repeat((1 << 20) - 1)).repeat(42);
        let mut reader = Reader::lines(text.as_bytes());
        let mut records = Vec::new();
        while let Some(block) = reader.next_block_within(&(38 << 20..39 << 20), &decoder()).unwrap() {
            records.push(block.records().count());
        }
        assert_eq!(records, [0, 0, 1]);
        assert!(reader.next_record().unwrap().is_none(), "nothing after the range is read");
    }

    #[test]
    fn blank_lines_count_toward_block_size() {
        let text = "\n".repeat(1 << 20);
        let mut reader = Reader::lines(text.as_bytes());
        let (mut blocks, mut lines) = (0, 0);
        while let Some(block) = next_block(&mut reader).unwrap() {
            blocks += 1;
            lines += block.records().count();
        }
        assert_eq!(lines, 1 << 20);
        assert!(blocks > 100, "{blocks} blocks");
    }

    #[test]
    fn white_space_and_marks_may_straddle_reads() {
        let first_read = Reader::<&[u8]>::MIN_READ;
        for blank_lines in
            (first_read - 4..=first_read + 1).chain(first_read + BUFFER - 4..=first_read + BUFFER + 1)
        {
            for mark in ["", "\u{feff}"] {
                let text = format!("{}{mark}1. e4 *", "\n".repeat(blank_lines));
                let offset = blank_lines + mark.len();
                assert_eq!(games(text.as_bytes()), [(1, offset as u64, "1. e4 *".into())]);
            }
        }
    }

    #[test]
    fn truncates_records_beyond_longest() {
        const MAX_LENGTH: usize = Record::MAX_LENGTH;
        let longer = [0, 1, BUFFER, BUFFER + 1, 2 * BUFFER];
        for more in longer {
            let line = vec![b'x'; MAX_LENGTH + more];
            let game = [b"1. e4 {", &line[..MAX_LENGTH + more - 8], b"}"].concat();
            for mut reader in [Reader::lines(&line[..]), Reader::games(&game[..])] {
                let record = reader.next_record().unwrap().unwrap();
                assert_eq!((record.truncated, record.bytes.len()), (more > 0, MAX_LENGTH), "{more}");
            }
        }
    }

    /// The scan limits blocks in transit by this size.
    #[test]
    fn no_block_exceeds_largest() {
        let short = "1. d4 *\n\n".repeat(10_000);
        for more in [0, 100_000, 170_000, 300_000] {
            let comment = vec![b'x'; Record::MAX_LENGTH + more];
            let text = [short.as_bytes(), b"1. e4 {", &comment, b"} *\n\n", short.as_bytes()].concat();
            let mut reader = Reader::games(&text[..]);
            let (mut records, mut largest) = (0, 0);
            while let Some(block) = next_block(&mut reader).unwrap() {
                records += block.records().count();
                largest = largest.max(block.size());
            }
            assert_eq!(records, 20_001);
            assert_eq!(Block::MAX_SIZE, (64 << 20) + (128 << 10));
            assert!((Record::MAX_LENGTH..=Block::MAX_SIZE).contains(&largest), "{more}: {largest}");
        }
    }

    #[test]
    fn returns_data_before_read_error() {
        let mut reader = Reader::games(Failing(b"1. e4 *\n\n1. d4"));
        assert_eq!(reader.next_record().unwrap().unwrap().bytes, b"1. e4 *\n");
        assert_eq!(reader.next_record().unwrap().unwrap().bytes, b"1. d4");
        assert_eq!(reader.next_record().unwrap_err().to_string(), "torn");
        assert!(reader.next_record().unwrap().is_none());

        let mut reader = Reader::games(Failing(b"1. e4 *\n\n1. d4"));
        assert_eq!(next_block(&mut reader).unwrap().unwrap().records().count(), 2);
        assert_eq!(next_block(&mut reader).unwrap_err().to_string(), "torn");
        assert!(next_block(&mut reader).unwrap().is_none());
    }
}
