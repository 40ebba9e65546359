//! Commands that need another program or the explorer's page, or else explain how to get it.
#![cfg(unix)]

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, Command, Output, Stdio};
use tempfile::TempDir;

const SQL: &str = "destrier-sql";

/// A folder with only the command in `bin`. In the build folder, other programs would be beside it.
struct Installation(TempDir);

impl Installation {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let bin = folder.path().join("bin");
        fs::create_dir(&bin).unwrap();
        let (built, own) = (env!("CARGO_BIN_EXE_destrier"), bin.join("destrier"));
        // Copy if the folder for temporary files is on another file system.
        if fs::hard_link(built, &own).is_err() {
            let copied = Command::new("cp").arg(built).arg(&own).status().unwrap();
            assert!(copied.success());
        }
        Self(folder)
    }

    /// Installs a stand-in for a program. It writes its arguments into the folder, one per line, and ends with
    /// `ending`. A shell writes the file, because a file that this process has open for writing cannot be run.
    fn stand_in(&self, program: &str, folder: &str, ending: &str) {
        let script = format!(
            "#!/bin/sh\n: > {0}/arguments\nfor argument; do echo \"$argument\" >> {0}/arguments; done\n{ending}\n",
            self.0.path().display()
        );
        let path = self.0.path().join(folder).join(program);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        let write = "printf %s \"$1\" > \"$2\" && chmod +x \"$2\"";
        let shell = Command::new("sh").args(["-c", write, "sh", &script]).arg(path).status().unwrap();
        assert!(shell.success());
    }

    /// Returns the arguments of the last call.
    fn arguments(&self) -> Vec<String> {
        let text = fs::read_to_string(self.0.path().join("arguments")).unwrap();
        text.lines().map(str::to_owned).collect()
    }

    /// Runs the command with the folder `programs` in its PATH.
    fn run(&self, words: &[&str]) -> Output {
        let mut command = Command::new(self.0.path().join("bin/destrier"));
        let path = self.0.path().join("programs");
        command.args(words).env("PATH", path).stdin(Stdio::null()).output().unwrap()
    }
}

#[test]
fn a_missing_or_broken_program_is_reported() {
    let installation = Installation::new();
    let Output { status, stdout, stderr } = installation.run(&["sql"]);
    assert_eq!((status.code(), stdout.len()), (Some(1), 0));
    assert_eq!(
        String::from_utf8(stderr).unwrap(),
        "destrier: destrier-sql is not installed; to install it, run in a clone of Destrier: cargo install --path \
         crates/destrier-sql --profile sql\n"
    );
    fs::write(installation.0.path().join("bin").join(SQL), "no program").unwrap();
    let Output { status, stderr, .. } = installation.run(&["sql"]);
    let words = String::from_utf8(stderr).unwrap();
    assert!(status.code() == Some(1) && words.starts_with("destrier: cannot run destrier-sql: "), "{words}");
}

#[test]
fn arguments_output_and_status_are_passed_on() {
    const TERMINATION: i32 = 15;
    let arguments: [&[&str]; 3] =
        [&[], &["-c", "SELECT 1; SELECT 2", "--format", "csv"], &["-o", "x", "--help", "--unknown", "-"]];
    for folder in ["bin", "programs"] {
        for arguments in arguments {
            let installation = Installation::new();
            installation.stand_in(SQL, folder, "echo answered; echo why >&2; exit 7");
            let Output { status, stdout, stderr } = installation.run(&[&["sql"], arguments].concat());
            let answer = (status.code(), &stdout[..], &stderr[..]);
            assert_eq!(answer, (Some(7), &b"answered\n"[..], &b"why\n"[..]), "{folder}");
            assert_eq!(installation.arguments(), arguments, "{folder}");
        }
    }
    let installation = Installation::new();
    installation.stand_in(SQL, "bin", "kill -TERM $$");
    installation.stand_in(SQL, "programs", "exit 9");
    let signal = installation.run(&["sql"]).status.signal();
    assert_eq!(signal, Some(TERMINATION), "the program beside the command has priority");
}

#[test]
fn the_examples_of_the_help_run() {
    let query = "SELECT squares(forks('a8,e8'))";
    let installation = Installation::new();
    installation.stand_in(SQL, "bin", "exit 0");
    let help = String::from_utf8(installation.run(&["sql", "--help"]).stdout).unwrap();
    let shown = help.lines().filter_map(|line| line.strip_prefix("  destrier sql"));
    assert_eq!(shown.collect::<Vec<_>>(), ["  # a prompt".to_owned(), format!(" -c \"{query}\"")]);
    for call in [&["sql"][..], &["sql", "-c", query]] {
        assert!(installation.run(call).status.success());
        assert_eq!(installation.arguments(), call[1..]);
    }
}

/// The page, or nothing if it was not built.
fn page() -> Option<Vec<u8>> {
    fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/../destrier-explorer/web/dist/explorer.html")).ok()
}

/// Returns the exit status, the output and the messages.
fn run(installation: &Installation, words: &[&str]) -> (Option<i32>, Vec<u8>, String) {
    let Output { status, stdout, stderr } = installation.run(words);
    (status.code(), stdout, String::from_utf8(stderr).unwrap())
}

