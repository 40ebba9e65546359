//! The files of a run: output, error reports, and the journal for resuming.

use super::destination::{Destination, Kept, finish_file};
use super::journal::{Checkpoint, Journal};
use super::paths::OutputPaths;
use crate::failure::{Failure, INTERRUPTED};
use destrier_games::output::{Ending, OutputWriter, PartialFile};
use destrier_games::{Bookmark, Totals};
use serde_json::Value;
use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::process;
use std::time::{Duration, Instant};

/// The files that a run writes.
pub(super) struct Files {
    pub(super) destination: Destination,
    /// The file of error reports.
    pub(super) errors: Option<PartialFile>,
    journal: Journal,
    paths: OutputPaths,
    ending: Ending,
    last_checkpoint: Instant,
}

impl Files {
    /// The shortest time between two checkpoints.
    const INTERVAL: Duration = Duration::from_millis(100);

    /// Opens all files. If the run is `resumed`, writing continues where the journal says. With `overwrite`, files of an
    /// interrupted run may be replaced.
    pub(super) fn open(
        paths: OutputPaths,
        journal: Journal,
        resumed: bool,
        overwrite: bool,
        ending: Ending,
    ) -> Result<Self, Failure> {
        for target in paths.targets() {
            if ending.is_folder() && Some(target) == paths.output.as_ref() {
                PartialFile::check_folder_name(target)?;
            } else {
                PartialFile::check_name(target, journal.force)?;
            }
            if !resumed {
                let reason = "left by an interrupted run; pass --resume to continue it if possible, \
                              or --force to start over";
                PartialFile::check_new(target, overwrite, reason)?;
            }
        }
        if paths.output.is_none() && ending == Ending::Assembled && io::stdout().is_terminal() {
            return Err(Failure::usage("cannot write Parquet to a terminal; name a file with -o"));
        }
        // The journal of a new run comes first, so that no output is ever left without one.
        let new_output = paths.output.as_deref().filter(|_| !resumed);
        if let Some(path) = new_output {
            Journal::check_new(path, overwrite)?;
            journal.write(path).map_err(|error| Failure::refused_at(path, error))?;
        }
        let opened = Self::open_outputs(&paths, &journal.reached, resumed, overwrite, ending);
        let (destination, errors) = match opened {
            Ok(opened) => opened,
            Err(failure) => {
                if let Some(path) = new_output {
                    Journal::remove(path)?;
                }
                return Err(failure);
            }
        };
        let files = Self { destination, errors, journal, paths, ending, last_checkpoint: Instant::now() };
        files.on_interruption()?;
        Ok(files)
    }

    /// Opens both outputs, or neither.
    fn open_outputs(
        paths: &OutputPaths,
        reached: &Checkpoint,
        resumed: bool,
        overwrite: bool,
        ending: Ending,
    ) -> Result<(Destination, Option<PartialFile>), Failure> {
        let open = |path: &Path, length: u64| {
            if resumed { PartialFile::reopen(path, length) } else { PartialFile::create(path, overwrite) }
        };
        let destination = match &paths.output {
            Some(path) => Destination::File(open(path, reached.output_length)?),
            None => Destination::stdout(ending)?,
        };
        match paths.errors.as_ref().map(|path| open(path, reached.errors_length)).transpose() {
            Ok(errors) => Ok((destination, errors)),
            Err(failure) => {
                if let (Destination::File(file), false) = (destination, resumed) {
                    file.discard()?;
                }
                Err(failure.into())
            }
        }
    }

    /// Returns how to resume the run, to append to a message; empty if it cannot be resumed.
    pub(super) fn hint(&self) -> String {
        match &self.paths.output {
            Some(path) if self.journal.is_resumable() => {
                format!("; pass --resume to continue {}", path.display())
            }
            _ => String::new(),
        }
    }

