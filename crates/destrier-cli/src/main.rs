//! The command `destrier`: finds the patterns of knights and kings in chess games.

mod board;
mod list;
mod scan;

use clap::{Parser, Subcommand};
use std::io::{self, Write};
use std::process::ExitCode;

/// Find the patterns of knights and kings in chess games.
#[derive(Parser)]
#[command(name = "destrier", version, max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Scan(scan::Scan),
    Board(board::Calculation),
    List(list::List),
}

/// An input could not be read, or the output not be written.
const FAILURE: u8 = 1;
/// `--strict`, and damage.
const DAMAGE: u8 = 3;

fn main() -> ExitCode {
    let result = match Cli::parse().command {
        Command::Scan(scan) => scan.run(),
        Command::Board(calculation) => calculation.run(),
        Command::List(list) => list.run(),
    };
    match result {
        Ok(code) => ExitCode::from(code),
        // Whoever reads our output has seen enough.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            // Standard error may be on the same full disk; the status still tells.
            let _ = writeln!(io::stderr(), "destrier: the output cannot be written: {error}");
            ExitCode::from(FAILURE)
        }
    }
}
