//! Statements, and the session that runs them.

use crate::output::{Answer, Output};
use crate::{Failure, interrupt};
use datafusion::common::Result as DataFusionResult;
use datafusion::error::DataFusionError;
use datafusion::physical_plan::{ExecutionPlan, execute_stream};
use datafusion::prelude::SessionContext;
use datafusion::sql::parser::{DFParser, Statement as Parsed};
use destrier_sql::cluster::{self, Address};
use futures::StreamExt;
use std::io;
use std::sync::Arc;
use std::time::Duration;
use tokio::runtime::Runtime;

/// A statement that can be read.
pub(crate) struct Statement(Parsed);

impl Statement {
    /// The statements of a text.
    ///
    /// # Errors
    ///
    /// Where the text cannot be read, and why.
    pub(crate) fn all(sql: &str) -> Result<Vec<Self>, String> {
        match DFParser::parse_sql(sql) {
            Ok(statements) => Ok(statements.into_iter().map(Self).collect()),
            Err(error) => Err(words(&error)),
        }
    }

    /// How it begins.
    pub(crate) fn shortened(&self) -> String {
        const MOST: usize = 60;
        let text = self.0.to_string();
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        match text.char_indices().nth(MOST) {
            Some((end, _)) => format!("{}...", text[..end].trim_end()),
            None => text,
        }
    }
}

/// What an error says to a person.
pub(crate) fn words(error: &DataFusionError) -> String {
    match error {
        DataFusionError::SQL(error, _) => match error.to_string().split_once(": ") {
            Some((_, words)) => words.to_owned(),
            None => error.to_string(),
        },
        // What is around it, and would tell it as programmers see it.
        DataFusionError::Diagnostic(_, error) => words(error),
        DataFusionError::Shared(error) => words(error),
        DataFusionError::Context(context, error) => format!("{context}\ncaused by\n{}", words(error)),
        error => error.strip_backtrace(),
    }
}

/// How a statement ended.
pub(crate) enum Ended {
    /// It was answered with so many rows, or with none at all.
    Done(Option<usize>),
    Failed(String),
    Interrupted,
}

/// A session, with the threads that work for it.
pub(crate) struct Session {
    cluster: Option<Address>,
    pub(crate) context: SessionContext,
    pub(crate) runtime: Runtime,
}

impl Session {
    /// A session of this process, or of a cluster.
    pub(crate) fn new(cluster: Option<Address>) -> Result<Self, Failure> {
        let runtime =
            Runtime::new().map_err(|error| Failure::refused(format!("no thread to work: {error}")))?;
        let context = match &cluster {
            None => destrier_sql::context(),
            Some(scheduler) => runtime.block_on(cluster::context(scheduler)),
        };
        let context = context.map_err(|error| Failure::refused(words(&error)))?;
        Ok(Self { cluster, context, runtime })
    }

    /// Runs a statement and writes its answer as it comes, until Ctrl-C.
    pub(crate) fn run(&self, statement: Statement, output: &mut Output) -> Result<Ended, Failure> {
        self.runtime.block_on(async {
            let context = self.context.clone();
            let mut presses = interrupt::presses();
            // In threads of its own, so that this one hears of Ctrl-C whatever a query does.
            let (batches, mut coming) = tokio::sync::mpsc::channel(1);
            let query = tokio::spawn(async move { query(&context, statement, batches).await });
            let mut answer: Option<Answer<'_>> = None;
            let mut output = Some(output);
            let mut rows = None;
            let mut plan = None;
            loop {
                let part = tokio::select! {
                    biased;
                    _ = presses.changed() => {
                        interrupt::hear();
                        query.abort();
                        if let (Some(scheduler), Some(plan)) = (&self.cluster, plan) {
                            // Whoever wants to leave does not wait for a scheduler that does not answer.
                            let cancelled = cluster::cancel(scheduler, &plan);
                            let _ = tokio::time::timeout(Duration::from_millis(500), cancelled).await;
                        }
                        return Ok(Ended::Interrupted);
                    }
                    part = coming.recv() => part,
                };
                match (part, &mut answer) {
                    (Some(Part::Plan(made)), _) => plan = Some(made),
                    (Some(Part::Columns(schema)), None) => {
                        if let Some(output) = output.take() {
                            answer = Some(output.answer(schema)?);
                            rows = Some(0);
                        }
                    }
                    (Some(Part::Rows(batch)), Some(answer)) => {
                        rows = rows.map(|rows| rows + batch.num_rows());
                        answer.write(&batch)?;
                    }
                    (Some(_), _) => {}
                    (None, _) => break,
                }
            }
            match query.await {
                Ok(Ok(())) => {}
                Ok(Err(error)) => return Ok(Ended::Failed(words(&error))),
                Err(error) => return Ok(Ended::Failed(format!("a thread has broken off: {error}"))),
            }
            if let Some(answer) = answer {
                answer.finish()?;
            }
            Ok(Ended::Done(rows))
        })
    }
}

/// A part of an answer.
enum Part {
    /// How it is had, before all else.
    Plan(Arc<dyn ExecutionPlan>),
    /// Its columns, before its rows. A statement that answers nothing has none.
    Columns(datafusion::arrow::datatypes::SchemaRef),
    Rows(datafusion::arrow::array::RecordBatch),
}

async fn query(
    context: &SessionContext,
    statement: Statement,
    batches: tokio::sync::mpsc::Sender<Part>,
) -> DataFusionResult<()> {
    let plan = context.state().statement_to_plan(statement.0).await?;
    let gone = |_| DataFusionError::IoError(io::Error::from(io::ErrorKind::BrokenPipe));
    let rows = context.execute_logical_plan(plan).await?;
    let tasks = Arc::new(rows.task_ctx());
    let plan = rows.create_physical_plan().await?;
    batches.send(Part::Plan(Arc::clone(&plan))).await.map_err(gone)?;
    let mut stream = execute_stream(plan, tasks)?;
    let has_columns = !stream.schema().fields().is_empty();
    if has_columns {
        batches.send(Part::Columns(stream.schema())).await.map_err(gone)?;
    }
    while let Some(batch) = stream.next().await {
        let batch = batch?;
        if has_columns {
            batches.send(Part::Rows(batch)).await.map_err(gone)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use datafusion::sql::sqlparser::parser::ParserError;

    #[test]
    fn errors_of_syntax_are_told_in_words_whatever_is_around_them() {
        let error = || DataFusionError::from(ParserError::ParserError("Expected: b, found: c".to_owned()));
        assert_eq!(words(&error()), "Expected: b, found: c");
        assert_eq!(words(&DataFusionError::Shared(Arc::new(error()))), "Expected: b, found: c");
        assert_eq!(words(&error().context("in a")), "in a\ncaused by\nExpected: b, found: c");
        let Err(said) = Statement::all("SELECT * FORM x") else { panic!("it is none") };
        assert_eq!(said, "Expected: end of statement, found: FORM at Line: 1, Column: 10");
    }
}
