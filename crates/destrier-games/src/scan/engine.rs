//! The scan: all games of all sources, in their order.

use super::bookmark::Bookmark;
use super::collector::{Collecting, Collector, CurrentGame, GameCondition, GameEnd};
use super::problem::Problem;
use super::threads::{Delivery, Input, ReadBlock};
use super::totals::{Tally, Totals};
use crate::chess::Positions;
use crate::formats::Damage;
use crate::games::GameFilter;
use crate::input::{Block, Entry, Source};
use crate::search::{EngineError, Event, GameContext, Outcome};
use std::fmt;
use std::io;
use std::num::NonZero;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

/// A scan that is to be made.
#[derive(Clone)]
pub struct Scan {
    /// What is read, in this order.
    pub sources: Arc<[Source]>,
    /// Which games.
    pub condition: Arc<dyn GameCondition>,
    /// How many threads work on games. With more than one, as many again read and decompress sources.
    pub threads: NonZero<usize>,
    /// Whether to stop behind the first damaged game.
    pub strict: bool,
    /// The most rows that are collected; `None` for all.
    pub limit: Option<u64>,
    /// Where it begins.
    pub start: Bookmark,
    /// What was counted before that.
    pub before: Totals,
    /// Advanced by each byte that is read from a file, before it is decompressed.
    pub bytes_read: Arc<AtomicU64>,
}

impl fmt::Debug for Scan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { sources, threads, strict, limit, start, .. } = self;
        f.debug_struct("Scan")
            .field("sources", sources)
            .field("threads", threads)
            .field("strict", strict)
            .field("limit", limit)
            .field("start", start)
            .finish_non_exhaustive()
    }
}

/// What comes out of a scan next.
#[derive(Debug)]
pub struct Step<O> {
    /// What was collected from some games, or a piece of it; `None` where there is only a source that cannot be read.
    pub output: Option<O>,
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

/// What was collected from a block of games, or a piece of it.
struct Done<O> {
    output: O,
    problems: Vec<Problem>,
    totals: Totals,
    at_damage: bool,
}

/// A block of games that is being collected from. What grows too large is handed on in pieces; where these end depends
/// on the games alone.
struct Collection<'a, C: Collector> {
    collector: &'a C,
    problems: Vec<Problem>,
    totals: Totals,
    /// What was counted in the pieces before.
    counted: Tally,
    hand_on: &'a mut dyn FnMut(Done<C::Output>) -> ControlFlow<()>,
    flow: ControlFlow<()>,
}

impl<C: Collector> Collection<'_, C> {
    /// Why the chess engine that judges moves gives no more evaluations, if it failed.
    fn failure(&self) -> Option<&EngineError> {
        self.collector.selection()?.engine.as_ref()?.failure()
    }

    /// Hands the accumulator on if it is large.
    fn take_if_large(&mut self, accumulator: &mut C::Accumulator, tally: &mut Tally) {
        if self.failure().is_some() {
            // What was found is incomplete.
            tally.end();
        } else if self.collector.size(accumulator) > Scan::LARGEST_ACCUMULATOR {
            let accumulator = std::mem::replace(accumulator, self.collector.accumulator());
            if self.flow.is_continue() {
                let done = self.done(accumulator, tally, false);
                self.flow = (self.hand_on)(done);
            }
            if self.flow.is_break() {
                tally.end();
            }
        }
    }

    /// What was collected, with what was counted since the last time.
    fn done(&mut self, accumulator: C::Accumulator, tally: &Tally, at_damage: bool) -> Done<C::Output> {
        let mut totals = std::mem::take(&mut self.totals);
        totals.positions = tally.positions() - self.counted.positions();
        totals.rows = tally.rows() - self.counted.rows();
        self.counted = *tally;
        let output = self.collector.finish(accumulator);
        Done { output, problems: std::mem::take(&mut self.problems), totals, at_damage }
    }
}

