//! Queries for tests, and the output of the command for the same files.

#[cfg(feature = "cluster")]
pub(crate) mod cluster;
pub(crate) mod questions;
pub(crate) mod store;

use datafusion::arrow::array::{
    Array, AsArray, BooleanArray, ListArray, MapArray, RecordBatch, StringArray, StringViewArray, UInt8Array,
    UInt16Array, UInt32Array, UInt64Array,
};
use datafusion::arrow::datatypes::{DataType, Float64Type, Int64Type};
use datafusion::error::Result;
use datafusion::object_store::{self, ObjectStore, ObjectStoreExt};
use datafusion::physical_plan::metrics::MetricValue;
use datafusion::physical_plan::{ExecutionPlan, collect_partitioned, displayable};
use datafusion::prelude::{SessionConfig, SessionContext};
use destrier_games::output::{OUTPUT_FORMATS, OutputRequest, Written, games_writer, write_to_memory};
use destrier_games::{
    Column, ColumnKind, GameFilter, Judging, Scan, Selection, Source, Table, TableRows, Totals,
};
use serde_json::{Map, Value};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A row as JSON, without nulls.
pub(crate) type Row = Map<String, Value>;

pub(crate) const SAMPLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../samples/lichess.pgn");
pub(crate) const PUZZLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../samples/puzzles.csv");
pub(crate) const DIRT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../destrier-games/tests/data/dirt");

/// Returns a session that reads files in a number of partitions, however small they are, each range in its own.
pub(crate) fn session(partitions: usize) -> SessionContext {
    session_of(SessionConfig::new().with_target_partitions(partitions))
}

pub(crate) fn session_of(config: SessionConfig) -> SessionContext {
    let mut config = config.with_repartition_file_min_size(1);
    config.options_mut().execution.enable_file_stream_work_stealing = false;
    let context = SessionContext::new_with_config(config);
    destrier_sql::games::register(&context).unwrap();
    context
}

/// Returns a session with the default settings, in which an idle partition takes over the work of another.
pub(crate) fn session_of_users(partitions: usize) -> SessionContext {
    let config = SessionConfig::new().with_target_partitions(partitions).with_repartition_file_min_size(1);
    assert!(config.options().execution.enable_file_stream_work_stealing);
    let context = SessionContext::new_with_config(config);
    destrier_sql::games::register(&context).unwrap();
    context
}

/// Puts a text into a store, registers the store, and returns the URL.
pub(crate) async fn store(context: &SessionContext, store: &Arc<store::Store>, text: Vec<u8>) -> String {
    store.put(&object_store::path::Path::from("a.pgn"), text.into()).await.unwrap();
    know(context, "memory://games/", store);
    "memory://games/a.pgn".to_owned()
}

/// Registers a store in a session.
pub(crate) fn know(context: &SessionContext, address: &str, store: &Arc<impl ObjectStore>) {
    let address = address.parse().unwrap();
    context.register_object_store(&address, Arc::clone(store) as Arc<dyn ObjectStore>);
}

/// The result of a query: its rows, in the order of the partitions, and the plan with its metrics.
pub(crate) struct Answer {
    pub(crate) batches: Vec<RecordBatch>,
    pub(crate) plan: Arc<dyn ExecutionPlan>,
}

impl Answer {
    /// Returns the rows.
    pub(crate) fn rows(&self) -> Vec<Row> {
        self.batches.iter().flat_map(rows).collect()
    }

    /// Returns the number in the only row and column.
    #[track_caller]
    pub(crate) fn number(&self) -> i64 {
        assert_eq!(self.batches.iter().map(RecordBatch::num_rows).sum::<usize>(), 1);
        let batch = self.batches.iter().find(|batch| batch.num_rows() == 1).unwrap();
        batch.column(0).as_primitive::<Int64Type>().value(0)
    }

    /// Returns a metric of the reader.
    #[track_caller]
    pub(crate) fn counted(&self, name: &str) -> usize {
        counted(&self.plan, name).unwrap_or_else(|| panic!("no metric {name}"))
    }

