//! Arguments that select findings, shared by commands that search for patterns.

use crate::failure::Failure;
use crate::pattern_names::{NamedPatterns, pattern_parser};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, value_parser};
use destrier::Color;
use destrier_games::{
    Classes, Engine, FindingFilter, JudgedBy, PATTERNS, Pattern, PlayerSide, RatingRange, Selection,
};
use std::num::NonZero;
use std::path::PathBuf;

/// Filters for findings.
#[derive(Args, Debug)]
#[command(next_help_heading = "Finding filters")]
pub(crate) struct FindingArgs {
    /// Only these patterns; separate several with commas
    ///
    /// A name that `destrier list` shows, `book` for all patterns of the pattern book, a file of patterns, or a folder
    /// of such files. Without --pattern and --expression, the five built-in patterns are searched for.
    #[arg(short, long, value_name = "NAME", value_delimiter = ',', value_parser = pattern_parser(), hide_possible_values = true)]
    pattern: Vec<NamedPatterns>,

    /// A pattern of your own, such as 'move bishop where after(mate)'
    ///
    /// The text begins with `move` or `standing`. The pattern is called `custom`.
    #[arg(short, long, value_name = "TEXT", value_parser = custom)]
    expression: Option<&'static Pattern>,

    /// Only patterns of the player named with --player, or of the opponent
    #[arg(long, value_parser = one_of(&["player", "opponent"]).try_map(|name| name.parse::<PlayerSide>()))]
    side: Option<PlayerSide>,

    /// Only patterns of this color
    #[arg(long, value_parser = one_of(&["white", "black"]).try_map(|name| name.parse::<Color>()))]
    color: Option<Color>,

    /// Only patterns of a player rated A to B
    ///
    /// 1600-1800 includes both ends, 1800- has no upper end, and -1800 has no lower end.
    #[arg(long, value_name = "A-B", allow_hyphen_values = true)]
    elo: Option<RatingRange>,

    /// Only patterns against an opponent rated A to B
    #[arg(long, value_name = "A-B", allow_hyphen_values = true)]
    opponent_elo: Option<RatingRange>,

    /// Only forks of this class
    ///
    /// check: the king and another piece. royal: king and queen. family: king, queen and rook. Each class includes the
    /// next. Other patterns are left out.
    #[arg(long, value_parser = one_of(Classes::Family.names()).try_map(|name| name.parse::<Classes>()))]
    class: Option<Classes>,

    /// Only forks by a knight that cannot be captured
    ///
    /// No legal move captures the knight. Other patterns are left out.
    #[arg(long)]
    safe: bool,

    /// Only moves that mate, in any pattern
    #[arg(long)]
    mate: bool,
}

/// Who judges moves.
#[derive(Args, Debug)]
#[command(next_help_heading = "Finding filters")]
pub(crate) struct EngineArgs {
    /// Let a UCI engine such as Stockfish judge moves; PATH is a program's path or name
    ///
    /// A name without a slash is searched for in PATH and in /usr/games. The engine judges moves, played or not, that
    /// pass all other filters and that, at a quick look, win at least as much material as the game's move. Its verdict
    /// replaces the built-in judge, the search over material and the evaluations in comments. Findings have the columns
    /// eval (this move), eval_best (the best move) and eval_game (the game's move). These are centipawns for the side to
    /// move, 10000 - n for mate in n moves, and -10000 + n for being mated in n.
    ///
    /// Each thread starts its own engine process. A position takes tens of milliseconds with the default --nodes. The
    /// output is the same for any --threads, because the engine uses one thread and clears its memory before each
    /// search. If the engine fails or does not answer, the run ends. In `destrier scan`, this implies --worth.
    #[arg(long, value_name = "PATH")]
    engine: Option<PathBuf>,

    /// How many nodes the engine searches for each move
    #[arg(
        long,
        value_name = "N",
        default_value_t = Engine::NODES,
        allow_negative_numbers = true,
        requires = "engine",
        value_parser = value_parser!(u32).range(1..).try_map(NonZero::try_from),
    )]
    nodes: NonZero<u32>,

    /// Call moves missed by material alone, without the built-in judge (faster, less exact)
    ///
    /// A search over material finds the moves that may have been missed. The judge, a small chess engine, then compares
    /// each with the game's move and rejects some. Evaluations in comments count with and without it.
    #[arg(long, conflicts_with = "engine")]
    quick: bool,
}

/// Checks that some finding can meet a selection.
pub(crate) fn check(selection: &Selection) -> Result<(), Failure> {
    selection.check().map_err(|error| Failure::usage(format!("--{error}")))
}

/// Reads a pattern of one's own.
fn custom(text: &str) -> Result<&'static Pattern, String> {
    Pattern::parse_custom(text).map_err(|error| format!("--expression:{error}"))
}

/// Returns a parser for one of these names. Help and completions show them.
pub(crate) fn one_of(names: &[&'static str]) -> PossibleValuesParser {
    PossibleValuesParser::new(names)
}

impl FindingArgs {
    /// Returns the filter for these arguments.
    pub(crate) fn filter(&self, names_player: bool) -> Result<FindingFilter, Failure> {
        if self.side.is_some() && !names_player {
            return Err(Failure::usage("--side: name the player with --player"));
        }
        let custom = self.expression.map(|pattern| NamedPatterns(vec![pattern]));
        let mut patterns: Vec<_> =
            self.pattern.iter().chain(&custom).flat_map(|named| named.0.iter().copied()).collect();
        if patterns.is_empty() {
            patterns.extend(PATTERNS);
        }
        let Self { color, side, elo, opponent_elo, class, safe, mate, .. } = *self;
        let filter = FindingFilter {
            color,
            side,
            elo,
            opponent_elo,
            class,
            safe,
            mate,
            ..FindingFilter::of(&patterns)
        };
        check(&filter.clone().into())?;
        Ok(filter)
    }
}

impl EngineArgs {
    /// Returns who decides what was missed. Starts the engine, so that a wrong program fails before anything is written.
    pub(crate) fn judged_by(&self) -> Result<JudgedBy, Failure> {
        let Some(program) = &self.engine else {
            return Ok(if self.quick { JudgedBy::Material } else { JudgedBy::Judge });
        };
        Engine::start(program, self.nodes).map(JudgedBy::Engine).map_err(|error| {
            let message = error.to_string();
            if error.is_not_found() { Failure::usage(message) } else { Failure::refused(message) }
        })
    }
}
