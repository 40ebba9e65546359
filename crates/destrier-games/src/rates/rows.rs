//! The groups with their counts, in order.

use super::collector::{Group, RateTally};
use super::counts::RateCounts;
use super::keys::{KeyOrder, KeySource, KeyValue, RateKey};
use super::request::{RateRequest, Who};
use crate::search::Pattern;
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
        let RateRequest { keys, filter, with_opponents, with_worth, .. } = request;
        let of_pattern = keys.iter().position(|key| matches!(key.source, KeySource::Pattern));
        let has_opportunities = |values: &[KeyValue]| {
            let is_counted = |pattern: &'static Pattern| {
                of_pattern.is_none_or(|index| values[index] == KeyValue::of_pattern(pattern))
                    && pattern.is_move
            };
            *with_worth && filter.patterns.iter().copied().any(is_counted)
        };
        let row = |(Group { who, values }, counts): (Group, RateCounts)| {
            let has_opportunities = has_opportunities(&values);
            let spelled = |(value, key): (KeyValue, &&RateKey)| {
                if key.is_player() { value.spelled(&tally.names) } else { value }
            };
            let values = values.into_iter().zip(keys).map(spelled).collect();
            RateRow { has_opportunities, who, values, counts }
        };
        let mut rows: Vec<RateRow> = tally.groups.into_iter().map(row).collect();
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
