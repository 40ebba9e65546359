//! A run of `scan` or `features`: inputs in, output and error reports out, with a journal to resume from.

pub(crate) mod args;
pub(crate) mod destination;
mod files;
mod journal;
pub(crate) mod partial_file;
pub(crate) mod paths;
mod problems;
mod progress;

use crate::failure::{DAMAGE, FAILURE, Failure, SUCCESS};
use args::RunArgs;
use destination::OutputMode;
use destrier_games::output::Sink;
use destrier_games::{Ended, GameFilter, Problem, Scan, Source, Totals, Work, sources};
use files::Files;
use indicatif::HumanCount;
use journal::{Checkpoint, Journal};
use paths::OutputPaths;
use problems::report;
use progress::Progress;
use serde_json::Value;
use std::io::{self, IsTerminal};
use std::sync::Arc;
use std::time::Instant;

/// What determines the output, besides the inputs.
pub(crate) struct Job<'a> {
    pub(crate) filter: &'a GameFilter,
    /// All options of the command, for the journal: a run is only resumed with the same.
    pub(crate) options: Value,
}

impl RunArgs {
    /// Runs; the exit status.
    pub(crate) fn run<W: Work>(
        &self,
        job: Job<'_>,
        work: &W,
        mut sink: impl Sink<Part = W::Part>,
        mode: OutputMode<'_>,
    ) -> Result<u8, Failure> {
        let start = Instant::now();
        self.check()?;
        let paths = OutputPaths::new(self.file(), self.errors.as_deref())?;
        let (listed, unlisted): (Vec<_>, Vec<_>) = sources(&self.inputs).into_iter().partition(Result::is_ok);
        let bounded = |source: Source| source.unpacked_at_most(self.max_ratio);
        let listed = paths.not_among(listed.into_iter().flatten().map(bounded).collect(), &self.inputs)?;
        let mut journal = Journal::new(self.options(job.options), &listed, self.force);
        let has_journal = match &paths.output {
            Some(output) if self.resume => journal.resume(output)?,
            _ => false,
        };
        let reached = journal.reached.clone();
        // A run that was interrupted before its first checkpoint starts anew.
        let resumed = reached != Checkpoint::default();
        if reached.ended {
            Files::complete(&paths, &journal, mode)?;
            return Ok(status(&reached.totals));
        }
        if let (true, Some(output)) = (resumed, &paths.output) {
            sink.restore(&reached.state).map_err(|error| Journal::invalid(output, error))?;
        }
        let mut files = Files::open(paths, journal, resumed, self.force || has_journal, mode)?;
        let hint = files.hint();
        let failed = |error, at_damage| write_failure(error, self.file().is_some(), at_damage, &hint);
        let time = || reached.time.saturating_add(start.elapsed());

        let rows_on_terminal =
            self.file().is_none() && matches!(mode, OutputMode::Streamed) && io::stdout().is_terminal();
        let bytes: Option<u64> = listed.iter().map(Source::size).sum();
        let mut progress = Progress::new(self.progress, rows_on_terminal, bytes, &reached.totals);
        let mut before = reached.totals;
        let begin = || {
            if resumed {
                progress.pass(listed.iter().take(reached.next.source).filter_map(Source::size).sum());
                return Ok(());
            }
            sink.begin(files.output.writer())?;
            for problem in unlisted.into_iter().filter_map(Result::err) {
                before.unreadable += 1;
                let (source_name, error) = (problem.path.to_string_lossy().into_owned(), problem.error);
                report(&Problem::Unreadable { source_name, error }, &progress, files.errors.as_mut())?;
            }
            files.checkpoint(reached.next, before, &sink, time())
        };
        let begun = begin();
        let bytes_read = Arc::clone(progress.bytes_read());
        let scan = Scan {
            sources: &listed,
            filter: job.filter,
            threads: self.threads(),
            strict: self.strict,
            limit: self.limit,
            start: reached.next,
            before,
            bytes_read: &bytes_read,
        };
        let ended = begun.and_then(|()| {
            scan.run(work, |step| {
                let written = step.part.map_or(Ok(()), |part| sink.append(part, files.output.writer()));
                // Even if the output cannot be written.
                for problem in &step.problems {
                    report(problem, &progress, files.errors.as_mut())?;
                }
                written?;
                progress.update(&step.totals);
                // A strict run that has come to damage is never resumed.
                let is_at_damage = self.strict && step.totals.damaged > 0;
                if let Some(next) = step.next
                    && files.checkpoint_is_due()
                    && !is_at_damage
                {
                    files.checkpoint(next, step.totals, &sink, time())?;
                }
                Ok(())
            })
        });
        let Ended { totals, at_damage } = match ended {
            Ok(ended) => ended,
            Err(error) => {
                files.give_up();
                return Err(failed(error, false));
            }
        };
        progress.finish(&totals);
        files.finish(sink, &totals, time(), at_damage).map_err(|error| failed(error, at_damage))?;
        // A summary counts them itself.
        if totals.skipped > 0 && !matches!(mode, OutputMode::AtEnd) {
            let games = if totals.skipped == 1 { "game" } else { "games" };
            let skipped = HumanCount(totals.skipped);
            progress.say(&format!("destrier: {skipped} {games} of variants that are not read: skipped"));
        }
        Ok(if at_damage { DAMAGE } else { status(&totals) })
    }
}

/// Why the output, a file or standard output, was not written, and how to resume the run if that is possible.
fn write_failure(error: io::Error, to_file: bool, at_damage: bool, hint: &str) -> Failure {
    let name_is_taken = error.kind() == io::ErrorKind::AlreadyExists;
    let way_out = match to_file {
        // There is nothing left to resume.
        _ if at_damage => "",
        true if name_is_taken => "; --resume --force writes over it",
        _ => hint,
    };
    match to_file {
        _ if name_is_taken => Failure::refused(format!("{error}{way_out}")),
        true => Failure::refused(format!("the output cannot be written: {error}{way_out}")),
        false => Failure::Output(error),
    }
}

/// The exit status of a complete run.
const fn status(totals: &Totals) -> u8 {
    if totals.unreadable == 0 { SUCCESS } else { FAILURE }
}
