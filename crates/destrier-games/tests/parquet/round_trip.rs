//! A table has the games that it was made from.

use super::{converted, findings, findings_writer, inputs, run, scan_of, table_source};
use crate::Memory;
use arrow_array::RecordBatch;
use arrow_select::concat::concat_batches;
use bytes::Bytes;
use destrier_games::output::games_writer;
use destrier_games::{Scan, Selection, Source, Table, TableRows, TableScan};
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use parquet::arrow::{ArrowWriter, ProjectionMask};
use std::sync::Arc;

const SAMPLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../samples/lichess.pgn");

fn sources() -> (tempfile::TempDir, Vec<Source>) {
    let folder = tempfile::tempdir().unwrap();
    let sources = inputs(folder.path()).into_iter().map(Source::new).collect();
    (folder, sources)
}

/// Findings, damage and counts are the same, for any number of threads.
#[test]
fn findings_are_those_of_the_games() {
    let (_folder, sources) = sources();
    let games = scan_of(sources, 1);
    let (expected, problems, totals) = findings(&games);
    assert!(totals.damaged > 15 && totals.skipped > 1 && totals.rows > 500, "{totals:?}");
    let table = converted(&games);
    assert!(table == converted(&Scan { threads: 3.try_into().unwrap(), ..games }));
    for threads in [1, 2, 5] {
        let (found, found_problems, found_totals) = findings(&scan_of(vec![table_source(&table)], threads));
        super::scan::assert_same_lines(&found, &expected);
        assert_eq!(found_problems, problems);
        assert_eq!(found_totals, totals);
    }
    // A table of the table has the same games.
    let again = converted(&scan_of(vec![table_source(&table)], 2));
    assert_eq!(findings(&scan_of(vec![table_source(&again)], 1)), (expected, problems, totals));
}

/// Returns some columns of the table of games.
fn games_with(names: &[&str], scan: Scan) -> RecordBatch {
    let columns: Vec<usize> = names.iter().map(|name| Table::Games.column(name).unwrap()).collect();
    let rows = TableRows::new(Table::Games, &columns, &Selection::default());
    let schema = Arc::clone(rows.schema());
    let batches: Vec<_> = TableScan::new(scan, rows).batches().filter_map(Result::ok).collect();
    concat_batches(&schema, &batches).unwrap()
}

/// The moves in SAN and the last positions are those of the table of games. A table of such lists is one of games.
#[test]
fn moves_are_text_too() {
    let names = ["sans", "final_fen"];
    let (_folder, sources) = sources();
    let games = scan_of(sources, 1);
    let reader = ParquetRecordBatchReaderBuilder::try_new(Bytes::from(converted(&games))).unwrap();
    let columns = ProjectionMask::columns(reader.parquet_schema(), names);
    let batches: Vec<_> = reader.with_projection(columns).build().unwrap().map(Result::unwrap).collect();
    let found = concat_batches(&batches[0].schema(), &batches).unwrap();
    let expected = games_with(&names, games);
    assert_eq!(found.columns(), expected.columns());

    let sans = games_with(&["sans"], scan_of(vec![Source::new(SAMPLE)], 1));
    let mut writer = ArrowWriter::try_new(Vec::new(), sans.schema(), None).unwrap();
    writer.write(&sans).unwrap();
    let table = table_source(&writer.into_inner().unwrap());
    assert_eq!(games_with(&["sans"], scan_of(vec![table], 1)), sans);
}

/// Unknown tags are null in findings of both.
#[test]
fn unknown_tags_are_unknown_in_tables() {
    for value in ["?", "", " ? "] {
        let tags: String =
            ["Event", "Site", "White", "Date", "ECO"].map(|name| format!("[{name} \"{value}\"]\n")).concat();
        let text = format!("{tags}[FEN \"r3k3/8/8/1N6/8/8/8/4K3 w q - 0 1\"]\n\n1. Nc7+ *\n");
        let games = scan_of(vec![Source::of_memory("a.pgn", text.into_bytes())], 1);
        let (expected, ..) = findings(&games);
        assert!(!expected.contains('?'), "{expected}");
        assert_eq!(findings(&scan_of(vec![table_source(&converted(&games))], 1)).0, expected);
    }
}

