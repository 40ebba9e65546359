//! Hostile inputs, and inputs that change while they are read. Each is read as far as possible, reported where it
//! cannot be read, and stays within the documented memory.
#![cfg(unix)]

#[path = "../common/folder.rs"]
mod folder;
mod folders;
mod long;

use folder::Folder;
use std::fs;
use std::io::{self, BufRead, BufReader, Cursor, Read, Write};
use std::process::{ChildStdin, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// The documented memory for two threads: 128 MiB, and 256 MiB per thread. See "Memory" in `destrier_games`.
const STATED: u64 = (128 + 2 * 256) << 20;

/// A position with one finding: a fork on c7.
const FORK: &str = "r3k2r/8/8/1N6/8/8/8/4K3 w kq - 0 1";

/// The result of a run.
struct Ran {
    status: i32,
    /// Lines of standard output.
    lines: Vec<String>,
    stderr: String,
    /// Peak memory, in bytes.
    peak: u64,
}

impl Folder {
    fn run(&self, arguments: &str) -> Ran {
        run(self.destrier(arguments), |_| Ok(()))
    }

    /// Runs the binary and feeds its standard input.
    fn run_with(&self, arguments: &str, feed: impl FnOnce(&mut ChildStdin) -> io::Result<()> + Send) -> Ran {
        let mut command = self.destrier(arguments);
        command.stdin(Stdio::piped());
        run(command, feed)
    }
}

/// Runs a command. If standard input is a pipe, `feed` writes to it. Measures memory, and kills a command that does not
/// end.
fn run(command: Command, feed: impl FnOnce(&mut ChildStdin) -> io::Result<()> + Send) -> Ran {
    run_read_after(|_, _| Vec::new(), command, feed)
}

/// Like [`run`], but calls a function before it reads the output. The function gets the peak memory up to now. It may
/// read the first bytes, and returns them.
fn run_read_after(
    first: impl FnOnce(&mut ChildStdout, &AtomicU64) -> Vec<u8> + Send,
    mut command: Command,
    feed: impl FnOnce(&mut ChildStdin) -> io::Result<()> + Send,
) -> Ran {
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let (stdin, mut stdout) = (child.stdin.take(), child.stdout.take().unwrap());
    let mut stderr = child.stderr.take().unwrap();
    let status_file = format!("/proc/{}/status", child.id());
    let peak = &AtomicU64::new(0);
    thread::scope(|scope| {
        if let Some(mut stdin) = stdin {
            scope.spawn(move || match feed(&mut stdin) {
                // The command may stop reading early.
                Err(error) if error.kind() != io::ErrorKind::BrokenPipe => panic!("{error}"),
                _ => {}
            });
        }
        let lines = scope.spawn(move || {
            let written = Cursor::new(first(&mut stdout, peak)).chain(&mut stdout);
            let lines = BufReader::with_capacity(1 << 20, written).split(b'\n');
            // Keep only the beginnings of lines, because some tests make very many long ones.
            let line = |line: Vec<u8>| String::from_utf8_lossy(&line[..line.len().min(700)]).into_owned();
            lines.map(|bytes| line(bytes.unwrap())).collect::<Vec<_>>()
        });
        let errors = scope.spawn(move || {
            let mut text = String::new();
            stderr.read_to_string(&mut text).unwrap();
            text
        });
        let start = Instant::now();
        let status = loop {
            // There is no entry for a process that has ended. The peak was measured before.
            let told = fs::read_to_string(&status_file).unwrap_or_default();
            if let Some(line) = told.lines().find_map(|line| line.strip_prefix("VmHWM:")) {
                let kilobytes: u64 = line.trim().trim_end_matches(" kB").parse().unwrap();
                peak.fetch_max(kilobytes << 10, Ordering::Relaxed);
            }
            if let Some(status) = child.try_wait().unwrap() {
                break status;
            }
            if start.elapsed() > Duration::from_secs(100) {
                child.kill().unwrap();
                panic!("{command:?} does not end");
            }
            thread::sleep(Duration::from_millis(2));
        };
        let (lines, stderr) = (lines.join().unwrap(), errors.join().unwrap());
        let peak = peak.load(Ordering::Relaxed);
        let (seconds, shown) = (start.elapsed().as_secs_f64(), format!("{command:?}"));
        let name = thread::current().name().unwrap_or_default().to_owned();
        eprintln!("{name}: {seconds:.1} s, {} MiB: {}", peak >> 20, &shown[shown.len().saturating_sub(60)..]);
        let status = status.code().unwrap_or_else(|| panic!("{command:?}: {status}\n{stderr}"));
        assert!(peak <= STATED, "{name}: {} MiB of {}", peak >> 20, STATED >> 20);
        Ran { status, lines, stderr, peak }
    })
}

impl Ran {
    #[track_caller]
    fn takes_at_most(&self, bytes: u64) -> &Self {
        // Only Linux measures memory.
        assert!(self.peak > 0 || !cfg!(target_os = "linux"), "no memory was measured");
        assert!(self.peak <= bytes, "{} MiB of {}\n{}", self.peak >> 20, bytes >> 20, self.stderr);
        self
    }

    /// Returns the values of a key in the JSON lines.
    fn values(&self, key: &str) -> Vec<String> {
        let key = format!("\"{key}\":");
        let value = |line: &String| {
            let start = line.find(&key).unwrap_or_else(|| panic!("no {key} in {line}")) + key.len();
            let rest = &line[start..];
            let end = match rest.strip_prefix('"') {
                Some(text) => 1 + text.find('"').unwrap(),
                None => rest.find([',', '}']).unwrap(),
            };
            rest[..end].trim_start_matches('"').to_owned()
        };
        self.lines.iter().map(value).collect()
    }
}

/// Returns a game that begins in this position.
fn game(fen: &str, moves: &str) -> String {
    format!("[Event \"Study\"]\n[FEN \"{fen}\"]\n[SetUp \"1\"]\n\n{moves}\n\n")
}

fn gzip(text: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(text).unwrap();
    encoder.finish().unwrap()
}
