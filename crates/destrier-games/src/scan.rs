//! The scan: all games of all sources, in their order, and what is made of them.

use crate::pipeline::{Input, Item};
use crate::reader::block::Block;
use crate::{Bookmark, Colors, Damage, Game, GameFilter, Layout, Place, Position, Positions, Source, Start};
use serde::{Deserialize, Serialize};
use std::io;
use std::num::NonZero;
use std::ops::{AddAssign, ControlFlow};
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

/// Something that kept a scan from reading all there is.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Problem {
    /// A game that could be read only in part. The next is read as if nothing had happened.
    #[error("{}: {place}, {damage}", visible(source_name))]
    Damaged {
        /// The source as it was given.
        source_name: String,
        /// Where the game stands in it.
        place: Place,
        /// What is wrong, and where.
        damage: Box<Damage>,
    },
    /// A source that could not be opened or read to its end. The next is read as if nothing had happened.
    #[error("{}: {error}", visible(source_name))]
    Unreadable {
        /// The source as it was given.
        source_name: String,
        /// What the system says.
        error: io::Error,
    },
}

impl Problem {
    /// The name of the source.
    #[must_use]
    pub fn source_name(&self) -> &str {
        let (Self::Damaged { source_name, .. } | Self::Unreadable { source_name, .. }) = self;
        source_name
    }
}

/// The text with control characters escaped, so that it stays on its line.
fn visible(text: &str) -> String {
    text.chars().flat_map(|c| if c.is_control() { c.escape_default().collect() } else { vec![c] }).collect()
}

/// What a scan came through.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Totals {
    /// Games that were asked for, damaged and skipped ones among them.
    pub games: u64,
    /// Games that were left out because of their tags.
    pub filtered: u64,
    /// Positions searched.
    pub positions: u64,
    /// Rows: findings, or positions where each has a row.
    pub rows: u64,
    /// Games that could be read only in part.
    pub damaged: u64,
    /// Games of other variants, which are not read.
    pub skipped: u64,
    /// Sources that could not be opened or read to their end.
    pub unreadable: u64,
}

impl AddAssign for Totals {
    fn add_assign(&mut self, other: Self) {
        self.games += other.games;
        self.filtered += other.filtered;
        self.positions += other.positions;
        self.rows += other.rows;
        self.damaged += other.damaged;
        self.skipped += other.skipped;
        self.unreadable += other.unreadable;
    }
}

/// What is made of games: rows, counts, or the games themselves with comments.
pub trait Work: Sync {
    /// What is made of some games that follow each other.
    type Part: Send + 'static;

    /// What is made of no games.
    fn part(&self) -> Self::Part;

    /// How many bytes a part takes, about. Where a scan sees it grow beyond [`Scan::LARGEST_PART`], it takes it before
    /// its games are at their end. 0 where it does not grow with them.
    fn size(&self, _: &Self::Part) -> usize {
        0
    }

    /// Makes of a game what is to be made of it, its moves played out in `positions`, and adds that to a part. Any
    /// thread does this. Now and then, between positions, `after` may take what was made so far, and leave an empty
    /// part: what is made of a long game need not be in memory as a whole.
    ///
    /// # Errors
    ///
    /// When the game can be read only in part; what was found up to there is in the part.
    fn game(
        &self,
        game: &SearchedGame<'_>,
        positions: &mut Positions,
        part: &mut Self::Part,
        tally: &mut Tally,
        after: &mut dyn FnMut(&mut Self::Part, &mut Tally),
    ) -> Result<(), Box<Damage>>;
}

/// A game whose moves are to be read.
#[derive(Debug)]
pub struct SearchedGame<'a> {
    /// The name of its source.
    pub source: &'a str,
    /// The game.
    pub game: Game<'a>,
    /// The position that it begins in.
    pub start: Position,
    /// The colors of the player that the filter names.
    pub player: Colors,
}

/// Counts positions, and rows up to the number that is wanted.
#[derive(Clone, Copy, Debug)]
pub struct Tally {
    positions: u64,
    rows: u64,
    most_rows: u64,
}

impl Tally {
    /// Counts nothing yet; all rows are wanted.
    #[must_use]
    pub const fn unlimited() -> Self {
        Self { positions: 0, rows: 0, most_rows: u64::MAX }
    }

    /// Counts nothing yet; so many rows are wanted.
    #[must_use]
    pub const fn of_at_most(rows: u64) -> Self {
        Self { positions: 0, rows: 0, most_rows: rows }
    }

    /// How many positions were counted.
    #[must_use]
    pub const fn positions(&self) -> u64 {
        self.positions
    }

