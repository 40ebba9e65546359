//! The counts of a report, and the first findings of each group.

use super::top::Top;
use crate::games::Spellings;
use crate::output::html::Spot;
use crate::rates::{KeyValue, RateCounts};
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

/// What became of an opportunity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fate {
    Found,
    Missed,
    /// The game's move was about as good, or the game ended.
    Neither,
    /// An opportunity of the other side.
    Allowed,
}

impl Fate {
    pub(super) const ALL: [Self; 4] = [Self::Missed, Self::Found, Self::Neither, Self::Allowed];
}

/// A group of a section.
#[derive(Clone, Debug, Default)]
pub(super) struct Group {
    pub(super) counts: RateCounts,
    /// The points that the misses cost, where a win is one point.
    pub(super) points: f64,
    /// The first findings of each fate.
    pub(super) spots: [Vec<Arc<Spot>>; 4],
}

impl Group {
    /// The most findings of each fate.
    const MAX: usize = 8;

    /// Adds a finding to the list of a fate, unless it is full.
    pub(super) fn list(&mut self, fate: Fate, spot: &Arc<Spot>) {
        let list = &mut self.spots[fate as usize];
        if list.len() < Self::MAX {
            list.push(Arc::clone(spot));
        }
    }

    /// Returns the first findings of a fate.
    pub(super) fn spots(&self, fate: Fate) -> &[Arc<Spot>] {
        &self.spots[fate as usize]
    }

    /// Returns how many findings have a fate.
    pub(super) const fn count(&self, fate: Fate) -> u64 {
        let RateCounts { opportunities, found, missed, allowed, .. } = self.counts;
        match fate {
            Fate::Found => found,
            Fate::Missed => missed,
            Fate::Neither => opportunities - found - missed,
            Fate::Allowed => allowed,
        }
    }

    /// Adds a group of later games, or another group of the same games.
    pub(super) fn merge(&mut self, other: Self) {
        self.counts += other.counts;
        self.points += other.points;
        for (list, more) in self.spots.iter_mut().zip(other.spots) {
            let free = Self::MAX.saturating_sub(list.len());
            list.extend(more.into_iter().take(free));
        }
    }
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

    /// Adds the tally of later games. `max` is the number of important findings to keep.
    pub(super) fn merge(&mut self, later: Self, max: usize) {
        for (groups, later) in self.sections.iter_mut().zip(later.sections) {
            merge_groups(groups, later);
        }
        merge_groups(&mut self.cells, later.cells);
        for (tops, later) in self.tops.iter_mut().zip(later.tops) {
            tops.missed.merge(later.missed, max);
            tops.allowed.merge(later.allowed, max);
            tops.found.merge(later.found, max);
        }
        for (names, later) in self.names.iter_mut().zip(later.names) {
            names.merge(later);
        }
        self.left_out += later.left_out;
    }
}

fn merge_groups(groups: &mut Groups, later: Groups) {
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
        groups.entry(key).or_default().merge(group);
    }
}
