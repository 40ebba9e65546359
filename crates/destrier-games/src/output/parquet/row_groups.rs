//! Row groups, the spool that holds them, and the table that they become.
//!
//! The metadata of a Parquet file is at its end, so an interrupted file cannot be continued. Row groups are therefore
//! written to a spool first, and a resumed run continues after the last complete one. At the end, [`assemble`] copies
//! the encoded row groups into the final file.
//!
//! The same batches in the same order give the same file, byte for byte.

use crate::output::format::{OpenFile, OutputWriter};
use crate::scan::{Collected, Collector, Scan, Steps, Totals};
use arrow_array::RecordBatch;
use arrow_schema::{DataType, Schema, SchemaRef};
use bytes::Bytes;
use parquet::arrow::arrow_writer::{ArrowWriter, ArrowWriterOptions};
use parquet::arrow::{ArrowSchemaConverter, add_encoded_arrow_schema_to_metadata};
use parquet::basic::{Compression, ZstdLevel};
use parquet::column::writer::ColumnCloseResult;
use parquet::errors::ParquetError;
use parquet::file::metadata::{PageIndexPolicy, ParquetMetaDataOptions, ParquetMetaDataReader};
use parquet::file::properties::{WriterProperties, WriterPropertiesBuilder};
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::ColumnPath;
use std::io::{self, Read, Write};
use std::num::NonZero;
use std::sync::Arc;
use std::time::Duration;

/// How a table is stored.
#[derive(Clone, Copy, Debug)]
pub(in crate::output) struct TableStyle {
    /// The minimum number of rows per row group, except for the last one.
    pub(in crate::output) rows: usize,
    /// Sets the encodings of columns.
    pub(in crate::output) encode: fn(WriterPropertiesBuilder) -> WriterPropertiesBuilder,
}

/// The style of tables of positions and findings.
pub(super) const STYLE: TableStyle = TableStyle { rows: 65_536, encode: |properties| properties };

/// Returns the properties that row groups and the assembled file share.
pub(super) fn properties() -> WriterPropertiesBuilder {
    WriterProperties::builder().set_created_by(format!("destrier {}", env!("CARGO_PKG_VERSION")))
}

/// The zstd level. Level 3 takes a third longer and does not make tables of positions smaller.
pub(super) const LEVEL: i32 = 1;

/// Returns the encoding of row groups. Sets have no dictionary: zstd compresses their repetitions itself, and
/// dictionaries make a table of positions a quarter larger.
fn encoding(schema: &Schema, style: TableStyle) -> Result<WriterProperties, ParquetError> {
    let mut properties = (style.encode)(properties())
        .set_compression(Compression::ZSTD(ZstdLevel::try_new(LEVEL)?))
        // Batches determine the length of a row group.
        .set_max_row_group_row_count(None);
    for column in schema.fields().iter().filter(|column| *column.data_type() == DataType::UInt64) {
        let path = ColumnPath::new(vec![column.name().clone()]);
        properties = properties.set_column_dictionary_enabled(path, false);
    }
    Ok(properties.build())
}

/// Writes a batch as a table.
pub(crate) fn write_batch(batch: &RecordBatch, out: &mut dyn Write) -> io::Result<()> {
    out.write_all(&table_of(batch).map_err(of_parquet)?)
}

fn table_of(batch: &RecordBatch) -> Result<Vec<u8>, ParquetError> {
    let properties = encoding(&batch.schema(), STYLE)?;
    let mut writer = ArrowWriter::try_new(Vec::new(), batch.schema(), Some(properties))?;
    writer.write(batch)?;
    writer.into_inner()
}

/// Combines batches into row groups, in order.
///
/// A spool is a sequence of row groups. Each is stored as its length (8 bytes, little-endian), followed by a Parquet
/// file with that row group only.
#[derive(Debug)]
pub(in crate::output) struct RowGroups<C> {
    collector: Arc<C>,
    schema: SchemaRef,
    style: TableStyle,
    /// The number of rows of a file, if the table is divided into files.
    rows_per_file: Option<NonZero<u64>>,
    /// The number of rows so far.
    rows: u64,
    /// The current row group, partly encoded.
    current: Option<ArrowWriter<Vec<u8>>>,
}

impl<C> RowGroups<C> {
    pub(in crate::output) fn new(collector: C, schema: &SchemaRef, style: TableStyle) -> Self {
        let (collector, schema) = (Arc::new(collector), Arc::clone(schema));
        Self { collector, schema, style, rows_per_file: None, rows: 0, current: None }
    }

    /// Divides the table into files with a number of rows each.
    pub(in crate::output) fn divided(self, rows_per_file: Option<NonZero<u64>>) -> Self {
        Self { rows_per_file, ..self }
    }

