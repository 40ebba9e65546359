//! `destrier scan`: finds patterns in games.

use crate::args::{GameArgs, OUTPUT};
use crate::color::is_in_color;
use crate::failure::Failure;
use crate::finding_args::{EngineArgs, FindingArgs, check, one_of};
use crate::output::{all, choose_format, endings_help, format_parser, formats, names, select_columns};
use crate::run::Job;
use crate::run::args::{LimitArgs, RunArgs};
use crate::show::board_drawing;
use clap::builder::TypedValueParser;
use clap::{Args, value_parser};
use destrier_games::output::{Ending, OutputFormat, OutputRequest};
use destrier_games::{
    Engine, FindingFilter, Grade, JudgedBy, Judging, OnePer, Selection, Table, TableRows, Thinning,
    WorthFilter,
};
use serde_json::json;
use std::io::{self, IsTerminal, Write};
use std::path::Path;

/// The help of `--format`, without the list of endings.
const FORMAT: &str = "Output format [default: from FILE's ending, else summary]";

/// Find patterns in games.
///
/// Reads games (PGN), puzzles (Lichess CSV), positions (FEN or EPD, one per line) and Parquet tables of any of them. Text
/// files may be compressed with gzip, bzip2 or zstd, or in zip archives. `destrier list` defines the patterns.
///
/// A damaged game is searched up to the damage and reported on standard error; then the next game is read. A game
/// longer than 64 MiB or 65,536 moves counts as damaged. Games of variants other than Chess960 are skipped; the summary
/// or standard error says how many.
#[derive(Args, Debug)]
#[command(after_long_help = "\
Exit status:
  0  done, even if games are damaged
  1  an input could not be read, the output could not be written, or the engine failed
  2  wrong usage, a missing engine, or a run that cannot be resumed
  3  a damaged game, with --strict
  130  interrupted with Ctrl-C

Examples:
  destrier scan samples                       # a summary of a folder
  destrier scan -f jsonl samples/lichess.pgn  # every finding
  destrier scan --missed samples/lichess.pgn  # missed moves
  destrier scan -f csv --class royal - < samples/lichess.pgn
  destrier scan --player so_sad --side player samples/lichess.pgn
  destrier scan --mate --min-elo 1500 samples -o mates.pgn
  destrier scan --missed --hide samples -o solve.pgn
  destrier scan --missed samples -o missed.html
  destrier scan --resume samples -o findings.parquet")]
pub(crate) struct ScanArgs {
    #[command(flatten)]
    findings: FindingArgs,

    #[command(flatten)]
    outcome: OutcomeArgs,

    #[command(flatten)]
    engine: EngineArgs,

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

    /// Write these columns in this order [default: all, with worth only if it is computed]
    ///
    /// `destrier list` names the columns. `all:GROUP` stands for the columns of a group: finding, worth, position, mover or
    /// game. Columns that you leave out are not computed. Naming a column of worth computes it, as --worth does.
    #[arg(long, value_name = "NAME", value_delimiter = ',', help_heading = OUTPUT)]
    columns: Vec<String>,

    /// Draw the positions in a summary
    #[arg(long, help_heading = OUTPUT)]
    boards: bool,

    /// Hide the solutions in annotated games and on pages
    ///
    /// With the format pgn, comments and arrows come after the game's move instead of before it, so that you can solve
    /// the positions yourself. With the format html, the page shows each solution when you ask for it.
    #[arg(long, help_heading = OUTPUT)]
    hide: bool,

    #[command(flatten)]
    limit: LimitArgs,

    #[command(flatten)]
    run: RunArgs,
}

/// Filters for findings by what the game did next and what the move is worth.
#[derive(Args, Debug)]
#[command(next_help_heading = "Finding filters")]
struct OutcomeArgs {
    /// Only moves that were played
    ///
    /// Findings that are not moves are left out, as with --not-played and --mate.
    #[arg(long, conflicts_with_all = ["not_played", "missed"])]
    played: bool,

    /// Only moves that were not played
    ///
    /// The game continued with another move, which may have been better: see --missed. In the last position of a game,
    /// a move is neither played nor not played.
    #[arg(long)]
    not_played: bool,

    /// Compute what moves are worth (slower)
    ///
    /// A search fills the columns wins, missed_by and missed. Evaluations in comments fill eval_before and eval_after.
    #[arg(long)]
    worth: bool,

    /// Only moves that win at least N pawns
    ///
    /// A piece is 3, a rook 5, a queen 9, a forced mate 100. Implies --worth.
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    wins: Option<i32>,

