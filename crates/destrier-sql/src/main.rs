//! The command `destrier-sql`: SQL over chess games and positions, at a prompt or from a script.

mod interrupt;
mod node;
mod output;
mod prompt;
mod session;
mod table;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use destrier_sql::cluster::Address;
use output::{Format, Output};
use session::{Ended, Session, Statement};
use std::ffi::OsStr;
use std::io::{self, IsTerminal, Read, Write};
use std::mem::ManuallyDrop;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

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
struct Cli {
    #[command(subcommand)]
    node: Option<Node>,

    /// Statements, several with `;` between them. With -f they are run in the order of the command line
    #[arg(short = 'c', long = "command", value_name = "SQL")]
    commands: Vec<String>,

    /// A file of statements; `-` is standard input
    #[arg(short = 'f', long = "file", value_name = "FILE")]
    files: Vec<PathBuf>,

    /// Ask the cluster of this scheduler. Its nodes read the files, under the names that the statements give
    #[arg(long, value_name = "df://HOST:PORT")]
    cluster: Option<Address>,

    /// How answers are written; by the ending of -o when left out, otherwise as a table. JSON is a line a row
    #[arg(long, value_enum, value_name = "FORMAT")]
    format: Option<Format>,

    /// Write the answers to a file, which has its name when it is whole
    #[arg(short = 'o', long = "output", value_name = "FILE")]
    output: Option<PathBuf>,

    /// Write over an existing file
    #[arg(long, requires = "output")]
    force: bool,
}

/// A process of a cluster.
#[derive(Subcommand)]
enum Node {
    /// Plan queries and hand out their parts to executors
    Scheduler(node::SchedulerArgs),
    /// Work on parts of queries, for a scheduler
    Executor(node::ExecutorArgs),
}

/// A statement failed, a file could not be read, or the output not be written.
const FAILURE: u8 = 1;
/// What was asked for makes no sense.
const USAGE: u8 = 2;
/// Ended by Ctrl-C.
const INTERRUPTED: u8 = 130;

/// Why the command does not come to its end.
enum Failure {
    /// The output cannot be written.
    Output(io::Error),
    /// What was asked for is not done: the exit status, and why.
    Refused(u8, String),
    /// Ctrl-C.
    Interrupted,
}

impl Failure {
    fn refused(reason: impl Into<String>) -> Self {
        Self::Refused(FAILURE, reason.into())
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

fn main() -> ExitCode {
    let (status, reason) = match run() {
        Ok(()) => return ExitCode::SUCCESS,
        // Whoever reads our output has seen enough.
        Err(Failure::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => return ExitCode::SUCCESS,
        Err(Failure::Output(error)) => (FAILURE, format!("the output cannot be written: {error}")),
        Err(Failure::Refused(status, reason)) => (status, reason),
        Err(Failure::Interrupted) => (INTERRUPTED, "interrupted".to_owned()),
    };
    // Standard error may be on the same full disk; the status still tells.
    let _ = writeln!(io::stderr(), "destrier-sql: {}", table::plain(reason));
    ExitCode::from(status)
}

fn run() -> Result<(), Failure> {
    let matches = Cli::command().get_matches();
    let cli = Cli::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
    match cli.node {
        Some(Node::Scheduler(scheduler)) => return scheduler.run(),
        Some(Node::Executor(executor)) => return executor.run(),
        None => {}
    }
    interrupt::listen()?;
    let by_ending = || Format::by_ending(cli.output.as_deref()?);
    let format = cli.format.or_else(by_ending).unwrap_or(Format::Table);
    if cli.commands.is_empty() && cli.files.is_empty() && io::stdin().is_terminal() {
        if cli.output.is_some() || format == Format::Parquet {
            let reason = "a prompt writes to the terminal; -o and Parquet take -c or -f";
            return Err(Failure::Refused(USAGE, reason.to_owned()));
        }
        return prompt::run(&*session(cli.cluster)?, format);
    }
    if format == Format::Parquet && cli.output.is_none() && io::stdout().is_terminal() {
        let reason = "Parquet is not for terminals; -o FILE writes it to a file";
        return Err(Failure::Refused(USAGE, reason.to_owned()));
    }
    // In the order of the command line.
    let commands = cli.commands.iter().map(|sql| Text::Command(sql));
    let files = cli.files.iter().map(|path| Text::File(path));
    let places = |id| matches.indices_of(id).into_iter().flatten();
    let mut texts: Vec<(usize, Text<'_>)> =
        places("commands").zip(commands).chain(places("files").zip(files)).collect();
    texts.sort_by_key(|(place, _)| *place);
    if texts.is_empty() {
        texts.push((0, Text::File(Path::new("-"))));
    }
    // All is read before anything is run, so that a slip at the end of a script does not waste what comes before it.
    let mut statements = Vec::new();
    for (_, text) in texts {
        text.statements(&mut statements)?;
    }
    let mut output = match &cli.output {
        Some(path) => Output::file(path, format, cli.force)?,
        None => Output::standard(format),
    };
    let session = session(cli.cluster)?;
    for (i, statement) in statements.into_iter().enumerate() {
        let name = format!("statement {} ({})", i + 1, statement.shortened());
        match session.run(statement, &mut output)? {
            Ended::Done(_) => {}
            Ended::Failed(reason) => return Err(Failure::refused(format!("{name}: {reason}"))),
            Ended::Interrupted => return Err(Failure::Interrupted),
        }
    }
    output.finish()
}

/// A session that stays to the end of the process: to take it down would wait for a query that was left.
fn session(cluster: Option<Address>) -> Result<ManuallyDrop<Session>, Failure> {
    Session::new(cluster).map(ManuallyDrop::new)
}

/// Where statements come from.
enum Text<'a> {
    Command(&'a str),
    File(&'a Path),
}

impl Text<'_> {
    fn statements(self, statements: &mut Vec<Statement>) -> Result<(), Failure> {
        let (name, sql) = match self {
            Self::Command(sql) => ("-c".to_owned(), Ok(sql.to_owned())),
            Self::File(path) if path.as_os_str() == OsStr::new("-") => {
                let mut sql = String::new();
                ("standard input".to_owned(), io::stdin().read_to_string(&mut sql).map(|_| sql))
            }
            Self::File(path) => (path.display().to_string(), std::fs::read_to_string(path)),
        };
        let sql = sql.map_err(|error| Failure::refused(format!("{name}: {error}")))?;
        // A byte-order mark, with which some editors begin a file.
        let sql = sql.strip_prefix('\u{feff}').unwrap_or(&sql);
        statements.extend(Statement::all(sql).map_err(|why| Failure::refused(format!("{name}: {why}")))?);
        Ok(())
    }
}
