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
    const MAX_OTHERS: usize = 2;
    /// The least distance in plies between two findings of a game. Closer ones are usually about the same idea.
    const MIN_DISTANCE: u32 = 10;

    /// Adds the findings of a game and keeps at most `max` of each kind.
    pub(super) fn add_game(&mut self, mut spots: Vec<Ranked>, max: usize) {
        // The sort is stable: of equally important findings, the first one of the game comes first.
        spots.sort_by_key(|(rank, _)| std::cmp::Reverse(*rank));
        let mut chosen: Vec<Ranked> = Vec::new();
        for (rank, spot) in spots {
            let mut others = chosen.iter();
            let is_far = others.all(|(_, other)| other.ply.abs_diff(spot.ply) >= Self::MIN_DISTANCE);
            if chosen.len() <= Self::MAX_OTHERS && is_far {
                chosen.push((rank, spot));
            }
        }
        let mut chosen = chosen.into_iter();
        if let Some(first) = chosen.next() {
            keep(&mut self.firsts, first, max);
        }
        chosen.for_each(|other| keep(&mut self.others, other, max));
    }

    /// Adds the findings of later games.
    pub(super) fn merge(&mut self, later: Self, max: usize) {
        later.firsts.into_iter().for_each(|spot| keep(&mut self.firsts, spot, max));
        later.others.into_iter().for_each(|spot| keep(&mut self.others, spot, max));
    }

    /// Returns the most important findings, one per game.
    pub(super) fn one_per_game(&self) -> impl Iterator<Item = &Spot> {
        self.firsts.iter().map(|(_, spot)| &**spot)
    }

    /// Returns the most important findings: one per game, and then further ones of the same games.
    pub(super) fn all(&self) -> impl Iterator<Item = &Spot> {
        self.firsts.iter().chain(&self.others).map(|(_, spot)| &**spot)
    }
}

/// Inserts a finding into a sorted list. Of equally important ones, the first ones stay. Collections often contain a
/// game twice, but a position is shown once.
fn keep(list: &mut Vec<Ranked>, spot: Ranked, max: usize) {
    let is_known = list.iter().any(|(_, known)| {
        known.position.sets() == spot.1.position.sets() && known.finding.by == spot.1.finding.by
    });
    if is_known {
        return;
    }
    let index = list.partition_point(|(rank, _)| *rank >= spot.0);
    if index < max {
        list.insert(index, spot);
        list.truncate(max);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::Position;
    use crate::output::html::GameFacts;
    use crate::search::find;

    /// Returns a finding at a ply, in a position that depends on the move number.
    fn spot(ply: u32, wins: i32, king: char) -> Ranked {
        let position: Position =
            format!("q3k3/8/8/1N6/8/8/8/{}K{} w - - 0 1", king, 55 - king as u8).parse().unwrap();
        let finding = find(&position, None)[0];
        let game = Arc::new(GameFacts::unknown());
        let spot = Spot { position, finding, ply, next: None, before: None, clock: None, link: None, game };
        (Rank { was_taken: false, miss: None, wins, rating: None }, Arc::new(spot))
    }

    fn plies(top: &Top, max: usize) -> Vec<u32> {
        top.all().take(max).map(|spot| spot.ply).collect()
    }

    #[test]
    fn one_of_each_game_comes_first() {
        let mut top = Top::default();
        top.add_game(vec![spot(10, 5, '1'), spot(14, 9, '2'), spot(40, 3, '3')], 4);
        top.add_game(vec![spot(11, 3, '4')], 4);
        // The finding at ply 10 is too close to the one at ply 14.
        assert_eq!(plies(&top, 4), [14, 11, 40]);
        assert_eq!(plies(&top, 2), [14, 11]);
    }

    #[test]
    fn memory_is_bounded_and_positions_are_shown_once() {
        let mut top = Top::default();
        for (ply, king) in [(1, '1'), (2, '2'), (3, '3'), (4, '4'), (5, '1')] {
            let mut later = Top::default();
            later.add_game(vec![spot(ply, ply as i32, king)], 3);
            top.merge(later, 3);
        }
        assert_eq!(plies(&top, 9), [5, 4, 3]);
        top.add_game(vec![spot(6, 6, '1')], 3);
        assert_eq!(plies(&top, 9), [5, 4, 3], "the same position");
    }
}
