//! What `scan` and `features` have in common: inputs, games, output and how the run goes.

use crate::files::Files;
use crate::journal::{Checkpoint, Journal};
use crate::names::Names;
use crate::progress::{Progress, When};
use crate::report::report;
use crate::{DAMAGE, FAILURE, Failure};
use clap::builder::RangedI64ValueParser;
use clap::{Args, value_parser};
use destrier_games::output::Sink;
use destrier_games::table::Column;
use destrier_games::{
    Date, Ended, GameFilter, GameResult, Player, Problem, Scan, Source, TimeControl, Totals, Work, sources,
};
use indicatif::HumanCount;
use serde_json::{Value, json};
use std::io::{self, IsTerminal};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;
use std::time::Instant;

/// Which games are searched.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Which games, by their tags")]
pub(crate) struct Games {
    /// Both players are rated N or higher
    ///
    /// WhiteElo and BlackElo are both there and at least N. Of a puzzle it is the Rating.
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    min_elo: Option<u32>,

    /// White or Black is NAME
    ///
    /// NAME is all that stands in the tag, or what stands there before the first comma or space, in capitals or not:
    /// Carlsen finds "Carlsen, Magnus" and "Carlsen M", neither "Carlsen99" nor "Magnus Carlsen".
    #[arg(long, value_name = "NAME")]
    pub(crate) player: Option<Player>,

    /// The result is R: 1-0, 0-1, 1/2-1/2 or * (unknown)
    ///
    /// A game without the tag is unknown.
    #[arg(long, value_name = "R")]
    result: Option<GameResult>,

    /// The ECO code begins with PREFIX
    ///
    /// In capitals or not: b for semi-open games, b9 for the Najdorf, b97 for its poisoned pawn.
    #[arg(long, value_name = "PREFIX")]
    eco: Option<String>,

    /// Played on DATE or later: YYYY, YYYY-MM or YYYY-MM-DD
    ///
    /// The date is that of UTCDate or, where it has no year, of Date. Where month or day are unknown, one that fits is
    /// enough. A game without a year is left out. A month or a year as DATE begins with its first day.
    #[arg(long, value_name = "DATE")]
    since: Option<Date>,

    /// Played on DATE or earlier: YYYY, YYYY-MM or YYYY-MM-DD
    ///
    /// As --since, but a month or a year as DATE ends with its last day: `--since 2021-10 --until 2021-10` is all of
    /// October 2021.
    #[arg(long, value_name = "DATE")]
    until: Option<Date>,

    /// The time control is T: a speed, or what the tag says, such as 600+5
    ///
    /// Speeds are those of Lichess, by the time for 40 moves: ultrabullet, bullet (from 30 seconds), blitz (3 minutes),
    /// rapid (8), classical (25), and correspondence (no clock, or a day and more).
    #[arg(long, value_name = "T")]
    time_control: Option<TimeControl>,
}

impl Games {
    pub(crate) fn filter(&self) -> Result<GameFilter, Failure> {
        let Self { min_elo, player, result, eco, since, until, time_control } = self.clone();
        if let (Some(since), Some(until)) = (since, until)
            && since.is_after(until)
        {
            return Err(Failure::usage(format!("no day is both since {since} and until {until}")));
        }
        Ok(GameFilter { min_elo, player, result, eco, since, until, time_control })
    }
}

/// How the run goes, and where its output.
#[derive(Args, Debug)]
pub(crate) struct Run {
    /// Files, directories, or `-` for standard input
    ///
    /// What a file holds is told by its name or else by its first line: games (.pgn), positions, one a line (.epd, .fen),
    /// or the puzzles of Lichess (.csv). Each may be packed with gzip, bzip2 or zstd. A directory stands for all files in
    /// it and below it with such names, in the order of their names.
    #[arg(required = true, value_name = "INPUT", help_heading = None::<&str>)]
    inputs: Vec<PathBuf>,

    /// Write to FILE, which appears when it is whole
    ///
    /// Until then it is FILE.partial, with FILE.journal beside it, which is written as FILE.journal.new; a Parquet
    /// table is put together in FILE.whole, and takes its room twice until it is there. An existing FILE is not written
    /// over, and no input ever. `-` is standard output.
    #[arg(short, long, value_name = "FILE", help_heading = OUTPUT)]
    output: Option<PathBuf>,

    /// Write over an existing FILE
    ///
    /// That of --errors too, and over what an interrupted run left.
    #[arg(long, help_heading = OUTPUT)]
    pub(crate) force: bool,

    /// Go on with an interrupted run, or begin it
    ///
    /// FILE is the same as without the interruption, byte for byte, but for the time in a summary. It takes the same inputs, unchanged, and the same
    /// options; where they differ it is refused, with exit status 2.
    #[arg(long, requires = "output", help_heading = OUTPUT)]
    pub(crate) resume: bool,

    /// Write what could not be read to FILE too, a JSON object each
    ///
    /// Its keys are source, game, line_number, offset (a byte, from 0, after unpacking), token and reason; what does not
    /// apply is null.
    #[arg(long, value_name = "FILE", help_heading = OUTPUT)]
    pub(crate) errors: Option<PathBuf>,

