//! Positions of a game that follow each other, as columns: what the kernels of the library compute over.

use super::moves::Continuation;
use super::position::{History, Position};
use destrier::batch::{Boards, Kernel, Lane};
use destrier::{Bitboard, Color, Sets};

/// Looks at many positions at once, before they are looked at one by one.
///
/// A screen writes a byte a position: bits of its own, which say what the position may have, and the highest bit where
/// no legal move leads. What it does not mark nobody looks at.
pub trait Screen {
    /// Writes the byte of every position.
    fn mark(&self, boards: Boards<'_>, marks: &mut [u8]);
}

/// The screen that says of every position that it may have everything.
#[derive(Clone, Copy, Debug)]
pub struct Unscreened;

impl Screen for Unscreened {
    fn mark(&self, boards: Boards<'_>, marks: &mut [u8]) {
        let marked = Kernel::best().map(
            boards,
            marks,
            #[inline(always)]
            |board| !ILLEGAL | reached_illegally(&board),
        );
        marked.expect("columns of one length");
    }
}

/// The bit of a position in which the side that has moved is in check, where no legal move leads.
const ILLEGAL: u8 = 1 << 7;

/// The highest bit where the side that has moved is in check, 0 elsewhere.
#[inline(always)]
pub(crate) fn reached_illegally(board: &Lane) -> u8 {
    let (turn, king) = (board.turn(), board.king(!board.turn()));
    // Without the king in the way: those who look for its escapes compute that anyway.
    ILLEGAL * u8::from(board.attacks_through(turn, king).intersects(king))
}

/// Positions of a game that follow each other, each set of them a column, with how the game goes on from each.
///
/// There is room for [`MOST`](Self::MOST): a longer game comes in several pieces. One is best made once and used for
/// many games.
#[derive(Clone, Debug)]
pub struct Positions {
    columns: Box<PositionColumns>,
    /// What the [`Screen`] said of each.
    marks: Box<[u8; Positions::ROOM]>,
    length: usize,
    /// The ply of the first.
    first_ply: u32,
}

#[derive(Clone, Debug)]
struct PositionColumns {
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
        let columns = PositionColumns {
            sets: [[0; Self::ROOM]; 8],
            turns: [Color::White; Self::ROOM],
            histories: [History::INITIAL; Self::ROOM],
            next: [None; Self::ROOM],
        };
        Self { columns: Box::new(columns), marks: Box::new([0; Self::ROOM]), length: 0, first_ply: 0 }
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
        let PositionColumns { sets, turns, histories, next: continuations } = &mut *self.columns;
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
        self.columns.boards(self.length)
    }

    /// The columns of sets.
    #[cfg(feature = "files")]
    pub(crate) fn sets(&self) -> Sets<&[u64]> {
        self.columns.sets(self.length)
    }

    /// The sides to move.
    #[cfg(feature = "files")]
    pub(crate) fn turns(&self) -> &[Color] {
        &self.columns.turns[..self.length]
    }

    /// Screens all of them; the first that no legal move leads to.
    pub(crate) fn screen(&mut self, screen: &impl Screen) -> Option<usize> {
        let marks = &mut self.marks[..self.length];
        screen.mark(self.columns.boards(self.length), marks);
        marks.iter().position(|&mark| mark & ILLEGAL != 0)
    }

    /// What the screen said of each.
    pub(crate) fn marks(&self) -> &[u8] {
        &self.marks[..self.length]
    }

    /// Forgets the positions from an index on; the game ends before it.
    pub(crate) const fn truncate(&mut self, length: usize) {
        self.length = length;
        if let Some(last) = length.checked_sub(1) {
            self.columns.next[last] = None;
        }
    }

    /// The ply of the position at an index: how many moves came before it. Of an index that is not there, what it would
    /// be.
    #[must_use]
    pub const fn ply(&self, index: usize) -> u32 {
        self.first_ply.saturating_add(index as u32)
    }

    /// The position at an index.
    ///
    /// # Panics
    ///
    /// When there are not so many.
    #[must_use]
    pub fn position(&self, index: usize) -> Position {
        assert!(index < self.length, "{index} of {} positions", self.length);
        let PositionColumns { sets, turns, histories, .. } = &*self.columns;
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

impl PositionColumns {
    fn boards(&self, length: usize) -> Boards<'_> {
        Boards::new(self.sets(length), &self.turns[..length]).expect("columns of one length")
    }

    fn sets(&self, length: usize) -> Sets<&[u64]> {
        let column = |set: usize| &self.sets[set][..length];
        Sets {
            white: column(0),
            black: column(1),
            pawns: column(2),
            knights: column(3),
            bishops: column(4),
            rooks: column(5),
            queens: column(6),
            kings: column(7),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_counted_up_to_the_most() {
        let mut positions = Positions::new();
        assert!(positions.is_empty() && positions.has_room_for_two());
        for length in 1..=Positions::MOST {
            assert!(!positions.is_full());
            positions.push(&Position::INITIAL, None);
            assert_eq!((positions.len(), positions.is_empty()), (length, false));
            assert_eq!(positions.has_room_for_two(), length + 2 <= Positions::MOST);
        }
        assert!(positions.is_full());
        positions.push(&Position::INITIAL, None);
        assert_eq!(positions.len(), Positions::MOST);
        positions.begin(7);
        assert!(positions.is_empty());
        assert_eq!((positions.ply(0), positions.ply(2)), (7, 9));
    }
}
