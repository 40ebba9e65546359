//! The search of a whole game: the one place where a game is started, played out and searched.

use super::found::FoundPosition;
use super::pattern::Finding;
use super::selection::Selection;
use crate::chess::{Positions, Unscreened};
use crate::formats::pgn::Annotations;
use crate::formats::{Damage, Game, Start};
use crate::games::Colors;

/// What a search comes to on its way through a game.
#[derive(Debug)]
pub enum Event<'a> {
    /// A position with findings, in order; they may be taken out.
    Found(&'a FoundPosition<'a>, &'a mut Vec<Finding>),
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
            Some(selection) => {
                // They take time to read, and only worth depends on them.
                let annotations =
                    if selection.worth.is_some() { self.annotations() } else { Annotations::default() };
                self.replay(&start, positions, &selection.screen(), |positions| {
                    selection.search(positions, &annotations, player, |found, findings| {
                        visit(Event::Found(found, findings));
                    });
                    visit(Event::Positions(positions));
                })
            }
        }
        .map(|()| Outcome::Played)
    }
}
