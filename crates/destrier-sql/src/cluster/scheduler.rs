//! The node that plans queries and hands out their parts.

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

/// The node that plans queries and hands out their parts.
#[derive(Clone, Debug)]
pub struct Scheduler {
    /// Where it listens, for sessions and executors; port 0 is any that is free.
    pub listen: SocketAddr,
    /// After how many seconds of silence an executor is given up, and others do its work. One that is well is heard every
    /// [`Executor::HEARTBEAT`](super::Executor::HEARTBEAT) seconds.
    pub executor_timeout: u64,
}

impl Scheduler {
    /// Works until the process ends. `is_ready` is told where it listens.
    ///
    /// # Errors
    ///
    /// When it cannot listen there.
    pub async fn run(self, is_ready: impl FnOnce(SocketAddr)) -> Result<()> {
        let listener = TcpListener::bind(self.listen).await?;
        let address = listener.local_addr()?;
        let config = Arc::new(SchedulerConfig {
            bind_host: address.ip().to_string(),
            bind_port: address.port(),
            // Executors are sent their work, since one that asks for it cannot be told to leave it.
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

/// A session of the scheduler's, with the settings of the one that asks.
fn session(config: SessionConfig) -> Result<SessionState> {
    let state = SessionStateBuilder::new_from_existing(default_session_builder(config)?)
        .with_runtime_env(runtime().build_arc()?)
        .build();
    // On what is built, since to build it with functions would leave out DataFusion's own.
    Ok(with_functions_and_tables(SessionContext::new_with_state(state))?.state())
}
