//! The program: its port, its messages and its exit.

use crate::running::{Server, command, page_is_built, small_page};
use std::net::TcpListener;
use std::process::{Command, Output, Stdio};

/// Runs the program, asserts that it fails, and returns its error message.
#[track_caller]
fn refusal(command: &mut Command) -> String {
    let Output { status, stdout, stderr } = command.stdin(Stdio::null()).output().unwrap();
    assert_eq!((status.code(), stdout.len()), (Some(1), 0));
    String::from_utf8(stderr).unwrap()
}

#[test]
fn a_requested_port_in_use_is_an_error() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let folder = small_page();
    let words = refusal(command(&["--port", &port, "--page"]).arg(folder.path().join("page")));
    let expected = format!("destrier-explorer: port {port} is in use; choose another port or omit --port\n");
    assert_eq!(words, expected);
    drop(taken);
    assert_eq!(Server::with(&["--port", &port]).port.to_string(), port);
}

#[test]
fn without_a_port_uses_a_free_one() {
    let servers = [Server::with(&[]), Server::with(&[])];
    assert_ne!(servers[0].port, servers[1].port);
    for server in &servers {
        assert_eq!(server.ask("GET", "/", "").status, 200);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn only_this_machine_can_reach_it() {
    let server = Server::start();
    let hex = format!(":{:04X} ", server.port);
    let listeners = ["tcp", "tcp6"].map(|kind| std::fs::read_to_string(format!("/proc/net/{kind}")).unwrap());
    // The second field is the local address. The fourth is 0A for a listener.
    let own: Vec<&str> = listeners
        .iter()
        .flat_map(|table| table.lines())
        .filter(|line| line.split_whitespace().nth(3) == Some("0A"))
        .filter_map(|line| line.split_whitespace().nth(1))
        .filter(|address| format!("{address} ").ends_with(&hex))
        .collect();
    assert_eq!(own, [format!("0100007F:{:04X}", server.port)]);
}

#[cfg(unix)]
#[test]
fn ctrl_c_stops_it() {
    use std::os::unix::process::ExitStatusExt;

    // Background jobs of a script ignore Ctrl-C, and so do their children.
    if Command::new("sh").args(["-c", "kill -INT $$"]).status().unwrap().success() {
        eprintln!("skipped: the parent process ignores Ctrl-C");
        return;
    }
    let mut server = Server::start();
    assert_eq!(server.ask("GET", "/", "").status, 200);
    let id = server.process.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    const INTERRUPT: i32 = 2;
    assert_eq!(server.process.wait().unwrap().signal(), Some(INTERRUPT));
}

#[test]
fn a_folder_without_a_page_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let words = refusal(command(&["--page"]).arg(folder.path()));
    assert!(
        words.ends_with(": no index.html in this folder; name the folder of the built page, web/dist\n"),
        "{words}"
    );
    let nowhere = folder.path().join("nowhere");
    let words = refusal(command(&["--page"]).arg(&nowhere));
    assert!(words.contains(&nowhere.display().to_string()), "{words}");
}

#[test]
fn serves_the_built_in_page() {
    if page_is_built() {
        let server = Server::of(command(&["--port", "0"]), tempfile::tempdir().unwrap());
        let answer = server.ask("GET", "/", "");
        assert_eq!(answer.status, 200);
        assert!(answer.content.to_lowercase().contains("<!doctype html>"), "{answer:?}");
    } else {
        let words = refusal(&mut command(&[]));
        assert!(words.contains("crates/destrier-explorer/build --install"), "{words}");
    }
}

#[test]
fn wrong_arguments_are_an_error() {
    for arguments in [&["--port", "65536"][..], &["--port", "x"], &["--port"], &["extra"]] {
        let output = command(arguments).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(!output.stderr.is_empty());
    }
    let help = command(&["--help"]).output().unwrap();
    assert!(help.status.success() && String::from_utf8(help.stdout).unwrap().contains("--port <PORT>"));
}

#[cfg(unix)]
#[test]
fn survives_more_connections_than_the_system_allows() {
    use std::io::Read;
    use std::net::TcpStream;

    let folder = small_page();
    let mut limited = Command::new("sh");
    limited.args(["-c", "ulimit -n 20; exec \"$0\" --port 0 --page \"$1\""]);
    limited.arg(env!("CARGO_BIN_EXE_destrier-explorer")).arg(folder.path().join("page"));
    let server = Server::of(limited, folder);
    let idle: Vec<_> = (0..40).map(|_| TcpStream::connect(("127.0.0.1", server.port)).unwrap()).collect();
    // The server still answers the accepted connections. It has failed to accept the others by then.
    let mut first = &idle[0];
    std::io::Write::write_all(&mut first, b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n").unwrap();
    assert!(first.read(&mut [0; 12]).unwrap() > 0);
    drop(idle);
    assert_eq!(server.ask("GET", "/", "").status, 200);
}