    /// Stop after N findings or, of `features`, N positions
    #[arg(
        long,
        value_name = "N",
        allow_negative_numbers = true,
        value_parser = RangedI64ValueParser::<u64>::new().range(0..),
        help_heading = OUTPUT,
    )]
    limit: Option<u64>,

    /// Read a packed file up to N times its size
    ///
    /// What unpacks to more is taken for a bomb, made to take forever: it is read up to there and is an error, with exit
    /// status 1. The first 64 MiB are read in any case.
    #[arg(
        long,
        value_name = "N",
        default_value_t = Source::MOST_TIMES,
        allow_negative_numbers = true,
        value_parser = value_parser!(u32).range(1..),
        help_heading = RUN,
    )]
    max_ratio: u32,

    /// Stop at the first damaged game, with exit status 3
    ///
    /// What was found until then is printed, but no FILE of --output is written.
    #[arg(long, help_heading = RUN)]
    strict: bool,

    /// Search with N threads [default: one a core]
    ///
    /// From 1 to 255. The output is the same for any number.
    #[arg(
        short = 'j',
        long,
        value_name = "N",
        allow_negative_numbers = true,
        value_parser = value_parser!(u8).range(1..),
        help_heading = RUN,
    )]
    threads: Option<u8>,

    /// Tell on standard error how far it is; auto: on a terminal
    #[arg(long, value_enum, value_name = "WHEN", default_value_t = When::Auto, help_heading = RUN)]
    progress: When,
}

/// The heading over the options that say what is written where.
pub(crate) const OUTPUT: &str = "What is written";
/// The heading over the options that say how.
const RUN: &str = "The run";

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
        if self.errors.as_ref().is_some_and(|path| path.as_os_str() == "-") {
            return Err(Failure::usage("--errors: name a file; standard error has them in any case"));
        }
        if self.resume && self.file().is_none() {
            return Err(Failure::usage("--resume: standard output cannot be gone on with, only a file"));
        }
        let names = Names::new(self.file(), self.errors.as_deref())?;
        let (listed, unlisted): (Vec<_>, Vec<_>) = sources(&self.inputs).into_iter().partition(Result::is_ok);
        let bounded = |source: Source| source.unpacked_at_most(self.max_ratio);
        let listed = names.not_among(listed.into_iter().flatten().map(bounded).collect(), &self.inputs)?;
        let mut journal = Journal::new(self.options(job.options), &listed, self.force);
        let begun = match &names.output {
            Some(output) if self.resume => journal.resume(output)?,
            _ => false,
        };
        let reached = journal.reached.clone();
        // A run that had only just begun begins once more.
        let resumed = reached != Checkpoint::default();
        if reached.ended {
            Files::complete(&names, &journal, kind)?;
            return Ok(status(&reached.totals));
        }
        if let (true, Some(output)) = (resumed, &names.output) {
            sink.restore(&reached.state).map_err(|error| Journal::is_none(output, &error.to_string()))?;
        }
        let mut files = Files::open(names, journal, resumed, self.force || begun, kind)?;
        let hint = files.hint();
        let failed = |error: io::Error, at_damage: bool| {
            let lacks_name = error.kind() == io::ErrorKind::AlreadyExists;
            let way_out = match self.file() {
                // Nothing is left to go on with.
                _ if at_damage => "",
                Some(_) if lacks_name => "; --resume --force writes over it",
                _ => &hint,
            };
            match self.file() {
                _ if lacks_name => Failure::refused(format!("{error}{way_out}")),
                Some(_) => Failure::refused(format!("the output cannot be written: {error}{way_out}")),
                None => Failure::Output(error),
            }
        };
        let time = || reached.time.saturating_add(start.elapsed());

        let rows_on_terminal =
            self.file().is_none() && matches!(kind, Kind::Rows) && io::stdout().is_terminal();
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
            threads: self
                .threads
                .and_then(|threads| NonZero::new(threads.into()))
                .or_else(|| thread::available_parallelism().ok())
                .unwrap_or(NonZero::<usize>::MIN),
            strict: self.strict,
            limit: self.limit,
            start: reached.next,
            before,
            bytes_read: &bytes_read,
        };
        let ended = begun.and_then(|()| {
            scan.run(work, |step| {
                let written = step.part.map_or(Ok(()), |part| sink.append(part, files.output.writer()));
                // Also where the output cannot be written.
                for problem in &step.problems {
                    report(problem, &progress, files.errors.as_mut())?;
                }
                written?;
                progress.update(&step.totals);
                // Of a strict run that has come to damage nothing is gone on with.
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
        // A summary tells it itself.
        if totals.skipped > 0 && !matches!(kind, Kind::AtEnd) {
            let games = if totals.skipped == 1 { "game" } else { "games" };
            let skipped = HumanCount(totals.skipped);
            progress.say(&format!("destrier: {skipped} {games} of variants that are not read: skipped"));
        }
        Ok(if at_damage { DAMAGE } else { status(&totals) })
    }

    /// All that decides about the output but the content of the inputs.
    fn options(&self, job: Value) -> Value {
        let inputs: Vec<_> = self.inputs.iter().map(|input| input.to_string_lossy()).collect();
        let mut options = json!({
            "version": env!("CARGO_PKG_VERSION"),
            "inputs": inputs,
            "max_ratio": self.max_ratio,
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
