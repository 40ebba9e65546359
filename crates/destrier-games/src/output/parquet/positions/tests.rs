use super::*;
use crate::chess::Position;
use crate::input::Source;
use crate::output::{OutputRequest, write_to_memory};
use crate::scan::Scan;
use crate::search::Selection;
use crate::tables::{Table, TableScan};
use arrow_array::RecordBatch;
use arrow_select::concat::concat_batches;
use bytes::Bytes;
use fastrand::Rng;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use parquet::basic::Encoding;
use parquet::file::metadata::{PageIndexPolicy, ParquetMetaData, ParquetMetaDataReader};
use std::num::NonZero;

fn scan(games: &str, threads: usize) -> Scan {
    let source = Source::of_memory("games.pgn", games.as_bytes());
    Scan { threads: NonZero::new(threads).unwrap(), ..Scan::new([source]) }
}

fn table_rows(columns: &[usize]) -> TableRows {
    TableRows::new(Table::Features, columns, &Selection::default())
}

/// Returns the columns that are not filled cell by cell.
fn fast_columns() -> Vec<usize> {
    let all: Vec<usize> = (0..Table::Features.columns().len()).collect();
    all.into_iter().filter(|&column| table_rows(&[column]).are_plain_positions()).collect()
}

/// Returns the table as a file.
fn written(columns: &[usize], scan: &Scan) -> Bytes {
    let rows = table_rows(columns);
    assert!(open(&rows).is_some());
    let mut writer = super::super::open(OutputRequest::new(rows, Selection::default()));
    write_to_memory(&mut *writer, scan).unwrap().output.into()
}

fn read(table: &Bytes) -> RecordBatch {
    let reader = ParquetRecordBatchReaderBuilder::try_new(table.clone()).unwrap();
    let schema = Arc::clone(reader.schema());
    concat_batches(&schema, &reader.build().unwrap().collect::<Result<Vec<_>, _>>().unwrap()).unwrap()
}

fn metadata(table: &Bytes) -> ParquetMetaData {
    ParquetMetaDataReader::new()
        .with_page_index_policy(PageIndexPolicy::Required)
        .parse_and_finish(table)
        .unwrap()
}

/// Checks that the file has the same cells as record batches.
fn assert_same_cells(games: &str) -> Bytes {
    let columns = fast_columns();
    let table = written(&columns, &scan(games, 1));
    let found = read(&table);
    let rows = table_rows(&columns);
    let schema = Arc::clone(rows.schema());
    let batches: Vec<_> = TableScan::new(scan(games, 1), rows).batches().filter_map(Result::ok).collect();
    let expected = concat_batches(&schema, &batches).unwrap();
    assert_eq!(found.num_rows(), expected.num_rows());
    for ((field, found), expected) in schema.fields().iter().zip(found.columns()).zip(expected.columns()) {
        match expected.as_string_view_opt() {
            // Views are an in-memory type.
            Some(expected) => {
                assert!(found.as_string::<i32>().iter().eq(expected.iter()), "{}", field.name());
            }
            None => assert!(found == expected, "{}", field.name()),
        }
    }
    table
}

/// Returns random games, which end early or with all kinds of checks and mates.
fn random_games(number: usize) -> String {
    let mut random = Rng::with_seed(7);
    let mut text = String::new();
    for game in 0..number {
        text += &format!("[White \"{}\"]\n[Date \"20{:02}.01.0{}\"]\n\n", game % 7, game % 30, 1 + game % 3);
        let mut position = Position::INITIAL;
        for _ in 0..random.usize(..300) {
            let moves = position.legal_moves();
            let Some(&played) = random.choice(&moves) else { break };
            text += &format!("{} ", position.san(played));
            position = position.after(played);
        }
        text += "*\n\n";
    }
    text
}