    /// Returns the number of rows that the current file can still take.
    fn room(&self) -> u64 {
        self.rows_per_file.map_or(u64::MAX, |most| most.get() - self.rows % most)
    }

    fn begin_group(&self) -> Result<ArrowWriter<Vec<u8>>, ParquetError> {
        let options = ArrowWriterOptions::new()
            .with_properties(encoding(&self.schema, self.style)?)
            // The assembled file contains this metadata once.
            .with_skip_arrow_metadata(true);
        ArrowWriter::try_new_with_options(Vec::new(), Arc::clone(&self.schema), options)
    }

    /// Writes the buffered rows, if any, to the spool as a row group.
    fn flush(&mut self, spool: &mut dyn Write) -> io::Result<()> {
        let Some(group) = self.current.take() else { return Ok(()) };
        let bytes = group.into_inner().map_err(of_parquet)?;
        spool.write_all(&(bytes.len() as u64).to_le_bytes())?;
        spool.write_all(&bytes)
    }

    /// Adds the rows of a batch, and writes a row group to the spool as soon as it has the minimum number of rows. Row
    /// groups therefore end where batches end.
    fn add(&mut self, mut batch: RecordBatch, spool: &mut dyn Write) -> io::Result<()> {
        while batch.num_rows() > 0 {
            let fitting =
                usize::try_from(self.room()).map_or(batch.num_rows(), |room| room.min(batch.num_rows()));
            let mut group = match self.current.take() {
                Some(group) => group,
                None => self.begin_group().map_err(of_parquet)?,
            };
            group.write(&batch.slice(0, fitting)).map_err(of_parquet)?;
            batch = batch.slice(fitting, batch.num_rows() - fitting);
            let rows = group.in_progress_rows();
            let is_full = fitting as u64 == self.room();
            self.current = Some(group);
            self.rows += fitting as u64;
            if rows >= self.style.rows || is_full {
                self.flush(spool)?;
            }
        }
        Ok(())
    }
}

impl<C: Collector<Output = RecordBatch> + Send + 'static> OutputWriter for RowGroups<C> {
    fn steps(&self, scan: &Scan) -> Steps {
        scan.steps(&self.collector)
    }

    fn append(&mut self, batch: Collected, spool: &mut dyn Write) -> io::Result<()> {
        self.add(batch.get()?, spool)
    }

    fn state(&self) -> Option<serde_json::Value> {
        let rows = self.rows_per_file.map_or(serde_json::Value::Null, |_| self.rows.into());
        self.current.is_none().then_some(rows)
    }

    fn restore(&mut self, state: &serde_json::Value) -> io::Result<()> {
        if self.rows_per_file.is_some() {
            self.rows = state.as_u64().ok_or_else(|| io::Error::other("the number of rows is missing"))?;
        }
        Ok(())
    }

    fn finish(&mut self, _: &Totals, _: Duration, spool: &mut dyn Write) -> io::Result<()> {
        self.flush(spool)
    }

    fn assemble(&self, spool: &mut dyn Read, out: &mut (dyn Write + Send)) -> io::Result<()> {
        assemble(&self.schema, spool, out)
    }

    fn assemble_files(&self, spool: &mut dyn Read, open: &mut OpenFile<'_>) -> io::Result<()> {
        let mut number = 0;
        let mut next_table = || {
            number += 1;
            open_table(&self.schema, open(&format!("games-{number:05}.parquet"))?)
        };
        let mut file = Some(next_table()?);
        let mut rows = 0;
        let mut spooled = Spooled { spool, number: 0 };
        while let Some(group) = spooled.next()? {
            let mut table = match file.take() {
                Some(table) => table,
                None => next_table()?,
            };
            rows += append_group(&mut table, &group).map_err(|error| spooled.located(of_parquet(error)))?;
            if self.rows_per_file.is_some_and(|most| rows % most == 0) {
                table.close().map_err(of_parquet)?;
            } else {
                file = Some(table);
            }
        }
        file.map_or(Ok(()), |table| table.close().map(|_| ()).map_err(of_parquet))
    }
}

/// Returns the schema to store in files. Views are an in-memory type that some readers do not support.
fn stored(schema: &Schema) -> Schema {
    let fields = schema.fields().iter().map(|field| match field.data_type() {
        DataType::Utf8View => field.as_ref().clone().with_data_type(DataType::Utf8),
        _ => field.as_ref().clone(),
    });
    Schema::new(fields.collect::<Vec<_>>())
}

