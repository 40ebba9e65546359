//! Tables that are not files are read like files.

use super::{converted, findings, inputs, scan_of};
use arrow_schema::{ArrowError, DataType, Field, FieldRef, Schema, SchemaRef};
use bytes::Bytes;
use destrier_games::{GameTable, RowBatches, Scan, Source};
use parquet::arrow::ProjectionMask;
use parquet::arrow::arrow_reader::{
    ArrowReaderMetadata, ArrowReaderOptions, ParquetRecordBatchReaderBuilder,
};
use std::io;
use std::sync::Arc;

/// The rows of a Parquet file, with an error after them.
struct Rows {
    file: Bytes,
    error: Option<&'static str>,
}

impl Rows {
    fn metadata(&self, options: ArrowReaderOptions) -> ArrowReaderMetadata {
        ArrowReaderMetadata::load(&self.file, options).unwrap()
    }
}

impl GameTable for Rows {
    fn schema(&self) -> SchemaRef {
        Arc::clone(self.metadata(ArrowReaderOptions::new()).schema())
    }

    fn read(&self, columns: Vec<(usize, FieldRef)>) -> io::Result<RowBatches> {
        let mut fields = self.schema().fields().to_vec();
        for (index, field) in &columns {
            fields[*index] = Arc::clone(field);
        }
        let metadata = self.metadata(ArrowReaderOptions::new().with_schema(Arc::new(Schema::new(fields))));
        let roots = columns.iter().map(|(index, _)| *index);
        let builder = ParquetRecordBatchReaderBuilder::new_with_metadata(self.file.clone(), metadata);
        let mask = ProjectionMask::roots(builder.parquet_schema(), roots);
        let rows = builder.with_projection(mask).with_batch_size(100).build().unwrap();
        let error = self.error.map(|error| Err(ArrowError::ComputeError(error.to_owned())));
        Ok(Box::new(rows.chain(error)))
    }
}

fn source(file: &Bytes, error: Option<&'static str>) -> Source {
    Source::of_table("rows", Arc::new(Rows { file: file.clone(), error })).unwrap()
}

#[test]
fn findings_are_those_of_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let games = scan_of(inputs(folder.path()).into_iter().map(Source::new).collect(), 1);
    let table = Bytes::from(converted(&games));
    let expected = findings(&games);
    assert!(expected.2.rows > 500, "{:?}", expected.2);
    for threads in [1, 3] {
        assert!(findings(&scan_of(vec![source(&table, None)], threads)) == expected, "{threads} threads");
    }
}

#[test]
fn an_error_ends_the_table() {
    let games = [Source::of_memory("a.pgn", &b"1. e4 *\n\n1. d4 *"[..])];
    let table = Bytes::from(converted(&Scan::new(games)));
    for threads in [1, 3] {
        let sources = vec![source(&table, Some("no more")), source(&table, None)];
        let (_, problems, totals) = findings(&scan_of(sources, threads));
        assert_eq!(totals.games, 4);
        assert!(problems.len() == 1 && problems[0].contains("no more"), "{problems:?}");
    }
}

#[test]
fn a_table_is_read_from_its_start() {
    let table = Bytes::from(converted(&Scan::new([Source::of_memory("a.pgn", &b"1. e4 *"[..])])));
    let source = source(&table, None);
    assert!(source.is_table().unwrap() && source.size().is_none());
    let error = source.with_range(1..2, false).blocks(&Default::default()).unwrap_err();
    assert_eq!(error.kind(), io::ErrorKind::Unsupported);
}

#[test]
fn other_tables_are_refused() {
    struct Numbers;
    impl GameTable for Numbers {
        fn schema(&self) -> SchemaRef {
            Arc::new(Schema::new(vec![Field::new("moves", DataType::Int64, true)]))
        }
        fn read(&self, _: Vec<(usize, FieldRef)>) -> io::Result<RowBatches> {
            Err(io::Error::other("not read"))
        }
    }
    let error = Source::of_table("numbers", Arc::new(Numbers)).unwrap_err();
    assert!(error.to_string().contains("its columns are moves"), "{error}");
}
