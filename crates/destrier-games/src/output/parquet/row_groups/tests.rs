use super::*;
use crate::search::Selection;
use crate::tables::{Table, TableRows};
use arrow_array::builder::{ListBuilder, StringBuilder};
use arrow_array::cast::AsArray;
use arrow_array::types::{Int64Type, UInt64Type};
use arrow_array::{ArrayRef, BooleanArray, Int64Array, StringArray, StringViewArray, UInt64Array};
use arrow_schema::Field;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use parquet::file::metadata::ParquetMetaData;
use parquet::file::statistics::Statistics;

const ROWS: usize = STYLE.rows;

/// Creates a batch with these columns, each with a definition.
fn batch(columns: Vec<(&str, ArrayRef)>) -> RecordBatch {
    let field = |(name, array): &(&str, ArrayRef)| {
        let definition = [("definition".to_owned(), format!("What {name} is."))].into();
        Field::new(*name, array.data_type().clone(), true).with_metadata(definition)
    };
    let schema = Schema::new(columns.iter().map(field).collect::<Vec<_>>());
    RecordBatch::try_new(Arc::new(schema), columns.into_iter().map(|(_, array)| array).collect()).unwrap()
}

/// Creates a row with a value of each type, and a row of nulls.
fn every_type() -> RecordBatch {
    let mut lists =
        ListBuilder::new(StringBuilder::new()).with_field(Field::new_list_field(DataType::Utf8, false));
    lists.append_value([Some("a1"), Some("h8")]);
    lists.append_null();
    batch(vec![
        ("site", Arc::new(StringViewArray::from(vec![Some("a site that is no short text"), None]))),
        ("move", Arc::new(StringArray::from(vec![Some("\u{de}\u{f3}rsh\u{f6}fn \u{265e}\n\""), None]))),
        ("safe", Arc::new(BooleanArray::from(vec![Some(true), None]))),
        ("ply", Arc::new(Int64Array::from(vec![Some(i64::MAX), None]))),
        ("passers", Arc::new(UInt64Array::from(vec![Some(u64::MAX), None]))),
        ("targets", Arc::new(lists.finish())),
    ])
}

/// Creates numbered rows from 1, in batches of these lengths.
fn numbered(lengths: &[usize]) -> (SchemaRef, Vec<RecordBatch>) {
    let mut number = 0;
    let of_length = |length: usize| {
        let numbers: Vec<i64> = (number + 1..=number + length as i64).collect();
        number += length as i64;
        let names: StringArray = numbers.iter().map(|number| Some(format!("game {number}"))).collect();
        batch(vec![("game", Arc::new(Int64Array::from(numbers))), ("name", Arc::new(names))])
    };
    let batches: Vec<_> = lengths.iter().copied().map(of_length).collect();
    (batches[0].schema(), batches)
}

fn groups_of(schema: &SchemaRef) -> RowGroups<TableRows> {
    RowGroups::new(TableRows::new(Table::Games, &[0], &Selection::default()), schema, STYLE)
}

fn spool(schema: &SchemaRef, batches: Vec<RecordBatch>) -> Vec<u8> {
    let mut spool = Vec::new();
    let mut groups = groups_of(schema);
    for batch in batches {
        groups.add(batch, &mut spool).unwrap();
    }
    groups.flush(&mut spool).unwrap();
    assert!(groups.state().is_some());
    spool
}

fn table(schema: &SchemaRef, spool: &[u8]) -> io::Result<Bytes> {
    let mut table = Vec::new();
    assemble(schema, &mut &spool[..], &mut table)?;
    Ok(table.into())
}

pub(in crate::output::parquet) fn metadata(table: &Bytes) -> ParquetMetaData {
    ParquetMetaDataReader::new()
        .with_page_index_policy(PageIndexPolicy::Required)
        .parse_and_finish(table)
        .unwrap()
}

fn read(table: &Bytes) -> Vec<RecordBatch> {
    let reader = ParquetRecordBatchReaderBuilder::try_new(table.clone()).unwrap();
    reader.build().unwrap().collect::<Result<_, _>>().unwrap()
}

/// Returns the numbers in a table of [`numbered`] rows, and checks their names.
fn numbers(table: &Bytes) -> Vec<i64> {
    let mut numbers = Vec::new();
    for batch in read(table) {
        let names = batch.column(1).as_string::<i32>();
        for (number, name) in batch.column(0).as_primitive::<Int64Type>().iter().zip(names) {
            assert_eq!(name.unwrap(), format!("game {}", number.unwrap()));
            numbers.push(number.unwrap());
        }
    }
    numbers
}

