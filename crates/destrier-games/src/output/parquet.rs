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
    ArrayBuilder, BooleanBuilder, ListBuilder, StringBuilder, UInt8Builder, UInt32Builder, UInt64Builder,
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
        Builders { columns: self.kinds.iter().map(|&kind| Builder::new(kind)).collect() }
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
}

/// The cells of a column.
#[derive(Debug)]
enum Builder {
    Text(StringBuilder),
    Truth(BooleanBuilder),
    Number8(UInt8Builder),
    Number32(UInt32Builder),
    Number64(UInt64Builder),
    Set(UInt64Builder),
    List(ListBuilder<StringBuilder>),
}

impl Builder {
    fn new(kind: Kind) -> Self {
        match kind {
            Kind::Text => Self::Text(StringBuilder::new()),
            Kind::Truth => Self::Truth(BooleanBuilder::new()),
            Kind::Number8 => Self::Number8(UInt8Builder::new()),
            Kind::Number32 => Self::Number32(UInt32Builder::new()),
            Kind::Number64 => Self::Number64(UInt64Builder::new()),
            Kind::Set => Self::Set(UInt64Builder::new()),
            Kind::List => Self::List(ListBuilder::new(StringBuilder::new()).with_field(item())),
        }
    }

    fn len(&self) -> usize {
        match self {
            Self::Text(column) => column.len(),
            Self::Truth(column) => column.len(),
            Self::Number8(column) => column.len(),
            Self::Number32(column) => column.len(),
            Self::Number64(column) | Self::Set(column) => column.len(),
            Self::List(column) => column.len(),
        }
    }

    /// Appends a cell: null when it is, and when it does not fit.
    fn append(&mut self, cell: Cell<'_>) {
        match (self, cell) {
            (Self::Text(column), Cell::Text(text)) => column.append_value(text),
            (Self::Truth(column), Cell::Truth(truth)) => column.append_value(truth),
            (Self::Number8(column), Cell::Number(number)) => column.append_option(narrow(number)),
            (Self::Number32(column), Cell::Number(number)) => column.append_option(narrow(number)),
            (Self::Number64(column), Cell::Number(number)) => column.append_value(number),
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
            Self::Number8(column) => column.append_null(),
            Self::Number32(column) => column.append_null(),
            Self::Number64(column) | Self::Set(column) => column.append_null(),
            Self::List(column) => column.append_null(),
        }
    }

    fn finish(mut self) -> ArrayRef {
        match &mut self {
            Self::Text(column) => Arc::new(column.finish()),
            Self::Truth(column) => Arc::new(column.finish()),
            Self::Number8(column) => Arc::new(column.finish()),
            Self::Number32(column) => Arc::new(column.finish()),
            Self::Number64(column) | Self::Set(column) => Arc::new(column.finish()),
            Self::List(column) => Arc::new(column.finish()),
        }
    }
}

/// The number in the column's width.
fn narrow<N: TryFrom<u64>>(number: u64) -> Option<N> {
    let narrow = N::try_from(number).ok();
    debug_assert!(narrow.is_some(), "{number} is too great for its column");
    narrow
}

/// What a list holds: texts, never null.
fn item() -> Field {
    Field::new_list_field(DataType::Utf8, false)
}

