//! Rates: how often patterns occur, and how often they are found, missed and allowed, by group.
//!
//! 1. Everything counts [chances](crate::Chance): the same possibility on successive turns counts once.
//! 2. A chance belongs to the group of its first finding, with its side, its pattern and the clocks at that moment.
//! 3. An opportunity is a chance with a finding that wins something ([`Worth::is_opportunity`](crate::Worth)).
//! 4. An opportunity is found if one of its findings is played. It is missed if it is not found, and not playing one
//!    of its findings is at least a mistake. Otherwise it is neither. The found rate is found / (found + missed).
//! 5. Each side of a game has its own view of it. A view counts its own side's chances, and the other side's
//!    opportunities as allowed. A group holds views: keys such as `color` and `clock` have the value of the view's
//!    side.
//! 6. If nothing distinguishes the sides, a game counts once in its group. Otherwise it counts once for each side in
//!    the group. The sides are distinguished if a key depends on the side, if rows for a player stand beside rows for
//!    the opponents, or if the selection has a condition on the side.
//! 7. A game counts even if it has no findings. With the key `pattern` it counts in the group of each selected
//!    pattern. With a key of single chances (`clock`, `missed`) it counts in the groups of its side's chances.
//! 8. Games without positions do not count: games that cannot start, and games of other variants. Damaged games count
//!    up to the damage.
//! 9. Conditions on findings ([`Selection::safe`] and others) remove findings before anything is counted. Conditions
//!    on the side remove views, but not what these views allowed.
//! 10. Rows are sorted by the keys in their order: by value if the values have an order, otherwise by number of games
//!     and then by name.
//!
//! ```
//! use destrier_games::rates::{RateKey, RateRequest};
//! use destrier_games::{Scan, Selection, Source};
//!
//! let pgn = "[White \"A\"]\n[FEN \"q3k3/8/8/1N6/8/8/8/4K3 w - - 0 30\"]\n\n30. Nc7+ Ke7 31. Nxa8 *";
//! let scan = Scan::new([Source::of_memory("game.pgn", pgn.as_bytes())]);
//! let keys = vec![RateKey::by_name("color").unwrap(), RateKey::by_name("pattern").unwrap()];
//! let request = RateRequest::new(keys, Selection::default());
//! let rates = request.count(&scan)?;
//! let forks = &rates.rows[0];
//! assert_eq!((forks.values[0].as_str(), forks.values[1].as_str()), ("white", "knight-fork"));
//! assert_eq!((forks.counts.opportunities, forks.counts.found), (1, 1));
//! # Ok::<(), std::io::Error>(())
//! ```

mod collector;
mod columns;
mod counts;
mod formats;
mod keys;
mod table;
mod wilson;
mod writer;

pub use columns::RateColumn;
pub use counts::RateCounts;
pub use formats::{RATE_FORMATS, RateFormat};
pub use keys::{KeyValue, RATE_KEYS, RateKey};
pub use wilson::wilson_interval;

use crate::games::GameFilter;
use crate::output::OutputWriter;
use crate::scan::{GameCondition, Scan, Step};
use crate::search::{Pattern, Selection};
use collector::{Group, Groups, RateCollector};
use keys::{KeyOrder, KeySource};
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;
use std::collections::HashMap;
use std::fmt;
use std::io;
use std::sync::Arc;

/// A request for rates.
#[derive(Clone)]
pub struct RateRequest {
    /// The keys of the groups, in the order of their columns, without repetition.
    pub keys: Vec<&'static RateKey>,
    /// Which findings form chances, and which sides have rows. The conditions [`played`](Selection::played),
    /// [`worth`](Selection::worth), [`one_per`](Selection::one_per) and [`sample`](Selection::sample) are ignored.
    pub selection: Selection,
    /// The condition of the scan, which knows the player's color.
    pub condition: Arc<dyn GameCondition>,
    /// Whether each group has one row for the player that the condition names and one for the opponents.
    pub with_opponents: bool,
    /// Whether to compute the worth of moves. Without it, only chances are counted.
    pub with_worth: bool,
}

impl fmt::Debug for RateRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { keys, selection, with_opponents, with_worth, .. } = self;
        f.debug_struct("RateRequest")
            .field("keys", &keys.iter().map(|key| key.name).collect::<Vec<_>>())
            .field("selection", selection)
            .field("with_opponents", with_opponents)
            .field("with_worth", with_worth)
            .finish_non_exhaustive()
    }
}

