//! `destrier rates`: counts how often patterns occur, are found and are missed.

use crate::args::{GameArgs, OUTPUT};
use crate::failure::Failure;
use crate::finding_args::{EngineArgs, FindingArgs};
use crate::run::Job;
use crate::run::args::RunArgs;
use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use destrier_games::output::Ending;
use destrier_games::rates::{RATE_FORMATS, RATE_KEYS, RateFormat, RateKey, RateRequest};
use destrier_games::{DateOption, JudgedBy};
use serde_json::json;
use std::io::{self, IsTerminal};
use std::path::Path;
use std::sync::Arc;

/// Count how often patterns occur, are found and are missed.
///
/// Each group is a row. The same possibility on successive turns is one chance. A chance is an opportunity if its move
/// wins something. It is found if the player played the move, and missed if not playing it was at least a mistake. The
/// found rate is found / (found + missed), with its 95% interval. Allowed counts the opponent's opportunities in the
/// same games.
///
/// With --player, each group has a row for the player and a row for the opponents. `few` marks rows where fewer than
/// ten opportunities were found or missed; do not rely on their rates.
///
/// A game counts once, or once for each side with --by player, opponent, color, elo, opponent-elo or result, and with
/// --player, --side, --color, --elo or --opponent-elo. Games without chances count, too, except with --by clock or missed.
#[derive(Args, Debug)]
#[command(after_long_help = "\
Exit status: the same as `destrier scan`.

Examples:
  destrier rates samples/lichess.pgn
  destrier rates --by elo,pattern samples/lichess.pgn
  destrier rates --player so_sad --by color samples/lichess.pgn
  destrier rates --by opening --without-worth -p knight-fork samples
  destrier rates --by month,speed samples -o rates.csv")]
pub(crate) struct RatesArgs {
    /// Group by these keys; separate several with commas
    #[arg(
        long,
        value_name = "KEY",
        value_delimiter = ',',
        default_value = "pattern",
        value_parser = key_parser(),
        help_heading = None::<&str>,
    )]
    by: Vec<&'static RateKey>,

    /// Count only chances (faster)
    ///
    /// The columns for opportunities, found, missed and allowed are null; the text table omits them.
    #[arg(long, conflicts_with_all = ["engine", "quick"], help_heading = None::<&str>)]
    without_worth: bool,

    #[command(flatten)]
    findings: FindingArgs,

    #[command(flatten)]
    engine: EngineArgs,

    #[command(flatten)]
    games: GameArgs,

    /// Output format [default: from FILE's ending, else table]
    #[arg(short, long, value_parser = format_parser(), help_heading = OUTPUT)]
    format: Option<&'static RateFormat>,

    #[command(flatten)]
    run: RunArgs,
}

/// Returns a parser for the name of a key. The help describes each.
fn key_parser() -> impl TypedValueParser<Value = &'static RateKey> {
    let values = RATE_KEYS.iter().map(|key| PossibleValue::new(key.name).help(key.definition));
    PossibleValuesParser::new(values).try_map(|name| RateKey::by_name(&name).ok_or("there is no such key"))
}

/// Returns a parser for the name of a format. The help describes each.
fn format_parser() -> impl TypedValueParser<Value = &'static RateFormat> {
    let values =
        RATE_FORMATS.into_iter().map(|format| PossibleValue::new(format.name).help(format.description));
    PossibleValuesParser::new(values).try_map(|name| {
        RATE_FORMATS.into_iter().find(|format| format.name == name).ok_or("there is no such format")
    })
}

/// Returns the format named with `--format`, else the format of the file's ending, else a table.
fn choose_format(
    named: Option<&'static RateFormat>,
    file: Option<&Path>,
) -> Result<&'static RateFormat, Failure> {
    match (named, file) {
        (Some(format), _) => Ok(format),
        (None, None) => Ok(RATE_FORMATS[0]),
        (None, Some(file)) => {
            let ending = file.extension().unwrap_or_default().to_ascii_lowercase();
            RATE_FORMATS
                .into_iter()
                .find(|format| format.endings.iter().any(|known| ending == *known))
                .ok_or_else(|| Failure::usage_at(file, "unknown file ending; choose a format with --format"))
        }
    }
}

impl RatesArgs {
    pub(crate) fn run(self) -> Result<u8, Failure> {
        let Self { by, without_worth, findings, engine, games, format, run } = self;
        for (index, key) in by.iter().enumerate() {
            if by[..index].contains(key) {
                return Err(Failure::usage(format!("--by: {} is given twice", key.name)));
            }
            if without_worth && key.needs_worth() {
                let name = key.name;
                return Err(Failure::usage(format!(
                    "--by {name} needs the worth of moves; remove --without-worth"
                )));
            }
        }
        let format = choose_format(format, run.file())?;
        if run.file().is_none() && !format.is_text && io::stdout().is_terminal() {
            return Err(Failure::usage("cannot write Parquet to a terminal; name a file with -o"));
        }
        let with_opponents = games.name_player();
        let filter = findings.filter(with_opponents)?;
        let condition = Arc::new(games.filter(DateOption::today())?);
        let judged_by = (!without_worth).then(|| engine.judged_by()).transpose()?;
        let engine = judged_by.as_ref().and_then(JudgedBy::engine).cloned();
        let options = json!({
            "command": "rates",
            "format": format.name,
            "by": by.iter().map(|key| key.name).collect::<Vec<_>>(),
            "findings": filter,
            "judged_by": judged_by,
            "games": games,
        });
        let findings = Some(filter.clone());
        let request = RateRequest { keys: by, filter, judged_by, condition, with_opponents };
        run.run(Job {
            games,
            output: request.open(format),
            ending: Ending::AtEnd,
            needed: Vec::new(),
            findings,
            row: "group",
            engine,
            limit: None,
            counts_skipped: false,
            options,
        })
    }
}