/// The columns as Arrow has them, each with its definition. Any cell may be null.
fn schema(columns: &[Column]) -> SchemaRef {
    let fields = columns.iter().map(|column| {
        let data_type = match column.kind {
            Kind::Text => DataType::Utf8,
            Kind::Truth => DataType::Boolean,
            Kind::Number8 => DataType::UInt8,
            Kind::Number32 => DataType::UInt32,
            Kind::Number64 | Kind::Set => DataType::UInt64,
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

/// How row groups are encoded. Sets and numbers of games go without a dictionary: from row to row they are the same or
/// new, which zstd makes use of itself. With dictionaries a table of positions is a quarter greater.
fn encoding(columns: &[Column]) -> Result<WriterProperties, ParquetError> {
    let mut properties = properties()
        .set_compression(Compression::ZSTD(ZstdLevel::try_new(LEVEL)?))
        // A row group is as long as its parts make it.
        .set_max_row_group_row_count(None);
    for column in columns.iter().filter(|column| matches!(column.kind, Kind::Number64 | Kind::Set)) {
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
        Self { columns: columns.to_vec(), schema: schema(columns), begun: None }
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
        let arrays = part.columns.into_iter().map(Builder::finish).collect();
        let batch = RecordBatch::try_new(Arc::clone(&self.schema), arrays).map_err(of_arrow)?;
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
    let arrow = schema(columns);
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
mod tests {
    use super::*;
    use arrow_array::cast::AsArray;
    use arrow_array::types::{UInt8Type, UInt32Type, UInt64Type};
    use destrier::Bitboard;
    use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
    use parquet::file::metadata::ParquetMetaData;
    use parquet::file::statistics::Statistics;

    fn columns() -> Vec<Column> {
        vec![
            Column::new("site", "Where it was played.", Kind::Text),
            Column::new("safe", "Whether nothing takes.", Kind::Truth),
            Column::new("lines", "Lines of the king.", Kind::Number8),
            Column::new("ply", "Moves made before.", Kind::Number32),
            Column::new("game", "Number of the game.", Kind::Number64),
            Column::new("passers", "Pawns that nothing stops.", Kind::Set),
            Column::new("targets", "What is forked.", Kind::List),
        ]
    }

    /// Numbers from one on, a row each, in parts of these lengths.
    fn numbered(lengths: &[usize]) -> (Vec<Column>, Vec<Builders>) {
        let columns = vec![
            Column::new("game", "Number of the game.", Kind::Number64),
            Column::new("name", "The same in letters.", Kind::Text),
        ];
        let rows = ParquetRows::new(&columns);
        let mut number = 0;
        let parts = lengths.iter().map(|&length| {
            let mut part = rows.part();
            for _ in 0..length {
                number += 1;
                rows.row(&mut part, &[Cell::Number(number), Cell::Text(&format!("game {number}"))]);
            }
            part
        });
        let parts = parts.collect();
        (columns, parts)
    }

    fn spool(columns: &[Column], parts: Vec<Builders>) -> Vec<u8> {
        let mut spool = Vec::new();
        let mut groups = RowGroups::new(columns);
        for part in parts {
            groups.append(part, &mut spool).unwrap();
        }
        groups.flush(&mut spool).unwrap();
        assert!(!groups.holds_rows());
        spool
    }

    fn table(columns: &[Column], spool: &[u8]) -> io::Result<Bytes> {
        let mut table = Vec::new();
        assemble(columns, &mut &spool[..], &mut table)?;
        Ok(table.into())
    }

    fn metadata(table: &Bytes) -> ParquetMetaData {
        ParquetMetaDataReader::new()
            .with_page_index_policy(PageIndexPolicy::Required)
            .parse_and_finish(table)
            .unwrap()
    }

    fn read(table: &Bytes) -> Vec<RecordBatch> {
        let reader = ParquetRecordBatchReaderBuilder::try_new(table.clone()).unwrap();
        reader.build().unwrap().collect::<Result<_, _>>().unwrap()
    }

    /// The numbers of a table of [`numbered`] rows, whose names must be theirs.
    fn numbers(table: &Bytes) -> Vec<u64> {
        let mut numbers = Vec::new();
        for batch in read(table) {
            let names = batch.column(1).as_string::<i32>();
            for (number, name) in batch.column(0).as_primitive::<UInt64Type>().iter().zip(names) {
                assert_eq!(name.unwrap(), format!("game {}", number.unwrap()));
                numbers.push(number.unwrap());
            }
        }
        numbers
    }

    #[test]
    fn every_type_is_read_back() {
        let columns = columns();
        let rows = ParquetRows::new(&columns);
        let mut part = rows.part();
        assert!(part.is_empty());
        rows.row(
            &mut part,
            &[
                Cell::Text("Þórshöfn ♞ 馬\n\""),
                Cell::Truth(true),
                Cell::Number(255),
                Cell::Number(u64::from(u32::MAX)),
                Cell::Number(u64::MAX),
                Cell::Set(!Bitboard::EMPTY),
                Cell::Squares(destrier::Square::H8.bitboard() | destrier::Square::A1.bitboard()),
            ],
        );
        rows.row(
            &mut part,
            &[
                Cell::Text(""),
                Cell::Truth(false),
                Cell::Number(0),
                Cell::Number(0),
                Cell::Number(0),
                Cell::Set(Bitboard::EMPTY),
                Cell::Squares(Bitboard::EMPTY),
            ],
        );
        rows.row(&mut part, &[Cell::Null; 7]);
        rows.row(&mut part, &[Cell::Absent; 7]);
        let mut names = [Cell::Null; 7];
        names[6] = Cell::Names(&["check", "royal"]);
        rows.row(&mut part, &names);
        assert_eq!(part.len(), 5);

        let table = table(&columns, &spool(&columns, vec![part])).unwrap();
        let batches = read(&table);
        let [batch] = &batches[..] else { panic!("one batch") };
        let column = |i: usize| batch.column(i);
        assert_eq!(
            column(0).as_string::<i32>().iter().collect::<Vec<_>>(),
            [Some("Þórshöfn ♞ 馬\n\""), Some(""), None, None, None]
        );
        assert_eq!(
            column(1).as_boolean().iter().collect::<Vec<_>>(),
            [Some(true), Some(false), None, None, None]
        );
        assert_eq!(
            column(2).as_primitive::<UInt8Type>().iter().collect::<Vec<_>>(),
            [Some(255), Some(0), None, None, None]
        );
        assert_eq!(
            column(3).as_primitive::<UInt32Type>().iter().collect::<Vec<_>>(),
            [Some(u32::MAX), Some(0), None, None, None]
        );
        for i in [4, 5] {
            assert_eq!(
                column(i).as_primitive::<UInt64Type>().iter().collect::<Vec<_>>(),
                [Some(u64::MAX), Some(0), None, None, None]
            );
        }
        let lists = column(6).as_list::<i32>().iter().map(|list| {
            let list = list?;
            Some(list.as_string::<i32>().iter().map(|name| name.unwrap().to_owned()).collect::<Vec<_>>())
        });
        let list = |names: &[&str]| Some(names.iter().map(|&name| name.to_owned()).collect::<Vec<_>>());
        assert_eq!(
            lists.collect::<Vec<_>>(),
            [list(&["a1", "h8"]), list(&[]), None, None, list(&["check", "royal"])]
        );
    }

    #[test]
    fn the_table_says_its_columns_and_who_wrote_it() {
        let columns = columns();
        for rows in [0, 1] {
            let build = ParquetRows::new(&columns);
            let mut part = build.part();
            (0..rows).for_each(|_| build.row(&mut part, &[Cell::Null; 7]));
            let table = table(&columns, &spool(&columns, vec![part])).unwrap();
            let reader = ParquetRecordBatchReaderBuilder::try_new(table.clone()).unwrap();
            // The reader's schema is the one that Arrow's own metadata gives: definitions are nowhere else.
            assert_eq!(reader.schema(), &schema(&columns));
            assert_eq!(
                reader.schema().field(5).metadata()[DEFINITION],
                "Pawns that nothing stops.",
                "{rows} rows"
            );
            let file = metadata(&table).file_metadata().clone();
            assert_eq!(file.num_rows(), rows);
            assert_eq!(
                file.created_by(),
                Some(concat!("destrier ", env!("CARGO_PKG_VERSION"))),
                "{rows} rows"
            );
            assert_eq!(read(&table).iter().map(RecordBatch::num_rows).sum::<usize>() as i64, rows);
        }
    }

    #[test]
    fn row_groups_end_where_parts_end() {
        let (columns, parts) = numbered(&[ROWS - 1, 2, 0, ROWS, ROWS / 2, ROWS * 20, 3, 4]);
        let table = table(&columns, &spool(&columns, parts)).unwrap();
        let metadata = metadata(&table);
        let rows = metadata.row_groups().iter().map(|group| group.num_rows() as usize).collect::<Vec<_>>();
        assert_eq!(rows, [ROWS + 1, ROWS, ROWS / 2 + ROWS * 20, 7]);
        assert!(numbers(&table).into_iter().eq(1..=rows.iter().sum::<usize>() as u64));
    }

    #[test]
    fn rows_are_held_until_a_row_group_is_whole() {
        let (columns, parts) = numbered(&[ROWS - 1, 0, 1, 1]);
        let mut spool = Vec::new();
        let mut groups = RowGroups::new(&columns);
        let held = parts.into_iter().map(|part| {
            groups.append(part, &mut spool).unwrap();
            (groups.holds_rows(), spool.is_empty())
        });
        assert_eq!(held.collect::<Vec<_>>(), [(true, true), (true, true), (false, false), (true, false)]);
    }

    #[test]
    fn rows_can_be_pruned_by_groups_and_pages() {
        let (columns, parts) = numbered(&[ROWS, ROWS]);
        let table = table(&columns, &spool(&columns, parts)).unwrap();
        let metadata = metadata(&table);
        for (i, range) in [(1, ROWS as u64), (ROWS as u64 + 1, 2 * ROWS as u64)].into_iter().enumerate() {
            let Some(Statistics::Int64(statistics)) = metadata.row_group(i).column(0).statistics() else {
                panic!("numbers of 64 bits have statistics");
            };
            let bounds = (*statistics.min_opt().unwrap() as u64, *statistics.max_opt().unwrap() as u64);
            assert_eq!(bounds, range);
            assert_eq!(statistics.null_count_opt(), Some(0));
            for column in 0..2 {
                let pages = metadata.offset_index().unwrap()[i][column].page_locations();
                assert!(pages.len() > 1, "{} pages", pages.len());
                assert_eq!(metadata.column_index().unwrap()[i][column].num_pages() as usize, pages.len());
                // A page's header is at the place that the index says, in the assembled file.
                let chunk = metadata.row_group(i).column(column);
                assert_eq!(pages[0].offset, chunk.data_page_offset());
                let (start, length) = chunk.byte_range();
                let last = pages.last().unwrap();
                assert_eq!(last.offset as u64 + last.compressed_page_size as u64, start + length);
                assert!(chunk.page_encoding_stats().is_some() || chunk.page_encoding_stats_mask().is_some());
            }
        }
    }

    #[test]
    fn the_same_parts_give_the_same_bytes() {
        let lengths = [70_000, 3, 70_000, 5];
        let whole = || {
            let (columns, parts) = numbered(&lengths);
            let spool = spool(&columns, parts);
            let table = table(&columns, &spool).unwrap();
            (spool, table)
        };
        assert_eq!(whole(), whole());

        // A run that was ended after the first row group, and gone on with.
        let (columns, parts) = numbered(&lengths);
        let mut gone_on = Vec::new();
        let mut parts = parts.into_iter();
        RowGroups::new(&columns).append(parts.next().unwrap(), &mut gone_on).unwrap();
        gone_on.extend(spool(&columns, parts.collect()));
        assert_eq!(gone_on, whole().0);
    }

    #[test]
    fn a_spool_cut_anywhere_is_an_error() {
        let (columns, parts) = numbered(&[ROWS, 1, 2]);
        let spool = spool(&columns, parts);
        let first = 8 + u64::from_le_bytes(spool[..8].try_into().unwrap()) as usize;
        assert!(first < spool.len(), "there are two row groups");
        // At a row group's end there is nothing that is cut.
        assert_eq!(numbers(&table(&columns, &spool[..first]).unwrap()).len(), ROWS);
        let cuts = (1..20).chain([first - 1]).chain(first + 1..spool.len());
        for cut in cuts {
            let error = table(&columns, &spool[..cut]).unwrap_err();
            assert_eq!(error.kind(), io::ErrorKind::UnexpectedEof, "cut at {cut}");
            let number = if cut < first { 1 } else { 2 };
            assert!(error.to_string().starts_with(&format!("row group {number} of the spool: ")), "{error}");
        }
    }

    #[test]
    fn what_is_no_row_group_of_the_table_is_an_error() {
        let (columns, parts) = numbered(&[3]);
        let spool = spool(&columns, parts);
        let invalid = |columns: &[Column], spool: &[u8]| {
            let error = table(columns, spool).unwrap_err();
            assert_eq!(error.kind(), io::ErrorKind::InvalidData, "{error}");
            error.to_string()
        };
        assert!(invalid(&columns[..1], &spool).ends_with("it has other columns than the table"));
        invalid(&columns, &[0; 64]);
        let mut text = 12_u64.to_le_bytes().to_vec();
        text.extend(b"no row group");
        invalid(&columns, &text);
        // A length that is all the memory there is, and more.
        let error = table(&columns, &[0xff; 100]).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::UnexpectedEof);

        // A part of another table.
        let other = ParquetRows::new(&self::columns());
        let mut part = other.part();
        other.row(&mut part, &[Cell::Null; 7]);
        let error = RowGroups::new(&columns).append(part, &mut Vec::new()).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::InvalidData);
    }

    #[test]
    fn damage_never_panics() {
        let (columns, parts) = numbered(&[300]);
        let spool = spool(&columns, parts);
        let mut random = fastrand::Rng::with_seed(3);
        let mut refused = 0;
        for _ in 0..3_000 {
            let mut damaged = spool.clone();
            // The end says where everything is.
            let from = if random.bool() { spool.len().saturating_sub(1200) } else { 0 };
            for _ in 0..random.usize(1..4) {
                damaged[random.usize(from..spool.len())] = random.u8(..);
            }
            refused += usize::from(table(&columns, &damaged).is_err());
        }
        assert!(refused > 300, "{refused}");
    }

    #[test]
    fn an_error_of_the_disk_keeps_its_kind() {
        struct Full;
        impl Write for Full {
            fn write(&mut self, _: &[u8]) -> io::Result<usize> {
                Err(io::ErrorKind::StorageFull.into())
            }
            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        impl Read for Full {
            fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
                Err(io::ErrorKind::PermissionDenied.into())
            }
        }
        let (columns, mut parts) = numbered(&[ROWS, 1]);
        let mut groups = RowGroups::new(&columns);
        let error = groups.append(parts.remove(0), &mut Full).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::StorageFull);
        let spool = spool(&columns, parts);
        let error = assemble(&columns, &mut &spool[..], Full).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::StorageFull);
        let error = assemble(&columns, &mut Full, Vec::new()).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::PermissionDenied);
    }
}
