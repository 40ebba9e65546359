//! The most important findings of a report, in bounded memory.

use crate::output::Importance;
use crate::output::html::Spot;
use std::sync::Arc;

/// The importance of a finding on a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Rank {
    /// Whether an allowed opportunity was found.
    pub(super) was_taken: bool,
    /// The importance of a miss.
    pub(super) miss: Option<Importance>,
    pub(super) wins: i32,
    pub(super) rating: Option<u16>,
}

/// A finding with its importance.
pub(super) type Ranked = (Rank, Arc<Spot>);

/// The most important findings: at most one per game, and further ones that fill up if there are too few games.
#[derive(Clone, Debug, Default)]
pub(super) struct Top {
    firsts: Vec<Ranked>,
    others: Vec<Ranked>,
}

impl Top {
    /// The most further findings of a game.
    const MOST_OTHERS: usize = 2;
    /// The least distance in plies between two findings of a game. Closer ones are usually about the same idea.
    const LEAST_DISTANCE: u32 = 10;

    /// Adds the findings of a game and keeps at most `most` of each kind.
    pub(super) fn add_game(&mut self, mut spots: Vec<Ranked>, most: usize) {
        // The sort is stable: of equally important findings, the first one of the game comes first.
        spots.sort_by_key(|(rank, _)| std::cmp::Reverse(*rank));
        let mut chosen: Vec<Ranked> = Vec::new();
        for (rank, spot) in spots {
            let is_far = |(_, other): &Ranked| other.ply.abs_diff(spot.ply) >= Self::LEAST_DISTANCE;
            if chosen.len() <= Self::MOST_OTHERS && chosen.iter().all(is_far) {
                chosen.push((rank, spot));
            }
        }
        let mut chosen = chosen.into_iter();
        if let Some(first) = chosen.next() {
            keep(&mut self.firsts, first, most);
        }
        chosen.for_each(|other| keep(&mut self.others, other, most));
    }

    /// Adds the findings of later games.
    pub(super) fn merge(&mut self, later: Self, most: usize) {
        later.firsts.into_iter().for_each(|spot| keep(&mut self.firsts, spot, most));
        later.others.into_iter().for_each(|spot| keep(&mut self.others, spot, most));
    }

    /// Returns the most important findings.
    pub(super) fn best(&self, most: usize) -> impl Iterator<Item = &Spot> {
        self.firsts.iter().chain(&self.others).take(most).map(|(_, spot)| &**spot)
    }
}

/// Inserts a finding into a sorted list. Of equally important ones, the first ones stay.
fn keep(list: &mut Vec<Ranked>, spot: Ranked, most: usize) {
    let index = list.partition_point(|(rank, _)| *rank >= spot.0);
    if index < most {
        list.insert(index, spot);
        list.truncate(most);
    }
}