    /// Only moves that it was a mistake not to play
    ///
    /// A search over material finds them, and a judge, a small chess engine, confirms them: see --quick and --engine.
    /// Evaluations in comments can rule them out. GRADE is the least grade to show: inaccuracy, mistake (the default) or
    /// blunder, as on Lichess. Implies --worth.
    #[arg(
        long,
        value_name = "GRADE",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = Grade::MISSED.name(),
        value_parser = one_of(&Grade::ALL.map(Grade::name)).try_map(|name| name.parse::<Grade>()),
    )]
    missed: Option<Grade>,

    /// Also missed moves that would only have avoided a loss (defences)
    ///
    /// A missed move wins something if it mates, or if it leaves better winning chances, by at least 0.1, than two plies
    /// earlier. Otherwise it is a defence. --missed and the summary leave defences out. Implies --worth.
    #[arg(long)]
    defences: bool,

    /// Only moves that begin the only line that wins, as in a puzzle (slower)
    ///
    /// The move is the best one, and no other wins. The same holds at each later turn, up to the mate or a gain of two
    /// pawns. It does not take back, and the game was not already won. The judge decides, with 200,000 nodes, of the
    /// findings that --one-per keeps. Use it for studies, EPD and pages to solve. The format puzzles has only such
    /// moves; the summary counts all, so it takes no --unique.
    #[arg(long)]
    unique: bool,

    /// Only one finding per chance or per game
    ///
    /// The same possibility on successive turns is one chance. `chance` keeps the first finding of each chance or, with
    /// --worth, the move as it was played or its biggest miss. Several missed moves in one position are one turn, of which
    /// the biggest miss stays. `game` keeps the biggest finding of each game.
    #[arg(long, value_name = "WHAT", value_parser = one_of(&["chance", "game"]).try_map(|name| name.parse::<OnePer>()))]
    one_per: Option<OnePer>,

    /// Only N findings, chosen at random
    ///
    /// This reads the inputs several times, so they must be files.
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = value_parser!(u32).range(1..))]
    sample: Option<u32>,

    /// Seed for --sample: each N gives another sample
    #[arg(long, value_name = "N", default_value_t = 0, requires = "sample")]
    seed: u64,
}

impl OutcomeArgs {
    /// Returns the selection for these arguments, without a sample.
    fn selection(&self, filter: FindingFilter, by: JudgedBy) -> Selection {
        let played = (self.played || self.not_played).then_some(self.played);
        let worth = WorthFilter {
            wins: self.wins,
            missed: self.missed,
            defences: self.defences,
            ..WorthFilter::default()
        };
        let is_asked_for = self.worth || by.engine().is_some() || worth != WorthFilter::default();
        let thinning = Thinning { one_per: self.one_per, ..Thinning::default() };
        let judging = is_asked_for.then(|| Judging { by, ..worth.into() });
        Selection { played, judging, unique: self.unique, thinning, ..filter.into() }
    }
}

/// What an engine would bring.
const STOCKFISH: &str =
    "\nStockfish is installed: `--engine stockfish` judges more exactly, and takes longer.";

/// The formats of findings.
fn all_formats() -> Vec<&'static OutputFormat> {
    formats("summary", |_| true)
}

/// Returns whether an input is the name of a grade and no file.
fn is_grade(input: &str) -> bool {
    Grade::ALL.iter().any(|grade| grade.name() == input) && !Path::new(input).exists()
}

impl ScanArgs {
    pub(crate) fn run(self) -> Result<u8, Failure> {
        let Self { findings, outcome, engine, games, format, columns, boards, hide, limit, run } = self;
        let filter = findings.filter(games.name_player())?;
        let format = choose_format(format, run.file(), &all_formats())?;
        if boards && format.name != "summary" {
            return Err(Failure::usage(format!(
                "--boards: only the format summary has boards, not {}",
                format.name
            )));
        }
        if outcome.unique && format.name == "summary" {
            return Err(Failure::usage("--unique: the summary counts all moves; choose another --format"));
        }
        if hide && !["pgn", "html"].contains(&format.name) {
            return Err(Failure::usage(
                "--hide: requires annotated games or a page; add --format pgn or html",
            ));
        }
        if outcome.missed.is_some()
            && let Some(grade) = run.input_names().iter().find(|input| is_grade(input))
        {
            return Err(Failure::usage(format!("{grade}: join the grade with =, as in --missed={grade}")));
        }
        let judged_by = engine.judged_by()?;
        let engine = judged_by.engine().cloned();
        let mut selection = outcome.selection(filter, judged_by.clone());
        let columns = select_columns(Table::Findings, &columns, format, &mut selection, &judged_by)?;
        let columns = columns.unwrap_or_else(|| all(Table::Findings));
        check(&selection)?;
        if judged_by == JudgedBy::Material && selection.judging.is_none() {
            return Err(Failure::usage(
                "--quick: only changes what counts as missed; add --missed, --worth or a column of worth",
            ));
        }
        // Formats that are not tables show missed moves as the moves to find.
        if let Some(judging) = &mut selection.judging {
            judging.filter.answers = !format.is_table && format.name != "summary";
        }
        // A sample of puzzles has puzzles.
        selection.unique |= format.name == "puzzles" && outcome.sample.is_some();
        if let Some(size) = outcome.sample {
            selection.thinning.sample = Some(run.sample(&games, &selection, size, outcome.seed)?);
        }
        let options = json!({
            "command": "scan",
            "format": format.name,
            "columns": names(Table::Findings, &columns),
            "boards": boards,
            "hide": hide,
            "findings": selection,
            "games": games,
        });
        let rows = TableRows::new(Table::Findings, &columns, &selection);
        let color = run.file().is_none() && is_in_color();
        let boards = boards.then(|| board_drawing(color));
        let hints = format.name == "summary"
            && selection.judging.is_some()
            && engine.is_none()
            && run.file().is_none()
            && io::stdout().is_terminal();
        let findings = Some(selection.filter.clone());
        let request = OutputRequest { color, boards, hide, ..OutputRequest::new(rows, selection) };
        let status = run.run(Job {
            games,
            output: format.open(request),
            ending: format.ending,
            needed: Vec::new(),
            findings,
            row: "finding",
            engine,
            limit: limit.limit,
            // Summaries show the count.
            counts_skipped: format.ending == Ending::AtEnd,
            options,
        })?;
        if hints && Engine::installed_stockfish().is_some() {
            // The terminal may be gone.
            let _ = writeln!(io::stdout(), "{STOCKFISH}");
        }
        Ok(status)
    }
}
