//! Runs of `scan`, `features`, `rates` and `report`: they read inputs, write output and error reports, and keep a journal for
//! resuming.

pub(crate) mod args;
mod destination;
pub(crate) mod document_output;
mod files;
mod journal;
pub(crate) mod paths;
mod problems;
mod progress;

use crate::args::GameArgs;
use crate::failure::{DAMAGE, FAILURE, Failure, SUCCESS};
use args::RunArgs;
use destination::Kept;
use destrier_games::output::{Ending, ExplainedFilter, OutputWriter, PartialFile};
use destrier_games::report::{frequent_players, recognize_player};
use destrier_games::{
    Bookmark, Collected, DateOption, Ended, Engine, EngineError, FindingFilter, Player, Problem, Recognized,
    Sample, Scan, Selection, Source, Step, Totals, Unlisted, doubts, listed, sources,
};
use files::Files;
use indicatif::HumanCount;
use journal::{Checkpoint, Journal};
use paths::OutputPaths;
use problems::report;
use progress::Progress;
use serde_json::Value;
use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Everything that determines the output, except the inputs.
pub(crate) struct Job {
    pub(crate) games: GameArgs,
    pub(crate) output: Box<dyn OutputWriter>,
    /// How the output is completed.
    pub(crate) ending: Ending,
    /// What a row is: `finding`.
    pub(crate) row: &'static str,
    /// Which findings are selected, if the output has findings.
    pub(crate) findings: Option<FindingFilter>,
    /// The engine that judges moves.
    pub(crate) engine: Option<Engine>,
    /// The most rows.
    pub(crate) limit: Option<u64>,
    /// Players of whom the output needs games, with the option that names them.
    pub(crate) needed: Vec<(&'static str, Vec<Player>)>,
    /// Whether the output itself says how many games were skipped.
    pub(crate) counts_skipped: bool,
    /// The options of the command, for the journal. A run can only be resumed with the same options.
    pub(crate) options: Value,
}

impl RunArgs {
    /// Reads the inputs once, and draws a sample of the findings.
    pub(crate) fn sample(
        &self,
        games: &GameArgs,
        selection: &Selection,
        size: u32,
        seed: u64,
    ) -> Result<Sample, Failure> {
        if self.inputs.iter().any(|input| input.as_os_str() == "-") {
            return Err(Failure::usage(
                "--sample reads the inputs twice; name files instead of standard input",
            ));
        }
        let scan = self.first_scan(games)?;
        scan.sample(selection, size as usize, seed).map_err(|error| write_failure(error, false, false, ""))
    }

    /// Reads the tags of the inputs once, and recognizes the player who is in nearly all games. Inputs that cannot be
    /// read twice have no recognized player.
    pub(crate) fn recognize_player(&self, games: &GameArgs) -> Result<Recognized, Failure> {
        let scan = self.first_scan(games)?;
        if scan.sources.iter().all(can_be_read_again) {
            recognize_player(&scan).map_err(|error| write_failure(error, self.file().is_some(), false, ""))
        } else {
            Ok(Recognized::None)
        }
    }

    /// Reads the tags of the inputs once, and returns the players who are in at least `min_games` games.
    pub(crate) fn frequent_players(&self, games: &GameArgs, min_games: u64) -> Result<Vec<Player>, Failure> {
        let scan = self.first_scan(games)?;
        if !scan.sources.iter().all(can_be_read_again) {
            return Err(Failure::usage(
                "--each reads the inputs twice; name files instead of standard input, or players with --player",
            ));
        }
        frequent_players(&scan, min_games).map_err(|error| write_failure(error, true, false, ""))
    }

    /// Returns a scan before the scan that writes the output. It reports no errors.
    fn first_scan(&self, games: &GameArgs) -> Result<Scan, Failure> {
        let listed = sources(&self.inputs).into_iter().flatten();
        let listed: Vec<_> = listed.map(|source| source.with_max_ratio(self.max_ratio)).collect();
        Ok(Scan {
            condition: Arc::new(games.filter(DateOption::today())?),
            threads: self.threads(),
            strict: self.strict,
            ..Scan::new(listed)
        })
    }

