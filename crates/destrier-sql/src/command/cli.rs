//! The command line.

use super::answer::AnswerFormat;
use super::node::{ExecutorArgs, SchedulerArgs};
use clap::{Parser, Subcommand};
use destrier_sql::cluster::Address;
use std::path::PathBuf;

/// SQL over chess games and positions
///
/// Without -c and -f it reads standard input, and where that is a terminal it is a prompt, with history and
/// completion. The language is that of Apache DataFusion. FROM games('PATH'), positions('PATH'), findings('PATH') and
/// features('PATH') read games, positions and puzzles; FROM 'FILE' a file of games, CSV, JSON or Parquet. SHOW FUNCTIONS
/// lists what can be asked of a position or of a set of squares.
#[derive(Parser)]
#[command(
    name = "destrier-sql",
    version,
    args_conflicts_with_subcommands = true,
    disable_help_subcommand = true,
    subcommand_help_heading = "Nodes of a cluster",
    subcommand_value_name = "NODE",
    max_term_width = 100,
    after_help = "\
Exit status:
  0  done
  1  a statement failed, a file could not be read, or the output not be written
  2  wrong usage
  130  interrupted with Ctrl-C

Examples:
  destrier-sql                                                # a prompt
  destrier-sql -c \"SELECT squares(fork_squares('a8,e8'))\"     # one question
  destrier-sql -c \"SHOW FUNCTIONS LIKE '%fork%'\"              # what there is
  destrier-sql -c \"SELECT eco, count(*) FROM games('samples') GROUP BY eco\"
  destrier-sql --format csv -c \"SELECT popcount('full') AS n\" # for programs
  echo \"SELECT knight_distance('a1', 'b2');\" | destrier-sql   # from a pipe"
)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) node: Option<Node>,

    /// Statements, several with `;` between them. With -f they are run in the order of the command line
    #[arg(short = 'c', long = "command", value_name = "SQL")]
    pub(crate) commands: Vec<String>,

    /// A file of statements; `-` is standard input
    #[arg(short = 'f', long = "file", value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,

    /// Ask the cluster of this scheduler. Its nodes read the files, under the names that the statements give
    #[arg(long, value_name = "df://HOST:PORT")]
    pub(crate) cluster: Option<Address>,

    /// How answers are written; by the ending of -o when left out, otherwise as a table. JSON is a line a row
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub(crate) format: Option<AnswerFormat>,

    /// Write the answers to a file, which has its name when it is whole
    #[arg(short = 'o', long = "output", value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,

    /// Write over an existing file
    #[arg(long, requires = "output")]
    pub(crate) force: bool,
}

/// A process of a cluster.
#[derive(Subcommand)]
pub(crate) enum Node {
    /// Plan queries and hand out their parts to executors
    Scheduler(SchedulerArgs),
    /// Work on parts of queries, for a scheduler
    Executor(ExecutorArgs),
}
