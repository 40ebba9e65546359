//! The arguments of a run.

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

/// The help heading over the options that say how.
const RUN: &str = "The run";

/// How the run goes, and where its output.
#[derive(Args, Debug)]
pub(crate) struct RunArgs {
    /// Files, directories, or `-` for standard input
    ///
    /// What a file holds is told by its name or else by its first line: games (.pgn), positions, one a line (.epd, .fen),
    /// or the puzzles of Lichess (.csv). Each may be packed with gzip, bzip2 or zstd. A directory stands for all files in
    /// it and below it with such names, in the order of their names.
    #[arg(required = true, value_name = "INPUT", help_heading = None::<&str>)]
    pub(super) inputs: Vec<PathBuf>,

    /// Write to FILE, which appears when it is whole
    ///
    /// Until then it is FILE.partial, with FILE.journal beside it, which is written as FILE.journal.new; a Parquet
    /// table is put together in FILE.whole, and takes its room twice until it is there. An existing FILE is not written
    /// over, and no input ever. `-` is standard output.
    #[arg(short, long, value_name = "FILE", help_heading = OUTPUT)]
    pub(super) output: Option<PathBuf>,

    /// Write over an existing FILE
    ///
    /// That of --errors too, and over what an interrupted run left.
    #[arg(long, help_heading = OUTPUT)]
    pub(super) force: bool,

    /// Go on with an interrupted run, or begin it
    ///
    /// FILE is the same as without the interruption, byte for byte, but for the time in a summary. It takes the same inputs, unchanged, and the same
    /// options; where they differ it is refused, with exit status 2.
    #[arg(long, requires = "output", help_heading = OUTPUT)]
    pub(super) resume: bool,

    /// Write what could not be read to FILE too, a JSON object each
    ///
    /// Its keys are source, game, line_number, offset (a byte, from 0, after unpacking), token and reason; what does not
    /// apply is null.
    #[arg(long, value_name = "FILE", help_heading = OUTPUT)]
    pub(super) errors: Option<PathBuf>,

    /// Read a packed file up to N times its size
    ///
    /// What unpacks to more is taken for a bomb, made to take forever: it is read up to there and is an error, with exit
    /// status 1. The first 64 MiB are read in any case.
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
    /// What was found until then is printed, but no FILE of --output is written.
    #[arg(long, help_heading = RUN)]
    pub(super) strict: bool,

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
    pub(super) threads: Option<u8>,

    /// Tell on standard error how far it is; auto: on a terminal
    #[arg(long, value_enum, value_name = "WHEN", default_value_t = When::Auto, help_heading = RUN)]
    pub(super) progress: When,
}

/// How many rows are written, of commands that write a row at a time.
#[derive(Args, Debug)]
pub(crate) struct LimitArgs {
    /// Stop after N findings or, of `features`, N positions
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
    /// The file to write to, `None` for standard output.
    pub(crate) fn file(&self) -> Option<&Path> {
        self.output.as_deref().filter(|path| path.as_os_str() != "-")
    }

    /// Refuses combinations that clap cannot refuse.
    pub(super) fn check(&self) -> Result<(), Failure> {
        if self.errors.as_ref().is_some_and(|path| path.as_os_str() == "-") {
            return Err(Failure::usage("--errors: name a file; standard error has them in any case"));
        }
        if self.resume && self.file().is_none() {
            return Err(Failure::usage("--resume: standard output cannot be gone on with, only a file"));
        }
        Ok(())
    }

    /// The number of threads: as many as there are cores, unless `--threads` says otherwise.
    pub(super) fn threads(&self) -> NonZero<usize> {
        self.threads
            .and_then(|threads| NonZero::new(threads.into()))
            .or_else(|| thread::available_parallelism().ok())
            .unwrap_or(NonZero::<usize>::MIN)
    }

    /// Everything that determines the output except the content of the inputs, with the options of the command.
    pub(super) fn options(&self, limit: Option<u64>, command: Value) -> Value {
        let inputs: Vec<_> = self.inputs.iter().map(|input| input.to_string_lossy()).collect();
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