impl RateRequest {
    /// Creates a request for the selected findings of all games, grouped by some keys.
    #[must_use]
    pub fn new(keys: Vec<&'static RateKey>, selection: Selection) -> Self {
        let condition = Arc::new(GameFilter::default());
        Self { keys, selection, condition, with_opponents: false, with_worth: true }
    }

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
        let mut groups = Groups::new();
        scan.run(&collector, |step| {
            let Step { output, problems, totals, next } = step;
            merge(&mut groups, output.unwrap_or_default());
            report(Step { output: None, problems, totals, next })
        })?;
        Ok(Rates::new(&collector.request, groups))
    }

    /// Opens a writer for a format.
    #[must_use]
    pub fn open(self, format: &'static RateFormat) -> Box<dyn OutputWriter> {
        writer::open(self, format)
    }
}

/// Adds the counts of later games.
fn merge(groups: &mut Groups, others: Groups) {
    for (group, counts) in others {
        *groups.entry(group).or_default() += counts;
    }
}

/// Whose chances a row counts, if a player is named.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Who {
    /// The player's chances.
    Player,
    /// The opponents' chances.
    Opponents,
}

impl Who {
    /// Returns `player` or `opponents`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Player => "player",
            Self::Opponents => "opponents",
        }
    }
}

/// How often patterns occur and are found, by group.
#[derive(Clone, Debug)]
pub struct Rates {
    /// The keys of the groups.
    pub keys: Vec<&'static RateKey>,
    /// Whether rows for a player stand beside rows for the opponents.
    pub with_opponents: bool,
    /// Whether opportunities were counted, and not only chances.
    pub with_worth: bool,
    /// The groups, sorted.
    pub rows: Vec<RateRow>,
}

/// A group with its counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RateRow {
    /// Whose chances the row counts, if a player is named.
    pub who: Option<Who>,
    /// The value of each key.
    pub values: Vec<KeyValue>,
    /// Whether there can be opportunities: the worth of moves was computed, and a pattern of the group has moves.
    pub has_opportunities: bool,
    /// The counts.
    pub counts: RateCounts,
}

/// The sort key of a value: known before unknown, then by games or rank, then by name.
type Place = (bool, Reverse<u64>, KeyValue);

impl Rates {
    fn new(request: &RateRequest, groups: Groups) -> Self {
        let RateRequest { keys, selection, with_opponents, with_worth, .. } = request;
        let of_pattern = keys.iter().position(|key| matches!(key.source, KeySource::Pattern));
        let has_opportunities = |values: &[KeyValue]| {
            let is_counted = |pattern: &'static Pattern| {
                of_pattern.is_none_or(|index| values[index] == KeyValue::of_pattern(pattern))
                    && pattern.is_move
            };
            *with_worth && selection.patterns.iter().copied().any(is_counted)
        };
        let row = |(Group { who, values }, counts)| RateRow {
            has_opportunities: has_opportunities(&values),
            who,
            values,
            counts,
        };
        let mut rows: Vec<RateRow> = groups.into_iter().map(row).collect();
        sort(&mut rows, keys);
        Self { keys: keys.clone(), with_opponents: *with_opponents, with_worth: *with_worth, rows }
    }
}

fn sort(rows: &mut [RateRow], keys: &[&RateKey]) {
    // The number of games of the largest row with each prefix of values, for keys sorted by games.
    let mut most: HashMap<Vec<KeyValue>, u64> = HashMap::new();
    for (index, _) in keys.iter().enumerate().filter(|(_, key)| key.order == KeyOrder::Games) {
        for row in &*rows {
            let games = most.entry(row.values[..=index].to_vec()).or_default();
            *games = row.counts.games.max(*games);
        }
    }
    rows.sort_by_cached_key(|row| {
        let place = |(index, value): (usize, &KeyValue)| -> Place {
            let games = most.get(&row.values[..=index]).copied().unwrap_or(0);
            (value.is_unknown(), Reverse(games), value.clone())
        };
        (row.values.iter().enumerate().map(place).collect::<Vec<_>>(), row.who)
    });
}
