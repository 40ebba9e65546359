//! Arguments that say which findings are wanted, of commands that search for patterns.

use crate::failure::Failure;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, value_parser};
use destrier::Color;
use destrier_games::{Classes, Engine, EngineError, PATTERNS, Pattern, PlayerSide, RatingRange, Selection};
use std::num::NonZero;
use std::path::PathBuf;

/// Which findings are wanted.
#[derive(Args, Debug)]
#[command(next_help_heading = "Which findings")]
pub(crate) struct FindingArgs {
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
}

/// The engine that judges moves.
#[derive(Args, Debug)]
#[command(next_help_heading = "Which findings")]
pub(crate) struct EngineArgs {
    /// Have a UCI engine judge moves, such as Stockfish: its path, or its name if it is in PATH
    ///
    /// It judges the candidates among the moves that the other options leave: those that at a quick look win at least as
    /// much material as the game's move, played ones too. Whether a move was missed then follows its evaluations instead
    /// of the search over material and the evaluations in comments. Findings have them in the columns eval (this move),
    /// eval_best (the best move) and eval_game (the game's move): centipawns for the side to move, 10000 - n for mate in n
    /// moves, -10000 + n for being mated.
    ///
    /// Each thread starts a process, and each takes tens of milliseconds a position with the default --nodes. The engine
    /// is told to use one thread and to forget everything before each search, so that its evaluations are the same for
    /// any --threads. An engine that fails or does not answer ends the run. In `destrier scan` it implies --worth.
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
}

/// A parser of one of these names, which help and completions show.
pub(crate) fn one_of(names: &[&'static str]) -> PossibleValuesParser {
    PossibleValuesParser::new(names)
}

impl FindingArgs {
    /// The findings that the arguments ask for.
    pub(crate) fn selection(&self, names_player: bool) -> Result<Selection, Failure> {
        if self.side.is_some() && !names_player {
            return Err(Failure::usage("--side: say which player with --player"));
        }
        let mut selection =
            if self.pattern.is_empty() { Selection::default() } else { Selection::of(&self.pattern) };
        selection.color = self.color;
        selection.side = self.side;
        selection.elo = self.elo;
        selection.opponent_elo = self.opponent_elo;
        selection.class = self.class;
        selection.safe = self.safe;
        selection.mate = self.mate;
        Ok(selection)
    }
}

impl EngineArgs {
    /// Starts the engine. A wrong program is noticed before anything is written.
    pub(crate) fn start(&self) -> Result<Option<Engine>, Failure> {
        let Some(program) = &self.engine else { return Ok(None) };
        let refuse = |error: EngineError| match error.is_not_found() {
            true => Failure::usage(error.to_string()),
            false => Failure::refused(error.to_string()),
        };
        Engine::start(program, self.nodes).map(Some).map_err(refuse)
    }
}