#[test]
fn columns_are_compressed_and_sets_have_no_dictionary() {
    let batch = every_type();
    let table = table(&batch.schema(), &spool(&batch.schema(), vec![batch.clone()])).unwrap();
    let metadata = metadata(&table);
    assert_eq!(metadata.num_row_groups(), 1);
    for (column, chunk) in batch.schema().fields().iter().zip(metadata.row_group(0).columns()) {
        assert!(matches!(chunk.compression(), Compression::ZSTD(_)), "{column:?}");
        let may_have_one = !matches!(column.data_type(), DataType::UInt64 | DataType::Boolean);
        assert_eq!(chunk.dictionary_page_offset().is_some(), may_have_one, "{column:?}");
    }
}

#[test]
fn every_type_is_read_back() {
    let batch = every_type();
    let table = table(&batch.schema(), &spool(&batch.schema(), vec![batch.clone()])).unwrap();
    let batches = read(&table);
    let [found] = &batches[..] else { panic!("one batch") };
    // Views are an in-memory type.
    let site = found.column(0).as_string::<i32>().iter().collect::<Vec<_>>();
    assert_eq!(site, [Some("a site that is no short text"), None]);
    assert_eq!(found.columns()[1..], batch.columns()[1..]);
    assert_eq!(found.column(4).as_primitive::<UInt64Type>().value(0), u64::MAX);
}

#[test]
fn the_file_has_definitions_and_its_creator() {
    let batch = every_type();
    for rows in [0, 2] {
        let table = table(&batch.schema(), &spool(&batch.schema(), vec![batch.slice(0, rows)])).unwrap();
        let reader = ParquetRecordBatchReaderBuilder::try_new(table.clone()).unwrap();
        // The definitions are only in Arrow's metadata, from which this schema comes.
        assert_eq!(**reader.schema(), stored(&batch.schema()));
        assert_eq!(reader.schema().field(4).metadata()["definition"], "What passers is.", "{rows} rows");
        let file = metadata(&table).file_metadata().clone();
        assert_eq!(file.num_rows(), rows as i64);
        assert_eq!(file.created_by(), Some(concat!("destrier ", env!("CARGO_PKG_VERSION"))), "{rows} rows");
        assert_eq!(read(&table).iter().map(RecordBatch::num_rows).sum::<usize>(), rows);
    }
}

#[test]
fn row_groups_end_where_batches_end() {
    let (schema, batches) = numbered(&[ROWS - 1, 2, 0, ROWS, ROWS / 2, ROWS * 20, 3, 4]);
    let table = table(&schema, &spool(&schema, batches)).unwrap();
    let metadata = metadata(&table);
    let rows = metadata.row_groups().iter().map(|group| group.num_rows() as usize).collect::<Vec<_>>();
    assert_eq!(rows, [ROWS + 1, ROWS, ROWS / 2 + ROWS * 20, 7]);
    assert!(numbers(&table).into_iter().eq(1..=rows.iter().sum::<usize>() as i64));
}

#[test]
fn rows_are_held_until_a_row_group_is_complete() {
    let (schema, batches) = numbered(&[ROWS - 1, 0, 1, 1]);
    let mut spool = Vec::new();
    let mut groups = groups_of(&schema);
    let held = batches.into_iter().map(|batch| {
        groups.add(batch, &mut spool).unwrap();
        (groups.state().is_none(), spool.is_empty())
    });
    assert_eq!(held.collect::<Vec<_>>(), [(true, true), (true, true), (false, false), (true, false)]);
}

