//! The commands that start the nodes of a cluster.

use super::error_text::error_text;
use super::failure::Failure;
use clap::Args;
use destrier_sql::cluster::{Address, Executor, Scheduler};
use std::fmt;
use std::io::{self, Write};
use std::net::SocketAddr;
use std::path::PathBuf;
use tokio::runtime::Runtime;
use tokio::signal;
use tracing_subscriber::EnvFilter;

/// Options of `destrier-sql scheduler`.
#[derive(Args)]
pub(crate) struct SchedulerArgs {
    /// Address on which sessions and executors connect; port 0 picks a free port
    #[arg(long, value_name = "ADDRESS:PORT", default_value = "127.0.0.1:50050")]
    listen: SocketAddr,

    /// Consider an executor lost after SECONDS without a heartbeat; others repeat its work
    #[arg(long, value_name = "SECONDS", default_value = "30", value_parser = clap::value_parser!(u64).range(6..))]
    executor_timeout: u64,
}

/// Options of `destrier-sql executor`.
#[derive(Args)]
pub(crate) struct ExecutorArgs {
    /// Work for this scheduler. Waits until the scheduler runs
    #[arg(long, value_name = "df://HOST:PORT", default_value = "df://127.0.0.1:50050")]
    scheduler: Address,

    /// Address on which others fetch results. The scheduler connects to the next port
    #[arg(long, value_name = "ADDRESS:PORT", default_value = "127.0.0.1:50051")]
    listen: SocketAddr,

    /// Host name of this executor for others [default: the address that the scheduler sees]
    #[arg(long, value_name = "HOST")]
    advertise: Option<String>,

    /// Run N parts of queries at once [default: one per processor]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    cores: Option<u16>,

    /// Folder for intermediate results [default: a temporary folder]
    #[arg(long, value_name = "FOLDER")]
    work_dir: Option<PathBuf>,
}

impl SchedulerArgs {
    /// Plans queries until the process ends.
    pub(crate) fn run(self) -> Result<(), Failure> {
        let scheduler = Scheduler { listen: self.listen, executor_timeout: self.executor_timeout };
        runtime()?.block_on(async {
            tokio::select! {
                result = scheduler.run(|address| say(format_args!("scheduler at df://{address}"))) => {
                    result.map_err(|error| Failure::refused(format!("{}: {}", self.listen, error_text(&error))))
                }
                pressed = signal::ctrl_c() => Ok(pressed?),
            }
        })
    }
}

impl ExecutorArgs {
    /// Runs parts of queries until the process ends.
    pub(crate) fn run(self) -> Result<(), Failure> {
        say(format_args!("executor at {} for the scheduler at {}", self.listen, self.scheduler));
        let executor = Executor {
            scheduler: self.scheduler,
            listen: self.listen,
            advertise: self.advertise,
            cores: self.cores.map(usize::from),
            work_dir: self.work_dir,
        };
        runtime()?.block_on(executor.run()).map_err(|error| Failure::refused(error_text(&error)))
    }
}

/// Starts the runtime of a node, with logs on standard error. `RUST_LOG` sets the level; the default is warnings.
fn runtime() -> Result<Runtime, Failure> {
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("warn"));
    tracing_subscriber::fmt().with_env_filter(filter).with_writer(io::stderr).init();
    Ok(Runtime::new()?)
}

/// Prints a line on standard output. Ignores errors, because the parent process may have closed it.
fn say(words: fmt::Arguments<'_>) {
    let mut output = io::stdout();
    let _ = writeln!(output, "destrier-sql: {words}");
    let _ = output.flush();
}
