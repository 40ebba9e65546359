//! The search of a whole game: the one place where a game is started, played out and searched.

use super::chance::ChanceTracker;
use super::found::{FoundPosition, GameNotes};
use super::pattern::Finding;
use super::selection::Selection;
use super::worth::WorthSearch;
use crate::chess::{Positions, Unscreened};
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

/// What a search must know of a game beyond the game itself.
#[derive(Clone, Copy, Debug, Default)]
pub struct GameContext<'a> {
    /// The name of the source, for [`Selection::sample`].
    pub source: &'a str,
    /// The colors of the player whom the filter of games names, for [`Selection::side`].
    pub player: Colors,
}

impl Game<'_> {
    /// Plays the game out. Calls `visit` with all positions, many at a time, and before them with the positions that have
    /// selected findings. `positions` is scratch memory.
    ///
    /// Without a selection nothing is searched for.
    ///
    /// # Errors
    ///
    /// When the game cannot be read to its end. What comes before the damage was visited.
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
                // Its damage comes again below.
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
    /// The sides whose findings may be selected.
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

    /// Finds what is selected in positions that were replayed with the selection's [`screen`](Selection::screen). Shows
    /// each position that has any, with its findings, which may be taken out.
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

    /// Shows the positions of some findings, which are in order.
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
