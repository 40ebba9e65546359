//! Inputs that are made to harm, or that change under one's hands: each is read as far as it can be, named where it
//! cannot, and takes no more memory than is stated.
#![cfg(unix)]

mod folders;
mod long;

use std::ffi::OsStr;
use std::fs;
use std::io::{self, BufRead, BufReader, Cursor, Read, Write};
use std::path::PathBuf;
use std::process::{ChildStdin, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// What is stated of two threads in the documentation of `destrier_games`, under "Memory": 128 MiB, and 256 MiB for each.
const STATED: u64 = (128 + 2 * 256) << 20;

/// A fork and nothing else, on c7.
const FORK: &str = "r3k2r/8/8/1N6/8/8/8/4K3 w kq - 0 1";

/// One test at a time, so that none waits for the memory and the processors of another.
static ALONE: Mutex<()> = Mutex::new(());

/// An empty folder, in which the binary runs.
struct Folder(TempDir, #[expect(dead_code, reason = "held until the folder goes")] MutexGuard<'static, ()>);

/// What came of a run.
struct Ran {
    status: i32,
    /// Lines of standard output.
    lines: Vec<String>,
    stderr: String,
    /// The most memory that it took, in bytes.
    peak: u64,
}

impl Folder {
    fn new() -> Self {
        let alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
        Self(tempfile::tempdir().unwrap(), alone)
    }

    fn path(&self, name: impl AsRef<OsStr>) -> PathBuf {
        self.0.path().join(name.as_ref())
    }

    fn write(&self, name: impl AsRef<OsStr>, bytes: impl AsRef<[u8]>) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }

    /// The binary with arguments, which have spaces between them.
    fn destrier(&self, arguments: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_destrier"));
        command.current_dir(self.0.path()).args(arguments.split_whitespace()).stdin(Stdio::null());
        command
    }

    fn run(&self, arguments: &str) -> Ran {
        run(self.destrier(arguments), |_| Ok(()))
    }

    /// A run with something to read on its standard input.
    fn run_with(&self, arguments: &str, feed: impl FnOnce(&mut ChildStdin) -> io::Result<()> + Send) -> Ran {
        let mut command = self.destrier(arguments);
        command.stdin(Stdio::piped());
        run(command, feed)
    }
}

/// Runs a command in which standard input, if it is a pipe, gets what `feed` writes. Its memory is watched, which must
/// stay under what is stated, and it is killed when it does not end.
fn run(command: Command, feed: impl FnOnce(&mut ChildStdin) -> io::Result<()> + Send) -> Ran {
    run_read_after(|_, _| Vec::new(), command, feed)
}

/// The same, where what it writes is not read before something else is done, which may read the first bytes and gives
/// them, and which is told the most memory up to now.
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
                // Whoever has seen enough does not read on.
                Err(error) if error.kind() != io::ErrorKind::BrokenPipe => panic!("{error}"),
                _ => {}
            });
        }
        let lines = scope.spawn(move || {
            let written = Cursor::new(first(&mut stdout, peak)).chain(&mut stdout);
            let lines = BufReader::with_capacity(1 << 20, written).split(b'\n');
            // No more of a line than tells it: some tests make very many long ones.
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
            // Of what has ended nothing is told; the peak was before.
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
        // On other systems than Linux nothing is measured.
        assert!(self.peak > 0 || !cfg!(target_os = "linux"), "its memory was not seen");
        assert!(self.peak <= bytes, "{} MiB of {}\n{}", self.peak >> 20, bytes >> 20, self.stderr);
        self
    }

    /// The values of a key in the JSON lines.
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

/// A game that begins in a position.
fn game(fen: &str, moves: &str) -> String {
    format!("[Event \"Study\"]\n[FEN \"{fen}\"]\n[SetUp \"1\"]\n\n{moves}\n\n")
}

fn gzip(text: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(text).unwrap();
    encoder.finish().unwrap()
}