#[test]
fn the_page_is_written_and_opened() {
    let installation = Installation::new();
    installation.stand_in("xdg-open", "programs", "exit 0");
    let Some(page) = page() else {
        for command in ["explore", "serve"] {
            let (status, stdout, stderr) = run(&installation, &[command]);
            assert_eq!((status, stdout.len()), (Some(1), 0));
            assert!(
                stderr
                    .starts_with("destrier: this command was built without the explorer's page; to add it, ")
            );
            assert!(stderr.ends_with(" crates/destrier-explorer/build --install\n"), "{stderr}");
        }
        return;
    };
    assert!(run(&installation, &["explore", "-o", "-"]) == (Some(0), page.clone(), String::new()));
    let folder = installation.0.path().canonicalize().unwrap();
    let path = folder.join("page.html").to_str().unwrap().to_owned();
    // The second time, the page is there already.
    for _ in 0..2 {
        let (status, stdout, stderr) = run(&installation, &["explore", "-o", &path]);
        assert_eq!((status, &*stderr), (Some(0), ""));
        assert_eq!(String::from_utf8(stdout).unwrap(), format!("Opened {path} in your browser.\n"));
        assert!(fs::read(&path).unwrap() == page);
        // The browser is not waited for.
        let opened = installation.0.path().join("arguments");
        while !fs::read_to_string(&opened).is_ok_and(|text| text.ends_with('\n')) {
            std::thread::yield_now();
        }
        assert_eq!(installation.arguments(), [&*path]);
        fs::remove_file(opened).unwrap();
    }
    fs::write(&path, "other").unwrap();
    let (status, _, stderr) = run(&installation, &["explore", "-o", &path]);
    assert_eq!(
        (status, stderr),
        (Some(1), format!("destrier: {path}: already exists; pass --force to overwrite it\n"))
    );
    assert_eq!(fs::read(&path).unwrap(), b"other");
    assert_eq!(run(&installation, &["explore", "-o", &path, "--force"]).0, Some(0));
    assert!(fs::read(&path).unwrap() == page);
}

/// A running server. It ends with the test.
struct Server(Child, u16);

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Server {
    /// Returns the status of the answer and its content.
    fn ask(&self, request: &str) -> (u16, Vec<u8>) {
        let mut stream = TcpStream::connect(("127.0.0.1", self.1)).unwrap();
        stream.write_all(request.replace("PORT", &self.1.to_string()).as_bytes()).unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).unwrap();
        let end = answer.windows(4).position(|bytes| bytes == b"\r\n\r\n").unwrap();
        let head = String::from_utf8(answer[..end].to_vec()).unwrap();
        (head.split(' ').nth(1).unwrap().parse().unwrap(), answer[end + 4..].to_vec())
    }
}

#[test]
fn the_server_answers_only_this_machine() {
    let Some(page) = page() else { return };
    let mut command = Command::new(env!("CARGO_BIN_EXE_destrier"));
    let mut child = command.args(["serve", "--port", "0"]).stdout(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let port = line.split(['/', ':']).find_map(|word| word.parse().ok()).unwrap();
    assert_eq!(line, format!("The explorer runs at http://127.0.0.1:{port}/ (press Ctrl-C to stop)\n"));
    let server = Server(child, port);
    // A connection without a request, as browsers open them in advance, keeps nobody waiting.
    let _idle = TcpStream::connect(("127.0.0.1", port)).unwrap();
    for (request, status) in [
        ("GET / HTTP/1.1\r\nHost: 127.0.0.1:PORT", 200),
        ("GET /explorer.html?a=b HTTP/1.1\r\nHost: LOCALHOST:PORT", 200),
        ("GET / HTTP/1.1\r\nHost: example.com:PORT", 421),
        ("GET / HTTP/1.1\r\nHost: 127.0.0.1:1", 421),
        ("GET / HTTP/1.1\r\nHost: 127.0.0.1", 421),
        ("GET / HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nHost: 127.0.0.1:PORT", 421),
        ("GET / HTTP/1.1\r\nAccept: */*", 421),
        ("GET /../Cargo.toml HTTP/1.1\r\nHost: 127.0.0.1:PORT", 404),
        ("POST / HTTP/1.1\r\nContent-Length: 0\r\nHost: 127.0.0.1:PORT", 405),
    ] {
        let (found, content) = server.ask(&format!("{request}\r\nConnection: close\r\n\r\n"));
        assert_eq!((found, content == page), (status, status == 200), "{request}");
    }
    let (status, content) =
        server.ask("HEAD / HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nConnection: close\r\n\r\n");
    assert_eq!((status, content.len()), (200, 0));
    // Only the address of this machine itself is bound.
    assert!(TcpStream::connect(("127.0.0.2", port)).is_err());
    let taken = run(&Installation::new(), &["serve", "--port", &port.to_string()]);
    assert_eq!(
        (taken.0, taken.2),
        (Some(1), format!("destrier: port {port} is in use; choose another port or omit --port\n"))
    );
}

#[test]
fn wrong_ports_are_rejected() {
    for words in [&["serve", "--port", "65536"][..], &["serve", "--port", "x"], &["serve", "9000"]] {
        assert_eq!(Installation::new().run(words).status.code(), Some(2), "{words:?}");
    }
}
