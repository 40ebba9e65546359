//! Collectors turn the games of a scan into rows, counts or annotated games.

use super::totals::Tally;
use crate::chess::Positions;
use crate::formats::pgn::Tags;
use crate::formats::{Damage, Game, GameNeeds, GameNumber, GameRanges};
use crate::games::{Colors, GameFilter};
use crate::input::Entry;
use crate::search::{Finding, FoundPosition, PositionNeeds, Selection};
use std::io;

/// Collects results from the games of a scan. The scan reads, replays and searches the games. A collector states its
/// needs and receives the results. Each thread collects from runs of successive games.
pub trait Collector: Sync {
    /// The results that one thread has collected from a run of games.
    type Accumulator;

    /// The form in which the scan passes an accumulator on.
    type Output: Send + 'static;

    /// Creates an empty accumulator.
    fn accumulator(&self) -> Self::Accumulator;

    /// Returns the approximate size of an accumulator in bytes, or 0 if it does not grow with the games.
    fn size(&self, _: &Self::Accumulator) -> usize {
        0
    }

    /// Returns what the collector needs.
    fn needs(&self) -> CollectorNeeds<'_> {
        CollectorNeeds::games(GameNeeds::all())
    }

    /// Called at the start of a game. If the game cannot be replayed, [`end`](Self::end) follows immediately.
    fn begin(&self, _: &mut Self::Accumulator, _: &CurrentGame<'_>) {}

    /// Called for each position with findings, in order, before [`positions`](Self::positions) receives that
    /// position.
    fn found(&self, _: &CurrentGame<'_>, _: Found<'_>, _: &mut Collecting<'_, Self>) {}

    /// Called with batches of successive positions of the game.
    fn positions(&self, _: &CurrentGame<'_>, _: &Positions, _: &mut Collecting<'_, Self>) {}

    /// Called at the end of a game, or if it cannot start. The first argument is the name of the source.
    fn end(&self, _: &str, _: &Entry<'_>, _: &GameEnd<'_>, _: &mut Collecting<'_, Self>) {}

    /// Converts an accumulator to the output of the scan.
    fn finish(&self, accumulator: Self::Accumulator) -> Self::Output;
}

/// The parts of the input that a collector needs.
#[derive(Clone, Debug)]
pub struct CollectorNeeds<'a> {
    /// The parts of games. Without moves there are no positions.
    pub games: GameNeeds,
    /// The findings to search for, if any.
    pub selection: Option<&'a Selection>,
    /// The positions. With [`PositionNeeds::Found`], the collector does not receive
    /// [`positions`](Collector::positions) of games in tables with marks.
    pub positions: PositionNeeds,
}

impl<'a> CollectorNeeds<'a> {
    /// Returns the needs of a collector of games and all their positions, without findings.
    #[must_use]
    pub const fn games(games: GameNeeds) -> Self {
        Self { games, selection: None, positions: PositionNeeds::All }
    }

    /// Returns the needs of a collector of findings, with everything about their games.
    #[must_use]
    pub fn findings(selection: &'a Selection) -> Self {
        Self { games: GameNeeds::all(), selection: Some(selection), positions: PositionNeeds::Found }
    }
}

/// A position with its findings.
#[derive(Debug)]
pub struct Found<'a> {
    /// The position.
    pub position: &'a FoundPosition<'a>,
    /// The findings.
    pub findings: &'a mut Vec<Finding>,
}

/// The game that is being replayed.
#[derive(Clone, Copy, Debug)]
pub struct CurrentGame<'a> {
    /// The name of the source.
    pub source: &'a str,
    /// The game with its number.
    pub entry: &'a Entry<'a>,
    /// The game.
    pub game: &'a Game<'a>,
}

impl CurrentGame<'_> {
    /// Formats the location of a position as the arguments of `destrier show`.
    pub(crate) fn place(&self, ply: u32) -> String {
        match (self.game.tags.value("PuzzleId"), self.entry.number) {
            (Some(id), _) => format!("{} {id}:{ply}", self.source),
            (None, GameNumber::Game(number)) => format!("{} {number}:{ply}", self.source),
            (None, GameNumber::Line(number)) => format!("{} {number}", self.source),
        }
    }
}

/// The end of a game.
#[derive(Clone, Copy, Debug)]
pub struct GameEnd<'a> {
    /// The number of positions that could be replayed; 0 if the game could not start.
    pub positions: u64,
    /// The damage, if any.
    pub damage: Option<&'a Damage>,
}

/// The state that a collector updates during a game.
pub struct Collecting<'a, C: Collector + ?Sized> {
    /// The results collected so far.
    pub accumulator: &'a mut C::Accumulator,
    /// The counts so far.
    pub tally: &'a mut Tally,
    pub(super) take_if_large: &'a mut dyn FnMut(&mut C::Accumulator, &mut Tally),
}

impl<C: Collector + ?Sized> Collecting<'_, C> {
    /// If the accumulator is large, passes it on and replaces it with an empty one. Collectors that produce large
    /// results from one game call this during the game, to limit memory use.
    pub fn take_if_large(&mut self) {
        (self.take_if_large)(self.accumulator, self.tally);
    }
}

/// Decides which games to search before their moves are read.
pub trait GameCondition: Send + Sync {
    /// Returns for each game whether to search it.
    ///
    /// # Errors
    ///
    /// If the condition cannot be evaluated. An error ends the scan.
    fn admits(&self, source: &str, games: &[Entry<'_>]) -> io::Result<Vec<bool>>;

    /// Returns the parts of games that the condition reads.
    fn game_needs(&self) -> GameNeeds {
        GameNeeds::all()
    }

    /// Returns whether a game of a group with these ranges may be admitted. If not, the group is not read.
    fn may_admit(&self, _: &GameRanges) -> bool {
        true
    }

    /// Returns the colors of the player that the condition names, in a game with these tags.
    fn player(&self, _: &Tags<'_>) -> Colors {
        Colors::NONE
    }
}

/// Records that are not readable as games are admitted, so that the scan reports them.
impl GameCondition for GameFilter {
    fn admits(&self, _: &str, games: &[Entry<'_>]) -> io::Result<Vec<bool>> {
        Ok(self.admit_all(games.iter().map(|entry| entry.game.as_ref().ok())))
    }

    fn game_needs(&self) -> GameNeeds {
        Self::game_needs(self)
    }

    fn may_admit(&self, ranges: &GameRanges) -> bool {
        Self::may_admit(self, ranges)
    }

    fn player(&self, tags: &Tags<'_>) -> Colors {
        self.colors(tags)
    }
}
