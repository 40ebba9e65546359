//! Consecutive positions of a game as columns, which the kernels of the library process.

use super::moves::Continuation;
#[cfg(feature = "files")]
use super::notation::SanWithSign;
use super::position::{History, Position};
use destrier::batch::{self, Boards, Lane};
use destrier::{Bitboard, Color, Sets};

/// A fast filter that looks at many positions at once.
///
/// A screen writes one byte per position. The lower seven bits tell what the position may have; their meaning is up to
/// the screen. The highest bit marks a position that no legal move leads to. Positions with the byte 0 are not searched.
pub trait Screen {
    /// Writes the byte of every position.
    fn mark(&self, boards: Boards<'_>, marks: &mut [u8]);
}

/// A screen that marks every position for everything.
#[derive(Clone, Copy, Debug)]
pub struct Unscreened;

impl Screen for Unscreened {
    fn mark(&self, boards: Boards<'_>, marks: &mut [u8]) {
        let marked = batch::map!(boards, marks, |board| !ILLEGAL | reached_illegally(&board));
        marked.expect("the columns have the same length");
    }
}

/// The bit of a position where the side that has just moved is in check, so no legal move leads to it.
const ILLEGAL: u8 = 1 << 7;

/// Returns the highest bit if the side that has just moved is in check, and 0 otherwise.
#[inline(always)]
pub(crate) fn reached_illegally(board: &Lane) -> u8 {
    let (turn, king) = (board.turn(), board.king(!board.turn()));
    // These attacks ignore the king as a blocker. Screens that look for its escapes need the same set.
    ILLEGAL * u8::from(board.attacks_through(turn, king).intersects(king))
}

/// Returns whether the side to move is in check.
#[cfg(feature = "files")]
#[inline(always)]
fn is_check(board: &Lane) -> bool {
    let (turn, king) = (board.turn(), board.king(board.turn()));
    board.attacks_through(!turn, king).intersects(king)
}

/// Consecutive positions of a game, with the continuation from each. Every set of the positions is a column.
///
/// Holds up to [`MAX`](Self::MAX) positions; a longer game comes in several parts. Create it once and reuse it for
/// many games.
#[derive(Clone, Debug)]
pub struct Positions {
    columns: Box<PositionColumns>,
    /// The byte of the [`Screen`] for each position.
    marks: Box<[u8; Positions::CAPACITY]>,
    length: usize,
    /// The ply of the first position.
    first_ply: u32,
}

#[derive(Clone, Debug)]
struct PositionColumns {
    sets: [[u64; Positions::CAPACITY]; 8],
    turns: [Color; Positions::CAPACITY],
    // Not a column of `History`: copying one right after a move has changed its fields makes the processor wait.
    castling_rooks: [Bitboard; Positions::CAPACITY],
    en_passant: [Bitboard; Positions::CAPACITY],
    halfmoves: [u32; Positions::CAPACITY],
    fullmoves: [u32; Positions::CAPACITY],
    next: [Option<Continuation>; Positions::CAPACITY],
}

impl Default for Positions {
    fn default() -> Self {
        Self::new()
    }
}

impl Positions {
    /// The maximum number of positions.
    pub const MAX: usize = 1024;

    /// Not a power of two, so that the columns do not compete for the same cache lines.
    const CAPACITY: usize = Self::MAX + 8;

    /// Creates an empty collection.
    #[must_use]
    pub fn new() -> Self {
        let columns = PositionColumns {
            sets: [[0; Self::CAPACITY]; 8],
            turns: [Color::White; Self::CAPACITY],
            castling_rooks: [Bitboard::EMPTY; Self::CAPACITY],
            en_passant: [Bitboard::EMPTY; Self::CAPACITY],
            halfmoves: [0; Self::CAPACITY],
            fullmoves: [0; Self::CAPACITY],
            next: [None; Self::CAPACITY],
        };
        Self { columns: Box::new(columns), marks: Box::new([0; Self::CAPACITY]), length: 0, first_ply: 0 }
    }

    /// Returns the number of positions.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.length
    }

    /// Returns whether there are no positions.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// Removes all positions. The next one to be added has this ply.
    pub(crate) const fn begin(&mut self, ply: u32) {
        self.length = 0;
        self.first_ply = ply;
    }

    /// Returns whether at least two positions can be added.
    pub(crate) const fn has_room_for_two(&self) -> bool {
        self.length + 1 < Self::MAX
    }

    pub(crate) const fn is_full(&self) -> bool {
        self.length == Self::MAX
    }

    /// Adds a position and its continuation. Does nothing if the collection is full.
    #[inline]
    pub(crate) fn push(&mut self, position: &Position, next: Option<Continuation>) {
        let (i, columns) = (self.length, &mut *self.columns);
        if i < Self::MAX {
            for (column, set) in columns.sets.iter_mut().zip(position.sets().to_array()) {
                column[i] = set.bits();
            }
            columns.turns[i] = position.turn();
            let History { castling_rooks, en_passant, halfmoves, fullmoves } = position.history();
            columns.castling_rooks[i] = castling_rooks;
            columns.en_passant[i] = en_passant;
            columns.halfmoves[i] = halfmoves;
            columns.fullmoves[i] = fullmoves;
            columns.next[i] = next;
            self.length += 1;
        }
    }

