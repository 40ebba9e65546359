//! `destrier serve`: starts the explorer's server, a program of its own, where it is installed.

use crate::external;
use crate::failure::Failure;
use clap::Args;

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
pub(crate) struct ServeArgs {
    /// The port to listen on, 0 for any that is free; 8064 when left out, or a free one where that is taken
    #[arg(long, value_name = "PORT", allow_negative_numbers = true)]
    port: Option<u16>,
}

impl ServeArgs {
    pub(crate) fn run(self) -> Result<u8, Failure> {
        let port = self.port.map(|port| ["--port".to_owned(), port.to_string()]);
        external::run(
            SERVER,
            port.into_iter().flatten(),
            "the explorer is not installed; in a clone of Destrier, \
             crates/destrier-explorer/build --install builds and installs it",
        )
    }
}