    /// Runs the job and returns the exit status.
    pub(crate) fn run(&self, job: Job) -> Result<u8, Failure> {
        let start = Instant::now();
        self.check()?;
        let Job { games, mut output, ending, row, findings, engine, limit, needed, counts_skipped, options } =
            job;
        let has_engine = engine.is_some();
        let paths = OutputPaths::new(self.file(), self.errors.as_deref())?;
        let (listed, unlisted): (Vec<_>, Vec<_>) = sources(&self.inputs).into_iter().partition(Result::is_ok);
        let listed = listed.into_iter().flatten().map(|source| source.with_max_ratio(self.max_ratio));
        let listed = paths.not_among(listed.collect(), &self.inputs)?;
        if let Ending::Split { .. } = ending {
            paths.parts_are_not_among(&listed)?;
        }
        let listed: Arc<[Source]> = listed.into();
        let mut journal = Journal::new(self.options(limit, options), &listed, self.force);
        let has_journal = match &paths.output {
            Some(path) if self.resume => journal.resume(path)?,
            _ => false,
        };
        let filter = games.filter(journal.today)?;
        let reached = journal.reached.clone();
        // A run that was interrupted before its first checkpoint starts over.
        let resumed = reached != Checkpoint::default();
        if reached.ended {
            let files = Files::complete(&paths, &journal, &*output, ending)?;
            // Standard error may be closed.
            let _ = writeln!(io::stderr(), "{}", self.written(files, ending, row, reached.totals.rows));
            return Ok(status(&reached.totals));
        }
        if let (true, Some(path)) = (resumed, &paths.output) {
            output.restore(&reached.state).map_err(|error| Journal::invalid(path, error))?;
        }
        let files = Files::open(paths, journal, resumed, self.force || has_journal, ending)?;
        let hint = files.hint();

        let rows_on_terminal = self.file().is_none() && ending.is_row_by_row() && io::stdout().is_terminal();
        let doubts = doubts(&listed);
        let bytes: Option<u64> = listed.iter().map(Source::size).sum();
        let progress = Progress::new(self.progress, rows_on_terminal, bytes, &reached.totals, engine);
        let starts = if has_engine { starts(&listed) } else { Vec::new() };
        let mut run = Run { files, progress, starts, strict: self.strict, start, time_before: reached.time };
        let before = if resumed {
            run.progress.pass(listed.iter().take(reached.next.source).filter_map(Source::size).sum());
            Ok(reached.totals)
        } else {
            run.begin(&mut *output, unlisted.into_iter().filter_map(Result::err))
        };
        // A resumed run does not know the sides of earlier games.
        let findings = findings.filter(|_| !resumed);
        let condition = Arc::new(ExplainedFilter::new(filter, needed, resumed).with_findings(findings));
        let ended = before.and_then(|before| {
            let scan = Scan {
                condition: Arc::<ExplainedFilter>::clone(&condition),
                threads: self.threads(),
                strict: self.strict,
                limit,
                start: reached.next,
                before,
                bytes_read: Arc::clone(run.progress.bytes_read()),
                ..Scan::new(Arc::clone(&listed))
            };
            let mut steps = output.steps(&scan);
            for step in &mut steps {
                run.write(step?, &mut *output)?;
            }
            Ok(steps.ended())
        });
        let time = run.time();
        let Run { files, mut progress, .. } = run;
        let Ended { totals, at_damage } = match ended {
            Ok(ended) => ended,
            Err(error) => {
                files.give_up();
                return Err(write_failure(error, self.file().is_some(), false, &hint));
            }
        };
        progress.finish(&totals);
        let kept = match totals {
            _ if at_damage => Kept::Printed,
            Totals { games: 0, filtered: 0, unreadable: 1.., .. } => Kept::Nothing,
            _ => Kept::Everything,
        };
        let is_empty = output.is_empty() || totals.rows == 0 && !ending.is_at_end();
        let files = files
            .finish(&mut *output, &totals, time, kept)
            .map_err(|error| write_failure(error, self.file().is_some(), at_damage, &hint))?;
        if totals.skipped > 0 && !counts_skipped {
            let skipped = count(totals.skipped, "game");
            progress.say(&format!("destrier: skipped {skipped} of unsupported variants"));
        }
        // A run that ended early says nothing of the games that it did not read.
        if !at_damage && limit.is_none_or(|limit| totals.rows < limit) {
            let players = condition.explain_players(totals.games + totals.filtered);
            // If no game passed, the first message says so.
            let players = players.filter(|_| totals.games > 0);
            for reason in
                self.no_output(&condition, is_empty, &totals).into_iter().chain(players).chain(doubts)
            {
                let reason = reason.replace(char::is_control, "?");
                progress.say(&format!("destrier: {reason}"));
            }
        }
        // Counts would look complete.
        if let Some(limit @ 1..) = limit.filter(|&limit| ending.is_at_end() && totals.rows >= limit) {
            progress.say(&format!("destrier: reached the limit of {}", count(limit, row)));
        }
        if files > 0 {
            let rows = output.rows().unwrap_or(totals.rows);
            progress.say(&self.written(files, ending, row, rows));
        }
        Ok(if at_damage { DAMAGE } else { status(&totals) })
    }

    /// Says what was written to how many files.
    fn written(&self, files: usize, ending: Ending, row: &str, rows: u64) -> String {
        let file = self.file().unwrap_or(Path::new("-"));
        let what = match ending {
            _ if ending.is_at_end() => String::new(),
            _ => format!("{} to ", count(rows, row)),
        };
        let destination = match files {
            1 => file.display().to_string(),
            _ if ending.is_folder() => format!("{files} files in {}", file.display()),
            _ => format!(
                "{files} files, {} to {}",
                file.display(),
                PartialFile::split_name(file, files).display()
            ),
        };
        format!("destrier: wrote {what}{destination}")
    }

