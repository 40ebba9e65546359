//! The explorer's server. It serves the page to browsers on this machine only.

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

/// The default port: 8 × 8 = 64 squares.
const PORT: u16 = 8064;

/// Serve Destrier's explorer to a browser on this machine
///
/// Prints the address to open and runs until you press Ctrl-C. Only this machine can reach it.
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
    /// The port to listen on, or 0 for any free port [default: 8064, or any free port if 8064 is in use]
    #[arg(long, value_name = "PORT")]
    port: Option<u16>,

    /// Serve the page in this folder instead of the built-in page
    #[arg(long, value_name = "FOLDER")]
    page: Option<PathBuf>,
}

fn main() -> ExitCode {
    match serve(&Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // If standard error is closed, the exit status still reports the failure.
            let _ = writeln!(io::stderr(), "destrier-explorer: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Serves the page until the process ends.
fn serve(arguments: &Arguments) -> anyhow::Result<()> {
    let page = match &arguments.page {
        Some(folder) => Page::in_folder(folder)?,
        None => Page::built_in(),
    };
    if page.file("/").is_none() {
        match &arguments.page {
            Some(folder) => bail!(
                "{}: no index.html in this folder; name the folder of the built page, web/dist",
                folder.display()
            ),
            None => bail!(
                "this server was built without the page; to build and install both, run \
                 `crates/destrier-explorer/build --install` in a clone of Destrier"
            ),
        }
    }

    let listener = listen(arguments.port)?;
    let port = listener.local_addr()?.port();
    listener.set_nonblocking(true)?;

    // The server needs the timer too: it retries later if the system is out of connections.
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let listener = tokio::net::TcpListener::from_std(listener)?;
        let router = Router::new().fallback(answer::answer).with_state(Arc::new(Site { page, port }));
        let mut out = io::stdout();
        writeln!(out, "The explorer runs at http://127.0.0.1:{port}/ (press Ctrl-C to stop)")
            .and_then(|()| out.flush())
            .context("cannot print the address")?;
        axum::serve(listener, router).await?;
        Ok(())
    })
}

/// Listens on `port`. Without one, listens on the default port, or on any free port if that is in use.
fn listen(port: Option<u16>) -> anyhow::Result<TcpListener> {
    match (TcpListener::bind((Ipv4Addr::LOCALHOST, port.unwrap_or(PORT))), port) {
        (Err(error), Some(port)) if error.kind() == ErrorKind::AddrInUse => {
            bail!("port {port} is in use; choose another port or omit --port")
        }
        (Err(_), None) => TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).context("no port is free"),
        (listener, _) => listener.with_context(|| format!("port {}", port.unwrap_or(PORT))),
    }
}
