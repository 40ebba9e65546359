//! What `scan` and `features` have in common: inputs, games, output and how the run goes.

use crate::files::Files;
use crate::journal::Journal;
use crate::progress::{Progress, When};
use crate::report::report;
use crate::{DAMAGE, FAILURE, Failure};
use clap::Args;
use destrier_games::output::Sink;
use destrier_games::table::Column;
use destrier_games::{
    Date, Ended, GameFilter, GameResult, Player, Problem, Scan, Source, TimeControl, Totals, Work, sources,
};
use serde_json::{Value, json};
use std::io::{self, IsTerminal};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

/// Which games are searched.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Which games, by their tags")]
pub(crate) struct Games {
    /// Both players are rated N or higher; of puzzles, their own rating
    #[arg(long, value_name = "N")]
    min_elo: Option<u32>,

    /// White or Black is NAME: all of the name, or what stands before its first comma or space
    #[arg(long, value_name = "NAME")]
    pub(crate) player: Option<Player>,

    /// The result is R: 1-0, 0-1, 1/2-1/2 or * (unknown)
    #[arg(long, value_name = "R")]
    result: Option<GameResult>,

    /// The ECO code begins with PREFIX
    #[arg(long, value_name = "PREFIX")]
    eco: Option<String>,

    /// Played on DATE or later: YYYY, YYYY-MM or YYYY-MM-DD
    #[arg(long, value_name = "DATE")]
    since: Option<Date>,

    /// Played on DATE or earlier
    #[arg(long, value_name = "DATE")]
    until: Option<Date>,

    /// The time control is T: as in the tag (600+5), or a speed (bullet, blitz, rapid, classical, correspondence)
    #[arg(long, value_name = "T")]
    time_control: Option<TimeControl>,
}

impl Games {
    pub(crate) fn filter(&self) -> GameFilter {
        let Self { min_elo, player, result, eco, since, until, time_control } = self.clone();
        GameFilter { min_elo, player, result, eco, since, until, time_control }
    }
}

/// How the run goes, and where its output.
#[derive(Args, Debug)]
#[command(next_help_heading = "The run")]
pub(crate) struct Run {
    /// Files, directories (all games, positions and puzzles in them, in name order), or `-` for standard input
    #[arg(required = true, value_name = "INPUT", help_heading = "Arguments")]
    inputs: Vec<PathBuf>,

    /// Write to FILE: it appears when it is whole
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Write over an existing FILE
    #[arg(long)]
    pub(crate) force: bool,

    /// Go on with an interrupted run of the same inputs and options that wrote to FILE
    #[arg(long, requires = "output")]
    pub(crate) resume: bool,

    /// Write what could not be read to FILE too, a JSON object each
    #[arg(long, value_name = "FILE")]
    pub(crate) errors: Option<PathBuf>,

    /// Stop behind the first damaged game, with exit status 3; no FILE is written then
    #[arg(long)]
    strict: bool,

    /// Stop after N findings; of `features`, after N positions
    #[arg(long, value_name = "N")]
    limit: Option<u64>,

    /// Search with N threads [default: one a core]
    #[arg(short = 'j', long, value_name = "N")]
    threads: Option<NonZero<usize>>,

    /// Tell on standard error how far it is; auto: on a terminal
    #[arg(long, value_enum, value_name = "WHEN", default_value_t = When::Auto)]
    progress: When,
}

/// What decides about the output, beside the inputs.
pub(crate) struct Job<'a> {
    pub(crate) filter: &'a GameFilter,
    /// All of it, for the journal: a run is gone on with by the same alone.
    pub(crate) options: Value,
}

/// How output comes.
#[derive(Clone, Copy)]
pub(crate) enum Kind<'a> {
    /// Bit by bit.
    Rows,
    /// All at once.
    AtEnd,
    /// As row groups, which are assembled to a table with these columns at the end.
    Parquet(&'a [Column]),
}

impl Run {
    /// The file that is written to, `None` for standard output.
    pub(crate) fn file(&self) -> Option<&Path> {
        self.output.as_deref().filter(|path| path.as_os_str() != "-")
    }

