//! The scan: all games of all sources, in order.

use super::bookmark::Bookmark;
use super::collector::{Collecting, Collector, CollectorNeeds, CurrentGame, Found, GameCondition, GameEnd};
use super::problem::Problem;
use super::threads::{Delivery, Input, Read};
use super::totals::{Tally, Totals};
use crate::chess::Positions;
use crate::formats::{Damage, GameNeeds};
use crate::games::GameFilter;
use crate::input::{Block, Entry, ReadRequest, Source};
use crate::search::{EngineError, Event, GameContext, Outcome, PositionNeeds, Selection};
use std::fmt;
use std::io;
use std::num::NonZero;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

/// The configuration of a scan.
#[derive(Clone)]
pub struct Scan {
    /// The sources, in the order in which they are read.
    pub sources: Arc<[Source]>,
    /// Selects the games to search.
    pub condition: Arc<dyn GameCondition>,
    /// The number of threads that work on games. With more than one, an equal number of threads reads and
    /// decompresses sources.
    pub threads: NonZero<usize>,
    /// Whether to stop after the first damaged game. The moves of all games are then read.
    pub strict: bool,
    /// The maximum number of rows, or `None` for all.
    pub limit: Option<u64>,
    /// Where to start.
    pub start: Bookmark,
    /// The counts before `start`.
    pub before: Totals,
    /// Incremented by the number of bytes read from files, before decompression.
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

/// The next result of a scan.
#[derive(Debug)]
pub struct Step<O> {
    /// The output for some games, or a part of it. `None` if the step only reports an unreadable source.
    pub output: Option<O>,
    /// Problems with these games or their source, in order.
    pub problems: Vec<Problem>,
    /// The counts up to here.
    pub totals: Totals,
    /// Where a scan can resume, or `None` after a partial output.
    pub next: Option<Bookmark>,
}

/// The end of a scan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ended {
    /// The final counts.
    pub totals: Totals,
    /// Whether a strict scan stopped at a damaged game.
    pub at_damage: bool,
}

/// The output for a block of games, or a part of it.
struct Done<O> {
    output: O,
    problems: Vec<Problem>,
    totals: Totals,
    at_damage: bool,
}

/// Collects from one block of games. Large outputs are passed on in parts. The boundaries of the parts depend only on
/// the games.
struct Collection<'a, C: Collector> {
    collector: &'a C,
    needs: &'a CollectorNeeds<'a>,
    problems: Vec<Problem>,
    totals: Totals,
    /// The counts of the earlier parts.
    counted: Tally,
    hand_on: &'a mut dyn FnMut(Done<C::Output>) -> ControlFlow<()>,
    flow: ControlFlow<()>,
}

