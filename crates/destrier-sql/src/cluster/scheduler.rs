//! The node that plans queries and distributes their parts.

use super::codecs::{LogicalCodec, PhysicalCodec};
use super::config::{config, of_ballista};
use crate::context::with_functions_and_tables;
use crate::stores::runtime;
use ballista_core::config::TaskSchedulingPolicy;
use ballista_core::utils::default_session_builder;
use ballista_scheduler::cluster::BallistaCluster;
use ballista_scheduler::config::SchedulerConfig;
use ballista_scheduler::scheduler_process::{create_scheduler, start_grpc_service_with_listener};
use datafusion::error::Result;
use datafusion::execution::SessionState;
use datafusion::execution::session_state::SessionStateBuilder;
use datafusion::prelude::{SessionConfig, SessionContext};
use datafusion_proto::protobuf::{LogicalPlanNode, PhysicalPlanNode};
use std::net::SocketAddr;
use std::sync::Arc;
use tokio::net::TcpListener;

/// The node that plans queries and distributes their parts.
#[derive(Clone, Debug)]
pub struct Scheduler {
    /// The address for sessions and executors; port 0 picks a free port.
    pub listen: SocketAddr,
    /// The seconds without a heartbeat after which an executor is lost, and others repeat its work. Executors send one
    /// every [`Executor::HEARTBEAT`](super::Executor::HEARTBEAT) seconds.
    pub executor_timeout: u64,
}

impl Scheduler {
    /// Runs until the process ends. Calls `is_ready` with the address when it listens.
    ///
    /// # Errors
    ///
    /// Returns an error if it cannot listen at its address.
    pub async fn run(self, is_ready: impl FnOnce(SocketAddr)) -> Result<()> {
        let listener = TcpListener::bind(self.listen).await?;
        let address = listener.local_addr()?;
        let config = Arc::new(SchedulerConfig {
            bind_host: address.ip().to_string(),
            bind_port: address.port(),
            // Push, because work that an executor pulls cannot be cancelled.
            scheduling_policy: TaskSchedulingPolicy::PushStaged,
            executor_timeout_seconds: self.executor_timeout,
            expire_dead_executor_interval_seconds: (self.executor_timeout / 4).max(1),
            no_executors_grace_period_seconds: self.executor_timeout,
            override_config_producer: Some(Arc::new(config)),
            override_session_builder: Some(Arc::new(session)),
            override_logical_codec: Some(Arc::new(LogicalCodec::default())),
            override_physical_codec: Some(Arc::new(PhysicalCodec::default())),
            ..SchedulerConfig::default()
        });
        let cluster = BallistaCluster::new_from_config(&config).await.map_err(of_ballista)?;
        let scheduler = create_scheduler::<LogicalPlanNode, PhysicalPlanNode>(cluster, config)
            .await
            .map_err(of_ballista)?;
        is_ready(address);
        start_grpc_service_with_listener(listener, scheduler).await.map_err(of_ballista)
    }
}

/// Returns a session of the scheduler with the client's settings.
fn session(config: SessionConfig) -> Result<SessionState> {
    let state = SessionStateBuilder::new_from_existing(default_session_builder(config)?)
        .with_runtime_env(runtime().build_arc()?)
        .build();
    // After `build`, because building with functions would omit DataFusion's own.
    Ok(with_functions_and_tables(SessionContext::new_with_state(state))?.state())
}