/// All tags are kept except unknown ones, and their values are the same.
#[test]
fn tags_are_those_of_the_games() {
    let (_folder, sources) = sources();
    let games = scan_of(sources, 1);
    let table = converted(&games);
    let tags = |scan: &Scan| {
        let mut all = Vec::new();
        for source in scan.sources.iter() {
            let mut blocks = source.blocks(&Default::default()).unwrap();
            while let Some(block) = blocks.next_block().unwrap() {
                for entry in block.games() {
                    let Ok(game) = entry.game else { continue };
                    let mut tags: Vec<(String, String)> = Vec::new();
                    for tag in game.tags.iter() {
                        let name = String::from_utf8_lossy(tag.name).into_owned();
                        if tags.iter().all(|(other, _)| *other != name) {
                            tags.push((name, tag.value().into_owned()));
                        }
                    }
                    tags.retain(|(_, value)| !matches!(&**value, "" | "?"));
                    for (name, value) in &tags {
                        assert_eq!(game.tags.value(name).as_deref(), Some(&**value));
                    }
                    tags.sort();
                    all.push((entry.number, tags, game.result(), game.annotations()));
                }
            }
        }
        all
    };
    let (expected, found) = (tags(&games), tags(&scan_of(vec![table_source(&table)], 1)));
    assert!(expected.len() > 200);
    for (found, expected) in found.iter().zip(&expected) {
        assert_eq!((found.0, &found.1, found.2), (expected.0, &expected.1, expected.2));
        for ply in 0..400 {
            assert_eq!(found.3.at(ply), expected.3.at(ply), "{:?} ply {ply}", expected.0);
        }
    }
    assert_eq!(found.len(), expected.len());
}

/// A scan continues from any point, within and between row groups.
#[test]
fn scans_of_tables_resume() {
    let start = "r3k2r/8/8/1N6/8/8/8/4K3 w kq - 0 1";
    let text = format!("[Event \"a\"]\n[FEN \"{start}\"]\n\n1. Nc7+ *\n\n").repeat(34_000);
    let table = converted(&scan_of(vec![Source::of_memory("a.pgn", text.as_bytes())], 2));
    let sources = vec![table_source(&table), table_source(&table[..table.len() - 1]), table_source(&table)];
    let scan = scan_of(sources, 2);
    let (whole, ended) = run(&mut *findings_writer(), &scan);
    assert_eq!((ended.totals.games, ended.totals.unreadable), (68_000, 1));
    let points = whole.checkpoints.len();
    assert!(points > 100, "{points}");
    for (point, threads) in [(1, 1), (points / 4, 3), (points / 2, 1), (points - 2, 3)] {
        let (start, length, before, state) = &whole.checkpoints[point];
        let mut writer = findings_writer();
        writer.restore(state).unwrap();
        let mut memory = Memory { written: whole.written[..*length].to_vec(), ..Memory::default() };
        let scan = Scan {
            start: *start,
            before: *before,
            threads: threads.try_into().unwrap(),
            ..Scan::new(scan.sources.clone())
        };
        assert_eq!(memory.run(&mut *writer, &scan), ended);
        assert!(memory.written == whole.written, "from {start:?}");
    }
    // Writing a table resumes after a whole row group.
    let games = scan_of(vec![Source::of_memory("a.pgn", text.as_bytes())], 2);
    let (spool, ended) = run(&mut *games_writer(None), &games);
    let (start, length, before, state) = &spool.checkpoints[spool.checkpoints.len() / 2];
    let mut writer = games_writer(None);
    writer.restore(state).unwrap();
    let mut memory = Memory { written: spool.written[..*length].to_vec(), ..Memory::default() };
    let rest = Scan { start: *start, before: *before, ..games.clone() };
    assert_eq!(memory.run(&mut *writer, &rest), ended);
    assert!(memory.written == spool.written);
}
