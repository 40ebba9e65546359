//! The counts of a report, and the first findings of each group.

use super::comparison::Comparison;
use super::top::Top;
use crate::games::Spellings;
use crate::output::html::Spot;
use crate::rates::{KeyValue, RateCounts};
use crate::search::GameChance;
use std::collections::HashMap;
use std::sync::Arc;

/// Everything that a report needs from the games.
#[derive(Debug, Default)]
pub(super) struct ReportTally {
    /// The groups of each section.
    pub(super) sections: Vec<Groups>,
    /// The counts by pattern, rating and speed, for norms.
    pub(super) cells: Groups,
    /// The most important findings of each column.
    pub(super) tops: Vec<ColumnTops>,
    /// The spellings of the name in each column's heading.
    pub(super) names: [Spellings; 2],
    /// Games that belong to no column, for example because their date is unknown.
    pub(super) left_out: u64,
    /// Games of a person against a computer, if they do not count.
    pub(super) against_computers: u64,
    /// Games with names of the same person on both sides.
    pub(super) against_self: u64,
}

/// The groups of a section, by column and the values of the key.
pub(super) type Groups = HashMap<(usize, Vec<KeyValue>), Group>;

/// The most important findings of a column.
#[derive(Debug, Default)]
pub(super) struct ColumnTops {
    pub(super) missed: Top,
    pub(super) allowed: Top,
    pub(super) found: Top,
}

/// What became of an opportunity or a defence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fate {
    Found,
    Missed,
    /// A defence that was missed.
    Defence,
    /// The game's move was about as good, or the game ended.
    Neither,
    /// An opportunity of the other side.
    Allowed,
}

impl Fate {
    pub(super) const ALL: [Self; 5] =
        [Self::Missed, Self::Defence, Self::Found, Self::Neither, Self::Allowed];

    /// Returns what became of a chance, `None` if it is neither an opportunity nor a missed defence.
    pub(super) fn of<T>(chance: &GameChance<T>) -> Option<Self> {
        match () {
            () if chance.is_found() => Some(Self::Found),
            () if chance.is_missed() => Some(Self::Missed),
            () if chance.is_missed_defence() => Some(Self::Defence),
            () => chance.is_opportunity.then_some(Self::Neither),
        }
    }
}

/// A group of a section.
#[derive(Clone, Debug, Default)]
pub(super) struct Group {
    pub(super) counts: RateCounts,
    /// The points that the misses cost, where a win is one point.
    pub(super) points: f64,
    /// The biggest findings of each fate.
    pub(super) spots: [Vec<Arc<Spot>>; 5],
}

impl Group {
    /// The most findings of each fate that are not misses.
    const MAX: usize = 8;

    /// Returns the most misses of a group that are listed. A report about a person lists all of them; the number only
    /// bounds the memory.
    pub(super) const fn max(comparison: &Comparison) -> usize {
        if comparison.is_about_players() { 1_000 } else { 100 }
    }

    /// Adds a finding to the list of a fate, the biggest first. `max` is the most misses.
    pub(super) fn list(&mut self, fate: Fate, spot: &Arc<Spot>, max: usize) {
        let max = if matches!(fate, Fate::Missed | Fate::Defence) { max } else { Self::MAX };
        let list = &mut self.spots[fate as usize];
        let index = list.partition_point(|other| size(other) >= size(spot));
        if index < max {
            list.insert(index, Arc::clone(spot));
            list.truncate(max);
        }
    }

    /// Returns the biggest findings of a fate.
    pub(super) fn spots(&self, fate: Fate) -> &[Arc<Spot>] {
        &self.spots[fate as usize]
    }

    /// Returns how many findings have a fate.
    pub(super) const fn count(&self, fate: Fate) -> u64 {
        let RateCounts { opportunities, found, missed, defences, allowed, .. } = self.counts;
        match fate {
            Fate::Found => found,
            Fate::Missed => missed,
            Fate::Defence => defences,
            Fate::Neither => opportunities - found - missed,
            Fate::Allowed => allowed,
        }
    }

    /// Adds a group of later games, or another group of the same games. `max` is the most misses.
    pub(super) fn merge(&mut self, other: Self, max: usize) {
        self.counts += other.counts;
        self.points += other.points;
        for fate in Fate::ALL {
            other.spots(fate).iter().for_each(|spot| self.list(fate, spot, max));
        }
    }
}

/// Returns the size of a finding: the winning chances that missing it cost, or else the pawns that it wins.
fn size(spot: &Spot) -> f64 {
    let wins = spot.finding.worth.map_or(0, |worth| worth.wins);
    spot.finding.miss.map_or(f64::from(wins), |miss| miss.lost)
}

impl ReportTally {
    /// The most groups of a section. Further ones are added up, so that memory does not grow with the games.
    const MAX_GROUPS: usize = 1_000;

    pub(super) fn new(sections: usize, columns: usize) -> Self {
        Self {
            sections: (0..sections).map(|_| Groups::new()).collect(),
            tops: (0..columns).map(|_| ColumnTops::default()).collect(),
            ..Self::default()
        }
    }

    /// Adds the tally of later games. `max` is the number of important findings to keep, and `max_listed` the most misses of a
    /// group.
    pub(super) fn merge(&mut self, later: Self, max: usize, max_listed: usize) {
        for (groups, later) in self.sections.iter_mut().zip(later.sections) {
            merge_groups(groups, later, max_listed);
        }
        merge_groups(&mut self.cells, later.cells, max_listed);
        for (tops, later) in self.tops.iter_mut().zip(later.tops) {
            tops.missed.merge(later.missed, max);
            tops.allowed.merge(later.allowed, max);
            tops.found.merge(later.found, max);
        }
        for (names, later) in self.names.iter_mut().zip(later.names) {
            names.merge(later);
        }
        self.left_out += later.left_out;
        self.against_computers += later.against_computers;
        self.against_self += later.against_self;
    }
}

fn merge_groups(groups: &mut Groups, later: Groups, max_listed: usize) {
    // The order of a hash map is random, and the limit depends on the order.
    let mut later: Vec<_> = later.into_iter().collect();
    later.sort_by(|(one, _), (other, _)| one.cmp(other));
    for ((column, values), group) in later {
        let is_full = groups.len() >= ReportTally::MAX_GROUPS;
        let key = (column, values);
        let key = if is_full && !groups.contains_key(&key) {
            (column, key.1.iter().map(|_| KeyValue::OTHER).collect())
        } else {
            key
        };
        groups.entry(key).or_default().merge(group, max_listed);
    }
}
