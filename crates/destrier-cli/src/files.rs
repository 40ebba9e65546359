//! The files of a run: its output, what could not be read, and the journal to go on with.

use crate::Failure;
use crate::journal::{Checkpoint, Journal};
use crate::partial_file::PartialFile;
use crate::run::{Kind, Run};
use destrier_games::output::{Sink, assemble};
use destrier_games::table::Column;
use destrier_games::{Bookmark, Totals};
use serde_json::Value;
use std::fs::File;
use std::io::{self, BufWriter, IsTerminal, Seek, Write};
use std::path::PathBuf;
use std::process;
use std::time::{Duration, Instant};

/// What a run writes.
pub(crate) struct Files<'a> {
    pub(crate) output: Output,
    /// What could not be read.
    pub(crate) errors: Option<PartialFile>,
    pub(crate) journal: Journal,
    /// The output's name, where it is a file.
    path: Option<PathBuf>,
    /// The columns of a Parquet table, which is assembled at the end.
    parquet: Option<&'a [Column]>,
    last_checkpoint: Instant,
}

/// Where the output goes.
pub(crate) enum Output {
    Standard(BufWriter<io::Stdout>),
    /// To standard output, once it is assembled.
    Assembled(File),
    File(PartialFile),
}

impl Output {
    pub(crate) fn writer(&mut self) -> &mut dyn Write {
        match self {
            Self::Standard(out) => out,
            Self::Assembled(file) => file,
            Self::File(file) => file,
        }
    }
}

impl<'a> Files<'a> {
    /// The least time between two checkpoints.
    const INTERVAL: Duration = Duration::from_millis(100);

    /// Opens what is written to, at the place that the journal tells where the run is `resumed`.
    pub(crate) fn open(run: &Run, journal: Journal, resumed: bool, kind: Kind<'a>) -> Result<Self, Failure> {
        let Checkpoint { output_length, errors_length, .. } = journal.reached;
        let open = |path: &PathBuf, length: u64| match resumed {
            true => PartialFile::reopen(path, length),
            false => PartialFile::create(path),
        };
        let path = run.file().map(PathBuf::from);
        if !resumed {
            // In what an earlier run left there is nothing to go on with where it has no journal, or writes no file.
            let over_partial = run.force || run.resume || path.is_none();
            for path in path.iter().chain(&run.errors) {
                PartialFile::check(path, run.force, over_partial)?;
            }
        }
        let parquet = if let Kind::Parquet(columns) = kind { Some(columns) } else { None };
        let output = match &path {
            Some(path) => Output::File(open(path, output_length)?),
            None if parquet.is_none() => Output::Standard(BufWriter::new(io::stdout())),
            None if io::stdout().is_terminal() => {
                return Err(Failure::usage("a Parquet table is not for a terminal: name a file with -o"));
            }
            None => Output::Assembled(tempfile::tempfile()?),
        };
        let errors = match run.errors.as_ref().map(|path| open(path, errors_length)).transpose() {
            Ok(errors) => errors,
            Err(failure) => {
                if let (Output::File(file), false) = (output, resumed) {
                    file.discard()?;
                }
                return Err(failure);
            }
        };
        let files = Self { output, errors, journal, path, parquet, last_checkpoint: Instant::now() };
        on_interruption(files.hint())?;
        Ok(files)
    }

    /// How an interrupted run is gone on with, if it can be; to stand behind what happened.
    pub(crate) fn hint(&self) -> String {
        match &self.path {
            Some(path) if self.journal.is_resumable() => {
                format!("; --resume goes on with {}", path.display())
            }
            _ => String::new(),
        }
    }

    /// Gives the files of a run their names that had ended when it was interrupted.
    pub(crate) fn complete(run: &Run, journal: &Journal, kind: Kind<'_>) -> Result<(), Failure> {
        let Some(output) = run.file() else { return Ok(()) };
        let reached = &journal.reached;
        let columns = if let Kind::Parquet(columns) = kind { Some(columns) } else { None };
        if !PartialFile::is_finished(output) {
            finish(PartialFile::reopen(output, reached.output_length)?, columns)?;
        }
        if let Some(errors) = run.errors.as_ref().filter(|errors| !PartialFile::is_finished(errors)) {
            PartialFile::reopen(errors, reached.errors_length)?.finish()?;
        }
        Ok(Journal::remove(output)?)
    }

    /// Whether it is time for a checkpoint.
    pub(crate) fn checkpoint_is_due(&self) -> bool {
        self.path.is_some() && self.last_checkpoint.elapsed() >= Self::INTERVAL
    }

    /// Makes what was written up to now final, if nothing is held back, and says so in the journal.
    pub(crate) fn checkpoint(
        &mut self,
        next: Bookmark,
        totals: Totals,
        sink: &impl Sink,
        time: Duration,
    ) -> io::Result<()> {
        match sink.state() {
            Some(state) => self.write_journal(next, totals, time, state, false),
            None => Ok(()),
        }
    }

    fn write_journal(
        &mut self,
        next: Bookmark,
        totals: Totals,
        time: Duration,
        state: Value,
        ended: bool,
    ) -> io::Result<()> {
        let (Some(path), Output::File(file)) = (&self.path, &mut self.output) else { return Ok(()) };
        file.flush()?;
        let mut errors_length = 0;
        if let Some(errors) = &mut self.errors {
            errors.flush()?;
            errors_length = errors.length();
        }
        let (output_length, seconds) = (file.length(), time.as_secs_f64());
        self.journal.reached =
            Checkpoint { next, totals, output_length, errors_length, seconds, state, ended };
        self.journal.write(path)?;
        self.last_checkpoint = Instant::now();
        Ok(())
    }

    /// Completes all files, or leaves none behind: no output is whole that ends at damage.
    pub(crate) fn finish(
        mut self,
        mut sink: impl Sink,
        totals: &Totals,
        time: Duration,
        at_damage: bool,
    ) -> io::Result<()> {
        sink.finish(totals, time, self.output.writer())?;
        if !at_damage {
            self.write_journal(self.journal.reached.next, *totals, time, Value::Null, true)?;
        } else if let Some(path) = &self.path {
            // Before all else, so that nothing goes on behind the damage.
            Journal::remove(path)?;
        }
        match (self.output, self.parquet) {
            (Output::Standard(mut out), _) => out.flush()?,
            (Output::Assembled(mut spool), columns) => {
                spool.rewind()?;
                let mut out = io::stdout();
                assemble(columns.unwrap_or_default(), &mut spool, &mut out)?;
                out.flush()?;
            }
            (Output::File(file), _) if at_damage => file.discard()?,
            (Output::File(file), columns) => finish(file, columns)?,
        }
        if let Some(errors) = self.errors {
            errors.finish()?;
        }
        self.path.map_or(Ok(()), |path| Journal::remove(&path))
    }
}

/// Gives an output its name, assembled where it is a Parquet table with these columns.
fn finish(file: PartialFile, columns: Option<&[Column]>) -> io::Result<()> {
    match columns {
        None => file.finish(),
        Some(columns) => file.finish_with(|spool, out| assemble(columns, spool, out)),
    }
}

/// Says what is to be said when the run is interrupted, and ends it. The journal is always true, so there is nothing
/// else to do.
fn on_interruption(hint: String) -> io::Result<()> {
    /// What shells give for a program that was interrupted.
    const INTERRUPTED: i32 = 130;
    ctrlc::set_handler(move || {
        let _ = writeln!(io::stderr(), "\ndestrier: interrupted{hint}");
        process::exit(INTERRUPTED);
    })
    .map_err(io::Error::other)
}
