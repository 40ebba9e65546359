//! The command `destrier`: finds the patterns of knights and kings in chess games.

mod board;
mod completions;
mod features;
mod files;
mod format;
mod installed;
mod journal;
mod list;
mod man;
mod names;
mod partial_file;
mod progress;
mod report;
mod run;
mod scan;
mod serve;
mod show;
mod sql;

use clap::{Parser, Subcommand};
use std::io::{self, Write};
use std::process::ExitCode;

/// Find the patterns of knights and kings in chess games
///
/// Forks, smothered mates, checks from afar along the line of all the king's escapes, passers that no king can catch:
/// where they are in games and positions, and the sets of squares that they are made of.
#[derive(Parser)]
#[command(
    name = "destrier",
    version,
    max_term_width = 100,
    after_long_help = "\
Exit status:
  0  done
  1  an input could not be read, or the output not be written
  2  wrong usage
  3  --strict, and damage
  130  interrupted with Ctrl-C

Examples:
  destrier scan samples/lichess.pgn           # how much, and the best
  destrier scan -f jsonl samples/lichess.pgn  # every finding as JSON
  destrier show samples/lichess.pgn 1:16      # one position, drawn
  destrier board fork-squares a8,e8           # from where a knight forks

See also:
  destrier list       # the exact definition of every pattern
  destrier help scan  # a command's options, with examples
  destrier man        # the manual page, all of this in one"
)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Scan(scan::Scan),
    Features(features::Features),
    Show(show::Show),
    Board(board::Calculation),
    List(list::List),
    Serve(serve::Serve),
    Sql(sql::Sql),
    Completions(completions::Completions),
    Man(man::Manual),
}

/// An input could not be read, or the output not be written.
const FAILURE: u8 = 1;
/// What was asked for makes no sense.
const USAGE: u8 = 2;
/// `--strict`, and damage.
const DAMAGE: u8 = 3;

/// Why a command does not come to its end.
enum Failure {
    /// The output cannot be written.
    Output(io::Error),
    /// What was asked for is not done: the exit status, and why.
    Refused(u8, String),
}

impl Failure {
    fn refused(reason: impl Into<String>) -> Self {
        Self::Refused(FAILURE, reason.into())
    }

    fn usage(reason: impl Into<String>) -> Self {
        Self::Refused(USAGE, reason.into())
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

fn main() -> ExitCode {
    let result = match Cli::parse().command {
        Command::Scan(scan) => scan.run(),
        Command::Features(features) => features.run(),
        Command::Show(show) => show.run(),
        Command::Board(calculation) => calculation.run().map_err(Failure::from),
        Command::List(list) => list.run().map_err(Failure::from),
        Command::Serve(serve) => serve.run(),
        Command::Sql(sql) => sql.run(),
        Command::Completions(completions) => completions.run().map_err(Failure::from),
        Command::Man(manual) => manual.run().map_err(Failure::from),
    };
    let (status, reason) = match result {
        Ok(status) => return ExitCode::from(status),
        // Whoever reads our output has seen enough.
        Err(Failure::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => return ExitCode::SUCCESS,
        Err(Failure::Output(error)) => (FAILURE, format!("the output cannot be written: {error}")),
        Err(Failure::Refused(status, reason)) => (status, reason),
    };
    // What a terminal would take for commands, names of files may have too.
    let is_command = |c: char| c.is_control() && c != '\n';
    let reason: String = reason.chars().map(|c| if is_command(c) { '?' } else { c }).collect();
    // Standard error may be on the same full disk; the status still tells.
    let _ = writeln!(io::stderr(), "destrier: {reason}");
    ExitCode::from(status)
}
