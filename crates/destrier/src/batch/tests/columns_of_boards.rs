//! Boards with their columns. Only tests use them.

use super::{Bitboard, Board, Boards, Color, Sets};
use std::vec::Vec;

/// Boards, together with their columns.
pub(crate) struct Columns {
    pub(crate) boards: Vec<Board>,
    sets: Sets<Vec<u64>>,
    pub(crate) turns: Vec<Color>,
}

impl Columns {
    pub(crate) fn new(boards: impl Iterator<Item = Board>) -> Self {
        let boards: Vec<Board> = boards.collect();
        let column =
            |get: fn(Sets) -> Bitboard| boards.iter().map(|board| get(board.sets()).bits()).collect();
        let sets = Sets {
            white: column(|sets| sets.white),
            black: column(|sets| sets.black),
            pawns: column(|sets| sets.pawns),
            knights: column(|sets| sets.knights),
            bishops: column(|sets| sets.bishops),
            rooks: column(|sets| sets.rooks),
            queens: column(|sets| sets.queens),
            kings: column(|sets| sets.kings),
        };
        let turns = boards.iter().map(Board::turn).collect();
        Self { boards, sets, turns }
    }

    pub(crate) fn sets(&self, range: core::ops::Range<usize>) -> Sets<&[u64]> {
        Sets {
            white: &self.sets.white[range.clone()],
            black: &self.sets.black[range.clone()],
            pawns: &self.sets.pawns[range.clone()],
            knights: &self.sets.knights[range.clone()],
            bishops: &self.sets.bishops[range.clone()],
            rooks: &self.sets.rooks[range.clone()],
            queens: &self.sets.queens[range.clone()],
            kings: &self.sets.kings[range],
        }
    }

    pub(crate) fn boards(&self, range: core::ops::Range<usize>) -> Boards<'_> {
        Boards::new(self.sets(range.clone()), &self.turns[range]).unwrap()
    }
}
