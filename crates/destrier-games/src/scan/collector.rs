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

    /// Returns what the collector needs. Without moves there are no positions.
    fn game_needs(&self) -> GameNeeds {
        GameNeeds::all()
    }

    /// Returns the findings to search for, if any.
    fn selection(&self) -> Option<&Selection> {
        None
    }

    /// Returns the positions that the collector needs. With [`PositionNeeds::Found`], it does not receive
    /// [`positions`](Self::positions) of games in tables with marks.
    fn position_needs(&self) -> PositionNeeds {
        PositionNeeds::All
    }

    /// Called at the start of a game. If the game cannot be replayed, [`end`](Self::end) follows immediately.
    fn begin(&self, _: &mut Self::Accumulator, _: &CurrentGame<'_>) {}

    /// Called for each position with findings, in order, before [`positions`](Self::positions) receives that
    /// position.
    fn found(
        &self,
        _: &CurrentGame<'_>,
        _: &FoundPosition<'_>,
        _: &mut Vec<Finding>,
        _: &mut Collecting<'_, Self::Accumulator>,
    ) {
    }

    /// Called with batches of successive positions of the game.
    fn positions(&self, _: &CurrentGame<'_>, _: &Positions, _: &mut Collecting<'_, Self::Accumulator>) {}

    /// Called at the end of a game, or if it cannot start. The first argument is the name of the source.
    fn end(&self, _: &str, _: &Entry<'_>, _: &GameEnd<'_>, _: &mut Collecting<'_, Self::Accumulator>) {}

    /// Converts an accumulator to the output of the scan.
    fn finish(&self, accumulator: Self::Accumulator) -> Self::Output;
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
pub struct Collecting<'a, A> {
    /// The results collected so far.
    pub accumulator: &'a mut A,
    /// The counts so far.
    pub tally: &'a mut Tally,
    pub(super) take_if_large: &'a mut dyn FnMut(&mut A, &mut Tally),
}

impl<A> Collecting<'_, A> {
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
        let games = games.iter().map(|entry| entry.game.as_ref());
        Ok(games.map(|game| game.map_or(true, |game| Self::admits(self, game))).collect())
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
