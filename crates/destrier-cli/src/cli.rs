//! The command line: all commands, and the code that runs each.

use crate::board::BoardArgs;
use crate::completions::CompletionsArgs;
use crate::convert::ConvertArgs;
use crate::explore::ExploreArgs;
use crate::failure::{Failure, SUCCESS};
use crate::features::FeaturesArgs;
use crate::list::ListArgs;
use crate::man::ManArgs;
use crate::rates::RatesArgs;
use crate::report::ReportArgs;
use crate::scan::ScanArgs;
use crate::serve::ServeArgs;
use crate::show::ShowArgs;
use crate::sql::SqlArgs;
use clap::error::{ContextKind, ContextValue};
use clap::{CommandFactory, Parser, Subcommand};
use std::path::Path;

/// Find knight and king patterns in chess games
///
/// Destrier finds forks, smothered mates, back-rank style checks and runaway pawns in files of games. It shows what you
/// missed, draws positions, and calculates with sets of squares.
#[derive(Parser)]
#[command(
    name = "destrier",
    version,
    max_term_width = 100,
    after_long_help = "\
Exit status:
  0  done
  1  an input could not be read, or the output could not be written
  2  wrong usage
  3  a damaged game, with --strict
  130  interrupted with Ctrl-C

Examples:
  destrier scan samples/lichess.pgn           # a summary
  destrier report samples -o report.html      # a page to read and print
  destrier show samples/lichess.pgn 1:16      # draw a position
  destrier board forks a8,e8                  # where a knight forks

See also:
  destrier list       # the exact definition of every pattern
  destrier help scan  # the options of a command, with examples
  destrier man        # all help in one manual page"
)]
pub(crate) struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    Scan(ScanArgs),
    Rates(RatesArgs),
    Report(ReportArgs),
    Convert(ConvertArgs),
    Features(FeaturesArgs),
    Show(ShowArgs),
    Board(BoardArgs),
    List(ListArgs),
    Explore(ExploreArgs),
    Serve(ServeArgs),
    Sql(SqlArgs),
    Completions(CompletionsArgs),
    Man(ManArgs),
}

/// Printed when no command is given.
const FIRST_STEPS: &str = "\
destrier scan games.pgn                  summarize the patterns in your games
destrier scan --missed games.pgn         show what you and your opponents missed
destrier scan -o found.csv games.pgn     write every finding for a spreadsheet
destrier report games.pgn -o page.html   write a page about you, with boards
destrier show games.pgn 1:20             draw game 1 after 20 plies
destrier list                            define the patterns
destrier help                            list all commands, with examples

Without a file, your games on Lichess:
curl 'https://lichess.org/api/games/user/NAME?clocks=true&evals=true' |
  destrier report --player NAME - -o NAME.html
";

impl Cli {
    /// Parses the command line. If the first argument is a file, the error suggests `scan`.
    pub(crate) fn from_command_line() -> Result<Self, Failure> {
        Self::try_parse().map_err(|error| match error.get(ContextKind::InvalidSubcommand) {
            Some(ContextValue::String(name)) if Path::new(name).exists() => {
                Failure::usage(format!("{name}: not a command; to scan this file, run: destrier scan {name}"))
            }
            _ => error.exit(),
        })
    }

    /// Runs the command and returns its exit status.
    pub(crate) fn run(self) -> Result<u8, Failure> {
        let Some(command) = self.command else {
            anstream::print!("{FIRST_STEPS}");
            return Ok(SUCCESS);
        };
        match command {
            Command::Scan(scan) => scan.run(),
            Command::Rates(rates) => rates.run(),
            Command::Report(report) => report.run(),
            Command::Convert(convert) => convert.run(),
            Command::Features(features) => features.run(),
            Command::Show(show) => show.run(),
            Command::Board(board) => board.run(),
            Command::List(list) => list.run(),
            Command::Explore(explore) => explore.run(),
            Command::Serve(serve) => serve.run(),
            Command::Sql(sql) => sql.run(),
            Command::Completions(completions) => completions.run(&mut Self::command()),
            Command::Man(man) => man.run(Self::command()),
        }
    }
}
