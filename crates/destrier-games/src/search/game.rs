//! Searching a whole game. All code that starts, replays and searches games is here.

use super::chance_tracker::ChanceTracker;
use super::found::{FoundPosition, GameNotes};
use super::judge::Judge;
use super::language::{Moment, Occasion};
#[cfg(feature = "files")]
use super::marks::marks_of;
use super::pattern::Finding;
use super::patterns::{Memories, PatternScreen, TEXTS};
#[cfg(feature = "files")]
use super::puzzle::PuzzleSearch;
use super::selection::Selection;
use super::worth::WorthSearch;
use crate::chess::{Continuation, Position, Positions, Unscreened};
use crate::formats::{Damage, Game, Start};
use crate::games::Colors;

/// An event in the search of a game.
#[derive(Debug)]
pub enum Event<'a> {
    /// A position with findings, in order. The visitor may take the findings.
    Found(&'a FoundPosition<'a>, &'a mut Vec<Finding>),
    /// The end of a batch of successive positions. Their findings have already been passed on.
    Positions(&'a Positions),
    /// The number of positions of the whole game, instead of batches; see [`PositionNeeds::Found`].
    Searched(usize),
}

/// The positions that a search of a game must visit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PositionNeeds {
    /// All positions.
    #[default]
    All,
    /// All positions, marked with the patterns that they may have, for a table of games. Use it without a selection.
    Marked,
    /// Only positions with findings. A game in a table can then be searched without visiting others.
    Found,
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
    /// The name of the source, for [`Thinning::sample`](super::Thinning::sample).
    pub source: &'a str,
    /// The colors of the player that the game filter names, for [`FindingFilter::side`](super::FindingFilter::side).
    pub player: Colors,
    /// The positions to visit.
    pub positions: PositionNeeds,
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
            let visit = |positions: &Positions| visit(Event::Positions(positions));
            let played = match context.positions {
                PositionNeeds::Marked => self.replay(&start, positions, &PatternScreen::ALL, visit),
                _ => self.replay(&start, positions, &Unscreened, visit),
            };
            return played.map(|()| Outcome::Played);
        };
        #[cfg(feature = "files")]
        let mut puzzles = None;
        #[cfg(feature = "files")]
        let mut visit = |mut event: Event<'_>| {
            if let Event::Found(found, findings) = &mut event
                && selection.unique
            {
                puzzles.get_or_insert_with(PuzzleSearch::default).keep_unique(found, findings);
                if findings.is_empty() {
                    return;
                }
            }
            visit(event);
        };
        let notes = GameNotes::default();
        let of_chances = selection.thinning.one_per.map(|_| selection.of_chances());
        let mut search = GameSearch::new(self, of_chances.as_ref().unwrap_or(selection), context, &notes);
        search.keeps_whole_chances = of_chances.is_some();
        #[cfg(feature = "files")]
        if context.positions == PositionNeeds::Found
            && selection.can_skip_positions()
            && let Some(marks) = marks_of(self)
        {
            let played = search.search_marked(&start, marks, |found, findings| {
                visit(Event::Found(found, findings));
            });
            visit(Event::Searched(marks.len()));
            return played.map(|()| Outcome::Played);
        }
        let played = match selection.thinning.one_per {
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
                one_per.keep(&mut all, selection.judging.is_some(), |finding| selection.admits(finding));
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
    /// Whether the sample is drawn later, of the findings that represent chances.
    keeps_whole_chances: bool,
    /// The sides whose findings can be selected.
    sides: Colors,
    chances: ChanceTracker,
    worth: WorthSearch,
    judge: Judge,
    notes: &'a GameNotes,
    /// The findings in a position, to reuse their memory.
    findings: Vec<Finding>,
    memories: Memories,
    /// The patterns that are texts and that each position may have.
    texts: Vec<u64>,
    /// What the game so far adds to a position, if a pattern asks for it.
    moment: Option<Moment>,
}

impl<'a> GameSearch<'a> {
    fn new(
        game: &'a Game<'a>,
        selection: &'a Selection,
        context: GameContext<'a>,
        notes: &'a GameNotes,
    ) -> Self {
        Self {
            game,
            selection,
            context,
            keeps_whole_chances: false,
            sides: selection.filter.sides(&game.tags, context.player),
            chances: ChanceTracker::default(),
            worth: WorthSearch::default(),
            judge: Judge::default(),
            notes,
            findings: Vec::new(),
            memories: selection.memories(),
            texts: Vec::new(),
            moment: None,
        }
    }

