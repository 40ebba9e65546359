//! The command line.

use super::answer::AnswerFormat;
#[cfg(feature = "cluster")]
use super::node::{ExecutorArgs, SchedulerArgs};
use clap::Parser;
#[cfg(feature = "cluster")]
use clap::Subcommand;
#[cfg(feature = "cluster")]
use destrier_sql::cluster::Address;
use std::path::PathBuf;

/// SQL over chess games and positions
///
/// Without -c and -f, reads statements from standard input; on a terminal, shows a prompt with history and completion.
/// The SQL dialect is that of Apache DataFusion. FROM games('PATH'), positions('PATH'), findings('PATH') and
/// features('PATH') read games, positions and puzzles. FROM 'FILE' reads a file of games, CSV, JSON or Parquet. SHOW
/// FUNCTIONS lists the functions of positions and of sets of squares.
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
  1  a statement failed, a file could not be read, or the output could not be written
  2  wrong usage
  130  interrupted with Ctrl-C

Examples:
  destrier-sql                                                # a prompt
  destrier-sql -c \"SELECT squares(forks('a8,e8'))\"            # one query
  destrier-sql -c \"SHOW FUNCTIONS LIKE '%fork%'\"              # list functions
  destrier-sql -c \"SELECT eco, count(*) FROM games('samples') GROUP BY eco\"
  destrier-sql --format csv -c \"SELECT popcount('full') AS n\" # for programs
  echo \"SELECT knight_distance('a1', 'b2');\" | destrier-sql   # from a pipe"
)]
pub(crate) struct Cli {
    #[cfg(feature = "cluster")]
    #[command(subcommand)]
    pub(crate) node: Option<Node>,

    /// Run these statements, separated by `;`. -c and -f run in the order of the command line
    #[arg(short = 'c', long = "command", value_name = "SQL")]
    pub(crate) commands: Vec<String>,

    /// Run the statements of this file; `-` is standard input
    #[arg(short = 'f', long = "file", value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,

    /// Run queries on the cluster of this scheduler. All nodes must find the files under the same names
    #[cfg(feature = "cluster")]
    #[arg(long, value_name = "df://HOST:PORT")]
    pub(crate) cluster: Option<Address>,

    #[cfg(not(feature = "cluster"))]
    #[arg(long, hide = true, value_parser = without_clusters)]
    _cluster: Option<String>,

    /// Format of the results [default: from FILE's ending, else table]. JSON has one line per row
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub(crate) format: Option<AnswerFormat>,

    /// Write the results to FILE, which appears when it is complete
    #[arg(short = 'o', long = "output", value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,

    /// Overwrite an existing file
    #[arg(long, requires = "output")]
    pub(crate) force: bool,
}

/// A process of a cluster.
#[cfg(feature = "cluster")]
#[derive(Subcommand)]
pub(crate) enum Node {
    /// Plan queries and distribute the work to executors
    Scheduler(SchedulerArgs),
    /// Run parts of queries for a scheduler
    Executor(ExecutorArgs),
}

/// Says how to get clusters.
#[cfg(not(feature = "cluster"))]
const fn without_clusters(_: &str) -> Result<String, &'static str> {
    Err("this program was built without clusters; add `--features cluster` to the command that built it")
}
