//! The destination of a run's output, and how it is completed.

use crate::failure::Failure;
use destrier_games::output::{Ending, OutputWriter, PartialFile};
use std::env;
use std::fs::File;
use std::io::{self, BufWriter, Seek, Write};

/// What is kept of the output of a run that ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kept {
    Everything,
    /// Only what was printed, and no file: a strict run ended at damage.
    Printed,
    /// Nothing: no input could be read.
    Nothing,
}

/// The destination of the output.
pub(super) enum Destination {
    Stdout(BufWriter<io::Stdout>),
    /// A temporary file. At the end, the output is assembled from it to standard output.
    SpooledStdout(File),
    File(PartialFile),
}

impl Destination {
    /// The size of the buffer for standard output, in which the beginning of every format has room.
    const BUFFER: usize = 64 << 10;

    /// Returns standard output, with a temporary file if the output must be assembled.
    pub(super) fn stdout(ending: Ending) -> Result<Self, Failure> {
        if ending != Ending::Assembled {
            return Ok(Self::Stdout(BufWriter::with_capacity(Self::BUFFER, io::stdout())));
        }
        tempfile::tempfile().map(Self::SpooledStdout).map_err(|error| {
            Failure::refused_at(&env::temp_dir(), format!("{error}; set TMPDIR to use another folder"))
        })
    }

    pub(super) fn writer(&mut self) -> &mut dyn Write {
        match self {
            Self::Stdout(out) => out,
            Self::SpooledStdout(file) => file,
            Self::File(file) => file,
        }
    }

    /// Completes the output, and returns the number of files. With `overwrite`, replaces an existing file.
    pub(super) fn finish(
        self,
        output: &dyn OutputWriter,
        ending: Ending,
        overwrite: bool,
        kept: Kept,
    ) -> io::Result<usize> {
        match self {
            // Without games, the buffer holds at most a heading. Dropping the writer would print it.
            Self::Stdout(out) if kept == Kept::Nothing => drop(out.into_parts()),
            Self::Stdout(mut out) => out.flush()?,
            Self::SpooledStdout(_) if kept == Kept::Nothing => {}
            Self::SpooledStdout(mut spool) => {
                spool.rewind()?;
                let mut out = io::stdout();
                output.assemble(&mut spool, &mut out)?;
                out.flush()?;
            }
            Self::File(file) if kept != Kept::Everything => file.discard()?,
            Self::File(file) => return finish_file(file, output, ending, overwrite),
        }
        Ok(0)
    }
}

/// Gives an output file its final name, and returns the number of files. If it is a spool, assembles the output first.
pub(super) fn finish_file(
    file: PartialFile,
    output: &dyn OutputWriter,
    ending: Ending,
    overwrite: bool,
) -> io::Result<usize> {
    match ending {
        Ending::RowByRow | Ending::AtEnd => file.finish(overwrite)?,
        Ending::Assembled => file.finish_with(overwrite, |spool, out| output.assemble(spool, out))?,
        Ending::AssembledFiles | Ending::FilesAtEnd => {
            return file.finish_folder(|spool, open| output.assemble_files(spool, open));
        }
        Ending::Split { start, most } => return file.finish_split(overwrite, start, most),
    }
    Ok(1)
}
