//! The transposition table: what is known of positions that were searched before.

use super::evaluation::Score;
use crate::chess::{Move, Position};

/// What a score says of the true value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Bound {
    #[default]
    Exact,
    /// The value is at least the score.
    Lower,
    /// The value is at most the score.
    Upper,
}

/// The result of searching a position.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Entry {
    check: u32,
    question: u32,
    pub(super) best: Option<Move>,
    score: i16,
    pub(super) depth: i8,
    pub(super) bound: Bound,
}

impl Entry {
    pub(super) fn score(&self) -> Score {
        Score::from(self.score)
    }
}

/// A table of fixed size. A new entry replaces the old one. Entries of earlier questions count as empty, so that an
/// answer depends on its own question alone.
#[derive(Clone, Debug, Default)]
pub(super) struct Table {
    entries: Vec<Entry>,
    question: u32,
}

impl Table {
    /// The number of entries, 1 MiB.
    const LEN: usize = 1 << 16;

    /// Forgets all entries.
    pub(super) fn start(&mut self) {
        if self.entries.is_empty() || self.question == u32::MAX {
            self.entries.clear();
            self.entries.resize(Self::LEN, Entry::default());
            self.question = 0;
        }
        self.question += 1;
    }

    #[inline]
    pub(super) fn get(&self, key: u64) -> Option<Entry> {
        let entry = self.entries[key as usize % Self::LEN];
        (entry.question == self.question && entry.check == (key >> 32) as u32).then_some(entry)
    }

    /// Keeps a result. Without a move, the one that is known of the position stays.
    #[inline]
    pub(super) fn insert(&mut self, key: u64, best: Option<Move>, score: Score, depth: i32, bound: Bound) {
        let best = best.or_else(|| self.get(key)?.best);
        self.entries[key as usize % Self::LEN] = Entry {
            check: (key >> 32) as u32,
            question: self.question,
            best,
            score: score as i16,
            depth: depth as i8,
            bound,
        };
    }
}

/// Returns a number that tells positions apart: pieces, side to move, castling rights and en passant square.
///
/// Multiplications mix the sets, so moves need not maintain a key.
#[inline]
pub(super) fn key(position: &Position) -> u64 {
    let (sets, state) = (position.sets(), position.state());
    let mut key = 0x9e37_79b9_7f4a_7c15 ^ u64::from(position.turn().index());
    for set in
        [sets.white, sets.pawns, sets.knights, sets.bishops, sets.rooks, sets.queens, sets.kings, state]
    {
        let product =
            u128::from(key ^ set.bits()) * u128::from(0xd6e8_feb8_6659_fd93_u64 ^ set.bits().rotate_left(32));
        key = (product as u64) ^ (product >> 64) as u64;
    }
    key
}
