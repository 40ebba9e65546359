//! All values of a position in one pass.

use super::columns::{BLOCK, Flush, LengthError, sealed::Write};
use super::lane::step;
use super::{Lane, Side};
use crate::bitboard::Bitboard;
use crate::king;
use crate::king::LineSet;

/// The columns of all [`values`](crate::values) of a side, for [`Kernel::map`](super::Kernel::map) to write with
/// [`Lane::values`], or in an array of two with [`Lane::values_of_both`].
#[derive(Debug)]
#[expect(missing_docs, reason = "their names are those of the values")]
pub struct ValueColumns<'a> {
    pub knight_attacks: &'a mut [u64],
    pub fork_squares: &'a mut [u64],
    pub forking_knights: &'a mut [u64],
    pub king_escapes: &'a mut [u64],
    /// As [`LineSet::bits`] has them.
    pub king_lines: &'a mut [u8],
    /// 0 the king's, 1 the queen's, [`ABSENT`](super::ABSENT) none.
    pub shield_wing: &'a mut [u8],
    /// 0 to 63, [`ABSENT`](super::ABSENT) without a wing.
    pub shield_index: &'a mut [u8],
    pub passers: &'a mut [u64],
    pub uncatchable: &'a mut [u64],
    pub king_reach: &'a mut [u64],
}

/// The values of a side in a position, on their way from [`Lane::values`] to [`ValueColumns`].
#[derive(Clone, Copy, Debug)]
#[must_use]
pub struct LaneValues {
    knight_attacks: Bitboard,
    fork_squares: Bitboard,
    forking_knights: Bitboard,
    king_escapes: Bitboard,
    king_lines: LineSet,
    shield_wing: u8,
    shield_index: u8,
    passers: Bitboard,
    uncatchable: Bitboard,
    // The walk is made when a block of positions is there, for as many steps as these need.
    king: Bitboard,
    path: Bitboard,
}

impl Lane {
    /// All values of a side. About 600 operations, and 12 a step of the longest walk of a king among 64 positions.
    #[inline(always)]
    pub const fn values(&self, side: Side) -> LaneValues {
        let opponent = side.other();
        let leapers = self.pawn_attacks(opponent).union(self.knight_attacks(opponent));
        let near = leapers.union(self.king_attacks(opponent));
        let defended = near.union(self.slider_attacks(opponent));
        let king = self.king(side);
        let guarded = near.union(self.slider_attacks_through(opponent, king));
        let taboo = self.color(side).union(guarded);
        let king_escapes = king::attacks(king).difference(taboo);
        let [shield_wing, shield_index] = self.shield(side);
        LaneValues {
            knight_attacks: self.knight_attacks(side),
            fork_squares: self.fork_squares_of(side, defended, leapers),
            forking_knights: self.forking_knights(side),
            king_escapes,
            king_lines: super::lane::open_lines(king, king_escapes),
            shield_wing,
            shield_index,
            passers: self.passers(side),
            uncatchable: self.uncatchable(side),
            king,
            path: taboo.complement().union(king),
        }
    }

    /// All values of White and of Black. About 1100 operations, since much is common to both, and twice the steps.
    #[inline(always)]
    pub const fn values_of_both(&self) -> [LaneValues; 2] {
        [self.values(Side::WHITE), self.values(Side::BLACK)]
    }
}

/// The values of some positions, on the stack.
struct Block {
    sets: [[u64; BLOCK]; SETS],
    bytes: [[u8; BLOCK]; BYTES],
    path: [u64; BLOCK],
}

const SETS: usize = 7;
const BYTES: usize = 3;

impl Block {
    const EMPTY: Self = Self { sets: [[0; BLOCK]; SETS], bytes: [[0; BLOCK]; BYTES], path: [0; BLOCK] };

    #[inline(always)]
    const fn put(&mut self, i: usize, values: LaneValues) {
        self.sets[0][i] = values.knight_attacks.0;
        self.sets[1][i] = values.fork_squares.0;
        self.sets[2][i] = values.forking_knights.0;
        self.sets[3][i] = values.king_escapes.0;
        self.sets[4][i] = values.passers.0;
        self.sets[5][i] = values.uncatchable.0;
        self.sets[6][i] = values.king.0;
        self.bytes[0][i] = values.king_lines.bits();
        self.bytes[1][i] = values.shield_wing;
        self.bytes[2][i] = values.shield_index;
        self.path[i] = values.path.0;
    }

