//! `destrier report`: writes a page about what was found and what was missed.

use crate::args::{GameArgs, OUTPUT, Players};
use crate::failure::Failure;
use crate::finding_args::{EngineArgs, FindingArgs};
use crate::run::Job;
use crate::run::args::RunArgs;
use clap::builder::RangedU64ValueParser;
use clap::{Args, value_parser};
use destrier_games::output::{Ending, PartialFile};
use destrier_games::report::{Comparison, Norms, NormsError, ReportRequest};
use destrier_games::{DateOption, Player, Recognized};
use serde_json::json;
use std::io::{self, IsTerminal};
use std::path::PathBuf;

/// Write a page to read: what was found and missed, with boards to solve.
///
/// The page is one HTML file. It works without a network and prints well. It shows the costliest blind spots, the
/// biggest misses as boards to solve, what the opponents got, what was played well, and found rates by pattern, color,
/// opening, speed, rating, clock and month. Every number is a link to the findings that it counts.
///
/// A report is about one player and the opponents. If one player is in nine of ten games, you need not name them. If two
/// are, it is about the one who is in all games or, if both or neither are, the one in the file's name; otherwise name one
/// with --player. If no player is, the report is about all players. Games from standard input are read only once, so
/// their player is not recognized.
///
/// With --each, --output names a new folder. It gets a page for each player and one about all of them, for a class or a
/// club.
#[derive(Args, Debug)]
#[command(after_long_help = "\
Exit status: the same as `destrier scan`.

Examples:
  destrier report samples/lichess.pgn -o report.html
  destrier report --player so_sad samples/lichess.pgn -o so_sad.html
  destrier report --player so_sad --against surgeon samples -o both.html
  destrier report --split 2021-01 samples/lichess.pgn -o periods.html
  destrier report --worksheet 12 samples/lichess.pgn -o worksheet.html
  destrier report --each --min-games 3 samples/lichess.pgn -o class")]
pub(crate) struct ReportArgs {
    /// Compare with the player NAME instead of the opponents; separate several names of one player with commas
    #[arg(long, value_name = "NAME", conflicts_with = "split", help_heading = None::<&str>)]
    against: Vec<Players>,

    /// Compare the games before DATE with the games since: YYYY, YYYY-MM, YYYY-MM-DD, or 30d
    #[arg(long, value_name = "DATE", help_heading = None::<&str>)]
    split: Option<DateOption>,

    /// Write a page for each player, and one about all of them, to the folder of --output
    ///
    /// The players are those of --player or --players, else all with enough games (--min-games). With --worksheet, the
    /// folder also has a worksheet with boards from everybody's misses.
    #[arg(
        long,
        requires = "output",
        conflicts_with_all = ["against", "split"],
        help_heading = None::<&str>,
    )]
    each: bool,

    /// The fewest games of a player who has a page, if no player is named
    #[arg(
        long,
        value_name = "N",
        default_value_t = 20,
        requires = "each",
        allow_negative_numbers = true,
        value_parser = RangedU64ValueParser::<u64>::new().range(1..),
        help_heading = None::<&str>,
    )]
    min_games: u64,

    /// Compare with the found rates in FILE
    ///
    /// FILE is a table that `destrier rates --by pattern,elo,speed` wrote as CSV, JSON lines or Parquet. The page then
    /// shows how often players with the same rating find the same patterns at the same speed.
    #[arg(long, value_name = "FILE", help_heading = None::<&str>)]
    norms: Option<PathBuf>,

    /// Also show missed moves that would only have avoided a loss (defences)
    ///
    /// A report always counts them apart.
    #[arg(long, help_heading = None::<&str>)]
    defences: bool,

    /// Also count a player's games against computers
    ///
    /// These are players with the title BOT, and Lichess's own engine.
    #[arg(long, help_heading = None::<&str>)]
    computers: bool,

    /// Only show missed moves that begin the only line that wins, as in a puzzle (slower)
    ///
    /// This is the --unique of `destrier scan`, for boards to solve. It changes no number.
    #[arg(long, help_heading = None::<&str>)]
    unique: bool,

    /// Write a worksheet of N boards to solve, with solutions at the end
    #[arg(
        long,
        value_name = "N",
        allow_negative_numbers = true,
        value_parser = value_parser!(u16).range(1..=1000),
        help_heading = OUTPUT,
    )]
    worksheet: Option<u16>,

    #[command(flatten)]
    findings: FindingArgs,

    #[command(flatten)]
    engine: EngineArgs,

    #[command(flatten)]
    games: GameArgs,

    #[command(flatten)]
    run: RunArgs,
}

