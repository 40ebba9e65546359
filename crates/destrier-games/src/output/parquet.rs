//! Parquet: a table in columns, for engines that read only what a question needs.
//!
//! Record batches come in their order and go, in one thread, into row groups ([`RowGroups`]). A Parquet file says where
//! everything is at its end, so one that was begun cannot be continued. Row groups are therefore written one after the
//! other to a spool, and a run that was interrupted goes on after the last whole one. At the end [`assemble`] puts them
//! into the one file, as they are encoded.
//!
//! The same batches in the same order give the same file byte for byte.

use super::format::{CollectorWriter, Ending, OutputFormat, OutputRequest, OutputWriter, Sink};
use crate::scan::Totals;
use arrow_array::RecordBatch;
use arrow_schema::{DataType, Field, Schema, SchemaRef};
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
use std::sync::Arc;
use std::time::Duration;

/// How many rows a row group has at least, but for the last of a table.
const ROWS: usize = 65_536;

/// A table for query engines and data frames.
pub(super) static PARQUET: OutputFormat = OutputFormat {
    name: "parquet",
    description: "A table for DuckDB, Polars, Spark and others",
    endings: &["parquet"],
    ending: Ending::Assembled,
    is_table: true,
    open,
};

fn open(request: OutputRequest) -> Box<dyn OutputWriter> {
    let sink = RowGroups::new(request.rows.schema());
    Box::new(CollectorWriter { collector: request.rows, sink })
}

/// What is the same for the row groups and the assembled file.
fn properties() -> WriterPropertiesBuilder {
    WriterProperties::builder().set_created_by(format!("destrier {}", env!("CARGO_PKG_VERSION")))
}

/// How hard zstd tries. Level 3 makes a table of positions no smaller, and takes a third more time.
const LEVEL: i32 = 1;

/// How row groups are encoded. Sets go without a dictionary: from row to row they are the same or new, which zstd makes use
/// of itself. With dictionaries a table of positions is a quarter greater.
fn encoding(schema: &Schema) -> Result<WriterProperties, ParquetError> {
    let mut properties = properties()
        .set_compression(Compression::ZSTD(ZstdLevel::try_new(LEVEL)?))
        // A row group is as long as its parts make it.
        .set_max_row_group_row_count(None);
    for column in schema.fields().iter().filter(|column| *column.data_type() == DataType::UInt64) {
        let path = ColumnPath::new(vec![column.name().clone()]);
        properties = properties.set_column_dictionary_enabled(path, false);
    }
    Ok(properties.build())
}

/// Puts parts together to row groups, in the order of the rows.
///
/// A spool is a sequence of row groups: of each its length in bytes as 8 bytes, the lowest first, and then a Parquet
/// file that has it alone.
#[derive(Debug)]
struct RowGroups {
    schema: SchemaRef,
    /// The row group begun, encoded as far as it goes.
    begun: Option<ArrowWriter<Vec<u8>>>,
}

impl RowGroups {
    fn new(schema: &SchemaRef) -> Self {
        Self { schema: Arc::clone(schema), begun: None }
    }

    fn begin_group(&self) -> Result<ArrowWriter<Vec<u8>>, ParquetError> {
        let options = ArrowWriterOptions::new()
            .with_properties(encoding(&self.schema)?)
            // The assembled file says it once.
            .with_skip_arrow_metadata(true);
        ArrowWriter::try_new_with_options(Vec::new(), Arc::clone(&self.schema), options)
    }

    /// Writes the rows that are not in the spool yet as a row group, if there are any.
    fn flush(&mut self, spool: &mut dyn Write) -> io::Result<()> {
        let Some(group) = self.begun.take() else { return Ok(()) };
        let bytes = group.into_inner().map_err(of_parquet)?;
        spool.write_all(&(bytes.len() as u64).to_le_bytes())?;
        spool.write_all(&bytes)
    }
}

impl Sink<RecordBatch> for RowGroups {
    /// Takes the rows of a batch, and writes the row group to the spool when there are 65,536 or more. So row groups end
    /// where batches end.
    fn append(&mut self, batch: RecordBatch, spool: &mut dyn Write) -> io::Result<()> {
        if batch.num_rows() == 0 {
            return Ok(());
        }
        let mut group = match self.begun.take() {
            Some(group) => group,
            None => self.begin_group().map_err(of_parquet)?,
        };
        group.write(&batch).map_err(of_parquet)?;
        let rows = group.in_progress_rows();
        self.begun = Some(group);
        if rows < ROWS { Ok(()) } else { self.flush(spool) }
    }

