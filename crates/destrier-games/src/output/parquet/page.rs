//! Pages of columns, encoded straight from slices.
//!
//! The columns are optional: a page begins with definition levels, which say which cells are null. Indices of a
//! dictionary take whole bytes, because zstd finds no repetitions in bits that are not aligned.

use super::row_groups::LEVEL;
use bytes::Bytes;
use destrier::Color;
use destrier::batch::ABSENT;
use zstd::bulk::Compressor;
use zstd::zstd_safe::compress_bound;

/// A cell, with the order of its column.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Cell {
    Truth(bool),
    Day(i32),
    Number(i64),
    Set(u64),
    Text(String),
}

/// A compressed page of data.
#[derive(Clone, Debug)]
pub(super) struct DataPage {
    pub(super) bytes: Bytes,
    pub(super) uncompressed: usize,
    pub(super) rows: usize,
    pub(super) nulls: usize,
    /// The least and the greatest cell.
    pub(super) bounds: Option<[Cell; 2]>,
}

/// Encodes and compresses pages. It reuses its memory.
pub(super) struct PageEncoder {
    compressor: Compressor<'static>,
    body: Vec<u8>,
    compressed: Vec<u8>,
}

impl PageEncoder {
    pub(super) fn new() -> Self {
        let compressor = Compressor::new(LEVEL).expect("zstd has this level");
        Self { compressor, body: Vec::new(), compressed: Vec::new() }
    }

    /// Compresses the body.
    pub(super) fn compress(&mut self, body: &[u8]) -> Bytes {
        self.compressed.clear();
        self.compressed.reserve(compress_bound(body.len()));
        let compressed = self.compressor.compress_to_buffer(body, &mut self.compressed);
        compressed.expect("the buffer is long enough");
        Bytes::copy_from_slice(&self.compressed)
    }

    /// Encodes sets, which are never null.
    pub(super) fn sets(&mut self, sets: &[u64]) -> DataPage {
        self.begin(sets.len(), 0, std::iter::empty());
        let start = self.body.len();
        self.body.resize(start + 8 * sets.len(), 0);
        let (cells, _) = self.body[start..].as_chunks_mut();
        let (mut least, mut greatest) = (u64::MAX, 0);
        for (cell, &set) in cells.iter_mut().zip(sets) {
            *cell = set.to_le_bytes();
            least = least.min(set);
            greatest = greatest.max(set);
        }
        self.finish(sets.len(), 0, Some([Cell::Set(least), Cell::Set(greatest)]))
    }

    /// Encodes texts, which are never null.
    pub(super) fn texts(&mut self, texts: &[String]) -> DataPage {
        self.begin(texts.len(), 0, std::iter::empty());
        for text in texts {
            self.body.extend_from_slice(&(text.len() as u32).to_le_bytes());
            self.body.extend_from_slice(text.as_bytes());
        }
        let bounds = texts.iter().min().zip(texts.iter().max());
        let bounds = bounds.map(|(least, greatest)| [least, greatest].map(|text| Cell::Text(text.clone())));
        self.finish(texts.len(), 0, bounds)
    }

    /// Encodes whether White is to move.
    pub(super) fn turns(&mut self, turns: &[Color]) -> DataPage {
        self.begin(turns.len(), 0, std::iter::empty());
        self.bits(turns.iter().map(|turn| turn.is_white()));
        let contains = |color| turns.contains(&color);
        let bounds = [!contains(Color::Black), contains(Color::White)].map(Cell::Truth);
        self.finish(turns.len(), 0, Some(bounds))
    }

    /// Encodes numbers, or null for [`ABSENT`], as indices of a dictionary. `cell` returns the cell of an index; it is
    /// monotonic.
    pub(super) fn numbers(&mut self, numbers: &[u8], cell: impl Fn(u8) -> Cell) -> DataPage {
        let nulls = numbers.iter().filter(|&&number| number == ABSENT).count();
        self.begin(numbers.len(), nulls, numbers.iter().map(|&number| number != ABSENT));
        self.begin_indices(numbers.len() - nulls, 1);
        let start = self.body.len();
        if nulls == 0 {
            self.body.extend_from_slice(numbers);
        } else {
            self.body.extend(numbers.iter().filter(|&&number| number != ABSENT));
        }
        let present = &self.body[start..];
        let bounds = present.iter().min().zip(present.iter().max());
        let bounds = bounds.map(|(&least, &greatest)| [cell(least), cell(greatest)]);
        self.end_indices(numbers.len() - nulls, 1);
        self.finish(numbers.len(), nulls, bounds)
    }

