//! `destrier sql`: runs the separate program `destrier-sql`.

use crate::external;
use crate::failure::Failure;
use clap::Args;
use std::ffi::OsString;

const PROGRAM: &str = "destrier-sql";

/// Query games and positions with SQL
///
/// This command runs the program `destrier-sql` with the same arguments. Install it beside `destrier` or in your PATH;
/// in a clone of Destrier, run cargo install --path crates/destrier-sql --profile sql. For its options, run
/// destrier-sql
/// --help.
#[derive(Args)]
#[command(after_help = "\
Examples:
  destrier sql  # a prompt
  destrier sql -c \"SELECT squares(forks('a8,e8'))\"")]
pub(crate) struct SqlArgs {
    /// Arguments of destrier-sql: -c SQL, -f FILE, --format FORMAT, -o FILE and more
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "ARGUMENT")]
    arguments: Vec<OsString>,
}

impl SqlArgs {
    pub(crate) fn run(self) -> Result<u8, Failure> {
        external::run(
            PROGRAM,
            self.arguments,
            "destrier-sql is not installed; to install it, run in a clone of Destrier: \
             cargo install --path crates/destrier-sql --profile sql",
        )
    }
}
