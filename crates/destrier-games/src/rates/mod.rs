//! Rates: how often patterns occur, and how often they are found, missed and allowed, by group.
//!
//! 1. Everything counts [chances](crate::Chance): the same possibility on successive turns counts once.
//! 2. A chance belongs to the group of its first finding, with its side, its pattern and the clocks at that moment.
//! 3. An opportunity is a chance with a finding that wins something ([`Worth::is_opportunity`](crate::Worth)).
//! 4. An opportunity is found if one of its findings is played. It is missed if it is not found, and not playing one
//!    of its findings is at least a mistake. Otherwise it is neither. The found rate is found / (found + missed).
//!    Missed chances of one position count once, and those that only avoid a loss count as defences; see
//!    [`GameChance`](crate::GameChance).
//! 5. Each side of a game has its own view of it. A view counts its own side's chances, and the other side's
//!    opportunities as allowed. A group holds views: keys such as `color` and `clock` have the value of the view's
//!    side.
//! 6. If nothing distinguishes the sides, a game counts once in its group. Otherwise it counts once for each side in
//!    the group. The sides are distinguished if a key depends on the side, if rows for a player stand beside rows for
//!    the opponents, or if the selection has a condition on the side.
//! 7. A game counts even if it has no findings. With the key `pattern` it counts in the group of each selected
//!    pattern. With a key of single chances (`clock`, `missed`) it counts in the groups of its side's chances.
//!    With the key `missed`, patterns without a move do not count, because they cannot be missed.
//! 8. Games without positions do not count: games that cannot start, and games of other variants. Damaged games count
//!    up to the damage.
//! 9. Conditions on findings ([`FindingFilter::safe`](crate::FindingFilter::safe) and others) remove findings before anything
//!    is counted. Conditions on the side remove views, but not what these views allowed.
//! 10. Rows are sorted by the keys in their order: by value if the values have an order, otherwise by number of games
//!     and then by name. Names of players that differ only in case are the same, and are shown as most often written.
//!
//! ```
//! use destrier_games::rates::{RateKey, RateRequest};
//! use destrier_games::{FindingFilter, Scan, Source};
//!
//! let pgn = "[White \"A\"]\n[FEN \"q3k3/8/8/1N6/8/8/8/4K3 w - - 0 30\"]\n\n30. Nc7+ Ke7 31. Nxa8 *";
//! let scan = Scan::new([Source::of_memory("game.pgn", pgn.as_bytes())]);
//! let keys = vec![RateKey::by_name("color").unwrap(), RateKey::by_name("pattern").unwrap()];
//! let request = RateRequest::new(keys, FindingFilter::default());
//! let rates = request.count(&scan)?;
//! let forks = &rates.rows[0];
//! assert_eq!((forks.values[0].as_str(), forks.values[1].as_str()), ("white", "knight-fork"));
//! assert_eq!((forks.counts.opportunities, forks.counts.found), (1, 1));
//! # Ok::<(), std::io::Error>(())
//! ```

mod collector;
mod columns;
mod counter;
mod counts;
mod formats;
mod keys;
mod request;
mod rows;
mod table;
mod wilson;
mod writer;

pub(crate) use collector::judged_of_both_sides;
pub use columns::RateColumn;
pub(crate) use counter::{Counted, Counter, View};
pub use counts::RateCounts;
pub use formats::{RATE_FORMATS, RateFormat};
pub(crate) use keys::OPENING_FAMILY;
pub use keys::{KeyValue, RATE_KEYS, RateKey};
pub use request::{RateRequest, Who};
pub use rows::{RateRow, Rates};
pub use wilson::wilson_interval;

use crate::output::OutputWriter;
use crate::scan::{Scan, Step};
use collector::{RateCollector, RateTally};
use std::io;

impl RateRequest {
    /// Counts the games of a scan, which must have the same condition as the request. Skips unreadable
    /// sources, and damaged games from the damage on.
    ///
    /// # Errors
    ///
    /// The errors of [`Scan::run`].
    pub fn count(self, scan: &Scan) -> io::Result<Rates> {
        self.count_and_report(scan, |_| Ok(()))
    }

    /// Counts like [`count`](Self::count), and passes the problems and totals of each step to `report`.
    ///
    /// # Errors
    ///
    /// The errors of [`Scan::run`] and of `report`. An error ends the scan.
    pub fn count_and_report(
        self,
        scan: &Scan,
        mut report: impl FnMut(Step<()>) -> io::Result<()>,
    ) -> io::Result<Rates> {
        let collector = RateCollector::new(self);
        let mut tally = RateTally::default();
        scan.run(&collector, |step| {
            let Step { output, problems, totals, next } = step;
            tally.merge(output.unwrap_or_default());
            report(Step { output: None, problems, totals, next })
        })?;
        Ok(Rates::new(&collector.request, tally))
    }

    /// Opens a writer for a format.
    #[must_use]
    pub fn open(self, format: &'static RateFormat) -> Box<dyn OutputWriter> {
        writer::open(self, format)
    }
}
