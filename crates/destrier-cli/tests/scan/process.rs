//! Usage errors, closed pipes and full disks.

use crate::common::destrier;
use crate::{SAMPLE, jsonl, outcome};
use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Output, Stdio};

#[test]
fn wrong_usage_has_status_2() {
    for (arguments, message) in [
        (&["scan"][..], "<INPUT>"),
        (&["scan", "--format", "xml", SAMPLE], "summary"),
        (&["scan", "--format"], "jsonl"),
        (&["scan", "--strictly", SAMPLE], "'--strict'"),
        (&["scam", SAMPLE], "'scan'"),
        (&[SAMPLE], "to scan this file, run: destrier scan samples/lichess.pgn"),
    ] {
        let (status, stdout, stderr) = outcome(arguments.iter().copied());
        assert_eq!((status, &stdout[..]), (2, ""), "{arguments:?}");
        assert!(stderr.contains(message), "{arguments:?}: {stderr}");
    }
}

#[test]
fn a_closed_pipe_ends_quietly() {
    // More than a pipe holds, so that the command notices the closed pipe.
    let mut command = destrier(["scan", "-f", "jsonl", SAMPLE, SAMPLE, SAMPLE]);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    assert_eq!(line, jsonl([SAMPLE]).lines().next().unwrap().to_owned() + "\n");
    let mut stderr = String::new();
    child.stderr.take().unwrap().read_to_string(&mut stderr).unwrap();
    assert_eq!((child.wait().unwrap().code(), &stderr[..]), (Some(0), ""));
}

#[test]
fn a_full_disk_is_an_error() {
    let full = Path::new("/dev/full");
    if !full.exists() {
        return;
    }
    for arguments in [
        &["scan", SAMPLE][..],
        &["scan", "-f", "jsonl", SAMPLE],
        &["list"],
        &["board", "knight-attacks", "d4"],
        &["board", "--hex", "king-distance", "d4", "e5"],
    ] {
        let open = || File::options().write(true).open(full).unwrap();
        let mut command = destrier(arguments.iter().copied());
        let Output { status, stderr, .. } = command.stdout(open()).output().unwrap();
        let stderr = String::from_utf8(stderr).unwrap();
        assert_eq!(status.code(), Some(1), "{arguments:?}");
        assert!(
            stderr.starts_with("destrier: the output cannot be written: ") && stderr.lines().count() == 1,
            "{arguments:?}: {stderr}"
        );
        // Standard error is full, too.
        let status = command.stdout(open()).stderr(open()).status().unwrap();
        assert_eq!(status.code(), Some(1), "{arguments:?}");
    }
}
