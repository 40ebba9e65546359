//! What is made of the games of a scan: rows, counts, or the games themselves with comments.

use super::totals::Tally;
use crate::chess::Positions;
use crate::formats::pgn::Tags;
use crate::formats::{Damage, Game};
use crate::games::{Colors, GameFilter};
use crate::input::Entry;
use crate::search::{Finding, FoundPosition, Selection};
use std::io;

/// Collects something from the games of a scan. The scan drives: it reads games, plays them out and searches them; a
/// collector says what it needs and receives it. Any thread collects, from games that follow each other.
pub trait Collector: Sync {
    /// What one thread has collected so far from a run of games.
    type Accumulator;

    /// What the scan hands on of an accumulator.
    type Output: Send + 'static;

    /// An empty accumulator.
    fn accumulator(&self) -> Self::Accumulator;

    /// How many bytes an accumulator takes, about; 0 where it does not grow with the games.
    fn size(&self, _: &Self::Accumulator) -> usize {
        0
    }

    /// Whether moves are read at all. Without them there are no positions.
    fn needs_moves(&self) -> bool {
        true
    }

    /// What is searched for in the positions, if anything.
    fn selection(&self) -> Option<&Selection> {
        None
    }

    /// A game begins. Where it cannot be played out, its [`end`](Self::end) comes next.
    fn begin(&self, _: &mut Self::Accumulator, _: &CurrentGame<'_>) {}

    /// A position has findings. They come in order, each before its position comes to [`positions`](Self::positions).
    fn found(
        &self,
        _: &CurrentGame<'_>,
        _: &FoundPosition<'_>,
        _: &mut Vec<Finding>,
        _: &mut Collecting<'_, Self::Accumulator>,
    ) {
    }

    /// Positions of the game that follow each other.
    fn positions(&self, _: &CurrentGame<'_>, _: &Positions, _: &mut Collecting<'_, Self::Accumulator>) {}

    /// A game has ended, or it could not begin. It is told with the name of its source.
    fn end(&self, _: &str, _: &Entry<'_>, _: &GameEnd<'_>, _: &mut Collecting<'_, Self::Accumulator>) {}

    /// Turns an accumulator into what the scan hands on.
    fn finish(&self, accumulator: Self::Accumulator) -> Self::Output;
}

/// The game that is being played out.
#[derive(Clone, Copy, Debug)]
pub struct CurrentGame<'a> {
    /// The name of its source.
    pub source: &'a str,
    /// The game, and its number.
    pub entry: &'a Entry<'a>,
    /// The game.
    pub game: &'a Game<'a>,
}

/// How a game ended.
#[derive(Clone, Copy, Debug)]
pub struct GameEnd<'a> {
    /// How many positions it has, as far as it was played out; 0 where it could not begin.
    pub positions: u64,
    /// What is wrong with it.
    pub damage: Option<&'a Damage>,
}

/// What a collector adds to while a game is played out.
pub struct Collecting<'a, A> {
    /// What has been collected so far.
    pub accumulator: &'a mut A,
    /// What has been counted.
    pub tally: &'a mut Tally,
    pub(super) take_if_large: &'a mut dyn FnMut(&mut A, &mut Tally),
}

impl<A> Collecting<'_, A> {
    /// Hands the accumulator on if it is large, and puts an empty one in its place. A collector that makes much of one
    /// game calls this in between, so that the whole need not fit in memory.
    pub fn take_if_large(&mut self) {
        (self.take_if_large)(self.accumulator, self.tally);
    }
}

/// Decides which games are searched, before their moves are read.
pub trait GameCondition: Send + Sync {
    /// Whether each of some games is searched.
    ///
    /// # Errors
    ///
    /// When it cannot be decided; that ends the scan.
    fn admits(&self, source: &str, games: &[Entry<'_>]) -> io::Result<Vec<bool>>;

    /// The colors of the player that it names, in a game of these tags.
    fn player(&self, _: &Tags<'_>) -> Colors {
        Colors::NONE
    }
}

/// What could not be read as a game is admitted, so that it is reported.
impl GameCondition for GameFilter {
    fn admits(&self, _: &str, games: &[Entry<'_>]) -> io::Result<Vec<bool>> {
        let admits = |entry: &Entry<'_>| entry.game.as_ref().map_or(true, |game| Self::admits(self, game));
        Ok(games.iter().map(admits).collect())
    }

    fn player(&self, tags: &Tags<'_>) -> Colors {
        self.colors(tags)
    }
}
