//! Column chunks: the dictionary and the pages of a column in a row group, with its statistics and indexes.

use super::page::{Cell, DataPage, PageEncoder};
use super::row_groups::LEVEL;
use bytes::Bytes;
use parquet::basic::{BoundaryOrder, Compression, Encoding, PageType, Type, ZstdLevel};
use parquet::column::page::{CompressedPage, Page, PageWriter};
use parquet::column::writer::ColumnCloseResult;
use parquet::data_type::ByteArray;
use parquet::errors::ParquetError;
use parquet::file::metadata::{
    ColumnChunkMetaData, ColumnIndexBuilder, OffsetIndexBuilder, PageEncodingStats,
};
use parquet::file::statistics::{Statistics, ValueStatistics};
use parquet::file::writer::{SerializedPageWriter, TrackedWrite};
use parquet::schema::types::ColumnDescPtr;

impl Cell {
    /// Writes the cell as a dictionary has it.
    fn write_plain(&self, to: &mut Vec<u8>) {
        if let Self::Text(text) = self {
            to.extend_from_slice(&(text.len() as u32).to_le_bytes());
        }
        to.extend_from_slice(&self.bytes());
    }

    /// Returns the cell as statistics have it.
    fn bytes(&self) -> Vec<u8> {
        match self {
            Self::Truth(truth) => vec![u8::from(*truth)],
            Self::Day(day) => day.to_le_bytes().to_vec(),
            Self::Number(number) => number.to_le_bytes().to_vec(),
            Self::Set(set) => set.to_le_bytes().to_vec(),
            Self::Text(text) => text.as_bytes().to_vec(),
        }
    }
}

/// The least and the greatest cell of a page or of a chunk.
type Bounds = [Cell; 2];

fn statistics(column: &ColumnDescPtr, bounds: Option<Bounds>, nulls: u64) -> Statistics {
    let nulls = Some(nulls);
    match bounds {
        Some([Cell::Truth(least), Cell::Truth(greatest)]) => {
            Statistics::boolean(Some(least), Some(greatest), None, nulls, false)
        }
        Some([Cell::Day(least), Cell::Day(greatest)]) => {
            ValueStatistics::new(Some(least), Some(greatest), None, nulls, false)
                .with_backwards_compatible_min_max(true)
                .into()
        }
        Some([Cell::Number(least), Cell::Number(greatest)]) => {
            ValueStatistics::new(Some(least), Some(greatest), None, nulls, false)
                .with_backwards_compatible_min_max(true)
                .into()
        }
        Some([Cell::Set(least), Cell::Set(greatest)]) => {
            Statistics::int64(Some(least.cast_signed()), Some(greatest.cast_signed()), None, nulls, false)
        }
        Some([least, greatest]) => {
            // Whole texts: other writers shorten them, which saves a few bytes for each page of FENs.
            let [least, greatest] = [least, greatest].map(|bound| Some(ByteArray::from(bound.bytes())));
            ValueStatistics::new(least, greatest, None, nulls, false)
                .with_min_is_exact(true)
                .with_max_is_exact(true)
                .into()
        }
        None => match column.physical_type() {
            Type::BOOLEAN => Statistics::boolean(None, None, None, nulls, false),
            Type::INT32 => Statistics::int32(None, None, None, nulls, false),
            Type::INT64 => Statistics::int64(None, None, None, nulls, false),
            _ => Statistics::byte_array(None, None, None, nulls, false),
        },
    }
}