    /// How many rows were counted.
    #[must_use]
    pub const fn rows(&self) -> u64 {
        self.rows
    }

    /// Whether all rows that are wanted were counted.
    #[must_use]
    pub const fn is_full(&self) -> bool {
        self.rows >= self.most_rows
    }

    /// No more rows are wanted.
    pub(crate) const fn end(&mut self) {
        self.most_rows = self.rows;
    }

    /// Counts positions.
    pub const fn add_positions(&mut self, positions: usize) {
        self.positions += positions as u64;
    }

    /// Counts a row, if one more is wanted; whether it is.
    pub const fn row(&mut self) -> bool {
        let wanted = self.rows < self.most_rows;
        self.rows += wanted as u64;
        wanted
    }
}

/// A scan that is to be made.
#[derive(Debug)]
pub struct Scan<'a> {
    /// What is read, in this order.
    pub sources: &'a [Source],
    /// Which games.
    pub filter: &'a GameFilter,
    /// How many threads work on games. With more than one, as many again read and unpack sources.
    pub threads: NonZero<usize>,
    /// Whether to stop behind the first damaged game.
    pub strict: bool,
    /// How many rows are wanted at most.
    pub limit: Option<u64>,
    /// Where it begins.
    pub start: Bookmark,
    /// What was counted before that.
    pub before: Totals,
    /// Advanced by each byte that is read from a file, before it is unpacked.
    pub bytes_read: &'a Arc<AtomicU64>,
}

/// What comes out of a scan next.
#[derive(Debug)]
pub struct Step<P> {
    /// What was made of some games, or of a piece of them; `None` where there is only a source that cannot be read.
    pub part: Option<P>,
    /// What is wrong with them or with their source, in order.
    pub problems: Vec<Problem>,
    /// What was counted up to here.
    pub totals: Totals,
    /// Where the scan goes on; `None` behind a piece, in the middle of games.
    pub next: Option<Bookmark>,
}

/// How a scan ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ended {
    /// What was counted.
    pub totals: Totals,
    /// Whether it stopped at a damaged game, being strict.
    pub at_damage: bool,
}

/// What was made of a block of games, or of a piece of it.
struct Done<P> {
    part: P,
    problems: Vec<Problem>,
    totals: Totals,
    at_damage: bool,
}

/// What is being made of a block of games. When it grows too large, it is handed on in pieces; where these end depends
/// on the games alone.
struct Making<'a, W: Work> {
    work: &'a W,
    problems: Vec<Problem>,
    totals: Totals,
    /// What was counted in the pieces before.
    counted: Tally,
    hand_on: &'a mut dyn FnMut(Done<W::Part>) -> ControlFlow<()>,
    flow: ControlFlow<()>,
}

impl<W: Work> Making<'_, W> {
    /// Hands the part on if it is large.
    fn look_at(&mut self, part: &mut W::Part, tally: &mut Tally) {
        if self.work.size(part) > Scan::LARGEST_PART {
            let part = std::mem::replace(part, self.work.part());
            if self.flow.is_continue() {
                let done = self.take(part, tally, false);
                self.flow = (self.hand_on)(done);
            }
            if self.flow.is_break() {
                tally.end();
            }
        }
    }

    /// A part, with what was counted since the last one.
    fn take(&mut self, part: W::Part, tally: &Tally, at_damage: bool) -> Done<W::Part> {
        let mut totals = std::mem::take(&mut self.totals);
        totals.positions = tally.positions - self.counted.positions;
        totals.rows = tally.rows - self.counted.rows;
        self.counted = *tally;
        Done { part, problems: std::mem::take(&mut self.problems), totals, at_damage }
    }
}

