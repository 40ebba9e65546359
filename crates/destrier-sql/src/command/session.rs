//! The session that runs statements.

use super::answer::AnswerWriter;
use super::cli::Cli;
use super::error_text::error_text;
use super::failure::Failure;
use super::interrupt;
use super::output::AnswerOutput;
use super::statement::Statement;
use super::terminal::plain;
use datafusion::arrow::array::RecordBatch;
use datafusion::arrow::datatypes::SchemaRef;
use datafusion::common::Result as DataFusionResult;
use datafusion::error::DataFusionError;
use datafusion::physical_plan::{ExecutionPlan, execute_stream};
use datafusion::prelude::SessionContext;
#[cfg(feature = "cluster")]
use destrier_sql::cluster::{self, Address};
use destrier_sql::games::explain_unmatched;
use futures::StreamExt;
use std::io::{self, Write};
use std::sync::Arc;
#[cfg(feature = "cluster")]
use std::time::Duration;
use tokio::runtime::Runtime;

/// The outcome of a statement.
pub(crate) enum StatementOutcome {
    /// The number of rows, or `None` for a statement without an answer.
    Done(Option<usize>),
    Failed(String),
    Interrupted,
}

/// A session and its threads.
pub(crate) struct Session {
    #[cfg(feature = "cluster")]
    cluster: Option<Address>,
    pub(crate) context: SessionContext,
    pub(crate) runtime: Runtime,
}

impl Session {
    /// Creates a session that runs queries in this process, or on a cluster.
    pub(crate) fn new(cli: &Cli) -> Result<Self, Failure> {
        let runtime =
            Runtime::new().map_err(|error| Failure::refused(format!("cannot start threads: {error}")))?;
        let context = match cli {
            #[cfg(feature = "cluster")]
            Cli { cluster: Some(scheduler), .. } => runtime.block_on(cluster::context(scheduler)),
            _ => destrier_sql::context(),
        };
        let context = context.map_err(|error| Failure::refused(error_text(&error)))?;
        Ok(Self {
            #[cfg(feature = "cluster")]
            cluster: cli.cluster.clone(),
            context,
            runtime,
        })
    }

    /// Cancels a query on the cluster, if there is one. Does not wait long for a scheduler that does not answer.
    async fn cancel(&self, _plan: Option<Arc<dyn ExecutionPlan>>) {
        #[cfg(feature = "cluster")]
        if let (Some(scheduler), Some(plan)) = (&self.cluster, _plan) {
            let cancelled = cluster::cancel(scheduler, &plan);
            let _ = tokio::time::timeout(Duration::from_millis(500), cancelled).await;
        }
    }

    /// Runs a statement and streams its answer to the output, until Ctrl-C.
    pub(crate) fn run(
        &self,
        statement: Statement,
        output: &mut AnswerOutput,
    ) -> Result<StatementOutcome, Failure> {
        self.runtime.block_on(async {
            let context = self.context.clone();
            let mut presses = interrupt::presses();
            // The query runs in other threads, so that this one can always react to Ctrl-C.
            let (batches, mut coming) = tokio::sync::mpsc::channel(1);
            let query = tokio::spawn(async move { query(&context, statement, batches).await });
            let mut answer: Option<AnswerWriter<'_>> = None;
            let mut output = Some(output);
            let mut rows = None;
            let mut plan = None;
            loop {
                let event = tokio::select! {
                    biased;
                    _ = presses.changed() => {
                        interrupt::hear();
                        query.abort();
                        self.cancel(plan).await;
                        return Ok(StatementOutcome::Interrupted);
                    }
                    event = coming.recv() => event,
                };
                match (event, &mut answer) {
                    (Some(QueryEvent::Plan(made)), _) => plan = Some(made),
                    (Some(QueryEvent::Columns(schema)), None) => {
                        if let Some(output) = output.take() {
                            answer = Some(output.answer(schema)?);
                            rows = Some(0);
                        }
                    }
                    (Some(QueryEvent::Rows(batch)), Some(answer)) => {
                        rows = rows.map(|rows| rows + batch.num_rows());
                        answer.write(&batch)?;
                    }
                    (Some(_), _) => {}
                    (None, _) => break,
                }
            }
            match query.await {
                Ok(Ok(())) => {}
                Ok(Err(error)) => return Ok(StatementOutcome::Failed(error_text(&error))),
                Err(error) => {
                    return Ok(StatementOutcome::Failed(format!("a query thread failed: {error}")));
                }
            }
            if let Some(answer) = answer {
                answer.finish()?;
            }
            for reason in plan.iter().flat_map(|plan| explain_unmatched(plan.as_ref())) {
                // Standard error may be closed.
                let _ = writeln!(io::stderr(), "destrier-sql: {}", plain(&reason));
            }
            Ok(StatementOutcome::Done(rows))
        })
    }
}

/// An event of a running query.
enum QueryEvent {
    /// The plan, which comes first.
    Plan(Arc<dyn ExecutionPlan>),
    /// The columns, before the rows. A statement without an answer sends none.
    Columns(SchemaRef),
    Rows(RecordBatch),
}

async fn query(
    context: &SessionContext,
    statement: Statement,
    batches: tokio::sync::mpsc::Sender<QueryEvent>,
) -> DataFusionResult<()> {
    let plan = context.state().statement_to_plan(statement.into_parsed()).await?;
    let gone = |_| DataFusionError::IoError(io::Error::from(io::ErrorKind::BrokenPipe));
    let rows = context.execute_logical_plan(plan).await?;
    let tasks = Arc::new(rows.task_ctx());
    let plan = rows.create_physical_plan().await?;
    batches.send(QueryEvent::Plan(Arc::clone(&plan))).await.map_err(gone)?;
    let mut stream = execute_stream(plan, tasks)?;
    let has_columns = !stream.schema().fields().is_empty();
    if has_columns {
        batches.send(QueryEvent::Columns(stream.schema())).await.map_err(gone)?;
    }
    while let Some(batch) = stream.next().await {
        let batch = batch?;
        if has_columns {
            batches.send(QueryEvent::Rows(batch)).await.map_err(gone)?;
        }
    }
    Ok(())
}
