//! Runs of the binary: files, interruptions, resuming, progress and errors.
#![cfg(unix)]

mod errors;
mod files;
#[path = "../common/folder.rs"]
mod folder;
mod interruption;
mod progress;
mod resume;

use folder::Folder;
use serde_json::Value;
use std::fs;
use std::io::Write;
use std::process::{Child, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

const SAMPLE: &[u8] = include_bytes!("../../../../samples/lichess.pgn");

/// A damaged game, and its message.
const DAMAGED: &str = "[Site \"https://chess.example/damaged\"]\n\n1. e4 e5 2. Ke3 Nc6 *\n\n";

/// The result of a run.
struct Ran {
    status: i32,
    stdout: Vec<u8>,
    stderr: String,
}

impl Folder {
    fn read(&self, name: &str) -> Vec<u8> {
        let path = self.path(name);
        fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    }

    fn has(&self, name: &str) -> bool {
        self.path(name).exists()
    }

    /// Returns the names and contents of all files.
    fn all(&self) -> Vec<(String, Vec<u8>)> {
        let entries = fs::read_dir(self.path("")).unwrap().map(|entry| entry.unwrap().file_name());
        let mut names: Vec<_> = entries.map(|name| name.into_string().unwrap()).collect();
        names.sort();
        names.into_iter().map(|name| (name.clone(), self.read(&name))).collect()
    }

    fn run(&self, arguments: &str) -> Ran {
        self.destrier(arguments).output().unwrap().into()
    }

    /// Runs the binary and returns standard output. Fails if it fails or prints to standard error anything but what it
    /// wrote.
    fn content(&self, arguments: &str) -> Vec<u8> {
        let ran = self.run(arguments);
        let is_written = ran.stderr.starts_with("destrier: wrote ") && ran.stderr.lines().count() == 1;
        assert!(ran.status == 0 && (ran.stderr.is_empty() || is_written), "{arguments}: {}", ran.stderr);
        assert_eq!(is_written, arguments.contains(" -o ") && !arguments.contains("-o -"), "{arguments}");
        ran.stdout
    }

    /// Runs the binary, and checks the exit status and part of the message.
    fn refused(&self, arguments: &str, status: i32, message: &str) {
        let ran = self.run(arguments);
        assert_eq!(ran.status, status, "{arguments}\n{}", ran.stderr);
        assert!(ran.stderr.contains(message), "{arguments}\n{}", ran.stderr);
        assert!(ran.stdout.is_empty(), "{arguments}");
    }

    /// Starts a run.
    fn start(&self, arguments: &str) -> Child {
        let mut command = self.destrier(arguments);
        command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap()
    }

    /// Starts a run and kills it after some progress.
    fn killed(&self, arguments: &str, output: &str) {
        let killed = || {
            let mut command = self.destrier(arguments);
            let mut run = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
            let is_begun = || self.journal(output).is_some_and(|journal| is_begun(&journal));
            wait_for("progress", || run.try_wait().unwrap().is_some() || is_begun());
            let _ = run.kill();
            run.wait().unwrap().code().is_none()
        };
        // On a busy machine, a run may end before it is killed.
        for _ in 0..5 {
            if killed() {
                return;
            }
            fs::remove_file(self.path(output)).unwrap();
            let _ = fs::remove_file(self.path("errors"));
        }
        panic!("every run ended before it was killed");
    }

    /// Returns the journal for this output.
    fn journal(&self, output: &str) -> Option<Value> {
        let text = fs::read(self.path(format!("{output}.journal"))).ok()?;
        Some(serde_json::from_slice(&text).unwrap())
    }
}

impl From<Output> for Ran {
    fn from(output: Output) -> Self {
        let status = output.status.code().unwrap_or_else(|| panic!("{}", output.status));
        Self { status, stdout: output.stdout, stderr: String::from_utf8(output.stderr).unwrap() }
    }
}

/// Returns a zip archive of compressed files.
fn zip(members: &[(&str, &[u8])]) -> Vec<u8> {
    let mut archive = rawzip::ZipArchiveWriter::new(Vec::new());
    for &(name, content) in members {
        let file = archive.new_file(name).compression_method(rawzip::CompressionMethod::DEFLATE);
        let (mut entry, config) = file.start().unwrap();
        let encoder = flate2::write::DeflateEncoder::new(&mut entry, flate2::Compression::fast());
        let mut writer = config.wrap(encoder);
        writer.write_all(content).unwrap();
        let (encoder, descriptor) = writer.finish().unwrap();
        encoder.finish().unwrap();
        entry.finish(descriptor).unwrap();
    }
    archive.finish().unwrap()
}

/// Returns whether a journal records progress.
fn is_begun(journal: &Value) -> bool {
    let next = &journal["reached"]["next"];
    next["offset"] != 0 || next["source"] != 0
}

/// Returns the sample many times, each with a damaged game after it.
fn games(times: usize) -> Vec<u8> {
    [SAMPLE, b"\n", DAMAGED.as_bytes()].concat().repeat(times)
}

fn wait_for(what: &str, mut is_there: impl FnMut() -> bool) {
    let start = Instant::now();
    while !is_there() {
        assert!(start.elapsed() < Duration::from_secs(60), "{what} does not come");
        thread::sleep(Duration::from_millis(2));
    }
}

/// Waits for the end of a run. Fails if it takes longer than `soon`.
fn end(mut run: Child, soon: Duration) -> Ran {
    let start = Instant::now();
    while run.try_wait().unwrap().is_none() {
        if start.elapsed() > soon {
            run.kill().unwrap();
            panic!("does not end");
        }
        thread::sleep(Duration::from_millis(2));
    }
    run.wait_with_output().unwrap().into()
}

/// Removes the line with the time from a summary.
fn timeless(summary: &[u8]) -> Vec<u8> {
    let lines = summary.split_inclusive(|&byte| byte == b'\n');
    let (time, rest): (Vec<_>, Vec<_>) = lines.partition(|line| line.ends_with(b" positions per second\n"));
    assert_eq!(time.len(), 1);
    rest.concat()
}
