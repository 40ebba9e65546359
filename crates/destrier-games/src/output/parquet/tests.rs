use super::*;
use arrow_array::cast::AsArray;
use arrow_array::types::{Int64Type, UInt64Type};
use destrier::Bitboard;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use parquet::file::metadata::ParquetMetaData;
use parquet::file::statistics::Statistics;

fn columns() -> Vec<Column> {
    vec![
        Column::new("site", "Where it was played.", Kind::Text),
        Column::new("safe", "Whether nothing takes.", Kind::Truth),
        Column::new("lines", "Lines of the king.", Kind::Number),
        Column::new("ply", "Moves made before.", Kind::Number),
        Column::new("game", "Number of the game.", Kind::Number),
        Column::new("passers", "Pawns that nothing stops.", Kind::Set),
        Column::new("targets", "What is forked.", Kind::List),
    ]
}

/// Numbers from one on, a row each, in parts of these lengths.
fn numbered(lengths: &[usize]) -> (Vec<Column>, Vec<Builders>) {
    let columns = vec![
        Column::new("game", "Number of the game.", Kind::Number),
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
fn the_size_of_rows_is_that_of_their_values_and_of_where_texts_end() {
    let columns = columns();
    let rows = ParquetRows::new(&columns);
    let mut part = rows.part();
    assert_eq!(part.size(), 0);
    for _ in 0..16 {
        let squares = Cell::Squares(destrier::Square::H8.bitboard() | destrier::Square::A1.bitboard());
        let number = Cell::Number(1);
        let cells = [
            Cell::Text("abc"),
            Cell::Truth(true),
            number,
            number,
            number,
            Cell::Set(Bitboard::EMPTY),
            squares,
        ];
        rows.row(&mut part, &cells);
    }
    let (text, truth, numbers, list) = (3 + 4, 2, 4 * 8, 2 * (2 + 4) + 4);
    assert_eq!(part.size(), 16 * (text + numbers + list) + truth);
}

#[test]
fn columns_are_packed_and_sets_without_a_dictionary() {
    let columns = columns();
    let rows = ParquetRows::new(&columns);
    let mut part = rows.part();
    rows.row(&mut part, &[Cell::Null; 7]);
    let table = table(&columns, &spool(&columns, vec![part])).unwrap();
    let metadata = metadata(&table);
    assert_eq!(metadata.num_row_groups(), 1);
    for (column, chunk) in columns.iter().zip(metadata.row_group(0).columns()) {
        assert!(matches!(chunk.compression(), Compression::ZSTD(_)), "{column:?}");
        let may_have_one = !matches!(column.kind, Kind::Set | Kind::Truth);
        assert_eq!(chunk.dictionary_page_offset().is_some(), may_have_one, "{column:?}");
    }
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
            Cell::Number(i64::MAX.cast_unsigned()),
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
    for (i, greatest) in [(2, 255), (3, i64::from(u32::MAX)), (4, i64::MAX)] {
        assert_eq!(
            column(i).as_primitive::<Int64Type>().iter().collect::<Vec<_>>(),
            [Some(greatest), Some(0), None, None, None]
        );
    }
    assert_eq!(
        column(5).as_primitive::<UInt64Type>().iter().collect::<Vec<_>>(),
        [Some(u64::MAX), Some(0), None, None, None]
    );
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
        assert_eq!(reader.schema(), &arrow_schema(&columns));
        assert_eq!(
            reader.schema().field(5).metadata()[DEFINITION],
            "Pawns that nothing stops.",
            "{rows} rows"
        );
        let file = metadata(&table).file_metadata().clone();
        assert_eq!(file.num_rows(), rows);
        assert_eq!(file.created_by(), Some(concat!("destrier ", env!("CARGO_PKG_VERSION"))), "{rows} rows");
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
    assert!(numbers(&table).into_iter().eq(1..=rows.iter().sum::<usize>() as i64));
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