    /// Returns the number of rows from the reader.
    pub(crate) fn read_rows(&self) -> usize {
        reader(&self.plan).and_then(|reader| reader.metrics()?.output_rows()).unwrap()
    }

    /// Returns the plan, one step per line.
    pub(crate) fn shown(&self) -> String {
        displayable(self.plan.as_ref()).indent(true).to_string()
    }

    /// Returns the line of the plan that reads files.
    pub(crate) fn scan(&self) -> String {
        self.shown()
            .lines()
            .find(|line| line.contains("DataSourceExec"))
            .unwrap_or_default()
            .trim()
            .to_owned()
    }

    /// Returns the number of partitions of the reader.
    pub(crate) fn partitions(&self) -> usize {
        reader(&self.plan).unwrap().properties().output_partitioning().partition_count()
    }
}

fn counted(plan: &Arc<dyn ExecutionPlan>, name: &str) -> Option<usize> {
    reader(plan)?.metrics()?.sum_by_name(name).map(|value: MetricValue| value.as_usize())
}

/// Returns the part of a plan that reads files.
fn reader(plan: &Arc<dyn ExecutionPlan>) -> Option<&Arc<dyn ExecutionPlan>> {
    match plan.name() {
        "DataSourceExec" => Some(plan),
        _ => plan.children().into_iter().find_map(reader),
    }
}

/// Runs a query.
pub(crate) async fn ask(context: &SessionContext, query: &str) -> Result<Answer> {
    let plan = context.sql(query).await?.create_physical_plan().await?;
    let batches = collect_partitioned(Arc::clone(&plan), context.task_ctx()).await?;
    Ok(Answer { batches: batches.concat(), plan })
}

/// Returns the error of a query.
pub(crate) async fn error_of(context: &SessionContext, query: &str) -> String {
    match ask(context, query).await {
        Ok(answer) => panic!("{query} gives {} rows", answer.rows().len()),
        Err(error) => error.to_string(),
    }
}

/// Returns the rows of a batch.
pub(crate) fn rows(batch: &RecordBatch) -> Vec<Row> {
    let schema = batch.schema();
    let row = |row: usize| {
        let cells = schema.fields().iter().zip(batch.columns());
        let cells = cells.filter(|(_, column)| !column.is_null(row));
        cells.map(|(field, column)| (field.name().clone(), cell(column.as_ref(), row))).collect()
    };
    (0..batch.num_rows()).map(row).collect()
}

fn cell(column: &dyn Array, row: usize) -> Value {
    macro_rules! of {
        ($array:ty) => {
            column.as_any().downcast_ref::<$array>().unwrap().value(row)
        };
    }
    match column.data_type() {
        DataType::Utf8 => of!(StringArray).into(),
        DataType::Utf8View => of!(StringViewArray).into(),
        DataType::Boolean => of!(BooleanArray).into(),
        DataType::UInt8 => of!(UInt8Array).into(),
        DataType::UInt16 => of!(UInt16Array).into(),
        DataType::UInt32 => of!(UInt32Array).into(),
        DataType::UInt64 => of!(UInt64Array).into(),
        DataType::Int64 => column.as_primitive::<Int64Type>().value(row).into(),
        // JSON has 180, not 180.0.
        DataType::Float64 => column.as_primitive::<Float64Type>().value(row).to_string().parse().unwrap(),
        DataType::List(_) => {
            let list = of!(ListArray);
            (0..list.len()).map(|i| cell(list.as_ref(), i)).collect()
        }
        DataType::Map(..) => {
            let map = column.as_any().downcast_ref::<MapArray>().unwrap().value(row);
            let entry = |i| (cell(map.column(0), i).as_str().unwrap().to_owned(), cell(map.column(1), i));
            Value::Object((0..map.len()).map(entry).collect())
        }
        _ => {
            let text = datafusion::arrow::util::display::array_value_to_string(column, row);
            text.unwrap().into()
        }
    }
}

