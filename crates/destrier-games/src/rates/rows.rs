//! The groups with their counts, in order.

use super::collector::{Group, RateTally};
use super::counts::RateCounts;
use super::keys::{KeyOrder, KeySource, KeyValue, RateKey};
use super::request::{RateRequest, Who};
use std::cmp::Reverse;
use std::collections::HashMap;

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
    pub(super) fn new(request: &RateRequest, tally: RateTally) -> Self {
        let RateRequest { keys, filter, judged_by, with_opponents, .. } = request;
        let with_worth = judged_by.is_some();
        let pattern_key = keys.iter().position(|key| matches!(key.source, KeySource::Pattern));
        let mut rows = Vec::with_capacity(tally.groups.len());
        for (Group { who, values }, counts) in tally.groups {
            let has_opportunities = with_worth
                && filter.patterns.iter().any(|pattern| {
                    pattern.is_move
                        && pattern_key.is_none_or(|index| values[index] == KeyValue::of_pattern(pattern))
                });
            let values = values
                .into_iter()
                .zip(keys)
                .map(|(value, key)| if key.is_player() { value.spelled(&tally.names) } else { value });
            rows.push(RateRow { has_opportunities, who, values: values.collect(), counts });
        }
        sort(&mut rows, keys);
        Self { keys: keys.clone(), with_opponents: *with_opponents, with_worth, rows }
    }
}

fn sort(rows: &mut [RateRow], keys: &[&RateKey]) {
    // The number of games of the largest row with each prefix of values, for keys sorted by games.
    let mut largest: HashMap<Vec<KeyValue>, u64> = HashMap::new();
    for (index, _) in keys.iter().enumerate().filter(|(_, key)| key.order == KeyOrder::Games) {
        for row in &*rows {
            let games = largest.entry(row.values[..=index].to_vec()).or_default();
            *games = row.counts.games.max(*games);
        }
    }
    rows.sort_by_cached_key(|row| {
        let places = row.values.iter().enumerate().map(|(index, value)| -> Place {
            let games = largest.get(&row.values[..=index]).copied().unwrap_or(0);
            (value.is_unknown(), Reverse(games), value.clone())
        });
        (places.collect::<Vec<_>>(), row.who)
    });
}