impl<C: Collector> Collection<'_, C> {
    /// Returns the error of the engine that judges moves, if it failed.
    fn failure(&self) -> Option<&EngineError> {
        self.needs.selection?.judging.as_ref()?.by.engine()?.failure()
    }

    /// Passes the accumulator on if it is large.
    fn take_if_large(&mut self, accumulator: &mut C::Accumulator, tally: &mut Tally) {
        if self.failure().is_some() {
            // The findings are incomplete.
            tally.end();
        } else if self.collector.size(accumulator) > Scan::MAX_ACCUMULATOR_SIZE {
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

    /// Returns the output and the counts since the last part.
    fn done(&mut self, accumulator: C::Accumulator, tally: &Tally, at_damage: bool) -> Done<C::Output> {
        let mut totals = std::mem::take(&mut self.totals);
        totals.positions = tally.positions - self.counted.positions;
        totals.rows = tally.rows - self.counted.rows;
        self.counted = *tally;
        let output = self.collector.finish(accumulator);
        Done { output, problems: std::mem::take(&mut self.problems), totals, at_damage }
    }
}

impl Scan {
    /// The approximate limit of the output for a block that is processed ahead of its turn: 16 MiB. Larger outputs
    /// are produced when their turn comes, in parts of this size. All values of all positions as JSON lines take
    /// about 9 MB per block for typical games; other outputs take less.
    pub(crate) const MAX_ACCUMULATOR_SIZE: usize = 16 << 20;

    /// Creates a single-threaded scan of all games of some sources.
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

    /// Runs the scan. `take` receives the results in the order of the input, which is the same for any number of
    /// threads.
    ///
    /// # Errors
    ///
    /// Errors of `take` and of the condition, and an [`EngineError`] if the engine of the collector's selection
    /// fails. An error ends the scan.
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
        // Discard a block with too much output; it is processed again at its turn.
        let ahead = |positions: &mut Positions, block: &Block, source: usize| {
            let most_rows = self.limit.unwrap_or(u64::MAX);
            self.collect(collector, positions, block, &names[source], most_rows, &mut |_| {
                ControlFlow::Break(())
            })
            .transpose()
        };
        let condition = Arc::clone(&self.condition);
        let CollectorNeeds { games, selection, positions } = self.needs(collector);
        let mut needs = games.and(condition.game_needs());
        needs.marks |=
            positions == PositionNeeds::Found && selection.is_some_and(Selection::can_skip_positions);
        let request = ReadRequest { needs, may_admit: Arc::new(move |ranges| condition.may_admit(ranges)) };
        let input = Input {
            sources: Arc::clone(&self.sources),
            start: self.start,
            request,
            // One thread decompresses about as fast as eight search. Of several files, others are read meanwhile.
            decoders: if self.sources.len() > 1 { 1 } else { (self.threads.get() / 4).clamp(1, 4) },
            bytes_read: Arc::clone(&self.bytes_read),
        };
        let mut own_positions = None;
        input.process(self.threads, &ahead, &mut |Delivery { source, read: Read { block, next }, made }| {
            let mut full = false;
            match block {
                Err(error) => {
                    ended.totals.unreadable += 1;
                    let problem = Problem::Unreadable { source_name: names[source].to_string(), error };
                    let next = Some(next);
                    failed = take(Step { output: None, problems: vec![problem], totals: ended.totals, next });
                }
                Ok(block) => {
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
                        // Process the block now, to end exactly after the game with the last row, or in parts.
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
                                // The code below detects the break.
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

    /// Returns what a collector needs, and the moves of games that a strict scan checks.
    fn needs<'a, C: Collector>(&self, collector: &'a C) -> CollectorNeeds<'a> {
        let needs = collector.needs();
        let checked = if self.strict { GameNeeds::moves() } else { GameNeeds::NOTHING };
        CollectorNeeds { games: needs.games.and(checked), ..needs }
    }

    /// Collects from the games of a block, up to the game with the last row within the limit. Passes large outputs on
    /// in parts and returns the rest. Returns `None` if `hand_on` breaks.
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
            needs: &self.needs(collector),
            problems: Vec::new(),
            totals: Totals::default(),
            counted: tally,
            hand_on,
            flow: ControlFlow::Continue(()),
        };
        collection.totals.filtered += block.passed();
        // A table names the source of its games.
        let source = block.source().unwrap_or(source);
        // `collect` would move each game several times.
        let mut entries: Vec<Entry<'_>> = Vec::new();
        block.games().for_each(|entry| entries.push(entry));
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
            if tally.rows == most_rows || collection.flow.is_break() {
                break;
            }
        }
        Ok(collection.flow.is_continue().then(|| collection.done(accumulator, &tally, at_damage)))
    }

    /// Replays a game for the collector.
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
        let before = tally.positions;
        let result = match &entry.game {
            Err(damage) => Err(damage.clone()),
            Ok(_) if !collection.needs.games.moves => Ok(Outcome::Played),
            Ok(game) => {
                let current = CurrentGame { source, entry, game };
                self.play(&current, positions, accumulator, tally, collection)
            }
        };
        if let Ok(Outcome::Variant(_)) = result {
            collection.totals.skipped += 1;
        }
        let positions = tally.positions - before;
        let end = GameEnd { positions, damage: result.as_ref().err().map(|damage| &**damage) };
        let mut take_if_large =
            |accumulator: &mut _, tally: &mut _| collection.take_if_large(accumulator, tally);
        let mut collecting = Collecting::<C> { accumulator, tally, take_if_large: &mut take_if_large };
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
        let CollectorNeeds { selection, positions: visited, .. } = *collection.needs;
        let context = GameContext { source: current.source, player, positions: visited };
        let mut take_if_large =
            |accumulator: &mut _, tally: &mut _| collection.take_if_large(accumulator, tally);
        let mut collecting = Collecting::<C> { accumulator, tally, take_if_large: &mut take_if_large };
        current.game.search(selection, context, positions, |event| match event {
            Event::Found(position, findings) => {
                if !collecting.tally.is_full() {
                    collector.found(current, Found { position, findings }, &mut collecting);
                }
            }
            Event::Positions(positions) => {
                collecting.tally.add_positions(positions.len());
                collector.positions(current, positions, &mut collecting);
            }
            Event::Searched(positions) => collecting.tally.add_positions(positions),
        })
    }
}

#[cfg(test)]
mod tests;
