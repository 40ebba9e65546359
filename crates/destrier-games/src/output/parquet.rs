//! Parquet: a table in columns, for engines that read only what a question needs.
//!
//! Rows are put into columns in any thread ([`ParquetRows`]), then in their order, in one thread, into row groups
//! ([`RowGroups`]). A Parquet file says where everything is at its end, so one that was begun cannot be gone on with.
//! Row groups are therefore written one after the other to a spool, and a run that was ended goes on after the last
//! whole one. At the end [`assemble`] puts them into the one file, as they are encoded.
//!
//! The same parts in the same order give the same file byte for byte.

use crate::table::{Cell, Column, Kind, names};
use arrow_array::builder::{
    ArrayBuilder, BooleanBuilder, Int64Builder, ListBuilder, StringBuilder, UInt64Builder,
};
use arrow_array::{ArrayRef, RecordBatch};
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef};
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
use std::collections::HashMap;
use std::io::{self, Read, Write};
use std::sync::Arc;

/// How many rows a row group has at least, but for the last of a table.
const ROWS: usize = 65_536;

/// The key of a field's metadata that says what its column holds.
const DEFINITION: &str = "definition";

/// Puts rows into columns. It can be used by many threads at once.
#[derive(Clone, Debug)]
pub struct ParquetRows {
    kinds: Vec<Kind>,
}

impl ParquetRows {
    /// Rows of a table with these columns.
    #[must_use]
    pub fn new(columns: &[Column]) -> Self {
        Self { kinds: columns.iter().map(|column| column.kind).collect() }
    }

    /// A part of the table that has no rows yet.
    #[must_use]
    pub fn part(&self) -> Builders {
        Builders::new(self.kinds.iter().copied())
    }

    /// Adds a row, a cell a column. A cell that is not of its column's type becomes null.
    ///
    /// # Panics
    ///
    /// In debug builds, when there is not one cell a column, or one is not of its column's type.
    pub fn row(&self, part: &mut Builders, cells: &[Cell<'_>]) {
        debug_assert_eq!(cells.len(), self.kinds.len(), "a row has a cell a column");
        // A row that is too short is filled up: columns of different lengths would lose the whole part.
        let cells = cells.iter().copied().chain(std::iter::repeat(Cell::Absent));
        for (column, cell) in part.columns.iter_mut().zip(cells) {
            column.append(cell);
        }
    }
}

/// Rows of a part of a table, as columns in memory.
#[derive(Debug)]
pub struct Builders {
    columns: Vec<Builder>,
}

impl Builders {
    pub(crate) fn new(kinds: impl Iterator<Item = Kind>) -> Self {
        Self { columns: kinds.map(Builder::new).collect() }
    }

    pub(crate) fn columns_mut(&mut self) -> &mut [Builder] {
        &mut self.columns
    }

    /// The columns, each of the type that [`arrow_schema()`] says.
    #[must_use]
    pub fn into_arrays(self) -> Vec<ArrayRef> {
        self.columns.into_iter().map(Builder::finish).collect()
    }

    /// How many rows there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.columns.first().map_or(0, Builder::len)
    }

    /// Whether there are no rows.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many bytes they take, about.
    pub(crate) fn size(&self) -> usize {
        self.columns.iter().map(Builder::size).sum()
    }
}

/// The cells of a column.
#[derive(Debug)]
pub(crate) enum Builder {
    Text(StringBuilder),
    Truth(BooleanBuilder),
    Number(Int64Builder),
    Set(UInt64Builder),
    List(ListBuilder<StringBuilder>),
}

impl Builder {
    fn new(kind: Kind) -> Self {
        match kind {
            Kind::Text => Self::Text(StringBuilder::new()),
            Kind::Truth => Self::Truth(BooleanBuilder::new()),
            Kind::Number => Self::Number(Int64Builder::new()),
            Kind::Set => Self::Set(UInt64Builder::new()),
            Kind::List => Self::List(ListBuilder::new(StringBuilder::new()).with_field(item())),
        }
    }

    fn len(&self) -> usize {
        match self {
            Self::Text(column) => column.len(),
            Self::Truth(column) => column.len(),
            Self::Number(column) => column.len(),
            Self::Set(column) => column.len(),
            Self::List(column) => column.len(),
        }
    }

    fn size(&self) -> usize {
        let of_texts = |texts: &StringBuilder| texts.values_slice().len() + 4 * texts.len();
        match self {
            Self::Text(column) => of_texts(column),
            Self::Truth(column) => column.len() / 8,
            Self::Number(column) => 8 * column.len(),
            Self::Set(column) => 8 * column.len(),
            Self::List(column) => of_texts(column.values_ref()) + 4 * column.len(),
        }
    }

    /// Appends a cell: null when it is, and when it does not fit.
    fn append(&mut self, cell: Cell<'_>) {
        match (self, cell) {
            (Self::Text(column), Cell::Text(text)) => column.append_value(text),
            (Self::Truth(column), Cell::Truth(truth)) => column.append_value(truth),
            (Self::Number(column), Cell::Number(number)) => column.append_option(i64::try_from(number).ok()),
            (Self::Set(column), Cell::Set(set)) => column.append_value(set.bits()),
            (Self::List(column), Cell::Squares(_) | Cell::Names(_)) => {
                column.append_value(names(cell).map(Some));
            }
            (column, cell) => {
                debug_assert!(
                    matches!(cell, Cell::Absent | Cell::Null),
                    "{cell:?} is not of its column's type"
                );
                column.append_null();
            }
        }
    }

