//! The output of answers: standard output or a file.

use super::answer::{AnswerFormat, AnswerWriter, Sink};
use super::failure::Failure;
use super::terminal::plain;
use super::unfinished::Unfinished;
use datafusion::arrow::datatypes::SchemaRef;
use destrier_games::output::PartialFile;
use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::Path;

/// The output of answers.
pub(crate) struct AnswerOutput {
    format: AnswerFormat,
    sink: Sink,
    /// Removes the file unless it is complete.
    unfinished: Option<Unfinished>,
    /// Whether the file may replace an existing one.
    overwrite: bool,
    /// Whether an answer was written.
    answered: bool,
}

impl AnswerOutput {
    /// Creates an output to standard output.
    pub(crate) fn standard(format: AnswerFormat) -> Self {
        let sink = Sink::Stdout(BufWriter::new(io::stdout()));
        Self { format, sink, unfinished: None, overwrite: false, answered: false }
    }

    /// Creates an output to a file. An existing file is an error unless `overwrite`.
    pub(crate) fn file(target: &Path, format: AnswerFormat, overwrite: bool) -> Result<Self, Failure> {
        PartialFile::check_name(target, overwrite)?;
        // A link stays; its target is replaced.
        let target = fs::canonicalize(target).unwrap_or_else(|_| target.to_owned());
        PartialFile::check_new(&target, overwrite, "left by an earlier run; pass --force to overwrite it")?;
        let sink = Sink::File(PartialFile::create(&target, overwrite)?);
        Ok(Self { format, sink, unfinished: Some(Unfinished::new(target)), overwrite, answered: false })
    }

    /// Starts the next answer, with these columns.
    pub(crate) fn answer(&mut self, schema: SchemaRef) -> Result<AnswerWriter<'_>, Failure> {
        if self.format == AnswerFormat::Parquet && self.answered {
            return Err(Failure::refused(
                "a Parquet file holds one result, but several statements return rows; write one file per query",
            ));
        }
        let is_first = !std::mem::replace(&mut self.answered, true);
        if self.format == AnswerFormat::Table && !is_first {
            writeln!(self.sink)?;
        }
        AnswerWriter::new(self.format, schema, &mut self.sink)
    }

    /// Completes the output.
    pub(crate) fn finish(mut self) -> Result<(), Failure> {
        if self.format == AnswerFormat::Parquet && !self.answered {
            return Err(Failure::refused("nothing to write as Parquet: no statement returns rows"));
        }
        self.flush()?;
        let (Sink::File(file), Some(unfinished)) = (self.sink, self.unfinished) else { return Ok(()) };
        match file.finish(self.overwrite) {
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists => Err(error.into()),
            finished => {
                // Keep the answer even if its name is taken: it may have taken hours.
                unfinished.keep();
                finished.map_err(|error| Failure::refused(error.to_string()))
            }
        }
    }

    pub(crate) fn flush(&mut self) -> io::Result<()> {
        self.sink.flush()
    }

    /// Writes a line between the answers.
    pub(crate) fn line(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.sink, "{}", plain(text))?;
        // This line already separates the next answer from the last one.
        self.answered = false;
        self.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::failure::FAILURE;

    #[test]
    fn only_force_replaces_a_file_that_appears_during_the_run() {
        let folder = tempfile::tempdir().unwrap();
        let (target, partial) = (folder.path().join("a.csv"), folder.path().join("a.csv.partial"));
        let finished = |overwrite: bool| {
            let Ok(mut output) = AnswerOutput::file(&target, AnswerFormat::Csv, overwrite) else {
                panic!("an output")
            };
            assert!(output.line("an answer").is_ok());
            fs::write(&target, "precious").unwrap();
            output.finish()
        };
        let said = match finished(false) {
            Err(Failure::Refused(FAILURE, reason)) => reason,
            _ => panic!("not refused"),
        };
        let (there, left) = (target.display(), partial.display());
        assert_eq!(said, format!("{there}: appeared during the run; the new data is in {left}"));
        assert_eq!(fs::read_to_string(&target).unwrap(), "precious");
        assert_eq!(fs::read_to_string(&partial).unwrap(), "an answer\n");
        fs::remove_file(&partial).unwrap();

        assert!(finished(true).is_ok());
        assert_eq!(fs::read_to_string(&target).unwrap(), "an answer\n");
        assert!(!partial.exists());
        fs::remove_file(&target).unwrap();

        let Ok(output) = AnswerOutput::file(&target, AnswerFormat::Csv, false) else { panic!("an output") };
        assert!(output.finish().is_ok());
        assert!(target.exists() && !partial.exists());
    }
}