#[test]
fn cells_are_those_of_batches() {
    let sample = include_str!("../../../../../../samples/lichess.pgn");
    assert_same_cells(sample);
    let table = assert_same_cells(&random_games(400));
    let sans = read(&table);
    let sans = sans.column_by_name("san").unwrap().as_string::<i32>();
    for wanted in ["+", "#", "=Q", "=N+", "O-O"] {
        assert!(sans.iter().flatten().any(|san| san.contains(wanted)), "{wanted}");
    }
    assert!(metadata(&table).num_row_groups() > 0);
    // Castling in Chess960, a null move, a mate that only a capture en passant could stop, damage, an empty game.
    assert_same_cells(
        "[FEN \"1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 0 1\"]\n\n1. O-O O-O-O *\n\n\
         [FEN \"4k2r/8/8/8/8/8/8/R3K2R w KQk - 0 1\"]\n\n1. O-O O-O 2. -- Rxf1+ *\n\n\
         1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# *\n\n\
         1. e4 e5 2. Ke3 *\n\n*\n\n1. d4 d5 *\n",
    );
}

/// Plies, dictionaries and texts of every size.
#[test]
fn extremes_are_read_back() {
    let shuffle = "Nf3 Nf6 Ng1 Ng8 ";
    let name = "\u{de}\u{f3}rsh\u{f6}fn".repeat(20);
    for plies in [0, 100, 300, 65_536] {
        assert_same_cells(&format!("[White \"{name}\"]\n\n{}*\n", shuffle.repeat(plies / 4)));
    }
    assert_same_cells(&"[Event \"?\"]\n\n*\n\n".repeat(70_000));
    let last = char::MAX.to_string().repeat(20);
    assert_same_cells(&format!("[White \"{last}\"]\n\n1. e4 *\n"));
}

#[test]
fn no_games_give_an_empty_table() {
    let table = written(&fast_columns(), &scan("", 1));
    assert_eq!(read(&table).num_rows(), 0);
}

#[test]
fn the_number_of_threads_does_not_matter() {
    let games = random_games(3000);
    let columns = fast_columns();
    let [one, three] = [1, 3].map(|threads| written(&columns, &scan(&games, threads)));
    assert!(one == three);
    let groups = metadata(&one).num_row_groups();
    assert!(groups > 1, "{groups} row groups");
}

/// Row groups and pages can be skipped by the game and by sets.
#[test]
fn statistics_bound_the_cells() {
    let table = written(&fast_columns(), &scan(&random_games(3000), 1));
    let metadata = metadata(&table);
    let cells = read(&table);
    let mut start = 0;
    for (group, index) in metadata.row_groups().iter().zip(metadata.column_index().unwrap()) {
        for (column, chunk) in group.columns().iter().enumerate() {
            let cells = cells.column(column).slice(start, group.num_rows() as usize);
            let statistics = chunk.statistics().unwrap();
            assert_eq!(statistics.null_count_opt(), Some(cells.null_count() as u64));
            let bounds = statistics.min_bytes_opt().zip(statistics.max_bytes_opt());
            let signed = |bytes: &[u8]| i64::from_le_bytes(bytes.try_into().unwrap());
            let path = chunk.column_path().string();
            match cells.data_type() {
                DataType::UInt64 => {
                    let sets = cells.as_primitive::<arrow_array::types::UInt64Type>().values();
                    let bounds =
                        bounds.map(|(least, greatest)| [least, greatest].map(|bytes| signed(bytes) as u64));
                    let expected = [sets.iter().min(), sets.iter().max()].map(|set| *set.unwrap());
                    assert_eq!(bounds, Some(expected), "{path}");
                }
                DataType::Int64 => {
                    let numbers = cells.as_primitive::<Int64Type>();
                    let bounds = bounds.map(|(least, greatest)| (signed(least), signed(greatest)));
                    assert_eq!(
                        bounds,
                        numbers.iter().flatten().min().zip(numbers.iter().flatten().max()),
                        "{path}"
                    );
                }
                DataType::Utf8 => {
                    let texts = cells.as_string::<i32>();
                    let expected = texts.iter().flatten().min().zip(texts.iter().flatten().max());
                    let expected = expected.map(|(least, greatest)| (least.as_bytes(), greatest.as_bytes()));
                    assert_eq!(bounds, expected, "{path}");
                }
                _ => {}
            }
            assert!(index[column].num_pages() > 1);
        }
        let game =
            metadata.row_group(0).columns().iter().position(|chunk| chunk.column_path().string() == "game");
        assert!(group.column(game.unwrap()).encodings().any(|encoding| encoding == Encoding::RLE_DICTIONARY));
        start += group.num_rows() as usize;
    }
}