    fn found_at<'b>(
        &self,
        positions: &'b Positions,
        index: usize,
        position: &'b Position,
    ) -> FoundPosition<'b>
    where
        'a: 'b,
    {
        let (ply, next) = (positions.ply(index), positions.next(index));
        let positions = (self.context.positions == PositionNeeds::All).then_some((positions, index));
        FoundPosition { game: self.game, position, ply, next, positions, notes: self.notes }
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
        let bits = self.selection.screen().patterns;
        let needs_history = self.selection.needs_history();
        let mut texts = std::mem::take(&mut self.texts);
        if bits & TEXTS != 0 {
            self.selection.mark_texts(positions, &mut texts);
        }
        for (index, mark) in positions.marks().iter().enumerate() {
            // Most positions end here, before the texts are looked up.
            if mark & bits == 0 && !needs_history {
                continue;
            }
            let of_texts = texts.get(index).copied().unwrap_or(0);
            let may_occur = mark & bits & if of_texts == 0 { !TEXTS } else { !0 };
            if may_occur == 0 && !needs_history {
                continue;
            }
            let position = positions.position(index);
            let start = if positions.ply(index) == 0 { None } else { self.moment };
            let moment = start.unwrap_or_else(|| Moment::start(&position)).at(positions.ply(index));
            if may_occur != 0 {
                let game = self.game;
                let occasion = Occasion {
                    position: &position,
                    next: positions.next(index),
                    moment,
                    game: &|ply| continuation(game, positions, index + ply),
                };
                let found = self.found_at(positions, index, &position);
                self.search_position(&found, &occasion, may_occur, of_texts, &mut visit);
            }
            if needs_history {
                let next = positions.next(index);
                self.moment = Some(next.map_or(moment, |next| moment.after(&position, next)));
            }
        }
        self.texts = texts;
    }

    /// Does the same as [`search`](Self::search) for a game in a table with marks.
    #[cfg(feature = "files")]
    fn search_marked(
        &mut self,
        start: &Position,
        marks: &[u8],
        mut visit: impl FnMut(&FoundPosition<'_>, &mut Vec<Finding>),
    ) -> Result<(), Box<Damage>> {
        let bits = if self.sides == Colors::NONE { 0 } else { self.selection.screen().patterns };
        let (game, notes) = (self.game, self.notes);
        game.replay_marked(start, marks, bits, |ply, position, next, may_occur| {
            let found = FoundPosition { game, position, ply, next, positions: None, notes };
            let occasion = Occasion { next, ..Occasion::alone(position, Moment::start(position)) };
            self.search_position(&found, &occasion, may_occur, !0, &mut visit);
        })
    }

    /// Searches a position that may have the patterns with the given bits.
    fn search_position(
        &mut self,
        found: &FoundPosition<'_>,
        occasion: &Occasion<'_>,
        may_occur: u8,
        texts: u64,
        visit: &mut impl FnMut(&FoundPosition<'_>, &mut Vec<Finding>),
    ) {
        let (ply, position) = (found.ply(), found.position);
        if self.selection.filter.plies.as_ref().is_some_and(|plies| ply > *plies.end()) {
            return;
        }
        let mut findings = std::mem::take(&mut self.findings);
        let memories = &mut self.memories;
        self.selection.search(may_occur, occasion, self.sides, texts, memories, &mut findings);
        self.chances.assign(ply, &mut findings);
        self.selection.keep_selected(&mut findings, position, self.sides);
        let filter = &self.selection.filter;
        findings.retain(|finding| filter.admits_time(ply, || found.clock(finding.side)));
        if !self.keeps_whole_chances {
            findings.retain(|finding| self.is_in_sample(ply, finding));
        }
        if self.selection.judging.is_some() && !findings.is_empty() {
            let (game, earlier) = (found.game_move(), || found.earlier());
            self.selection.judge(&mut findings, position, game, earlier, &mut self.worth, &mut self.judge);
        }
        if !findings.is_empty() {
            visit(found, &mut findings);
            findings.clear();
        }
        self.findings = findings;
    }

    fn is_in_sample(&self, ply: u32, finding: &Finding) -> bool {
        self.selection.thinning.sample.is_none_or(|sample| {
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
            visit(&self.found_at(positions, index, &position), &mut findings);
        }
    }
}

/// Returns a position of the game with its continuation, by its index among some positions or after them.
fn continuation(game: &Game<'_>, positions: &Positions, index: usize) -> Option<(Position, Continuation)> {
    if index < positions.len() {
        return positions.next(index).map(|next| (positions.position(index), next));
    }
    positions.next(positions.len().checked_sub(1)?)?;
    later(game, positions.ply(index))
}

/// Does the same for any ply. Few games are so long that their positions come in several parts.
#[cold]
fn later(game: &Game<'_>, ply: u32) -> Option<(Position, Continuation)> {
    let Ok(Start::Position(start)) = game.start() else { return None };
    let mut found = None;
    // The damage is reported elsewhere.
    let _ = game.replay(&start, &mut Positions::new(), &Unscreened, |positions| {
        let here = positions.iter().find(|(other, ..)| *other == ply);
        found = found.or(here.and_then(|(_, position, next)| Some((position, next?))));
    });
    found
}

#[cfg(test)]
impl Game<'_> {
    /// Returns the findings up to the damage, if any, each with its ply.
    pub(crate) fn findings(&self, selection: &Selection) -> Vec<(u32, Finding)> {
        let mut all = Vec::new();
        let _ = self.search(Some(selection), GameContext::default(), &mut Positions::new(), |event| {
            if let Event::Found(found, findings) = event {
                all.extend(findings.iter().map(|&finding| (found.ply(), finding)));
            }
        });
        all
    }
}