impl Scan {
    /// The most bytes that are made of a block of games ahead of its turn, about: 16 MiB. What is more is made when the
    /// turn comes, in pieces of this size. The values of all positions of usual games as JSON lines are 9 MB a block,
    /// and all else is less.
    pub(crate) const LARGEST_ACCUMULATOR: usize = 16 << 20;

    /// A scan of all games of some sources, in one thread.
    #[must_use]
    pub fn new(sources: impl Into<Arc<[Source]>>) -> Self {
        Self {
            sources: sources.into(),
            condition: Arc::new(GameFilter::default()),
            threads: NonZero::<usize>::MIN,
            strict: false,
            limit: None,
            start: Bookmark::default(),
            before: Totals::default(),
            bytes_read: Arc::default(),
        }
    }

    /// Makes the scan. What is collected comes to `take` in the order of the input, the same for any number of threads.
    ///
    /// # Errors
    ///
    /// Those of `take` and of the condition, and an [`EngineError`] if the engine of the collector's selection fails; they
    /// end the scan.
    pub fn run<C: Collector>(
        &self,
        collector: &C,
        mut take: impl FnMut(Step<C::Output>) -> io::Result<()>,
    ) -> io::Result<Ended> {
        let mut ended = Ended { totals: self.before, at_damage: false };
        if self.limit.is_some_and(|limit| ended.totals.rows >= limit) {
            return Ok(ended);
        }
        let mut failed = Ok(());
        let names: Vec<_> = self.sources.iter().map(Source::name).collect();
        // Nothing of a block that gives too much is kept until its turn.
        let ahead = |positions: &mut Positions, block: &Block, source: usize| {
            let most_rows = self.limit.unwrap_or(u64::MAX);
            self.collect(collector, positions, block, &names[source], most_rows, &mut |_| {
                ControlFlow::Break(())
            })
            .transpose()
        };
        let input = Input {
            sources: Arc::clone(&self.sources),
            start: self.start,
            bytes_read: Arc::clone(&self.bytes_read),
        };
        let mut own_positions = None;
        input.process(self.threads, &ahead, &mut |Delivery { source, block, made }| {
            let mut full = false;
            match block {
                Err(error) => {
                    ended.totals.unreadable += 1;
                    let problem = Problem::Unreadable { source_name: names[source].to_string(), error };
                    let next = Some(Bookmark { source: source + 1, ..Bookmark::default() });
                    failed = take(Step { output: None, problems: vec![problem], totals: ended.totals, next });
                }
                Ok(ReadBlock { block, next }) => {
                    let remaining = self.limit.map_or(u64::MAX, |limit| limit - ended.totals.rows);
                    let mut step = |done: Done<C::Output>, next| {
                        ended.totals += done.totals;
                        ended.at_damage = done.at_damage;
                        let Done { output, problems, .. } = done;
                        failed = take(Step { output: Some(output), problems, totals: ended.totals, next });
                        if failed.is_err() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
                    };
                    let made = match made {
                        Some(Ok(done)) if done.totals.rows < remaining => Ok(Some(done)),
                        Some(Err(error)) => Err(error),
                        // To end with the game that has the last row, and not somewhere behind it; or piece by piece.
                        _ => {
                            let positions = own_positions.get_or_insert_with(Positions::new);
                            self.collect(
                                collector,
                                positions,
                                &block,
                                &names[source],
                                remaining,
                                &mut |piece| step(piece, None),
                            )
                        }
                    };
                    match made {
                        Ok(done) => {
                            if let Some(done) = done {
                                // A break is seen below.
                                let _ = step(done, Some(next));
                            }
                            full = self.limit.is_some_and(|limit| ended.totals.rows >= limit);
                        }
                        Err(error) => failed = Err(error),
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

    /// Collects from the games of a block, up to the one with the last row within the limit. Hands on in pieces what would
    /// be too large, and returns the rest, unless nobody takes a piece.
    fn collect<C: Collector>(
        &self,
        collector: &C,
        positions: &mut Positions,
        block: &Block,
        source: &str,
        most_rows: u64,
        hand_on: &mut dyn FnMut(Done<C::Output>) -> ControlFlow<()>,
    ) -> io::Result<Option<Done<C::Output>>> {
        let mut accumulator = collector.accumulator();
        let mut tally = Tally::of_at_most(most_rows);
        let mut collection = Collection {
            collector,
            problems: Vec::new(),
            totals: Totals::default(),
            counted: tally,
            hand_on,
            flow: ControlFlow::Continue(()),
        };
        let entries: Vec<Entry<'_>> = block.games().collect();
        let admitted = self.condition.admits(source, &entries)?;
        let mut at_damage = false;
        for (entry, admitted) in entries.iter().zip(admitted) {
            if !admitted {
                collection.totals.filtered += 1;
                continue;
            }
            collection.totals.games += 1;
            let result = self.game(source, entry, positions, &mut accumulator, &mut tally, &mut collection);
            if let Err(damage) = result {
                collection.totals.damaged += 1;
                let (source_name, number) = (source.to_owned(), entry.number);
                collection.problems.push(Problem::Damaged { source_name, number, damage });
                if self.strict {
                    at_damage = true;
                    break;
                }
            }
            if let Some(error) = collection.failure() {
                return Err(io::Error::other(error.clone()));
            }
            if tally.rows() == most_rows || collection.flow.is_break() {
                break;
            }
        }
        Ok(collection.flow.is_continue().then(|| collection.done(accumulator, &tally, at_damage)))
    }

    /// Plays a game out for the collector.
    fn game<C: Collector>(
        &self,
        source: &str,
        entry: &Entry<'_>,
        positions: &mut Positions,
        accumulator: &mut C::Accumulator,
        tally: &mut Tally,
        collection: &mut Collection<'_, C>,
    ) -> Result<(), Box<Damage>> {
        let collector = collection.collector;
        let before = tally.positions();
        let result = match &entry.game {
            Err(damage) => Err(damage.clone()),
            Ok(_) if !collector.needs_moves() => Ok(Outcome::Played),
            Ok(game) => {
                let current = CurrentGame { source, entry, game };
                self.play(&current, positions, accumulator, tally, collection)
            }
        };
        if let Ok(Outcome::Variant(_)) = result {
            collection.totals.skipped += 1;
        }
        let positions = tally.positions() - before;
        let end = GameEnd { positions, damage: result.as_ref().err().map(|damage| &**damage) };
        let mut take_if_large =
            |accumulator: &mut _, tally: &mut _| collection.take_if_large(accumulator, tally);
        let mut collecting = Collecting { accumulator, tally, take_if_large: &mut take_if_large };
        collector.end(source, entry, &end, &mut collecting);
        result.map(|_| ())
    }

    fn play<C: Collector>(
        &self,
        current: &CurrentGame<'_>,
        positions: &mut Positions,
        accumulator: &mut C::Accumulator,
        tally: &mut Tally,
        collection: &mut Collection<'_, C>,
    ) -> Result<Outcome, Box<Damage>> {
        let collector = collection.collector;
        collector.begin(accumulator, current);
        let player = self.condition.player(&current.game.tags);
        let context = GameContext { source: current.source, player };
        let mut take_if_large =
            |accumulator: &mut _, tally: &mut _| collection.take_if_large(accumulator, tally);
        let mut collecting = Collecting { accumulator, tally, take_if_large: &mut take_if_large };
        current.game.search(collector.selection(), context, positions, |event| match event {
            Event::Found(found, findings) => {
                if !collecting.tally.is_full() {
                    collector.found(current, found, findings, &mut collecting);
                }
            }
            Event::Positions(positions) => {
                collecting.tally.add_positions(positions.len());
                collector.positions(current, positions, &mut collecting);
            }
        })
    }
}

#[cfg(test)]
mod tests;
