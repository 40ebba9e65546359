//! Arguments of commands that read games and write output.

use super::progress::When;
use crate::args::OUTPUT;
use crate::failure::Failure;
use clap::builder::RangedI64ValueParser;
use clap::{Args, value_parser};
use destrier_games::Source;
use serde_json::{Value, json};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::thread;

/// The help heading of run options.
const RUN: &str = "Run options";

/// Inputs, outputs and run options.
#[derive(Args, Debug)]
pub(crate) struct RunArgs {
    /// Files, directories, or `-` for standard input
    ///
    /// Inputs are games (.pgn), positions, one per line (.epd, .fen), Lichess puzzles (.csv), or tables of any of them
    /// (.parquet). Text may be compressed with gzip, bzip2 or zstd. If a file has another name, its first line decides. A
    /// directory or a zip archive (.zip) stands for all files with these names in it and its subdirectories, sorted by
    /// name.
    #[arg(required = true, value_name = "INPUT", help_heading = None::<&str>)]
    pub(super) inputs: Vec<PathBuf>,

    /// Write to FILE, which appears when it is complete
    ///
    /// Until then, the output is in FILE.partial, and progress is in FILE.journal and FILE.journal.new. A Parquet table
    /// is assembled in FILE.whole at the end, so it needs twice its size on disk. Pass --force to overwrite an existing
    /// FILE. Inputs are never overwritten. `-` is standard output. A study of more than 64 chapters continues in
    /// NAME-2.pgn, NAME-3.pgn and so on, since Lichess studies hold no more.
    #[arg(short, long, value_name = "FILE", help_heading = OUTPUT)]
    pub(super) output: Option<PathBuf>,

    /// Overwrite existing files
    ///
    /// This applies to the files of --output and --errors, and to files that an interrupted run left.
    #[arg(long, help_heading = OUTPUT)]
    pub(super) force: bool,

    /// Continue an interrupted run, or start it
    ///
    /// FILE becomes the same as without the interruption, byte for byte, except for the time in a summary. Inputs and
    /// options must be the same as before; otherwise the exit status is 2.
    #[arg(long, requires = "output", help_heading = OUTPUT)]
    pub(super) resume: bool,

    /// Also write errors to FILE, as JSON lines
    ///
    /// The keys are source, game, line_number, offset (in bytes from 0, after decompression), token and reason. Keys
    /// that do not apply are null.
    #[arg(long, value_name = "FILE", help_heading = OUTPUT)]
    pub(super) errors: Option<PathBuf>,

    /// Stop reading a compressed file that expands more than N times
    ///
    /// Such a file is treated as a decompression bomb: it is an error, with exit status 1, but is read up to this
    /// limit. The first 64 MiB are always read.
    #[arg(
        long,
        value_name = "N",
        default_value_t = Source::MAX_RATIO,
        allow_negative_numbers = true,
        value_parser = value_parser!(u32).range(1..),
        help_heading = RUN,
    )]
    pub(super) max_ratio: u32,

    /// Stop at the first damaged game, with exit status 3
    ///
    /// Findings up to there are printed, but no FILE of --output is written.
    #[arg(long, help_heading = RUN)]
    pub(super) strict: bool,

    /// Use N threads, 1 to 255 [default: one per core]
    ///
    /// The output is the same for any number.
    #[arg(
        short = 'j',
        long,
        value_name = "N",
        allow_negative_numbers = true,
        value_parser = value_parser!(u8).range(1..),
        help_heading = RUN,
    )]
    pub(super) threads: Option<u8>,

    /// Show progress on standard error
    #[arg(long, value_enum, value_name = "WHEN", default_value_t = When::Auto, help_heading = RUN)]
    pub(super) progress: When,
}

/// The limit on rows, for commands that write one row at a time.
#[derive(Args, Debug)]
pub(crate) struct LimitArgs {
    /// Stop after N findings, or after N positions in `features`
    #[arg(
        long,
        value_name = "N",
        allow_negative_numbers = true,
        value_parser = RangedI64ValueParser::<u64>::new().range(0..),
        help_heading = OUTPUT,
    )]
    pub(crate) limit: Option<u64>,
}

impl RunArgs {
    /// Returns the file to write to, `None` for standard output.
    pub(crate) fn file(&self) -> Option<&Path> {
        self.output.as_deref().filter(|path| path.as_os_str() != "-")
    }

    /// Returns the inputs as the user named them.
    pub(crate) fn input_names(&self) -> Vec<String> {
        self.inputs.iter().map(|input| input.to_string_lossy().into_owned()).collect()
    }

    /// Rejects combinations that clap cannot reject.
    pub(super) fn check(&self) -> Result<(), Failure> {
        if self.errors.as_ref().is_some_and(|path| path.as_os_str() == "-") {
            return Err(Failure::usage("--errors: name a file; standard error shows errors anyway"));
        }
        if self.resume && self.file().is_none() {
            return Err(Failure::usage(
                "--resume: name a file with --output; standard output cannot be resumed",
            ));
        }
        Ok(())
    }

    /// Returns the number of threads: `--threads`, or the number of cores.
    pub(super) fn threads(&self) -> NonZero<usize> {
        self.threads
            .and_then(|threads| NonZero::new(threads.into()))
            .or_else(|| thread::available_parallelism().ok())
            .unwrap_or(NonZero::<usize>::MIN)
    }

    /// Returns everything that determines the output, including the command's own options, except the content of the
    /// inputs.
    pub(super) fn options(&self, limit: Option<u64>, command: Value) -> Value {
        let inputs = self.input_names();
        let mut options = json!({
            "version": env!("CARGO_PKG_VERSION"),
            "inputs": inputs,
            "max_ratio": self.max_ratio,
            "strict": self.strict,
            "limit": limit,
            "errors": self.errors.as_ref().map(|file| file.to_string_lossy()),
        });
        if let (Value::Object(options), Value::Object(command)) = (&mut options, command) {
            options.extend(command);
        }
        options
    }
}
