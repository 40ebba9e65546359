//! The node that runs parts of queries.

use super::address::Address;
use super::codecs::{LogicalCodec, PhysicalCodec};
use super::config::{config, of_ballista};
use crate::context::context;
use crate::stores::runtime;
use ballista_core::config::TaskSchedulingPolicy;
use ballista_core::registry::BallistaFunctionRegistry;
use ballista_executor::executor_process::{ExecutorProcessConfig, start_executor_process};
use datafusion::common::exec_datafusion_err;
use datafusion::error::Result;
use std::net::{SocketAddr, TcpListener};
use std::path::PathBuf;
use std::sync::Arc;

/// The node that runs parts of queries.
#[derive(Clone, Debug)]
pub struct Executor {
    /// The scheduler. The executor waits until it runs.
    pub scheduler: Address,
    /// The address for sessions and other executors, which fetch its answers. The scheduler uses the next port.
    pub listen: SocketAddr,
    /// The host name under which they reach it; by default, the address that the scheduler sees.
    pub advertise: Option<String>,
    /// The number of parts that it runs at once; by default, the number of processors.
    pub cores: Option<usize>,
    /// The folder for intermediate results; by default, a temporary one.
    pub work_dir: Option<PathBuf>,
}

impl Executor {
    /// The seconds between heartbeats.
    pub const HEARTBEAT: u64 = 5;

    /// Runs until Ctrl-C or a termination signal, and then completes the parts that it has started.
    ///
    /// # Errors
    ///
    /// Returns an error if it cannot listen at its address, or cannot use its folder.
    pub async fn run(self) -> Result<()> {
        let port = self.listen.port().checked_add(1).filter(|&port| port > 1);
        let port = port.ok_or_else(|| {
            exec_datafusion_err!(
                "{}: choose a port from 1 to 65534; the executor also uses the next port",
                self.listen
            )
        })?;
        let for_scheduler = SocketAddr::new(self.listen.ip(), port);
        for address in [self.listen, for_scheduler] {
            // Ballista would go on with a port in use, and no one could fetch its answers.
            TcpListener::bind(address).map_err(|error| exec_datafusion_err!("{address}: {error}"))?;
        }
        let (folder, _temporary) = match self.work_dir {
            Some(folder) => {
                std::fs::create_dir_all(&folder)
                    .map_err(|error| exec_datafusion_err!("{}: {error}", folder.display()))?;
                (folder, None)
            }
            None => {
                let temporary = tempfile::Builder::new().prefix("destrier-").tempdir()?;
                (temporary.path().to_owned(), Some(temporary))
            }
        };
        let work_dir = folder.to_str().map(str::to_owned);
        let work_dir = work_dir.ok_or_else(|| exec_datafusion_err!("{} is not UTF-8", folder.display()))?;
        let functions = BallistaFunctionRegistry::from(&context()?.state());
        let process = ExecutorProcessConfig {
            bind_host: self.listen.ip().to_string(),
            port: self.listen.port(),
            grpc_port: for_scheduler.port(),
            external_host: self.advertise,
            scheduler_host: self.scheduler.host(),
            scheduler_port: self.scheduler.port(),
            // Any number but 0 means waiting without a limit.
            scheduler_connect_timeout_seconds: 1,
            task_scheduling_policy: TaskSchedulingPolicy::PushStaged,
            executor_heartbeat_interval_seconds: Self::HEARTBEAT,
            // 0 means all processors.
            vcores: self.cores.unwrap_or(0),
            work_dir: Some(work_dir),
            override_function_registry: Some(Arc::new(functions)),
            override_config_producer: Some(Arc::new(config)),
            override_runtime_producer: Some(Arc::new(move |_| {
                runtime().with_temp_file_path(&folder).build_arc()
            })),
            override_logical_codec: Some(Arc::new(LogicalCodec::default())),
            override_physical_codec: Some(Arc::new(PhysicalCodec::default())),
            ..ExecutorProcessConfig::default()
        };
        let ended = start_executor_process(Arc::new(process)).await.map_err(of_ballista);
        ended.map_err(|error| exec_datafusion_err!("{}: {error}", self.listen))
    }
}
