//! `destrier scan`.

use crate::{DAMAGE, FAILURE};
use clap::{Args, ValueEnum};
use destrier_games::output::{JsonLines, Output, Summary};
use destrier_games::{Problem, scan};
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;
use std::time::Instant;

/// Find patterns in games.
///
/// Reads PGN, plain or packed with zstd, and searches every position of every game for the patterns that `destrier list`
/// names and defines.
///
/// A game that cannot be read to its end is scanned up to there and named on standard error, and the next is read as if
/// nothing had happened.
#[derive(Args)]
#[command(after_help = "\
Examples:
  destrier scan games.pgn
  destrier scan --format jsonl games.pgn.zst > findings.jsonl

Exit status: 0 done; 1 an input could not be read or the output not written;
2 wrong usage; 3 --strict and damage.")]
pub(crate) struct Scan {
    /// PGN files, `-` for standard input
    #[arg(required = true, value_name = "INPUT")]
    inputs: Vec<PathBuf>,

    /// How findings are written
    #[arg(short, long, value_enum, default_value_t = Format::Summary)]
    format: Format,

    /// Stop at the first damaged game, with exit status 3
    #[arg(long)]
    strict: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum Format {
    /// A table of how much was found, and the sharpest finds
    Summary,
    /// A JSON object a finding
    Jsonl,
}

impl Scan {
    pub(crate) fn run(self) -> io::Result<u8> {
        let out = BufWriter::new(io::stdout().lock());
        let mut output: Box<dyn Output> = match self.format {
            Format::Summary => Box::new(Summary::new(out)),
            Format::Jsonl => Box::new(JsonLines::new(out)),
        };
        let start = Instant::now();
        let mut strict_damage = false;
        let totals = scan(&self.inputs, output.as_mut(), &mut |problem| {
            // Nobody to tell is no reason to stop.
            let _ = writeln!(io::stderr(), "destrier: {problem}");
            strict_damage = self.strict && matches!(problem, Problem::Damaged { .. });
            !strict_damage
        })?;
        output.finish(&totals, start.elapsed())?;
        Ok(match totals.unreadable {
            _ if strict_damage => DAMAGE,
            0 => 0,
            _ => FAILURE,
        })
    }
}
