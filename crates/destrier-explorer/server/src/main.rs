//! The explorer's server: gives the page to browsers of this machine, and to nobody else.

mod answer;
mod page;

use answer::Site;
use anyhow::{Context, bail};
use axum::Router;
use clap::Parser;
use page::Page;
use std::io::{self, ErrorKind, Write};
use std::net::{Ipv4Addr, TcpListener};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

/// The port where nothing else was asked for: a board's squares.
const PORT: u16 = 8064;

/// Serve Destrier's explorer to a browser on this machine
///
/// Prints the address to open, and serves until Ctrl-C. Only this machine can reach it.
#[derive(Parser)]
#[command(
    name = "destrier-explorer",
    version,
    max_term_width = 100,
    after_help = "\
Examples:
  destrier-explorer
  destrier-explorer --port 9000"
)]
struct Arguments {
    /// The port to listen on, 0 for any that is free; 8064 when left out, or a free one where that is taken
    #[arg(long, value_name = "PORT")]
    port: Option<u16>,

    /// Serve the page in this folder instead of the one built in
    #[arg(long, value_name = "FOLDER")]
    page: Option<PathBuf>,
}

fn main() -> ExitCode {
    match serve(&Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // Standard error may be closed; the status still tells.
            let _ = writeln!(io::stderr(), "destrier-explorer: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Serves until the process is ended.
fn serve(arguments: &Arguments) -> anyhow::Result<()> {
    let page = match &arguments.page {
        Some(folder) => Page::in_folder(folder)?,
        None => Page::built_in(),
    };
    if page.file("/").is_none() {
        match &arguments.page {
            Some(folder) => bail!("{}: there is no index.html in it", folder.display()),
            None => bail!(
                "the page was not there when this was built; in a clone of Destrier, \
                 crates/destrier-explorer/build --install builds and installs both"
            ),
        }
    }

    let listener = listen(arguments.port)?;
    let port = listener.local_addr()?.port();
    listener.set_nonblocking(true)?;

    // Time as well: when the system has no more connections to give, the server waits for one.
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let listener = tokio::net::TcpListener::from_std(listener)?;
        let router = Router::new().fallback(answer::answer).with_state(Arc::new(Site { page, port }));
        let mut out = io::stdout();
        writeln!(out, "The explorer is at http://127.0.0.1:{port}/ until Ctrl-C")
            .and_then(|()| out.flush())
            .context("the address cannot be printed")?;
        axum::serve(listener, router).await?;
        Ok(())
    })
}

/// A listener on the port asked for. Where none was, any free one is as good when the usual one is taken.
fn listen(port: Option<u16>) -> anyhow::Result<TcpListener> {
    let on = |port| TcpListener::bind((Ipv4Addr::LOCALHOST, port));
    match (on(port.unwrap_or(PORT)), port) {
        (Err(error), Some(port)) if error.kind() == ErrorKind::AddrInUse => {
            bail!("port {port} is taken; give another one, or leave --port out")
        }
        (Err(_), None) => on(0).context("no port is free"),
        (listener, _) => listener.with_context(|| format!("port {}", port.unwrap_or(PORT))),
    }
}
