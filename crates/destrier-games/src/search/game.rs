//! Searching a whole game. All code that starts, replays and searches games is here.

use super::chance::ChanceTracker;
use super::found::{FoundPosition, GameNotes};
use super::pattern::Finding;
use super::selection::Selection;
use super::worth::WorthSearch;
use crate::chess::{Positions, Unscreened};
use crate::formats::{Damage, Game, Start};
use crate::games::Colors;

/// An event in the search of a game.
#[derive(Debug)]
pub enum Event<'a> {
    /// A position with findings, in order. The visitor may take the findings.
    Found(&'a FoundPosition<'a>, &'a mut Vec<Finding>),
    /// The end of a batch of successive positions. Their findings have already been passed on.
    Positions(&'a Positions),
}

/// How far a game was replayed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// To its end.
    Played,
    /// Not at all, because it is a chess variant whose rules are not supported.
    Variant(String),
}

/// Context of a game that a search needs.
#[derive(Clone, Copy, Debug, Default)]
pub struct GameContext<'a> {
    /// The name of the source, for [`Selection::sample`].
    pub source: &'a str,
    /// The colors of the player that the game filter names, for [`Selection::side`].
    pub player: Colors,
}

impl Game<'_> {
    /// Replays the game and calls `visit` with batches of successive positions. Positions with selected findings come
    /// before the batch that contains them. `positions` is scratch memory.
    ///
    /// Without a selection, nothing is searched.
    ///
    /// # Errors
    ///
    /// If the game is damaged. The positions before the damage have been visited.
    pub fn search(
        &self,
        selection: Option<&Selection>,
        context: GameContext<'_>,
        positions: &mut Positions,
        mut visit: impl FnMut(Event<'_>),
    ) -> Result<Outcome, Box<Damage>> {
        let start = match self.start()? {
            Start::Position(start) => start,
            Start::Variant(name) => return Ok(Outcome::Variant(name)),
        };
        let Some(selection) = selection else {
            return self
                .replay(&start, positions, &Unscreened, |positions| visit(Event::Positions(positions)))
                .map(|()| Outcome::Played);
        };
        let mut search = GameSearch::new(self, selection, context);
        let played = match selection.one_per {
            None => self.replay(&start, positions, &selection.screen(), |positions| {
                search.search(positions, |found, findings| visit(Event::Found(found, findings)));
                visit(Event::Positions(positions));
            }),
            Some(one_per) => {
                let mut all = Vec::new();
                // The replay below reports the damage again.
                let _ = self.replay(&start, positions, &selection.screen(), |positions| {
                    search.search(positions, |found, findings| {
                        all.extend(findings.drain(..).map(|finding| (found.ply(), finding)));
                    });
                });
                one_per.keep(&mut all);
                all.retain(|(ply, finding)| search.is_in_sample(*ply, finding));
                self.replay(&start, positions, &Unscreened, |positions| {
                    search.show(positions, &all, |found, findings| visit(Event::Found(found, findings)));
                    visit(Event::Positions(positions));
                })
            }
        };
        played.map(|()| Outcome::Played)
    }
}

/// The search of one game.
struct GameSearch<'a> {
    game: &'a Game<'a>,
    selection: &'a Selection,
    context: GameContext<'a>,
    /// The sides whose findings can be selected.
    sides: Colors,
    chances: ChanceTracker,
    worth: WorthSearch,
    notes: GameNotes,
}

impl<'a> GameSearch<'a> {
    fn new(game: &'a Game<'a>, selection: &'a Selection, context: GameContext<'a>) -> Self {
        Self {
            game,
            selection,
            context,
            sides: selection.sides(&game.tags, context.player),
            chances: ChanceTracker::default(),
            worth: WorthSearch::default(),
            notes: GameNotes::default(),
        }
    }

    /// Searches positions that were replayed with the selection's [`screen`](Selection::screen). Visits each position
    /// that has selected findings. The visitor may take them.
    fn search(
        &mut self,
        positions: &Positions,
        mut visit: impl FnMut(&FoundPosition<'_>, &mut Vec<Finding>),
    ) {
        if self.sides == Colors::NONE {
            return;
        }
        let mut findings = Vec::new();
        let bits = self.selection.screen().patterns;
        for (index, mark) in positions.marks().iter().enumerate() {
            let may_occur = mark & bits;
            if may_occur == 0 {
                continue;
            }
            let position = positions.position(index);
            let found =
                FoundPosition { game: self.game, positions, index, position: &position, notes: &self.notes };
            let (ply, next) = (found.ply(), positions.next(index));
            self.selection.search(may_occur, &position, next, self.sides, &mut findings);
            self.chances.assign(ply, &mut findings);
            self.selection.keep_selected(&mut findings, &position, self.sides);
            if self.selection.one_per.is_none() {
                let is_in_sample = |finding: &Finding| self.is_in_sample(ply, finding);
                findings.retain(is_in_sample);
            }
            if findings.is_empty() {
                continue;
            }
            if self.selection.worth.is_some() {
                self.selection.judge(&mut findings, &position, found.game_move(), &mut self.worth);
            }
            if !findings.is_empty() {
                visit(&found, &mut findings);
                findings.clear();
            }
        }
    }

    fn is_in_sample(&self, ply: u32, finding: &Finding) -> bool {
        self.selection.sample.is_none_or(|sample| {
            sample.rank(self.context.source, self.game.number.get(), ply, finding) <= sample.highest
        })
    }

    /// Visits the positions of some findings, which must be in order.
    fn show(
        &self,
        positions: &Positions,
        all: &[(u32, Finding)],
        mut visit: impl FnMut(&FoundPosition<'_>, &mut Vec<Finding>),
    ) {
        for index in 0..positions.len() {
            let ply = positions.ply(index);
            let start = all.partition_point(|(other, _)| *other < ply);
            let mut findings: Vec<_> = all[start..]
                .iter()
                .take_while(|(other, _)| *other == ply)
                .map(|(_, finding)| *finding)
                .collect();
            if findings.is_empty() {
                continue;
            }
            let position = positions.position(index);
            let found =
                FoundPosition { game: self.game, positions, index, position: &position, notes: &self.notes };
            visit(&found, &mut findings);
        }
    }
}
