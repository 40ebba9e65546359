//! `destrier scan`.

use crate::Failure;
use crate::format::Format;
use crate::run::{Games, Job, Kind, Run};
use clap::Args;
use destrier_games::output::{
    AnnotatedGames, Csv, FindingRows, JsonLines, ParquetRows, RowGroups, Summary, SummaryWriter, TextSink,
    finding_columns,
};
use destrier_games::{Classes, Pattern, Selection, Side};
use serde_json::json;

/// Find patterns in games.
///
/// Reads games (PGN), puzzles (the Lichess CSV) and positions (FEN or EPD, one a line), plain or packed with gzip, bzip2
/// or zstd, and searches every position for the patterns that `destrier list` names and defines.
///
/// A game that cannot be read to its end is searched up to there and named on standard error, and the next is read as if
/// nothing had happened.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Scan {
    #[command(flatten)]
    run: Run,

    /// How findings are written [default: by FILE's ending, else summary]
    #[arg(short, long, value_enum)]
    format: Option<Format>,

    #[command(flatten)]
    findings: Findings,

    #[command(flatten)]
    games: Games,
}

const EXAMPLES: &str = "\
Examples:
  destrier scan samples/lichess.pgn
  destrier scan --format jsonl samples/lichess.pgn
";

/// Which findings are wanted.
#[derive(Args, Debug)]
#[command(next_help_heading = "Which findings")]
struct Findings {
    /// Only these patterns, with commas between them
    #[arg(short, long, value_name = "NAME", value_delimiter = ',', value_parser = Pattern::by_name)]
    pattern: Vec<&'static Pattern>,

    /// Only patterns of this side; of the player that --player names
    #[arg(long)]
    side: Option<Side>,

    /// Only forks of the king; of king and queen; of king, queen and rook
    #[arg(long)]
    class: Option<Classes>,

    /// Only forks by a knight that cannot be captured
    #[arg(long)]
    safe: bool,

    /// Only moves that mate
    #[arg(long)]
    mate: bool,

    /// Only moves that were played
    #[arg(long, conflicts_with = "missed")]
    played: bool,

    /// Only moves that were not played
    #[arg(long)]
    missed: bool,
}

impl Findings {
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

impl Scan {
    pub(crate) fn run(self) -> Result<u8, Failure> {
        let Self { run, format, findings, games } = self;
        if findings.side == Some(Side::Player) && games.player.is_none() {
            return Err(Failure::usage("--side player: say which player with --player"));
        }
        let format = Format::choose(format, run.file(), Format::Summary)?;
        let selection = findings.selection();
        let filter = games.filter();
        let options = json!({
            "command": "scan",
            "format": format.name(),
            "findings": selection,
            "games": filter,
        });
        let columns = finding_columns();
        let job = Job { filter: &filter, options };
        match format {
            Format::Summary => {
                let color = run.file().is_none() && is_in_color();
                run.run(job, &Summary::new(&selection), SummaryWriter::new(&selection, color), Kind::AtEnd)
            }
            Format::Jsonl => run.run(
                job,
                &FindingRows::new(JsonLines::new(&columns), &selection),
                TextSink::default(),
                Kind::Rows,
            ),
            Format::Csv => {
                let sink = TextSink { header: Csv::header(&columns) };
                run.run(job, &FindingRows::new(Csv, &selection), sink, Kind::Rows)
            }
            Format::Parquet => {
                let work = FindingRows::new(ParquetRows::new(&columns), &selection);
                run.run(job, &work, RowGroups::new(&columns), Kind::Parquet(&columns))
            }
            Format::Pgn => run.run(job, &AnnotatedGames::new(&selection), TextSink::default(), Kind::Rows),
        }
    }
}

/// Whether standard output takes colors: it is a terminal, and nobody says otherwise (NO_COLOR, CLICOLOR_FORCE).
fn is_in_color() -> bool {
    anstream::AutoStream::choice(&std::io::stdout()) != anstream::ColorChoice::Never
}
