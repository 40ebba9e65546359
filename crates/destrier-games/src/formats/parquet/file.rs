//! A Parquet file: its columns, row groups and statistics.

use super::chunks::{Chunks, RandomAccess};
use super::guard::{damaged, guarded};
use super::layout::{Layout, with_views};
use super::ranges::{is_absent, leaves, may_be_null, number_range, text_range};
use super::row_reader::RowReader;
use super::rows::Plan;
use crate::formats::{GameNeeds, GameRanges, ValueRange};
use arrow_schema::{DataType, Schema};
use parquet::arrow::ProjectionMask;
use parquet::arrow::arrow_reader::{
    ArrowReaderMetadata, ArrowReaderOptions, ParquetRecordBatchReader, ParquetRecordBatchReaderBuilder,
};
use parquet::errors::{ParquetError, Result};
use parquet::file::metadata::{ColumnChunkMetaData, RowGroupMetaData};
use std::fmt;
use std::io;
use std::ops::Range;
use std::sync::Arc;

/// A Parquet file of games, puzzles or positions.
pub(crate) struct TableFile {
    chunks: Chunks,
    metadata: ArrowReaderMetadata,
    layout: Layout,
    /// The number of rows before each row group, and the number of all rows.
    rows_before: Vec<u64>,
}

impl TableFile {
    /// Reads the metadata of a file.
    ///
    /// # Errors
    ///
    /// If the file is not a Parquet file, or has no games or positions.
    pub(crate) fn open(file: Arc<dyn RandomAccess>) -> io::Result<Self> {
        let chunks = Chunks::new(file);
        let metadata = guarded(|| load(&chunks)).map_err(|error| damaged("metadata", error))?;
        let layout = Layout::of(metadata.schema())?;
        let mut rows_before = vec![0_u64];
        let mut rows = 0;
        for group in metadata.metadata().row_groups() {
            let more = u64::try_from(group.num_rows()).ok();
            rows = more.and_then(|more| more.checked_add(rows)).ok_or_else(|| {
                damaged("metadata", ParquetError::General("a negative number of rows".to_owned()))
            })?;
            rows_before.push(rows);
        }
        Ok(Self { chunks, metadata, layout, rows_before })
    }

    fn group(&self, group: usize) -> &RowGroupMetaData {
        self.metadata.metadata().row_group(group)
    }

    /// Returns the number of row groups.
    pub(crate) fn groups(&self) -> usize {
        self.metadata.metadata().num_row_groups()
    }

    /// Returns the rows of a group.
    pub(crate) fn rows(&self, group: usize) -> Range<u64> {
        self.rows_before[group]..self.rows_before[group + 1]
    }

    /// Returns the number of bytes that a group has in the file.
    pub(crate) fn stored_bytes(&self, group: usize) -> u64 {
        u64::try_from(self.group(group).compressed_size()).unwrap_or(0)
    }

    /// Returns the first byte of a group.
    pub(crate) fn start(&self, group: usize) -> u64 {
        let start = self.group(group).columns().first().and_then(|column| byte_range(column).ok());
        start.map_or(0, |(start, _)| start)
    }

    /// Returns the ranges of values in a group, or `None` if it may have rows that are not games and must be reported.
    pub(crate) fn ranges(&self, group: usize) -> Option<GameRanges> {
        let schema = self.metadata.schema();
        let leaf = |root: usize| leaves(&self.metadata, group, root).next();
        match &self.layout {
            Layout::Coded => {
                let of = |name: &str| schema.index_of(name).ok();
                let may_lack_moves = of("moves").and_then(leaf).is_none_or(may_be_null);
                if may_lack_moves && of("damage").is_some_and(|root| !is_absent(&self.metadata, group, root))
                {
                    return None;
                }
                let number =
                    |name| of(name).map_or(Some(ValueRange::ABSENT), |root| number_range(leaf(root)?));
                Some(GameRanges {
                    white_elo: number("white_elo"),
                    black_elo: number("black_elo"),
                    rating: number("rating"),
                    date: number("date"),
                    year: of("year").and_then(|root| number_range(leaf(root)?)),
                    eco: of("eco").map_or(Some(ValueRange::ABSENT), |root| text_range(leaf(root)?)),
                })
            }
            Layout::Text { tags, .. } | Layout::Positions { tags, .. } => {
                let of = |tag: &str| leaf(tags.iter().find(|(name, _)| name == tag)?.1);
                // The text of the moves may have tags that are null here.
                let number = |tag| number_range(of(tag)?).filter(|range| !range.may_be_absent);
                let date = tags.iter().find(|(name, _)| name == "UTCDate");
                let has_days =
                    date.is_some_and(|(_, index)| *schema.field(*index).data_type() == DataType::Date32);
                Some(GameRanges {
                    white_elo: number("WhiteElo"),
                    black_elo: number("BlackElo"),
                    rating: number("Rating"),
                    date: if has_days { number("UTCDate") } else { None },
                    year: None,
                    eco: of("ECO").and_then(text_range).filter(|range| !range.may_be_absent),
                })
            }
        }
    }

