//! `destrier scan`: finds patterns in games.

use crate::args::{GameArgs, OUTPUT};
use crate::color::is_in_color;
use crate::failure::Failure;
use crate::output::{all, choose_format, endings_help, format_parser, formats, select_columns};
use crate::run::Job;
use crate::run::args::RunArgs;
use crate::show::board_drawing;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, value_parser};
use destrier::Color;
use destrier_games::output::{OutputFormat, OutputRequest};
use destrier_games::{
    Classes, Engine, EngineError, Grade, OnePer, PATTERNS, Pattern, PlayerSide, RatingRange, Selection,
    Table, TableRows, WorthFilter,
};
use serde_json::json;
use std::num::NonZero;
use std::path::PathBuf;

/// The help of `--format`, without the endings.
const FORMAT: &str = "How findings are written [default: by FILE's ending, else summary]";

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
  1  an input could not be read, the output not be written, or the engine failed
  2  wrong usage, an engine that does not exist, or an interrupted run that cannot be gone on with
  3  --strict, and damage
  130  interrupted with Ctrl-C

Examples:
  destrier scan samples                       # a summary of a folder
  destrier scan -f jsonl samples/lichess.pgn  # every finding
  destrier scan --missed samples/lichess.pgn  # what was missed
  destrier scan -f csv --class royal - < samples/lichess.pgn
  destrier scan --player so_sad --side player samples/lichess.pgn
  destrier scan --mate --min-elo 1500 samples -o mates.pgn
  destrier scan --missed --hide samples -o solve.pgn
  destrier scan --resume samples -o findings.parquet")]
pub(crate) struct ScanArgs {
    #[command(flatten)]
    findings: FindingArgs,

    #[command(flatten)]
    games: GameArgs,

    #[arg(
        short,
        long,
        value_parser = format_parser(all_formats()),
        help = FORMAT,
        long_help = format!("{FORMAT}\n\n{}", endings_help(&all_formats())),
        help_heading = OUTPUT,
    )]
    format: Option<&'static OutputFormat>,

    /// Write these columns in this order [default: all]
    ///
    /// Names of columns, as `destrier list` shows them, and of groups: finding, worth, position, mover, game. Columns that
    /// are left out cost nothing.
    #[arg(long, value_name = "NAME", value_delimiter = ',', help_heading = OUTPUT)]
    columns: Vec<String>,

    /// Draw the boards of a summary's finds
    #[arg(long, help_heading = OUTPUT)]
    boards: bool,

    /// Write no comment or arrow before the move, so that the games can be solved
    ///
    /// For the format pgn: what was found in a position stands after the game's move.
    #[arg(long, help_heading = OUTPUT)]
    hide: bool,

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

    /// Only patterns of the player whom --player names, or of the opponent
    #[arg(long, value_parser = one_of(&["player", "opponent"]).try_map(|name| name.parse::<PlayerSide>()))]
    side: Option<PlayerSide>,

    /// Only patterns of this color
    #[arg(long, value_parser = one_of(&["white", "black"]).try_map(|name| name.parse::<Color>()))]
    color: Option<Color>,

    /// The pattern's side is rated A to B
    ///
    /// 1600-1800 includes both ends; 1800- has no upper end, -1800 no lower one.
    #[arg(long, value_name = "A-B", allow_hyphen_values = true)]
    elo: Option<RatingRange>,

    /// The other side is rated A to B
    #[arg(long, value_name = "A-B", allow_hyphen_values = true)]
    opponent_elo: Option<RatingRange>,

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
    /// With it, as with --not-played and --mate, findings that are no moves are left out.
    #[arg(long, conflicts_with_all = ["not_played", "missed"])]
    played: bool,

    /// Only moves that were not played
    ///
    /// The game went on with another one, which may have been better: see --missed. Where the game ends, a move is
    /// neither played nor not played.
    #[arg(long)]
    not_played: bool,

    /// Compute what moves are worth, which takes a search
    ///
    /// It fills the columns wins, missed_by and missed, and eval_before and eval_after from evaluations in comments.
    #[arg(long)]
    worth: bool,

    /// Only moves that win at least N pawns
    ///
    /// A piece is 3, a rook 5, a queen 9, a forced mate 100. Implies --worth.
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    wins: Option<i32>,

    /// Only moves that it was a mistake not to play
    ///
    /// A verdict of a search over material, and of evaluations in comments where there are any: inaccuracy, mistake or
    /// blunder, as Lichess grades them; a mistake if no grade is given. Implies --worth.
    #[arg(
        long,
        value_name = "GRADE",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = Grade::Mistake.name(),
        value_parser = one_of(&Grade::ALL.map(Grade::name)).try_map(|name| name.parse::<Grade>()),
    )]
    missed: Option<Grade>,

    /// Have a UCI engine judge moves, such as Stockfish: its path, or its name if it is in PATH
    ///
    /// It judges the candidates among the moves that the other options leave: those that at a quick look win at least as
    /// much material as the game's move, played ones too. It fills the columns eval (this move), eval_best (the best
    /// move) and eval_game (the game's move): centipawns for the side to move, 10000 - n for mate in n moves, -10000 + n
    /// for being mated. The column missed and the option --missed then follow its evaluations instead of the search over
    /// material and the evaluations in comments.
    ///
    /// Each thread starts a process, and each takes tens of milliseconds a position with the default --nodes. The engine
    /// is told to use one thread and to forget everything before each search, so that its evaluations are the same for
    /// any --threads. An engine that fails or does not answer ends the run. Implies --worth.
    #[arg(long, value_name = "PATH")]
    engine: Option<PathBuf>,

    /// The nodes that the engine searches for each move
    #[arg(
        long,
        value_name = "N",
        default_value_t = Engine::NODES,
        allow_negative_numbers = true,
        requires = "engine",
        value_parser = value_parser!(u32).range(1..).try_map(NonZero::try_from),
    )]
    nodes: NonZero<u32>,

    /// Only one finding per chance or per game
    ///
    /// The same possibility on successive turns is one chance. `chance` keeps its first finding, with --worth its biggest
    /// miss; `game` keeps the biggest finding of the game.
    #[arg(long, value_name = "WHAT", value_parser = one_of(&["chance", "game"]).try_map(|name| name.parse::<OnePer>()))]
    one_per: Option<OnePer>,

    /// Only N findings, drawn at random from all
    ///
    /// The inputs are read twice, so they must be files.
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = value_parser!(u32).range(1..))]
    sample: Option<u32>,

    /// Draw another sample for each N
    #[arg(long, value_name = "N", default_value_t = 0, requires = "sample")]
    seed: u64,
}

