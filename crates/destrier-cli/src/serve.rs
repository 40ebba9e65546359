//! `destrier serve`: starts the explorer's server, a program of its own, where it is installed.

use crate::Failure;
use clap::Args;
use std::env::{self, consts::EXE_SUFFIX};
use std::io::{self, ErrorKind};
use std::path::PathBuf;
use std::process::Command;

const SERVER: &str = "destrier-explorer";

/// Serve the explorer to a browser: a board to play with, and every pattern on it
///
/// Prints the address to open, and serves until Ctrl-C. Only this machine can reach it. The server is a program of its
/// own, `destrier-explorer`, which must be installed beside this one or in the PATH; from a clone of Destrier,
/// crates/destrier-explorer/build --install does it.
#[derive(Args)]
#[command(after_help = "\
Examples:
  destrier serve
  destrier serve --port 9000")]
pub(crate) struct Serve {
    /// The port to listen on, 0 for any that is free; 8064 when left out, or a free one where that is taken
    #[arg(long, value_name = "PORT")]
    port: Option<u16>,
}

impl Serve {
    pub(crate) fn run(self) -> Result<u8, Failure> {
        let mut server = Command::new(beside().unwrap_or_else(|| SERVER.into()));
        if let Some(port) = self.port {
            server.args(["--port", &port.to_string()]);
        }
        become_it(server).map_err(|error| match error.kind() {
            ErrorKind::NotFound => Failure::refused(
                "the explorer is not installed; in a clone of Destrier, \
                 crates/destrier-explorer/build --install builds and installs it",
            ),
            _ => Failure::refused(format!("{SERVER} cannot be run: {error}")),
        })
    }
}

/// The server beside this program, where it is there.
fn beside() -> Option<PathBuf> {
    let path = env::current_exe().ok()?.with_file_name(format!("{SERVER}{EXE_SUFFIX}"));
    path.is_file().then_some(path)
}

/// Runs a program in the place of this one, so that signals and the exit status are its own.
#[cfg(unix)]
fn become_it(mut program: Command) -> io::Result<u8> {
    use std::os::unix::process::CommandExt;

    Err(program.exec())
}

/// Runs a program to its end; its exit status.
#[cfg(not(unix))]
fn become_it(mut program: Command) -> io::Result<u8> {
    let code = program.status()?.code();
    Ok(code.and_then(|code| u8::try_from(code).ok()).unwrap_or(crate::FAILURE))
}
