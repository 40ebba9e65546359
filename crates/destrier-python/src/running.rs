//! A scan whose batches are pulled from Python or through an Arrow stream.

use crate::plan::{Message, Part, Plan, Shared};
use crate::records::{class, damage_error, panicked, scan_error};
use arrow_array::{RecordBatch, RecordBatchReader};
use arrow_schema::{ArrowError, SchemaRef};
use crossbeam_channel::{Receiver, RecvTimeoutError};
use destrier_games::Totals;
use pyo3::prelude::*;
use std::sync::atomic::Ordering;
use std::sync::{Arc, PoisonError};
use std::time::{Duration, Instant};

/// How often signals are checked and progress is reported while a batch is computed.
pub(crate) const INTERVAL: Duration = Duration::from_millis(100);

/// A scan, which begins when its first batch is pulled. Dropping it ends the scan.
pub(crate) struct Running {
    plan: Arc<Plan>,
    part: Part,
    shared: Arc<Shared>,
    state: State,
    last_report: Instant,
}

enum State {
    NotStarted,
    Started { messages: Receiver<Message>, bytes: Option<u64> },
    Ended,
}

impl Running {
    pub(crate) fn new(plan: &Arc<Plan>, part: Part) -> Self {
        let (plan, shared) = (Arc::clone(plan), Arc::default());
        Self { plan, part, shared, state: State::NotStarted, last_report: Instant::now() }
    }

    /// Returns the next batch. Other Python threads run while it is computed.
    pub(crate) fn next_batch(&mut self, py: Python<'_>) -> PyResult<Option<RecordBatch>> {
        let batch = self.pull(py);
        if !matches!(batch, Ok(Some(_))) {
            self.end();
        }
        batch
    }

    fn pull(&mut self, py: Python<'_>) -> PyResult<Option<RecordBatch>> {
        if let State::NotStarted = self.state {
            self.plan.errors.lock().unwrap_or_else(PoisonError::into_inner).clear();
            let (messages, bytes) = py.detach(|| self.plan.start(self.part.clone(), &self.shared));
            self.state = State::Started { messages, bytes };
        }
        let State::Started { messages, bytes } = &self.state else { return Ok(None) };
        let (messages, bytes) = (messages.clone(), *bytes);
        loop {
            let message = py.detach(|| messages.recv_timeout(INTERVAL));
            py.check_signals()?;
            let is_last = matches!(message, Ok(Message::Ended));
            self.report(py, bytes, is_last)?;
            match message {
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(panicked()),
                Ok(Message::Batch(batch)) => return Ok(Some(batch)),
                Ok(Message::Ended) => return Ok(None),
                Ok(Message::Warning(text)) => warn(py, &text)?,
                Ok(Message::Failed(error)) => return Err(scan_error(py, error)),
                Ok(Message::Problems(problems)) => {
                    let first = problems.iter().find(|problem| self.plan.raises(problem));
                    let error = first.map(|problem| damage_error(py, problem));
                    self.plan.errors.lock().unwrap_or_else(PoisonError::into_inner).extend(problems);
                    if let Some(error) = error {
                        return Err(error);
                    }
                }
            }
        }
    }

    /// Calls the progress callback, if there is one and it is due.
    fn report(&mut self, py: Python<'_>, bytes: Option<u64>, is_last: bool) -> PyResult<()> {
        let Some(progress) = &self.plan.progress else { return Ok(()) };
        if !is_last && self.last_report.elapsed() < INTERVAL {
            return Ok(());
        }
        self.last_report = Instant::now();
        let totals = *self.shared.totals.lock().unwrap_or_else(PoisonError::into_inner);
        let read = self.shared.bytes_read.load(Ordering::Relaxed);
        report_progress(progress.bind(py), read, bytes, &totals)
    }

    fn end(&mut self) {
        self.shared.is_cancelled.store(true, Ordering::Relaxed);
        self.state = State::Ended;
    }
}

/// Calls a progress callback.
pub(crate) fn report_progress(
    progress: &Bound<'_, PyAny>,
    read: u64,
    bytes: Option<u64>,
    totals: &Totals,
) -> PyResult<()> {
    let fields = (read, bytes, totals.games, totals.positions, totals.rows);
    progress.call1((class(progress.py(), "Progress")?.call1(fields)?,))?;
    Ok(())
}

/// Issues a `UserWarning`, which the user may have made an exception.
pub(crate) fn warn(py: Python<'_>, text: &str) -> PyResult<()> {
    let warnings = py.import("warnings")?;
    warnings.call_method1("warn", (text,))?;
    Ok(())
}

impl Drop for Running {
    fn drop(&mut self) {
        self.end();
    }
}

/// The batches of a scan for programs that read Arrow streams.
pub(crate) struct ArrowStream(pub(crate) Running);

impl Iterator for ArrowStream {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        // The reader of the stream raises its own exception, with this message.
        let batch = Python::try_attach(|py| {
            self.0.next_batch(py).map_err(|error| ArrowError::ExternalError(error.to_string().into()))
        });
        let shut_down = "the Python interpreter is shutting down";
        batch.unwrap_or_else(|| Err(ArrowError::ExternalError(shut_down.into()))).transpose()
    }
}

impl RecordBatchReader for ArrowStream {
    fn schema(&self) -> SchemaRef {
        self.0.plan.schema_of(&self.0.part)
    }
}
