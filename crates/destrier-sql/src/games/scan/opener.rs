//! Opens files as streams of batches, with the scan of destrier-games.

use super::bytes::Object;
use super::conditions::GamesThatHold;
use super::format::GamesFormat;
use super::thread;
use datafusion::arrow::array::RecordBatch;
use datafusion::common::exec_datafusion_err;
use datafusion::datasource::listing::PartitionedFile;
use datafusion::datasource::physical_plan::{FileOpenFuture, FileOpener};
use datafusion::error::Result;
use datafusion::object_store::ObjectStore;
use datafusion::physical_plan::metrics::{Count, ExecutionPlanMetricsSet, MetricBuilder, MetricCategory};
use destrier_games::{Problem, Scan, Source, Step, TableRows, TableScan, Totals};
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use tokio::runtime::Handle;
use tokio::sync::mpsc::Sender;

/// Opens files for a partition.
pub(super) struct GamesOpener {
    pub(super) format: GamesFormat,
    /// The rows, with the selected columns.
    pub(super) rows: TableRows,
    pub(super) condition: Option<Arc<GamesThatHold>>,
    /// Whether the query needs the numbers of games.
    pub(super) is_numbered: bool,
    pub(super) store: Arc<dyn ObjectStore>,
    pub(super) batch_size: usize,
    /// The maximum number of rows.
    pub(super) limit: Option<usize>,
    pub(super) metrics: ScanMetrics,
    /// Whether a file was read to its end.
    pub(super) is_ended: Arc<AtomicBool>,
}

/// The metrics of a partition.
#[derive(Clone)]
pub(super) struct ScanMetrics {
    games: Count,
    filtered: Count,
    positions: Count,
    damaged: Count,
    skipped: Count,
}

impl ScanMetrics {
    pub(super) fn new(metrics: &ExecutionPlanMetricsSet, partition: usize) -> Self {
        let count = |name: &'static str| {
            MetricBuilder::new(metrics).with_category(MetricCategory::Rows).counter(name, partition)
        };
        Self {
            games: count("games"),
            filtered: count("filtered"),
            positions: count("positions"),
            damaged: count("damaged"),
            skipped: count("skipped"),
        }
    }

    /// Adds the difference of two totals.
    fn add(&self, totals: &Totals, before: &Totals) {
        self.games.add((totals.games - before.games) as usize);
        self.filtered.add((totals.filtered - before.filtered) as usize);
        self.positions.add((totals.positions - before.positions) as usize);
        self.damaged.add((totals.damaged - before.damaged) as usize);
        self.skipped.add((totals.skipped - before.skipped) as usize);
    }
}

impl FileOpener for GamesOpener {
    fn open(&self, file: PartitionedFile) -> Result<FileOpenFuture> {
        let name = self.format.names.name(&file.object_meta.location);
        let runtime = Handle::try_current().map_err(|error| exec_datafusion_err!("{error}"))?;
        let store = Arc::clone(&self.store);
        let range = file.range.map_or(0..u64::MAX, |range| {
            range.start.try_into().unwrap_or(0)..range.end.try_into().unwrap_or(0)
        });
        let (location, size) = (file.object_meta.location, file.object_meta.size);
        let path = self.format.path(&location);
        let (rows, condition, metrics) = (self.rows.clone(), self.condition.clone(), self.metrics.clone());
        let (is_numbered, batch_size, limit) = (self.is_numbered, self.batch_size, self.limit);
        let (read_name, is_ended) = (name.clone(), Arc::clone(&self.is_ended));
        let read = move |batches: Sender<_>| {
            let object = Object { runtime, batches: batches.clone(), store, location, size };
            let source = Source::of_bytes(path, Arc::new(object)).named(read_name);
            let mut scan = Scan::new([source.with_range(range, is_numbered)]);
            scan.limit = limit.map(|limit| limit as u64);
            if let Some(condition) = condition {
                scan.condition = condition;
            }
            let batch_rows = batch_size.min(limit.unwrap_or(usize::MAX));
            let is_whole = send(&TableScan::new(scan, rows).with_batch_rows(batch_rows), &metrics, &batches)?;
            is_ended.fetch_or(is_whole, Ordering::Relaxed);
            Ok(())
        };
        Ok(Box::pin(async move { thread::batches(name, read) }))
    }
}

/// Sends the batches of a scan until it ends or the receiver is gone. Returns whether it ended.
fn send(scan: &TableScan, metrics: &ScanMetrics, batches: &Sender<Result<RecordBatch>>) -> Result<bool> {
    let mut before = Totals::default();
    let mut is_taken = true;
    let ended = scan.run(|step| {
        let Step { output, problems, totals, .. } = step;
        metrics.add(&totals, &before);
        before = totals;
        // A damaged game is only counted; an unreadable file is an error.
        if let Some(problem) =
            problems.into_iter().find(|problem| !matches!(problem, Problem::Damaged { .. }))
        {
            return Err(io::Error::other(problem.to_string()));
        }
        is_taken = match output {
            Some(batch) => batches.blocking_send(Ok(batch)).is_ok(),
            // If no game meets the conditions, nothing is sent that could fail.
            None => !batches.is_closed(),
        };
        if is_taken { Ok(()) } else { Err(io::ErrorKind::BrokenPipe.into()) }
    });
    match ended {
        Err(error) if is_taken => Err(exec_datafusion_err!("{error}")),
        _ => Ok(is_taken),
    }
}
