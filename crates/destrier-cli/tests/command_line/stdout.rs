//! Standard output: colors, closed pipes and full disks.

use super::common::destrier;
use std::fs;
use std::io::pipe;
use std::path::Path;
use std::process::{Output, Stdio};

#[test]
fn color_is_used_on_terminals_and_on_request() {
    let colored = |variables: &[(&str, &str)]| {
        let mut command = destrier(["--help"]);
        command.env_remove("NO_COLOR").env_remove("CLICOLOR_FORCE").env_remove("CLICOLOR");
        let Output { status, stdout, .. } = command.envs(variables.iter().copied()).output().unwrap();
        assert!(status.success() && stdout.len() > 100);
        stdout.contains(&b'\x1b')
    };
    assert!(colored(&[("CLICOLOR_FORCE", "1")]));
    assert!(!colored(&[("NO_COLOR", "1")]));
    assert!(!colored(&[("NO_COLOR", "1"), ("CLICOLOR_FORCE", "1")]));
    assert!(!colored(&[]), "piped");
    assert!(!colored(&[("TERM", "xterm-256color"), ("COLORTERM", "truecolor")]), "piped");
}

#[test]
fn a_closed_pipe_ends_quietly() {
    for call in [
        "list",
        "list --json",
        "man",
        "completions bash",
        "board knight-attacks d4",
        "board --ways knight-distance a1 b2",
        "--help",
        "--version",
        "show 8/8/8/8/8/8/8/8 --svg -",
    ] {
        let (reader, writer) = pipe().unwrap();
        drop(reader);
        let output = destrier(call.split(' ')).stdout(writer).stderr(Stdio::piped()).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{call}");
        assert!(output.stderr.is_empty(), "{call}: {}", String::from_utf8_lossy(&output.stderr));
    }
}

/// Unlike a closed pipe, a full disk is an error. Standard error may be full, too.
#[test]
fn a_full_disk_is_reported() {
    if !Path::new("/dev/full").exists() {
        eprintln!("skipped: no /dev/full");
        return;
    }
    for call in [
        "list",
        "man",
        "completions bash",
        "board knight-attacks d4",
        "show 8/8/8/8/8/8/8/8",
        "show 8/8/8/8/8/8/8/8 --png -",
    ] {
        let full = || fs::File::options().write(true).open("/dev/full").unwrap();
        let mut command = destrier(call.split(' '));
        let output = command.stdout(full()).stderr(Stdio::piped()).output().unwrap();
        assert_eq!(output.status.code(), Some(1), "{call}");
        let message = String::from_utf8(output.stderr).unwrap();
        assert!(message.starts_with("destrier: the output cannot be written: "), "{call}: {message}");
        assert_eq!(command.stderr(full()).status().unwrap().code(), Some(1), "{call}");
    }
}
