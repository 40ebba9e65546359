//! Valid and invalid requests to a running server.

use crate::running::{Answer, FILES, Server, command, small_page};
use std::io::Write;
use std::net::TcpStream;

#[track_caller]
fn assert_guarded(answer: &Answer) {
    let policy = answer.header("content-security-policy").unwrap();
    let directives: Vec<&str> = policy.split("; ").collect();
    let expected = [
        "default-src 'none'",
        "script-src 'self' 'wasm-unsafe-eval'",
        "style-src 'self'",
        "img-src 'self' blob:",
        "connect-src 'self'",
        "worker-src 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    ];
    assert_eq!(directives, expected);
    assert_eq!(answer.header("x-content-type-options"), Some("nosniff"));
    assert_eq!(answer.header("referrer-policy"), Some("no-referrer"));
    assert_eq!(answer.header("cross-origin-opener-policy"), Some("same-origin"));
    assert_eq!(answer.header("cross-origin-resource-policy"), Some("same-origin"));
}

#[test]
fn serves_files_unchanged() {
    let server = Server::start();
    let kinds =
        ["text/html; charset=utf-8", "text/javascript; charset=utf-8", "application/wasm", "image/svg+xml"];
    for ((name, content), kind) in FILES.into_iter().zip(kinds) {
        let answer = server.ask("GET", &format!("/{name}"), "");
        assert_eq!(answer.status, 200, "{name}");
        assert_eq!(answer.content.as_bytes(), content, "{name}");
        assert_eq!(answer.header("content-type"), Some(kind), "{name}");
        assert_eq!(answer.header("content-length"), Some(&*content.len().to_string()), "{name}");
        let caching =
            if name.starts_with("assets/") { "public, max-age=31536000, immutable" } else { "no-cache" };
        assert_eq!(answer.header("cache-control"), Some(caching), "{name}");
        assert_guarded(&answer);
    }
    for path in ["/", "/?position=8/8/8/8", "/index.html?a=%2e%2e"] {
        let answer = server.ask("GET", path, "");
        assert_eq!((answer.status, answer.content.as_bytes()), (200, FILES[0].1), "{path}");
    }
}

#[test]
fn head_answers_like_get_without_the_content() {
    let server = Server::start();
    for path in ["/", "/assets/index-BsyI3Q2k.js"] {
        let (get, head) = (server.ask("GET", path, ""), server.ask("HEAD", path, ""));
        assert_eq!((head.status, &*head.content), (200, ""));
        for name in ["content-type", "content-length", "etag", "cache-control"] {
            assert!(get.header(name).is_some() && get.header(name) == head.header(name), "{name} of {path}");
        }
        assert_guarded(&head);
    }
    assert_eq!(server.ask("HEAD", "/nothing", "").status, 404);
}

#[test]
fn does_not_resend_a_cached_file() {
    let server = Server::start();
    let tags = ["/", "/pieces.svg"].map(|path| {
        let answer = server.ask("GET", path, "");
        let tag = answer.header("etag").unwrap().to_owned();
        for known in [tag.clone(), format!("W/{tag}"), format!("\"a\", {tag}"), "*".to_owned()] {
            let answer = server.ask("GET", path, &format!("If-None-Match: {known}\r\n"));
            assert_eq!((answer.status, &*answer.content), (304, ""), "{known}");
            assert_eq!(answer.header("etag"), Some(&*tag));
            assert_eq!(answer.header("cache-control"), Some("no-cache"));
            assert_guarded(&answer);
        }
        for other in ["\"a\"", "", tag.trim_matches('"')] {
            let answer = server.ask("GET", path, &format!("If-None-Match: {other}\r\n"));
            assert_eq!(answer.status, 200, "{other}");
        }
        tag
    });
    assert_ne!(tags[0], tags[1]);
}

#[test]
fn no_path_escapes_from_the_page() {
    let server = Server::start();
    for path in [
        "/../Cargo.toml",
        "/assets/../../Cargo.toml",
        "/%2e%2e/Cargo.toml",
        "/..%2fCargo.toml",
        "/%2e%2e%2fCargo.toml",
        "/..%5cCargo.toml",
        "/..\\Cargo.toml",
        "/./index.html",
        "//index.html",
        "//etc/passwd",
        "/etc/passwd",
        "/assets",
        "/assets/",
        "/index.html/",
        "/index.html%00",
        "/INDEX.HTML",
        "/nothing.js",
    ] {
        let answer = server.ask("GET", path, "");
        assert_eq!(answer.status, 404, "{path}");
        assert_eq!(answer.content, "No such file.\n");
        assert_guarded(&answer);
    }
}

#[cfg(unix)]
#[test]
fn does_not_follow_symbolic_links() {
    use std::fs;
    use std::os::unix::fs::symlink;

    let folder = small_page();
    let [page, beside, link] = ["page", "beside", "link"].map(|name| folder.path().join(name));
    fs::create_dir(&beside).unwrap();
    fs::write(beside.join("a.txt"), "secret").unwrap();
    symlink(&beside, page.join("beside")).unwrap();
    symlink(beside.join("a.txt"), page.join("a.txt")).unwrap();
    // `--page` itself can be a symbolic link.
    symlink(&page, &link).unwrap();
    let mut command = command(&["--port", "0", "--page"]);
    command.arg(&link);
    let server = Server::of(command, folder);
    assert_eq!(server.ask("GET", "/", "").status, 200);
    for path in ["/a.txt", "/beside/a.txt"] {
        assert_eq!(server.ask("GET", path, "").status, 404, "{path}");
    }
}

#[test]
fn allows_only_get_and_head() {
    let server = Server::start();
    for method in ["POST", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE", "BREW"] {
        for path in ["/", "/nothing"] {
            let answer = server.ask(method, path, "Content-Length: 0\r\n");
            assert_eq!(answer.status, 405, "{method}");
            assert_eq!(answer.header("allow"), Some("GET, HEAD"));
            assert_guarded(&answer);
        }
    }
}

#[test]
fn refuses_other_hosts() {
    let server = Server::start();
    let port = server.port;
    for host in ["127.0.0.1", "localhost", "LocalHost", "[::1]"] {
        assert_eq!(server.ask_as("GET", "/", &format!("Host: {host}:{port}\r\n")).status, 200, "{host}");
    }
    let own = format!("Host: 127.0.0.1:{port}\r\n");
    for headers in [
        String::new(),
        "Host:\r\n".to_owned(),
        "Host: 127.0.0.1\r\n".to_owned(),
        "Host: localhost\r\n".to_owned(),
        format!("Host: 127.0.0.1:{}\r\n", port ^ 1),
        format!("Host: evil.example:{port}\r\n"),
        format!("Host: 127.0.0.1.evil.example:{port}\r\n"),
        format!("Host: evil.example#127.0.0.1:{port}\r\n"),
        format!("Host: user@127.0.0.1:{port}\r\n"),
        format!("Host: 0.0.0.0:{port}\r\n"),
        format!("Host: 127.0.0.1:{port}0\r\n"),
        format!("{own}Host: evil.example\r\n"),
        format!("{own}{own}"),
    ] {
        let answer = server.ask_as("GET", "/", &headers);
        assert_eq!(answer.status, 421, "{headers}");
        assert_eq!(answer.content, format!("Open this page as http://127.0.0.1:{port}/.\n"));
        assert_guarded(&answer);
    }
    // Absolute URLs, as sent to a proxy.
    assert_eq!(server.ask("GET", &format!("http://localhost:{port}/"), "").status, 200);
    assert_eq!(server.ask("GET", "http://evil.example/", "").status, 421);
    assert_eq!(server.ask("GET", &format!("http://evil.example:{port}/"), "").status, 421);
}

#[test]
fn survives_invalid_requests() {
    let server = Server::start();
    let long = "x".repeat(1 << 21);
    let own = format!("Host: 127.0.0.1:{}\r\n", server.port);
    let many = "A: b\r\n".repeat(5000);
    for (what, bytes) in [
        ("no HTTP", b"\0\xff\xfe\x01garbage\r\n\r\n".to_vec()),
        ("TLS", b"\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03\r\n\r\n".to_vec()),
        ("no method", b" / HTTP/1.1\r\n\r\n".to_vec()),
        ("another version", format!("GET / HTTP/9.9\r\n{own}\r\n").into_bytes()),
        ("a space in the path", format!("GET /a b HTTP/1.1\r\n{own}\r\n").into_bytes()),
        ("a line feed in a name", format!("GET / HTTP/1.1\r\n{own}A\nb: c\r\n\r\n").into_bytes()),
        ("a long path", format!("GET /{long} HTTP/1.1\r\n{own}\r\n").into_bytes()),
        ("a long header", format!("GET / HTTP/1.1\r\n{own}A: {long}\r\n\r\n").into_bytes()),
        ("many headers", format!("GET / HTTP/1.1\r\n{own}{many}\r\n").into_bytes()),
    ] {
        let answer = server.send(&bytes);
        assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 4"), "{what}: {answer}");
    }
    // Clients that send nothing, half a request, or a request whose answer they do not read.
    let idle: Vec<TcpStream> = ["", "GET / HT", "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"]
        .into_iter()
        .map(|words| {
            let mut stream = TcpStream::connect(("127.0.0.1", server.port)).unwrap();
            stream.write_all(words.as_bytes()).unwrap();
            stream
        })
        .collect();
    assert_eq!(server.ask("GET", "/", "").status, 200);
    drop(idle);
    assert_eq!(server.ask("GET", "/", "").status, 200);
}
