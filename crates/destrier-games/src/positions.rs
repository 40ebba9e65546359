//! Positions of a game that follow each other, as columns: what the kernels of the library compute over.

use crate::rules::{Continuation, History, Position};
use destrier::batch::{Boards, Kernel};
use destrier::{Bitboard, Color, Sets};

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
    sets: [[u64; Positions::ROOM]; 8],
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
            sets: [[0; Self::ROOM]; 8],
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

    /// Whether more than one can be added.
    pub(crate) const fn has_room_for_two(&self) -> bool {
        self.length + 1 < Self::MOST
    }

    /// Whether none can be added.
    pub(crate) const fn is_full(&self) -> bool {
        self.length == Self::MOST
    }

    /// Adds a position and how the game goes on from it, unless it is full.
    #[inline]
    pub(crate) fn push(&mut self, position: &Position, next: Option<Continuation>) {
        let i = self.length;
        let Columns { sets, turns, histories, next: continuations } = &mut *self.columns;
        if i < Self::MOST {
            let Sets { white, black, pawns, knights, bishops, rooks, queens, kings } = position.sets();
            let all = [white, black, pawns, knights, bishops, rooks, queens, kings];
            for (column, set) in sets.iter_mut().zip(all) {
                column[i] = set.bits();
            }
            turns[i] = position.turn();
            histories[i] = position.history();
            continuations[i] = next;
            self.length += 1;
        }
    }

    /// The columns of sets, as the library computes with.
    #[must_use]
    pub fn boards(&self) -> Boards<'_> {
        let column = |set: usize| &self.columns.sets[set][..self.length];
        let sets = Sets {
            white: column(0),
            black: column(1),
            pawns: column(2),
            knights: column(3),
            bishops: column(4),
            rooks: column(5),
            queens: column(6),
            kings: column(7),
        };
        Boards::new(sets, &self.columns.turns[..self.length]).expect("columns of one length")
    }

    /// The first position in which the side that has moved is in check: no legal move leads there.
    pub(crate) fn king_left_in_check(&self) -> Option<usize> {
        let mut in_check = [false; Self::MOST];
        let in_check = &mut in_check[..self.length];
        let look = Kernel::best().map(
            self.boards(),
            &mut *in_check,
            #[inline(always)]
            |board| board.attacks(board.turn()).intersects(board.king(!board.turn())),
        );
        look.expect("as many answers as positions");
        in_check.iter().position(|&in_check| in_check)
    }

    /// Forgets the positions from an index on; the game ends before it.
    pub(crate) const fn truncate(&mut self, length: usize) {
        self.length = length;
        if let Some(last) = length.checked_sub(1) {
            self.columns.next[last] = None;
        }
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
        let [white, black, pawns, knights, bishops, rooks, queens, kings] =
            sets.each_ref().map(|column| Bitboard::from_bits(column[index]));
        let sets = Sets { white, black, pawns, knights, bishops, rooks, queens, kings };
        Position::of(sets, turns[index], histories[index])
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
