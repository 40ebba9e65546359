//! The files of a run: its output, what could not be read, and the journal to go on with.

use crate::Failure;
use crate::journal::{Checkpoint, Journal};
use crate::names::Names;
use crate::partial_file::PartialFile;
use crate::run::Kind;
use destrier_games::output::{Sink, assemble};
use destrier_games::table::Column;
use destrier_games::{Bookmark, Totals};
use serde_json::Value;
use std::env;
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
    names: Names,
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

    /// Opens what is written to, at the place that the journal tells where the run is `resumed`. `over`: what an earlier
    /// run left may be written over.
    pub(crate) fn open(
        names: Names,
        journal: Journal,
        resumed: bool,
        over: bool,
        kind: Kind<'a>,
    ) -> Result<Self, Failure> {
        for target in names.targets() {
            PartialFile::check_name(target, journal.force)?;
            if !resumed {
                let reason =
                    "left by an interrupted run; --resume goes on with it where it can, --force starts anew";
                PartialFile::check_new(target, over, reason)?;
            }
        }
        let parquet = if let Kind::Parquet(columns) = kind { Some(columns) } else { None };
        if names.output.is_none() && parquet.is_some() && io::stdout().is_terminal() {
            return Err(Failure::usage("a Parquet table is not for a terminal: name a file with -o"));
        }
        let Checkpoint { output_length, errors_length, .. } = journal.reached;
        let open = |path: &PathBuf, length: u64| match resumed {
            true => PartialFile::reopen(path, length),
            false => PartialFile::create(path, over),
        };
        if let (Some(path), false) = (&names.output, resumed) {
            // First of all, so that whatever is left behind can be gone on with.
            Journal::check_new(path, over)?;
            journal.write(path).map_err(|error| Failure::refused(format!("{}: {error}", path.display())))?;
        }
        let opened = || {
            let output = match &names.output {
                Some(path) => Output::File(open(path, output_length)?),
                None if parquet.is_none() => Output::Standard(BufWriter::new(io::stdout())),
                None => Output::Assembled(spool()?),
            };
            match names.errors.as_ref().map(|path| open(path, errors_length)).transpose() {
                Ok(errors) => Ok((output, errors)),
                Err(failure) => {
                    if let (Output::File(file), false) = (output, resumed) {
                        file.discard()?;
                    }
                    Err(failure)
                }
            }
        };
        let (output, errors) = match opened() {
            Ok(opened) => opened,
            Err(failure) => {
                // Nothing has begun, so nothing is left behind.
                if let (Some(path), false) = (&names.output, resumed) {
                    Journal::remove(path)?;
                }
                return Err(failure);
            }
        };
        let files = Self { output, errors, journal, names, parquet, last_checkpoint: Instant::now() };
        files.on_interruption()?;
        Ok(files)
    }

    /// How an interrupted run is gone on with, if it can be; to stand behind what happened.
    pub(crate) fn hint(&self) -> String {
        match &self.names.output {
            Some(path) if self.journal.is_resumable() => {
                format!("; --resume goes on with {}", path.display())
            }
            _ => String::new(),
        }
    }

    /// Gives the files of a run their names that had ended when it was interrupted.
    pub(crate) fn complete(names: &Names, journal: &Journal, kind: Kind<'_>) -> Result<(), Failure> {
        let Some(output) = &names.output else { return Ok(()) };
        let reached = &journal.reached;
        let columns = if let Kind::Parquet(columns) = kind { Some(columns) } else { None };
        // Of a table that is assembled the length is not known before.
        let length = if columns.is_none() { Some(reached.output_length) } else { None };
        if !PartialFile::is_finished(output, length)? {
            PartialFile::check_name(output, journal.force)?;
            finish(PartialFile::reopen(output, reached.output_length)?, columns, journal.force)?;
        }
        if let Some(errors) = &names.errors
            && !PartialFile::is_finished(errors, Some(reached.errors_length))?
        {
            PartialFile::check_name(errors, journal.force)?;
            PartialFile::reopen(errors, reached.errors_length)?.finish(journal.force)?;
        }
        Ok(Journal::remove(output)?)
    }

    /// What could not be read of a run that ended early: of one without an output file it is all there is to know, and
    /// nothing goes on with it.
    pub(crate) fn give_up(self) {
        if let (None, Some(errors)) = (&self.names.output, self.errors) {
            // What ended the run is what is told.
            let _ = errors.finish(self.journal.force);
        }
    }

    /// Says what is to be said when the run is interrupted, and ends it. The journal is always true, so there is nothing
    /// else to do; without one, nothing is left behind.
    fn on_interruption(&self) -> io::Result<()> {
        /// What shells give for a program that was interrupted.
        const INTERRUPTED: i32 = 130;
        let hint = self.hint();
        let left = if self.names.output.is_none() { self.names.errors.clone() } else { None };
        ctrlc::set_handler(move || {
            if let Some(errors) = &left {
                let _ = PartialFile::remove(errors);
            }
            // Held to the end, so that this is the last word.
            let mut last = io::stderr().lock();
            let _ = writeln!(last, "\ndestrier: interrupted{hint}");
            process::exit(INTERRUPTED);
        })
        .map_err(io::Error::other)
    }

    /// Whether it is time for a checkpoint.
    pub(crate) fn checkpoint_is_due(&self) -> bool {
        self.names.output.is_some() && self.last_checkpoint.elapsed() >= Self::INTERVAL
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
        let (Some(path), Output::File(file)) = (&self.names.output, &mut self.output) else { return Ok(()) };
        file.flush()?;
        let mut errors_length = 0;
        if let Some(errors) = &mut self.errors {
            errors.flush()?;
            errors_length = errors.length();
        }
        let output_length = file.length();
        self.journal.reached = Checkpoint { next, totals, output_length, errors_length, time, state, ended };
        self.journal.write(path)?;
        self.last_checkpoint = Instant::now();
        Ok(())
    }

    /// Completes all files, or leaves no output behind: none is whole that ends at damage.
    pub(crate) fn finish(
        mut self,
        mut sink: impl Sink,
        totals: &Totals,
        time: Duration,
        at_damage: bool,
    ) -> io::Result<()> {
        let written = self.end(&mut sink, totals, time, at_damage);
        let Self { output, errors, journal: Journal { force: over, .. }, names, parquet, .. } = self;
        let written = written.and_then(|()| match (output, parquet) {
            (Output::Standard(mut out), _) => out.flush(),
            (Output::Assembled(mut spool), columns) => {
                spool.rewind()?;
                let mut out = io::stdout();
                assemble(columns.unwrap_or_default(), &mut spool, &mut out)?;
                out.flush()
            }
            (Output::File(file), _) if at_damage => file.discard(),
            (Output::File(file), columns) => finish(file, columns, over),
        });
        let named = match errors {
            // As in `give_up`.
            Some(errors) if written.is_ok() || names.output.is_none() => errors.finish(over),
            _ => Ok(()),
        };
        written.and(named)?;
        names.output.map_or(Ok(()), |path| Journal::remove(&path))
    }

    /// Writes what comes last, and says in the journal that all is written.
    fn end(
        &mut self,
        sink: &mut impl Sink,
        totals: &Totals,
        time: Duration,
        at_damage: bool,
    ) -> io::Result<()> {
        match &self.names.output {
            // Nothing goes on behind the damage, and what was written is not kept.
            Some(path) if at_damage => Journal::remove(path),
            _ => {
                sink.finish(totals, time, self.output.writer())?;
                self.write_journal(self.journal.reached.next, *totals, time, Value::Null, true)
            }
        }
    }
}

/// Where a table is kept until it is assembled to standard output.
fn spool() -> Result<File, Failure> {
    tempfile::tempfile().map_err(|error| {
        let folder = env::temp_dir();
        Failure::refused(format!("{}: {error}; TMPDIR names another folder for it", folder.display()))
    })
}

/// Gives an output its name, assembled where it is a Parquet table with these columns.
fn finish(file: PartialFile, columns: Option<&[Column]>, over: bool) -> io::Result<()> {
    match columns {
        None => file.finish(over),
        Some(columns) => file.finish_with(over, |spool, out| assemble(columns, spool, out)),
    }
}