    /// Returns the positions as the kernels of the library take them.
    #[must_use]
    pub fn boards(&self) -> Boards<'_> {
        self.columns.boards(self.length)
    }

    pub(crate) fn sets(&self) -> Sets<&[u64]> {
        self.columns.sets(self.length)
    }

    pub(crate) fn turns(&self) -> &[Color] {
        &self.columns.turns[..self.length]
    }

    /// Screens all positions. Returns the index of the first one that no legal move leads to.
    pub(crate) fn screen(&mut self, screen: &impl Screen) -> Option<usize> {
        let marks = &mut self.marks[..self.length];
        screen.mark(self.columns.boards(self.length), marks);
        // Illegal moves are rare, and this test looks at many marks at once.
        if marks.iter().fold(0, |all, mark| all | mark) & ILLEGAL == 0 {
            return None;
        }
        marks.iter().position(|&mark| mark & ILLEGAL != 0)
    }

    /// Returns the byte of the screen for each position.
    pub(crate) fn marks(&self) -> &[u8] {
        &self.marks[..self.length]
    }

    /// Removes the positions from an index on, and the continuation of the last position before it.
    pub(crate) const fn truncate(&mut self, length: usize) {
        self.length = length;
        if let Some(last) = length.checked_sub(1) {
            self.columns.next[last] = None;
        }
    }

    /// Returns the ply of the position at an index: the number of moves before it. The index may be out of bounds.
    #[must_use]
    pub const fn ply(&self, index: usize) -> u32 {
        self.first_ply.saturating_add(index as u32)
    }

    /// Returns the position at an index.
    ///
    /// # Panics
    ///
    /// Panics if the index is out of bounds.
    #[must_use]
    pub fn position(&self, index: usize) -> Position {
        assert!(index < self.length, "index {index} is out of bounds for {} positions", self.length);
        let columns = &*self.columns;
        let sets = Sets::from_array(columns.sets.each_ref().map(|column| Bitboard::from_bits(column[index])));
        let history = History {
            castling_rooks: columns.castling_rooks[index],
            en_passant: columns.en_passant[index],
            halfmoves: columns.halfmoves[index],
            fullmoves: columns.fullmoves[index],
        };
        Position::of(sets, columns.turns[index], history)
    }

    /// Returns the continuation from the position at an index, or `None` if the game ends there.
    #[must_use]
    pub fn next(&self, index: usize) -> Option<Continuation> {
        self.columns.next[..self.length].get(index).copied().flatten()
    }

    /// Returns the continuation from each position in SAN with its check sign, or `None` where the game ends.
    ///
    /// Does the same as [`Continuation::san`], but detects checks for all positions at once.
    #[cfg(feature = "files")]
    pub(crate) fn sans(&self) -> impl Iterator<Item = Option<SanWithSign>> {
        let mut checks = [false; Self::CAPACITY];
        let checked = batch::map!(self.boards(), &mut checks[..self.length], |board| is_check(&board));
        checked.expect("the columns have the same length");
        (0..self.length).map(move |index| {
            let next = self.next(index)?;
            let position = self.position(index);
            let Continuation::Move(played) = next else { return Some(next.san(&position)) };
            if index + 1 == self.length {
                return Some(position.san(played));
            }
            let sign = if !checks[index + 1] {
                ""
            } else if self.position(index + 1).is_checkmate() {
                "#"
            } else {
                "+"
            };
            Some(SanWithSign { san: position.bare_san(played), sign })
        })
    }

    /// Iterates over the positions with their ply and continuation.
    pub fn iter(&self) -> impl Iterator<Item = (u32, Position, Option<Continuation>)> {
        (0..self.length).map(|index| (self.ply(index), self.position(index), self.next(index)))
    }
}

impl PositionColumns {
    fn boards(&self, length: usize) -> Boards<'_> {
        Boards::new(self.sets(length), &self.turns[..length]).expect("the columns have the same length")
    }

    fn sets(&self, length: usize) -> Sets<&[u64]> {
        Sets::from_array(self.sets.each_ref().map(|column| &column[..length]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_stop_at_capacity() {
        let mut positions = Positions::new();
        assert!(positions.is_empty() && positions.has_room_for_two());
        for length in 1..=Positions::MAX {
            assert!(!positions.is_full());
            positions.push(&Position::INITIAL, None);
            assert_eq!((positions.len(), positions.is_empty()), (length, false));
            assert_eq!(positions.has_room_for_two(), length + 2 <= Positions::MAX);
        }
        assert!(positions.is_full());
        positions.push(&Position::INITIAL, None);
        assert_eq!(positions.len(), Positions::MAX);
        positions.begin(7);
        assert!(positions.is_empty());
        assert_eq!((positions.ply(0), positions.ply(2)), (7, 9));
    }
}
