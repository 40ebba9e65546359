//! `destrier convert`: writes games as a Parquet table.

use crate::args::{GameArgs, OUTPUT};
use crate::failure::Failure;
use crate::run::Job;
use crate::run::args::RunArgs;
use clap::Args;
use destrier_games::output::{Ending, PartialFile, games_writer};
use serde_json::json;
use std::num::NonZero;

/// Write games as a Parquet table, to be searched again faster.
///
/// Each game, puzzle or position is a row, with its tags, moves, clocks, evaluations and damage. Comments and variations
/// are left out. Findings in the table are the same as in the original files: the rows keep the names of the files and
/// the numbers of the games. Other programs can read the table, too; docs/parquet.md describes its columns.
#[derive(Args, Debug)]
#[command(after_long_help = "\
Exit status: the same as `destrier scan`.

Examples:
  destrier convert samples -o games.parquet
  destrier convert --min-elo 1800 samples -o strong.parquet
  destrier convert --games-per-file 30 samples -o tables")]
pub(crate) struct ConvertArgs {
    #[command(flatten)]
    games: GameArgs,

    /// Write files of N games each into a new folder
    ///
    /// --output names the folder. Its files are games-00001.parquet, games-00002.parquet and so on.
    #[arg(long, value_name = "N", requires = "output", help_heading = OUTPUT)]
    games_per_file: Option<NonZero<u64>>,

    #[command(flatten)]
    run: RunArgs,
}

impl ConvertArgs {
    pub(crate) fn run(self) -> Result<u8, Failure> {
        let Self { games, games_per_file, run } = self;
        if run.file().is_none() && games_per_file.is_some() {
            return Err(Failure::usage("--games-per-file: name a folder with --output"));
        }
        if let (Some(file), None) = (run.file(), games_per_file) {
            PartialFile::check_ending(file, "parquet").map_err(|error| Failure::usage(error.to_string()))?;
        }
        let options = json!({ "command": "convert", "games": games, "games_per_file": games_per_file });
        run.run(Job {
            games,
            output: games_writer(games_per_file),
            ending: if games_per_file.is_some() { Ending::AssembledFiles } else { Ending::Assembled },
            engine: None,
            limit: None,
            counts_skipped: false,
            needed: Vec::new(),
            findings: None,
            row: "game",
            options,
        })
    }
}
