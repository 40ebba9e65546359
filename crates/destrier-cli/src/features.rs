//! `destrier features`: writes the values of every position.

use crate::args::{GameArgs, OUTPUT};
use crate::failure::Failure;
use crate::output_format::OutputFormat;
use crate::run::Job;
use crate::run::args::RunArgs;
use crate::run::destination::OutputMode;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use destrier_games::output::{Csv, JsonLines, ParquetRows, RowGroups, TextSink};
use destrier_games::{FeatureRows, feature_columns};
use serde_json::json;

/// Write the values of every position of games as a table.
///
/// A row a position: its place, the eight sets of the board, for either side the values that `destrier list` names and
/// defines, and the move made next. Sets are numbers, bit 0 being a1: 64 bits in Parquet, 16 hexadecimal digits in CSV
/// and JSON.
#[derive(Args, Debug)]
#[command(after_long_help = "\
Exit status: that of `destrier scan`.

Examples:
  destrier features --limit 3 samples/lichess.pgn
  destrier features -f jsonl --fen --limit 3 samples/lichess.pgn
  destrier features --result 1/2-1/2 samples -o draws.csv
  destrier features --min-elo 1800 samples -o features.parquet")]
pub(crate) struct FeaturesArgs {
    #[command(flatten)]
    games: GameArgs,

    /// How the table is written [default: by FILE's ending, else csv]
    #[arg(
        short,
        long,
        help_heading = OUTPUT,
        value_parser = PossibleValuesParser::new(["csv", "jsonl", "parquet"])
            .try_map(|name| OutputFormat::from_str(&name, false)),
    )]
    format: Option<OutputFormat>,

    /// Add a column with the position as FEN
    #[arg(long, help_heading = OUTPUT)]
    fen: bool,

    #[command(flatten)]
    run: RunArgs,
}

impl FeaturesArgs {
    pub(crate) fn run(self) -> Result<u8, Failure> {
        let Self { games, format, fen, run } = self;
        let format = OutputFormat::choose(format, run.file(), OutputFormat::Csv)?;
        let filter = games.filter()?;
        let options = json!({ "command": "features", "format": format.name(), "fen": fen, "games": filter });
        let columns = feature_columns(fen);
        let job = Job { filter: &filter, options };
        match format {
            OutputFormat::Jsonl => run.run(
                job,
                &FeatureRows::new(JsonLines::new(&columns), fen),
                TextSink::default(),
                OutputMode::Streamed,
            ),
            OutputFormat::Csv => {
                let sink = TextSink { header: Csv::header(&columns) };
                run.run(job, &FeatureRows::new(Csv, fen), sink, OutputMode::Streamed)
            }
            OutputFormat::Parquet => {
                let work = FeatureRows::new(ParquetRows::new(&columns), fen);
                run.run(job, &work, RowGroups::new(&columns), OutputMode::Assembled(&columns))
            }
            OutputFormat::Summary | OutputFormat::Pgn => Err(Failure::usage(format!(
                "features are a table: csv, jsonl or parquet, not {}",
                format.name()
            ))),
        }
    }
}
