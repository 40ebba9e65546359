//! Where the output of a run goes, and how it is completed.

use super::partial_file::PartialFile;
use crate::failure::Failure;
use destrier_games::output::{Ending, OutputWriter};
use std::env;
use std::fs::File;
use std::io::{self, BufWriter, Seek, Write};

/// Where the output goes.
pub(super) enum Destination {
    Stdout(BufWriter<io::Stdout>),
    /// To a temporary file, from which the output is assembled to standard output.
    SpooledStdout(File),
    File(PartialFile),
}

impl Destination {
    /// Standard output, by way of a temporary file if the output must be assembled.
    pub(super) fn stdout(ending: Ending) -> Result<Self, Failure> {
        if ending != Ending::Assembled {
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

    /// Completes the output. `over`: an existing file is replaced. `at_damage`: no file is written.
    pub(super) fn finish(
        self,
        output: &dyn OutputWriter,
        ending: Ending,
        over: bool,
        at_damage: bool,
    ) -> io::Result<()> {
        match self {
            Self::Stdout(mut out) => out.flush(),
            Self::SpooledStdout(mut spool) => {
                spool.rewind()?;
                let mut out = io::stdout();
                output.assemble(&mut spool, &mut out)?;
                out.flush()
            }
            Self::File(file) if at_damage => file.discard(),
            Self::File(file) => finish_file(file, output, ending, over),
        }
    }
}

/// Gives an output file its name. If it is a spool, the output is assembled first.
pub(super) fn finish_file(
    file: PartialFile,
    output: &dyn OutputWriter,
    ending: Ending,
    over: bool,
) -> io::Result<()> {
    match ending {
        Ending::RowByRow | Ending::AtEnd => file.finish(over),
        Ending::Assembled => file.finish_with(over, |spool, out| output.assemble(spool, out)),
    }
}
