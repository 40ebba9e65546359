//! Sessions that run queries on a cluster.

use super::address::Address;
use super::codecs::LogicalCodec;
use super::config::config;
use crate::context::with_files;
use crate::stores::runtime;
use async_trait::async_trait;
use ballista_core::config::BallistaConfig;
use ballista_core::execution_plans::DistributedQueryExec;
use ballista_core::extension::{SessionConfigExt, SessionStateExt};
use ballista_core::planner::BallistaQueryPlanner;
use ballista_core::serde::protobuf::CancelJobParams;
use ballista_core::serde::protobuf::scheduler_grpc_client::SchedulerGrpcClient;
use datafusion::arrow::datatypes::Schema;
use datafusion::catalog::Session;
use datafusion::common::tree_node::{Transformed, TreeNodeRecursion};
use datafusion::common::{TableReference, exec_datafusion_err, plan_err};
use datafusion::datasource::empty::EmptyTable;
use datafusion::datasource::{MemTable, provider_as_source, source_as_provider};
use datafusion::error::Result;
use datafusion::execution::context::QueryPlanner;
use datafusion::execution::session_state::SessionStateBuilder;
use datafusion::logical_expr::{EmptyRelation, LogicalPlan, LogicalPlanBuilder, TableScan, ident};
use datafusion::physical_plan::ExecutionPlan;
use datafusion::prelude::SessionContext;
use datafusion_proto::protobuf::LogicalPlanNode;
use std::io;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpStream;
use tokio::time::timeout;

/// The timeout for connecting to a scheduler.
const PATIENCE: Duration = Duration::from_secs(10);

/// Returns a session like [`crate::context()`] that runs its queries on a cluster. Tables and settings belong to the
/// session. It needs access only to the files that `CREATE EXTERNAL TABLE` names.
///
/// # Errors
///
/// Returns an error if the scheduler does not answer, or the session cannot be set up.
pub async fn context(scheduler: &Address) -> Result<SessionContext> {
    let connection = timeout(PATIENCE, TcpStream::connect((scheduler.host(), scheduler.port()))).await;
    let connection = connection.unwrap_or_else(|_| Err(io::ErrorKind::TimedOut.into()));
    connection.map_err(|error| {
        exec_datafusion_err!(
            "no scheduler answers at {scheduler}; start one with `destrier-sql scheduler`: {error}"
        )
    })?;
    let planner = Planner {
        ballista: BallistaQueryPlanner::with_extension(
            scheduler.endpoint(),
            BallistaConfig::default(),
            Arc::new(LogicalCodec::default()),
        ),
    };
    let state = SessionStateBuilder::new()
        .with_default_features()
        .with_config(config().with_ballista_query_planner(Arc::new(planner)))
        .with_runtime_env(runtime().build_arc()?)
        .build()
        .upgrade_for_ballista(scheduler.endpoint())?;
    // Last, because `upgrade_for_ballista` removes functions that are not DataFusion's.
    with_files(SessionContext::new_with_state(state))
}

/// Cancels a plan on a cluster: running parts stop, and no new ones start.
///
/// # Errors
///
/// Returns an error if the scheduler does not answer.
pub async fn cancel(scheduler: &Address, plan: &Arc<dyn ExecutionPlan>) -> Result<()> {
    let job = plan.downcast_ref::<DistributedQueryExec<LogicalPlanNode>>().and_then(|query| query.job_id());
    if let Some(job) = job {
        let client = SchedulerGrpcClient::connect(scheduler.endpoint()).await;
        let mut client = client.map_err(|error| exec_datafusion_err!("{scheduler}: {error}"))?;
        let cancelled = client.cancel_job(CancelJobParams { job_id: job.into() }).await;
        cancelled.map_err(|error| exec_datafusion_err!("{scheduler}: {error}"))?;
    }
    for child in plan.children() {
        Box::pin(cancel(scheduler, child)).await?;
    }
    Ok(())
}

/// Sends queries to a cluster, and rejects those that it cannot answer.
#[derive(Debug)]
struct Planner {
    ballista: BallistaQueryPlanner<LogicalPlanNode>,
}

#[async_trait]
impl QueryPlanner for Planner {
    async fn create_physical_plan(
        &self,
        plan: &LogicalPlan,
        session: &dyn Session,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        plan.apply_with_subqueries(|node| {
            let LogicalPlan::TableScan(TableScan { table_name: name, source, .. }) = node else {
                return Ok(TreeNodeRecursion::Continue);
            };
            if source_as_provider(source)?.is::<MemTable>() {
                return plan_err!(
                    "the table {name} is in the memory of this session, which a cluster cannot read; \
                     COPY it to a file and query that, or use CREATE VIEW instead of CREATE TABLE"
                );
            }
            if as_sent(name) != *name {
                return plan_err!(
                    "a cluster cannot read {name} by its name alone; use CREATE EXTERNAL TABLE with a name \
                     without dots, or games('{name}') for games"
                );
            }
            Ok(TreeNodeRecursion::Continue)
        })?;
        let plan = plan.clone().transform_down_with_subqueries(with_columns)?.data;
        self.ballista.create_physical_plan(&plan, session).await
    }
}

/// Returns a table's name as the scheduler receives it. Names travel as text, so the dot of a file name separates a schema
/// from a table.
fn as_sent(name: &TableReference) -> TableReference {
    TableReference::parse_str_normalized(&name.to_string(), true)
}

/// Replaces an empty relation by a scan of an empty table. The optimizer creates empty relations for conditions that never
/// hold, and Ballista does not send their columns.
fn with_columns(plan: LogicalPlan) -> Result<Transformed<LogicalPlan>> {
    let LogicalPlan::EmptyRelation(EmptyRelation { produce_one_row: false, schema }) = &plan else {
        return Ok(Transformed::no(plan));
    };
    // Columns of several tables may have the same names.
    let fields = schema.fields().iter().enumerate();
    let fields = fields.map(|(index, field)| field.as_ref().clone().with_name(index.to_string()));
    let schema_of_table = Arc::new(Schema::new(fields.collect::<Vec<_>>()));
    let names = schema.iter().enumerate().map(|(index, (table, field))| {
        ident(index.to_string()).alias_qualified(table.map(as_sent), field.name())
    });
    let table = provider_as_source(Arc::new(EmptyTable::new(schema_of_table)));
    Ok(Transformed::yes(LogicalPlanBuilder::scan("nothing", table, None)?.project(names)?.build()?))
}
