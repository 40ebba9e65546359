//! Positions as columns.

use super::columns::{LengthError, sealed::Read};
use super::lane::Lane;
use crate::board::Sets;
use crate::color::Color;

/// Positions as columns: one for each of the eight sets, and the sides to move.
///
/// Nothing is asked of the sets but that there are as many of each: what patterns say of sets that are no position is
/// some set, the same with every kernel.
#[derive(Clone, Copy, Debug)]
pub struct Boards<'a> {
    sets: Sets<&'a [u64]>,
    turns: &'a [Color],
}

impl<'a> Boards<'a> {
    /// The positions of these columns.
    ///
    /// # Errors
    ///
    /// When the columns are not all of one length.
    pub const fn new(sets: Sets<&'a [u64]>, turns: &'a [Color]) -> Result<Self, LengthError> {
        let columns = [
            sets.white,
            sets.black,
            sets.pawns,
            sets.knights,
            sets.bishops,
            sets.rooks,
            sets.queens,
            sets.kings,
        ];
        let mut i = 0;
        while i < 8 {
            if let Err(error) = LengthError::unless_equal(turns.len(), columns[i].len()) {
                return Err(error);
            }
            i += 1;
        }
        Ok(Self { sets, turns })
    }

    /// How many positions there are.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.turns.len()
    }

    /// Whether there is none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.turns.is_empty()
    }
}

impl Read for Boards<'_> {
    type Item = Lane;

    #[inline(always)]
    fn length(&self) -> Result<usize, LengthError> {
        Ok(self.len())
    }

    #[inline(always)]
    unsafe fn get(&self, i: usize) -> Lane {
        let Sets { white, black, pawns, knights, bishops, rooks, queens, kings } = self.sets;
        // SAFETY: `i` is less than the length, which is that of all columns.
        unsafe {
            let sets = Sets {
                white: Read::get(&white, i),
                black: Read::get(&black, i),
                pawns: Read::get(&pawns, i),
                knights: Read::get(&knights, i),
                bishops: Read::get(&bishops, i),
                rooks: Read::get(&rooks, i),
                queens: Read::get(&queens, i),
                kings: Read::get(&kings, i),
            };
            Lane::new(sets, Read::get(&self.turns, i))
        }
    }
}