    /// Completes the files of a run that was interrupted after it wrote everything. Returns the number of output files.
    pub(super) fn complete(
        paths: &OutputPaths,
        journal: &Journal,
        output: &dyn OutputWriter,
        ending: Ending,
    ) -> Result<usize, Failure> {
        let Some(path) = &paths.output else { return Ok(0) };
        let reached = &journal.reached;
        // The length of an assembled or split output is not known in advance.
        let is_finished = match ending {
            Ending::RowByRow | Ending::AtEnd => PartialFile::is_finished(path, Some(reached.output_length))?,
            Ending::Assembled | Ending::Split { .. } => PartialFile::is_finished(path, None)?,
            Ending::AssembledFiles | Ending::FilesAtEnd => PartialFile::is_finished_folder(path)?,
        };
        let mut count = 1;
        if !is_finished {
            match ending {
                _ if ending.is_folder() => PartialFile::check_folder_name(path)?,
                _ => PartialFile::check_name(path, journal.force)?,
            }
            let file = PartialFile::reopen(path, reached.output_length)?;
            count = finish_file(file, output, ending, journal.force)?;
        }
        if let Some(errors) = &paths.errors
            && !PartialFile::is_finished(errors, Some(reached.errors_length))?
        {
            PartialFile::check_name(errors, journal.force)?;
            PartialFile::reopen(errors, reached.errors_length)?.finish(journal.force)?;
        }
        Journal::remove(path)?;
        Ok(count)
    }

    /// Ends a failed run. A run without an output file cannot be resumed; then the error reports are all that remains,
    /// so they are completed.
    pub(super) fn give_up(self) {
        if let (None, Some(errors)) = (&self.paths.output, self.errors) {
            // Report the run's own error, not this one.
            let _ = errors.finish(self.journal.force);
        }
    }

    /// Ends the run on Ctrl-C. The journal is always valid, so there is nothing to save. A run without a journal leaves
    /// no files behind.
    fn on_interruption(&self) -> io::Result<()> {
        let hint = self.hint();
        let left = if self.paths.output.is_none() { self.paths.errors.clone() } else { None };
        ctrlc::set_handler(move || {
            if let Some(errors) = &left {
                let _ = PartialFile::remove(errors);
            }
            // Hold the lock until the process exits, so that no other line follows.
            let mut last = io::stderr().lock();
            let _ = writeln!(last, "\ndestrier: interrupted{hint}");
            process::exit(INTERRUPTED.into());
        })
        .map_err(io::Error::other)
    }

    pub(super) fn checkpoint_is_due(&self) -> bool {
        self.paths.output.is_some() && self.last_checkpoint.elapsed() >= Self::INTERVAL
    }

    /// Flushes the output and records it in the journal. Without a `state` the output is buffering rows, so there is no
    /// checkpoint.
    pub(super) fn checkpoint(
        &mut self,
        next: Bookmark,
        totals: Totals,
        state: Option<Value>,
        time: Duration,
    ) -> io::Result<()> {
        match state {
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
        let (Some(path), Destination::File(file)) = (&self.paths.output, &mut self.destination) else {
            return Ok(());
        };
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

    /// Completes all files, and returns the number of output files.
    pub(super) fn finish(
        mut self,
        output: &mut dyn OutputWriter,
        totals: &Totals,
        time: Duration,
        kept: Kept,
    ) -> io::Result<usize> {
        let written = self.end(output, totals, time, kept);
        let Self { destination, errors, journal: Journal { force: overwrite, .. }, paths, ending, .. } = self;
        let written = written.and_then(|()| destination.finish(output, ending, overwrite, kept));
        let named = match errors {
            // See `give_up`.
            Some(errors) if written.is_ok() || paths.output.is_none() => errors.finish(overwrite),
            _ => Ok(()),
        };
        let count = written.and_then(|count| named.map(|()| count))?;
        paths.output.map_or(Ok(()), |path| Journal::remove(&path))?;
        Ok(count)
    }

    /// Writes the end of the output, and records in the journal that everything is written.
    fn end(
        &mut self,
        output: &mut dyn OutputWriter,
        totals: &Totals,
        time: Duration,
        kept: Kept,
    ) -> io::Result<()> {
        match &self.paths.output {
            // The output is discarded, so there is nothing to resume.
            Some(path) if kept != Kept::Everything => Journal::remove(path),
            None if kept == Kept::Nothing => Ok(()),
            _ => {
                output.finish(totals, time, self.destination.writer())?;
                if self.ending == Ending::FilesAtEnd {
                    // There is nothing to continue from: a run that is interrupted now starts over.
                    return Ok(());
                }
                self.write_journal(self.journal.reached.next, *totals, time, Value::Null, true)
            }
        }
    }
}