/// Writes the table whose row groups are in a spool, or an empty table if there are none. It holds one row group at a
/// time and does not decode it.
///
/// # Errors
///
/// If reading the spool or writing the table fails. The kind is [`UnexpectedEof`] if the spool ends within a row
/// group, and [`InvalidData`] if it contains anything except row groups of this table.
///
/// [`UnexpectedEof`]: io::ErrorKind::UnexpectedEof
/// [`InvalidData`]: io::ErrorKind::InvalidData
pub(super) fn assemble(schema: &Schema, spool: &mut dyn Read, out: impl Write + Send) -> io::Result<()> {
    let mut table = open_table(schema, out)?;
    let mut spooled = Spooled { spool, number: 0 };
    while let Some(group) = spooled.next()? {
        append_group(&mut table, &group).map_err(|error| spooled.located(of_parquet(error)))?;
    }
    table.close().map_err(of_parquet)?;
    Ok(())
}

/// Opens a table without row groups.
fn open_table<W: Write + Send>(schema: &Schema, out: W) -> io::Result<SerializedFileWriter<W>> {
    let arrow = stored(schema);
    let descriptor = ArrowSchemaConverter::new().convert(&arrow).map_err(of_parquet)?;
    let mut properties = properties().build();
    add_encoded_arrow_schema_to_metadata(&arrow, &mut properties);
    SerializedFileWriter::new(out, descriptor.root_schema_ptr(), Arc::new(properties)).map_err(of_parquet)
}

/// The row groups of a spool.
struct Spooled<'a> {
    spool: &'a mut dyn Read,
    /// The number of row groups read.
    number: usize,
}

impl Spooled<'_> {
    fn next(&mut self) -> io::Result<Option<Bytes>> {
        self.number += 1;
        let group = read_group(self.spool).map_err(|error| self.located(error))?;
        Ok(group.map(Bytes::from))
    }

    /// Adds the number of the last row group to an error.
    fn located(&self, error: io::Error) -> io::Error {
        io::Error::new(error.kind(), format!("row group {} of the spool: {error}", self.number))
    }
}

/// Reads the next row group of a spool, or `None` at its end.
fn read_group(spool: &mut dyn Read) -> io::Result<Option<Vec<u8>>> {
    let mut length = Vec::new();
    spool.take(8).read_to_end(&mut length)?;
    if length.is_empty() {
        return Ok(None);
    }
    let length = <[u8; 8]>::try_from(length).map_err(|_| io::ErrorKind::UnexpectedEof)?;
    let length = u64::from_le_bytes(length);
    // Allocate as data arrives, because a corrupt length may be huge.
    let mut group = Vec::new();
    spool.take(length).read_to_end(&mut group)?;
    if (group.len() as u64) < length {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    Ok(Some(group))
}

/// Appends the row groups of a Parquet file without decoding their columns. Returns their number of rows.
fn append_group<W: Write + Send>(
    table: &mut SerializedFileWriter<W>,
    group: &Bytes,
) -> Result<u64, ParquetError> {
    let mut appended_rows = 0;
    let metadata = ParquetMetaDataReader::new()
        .with_page_index_policy(PageIndexPolicy::Required)
        // Read the encoding statistics as a list, because a mask would not be written again.
        .with_metadata_options(Some(ParquetMetaDataOptions::new().with_encoding_stats_as_mask(false)))
        .parse_and_finish(group)?;
    if metadata.file_metadata().schema_descr().root_schema() != table.schema_descr().root_schema() {
        return Err(ParquetError::General("its columns differ from those of the table".to_owned()));
    }
    for (i, rows) in metadata.row_groups().iter().enumerate() {
        let mut appended = table.next_row_group()?;
        for (j, column) in rows.columns().iter().enumerate() {
            let close = ColumnCloseResult {
                bytes_written: column.compressed_size().try_into()?,
                rows_written: rows.num_rows().try_into()?,
                metadata: column.clone(),
                bloom_filter: None,
                column_index: metadata.column_index().and_then(|index| index.get(i)?.get(j)).cloned(),
                offset_index: metadata.offset_index().and_then(|index| index.get(i)?.get(j)).cloned(),
            };
            appended.append_column(group, close)?;
        }
        appended.close()?;
        appended_rows += u64::try_from(rows.num_rows())?;
    }
    Ok(appended_rows)
}

/// Converts an error. I/O errors keep their kind; all others mean invalid data.
pub(super) fn of_parquet(error: ParquetError) -> io::Error {
    match error {
        ParquetError::External(error) => match error.downcast::<io::Error>() {
            Ok(error) => *error,
            Err(error) => io::Error::new(io::ErrorKind::InvalidData, error),
        },
        error => io::Error::new(io::ErrorKind::InvalidData, error),
    }
}

#[cfg(test)]
pub(super) mod tests;
