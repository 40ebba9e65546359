//! Columns of positions.

use super::columns::{LengthError, sealed::Read};
use super::lane::Lane;
use crate::board::Sets;
use crate::color::Color;

/// Positions as columns: one column for each of the eight sets, and one for the side to move.
///
/// All columns must have the same length. Sets that contradict each other, such as a square of both colors, give
/// unspecified but consistent results: every kernel returns the same.
#[derive(Clone, Copy, Debug)]
pub struct Boards<'a> {
    sets: Sets<&'a [u64]>,
    turns: &'a [Color],
}

impl<'a> Boards<'a> {
    /// Creates positions from columns.
    ///
    /// # Errors
    ///
    /// Returns an error that names the first column whose length is not that of `turns`.
    pub const fn new(sets: Sets<&'a [u64]>, turns: &'a [Color]) -> Result<Self, LengthError> {
        let columns = [
            ("white", sets.white),
            ("black", sets.black),
            ("pawns", sets.pawns),
            ("knights", sets.knights),
            ("bishops", sets.bishops),
            ("rooks", sets.rooks),
            ("queens", sets.queens),
            ("kings", sets.kings),
        ];
        let mut i = 0;
        while i < 8 {
            let (name, column) = columns[i];
            if let Err(error) = LengthError::unless_equal(turns.len(), column.len()) {
                return Err(error.named(name));
            }
            i += 1;
        }
        Ok(Self { sets, turns })
    }

    /// Returns the number of positions.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.turns.len()
    }

    /// Returns `true` if there are no positions.
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
        // SAFETY: `i` is less than the length, which all columns share.
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
