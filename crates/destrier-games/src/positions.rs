//! Positions of a game that follow each other, as columns: what the kernels of the library compute over.

use crate::rules::{Continuation, History, Position};
use destrier::{Bitboard, Color};

/// Positions of a game that follow each other, each set of them a column, with how the game goes on from each.
///
/// There is room for [`MOST`](Self::MOST): a longer game comes in several pieces. One is made and used for many games.
#[derive(Clone, Debug)]
pub struct Positions {
    columns: Box<Columns>,
    length: usize,
    /// The ply of the first.
    first_ply: u32,
}

#[derive(Clone, Debug)]
struct Columns {
    sets: [[Bitboard; Positions::ROOM]; 8],
    turns: [Color; Positions::ROOM],
    histories: [History; Positions::ROOM],
    next: [Option<Continuation>; Positions::ROOM],
}

impl Default for Positions {
    fn default() -> Self {
        Self::new()
    }
}

impl Positions {
    /// How many positions come together at most.
    pub const MOST: usize = 1024;

    /// Columns as far apart as a power of two would all want the same lines of the cache.
    const ROOM: usize = Self::MOST + 8;

    /// No positions yet.
    #[must_use]
    pub fn new() -> Self {
        let columns = Columns {
            sets: [[Bitboard::EMPTY; Self::ROOM]; 8],
            turns: [Color::White; Self::ROOM],
            histories: [History::INITIAL; Self::ROOM],
            next: [None; Self::ROOM],
        };
        Self { columns: Box::new(columns), length: 0, first_ply: 0 }
    }

    /// How many there are.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.length
    }

    /// Whether there is none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// Forgets all; the next position has this ply.
    pub(crate) const fn begin(&mut self, ply: u32) {
        self.length = 0;
        self.first_ply = ply;
    }

    /// Adds a position and how the game goes on from it; whether there is room for another.
    #[inline]
    pub(crate) fn push(&mut self, position: &Position, next: Option<Continuation>) -> bool {
        let i = self.length;
        let Columns { sets, turns, histories, next: continuations } = &mut *self.columns;
        if i < Self::MOST {
            for (column, set) in sets.iter_mut().zip(position.columns()) {
                column[i] = set;
            }
            turns[i] = position.turn();
            histories[i] = position.history();
            continuations[i] = next;
            self.length += 1;
        }
        self.length < Self::MOST
    }

    /// The ply of the position at an index: how many moves came before it.
    #[must_use]
    pub const fn ply(&self, index: usize) -> u32 {
        self.first_ply + index as u32
    }

    /// The position at an index.
    ///
    /// # Panics
    ///
    /// When there are not so many.
    #[must_use]
    pub fn position(&self, index: usize) -> Position {
        assert!(index < self.length, "{index} of {} positions", self.length);
        let Columns { sets, turns, histories, .. } = &*self.columns;
        Position::of(std::array::from_fn(|set| sets[set][index]), turns[index], histories[index])
    }

    /// How the game goes on from the position at an index; `None` where it ends.
    #[must_use]
    pub fn next(&self, index: usize) -> Option<Continuation> {
        self.columns.next[..self.length].get(index).copied().flatten()
    }

    /// All, one by one: ply, position, and how the game goes on.
    pub fn iter(&self) -> impl Iterator<Item = (u32, Position, Option<Continuation>)> {
        (0..self.length).map(|index| (self.ply(index), self.position(index), self.next(index)))
    }
}