    /// Makes the run; the exit status.
    pub(crate) fn run<W: Work>(
        &self,
        job: Job<'_>,
        work: &W,
        mut sink: impl Sink<Part = W::Part>,
        kind: Kind<'_>,
    ) -> Result<u8, Failure> {
        let start = Instant::now();
        if self.resume && self.file().is_none() {
            return Err(Failure::usage("--resume: standard output cannot be gone on with, only a file"));
        }
        if self.file().is_some() && self.file() == self.errors.as_deref() {
            return Err(Failure::usage("--output and --errors name the same file"));
        }
        let (listed, unlisted): (Vec<_>, Vec<_>) = sources(&self.inputs).into_iter().partition(Result::is_ok);
        let listed: Vec<Source> = listed.into_iter().flatten().collect();
        let mut journal = Journal::new(self.options(job.options), &listed);
        let resumed = match self.file() {
            Some(file) if self.resume => journal.resume(file)?,
            _ => false,
        };
        let reached = journal.reached.clone();
        if let (true, Some(file)) = (resumed, self.file()) {
            if reached.ended {
                Files::complete(self, &journal, kind)?;
                return Ok(status(&reached.totals));
            }
            sink.restore(&reached.state).map_err(|error| Journal::is_none(file, &error.to_string()))?;
        }
        let mut files = Files::open(self, journal, resumed, kind)?;
        let hint = files.hint();
        let failed = |error| match self.file() {
            Some(_) => Failure::refused(format!("the output cannot be written: {error}{hint}")),
            None => Failure::Output(error),
        };
        let time = || Duration::from_secs_f64(reached.seconds) + start.elapsed();

        let rows_on_terminal =
            self.file().is_none() && matches!(kind, Kind::Rows) && io::stdout().is_terminal();
        let bytes: Option<u64> = listed.iter().map(Source::size).sum();
        let mut progress = Progress::new(self.progress, rows_on_terminal, bytes, &reached.totals);
        let mut before = reached.totals;
        if resumed {
            progress.pass(listed.iter().take(reached.next.source).filter_map(Source::size).sum());
        } else {
            sink.begin(files.output.writer()).map_err(&failed)?;
            for problem in unlisted.into_iter().filter_map(Result::err) {
                before.unreadable += 1;
                let (source_name, error) = (problem.path.to_string_lossy().into_owned(), problem.error);
                report(&Problem::Unreadable { source_name, error }, &progress, files.errors.as_mut())
                    .map_err(&failed)?;
            }
            files.checkpoint(reached.next, before, &sink, time()).map_err(&failed)?;
        }
        let bytes_read = Arc::clone(progress.bytes_read());
        let scan = Scan {
            sources: &listed,
            filter: job.filter,
            threads: self
                .threads
                .or_else(|| thread::available_parallelism().ok())
                .unwrap_or(NonZero::<usize>::MIN),
            strict: self.strict,
            limit: self.limit,
            start: reached.next,
            before,
            bytes_read: &bytes_read,
        };
        let ended = scan.run(work, |step| {
            if let Some(part) = step.part {
                sink.append(part, files.output.writer())?;
            }
            for problem in &step.problems {
                report(problem, &progress, files.errors.as_mut())?;
            }
            progress.update(&step.totals);
            // Of a strict run that has come to damage nothing is gone on with.
            let is_at_damage = self.strict && step.totals.damaged > 0;
            if files.checkpoint_is_due() && !is_at_damage {
                files.checkpoint(step.next, step.totals, &sink, time())?;
            }
            Ok(())
        });
        let Ended { totals, at_damage } = ended.map_err(&failed)?;
        progress.finish(&totals);
        files.finish(sink, &totals, time(), at_damage).map_err(&failed)?;
        Ok(if at_damage { DAMAGE } else { status(&totals) })
    }

    /// All that decides about the output but the content of the inputs.
    fn options(&self, job: Value) -> Value {
        let inputs: Vec<_> = self.inputs.iter().map(|input| input.to_string_lossy()).collect();
        let mut options = json!({
            "version": env!("CARGO_PKG_VERSION"),
            "inputs": inputs,
            "strict": self.strict,
            "limit": self.limit,
            "errors": self.errors.as_ref().map(|file| file.to_string_lossy()),
        });
        if let (Value::Object(options), Value::Object(job)) = (&mut options, job) {
            options.extend(job);
        }
        options
    }
}

/// The exit status of a run that came to its end.
const fn status(totals: &Totals) -> u8 {
    if totals.unreadable == 0 { 0 } else { FAILURE }
}