    fn append_null(&mut self) {
        match self {
            Self::Text(column) => column.append_null(),
            Self::Truth(column) => column.append_null(),
            Self::Number(column) => column.append_null(),
            Self::Set(column) => column.append_null(),
            Self::List(column) => column.append_null(),
        }
    }

    fn finish(mut self) -> ArrayRef {
        match &mut self {
            Self::Text(column) => Arc::new(column.finish()),
            Self::Truth(column) => Arc::new(column.finish()),
            Self::Number(column) => Arc::new(column.finish()),
            Self::Set(column) => Arc::new(column.finish()),
            Self::List(column) => Arc::new(column.finish()),
        }
    }
}

/// What a list holds: texts, never null.
fn item() -> Field {
    Field::new_list_field(DataType::Utf8, false)
}

/// The columns as Arrow has them, each with its definition. Any cell may be null.
#[must_use]
pub fn arrow_schema(columns: &[Column]) -> SchemaRef {
    let fields = columns.iter().map(|column| {
        let data_type = match column.kind {
            Kind::Text => DataType::Utf8,
            Kind::Truth => DataType::Boolean,
            Kind::Number => DataType::Int64,
            Kind::Set => DataType::UInt64,
            Kind::List => DataType::List(Arc::new(item())),
        };
        let definition = HashMap::from([(DEFINITION.to_owned(), column.definition.clone())]);
        Field::new(&column.name, data_type, true).with_metadata(definition)
    });
    Arc::new(Schema::new(fields.collect::<Vec<_>>()))
}

/// What is the same for the row groups and the assembled file.
fn properties() -> WriterPropertiesBuilder {
    WriterProperties::builder().set_created_by(format!("destrier {}", env!("CARGO_PKG_VERSION")))
}

/// How hard zstd tries. Level 3 makes a table of positions no smaller, and takes a third more time.
const LEVEL: i32 = 1;

/// How row groups are encoded. Sets go without a dictionary: from row to row they are the same or new, which zstd makes use
/// of itself. With dictionaries a table of positions is a quarter greater.
fn encoding(columns: &[Column]) -> Result<WriterProperties, ParquetError> {
    let mut properties = properties()
        .set_compression(Compression::ZSTD(ZstdLevel::try_new(LEVEL)?))
        // A row group is as long as its parts make it.
        .set_max_row_group_row_count(None);
    for column in columns.iter().filter(|column| column.kind == Kind::Set) {
        let path = ColumnPath::new(vec![column.name.clone()]);
        properties = properties.set_column_dictionary_enabled(path, false);
    }
    Ok(properties.build())
}

/// Puts parts together to row groups, in the order of the rows.
///
/// A spool is a sequence of row groups: of each its length in bytes as 8 bytes, the lowest first, and then a Parquet
/// file that has it alone.
#[derive(Debug)]
pub struct RowGroups {
    columns: Vec<Column>,
    schema: SchemaRef,
    /// The row group begun, encoded as far as it goes.
    begun: Option<ArrowWriter<Vec<u8>>>,
}

impl RowGroups {
    /// Row groups of a table with these columns.
    #[must_use]
    pub fn new(columns: &[Column]) -> Self {
        Self { columns: columns.to_vec(), schema: arrow_schema(columns), begun: None }
    }

    /// Takes the rows of a part, and writes the row group to the spool when there are 65,536 or more. So row groups
    /// end where parts end.
    ///
    /// # Errors
    ///
    /// When the spool cannot be written, or the part is not of this table.
    pub fn append(&mut self, part: Builders, spool: &mut dyn Write) -> io::Result<()> {
        if part.is_empty() {
            return Ok(());
        }
        let batch = RecordBatch::try_new(Arc::clone(&self.schema), part.into_arrays()).map_err(of_arrow)?;
        let mut group = match self.begun.take() {
            Some(group) => group,
            None => self.begin().map_err(of_parquet)?,
        };
        group.write(&batch).map_err(of_parquet)?;
        let rows = group.in_progress_rows();
        self.begun = Some(group);
        if rows < ROWS { Ok(()) } else { self.flush(spool) }
    }

    fn begin(&self) -> Result<ArrowWriter<Vec<u8>>, ParquetError> {
        let options = ArrowWriterOptions::new()
            .with_properties(encoding(&self.columns)?)
            // The assembled file says it once.
            .with_skip_arrow_metadata(true);
        ArrowWriter::try_new_with_options(Vec::new(), Arc::clone(&self.schema), options)
    }

    /// Whether there are rows that are not in the spool yet.
    #[must_use]
    pub const fn holds_rows(&self) -> bool {
        self.begun.is_some()
    }

    /// Writes the rows that are not in the spool yet as a row group, if there are any.
    ///
    /// # Errors
    ///
    /// When the spool cannot be written.
    pub fn flush(&mut self, spool: &mut dyn Write) -> io::Result<()> {
        let Some(group) = self.begun.take() else { return Ok(()) };
        let bytes = group.into_inner().map_err(of_parquet)?;
        spool.write_all(&(bytes.len() as u64).to_le_bytes())?;
        spool.write_all(&bytes)
    }
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
pub fn assemble(columns: &[Column], spool: &mut dyn Read, out: impl Write + Send) -> io::Result<()> {
    let arrow = arrow_schema(columns);
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
fn of_parquet(error: ParquetError) -> io::Error {
    match error {
        ParquetError::External(error) => match error.downcast::<io::Error>() {
            Ok(error) => *error,
            Err(error) => io::Error::new(io::ErrorKind::InvalidData, error),
        },
        error => io::Error::new(io::ErrorKind::InvalidData, error),
    }
}

fn of_arrow(error: ArrowError) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, error)
}

#[cfg(test)]
mod tests;
