//! `destrier serve`: runs the explorer's server, the separate program `destrier-explorer`.

use crate::external;
use crate::failure::Failure;
use clap::Args;

const SERVER: &str = "destrier-explorer";

/// Explore patterns on a board in your browser
///
/// Prints the address to open, and serves the page until Ctrl-C. Only this machine can reach it. This command runs the
/// program `destrier-explorer`. Install it beside `destrier` or in your PATH; in a clone of Destrier, run
/// crates/destrier-explorer/build --install.
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
        let port = self.port.map(|port| ["--port".to_owned(), port.to_string()]);
        external::run(
            SERVER,
            port.into_iter().flatten(),
            "the explorer is not installed; to install it, run in a clone of Destrier: \
             crates/destrier-explorer/build --install",
        )
    }
}
