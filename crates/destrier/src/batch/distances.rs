//! Distances for columns.

use super::columns::ABSENT;
use crate::bitboard::Bitboard;
use crate::{king, knight};

macro_rules! distances {
    ($($(#[$attribute:meta])* $name:ident: $leaper:ident, $most:literal;)*) => {$(
        $(#[$attribute])*
        #[inline(always)]
        #[must_use]
        pub const fn $name(a: Bitboard, b: Bitboard) -> u8 {
            let mut set = a.0;
            let mut apart = 0;
            // The compiler unrolls this loop, because the number of steps is constant.
            let mut step = 0;
            while step < $most {
                apart += (set & b.0 == 0) as u64;
                set |= $leaper::attacks(Bitboard(set)).0;
                step += 1;
            }
            if (a.0 == 0) | (b.0 == 0) { ABSENT } else { apart as u8 }
        }
    )*};
}

distances! {
    /// Computes [`knight::set_distance`] without a branch, in a fixed number of steps. Returns
    /// [`ABSENT`](super::ABSENT) if a set is empty.
    knight_distance: knight, 6;
    /// Computes [`king::set_distance`] without a branch, in a fixed number of steps. Returns
    /// [`ABSENT`](super::ABSENT) if a set is empty.
    king_distance: king, 7;
}
