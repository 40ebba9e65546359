//! A node that works on parts of queries.

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

/// A node that works on parts of queries.
#[derive(Clone, Debug)]
pub struct Executor {
    /// Whose work it does. Where there is no scheduler yet, it waits for one.
    pub scheduler: Address,
    /// Where it listens, for those who fetch its answers: sessions and other executors. At the port after it, it listens for
    /// the scheduler.
    pub listen: SocketAddr,
    /// The name under which these reach it; when left out, the address from which the scheduler hears it.
    pub advertise: Option<String>,
    /// How many parts it works on at once; as many as there are processors when left out.
    pub cores: Option<usize>,
    /// A folder for answers between the steps of a query; a temporary one when left out.
    pub work_dir: Option<PathBuf>,
}

impl Executor {
    /// The seconds from one sign of life to the next.
    pub const HEARTBEAT: u64 = 5;

    /// Works until Ctrl-C or a signal to end, and then to the end of what it has begun.
    ///
    /// # Errors
    ///
    /// When it cannot listen there, or has no folder to work in.
    pub async fn run(self) -> Result<()> {
        let port = self.listen.port().checked_add(1).filter(|&port| port > 1);
        let port = port.ok_or_else(|| {
            exec_datafusion_err!(
                "{}: an executor needs a port from 1 to 65534, and the next one",
                self.listen
            )
        })?;
        let for_scheduler = SocketAddr::new(self.listen.ip(), port);
        for address in [self.listen, for_scheduler] {
            // Ballista would work on, and nobody could fetch what it answers.
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
            // Any number but 0 is to wait for it.
            scheduler_connect_timeout_seconds: 1,
            task_scheduling_policy: TaskSchedulingPolicy::PushStaged,
            executor_heartbeat_interval_seconds: Self::HEARTBEAT,
            // None that it finds is 0.
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