    /// Returns a reader of the rows of a group, after some skipped rows.
    ///
    /// # Errors
    ///
    /// If the group cannot be read.
    pub(crate) fn read(&self, group: usize, skipped: u64, needs: &GameNeeds) -> io::Result<RowReader> {
        let rows = self.rows(group);
        let named = format!("row group {} (rows {} to {})", group + 1, rows.start + 1, rows.end);
        let reader =
            guarded(|| self.open_group(group, skipped, needs)).map_err(|error| damaged(&named, error));
        reader.map(|(reader, plan)| RowReader::new(Box::new(reader), plan, rows.start + skipped, Some(named)))
    }

    fn open_group(
        &self,
        group: usize,
        skipped: u64,
        needs: &GameNeeds,
    ) -> Result<(ParquetRecordBatchReader, Plan)> {
        /// The longest part of a column that is read at once.
        const MAX_HELD: u64 = 8 << 20;
        /// The target size of a batch in bytes, and the limits of its rows.
        const BATCH_BYTES: u64 = 96 << 10;
        const BATCH_ROWS: Range<u64> = 8..513;
        let mut plan = Plan::new(&self.layout, self.metadata.schema(), needs, Some((&self.metadata, group)));
        let schema = self.metadata.parquet_schema();
        let mask = ProjectionMask::roots(schema, plan.roots.iter().copied());
        let columns = self.group(group).columns().iter().enumerate();
        let columns: Vec<_> = columns.filter(|(leaf, _)| mask.leaf_included(*leaf)).collect();
        let parts = columns.iter().map(|(_, column)| byte_range(column)).collect::<Result<Vec<_>>>()?;
        let chunks = self.chunks.holding(parts.into_iter().filter(|(_, length)| *length <= MAX_HELD))?;
        let bytes: u64 =
            columns.iter().map(|(_, column)| u64::try_from(column.uncompressed_size()).unwrap_or(0)).sum();
        let rows = self.rows(group);
        let a_row = bytes / (rows.end - rows.start).max(1) + 1;
        let batch_rows = (BATCH_BYTES / a_row).clamp(BATCH_ROWS.start, BATCH_ROWS.end - 1);
        let builder = ParquetRecordBatchReaderBuilder::new_with_metadata(chunks, self.metadata.clone());
        let reader = builder
            .with_row_groups(vec![group])
            .with_projection(mask)
            .with_batch_size(batch_rows as usize)
            .with_offset(usize::try_from(skipped)?)
            .build()?;
        plan.bytes_per_row = a_row;
        Ok((reader, plan))
    }
}

/// Returns the first byte and the length of a column, which a damaged file may state as negative numbers.
fn byte_range(column: &ColumnChunkMetaData) -> Result<(u64, u64)> {
    let start = column.dictionary_page_offset().unwrap_or_else(|| column.data_page_offset());
    Ok((u64::try_from(start)?, u64::try_from(column.compressed_size())?))
}

/// Reads the metadata. Texts become views, which share the memory of pages.
fn load(chunks: &Chunks) -> Result<ArrowReaderMetadata> {
    let options = ArrowReaderOptions::new().with_skip_arrow_metadata(true);
    let plain = ArrowReaderMetadata::load(chunks, options)?;
    let schema = Schema::new(with_views(plain.schema().fields()));
    let options = ArrowReaderOptions::new().with_schema(Arc::new(schema));
    ArrowReaderMetadata::try_new(Arc::clone(plain.metadata()), options)
}

impl fmt::Debug for TableFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TableFile")
            .field("layout", &self.layout)
            .field("groups", &self.groups())
            .finish_non_exhaustive()
    }
}
