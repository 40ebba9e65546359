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

    /// Makes of a game what is to be made of it, its moves played out in `positions`, and adds that to a part. Any thread does
    /// this.
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
    /// What was made of some games; `None` where there is only a source that cannot be read.
    pub part: Option<P>,
    /// What is wrong with them or with their source, in order.
    pub problems: Vec<Problem>,
    /// What was counted up to here.
    pub totals: Totals,
    /// Where the scan goes on.
    pub next: Bookmark,
}

/// How a scan ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ended {
    /// What was counted.
    pub totals: Totals,
    /// Whether it stopped at a damaged game, being strict.
    pub at_damage: bool,
}

/// What was made of a block of games.
struct Done<P> {
    part: P,
    problems: Vec<Problem>,
    totals: Totals,
    at_damage: bool,
}

impl Scan<'_> {
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
        let on_block = |positions: &mut Positions, block: &Block, layout: &Layout, source: usize| {
            self.work_on(work, positions, block, layout, &names[source], self.limit.unwrap_or(u64::MAX))
        };
        let input = Input {
            sources: self.sources.into(),
            start: self.start,
            bytes_read: Arc::clone(self.bytes_read),
        };
        if self.limit.is_some_and(|limit| ended.totals.rows >= limit) {
            return Ok(ended);
        }
        input.process(self.threads, &on_block, &mut |item| {
            let mut full = false;
            let step = match item {
                Item::Unreadable { source, error } => {
                    ended.totals.unreadable += 1;
                    let problem = Problem::Unreadable { source_name: names[source].to_string(), error };
                    let next = Bookmark { source: source + 1, ..Bookmark::default() };
                    Step { part: None, problems: vec![problem], totals: ended.totals, next }
                }
                Item::Block { block, layout, source, mut result, next } => {
                    if let Some(limit) = self.limit {
                        let wanted = limit - ended.totals.rows;
                        full = result.totals.rows >= wanted;
                        if full {
                            // To end with the game that has the last row, and not somewhere behind it.
                            let mut positions = Positions::new();
                            result =
                                self.work_on(work, &mut positions, &block, &layout, &names[source], wanted);
                        }
                    }
                    ended.totals += result.totals;
                    ended.at_damage = result.at_damage;
                    let Done { part, problems, .. } = result;
                    Step { part: Some(part), problems, totals: ended.totals, next }
                }
            };
            failed = take(step);
            if full || failed.is_err() || ended.at_damage {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        failed.map(|()| ended)
    }

    /// Works on the games of a block, up to the one with the last wanted row.
    fn work_on<W: Work>(
        &self,
        work: &W,
        positions: &mut Positions,
        block: &Block,
        layout: &Layout,
        source: &str,
        most_rows: u64,
    ) -> Done<W::Part> {
        let mut done =
            Done { part: work.part(), problems: Vec::new(), totals: Totals::default(), at_damage: false };
        let mut tally = Tally { positions: 0, rows: 0, most_rows };
        for record in block.records() {
            let place = Place::Game(record.number);
            let (place, result) = match Game::read(record, layout) {
                None => continue,
                Some(Err(damage)) => (place, Err(damage)),
                Some(Ok(game)) if !self.filter.admits(&game.tags) => {
                    done.totals.filtered += 1;
                    continue;
                }
                Some(Ok(game)) => {
                    (game.place(), self.game(work, game, source, positions, &mut done, &mut tally))
                }
            };
            done.totals.games += 1;
            if let Err(damage) = result {
                done.totals.damaged += 1;
                done.problems.push(Problem::Damaged { source_name: source.to_owned(), place, damage });
                if self.strict {
                    done.at_damage = true;
                    break;
                }
            }
            if tally.rows == most_rows {
                break;
            }
        }
        done.totals.positions = tally.positions;
        done.totals.rows = tally.rows;
        done
    }

    fn game<W: Work>(
        &self,
        work: &W,
        game: Game<'_>,
        source: &str,
        positions: &mut Positions,
        done: &mut Done<W::Part>,
        tally: &mut Tally,
    ) -> Result<(), Box<Damage>> {
        match game.start()? {
            Start::Variant(_) => {
                done.totals.skipped += 1;
                Ok(())
            }
            Start::Position(start) => {
                let player = self.filter.colors(&game.tags);
                let game = SearchedGame { source, game, start, player };
                work.game(&game, positions, &mut done.part, tally)
            }
        }
    }
}