    fn state(&self) -> Option<serde_json::Value> {
        self.begun.is_none().then_some(serde_json::Value::Null)
    }

    fn restore(&mut self, _: &serde_json::Value) -> io::Result<()> {
        Ok(())
    }

    fn finish(&mut self, _: &Totals, _: Duration, spool: &mut dyn Write) -> io::Result<()> {
        self.flush(spool)
    }

    fn assemble(&self, spool: &mut dyn Read, out: &mut (dyn Write + Send)) -> io::Result<()> {
        assemble(&self.schema, spool, out)
    }
}

/// The schema that a file tells of itself: views are a matter of memory, and not every reader knows them.
fn stored(schema: &Schema) -> Schema {
    let stored = |field: &Field| match field.data_type() {
        DataType::Utf8View => field.clone().with_data_type(DataType::Utf8),
        _ => field.clone(),
    };
    Schema::new(schema.fields().iter().map(|field| stored(field)).collect::<Vec<_>>())
}

/// Writes the table whose row groups are in a spool, in their order; one without rows when there are none. It holds one
/// row group at a time, and decodes none.
///
/// # Errors
///
/// When the spool cannot be read or the table cannot be written; of the kind [`UnexpectedEof`] when the spool ends
/// within a row group, and [`InvalidData`] when there is something else in it than row groups of this table.
///
/// [`UnexpectedEof`]: io::ErrorKind::UnexpectedEof
/// [`InvalidData`]: io::ErrorKind::InvalidData
fn assemble(schema: &Schema, spool: &mut dyn Read, out: impl Write + Send) -> io::Result<()> {
    let arrow = stored(schema);
    let descriptor = ArrowSchemaConverter::new().convert(&arrow).map_err(of_parquet)?;
    let mut properties = properties().build();
    add_encoded_arrow_schema_to_metadata(&arrow, &mut properties);
    let mut table = SerializedFileWriter::new(out, descriptor.root_schema_ptr(), Arc::new(properties))
        .map_err(of_parquet)?;
    for number in 1.. {
        let group = read_group(spool).map_err(|error| in_group(number, error))?;
        let Some(group) = group else { break };
        append_group(&mut table, &Bytes::from(group)).map_err(|error| in_group(number, of_parquet(error)))?;
    }
    table.close().map_err(of_parquet)?;
    Ok(())
}

/// The next row group of a spool; none at its end.
fn read_group(spool: &mut dyn Read) -> io::Result<Option<Vec<u8>>> {
    let mut length = Vec::new();
    spool.take(8).read_to_end(&mut length)?;
    if length.is_empty() {
        return Ok(None);
    }
    let length = <[u8; 8]>::try_from(length).map_err(|_| io::ErrorKind::UnexpectedEof)?;
    let length = u64::from_le_bytes(length);
    // Memory is taken as bytes come: a length that is wrong must not ask for all there is.
    let mut group = Vec::new();
    spool.take(length).read_to_end(&mut group)?;
    if (group.len() as u64) < length {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    Ok(Some(group))
}

/// Appends the row groups of a Parquet file, each column as it is encoded.
fn append_group<W: Write + Send>(
    table: &mut SerializedFileWriter<W>,
    group: &Bytes,
) -> Result<(), ParquetError> {
    let metadata = ParquetMetaDataReader::new()
        .with_page_index_policy(PageIndexPolicy::Required)
        // As the list that it is: a mask of it would not be written again.
        .with_metadata_options(Some(ParquetMetaDataOptions::new().with_encoding_stats_as_mask(false)))
        .parse_and_finish(group)?;
    if metadata.file_metadata().schema_descr().root_schema() != table.schema_descr().root_schema() {
        return Err(ParquetError::General("it has other columns than the table".to_owned()));
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
    }
    Ok(())
}

/// Says which row group of the spool an error is of.
fn in_group(number: usize, error: io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("row group {number} of the spool: {error}"))
}

/// An error of reading or writing as it came, so that its kind is kept. All others are of what was read.
pub(crate) fn of_parquet(error: ParquetError) -> io::Error {
    match error {
        ParquetError::External(error) => match error.downcast::<io::Error>() {
            Ok(error) => *error,
            Err(error) => io::Error::new(io::ErrorKind::InvalidData, error),
        },
        error => io::Error::new(io::ErrorKind::InvalidData, error),
    }
}

#[cfg(test)]
mod tests;