impl ReportArgs {
    pub(crate) fn run(self) -> Result<u8, Failure> {
        let Self {
            against,
            split,
            each,
            min_games,
            norms,
            defences,
            computers,
            unique,
            worksheet,
            findings,
            engine,
            games,
            run,
        } = self;
        let filter = findings.filter(true)?;
        if filter.side.is_some() {
            return Err(Failure::usage("--side: a report shows both sides; remove the option"));
        }
        if filter.patterns.iter().all(|pattern| !pattern.is_move) {
            return Err(Failure::usage("--pattern: a report needs a pattern of moves, such as knight-fork"));
        }
        if run.file().is_none() && io::stdout().is_terminal() {
            return Err(Failure::usage(
                "a report is a page of HTML; name a file with -o, such as report.html",
            ));
        }
        if let (Some(file), false) = (run.file(), each) {
            PartialFile::check_ending(file, "html").map_err(|error| Failure::usage(error.to_string()))?;
        }
        let table = norms.as_deref().map(Norms::read).transpose().map_err(|error| {
            let path = norms.as_deref().unwrap_or("".as_ref());
            match error {
                NormsError::Io(_) => Failure::refused_at(path, error),
                _ => Failure::usage_at(path, error),
            }
        })?;
        let split_date = split.map(|split| split.date(DateOption::today())).transpose();
        let split_date = split_date.map_err(|error| Failure::usage(error.to_string()))?;
        let against: Vec<Player> = against.into_iter().flat_map(|Players(names)| names).collect();
        let students = match (each, games.name_player()) {
            (false, _) => Vec::new(),
            (true, true) => games.each_player()?,
            (true, false) => enough_games(&run, &games, min_games)?,
        };
        let player = if each {
            students.concat()
        } else if games.name_player() {
            games.filter(DateOption::today())?.players
        } else {
            recognized(&run, &games)?
        };
        let comparison = Comparison::new(player, against, split_date)
            .map_err(|error| Failure::usage(format!("--against: {error}")))?;
        let games = games.with_players(comparison.players());
        let needed = comparison.needed();
        let judged_by = engine.judged_by()?;
        let options = json!({
            "command": "report",
            "split": split_date,
            "each": each.then_some(min_games),
            "norms": norms,
            "defences": defences,
            "computers": computers,
            "unique": unique,
            "worksheet": worksheet,
            "findings": filter,
            "judged_by": judged_by,
            "games": games,
        });
        let findings = Some(filter.clone());
        let request = ReportRequest {
            norms: table,
            with_defences: defences,
            with_computers: computers,
            unique,
            worksheet: worksheet.map(Into::into),
            judged_by: judged_by.clone(),
            ..ReportRequest::new(comparison, filter)
        };
        run.run(Job {
            games,
            output: if each { request.open_class(students) } else { request.open() },
            ending: if each { Ending::FilesAtEnd } else { Ending::AtEnd },
            findings,
            row: "page",
            engine: judged_by.engine().cloned(),
            limit: None,
            needed,
            counts_skipped: true,
            options,
        })
    }
}

/// Returns the players of whom a class consists: those with enough games.
fn enough_games(run: &RunArgs, games: &GameArgs, min_games: u64) -> Result<Vec<Vec<Player>>, Failure> {
    let players = run.frequent_players(games, min_games)?;
    if players.is_empty() {
        let few = "no player has so many games; name players with --player, or choose fewer games";
        return Err(Failure::usage(format!("--min-games {min_games}: {few}")));
    }
    Ok(players.into_iter().map(|player| vec![player]).collect())
}

/// Returns the player whose games the inputs are, if there is one.
fn recognized(run: &RunArgs, games: &GameArgs) -> Result<Vec<Player>, Failure> {
    Ok(match run.recognize_player(games)? {
        Recognized::Player(player) => vec![player],
        Recognized::None => Vec::new(),
        Recognized::Two([one, other]) => {
            let names = format!("{one} and {other}").replace(char::is_control, "?");
            return Err(Failure::usage(format!(
                "{names} are in nearly all games; choose one with --player, or compare them with --against"
            )));
        }
    })
}
