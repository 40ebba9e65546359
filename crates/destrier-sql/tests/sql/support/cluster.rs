//! A scheduler and executors as processes.

use crate::folder::Folder;
use std::fs::{self, File};
use std::io::{BufRead, BufReader};
use std::net::TcpListener;
use std::path::PathBuf;
use std::process::{Child, ChildStdout, Command, Stdio};

/// A scheduler and executors on the loopback interface. Dropping it ends them.
pub(crate) struct Cluster {
    folder: PathBuf,
    scheduler: Node,
    executors: Vec<Node>,
}

struct Node {
    process: Child,
    /// Kept open, because the process may still write.
    _output: BufReader<ChildStdout>,
    port: u16,
}

impl Drop for Node {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl Cluster {
    /// Starts a scheduler and executors with one core each, in a folder. Returns when all are ready.
    pub(crate) fn start(folder: &Folder, executors: usize) -> Self {
        let folder_path = folder.path().join("cluster");
        let _ = fs::remove_dir_all(&folder_path);
        fs::create_dir(&folder_path).unwrap();
        let node = |arguments: &[&str], log: String| {
            let mut program = Command::new(env!("CARGO_BIN_EXE_destrier-sql"));
            program.args(arguments).stdin(Stdio::null()).stdout(Stdio::piped());
            program.stderr(File::create(folder_path.join(log)).unwrap());
            program.env_remove("RUST_LOG").current_dir(folder.path());
            let mut process = program.spawn().unwrap();
            let mut output = BufReader::new(process.stdout.take().unwrap());
            let mut line = String::new();
            output.read_line(&mut line).unwrap();
            (process, output, line)
        };
        let arguments = ["scheduler", "--listen", "127.0.0.1:0", "--executor-timeout", "6"];
        let (process, output, line) = node(&arguments, "scheduler.log".to_owned());
        let address = line.trim().strip_prefix("destrier-sql: scheduler at ").unwrap().to_owned();
        let port = address.strip_prefix("df://127.0.0.1:").unwrap().parse().unwrap();
        let scheduler = Node { process, _output: output, port };
        let executors = (0..executors).map(|i| {
            let port = free_ports();
            let listen = format!("127.0.0.1:{port}");
            let work = folder_path.join(i.to_string());
            let arguments =
                ["executor", "--scheduler", &address, "--listen", &listen, "--cores", "1", "--work-dir"];
            let arguments = [&arguments[..], &[work.to_str().unwrap()]].concat();
            let (process, output, _) = node(&arguments, format!("executor-{i}.log"));
            Node { process, _output: output, port }
        });
        let executors = executors.collect();
        Self { folder: folder_path, scheduler, executors }
    }

    /// Returns the ports of all nodes.
    pub(crate) fn ports(&self) -> Vec<u16> {
        let executors = self.executors.iter().flat_map(|executor| [executor.port, executor.port + 1]);
        executors.chain([self.scheduler.port]).collect()
    }

    /// Returns the folder of an executor's results.
    pub(crate) fn work_dir(&self, executor: usize) -> PathBuf {
        self.folder.join(executor.to_string())
    }

    /// Returns the logs of all nodes.
    pub(crate) fn logs(&self) -> String {
        let entries = self.folder.read_dir().unwrap().map(|entry| entry.unwrap().path());
        let logs = entries.filter(|path| path.extension().is_some_and(|ending| ending == "log"));
        logs.map(|path| fs::read_to_string(path).unwrap()).collect()
    }

    /// Kills an executor.
    pub(crate) fn kill_executor(&mut self, executor: usize) {
        self.executors[executor].process.kill().unwrap();
        self.executors[executor].process.wait().unwrap();
    }

    /// Sends a signal to an executor, and returns its exit status.
    pub(crate) fn end_executor(&mut self, executor: usize, signal: &str) -> Option<i32> {
        end(&mut self.executors[executor], signal)
    }

    /// Sends a signal to the scheduler, and returns its exit status.
    pub(crate) fn end_scheduler(&mut self, signal: &str) -> Option<i32> {
        end(&mut self.scheduler, signal)
    }

    /// Returns the processor time of an executor, in hundredths of a second.
    #[cfg(target_os = "linux")]
    pub(crate) fn processor_time(&self, executor: usize) -> u64 {
        super::processor_time(self.executors[executor].process.id())
    }
}

fn end(node: &mut Node, signal: &str) -> Option<i32> {
    let id = node.process.id().to_string();
    assert!(Command::new("kill").args([&format!("-{signal}"), &id]).status().unwrap().success());
    node.process.wait().unwrap().code()
}

/// Returns the command for a question to a cluster, or to this machine alone, with the answer as CSV.
pub(crate) fn sql(cluster: Option<&Cluster>, question: &str) -> Command {
    let mut program = program(cluster);
    program.args(["--format", "csv", "-c", question]);
    program
}

/// Returns the command `destrier-sql`, for a cluster if one is given.
pub(crate) fn program(cluster: Option<&Cluster>) -> Command {
    let mut program = Command::new(env!("CARGO_BIN_EXE_destrier-sql"));
    if let Some(cluster) = cluster {
        program.args(["--cluster", &format!("df://127.0.0.1:{}", cluster.scheduler.port)]);
    }
    program
}

/// Returns a free port whose next port is also free.
pub(crate) fn free_ports() -> u16 {
    loop {
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        if port < u16::MAX && TcpListener::bind(("127.0.0.1", port + 1)).is_ok() {
            return port;
        }
    }
}