/// Returns the columns that the command writes: findings without worth, other tables up to the tags.
pub(crate) fn columns_of_command(table: Table) -> Vec<&'static Column> {
    match table.column("event").filter(|_| table != Table::Findings) {
        Some(first_tag) => table.columns()[..first_tag].iter().collect(),
        None => table.columns().iter().filter(|column| !column.needs().worth).collect(),
    }
}

/// Returns the rows of the command for files: `destrier scan -f jsonl`, or `destrier features --fen -f jsonl`.
pub(crate) fn of_command(files: &[PathBuf], features: bool, filter: &GameFilter) -> (Vec<Row>, Totals) {
    let table = if features { Table::Features } else { Table::Findings };
    let (mut rows, totals) = written(files, &columns_of_command(table), table, filter, Selection::default());
    let sets = columns_of_command(table).into_iter().filter(|column| column.kind == ColumnKind::Set);
    for set in sets {
        for row in &mut rows {
            let digits = row[&*set.name].as_str().unwrap();
            row[&*set.name] = u64::from_str_radix(digits, 16).unwrap().into();
        }
    }
    (rows, totals)
}

/// Returns the rows of the command for a file, with the worth of moves: `destrier scan --worth -f jsonl`.
pub(crate) fn worth_of_command(file: &str) -> Vec<Row> {
    let selection = Selection { judging: Some(Judging::default()), ..Selection::default() };
    let columns: Vec<_> = Table::Findings.columns().iter().collect();
    written(&[file.into()], &columns, Table::Findings, &GameFilter::default(), selection).0
}

/// Writes some columns of a table as JSON lines, and parses them again.
fn written(
    files: &[PathBuf],
    columns: &[&Column],
    table: Table,
    filter: &GameFilter,
    selection: Selection,
) -> (Vec<Row>, Totals) {
    let columns: Vec<usize> = columns.iter().map(|column| table.column(&column.name).unwrap()).collect();
    let rows = TableRows::new(table, &columns, &selection);
    let json_lines = OUTPUT_FORMATS.iter().find(|format| format.name == "jsonl").unwrap();
    let mut output = json_lines.open(OutputRequest::new(rows, selection));
    let sources: Vec<Source> = files.iter().map(Source::new).collect();
    let scan = Scan { condition: Arc::new(filter.clone()), ..Scan::new(sources) };
    let Written { output, ended, .. } = write_to_memory(&mut *output, &scan).unwrap();
    let row = |line: &str| -> Row {
        let row: Row = serde_json::from_str(line).unwrap();
        row.into_iter().filter(|(_, cell)| !cell.is_null()).collect()
    };
    (String::from_utf8(output).unwrap().lines().map(row).collect(), ended.totals)
}

/// Returns files as a table of games: `destrier convert`.
pub(crate) fn converted(files: &[PathBuf]) -> Vec<u8> {
    let sources: Vec<Source> = files.iter().map(Source::new).collect();
    write_to_memory(&mut *games_writer(None), &Scan::new(sources)).unwrap().output
}

/// Asserts that two tables are equal, and shows the first rows that differ.
#[track_caller]
pub(crate) fn assert_same_rows(found: &[Row], expected: &[Row], what: &str) {
    for (number, (found, expected)) in found.iter().zip(expected).enumerate() {
        assert_eq!(found, expected, "{what}: row {number}");
    }
    assert_eq!(found.len(), expected.len(), "{what}");
}

/// Returns the names of columns for a `SELECT`.
pub(crate) fn names(columns: &[&Column]) -> String {
    columns.iter().map(|column| format!("{:?}", column.name)).collect::<Vec<_>>().join(", ")
}

/// Returns a path as an SQL string.
pub(crate) fn quoted(path: &Path) -> String {
    format!("'{}'", path.to_str().unwrap().replace('\'', "''"))
}

/// Returns the processor time of a process, in hundredths of a second.
#[cfg(target_os = "linux")]
pub(crate) fn processor_time(process: u32) -> u64 {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap();
    // The twelfth and thirteenth field after the name, which may contain spaces.
    let fields: Vec<&str> = stat.rsplit_once(')').unwrap().1.split_whitespace().collect();
    fields[11..13].iter().map(|ticks| ticks.parse::<u64>().unwrap()).sum()
}
