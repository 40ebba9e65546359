//! The command `destrier`: finds knight and king patterns in chess games.

mod args;
mod board;
mod cli;
mod color;
mod completions;
mod convert;
mod explore;
mod external;
mod failure;
mod features;
mod finding_args;
mod list;
mod man;
mod output;
mod pattern_names;
mod rates;
mod report;
mod run;
mod scan;
mod serve;
mod show;
mod sql;
mod wrap;

use cli::Cli;
use failure::{FAILURE, Failure};
use std::io::{self, Write};
use std::process::ExitCode;

fn main() -> ExitCode {
    let (status, reason) = match Cli::from_command_line().and_then(Cli::run) {
        Ok(status) => return ExitCode::from(status),
        // For example `head`, which closes the pipe when it has enough.
        Err(Failure::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => return ExitCode::SUCCESS,
        Err(Failure::Output(error)) => (FAILURE, format!("the output cannot be written: {error}")),
        Err(Failure::Refused(status, reason)) => (status, reason),
    };
    // File names may contain terminal escape codes.
    let reason = reason.replace(|c: char| c.is_control() && c != '\n', "?");
    // Standard error may be on the same full disk. The exit status still reports the failure.
    let _ = writeln!(io::stderr(), "destrier: {reason}");
    ExitCode::from(status)
}
