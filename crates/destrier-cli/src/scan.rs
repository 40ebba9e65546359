//! `destrier scan`: finds patterns in games.

use crate::args::{GameArgs, OUTPUT};
use crate::color::is_in_color;
use crate::failure::Failure;
use crate::output_format::OutputFormat;
use crate::run::Job;
use crate::run::args::RunArgs;
use crate::run::destination::OutputMode;
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use destrier_games::output::{
    AnnotatedGames, Csv, FindingRows, JsonLines, ParquetRows, RowGroups, Summary, SummaryWriter, TextSink,
    finding_columns,
};
use destrier_games::{Classes, PATTERNS, Pattern, Selection, Side};
use serde_json::json;

/// Find patterns in games.
///
/// Reads games (PGN), puzzles (the Lichess CSV) and positions (FEN or EPD, one a line), plain or packed with gzip, bzip2
/// or zstd, and searches every position for the patterns that `destrier list` names and defines.
///
/// A game that cannot be read to its end is searched up to there and named on standard error, and the next is read as if
/// nothing had happened. Of a game at most 64 MiB and 65,536 moves are read; what is longer is damage. Games of variants
/// other than Chess960 are skipped and counted, in the summary or else on standard error.
#[derive(Args, Debug)]
#[command(after_long_help = "\
Exit status:
  0  done; damaged games are no failure
  1  an input could not be read, or the output not be written
  2  wrong usage, or an interrupted run that cannot be gone on with
  3  --strict, and damage
  130  interrupted with Ctrl-C

Examples:
  destrier scan samples                       # a summary of a folder
  destrier scan -f jsonl samples/lichess.pgn  # every finding
  destrier scan -p knight-fork --safe --missed samples/lichess.pgn
  destrier scan -f csv --class royal - < samples/lichess.pgn
  destrier scan --player so_sad --side player samples/lichess.pgn
  destrier scan --mate --min-elo 1500 samples -o mates.pgn
  destrier scan --resume samples -o findings.parquet")]
pub(crate) struct ScanArgs {
    #[command(flatten)]
    findings: FindingArgs,

    #[command(flatten)]
    games: GameArgs,

    /// How findings are written [default: by FILE's ending, else summary]
    ///
    /// Endings are .txt for a summary, .jsonl, .csv, .parquet and .pgn.
    #[arg(short, long, value_enum, help_heading = OUTPUT)]
    format: Option<OutputFormat>,

    #[command(flatten)]
    run: RunArgs,
}

/// Which findings are wanted.
#[derive(Args, Debug)]
#[command(next_help_heading = "Which findings")]
struct FindingArgs {
    /// Only these patterns, with commas between them
    #[arg(
        short,
        long,
        value_name = "NAME",
        value_delimiter = ',',
        value_parser = one_of(&PATTERNS.map(|pattern| pattern.name)).try_map(|name| Pattern::by_name(&name)),
    )]
    pattern: Vec<&'static Pattern>,

    /// Only patterns of this side; of the player whom --player names
    ///
    /// With player it is the color that the player has in the game.
    #[arg(long, value_parser = one_of(&["white", "black", "player"]).try_map(|name| name.parse::<Side>()))]
    side: Option<Side>,

    /// Only forks of this class
    ///
    /// check is a fork of the king and something else, royal of king and queen, family of king, queen and rook. Each
    /// includes the next. Findings of other patterns are left out.
    #[arg(long, value_parser = one_of(Classes::Family.names()).try_map(|name| name.parse::<Classes>()))]
    class: Option<Classes>,

    /// Only forks by a knight that cannot be captured
    ///
    /// The other side has no legal move that captures it. Findings of other patterns are left out.
    #[arg(long)]
    safe: bool,

    /// Only moves that mate, of whatever pattern
    #[arg(long)]
    mate: bool,

    /// Only moves that were played
    ///
    /// With it, as with --missed and --mate, findings that are no moves are left out.
    #[arg(long, conflicts_with = "missed")]
    played: bool,

    /// Only moves that were not played
    ///
    /// The game went on with another one. Where it ends, a move is neither played nor missed.
    #[arg(long)]
    missed: bool,
}

/// A parser of one of these names, which help and completions show.
fn one_of(names: &[&'static str]) -> PossibleValuesParser {
    PossibleValuesParser::new(names)
}

impl FindingArgs {
    fn selection(&self) -> Selection {
        let mut selection =
            if self.pattern.is_empty() { Selection::default() } else { Selection::of(&self.pattern) };
        selection.side = self.side;
        selection.class = self.class;
        selection.safe = self.safe;
        selection.mate = self.mate;
        selection.played = match (self.played, self.missed) {
            (false, false) => None,
            (played, _) => Some(played),
        };
        selection
    }
}

impl ScanArgs {
    pub(crate) fn run(self) -> Result<u8, Failure> {
        let Self { findings, games, format, run } = self;
        if findings.side == Some(Side::Player) && games.player.is_none() {
            return Err(Failure::usage("--side player: say which player with --player"));
        }
        let format = OutputFormat::choose(format, run.file(), OutputFormat::Summary)?;
        let selection = findings.selection();
        let filter = games.filter()?;
        let options = json!({
            "command": "scan",
            "format": format.name(),
            "findings": selection,
            "games": filter,
        });
        let columns = finding_columns();
        let job = Job { filter: &filter, options };
        match format {
            OutputFormat::Summary => {
                let color = run.file().is_none() && is_in_color();
                run.run(
                    job,
                    &Summary::new(&selection),
                    SummaryWriter::new(&selection, color),
                    OutputMode::AtEnd,
                )
            }
            OutputFormat::Jsonl => run.run(
                job,
                &FindingRows::new(JsonLines::new(&columns), &selection),
                TextSink::default(),
                OutputMode::Streamed,
            ),
            OutputFormat::Csv => {
                let sink = TextSink { header: Csv::header(&columns) };
                run.run(job, &FindingRows::new(Csv, &selection), sink, OutputMode::Streamed)
            }
            OutputFormat::Parquet => {
                let work = FindingRows::new(ParquetRows::new(&columns), &selection);
                run.run(job, &work, RowGroups::new(&columns), OutputMode::Assembled(&columns))
            }
            OutputFormat::Pgn => {
                run.run(job, &AnnotatedGames::new(&selection), TextSink::default(), OutputMode::Streamed)
            }
        }
    }
}
