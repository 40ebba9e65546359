//! `destrier serve`: serves the explorer's page at a port.

use crate::explore::page;
use crate::failure::{Failure, SUCCESS};
use clap::Args;
use std::io::{self, ErrorKind, Write};
use std::net::{Ipv4Addr, TcpListener};
use tiny_http::{Header, Method, Request, Response, Server};

/// The default port: 8 × 8 = 64 squares.
const PORT: u16 = 8064;

/// Serve the explorer's page at a port of this machine
///
/// Prints the address to open, and serves the page until Ctrl-C. Only this machine can reach it. `destrier explore`
/// opens the page without a server.
#[derive(Args)]
#[command(after_help = "\
Examples:
  destrier serve
  destrier serve --port 9000")]
pub(crate) struct ServeArgs {
    /// Listen on this port; 0 chooses a free one [default: 8064, or a free port if it is taken]
    #[arg(long, value_name = "PORT", allow_negative_numbers = true)]
    port: Option<u16>,
}

impl ServeArgs {
    pub(crate) fn run(self) -> Result<u8, Failure> {
        let page = page()?;
        let listener = listen(self.port)?;
        let port = listener.local_addr()?.port();
        let server =
            Server::from_listener(listener, None).map_err(|error| Failure::refused(error.to_string()))?;
        let mut out = io::stdout().lock();
        writeln!(out, "The explorer runs at http://127.0.0.1:{port}/ (press Ctrl-C to stop)")?;
        out.flush()?;
        for request in server.incoming_requests() {
            // A browser that is gone needs no answer.
            let _ = answer(request, page, port);
        }
        Ok(SUCCESS)
    }
}

/// Listens on a port. Without one, listens on the default port, or on any free port if that is in use.
fn listen(port: Option<u16>) -> Result<TcpListener, Failure> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port.unwrap_or(PORT)));
    match (listener, port) {
        (Err(error), Some(port)) if error.kind() == ErrorKind::AddrInUse => {
            Err(Failure::refused(format!("port {port} is in use; choose another port or omit --port")))
        }
        (Err(error), Some(port)) => Err(Failure::refused(format!("port {port}: {error}"))),
        (Err(_), None) => TcpListener::bind((Ipv4Addr::LOCALHOST, 0))
            .map_err(|error| Failure::refused(format!("no port is free: {error}"))),
        (Ok(listener), _) => Ok(listener),
    }
}

/// Answers with the page. It contains its own policy, except that no other page may frame it.
fn answer(request: Request, page: &[u8], port: u16) -> io::Result<()> {
    let (status, content) = match request.method() {
        _ if !names_this_machine(&request, port) => (421, &b"Open this page as http://127.0.0.1.\n"[..]),
        Method::Get | Method::Head if is_page(request.url()) => (200, page),
        Method::Get | Method::Head => (404, &b"No such file.\n"[..]),
        _ => (405, &b"Only GET and HEAD are allowed.\n"[..]),
    };
    let mut response =
        Response::from_data(content).with_status_code(status).with_chunked_threshold(usize::MAX);
    for (name, value) in [
        (
            "Content-Type",
            if status == 200 { "text/html; charset=utf-8" } else { "text/plain; charset=utf-8" },
        ),
        ("Content-Security-Policy", "frame-ancestors 'none'"),
        ("X-Content-Type-Options", "nosniff"),
        ("Cross-Origin-Resource-Policy", "same-origin"),
        ("Cache-Control", "no-cache"),
    ] {
        response.add_header(Header::from_bytes(name, value).expect("a valid header"));
    }
    request.respond(response)
}

fn is_page(address: &str) -> bool {
    ["/", "/index.html", "/explorer.html"].contains(&address.split('?').next().unwrap_or_default())
}

/// Returns whether a request names this machine as its host. This prevents DNS rebinding: a foreign page can point its
/// own host name at this machine, but the browser still sends that name.
fn names_this_machine(request: &Request, port: u16) -> bool {
    let mut hosts = request.headers().iter().filter(|header| header.field.equiv("Host"));
    let (Some(host), None) = (hosts.next(), hosts.next()) else { return false };
    let host = host.value.as_str();
    let name = host.strip_suffix(&format!(":{port}")).or(if port == 80 { Some(host) } else { None });
    name.is_some_and(|name| ["127.0.0.1", "localhost"].iter().any(|own| name.eq_ignore_ascii_case(own)))
}