#[test]
fn rows_can_be_pruned_by_groups_and_pages() {
    let (schema, batches) = numbered(&[ROWS, ROWS]);
    let table = table(&schema, &spool(&schema, batches)).unwrap();
    let metadata = metadata(&table);
    for (i, range) in [(1, ROWS as i64), (ROWS as i64 + 1, 2 * ROWS as i64)].into_iter().enumerate() {
        let Some(Statistics::Int64(statistics)) = metadata.row_group(i).column(0).statistics() else {
            panic!("numbers have statistics");
        };
        let bounds = (*statistics.min_opt().unwrap(), *statistics.max_opt().unwrap());
        assert_eq!(bounds, range);
        assert_eq!(statistics.null_count_opt(), Some(0));
        for column in 0..2 {
            let pages = metadata.offset_index().unwrap()[i][column].page_locations();
            assert!(pages.len() > 1, "{} pages", pages.len());
            assert_eq!(metadata.column_index().unwrap()[i][column].num_pages() as usize, pages.len());
            // In the assembled file, the index points to the headers of the pages.
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
fn the_same_batches_give_the_same_bytes() {
    let lengths = [70_000, 3, 70_000, 5];
    let whole = || {
        let (schema, batches) = numbered(&lengths);
        let spool = spool(&schema, batches);
        let table = table(&schema, &spool).unwrap();
        (spool, table)
    };
    assert_eq!(whole(), whole());

    // A run that was interrupted after the first row group and then resumed.
    let (schema, batches) = numbered(&lengths);
    let mut gone_on = Vec::new();
    let mut batches = batches.into_iter();
    groups_of(&schema).add(batches.next().unwrap(), &mut gone_on).unwrap();
    gone_on.extend(spool(&schema, batches.collect()));
    assert_eq!(gone_on, whole().0);
}

#[test]
fn a_spool_cut_anywhere_is_an_error() {
    let (schema, batches) = numbered(&[ROWS, 1, 2]);
    let spool = spool(&schema, batches);
    let first = 8 + u64::from_le_bytes(spool[..8].try_into().unwrap()) as usize;
    assert!(first < spool.len(), "there are two row groups");
    // A cut at the end of a row group goes unnoticed.
    assert_eq!(numbers(&table(&schema, &spool[..first]).unwrap()).len(), ROWS);
    let cuts = (1..20).chain([first - 1]).chain(first + 1..spool.len());
    for cut in cuts {
        let error = table(&schema, &spool[..cut]).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::UnexpectedEof, "cut at {cut}");
        let number = if cut < first { 1 } else { 2 };
        assert!(error.to_string().starts_with(&format!("row group {number} of the spool: ")), "{error}");
    }
}

#[test]
fn other_data_in_the_spool_is_an_error() {
    let (schema, batches) = numbered(&[3]);
    let spool = spool(&schema, batches);
    let invalid = |schema: &SchemaRef, spool: &[u8]| {
        let error = table(schema, spool).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::InvalidData, "{error}");
        error.to_string()
    };
    assert!(
        invalid(&Arc::new(schema.project(&[0]).unwrap()), &spool)
            .ends_with("its columns differ from those of the table")
    );
    invalid(&schema, &[0; 64]);
    let mut text = 12_u64.to_le_bytes().to_vec();
    text.extend(b"no row group");
    invalid(&schema, &text);
    // A length that exceeds all memory.
    let error = table(&schema, &[0xff; 100]).unwrap_err();
    assert_eq!(error.kind(), io::ErrorKind::UnexpectedEof);

    // A batch of another table.
    let error = groups_of(&schema).add(every_type(), &mut Vec::new()).unwrap_err();
    assert_eq!(error.kind(), io::ErrorKind::InvalidData);
}

#[test]
fn damage_never_panics() {
    let (schema, batches) = numbered(&[300]);
    let spool = spool(&schema, batches);
    let mut random = fastrand::Rng::with_seed(3);
    let mut refused = 0;
    for _ in 0..3_000 {
        let mut damaged = spool.clone();
        // The metadata is at the end.
        let from = if random.bool() { spool.len().saturating_sub(1200) } else { 0 };
        for _ in 0..random.usize(1..4) {
            damaged[random.usize(from..spool.len())] = random.u8(..);
        }
        refused += usize::from(table(&schema, &damaged).is_err());
    }
    assert!(refused > 300, "{refused}");
}

#[test]
fn io_errors_keep_their_kind() {
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
    let (schema, mut batches) = numbered(&[ROWS, 1]);
    let mut groups = groups_of(&schema);
    let error = groups.add(batches.remove(0), &mut Full).unwrap_err();
    assert_eq!(error.kind(), io::ErrorKind::StorageFull);
    let spool = spool(&schema, batches);
    let error = assemble(&schema, &mut &spool[..], Full).unwrap_err();
    assert_eq!(error.kind(), io::ErrorKind::StorageFull);
    let error = assemble(&schema, &mut Full, Vec::new()).unwrap_err();
    assert_eq!(error.kind(), io::ErrorKind::PermissionDenied);
}