    /// Lets the kings walk until none of the block gets further: at most 8 rounds of four steps and one in which nothing
    /// grows, since no walk is longer than 31 ([`Lane::king_reach`]).
    #[inline(always)]
    fn walk(&mut self) {
        let reach = &mut self.sets[6];
        loop {
            let mut grown = 0;
            for (reach, path) in reach.iter_mut().zip(&self.path) {
                let path = Bitboard(*path);
                let before = step(step(step(Bitboard(*reach), path), path), path);
                let after = step(before, path);
                grown |= before.0 ^ after.0;
                *reach = after.0;
            }
            if grown == 0 {
                return;
            }
        }
    }

    /// # Safety
    ///
    /// The columns have `number` positions from `start` on.
    #[inline(always)]
    unsafe fn flush(&self, flush: &Flush, columns: &mut ValueColumns<'_>, start: usize, number: usize) {
        let [attacks, forks, forking, escapes, passers, uncatchable, reach] = &self.sets;
        let [lines, wing, index] = &self.bytes;
        // SAFETY: the caller's.
        unsafe {
            flush.write(columns.knight_attacks, start, attacks, number);
            flush.write(columns.fork_squares, start, forks, number);
            flush.write(columns.forking_knights, start, forking, number);
            flush.write(columns.king_escapes, start, escapes, number);
            flush.write(columns.passers, start, passers, number);
            flush.write(columns.uncatchable, start, uncatchable, number);
            flush.write(columns.king_reach, start, reach, number);
            flush.write(columns.king_lines, start, lines, number);
            flush.write(columns.shield_wing, start, wing, number);
            flush.write(columns.shield_index, start, index, number);
        }
    }
}

impl<const N: usize> Write for [ValueColumns<'_>; N] {
    type Item = [LaneValues; N];

    fn length(&self) -> Result<usize, LengthError> {
        let mut length = None;
        for columns in self {
            let found = columns.length()?;
            LengthError::unless_equal(*length.get_or_insert(found), found)?;
        }
        Ok(length.unwrap_or(0))
    }

    #[inline(always)]
    unsafe fn fill(mut self, length: usize, item: impl Fn(usize) -> Self::Item) {
        let mut blocks = [const { Block::EMPTY }; N];
        let Some(first) = self.first() else { return };
        let mut flush = Flush::new(length, first.knight_attacks);
        while let Some((start, number)) = flush.next() {
            // A number that the compiler does not know keeps it from making vectors of so much.
            if number == BLOCK {
                for i in 0..BLOCK {
                    let items = item(start + i);
                    for n in 0..N {
                        blocks[n].put(i, items[n]);
                    }
                }
            } else {
                for i in 0..number.min(BLOCK) {
                    let items = item(start + i);
                    for n in 0..N {
                        blocks[n].put(i, items[n]);
                    }
                }
            }
            for (block, columns) in blocks.iter_mut().zip(&mut self) {
                block.walk();
                // SAFETY: `number` positions from `start` on are there.
                unsafe { block.flush(&flush, columns, start, number) };
            }
        }
    }
}

impl Write for ValueColumns<'_> {
    type Item = LaneValues;

    fn length(&self) -> Result<usize, LengthError> {
        let length = self.knight_attacks.len();
        for found in [
            self.fork_squares.len(),
            self.forking_knights.len(),
            self.king_escapes.len(),
            self.king_lines.len(),
            self.shield_wing.len(),
            self.shield_index.len(),
            self.passers.len(),
            self.uncatchable.len(),
            self.king_reach.len(),
        ] {
            LengthError::unless_equal(length, found)?;
        }
        Ok(length)
    }

    #[inline(always)]
    unsafe fn fill(self, length: usize, item: impl Fn(usize) -> LaneValues) {
        // SAFETY: the caller's.
        unsafe {
            [self].fill(
                length,
                #[inline(always)]
                |i| [item(i)],
            );
        }
    }
}
