//! Where the output of a run goes, and how it is completed.

use super::partial_file::PartialFile;
use crate::failure::Failure;
use destrier_games::output::assemble;
use destrier_games::table::Column;
use std::env;
use std::fs::File;
use std::io::{self, BufWriter, Seek, Write};

/// When the output of a format is written.
#[derive(Clone, Copy)]
pub(crate) enum OutputMode<'a> {
    /// While the run goes on.
    Streamed,
    /// At the end of the run.
    AtEnd,
    /// As row groups, from which a Parquet table with these columns is assembled at the end.
    Assembled(&'a [Column]),
}

impl<'a> OutputMode<'a> {
    /// The columns of the table to assemble, if there is one.
    pub(super) const fn columns(self) -> Option<&'a [Column]> {
        match self {
            Self::Streamed | Self::AtEnd => None,
            Self::Assembled(columns) => Some(columns),
        }
    }
}

/// Where the output goes.
pub(super) enum Destination {
    Stdout(BufWriter<io::Stdout>),
    /// To a temporary file, from which a table is assembled to standard output.
    SpooledStdout(File),
    File(PartialFile),
}

impl Destination {
    /// Standard output, by way of a temporary file if a table must be assembled.
    pub(super) fn stdout(assembled: bool) -> Result<Self, Failure> {
        if !assembled {
            return Ok(Self::Stdout(BufWriter::new(io::stdout())));
        }
        tempfile::tempfile().map(Self::SpooledStdout).map_err(|error| {
            Failure::refused_at(&env::temp_dir(), format!("{error}; TMPDIR names another folder for it"))
        })
    }

    pub(super) fn writer(&mut self) -> &mut dyn Write {
        match self {
            Self::Stdout(out) => out,
            Self::SpooledStdout(file) => file,
            Self::File(file) => file,
        }
    }

    /// Completes the output. A table with these columns is assembled. `over`: an existing file is replaced. `at_damage`:
    /// no file is written.
    pub(super) fn finish(self, columns: Option<&[Column]>, over: bool, at_damage: bool) -> io::Result<()> {
        match self {
            Self::Stdout(mut out) => out.flush(),
            Self::SpooledStdout(mut spool) => {
                spool.rewind()?;
                let mut out = io::stdout();
                assemble(columns.unwrap_or_default(), &mut spool, &mut out)?;
                out.flush()
            }
            Self::File(file) if at_damage => file.discard(),
            Self::File(file) => finish_file(file, columns, over),
        }
    }
}

/// Gives an output file its name. A table with these columns is assembled first.
pub(super) fn finish_file(file: PartialFile, columns: Option<&[Column]>, over: bool) -> io::Result<()> {
    match columns {
        None => file.finish(over),
        Some(columns) => file.finish_with(over, |spool, out| assemble(columns, spool, out)),
    }
}
