//! The command: options, output, prompt and nodes.

mod answer;
mod cli;
mod error_text;
mod failure;
mod interrupt;
#[cfg(feature = "cluster")]
mod node;
mod output;
mod prompt;
mod session;
mod statement;
mod terminal;
mod text_table;
mod unfinished;

use answer::AnswerFormat;
use clap::{CommandFactory, FromArgMatches};
use cli::Cli;
#[cfg(feature = "cluster")]
use cli::Node;
use failure::{FAILURE, Failure, INTERRUPTED};
use output::AnswerOutput;
use session::{Session, StatementOutcome};
use statement::StatementSource;
use std::io::{self, IsTerminal, Write};
use std::mem::ManuallyDrop;
use std::path::Path;
use std::process::ExitCode;
use terminal::plain;

/// Runs the command and reports its failure.
pub(crate) fn main() -> ExitCode {
    let (status, reason) = match run() {
        Ok(()) => return ExitCode::SUCCESS,
        // The reader of the output has closed the pipe.
        Err(Failure::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => return ExitCode::SUCCESS,
        Err(Failure::Output(error)) => (FAILURE, format!("the output cannot be written: {error}")),
        Err(Failure::Refused(status, reason)) => (status, reason),
        Err(Failure::Interrupted) => (INTERRUPTED, "interrupted".to_owned()),
    };
    // Standard error may be on the same full disk; the exit status remains.
    let _ = writeln!(io::stderr(), "destrier-sql: {}", plain(&reason));
    ExitCode::from(status)
}

fn run() -> Result<(), Failure> {
    let matches = Cli::command().get_matches();
    #[cfg_attr(not(feature = "cluster"), expect(unused_mut, reason = "only nodes are taken"))]
    let mut cli = Cli::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
    #[cfg(feature = "cluster")]
    match cli.node.take() {
        Some(Node::Scheduler(scheduler)) => return scheduler.run(),
        Some(Node::Executor(executor)) => return executor.run(),
        None => {}
    }
    interrupt::listen()?;
    let format =
        cli.format.or_else(|| AnswerFormat::by_ending(cli.output.as_deref()?)).unwrap_or(AnswerFormat::Table);
    if cli.commands.is_empty() && cli.files.is_empty() && io::stdin().is_terminal() {
        if cli.output.is_some() || format == AnswerFormat::Parquet {
            return Err(Failure::usage(
                "the prompt only writes to the terminal; use -o and Parquet with -c or -f",
            ));
        }
        return prompt::run(&*session(&cli)?, format);
    }
    if format == AnswerFormat::Parquet && cli.output.is_none() && io::stdout().is_terminal() {
        return Err(Failure::usage("cannot write Parquet to a terminal; name a file with -o"));
    }
    // Keeps the order of the command line across -c and -f.
    let commands = cli.commands.iter().map(|sql| StatementSource::Command(sql));
    let files = cli.files.iter().map(|path| StatementSource::File(path));
    let [command_indices, file_indices] =
        ["commands", "files"].map(|id| matches.indices_of(id).into_iter().flatten());
    let mut sources: Vec<(usize, StatementSource<'_>)> =
        command_indices.zip(commands).chain(file_indices.zip(files)).collect();
    sources.sort_by_key(|(index, _)| *index);
    if sources.is_empty() {
        sources.push((0, StatementSource::File(Path::new("-"))));
    }
    // Parse everything first, so that a mistake at the end of a script wastes no work.
    let mut statements = Vec::new();
    for (_, source) in sources {
        statements.extend(source.statements()?);
    }
    let mut output = match &cli.output {
        Some(path) => AnswerOutput::file(path, format, cli.force)?,
        None => AnswerOutput::standard(format),
    };
    let session = session(&cli)?;
    for (i, statement) in statements.into_iter().enumerate() {
        let name = format!("statement {} ({})", i + 1, statement.shortened());
        match session.run(statement, &mut output)? {
            StatementOutcome::Done(_) => {}
            StatementOutcome::Failed(reason) => return Err(Failure::refused(format!("{name}: {reason}"))),
            StatementOutcome::Interrupted => return Err(Failure::Interrupted),
        }
    }
    output.finish()
}

/// Returns a session that is never dropped, because dropping it would wait for an abandoned query.
fn session(cli: &Cli) -> Result<ManuallyDrop<Session>, Failure> {
    Session::new(cli).map(ManuallyDrop::new)
}
