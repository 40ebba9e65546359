//! Cuts a long text into pieces, in which several threads can find the ends of games.

use super::blocks::{Blocks, LOOK_BACK};
use super::reader::Reader;
use super::source::Source;
use crate::formats::pgn::certain_start;
use crate::formats::{Decoder, RecordEnd};
use std::io::{self, Read};
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

/// The rest of a long text that is neither compressed nor a pipe.
pub(crate) struct LongText {
    pub(super) source: Source,
    pub(super) decoder: Arc<dyn Decoder>,
    pub(super) ends_with_returns: bool,
    /// Incremented by the number of bytes read.
    pub(super) counter: Arc<AtomicU64>,
    /// The offset of the first record of the next piece.
    pub(super) start: u64,
}

impl LongText {
    /// The approximate size of a piece in bytes. A thread has one in memory.
    pub(super) const PIECE: u64 = 2 << 20;

    /// The maximum number of bytes searched for the end of a piece. A text without a certain start of a game for so long
    /// most likely has none.
    const MAX_SEARCHED: u64 = 64 * LOOK_BACK;

    /// Returns whether a source is long enough to be cut after an offset.
    pub(super) fn is_long(source: &Source, offset: u64) -> bool {
        source.size().is_some_and(|size| size.saturating_sub(offset) > 2 * Self::PIECE)
    }

    /// Returns the blocks of the next piece, whose records are numbered from 1, and whether it is the last. If there is
    /// no place to cut, this is all the rest.
    ///
    /// # Errors
    ///
    /// If the text cannot be read.
    pub(crate) fn next_piece(&mut self) -> io::Result<(Blocks, bool)> {
        let start = self.start;
        // What cannot be searched cannot be read either, which the piece reports at the right place.
        let end = self.next_start(start + Self::PIECE).unwrap_or(None);
        let input =
            self.source.plain(start, end.unwrap_or(u64::MAX), self.ends_with_returns, &self.counter)?;
        self.start = end.unwrap_or(u64::MAX);
        let input: Box<dyn Read + Send> = Box::new(input.take(self.start - start));
        let reader = Reader::new(input, self.decoder.record_end()).starting_at(start, 0);
        Ok((Blocks::of_piece(&self.decoder, reader), end.is_none()))
    }

    /// Returns a place after an offset where a record begins regardless of the text before it.
    fn next_start(&self, offset: u64) -> io::Result<Option<u64>> {
        let size = self.source.size().unwrap_or(0);
        let mut length = LOOK_BACK;
        while offset < size && length <= Self::MAX_SEARCHED {
            if self.decoder.record_end() == RecordEnd::Line {
                return self.source.start_of_line(offset, self.ends_with_returns).map(Some);
            }
            let mut text = Vec::new();
            let input =
                self.source.plain(offset, offset + length, self.ends_with_returns, &Arc::default())?;
            input.take(length).read_to_end(&mut text)?;
            if let Some(start) = certain_start(&text, text.len()) {
                return Ok(Some(offset + start as u64));
            }
            length *= 8;
        }
        Ok(None)
    }
}
