//! Starts the server and sends requests to it.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::Duration;
use tempfile::TempDir;

/// The files of a small page.
pub(crate) const FILES: [(&str, &[u8]); 4] = [
    ("index.html", b"<!doctype html><title>Small</title>\n"),
    ("assets/index-BsyI3Q2k.js", b"export {};\n"),
    ("assets/destrier-8Zd_-3xQ.wasm", b"\0asm\x01\0\0\0"),
    ("pieces.svg", b"<svg xmlns=\"http://www.w3.org/2000/svg\"/>\n"),
];

/// Creates a folder with a small page, and next to it a file that does not belong to the page.
pub(crate) fn small_page() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, content) in FILES.into_iter().chain([("../Cargo.toml", b"secret".as_slice())]) {
        let path = folder.path().join("page").join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
    }
    folder
}

pub(crate) fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_destrier-explorer"));
    command.args(arguments);
    command
}

/// A running server. Dropping it stops the server.
pub(crate) struct Server {
    pub(crate) process: Child,
    pub(crate) port: u16,
    // Keeps the pipe open for the server.
    _out: BufReader<ChildStdout>,
    _folder: TempDir,
}

impl Server {
    /// Starts a server with the small page on any free port.
    pub(crate) fn start() -> Self {
        Self::with(&["--port", "0"])
    }

    /// Starts a server with the small page.
    pub(crate) fn with(arguments: &[&str]) -> Self {
        let folder = small_page();
        let mut command = command(arguments);
        command.arg("--page").arg(folder.path().join("page"));
        Self::of(command, folder)
    }

    pub(crate) fn of(mut command: Command, folder: TempDir) -> Self {
        let mut process = command.stdout(Stdio::piped()).spawn().unwrap();
        let mut out = BufReader::new(process.stdout.take().unwrap());
        let mut line = String::new();
        out.read_line(&mut line).unwrap();
        let (_, address) = line.split_once("http://127.0.0.1:").expect(&line);
        let port = address.split_once('/').unwrap().0.parse().unwrap();
        Self { process, port, _out: out, _folder: folder }
    }

    /// Sends bytes and returns the answer. It is empty if the server only closes the connection.
    pub(crate) fn send(&self, bytes: &[u8]) -> String {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        // The server can close the connection before it has read everything.
        let _ = stream.write_all(bytes);
        let mut answer = Vec::new();
        match stream.read_to_end(&mut answer) {
            Err(error) if error.kind() == std::io::ErrorKind::WouldBlock => panic!("the answer does not end"),
            _ => String::from_utf8(answer).unwrap(),
        }
    }

    /// Requests a path with additional headers, each ending with CRLF.
    pub(crate) fn ask(&self, method: &str, path: &str, headers: &str) -> Answer {
        let host = format!("Host: 127.0.0.1:{}\r\n", self.port);
        self.ask_as(method, path, &format!("{host}{headers}"))
    }

    /// Requests a path like [`ask`](Self::ask), but without a `Host` header.
    pub(crate) fn ask_as(&self, method: &str, path: &str, headers: &str) -> Answer {
        let request = format!("{method} {path} HTTP/1.1\r\n{headers}Connection: close\r\n\r\n");
        Answer::parse(&self.send(request.as_bytes()))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// A parsed answer.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    headers: Vec<(String, String)>,
    pub(crate) content: String,
}

impl Answer {
    #[track_caller]
    fn parse(text: &str) -> Self {
        let (head, content) = text.split_once("\r\n\r\n").unwrap_or_else(|| panic!("no answer: {text:?}"));
        let mut lines = head.lines();
        let status = lines.next().unwrap().split(' ').nth(1).unwrap().parse().unwrap();
        let headers = lines.map(|line| line.split_once(": ").unwrap());
        let headers = headers.map(|(name, value)| (name.to_lowercase(), value.to_owned())).collect();
        Self { status, headers, content: content.to_owned() }
    }

    /// Returns the value of a header. Panics if the header appears twice.
    #[track_caller]
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let mut values = self.headers.iter().filter(|(header, _)| header == name);
        let value = values.next()?;
        assert!(values.next().is_none(), "{name} twice: {self:?}");
        Some(&value.1)
    }
}

/// Whether the server was built with the page.
pub(crate) fn page_is_built() -> bool {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../web/dist/index.html").exists()
}