/// Puts the pages of a column behind their dictionary, and describes them.
pub(super) fn column_chunk(
    column: &ColumnDescPtr,
    dictionary: Option<&[Cell]>,
    pages: &[DataPage],
    encoder: &mut PageEncoder,
) -> Result<(Bytes, ColumnCloseResult), ParquetError> {
    let mut bytes = TrackedWrite::new(Vec::new());
    let mut writer = SerializedPageWriter::new(&mut bytes);
    let encoding = if dictionary.is_some() { Encoding::RLE_DICTIONARY } else { Encoding::PLAIN };
    let mut page_counts =
        vec![PageEncodingStats { page_type: PageType::DATA_PAGE, encoding, count: pages.len() as i32 }];
    let (mut compressed, mut uncompressed) = (0, 0);
    if let Some(cells) = dictionary {
        let mut body = Vec::new();
        cells.iter().for_each(|cell| cell.write_plain(&mut body));
        let page = Page::DictionaryPage {
            buf: encoder.compress(&body),
            num_values: cells.len() as u32,
            encoding: Encoding::PLAIN,
            is_sorted: cells.is_sorted(),
        };
        let written = writer.write_page(CompressedPage::new(page, body.len()))?;
        (compressed, uncompressed) = (written.compressed_size, written.uncompressed_size);
        let encoding = Encoding::PLAIN;
        page_counts.insert(0, PageEncodingStats { page_type: PageType::DICTIONARY_PAGE, encoding, count: 1 });
    }
    let data_offset = compressed as i64;
    let mut index = ColumnIndexBuilder::new(column.physical_type());
    let mut offsets = OffsetIndexBuilder::new();
    for page in pages {
        let data = Page::DataPage {
            buf: page.bytes.clone(),
            num_values: page.rows as u32,
            encoding,
            def_level_encoding: Encoding::RLE,
            rep_level_encoding: Encoding::RLE,
            statistics: None,
        };
        let written = writer.write_page(CompressedPage::new(data, page.uncompressed))?;
        offsets.append_row_count(page.rows as i64);
        offsets.append_offset_and_size(compressed as i64, written.compressed_size as i32);
        compressed += written.compressed_size;
        uncompressed += written.uncompressed_size;
        match &page.bounds {
            Some([least, greatest]) => {
                index.append(false, least.bytes(), greatest.bytes(), page.nulls as i64);
            }
            None => index.append(true, Vec::new(), Vec::new(), page.nulls as i64),
        }
    }
    let bounds: Vec<&Bounds> = pages.iter().filter_map(|page| page.bounds.as_ref()).collect();
    if bounds.is_sorted_by(|a, b| a[0] <= b[0] && a[1] <= b[1]) {
        index.set_boundary_order(BoundaryOrder::ASCENDING);
    } else if bounds.is_sorted_by(|a, b| a[0] >= b[0] && a[1] >= b[1]) {
        index.set_boundary_order(BoundaryOrder::DESCENDING);
    }
    let least = bounds.iter().map(|[least, _]| least).min();
    let greatest = bounds.iter().map(|[_, greatest]| greatest).max();
    let bounds = least.zip(greatest).map(|(least, greatest)| [least.clone(), greatest.clone()]);
    let rows: usize = pages.iter().map(|page| page.rows).sum();
    let nulls: usize = pages.iter().map(|page| page.nulls).sum();
    let metadata = ColumnChunkMetaData::builder(column.clone())
        .set_compression(Compression::ZSTD(ZstdLevel::try_new(LEVEL)?))
        .set_encodings(vec![Encoding::PLAIN, Encoding::RLE, encoding])
        .set_page_encoding_stats(page_counts)
        .set_total_compressed_size(compressed as i64)
        .set_total_uncompressed_size(uncompressed as i64)
        .set_num_values(rows as i64)
        .set_data_page_offset(data_offset)
        .set_dictionary_page_offset(dictionary.map(|_| 0))
        .set_statistics(statistics(column, bounds, nulls as u64))
        .build()?;
    let close = ColumnCloseResult {
        bytes_written: compressed as u64,
        rows_written: rows as u64,
        metadata,
        bloom_filter: None,
        column_index: Some(index.build()?),
        offset_index: Some(offsets.build()),
    };
    Ok((bytes.into_inner()?.into(), close))
}