    /// Explains why a complete run has no output, if it has none.
    fn no_output(&self, condition: &ExplainedFilter, is_empty: bool, totals: &Totals) -> Option<String> {
        if totals.games > 0 {
            let searched = totals.games - totals.skipped;
            let sides = condition.explain_sides(totals.games);
            if sides.is_none() && is_empty && searched > 0 {
                return Some(format!("nothing found in {}", count(searched, "game")));
            }
            return sides;
        }
        if totals.filtered > 0 {
            return Some(condition.explain(totals.filtered));
        }
        // The unreadable inputs were reported already.
        if totals.unreadable > 0 {
            return None;
        }
        let inputs = match &self.inputs[..] {
            inputs if inputs.len() > MAX_NAMED => {
                format!("any of {} inputs", HumanCount(inputs.len() as u64))
            }
            inputs => {
                let names = inputs.iter().map(|input| match input.to_string_lossy() {
                    name if name == "-" => "standard input".to_owned(),
                    name => name.into_owned(),
                });
                listed(names, "or")
            }
        };
        Some(format!("no games in {inputs}"))
    }
}

/// The most inputs to name in a message.
const MAX_NAMED: usize = 3;

/// Returns whether a source can be read again. Standard input, pipes and devices cannot.
fn can_be_read_again(source: &Source) -> bool {
    !source.is_standard_input() && !source.file().metadata().is_ok_and(|metadata| !metadata.is_file())
}

/// Formats a number of things: `1 game`, `2 games`.
fn count(number: u64, thing: &str) -> String {
    format!("{} {thing}{}", HumanCount(number), if number == 1 { "" } else { "s" })
}

/// A run while its output is written.
struct Run {
    files: Files,
    progress: Progress,
    /// The offset of each input in the concatenated inputs. Empty unless progress counts the bytes of finished games.
    starts: Vec<u64>,
    strict: bool,
    start: Instant,
    /// The duration of earlier runs.
    time_before: Duration,
}

impl Run {
    /// Returns the duration of the run, including earlier runs.
    fn time(&self) -> Duration {
        self.time_before.saturating_add(self.start.elapsed())
    }

    /// Begins the output of a new run, and reports the inputs that could not be listed. Returns the counts.
    fn begin(
        &mut self,
        output: &mut dyn OutputWriter,
        unlisted: impl Iterator<Item = Unlisted>,
    ) -> io::Result<Totals> {
        output.begin(self.files.destination.writer())?;
        let mut totals = Totals::default();
        for Unlisted { path, error } in unlisted {
            totals.unreadable += 1;
            self.report(&Problem::Unreadable { source_name: path.to_string_lossy().into_owned(), error })?;
        }
        self.files.checkpoint(Bookmark::default(), totals, output.state(), self.time())?;
        Ok(totals)
    }

    /// Writes a step, reports its problems and progress, and notes from where the run can be resumed.
    fn write(&mut self, step: Step<Collected>, output: &mut dyn OutputWriter) -> io::Result<()> {
        let Step { output: collected, problems, totals, next } = step;
        let writer = self.files.destination.writer();
        let written = collected.map_or(Ok(()), |collected| output.append(collected, writer));
        // Report problems even if the output cannot be written.
        problems.iter().try_for_each(|problem| self.report(problem))?;
        written?;
        let done = next.and_then(|next| Some(self.starts.get(next.source)? + next.offset));
        self.progress.update(&totals, done);
        // A strict run that has reached damage is never resumed.
        let is_at_damage = self.strict && totals.damaged > 0;
        match next {
            Some(next) if !is_at_damage && self.files.checkpoint_is_due() => {
                self.files.checkpoint(next, totals, output.state(), self.time())
            }
            _ => Ok(()),
        }
    }

    fn report(&mut self, problem: &Problem) -> io::Result<()> {
        report(problem, &self.progress, self.files.errors.as_mut())
    }
}

/// Returns the offset of each source in the concatenated sources. Returns nothing if a source is compressed, because
/// game offsets then do not count compressed bytes.
fn starts(sources: &[Source]) -> Vec<u64> {
    if sources.iter().any(|source| source.has_compressed_name()) {
        return Vec::new();
    }
    let mut end = 0;
    let starts = sources.iter().map(|source| {
        let start = end;
        end += source.size().unwrap_or_default();
        start
    });
    starts.collect()
}

/// Returns the failure for an engine that failed or an output that could not be written. `hint` says how to resume.
fn write_failure(error: io::Error, to_file: bool, at_damage: bool, hint: &str) -> Failure {
    if let Some(error) = error.get_ref().and_then(|error| error.downcast_ref::<EngineError>()) {
        return Failure::refused(format!("{error}{}", if to_file { hint } else { "" }));
    }
    let name_is_taken = error.kind() == io::ErrorKind::AlreadyExists;
    let hint = if at_damage {
        // There is nothing to resume.
        ""
    } else if to_file && name_is_taken {
        "; pass --resume --force to overwrite it"
    } else {
        hint
    };
    if name_is_taken {
        Failure::refused(format!("{error}{hint}"))
    } else if to_file {
        Failure::refused(format!("the output cannot be written: {error}{hint}"))
    } else {
        Failure::Output(error)
    }
}

/// Returns the exit status of a complete run.
const fn status(totals: &Totals) -> u8 {
    if totals.unreadable == 0 { SUCCESS } else { FAILURE }
}
