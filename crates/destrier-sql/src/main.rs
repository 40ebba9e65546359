//! The command `destrier-sql`: SQL over chess games and positions, at a prompt or from a script.

mod command;

use std::process::ExitCode;

fn main() -> ExitCode {
    command::main()
}
