//! `destrier convert`: writes games as a Parquet table.

use crate::args::GameArgs;
use crate::failure::Failure;
use crate::run::Job;
use crate::run::args::RunArgs;
use clap::Args;
use destrier_games::output::{Ending, games_writer};
use serde_json::json;

/// Write games as a Parquet table, to be searched again many times as fast.
///
/// Each game, puzzle or position is a row, with its tags, moves, clocks, evaluations and damage. Comments and variations
/// are left out. Findings in the table are the same as in the original files: the rows keep the names of the files and
/// the numbers of the games. Other programs can read the table, too; docs/parquet.md describes its columns.
#[derive(Args, Debug)]
#[command(after_long_help = "\
Exit status: the same as `destrier scan`.

Examples:
  destrier convert samples -o games.parquet
  destrier scan games.parquet
  destrier convert --min-elo 1800 samples -o strong.parquet")]
pub(crate) struct ConvertArgs {
    #[command(flatten)]
    games: GameArgs,

    #[command(flatten)]
    run: RunArgs,
}

impl ConvertArgs {
    pub(crate) fn run(self) -> Result<u8, Failure> {
        let Self { games, run } = self;
        let options = json!({ "command": "convert", "games": games });
        run.run(Job {
            games,
            output: games_writer(),
            ending: Ending::Assembled,
            engine: None,
            limit: None,
            counts_skipped: false,
            options,
        })
    }
}
