//! `destrier sql`: starts `destrier-sql`, a program of its own, where it is installed.

use crate::external;
use crate::failure::Failure;
use clap::Args;
use std::ffi::OsString;

const PROGRAM: &str = "destrier-sql";

/// Ask about games and positions in SQL, at a prompt or from a script
///
/// All that follows goes to a program of its own, `destrier-sql`, which must be installed beside this one or in the
/// PATH; in a clone of Destrier, cargo install --path crates/destrier-sql --profile sql does it. Its own help is
/// destrier-sql --help.
#[derive(Args)]
#[command(after_help = "\
Examples:
  destrier sql  # a prompt
  destrier sql -c \"SELECT squares(fork_squares('a8,e8'))\"")]
pub(crate) struct SqlArgs {
    /// What destrier-sql takes: -c SQL, -f FILE, --format FORMAT, -o FILE and more
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "ARGUMENT")]
    arguments: Vec<OsString>,
}

impl SqlArgs {
    pub(crate) fn run(self) -> Result<u8, Failure> {
        external::run(
            PROGRAM,
            self.arguments,
            "SQL is not installed; in a clone of Destrier, \
             cargo install --path crates/destrier-sql --profile sql builds and installs it",
        )
    }
}