/// A parser of one of these names, which help and completions show.
fn one_of(names: &[&'static str]) -> PossibleValuesParser {
    PossibleValuesParser::new(names)
}

impl FindingArgs {
    fn selection(&self) -> Selection {
        let mut selection =
            if self.pattern.is_empty() { Selection::default() } else { Selection::of(&self.pattern) };
        selection.color = self.color;
        selection.side = self.side;
        selection.elo = self.elo;
        selection.opponent_elo = self.opponent_elo;
        selection.one_per = self.one_per;
        selection.class = self.class;
        selection.safe = self.safe;
        selection.mate = self.mate;
        selection.played = match (self.played, self.not_played) {
            (false, false) => None,
            (played, _) => Some(played),
        };
        let filter = WorthFilter { wins: self.wins, missed: self.missed, notable: false };
        let is_asked_for = self.worth || self.engine.is_some() || filter != WorthFilter::default();
        selection.worth = is_asked_for.then_some(filter);
        selection
    }

    /// Starts the engine. A wrong program is noticed before anything is written.
    fn engine(&self) -> Result<Option<Engine>, Failure> {
        let Some(program) = &self.engine else { return Ok(None) };
        let refuse = |error: EngineError| match error.is_not_found() {
            true => Failure::usage(error.to_string()),
            false => Failure::refused(error.to_string()),
        };
        Engine::start(program, self.nodes).map(Some).map_err(refuse)
    }
}

/// The formats of findings.
fn all_formats() -> Vec<&'static OutputFormat> {
    formats("summary", |_| true)
}

impl ScanArgs {
    pub(crate) fn run(self) -> Result<u8, Failure> {
        let Self { findings, games, format, columns, boards, hide, run } = self;
        if findings.side.is_some() && games.player.is_empty() {
            return Err(Failure::usage("--side: say which player with --player"));
        }
        let format = choose_format(format, run.file(), &all_formats())?;
        if boards && format.name != "summary" {
            return Err(Failure::usage(format!(
                "--boards: boards are drawn in a summary, not in {}",
                format.name
            )));
        }
        if hide && format.name != "pgn" {
            return Err(Failure::usage("--hide: only annotated games can hide; add --format pgn"));
        }
        let columns =
            select_columns(Table::Findings, &columns, format)?.unwrap_or_else(|| all(Table::Findings));
        let mut selection = Selection { engine: findings.engine()?, ..findings.selection() };
        if let Some(size) = findings.sample {
            selection.sample = Some(run.sample(&games, &selection, size, findings.seed)?);
        }
        let options = json!({
            "command": "scan",
            "format": format.name,
            "columns": columns,
            "boards": boards,
            "hide": hide,
            "findings": selection,
            "games": games,
        });
        let rows = TableRows::new(Table::Findings, &columns, &selection);
        let color = run.file().is_none() && is_in_color();
        let boards = boards.then(|| board_drawing(color));
        let request = OutputRequest { color, boards, hide, ..OutputRequest::new(rows, selection) };
        run.run(Job { games, format, request, options })
    }
}
