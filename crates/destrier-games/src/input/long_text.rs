//! Cuts a long text into pieces, in which several threads can find the ends of games.

use super::bytes::{Bytes, became_shorter};
use super::reader::Reader;
use super::source::Source;
use crate::formats::pgn::certain_start;
use crate::formats::{Decoder, RecordEnd};
use std::io::{self, Read};
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

/// The rest of a long local text that is not compressed.
pub(crate) struct LongText {
    pub(super) source: Source,
    pub(super) decoder: Arc<dyn Decoder>,
    pub(super) ends_with_returns: bool,
    /// Incremented by the number of bytes read.
    pub(super) counter: Arc<AtomicU64>,
    /// The offset of the first record of the next piece.
    pub(super) start: u64,
    /// The size when the source was opened.
    pub(super) size: u64,
}

impl LongText {
    /// The approximate size of a piece in bytes. A thread has one in memory, which should fit into the cache of a core.
    const PIECE: u64 = 512 << 10;

    /// The number of places in a row that are tried before all the rest becomes one piece.
    const TRIED: u64 = 8;

    /// The numbers of bytes searched for the end of a piece, one after the other. Usual files have a place in the first.
    const WINDOWS: [u64; 2] = [16 << 10, 256 << 10];

    /// Returns the source as it is now, and its size, if it is to be cut: it is local and long.
    pub(super) fn open(source: &Source) -> Option<(Source, u64)> {
        // Whoever reads the source reports an error.
        let bytes = source.bytes.open().ok()??;
        let size = bytes.size().filter(|&size| size > 2 * Self::PIECE)?;
        Some((source.with_bytes(bytes), size))
    }

    /// Returns a reader of the next piece, whose records are numbered from 1, and whether it is the last.
    ///
    /// # Errors
    ///
    /// If the text cannot be read.
    pub(super) fn next_reader(&mut self) -> io::Result<(Reader<Box<dyn Read + Send>>, bool)> {
        let start = self.start;
        let end = self.next_cut();
        let input =
            self.source.plain(start, end.unwrap_or(u64::MAX), self.ends_with_returns, &self.counter)?;
        self.start = end.unwrap_or(u64::MAX);
        let (bytes, size) = (Arc::clone(&self.source.bytes), self.size);
        let left = end.unwrap_or(size).saturating_sub(start);
        let piece = Piece { input: input.take(self.start - start), left, size, bytes };
        let reader: Reader<Box<dyn Read + Send>> = Reader::new(Box::new(piece), self.decoder.record_end());
        Ok((reader.starting_at(start, 0), end.is_none()))
    }

    /// Returns the end of the next piece, or `None` if there is no place to cut, so that it has all the rest.
    ///
    /// A text is cut at the same places wherever a scan begins, so that its blocks, and with them the pages of a table,
    /// are the same in a resumed scan.
    fn next_cut(&self) -> Option<u64> {
        let size = self.source.size()?;
        let before = self.start / Self::PIECE;
        let multiples = (before..=before + Self::TRIED).map(|piece| piece * Self::PIECE);
        // What cannot be searched cannot be read either, which the piece reports at the right place.
        let mut cuts =
            multiples.filter(|&at| at > 0 && at < size).filter_map(|at| self.cut_at(at).unwrap_or(None));
        cuts.find(|&cut| cut > self.start)
    }

    /// Returns a place at or soon after an offset where a record begins regardless of the text before it.
    fn cut_at(&self, offset: u64) -> io::Result<Option<u64>> {
        if self.decoder.record_end() == RecordEnd::Line {
            return self.source.start_of_line(offset, self.ends_with_returns).map(Some);
        }
        for length in Self::WINDOWS {
            let end = offset + length;
            let mut text = Vec::new();
            let input = self.source.plain(offset, end, self.ends_with_returns, &Arc::default())?;
            input.take(length).read_to_end(&mut text)?;
            if let Some(start) = certain_start(&text, text.len()) {
                return Ok(Some(offset + start as u64));
            }
        }
        Ok(None)
    }
}

/// The bytes of a piece, which must not end earlier.
struct Piece {
    input: io::Take<Box<dyn Read + Send>>,
    left: u64,
    /// The size when the source was opened.
    size: u64,
    bytes: Arc<dyn Bytes>,
}

impl Read for Piece {
    fn read(&mut self, output: &mut [u8]) -> io::Result<usize> {
        let read = self.input.read(output)?;
        self.left = self.left.saturating_sub(read as u64);
        if read == 0 && !output.is_empty() && self.left > 0 {
            return Err(became_shorter(self.size, self.bytes.size().unwrap_or(0)));
        }
        Ok(read)
    }
}
