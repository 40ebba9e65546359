//! Boards with their columns. Only tests use them.

use super::{Board, Boards, Color, Sets};
use std::vec::Vec;

/// Boards, together with their columns.
pub(crate) struct Columns {
    pub(crate) boards: Vec<Board>,
    sets: [Vec<u64>; 8],
    pub(crate) turns: Vec<Color>,
}

impl Columns {
    pub(crate) fn new(boards: impl Iterator<Item = Board>) -> Self {
        let boards: Vec<Board> = boards.collect();
        let column = |set: usize| boards.iter().map(|board| board.sets().to_array()[set].bits()).collect();
        let sets = core::array::from_fn(column);
        let turns = boards.iter().map(Board::turn).collect();
        Self { boards, sets, turns }
    }

    pub(crate) fn sets(&self, range: core::ops::Range<usize>) -> Sets<&[u64]> {
        Sets::from_array(self.sets.each_ref().map(|column| &column[range.clone()]))
    }

    pub(crate) fn boards(&self, range: core::ops::Range<usize>) -> Boards<'_> {
        Boards::new(self.sets(range.clone()), &self.turns[range]).unwrap()
    }
}
