//! The search of a whole game: the one place where a game is started, played out and searched.

use super::pattern::Finding;
use super::selection::Selection;
use crate::chess::{Position, Positions, Unscreened};
use crate::formats::{Damage, Game, Start};
use crate::games::Colors;

/// What a search comes to on its way through a game.
#[derive(Debug)]
pub enum Event<'a> {
    /// A position with findings.
    Found {
        /// The position and its neighbors in the game.
        positions: &'a Positions,
        /// Which of them it is.
        index: usize,
        /// The position.
        position: &'a Position,
        /// What was found, in order; it may be taken out.
        findings: &'a mut Vec<Finding>,
    },
    /// The end of some positions that follow each other: what was found in them has been shown.
    Positions(&'a Positions),
}

/// How far a game was played out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// To its end.
    Played,
    /// Not at all: it is a variant of chess, whose rules are not known here.
    Variant(String),
}

impl Game<'_> {
    /// Plays the game out and shows all positions to `visit`, many at a time, and before them what a selection finds
    /// there. `player` are the colors of the filter's player. `positions` is scratch memory.
    ///
    /// Without a selection nothing is searched for.
    ///
    /// # Errors
    ///
    /// When the game cannot be read to its end. What comes before the damage was visited.
    pub fn search(
        &self,
        selection: Option<&Selection>,
        player: Colors,
        positions: &mut Positions,
        mut visit: impl FnMut(Event<'_>),
    ) -> Result<Outcome, Box<Damage>> {
        let start = match self.start()? {
            Start::Position(start) => start,
            Start::Variant(name) => return Ok(Outcome::Variant(name)),
        };
        match selection {
            None => self.replay(&start, positions, &Unscreened, |positions| {
                visit(Event::Positions(positions));
            }),
            Some(selection) => self.replay(&start, positions, &selection.screen(), |positions| {
                selection.search(positions, player, |index, position, findings| {
                    visit(Event::Found { positions, index, position, findings });
                });
                visit(Event::Positions(positions));
            }),
        }
        .map(|()| Outcome::Played)
    }
}
