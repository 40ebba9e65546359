//! `destrier features`: writes the values of every position as a table.

use crate::args::{GameArgs, OUTPUT};
use crate::failure::Failure;
use crate::output::{choose_format, format_parser, formats, names, select_columns};
use crate::run::Job;
use crate::run::args::{LimitArgs, RunArgs};
use clap::Args;
use destrier_games::output::{OutputFormat, OutputRequest};
use destrier_games::{JudgedBy, Selection, Table, TableRows, listed};
use serde_json::json;

/// Write the values of every position as a table.
///
/// Each position is a row: its game and ply, the eight bitboards, the values of each side, and the next move. `destrier
/// list` defines the values. Bit 0 of a bitboard is a1. Parquet stores bitboards as 64-bit numbers, CSV and JSON as 16
/// hexadecimal digits.
#[derive(Args, Debug)]
#[command(after_long_help = "\
Exit status: the same as `destrier scan`.

Examples:
  destrier features --limit 3 samples/lichess.pgn
  destrier features -f jsonl --fen --limit 3 samples/lichess.pgn
  destrier features --result 1/2-1/2 samples -o draws.csv
  destrier features --min-elo 1800 samples -o features.parquet")]
pub(crate) struct FeaturesArgs {
    #[command(flatten)]
    games: GameArgs,

    /// Output format [default: from FILE's ending, else csv]
    #[arg(short, long, help_heading = OUTPUT, value_parser = format_parser(tables()))]
    format: Option<&'static OutputFormat>,

    /// Add a column with the position as FEN
    #[arg(long, help_heading = OUTPUT)]
    fen: bool,

    /// Write these columns in this order [default: up to the next move]
    ///
    /// Further columns are the FEN, more sets of each side (such as `white_knight_outposts`), the moves before and after, the
    /// clock, all values of the side to move (such as `us_passers`) and of its opponent (`them_passers`), and the tags of the
    /// game. `all` selects every column.
    #[arg(long, value_name = "NAME", value_delimiter = ',', conflicts_with = "fen", help_heading = OUTPUT)]
    columns: Vec<String>,

    #[command(flatten)]
    limit: LimitArgs,

    #[command(flatten)]
    run: RunArgs,
}

/// Returns the formats for tables.
fn tables() -> Vec<&'static OutputFormat> {
    formats("csv", |format| format.is_table)
}

impl FeaturesArgs {
    pub(crate) fn run(self) -> Result<u8, Failure> {
        let Self { games, format, fen, columns, limit, run } = self;
        let format = choose_format(format, run.file(), &tables())?;
        if !format.is_table {
            let names = listed(tables().iter().map(|format| format.name.to_owned()), "or");
            return Err(Failure::usage(format!(
                "features cannot be written as {}; use {names}",
                format.name
            )));
        }
        let mut selection = Selection::default();
        let columns =
            select_columns(Table::Features, &columns, format, &mut selection, &JudgedBy::default())?
                .unwrap_or_else(|| Table::Features.up_to(if fen { "fen" } else { "san" }));
        let options = json!({ "command": "features", "format": format.name, "columns": names(Table::Features, &columns), "games": games });
        let rows = TableRows::new(Table::Features, &columns, &selection);
        run.run(Job {
            games,
            output: format.open(OutputRequest::new(rows, selection)),
            ending: format.ending,
            needed: Vec::new(),
            findings: None,
            row: "position",
            engine: None,
            limit: limit.limit,
            counts_skipped: false,
            options,
        })
    }
}
