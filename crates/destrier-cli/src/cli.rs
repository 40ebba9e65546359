//! The command line: all commands, and which code runs each.

use crate::board::BoardArgs;
use crate::completions::CompletionsArgs;
use crate::failure::{Failure, SUCCESS};
use crate::features::FeaturesArgs;
use crate::list::ListArgs;
use crate::man::ManArgs;
use crate::rates::RatesArgs;
use crate::scan::ScanArgs;
use crate::serve::ServeArgs;
use crate::show::ShowArgs;
use crate::sql::SqlArgs;
use clap::error::{ContextKind, ContextValue};
use clap::{CommandFactory, Parser, Subcommand};
use std::path::Path;

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
pub(crate) struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    Scan(ScanArgs),
    Rates(RatesArgs),
    Features(FeaturesArgs),
    Show(ShowArgs),
    Board(BoardArgs),
    List(ListArgs),
    Serve(ServeArgs),
    Sql(SqlArgs),
    Completions(CompletionsArgs),
    Man(ManArgs),
}

/// What to do with a file of games.
const FIRST_STEPS: &str = "\
destrier scan games.pgn                what there was to find in your games
destrier scan --missed games.pgn       what you and your opponents missed
destrier scan -o found.csv games.pgn   every finding, for a spreadsheet
destrier show games.pgn 1:20           game 1 after 20 plies, on a board
destrier list                          what the patterns are
destrier help                          all commands, with examples
";

impl Cli {
    /// Parses the command line. A file without a command is an error that says how to scan it.
    pub(crate) fn from_command_line() -> Result<Self, Failure> {
        Self::try_parse().map_err(|error| match error.get(ContextKind::InvalidSubcommand) {
            Some(ContextValue::String(name)) if Path::new(name).exists() => {
                Failure::usage(format!("{name} is no command; to scan the file: destrier scan {name}"))
            }
            _ => error.exit(),
        })
    }

    /// Runs the command; its exit status.
    pub(crate) fn run(self) -> Result<u8, Failure> {
        let Some(command) = self.command else {
            anstream::print!("{FIRST_STEPS}");
            return Ok(SUCCESS);
        };
        match command {
            Command::Scan(scan) => scan.run(),
            Command::Rates(rates) => rates.run(),
            Command::Features(features) => features.run(),
            Command::Show(show) => show.run(),
            Command::Board(board) => board.run(),
            Command::List(list) => list.run(),
            Command::Serve(serve) => serve.run(),
            Command::Sql(sql) => sql.run(),
            Command::Completions(completions) => completions.run(&mut Self::command()),
            Command::Man(man) => man.run(Self::command()),
        }
    }
}