impl Scan<'_> {
    /// The most bytes that are made of a block of games ahead of its turn, about: 16 MiB. What is more is made when the
    /// turn comes, in pieces of this size. Of usual games the values of all positions as JSON lines are 9 MB a block,
    /// and all else is less.
    pub const LARGEST_PART: usize = 16 << 20;

    /// Makes the scan. What is made of the games comes to `take` in the order of the input, the same for any number of
    /// threads.
    ///
    /// # Errors
    ///
    /// Those of `take`; they end the scan.
    pub fn run<W: Work>(
        &self,
        work: &W,
        mut take: impl FnMut(Step<W::Part>) -> io::Result<()>,
    ) -> io::Result<Ended> {
        let mut ended = Ended { totals: self.before, at_damage: false };
        let mut failed = Ok(());
        let names: Vec<_> = self.sources.iter().map(Source::name).collect();
        // Nothing of a block that gives too much is kept until its turn.
        let on_block = |positions: &mut Positions, block: &Block, layout: &Layout, source: usize| {
            let most_rows = self.limit.unwrap_or(u64::MAX);
            self.work_on(work, positions, block, layout, &names[source], most_rows, &mut |_| {
                ControlFlow::Break(())
            })
        };
        let input = Input {
            sources: self.sources.into(),
            start: self.start,
            bytes_read: Arc::clone(self.bytes_read),
        };
        if self.limit.is_some_and(|limit| ended.totals.rows >= limit) {
            return Ok(ended);
        }
        let mut own_positions = None;
        input.process(self.threads, &on_block, &mut |item| {
            let mut full = false;
            match item {
                Item::Unreadable { source, error } => {
                    ended.totals.unreadable += 1;
                    let problem = Problem::Unreadable { source_name: names[source].to_string(), error };
                    let next = Some(Bookmark { source: source + 1, ..Bookmark::default() });
                    failed = take(Step { part: None, problems: vec![problem], totals: ended.totals, next });
                }
                Item::Block { block, layout, source, mut result, next } => {
                    let wanted = self.limit.map_or(u64::MAX, |limit| limit - ended.totals.rows);
                    full = result.as_ref().is_some_and(|done| done.totals.rows >= wanted);
                    let mut step = |done: Done<W::Part>, next| {
                        ended.totals += done.totals;
                        ended.at_damage = done.at_damage;
                        let Done { part, problems, .. } = done;
                        failed = take(Step { part: Some(part), problems, totals: ended.totals, next });
                        if failed.is_err() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
                    };
                    if full || result.is_none() {
                        // To end with the game that has the last row, and not somewhere behind it; or piece by piece.
                        let positions = own_positions.get_or_insert_with(Positions::new);
                        result = self.work_on(
                            work,
                            positions,
                            &block,
                            &layout,
                            &names[source],
                            wanted,
                            &mut |piece| step(piece, None),
                        );
                    }
                    if let Some(done) = result {
                        // A break is seen below.
                        let _ = step(done, Some(next));
                        full |= self.limit == Some(ended.totals.rows);
                    }
                }
            }
            if full || failed.is_err() || ended.at_damage {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        failed.map(|()| ended)
    }

    /// Works on the games of a block, up to the one with the last wanted row, and hands on in pieces what would be too
    /// large; what is left in the end, unless nobody takes a piece.
    #[expect(clippy::too_many_arguments, reason = "what is worked on, with what, and for whom")]
    fn work_on<W: Work>(
        &self,
        work: &W,
        positions: &mut Positions,
        block: &Block,
        layout: &Layout,
        source: &str,
        most_rows: u64,
        hand_on: &mut dyn FnMut(Done<W::Part>) -> ControlFlow<()>,
    ) -> Option<Done<W::Part>> {
        let mut part = work.part();
        let mut tally = Tally::of_at_most(most_rows);
        let mut making = Making {
            work,
            problems: Vec::new(),
            totals: Totals::default(),
            counted: tally,
            hand_on,
            flow: ControlFlow::Continue(()),
        };
        let mut at_damage = false;
        for record in block.records() {
            let place = Place::Game(record.number);
            let (place, result) = match Game::read(record, layout) {
                None => continue,
                Some(Err(damage)) => (place, Err(damage)),
                Some(Ok(game)) if !self.filter.admits(&game.tags) => {
                    making.totals.filtered += 1;
                    continue;
                }
                Some(Ok(game)) => {
                    (game.place(), self.game(game, source, positions, &mut part, &mut tally, &mut making))
                }
            };
            making.totals.games += 1;
            if let Err(damage) = result {
                making.totals.damaged += 1;
                making.problems.push(Problem::Damaged { source_name: source.to_owned(), place, damage });
                if self.strict {
                    at_damage = true;
                    break;
                }
            }
            if tally.rows == most_rows || making.flow.is_break() {
                break;
            }
        }
        making.flow.is_continue().then(|| making.take(part, &tally, at_damage))
    }

    fn game<W: Work>(
        &self,
        game: Game<'_>,
        source: &str,
        positions: &mut Positions,
        part: &mut W::Part,
        tally: &mut Tally,
        making: &mut Making<'_, W>,
    ) -> Result<(), Box<Damage>> {
        match game.start()? {
            Start::Variant(_) => {
                making.totals.skipped += 1;
                Ok(())
            }
            Start::Position(start) => {
                let player = self.filter.colors(&game.tags);
                let game = SearchedGame { source, game, start, player };
                let work = making.work;
                work.game(&game, positions, part, tally, &mut |part, tally| making.look_at(part, tally))
            }
        }
    }
}

#[cfg(test)]
mod tests;