    /// Encodes indices of a dictionary with at most `most` entries, or null for [`NO_INDEX`]. `cell` returns the cell of
    /// an index; it is monotonic.
    pub(super) fn indices(&mut self, indices: &[u32], most: usize, cell: impl Fn(u32) -> Cell) -> DataPage {
        let (mut least, mut greatest, mut nulls) = (NO_INDEX, 0, 0);
        for &index in indices {
            least = least.min(index);
            let is_null = index == NO_INDEX;
            greatest = greatest.max(if is_null { 0 } else { index });
            nulls += usize::from(is_null);
        }
        self.begin(indices.len(), nulls, indices.iter().map(|&index| index != NO_INDEX));
        let present = indices.iter().filter(|&&index| index != NO_INDEX);
        let width = bytes_of_indices(most);
        self.begin_indices(indices.len() - nulls, width);
        match width {
            1 => self.body.extend(present.map(|&index| index as u8)),
            2 => present.for_each(|&index| self.body.extend_from_slice(&(index as u16).to_le_bytes())),
            _ => present.for_each(|index| self.body.extend_from_slice(&index.to_le_bytes()[..width])),
        }
        self.end_indices(indices.len() - nulls, width);
        let bounds = (nulls < indices.len()).then(|| [cell(least), cell(greatest)]);
        self.finish(indices.len(), nulls, bounds)
    }

    /// Encodes indices of a dictionary with at most `most` entries, or null for [`NO_INDEX`]. Each is repeated for a
    /// number of rows.
    pub(super) fn runs(&mut self, runs: &[(u32, usize)], most: usize, bounds: Option<[Cell; 2]>) -> DataPage {
        let rows = runs.iter().map(|(_, rows)| rows).sum();
        let nulls = runs.iter().filter(|(index, _)| *index == NO_INDEX).map(|(_, rows)| rows).sum();
        let is_present = runs.iter().flat_map(|&(index, rows)| std::iter::repeat_n(index != NO_INDEX, rows));
        self.begin(rows, nulls, is_present);
        let width = bytes_of_indices(most);
        self.body.push(8 * width as u8);
        let mut present = runs.iter().filter(|(index, _)| *index != NO_INDEX).peekable();
        while let Some(&(index, mut rows)) = present.next() {
            while let Some((_, more)) = present.next_if(|(next, _)| *next == index) {
                rows += more;
            }
            self.varint(rows << 1);
            self.body.extend_from_slice(&index.to_le_bytes()[..width]);
        }
        self.finish(rows, nulls, bounds)
    }

    /// Begins a page with its definition levels. `is_present` is read only if some cells are null.
    fn begin(&mut self, rows: usize, nulls: usize, is_present: impl Iterator<Item = bool>) {
        self.body.clear();
        self.body.extend_from_slice(&[0; 4]);
        if nulls == 0 {
            self.varint(rows << 1);
            self.body.push(1);
        } else {
            self.varint(rows.div_ceil(8) << 1 | 1);
            self.bits(is_present);
        }
        let length = self.body.len() as u32 - 4;
        self.body[..4].copy_from_slice(&length.to_le_bytes());
    }

    /// Begins a single run of indices.
    fn begin_indices(&mut self, number: usize, width: usize) {
        self.body.push(8 * width as u8);
        self.varint(number.div_ceil(8) << 1 | 1);
    }

    /// Fills the last group of eight indices.
    fn end_indices(&mut self, number: usize, width: usize) {
        self.body.resize(self.body.len() + (number.next_multiple_of(8) - number) * width, 0);
    }

    fn varint(&mut self, mut number: usize) {
        while number >= 128 {
            self.body.push(number as u8 | 128);
            number >>= 7;
        }
        self.body.push(number as u8);
    }

    /// Writes eight bits per byte.
    fn bits(&mut self, mut bits: impl Iterator<Item = bool>) {
        while let Some(first) = bits.next() {
            let mut byte = u8::from(first);
            for i in 1..8 {
                byte |= u8::from(bits.next().unwrap_or(false)) << i;
            }
            self.body.push(byte);
        }
    }

    /// Compresses the page.
    fn finish(&mut self, rows: usize, nulls: usize, bounds: Option<[Cell; 2]>) -> DataPage {
        let body = std::mem::take(&mut self.body);
        let bytes = self.compress(&body);
        self.body = body;
        DataPage { bytes, uncompressed: self.body.len(), rows, nulls, bounds }
    }
}

/// The index of a null cell.
pub(super) const NO_INDEX: u32 = u32::MAX;

/// Returns how many bytes an index of a dictionary with this number of entries takes.
const fn bytes_of_indices(entries: usize) -> usize {
    match entries {
        0..=0x100 => 1,
        0x101..=0x1_0000 => 2,
        0x1_0001..=0x100_0000 => 3,
        _ => 4,
    }
}
