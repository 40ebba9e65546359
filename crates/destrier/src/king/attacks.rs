//! The squares that kings attack.
//!
//! A king attacks the squares that touch its own by a side or a corner: eight, five from the edge, three from a
//! corner.
//!
//! ```
//! use destrier::{bitboard, king, Square};
//!
//! assert_eq!(king::attacks_from(Square::G2), bitboard! {
//!     . . . . . . . .
//!     . . . . . . . .
//!     . . . . . . . .
//!     . . . . . . . .
//!     . . . . . . . .
//!     . . . . . X X X
//!     . . . . . X . X
//!     . . . . . X X X
//! });
//! ```
//!
//! A side has one king, but fills and searches have many at once: [`attacks`](attacks()) takes any number and
//! answers with the union. A king's own square is in it only if another king of the set stands beside it:
//!
//! ```
//! # use destrier::{bitboard, king};
//! let kings = bitboard! {
//!     X . . . . . . .
//!     . . . . . . . .
//!     . . . . . . . .
//!     . . . . . . . .
//!     . . . . X X . .
//!     . . . . . . . .
//!     . . . . . . . .
//!     . . . . . . . .
//! };
//! assert_eq!(king::attacks(kings), bitboard! {
//!     . X . . . . . .
//!     X X . . . . . .
//!     . . . . . . . .
//!     . . . X X X X .
//!     . . . X X X X .
//!     . . . X X X X .
//!     . . . . . . . .
//!     . . . . . . . .
//! });
//! ```
//!
//! # Formulations
//!
//! All of [`FORMULATIONS`] give the same set. The parallel one is the one to use for sets: it steps sideways first
//! and then takes all that it has up and down at once, which halves the work of going through the eight directions.
//! One king whose square is at hand is a single load from a table, [`attacks_from`].
//!
//! Source: the wiki's *King Pattern* (King Attacks).

use crate::bitboard::Bitboard;
use crate::direction::Direction;
use crate::formulation::Formulation;
use crate::square::Square;

/// Every formulation of [`attacks`](attacks()).
pub const FORMULATIONS: &[Formulation<fn(Bitboard) -> Bitboard>] = &[
    Formulation::new("parallel", "10 operations", attacks),
    Formulation::new("by directions", "21 operations", by_directions),
    Formulation::new("by directions, pre-mask", "21 operations", by_directions_pre_mask),
    Formulation::new("by table", "1 load and 4 operations a king", by_table),
];

/// The squares that any of the kings attacks. 10 operations, no branch, no memory.
///
/// One file to each side, then that and the kings' own squares one rank up and down.
#[inline(always)]
#[must_use]
pub const fn attacks(kings: Bitboard) -> Bitboard {
    let sides = kings.step(Direction::East).0 | kings.step(Direction::West).0;
    let row = kings.0 | sides;
    Bitboard(sides | (row << 8) | (row >> 8))
}

/// The squares that a king on the square attacks, from a table of 64 sets. 1 load.
#[inline]
#[must_use]
pub const fn attacks_from(square: Square) -> Bitboard {
    TABLE[square.index() as usize]
}

static TABLE: [Bitboard; 64] = {
    let mut table = [Bitboard::EMPTY; 64];
    let mut i = 0;
    while i < 64 {
        table[i] = attacks(Square::ALL[i].bitboard());
        i += 1;
    }
    table
};

/// The union of the eight directions, each masked after the shift. 21 operations. The steps one by one are
/// [`Bitboard::step`].
#[inline]
#[must_use]
pub const fn by_directions(kings: Bitboard) -> Bitboard {
    let mut attacks = Bitboard::EMPTY;
    let mut i = 0;
    while i < 8 {
        attacks = attacks.union(Direction::KING[i].step_post_mask(kings));
        i += 1;
    }
    attacks
}

/// The union of the eight directions, each masked before the shift. 21 operations.
#[inline]
#[must_use]
pub const fn by_directions_pre_mask(kings: Bitboard) -> Bitboard {
    let mut attacks = Bitboard::EMPTY;
    let mut i = 0;
    while i < 8 {
        attacks = attacks.union(Direction::KING[i].step_pre_mask(kings));
        i += 1;
    }
    attacks
}

/// A table look-up for each king, found by scanning the bits. 1 load and 4 operations a king. No faster than
/// [`attacks`](attacks()) for a single king still in its set, and slower for more.
#[inline]
#[must_use]
pub const fn by_table(mut kings: Bitboard) -> Bitboard {
    let mut attacks = Bitboard::EMPTY;
    while let Some(square) = kings.pop_first() {
        attacks = attacks.union(attacks_from(square));
    }
    attacks
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::naive::{self, king_attacks_from, sets};

    #[test]
    fn every_formulation_is_the_definition() {
        for way in FORMULATIONS {
            for square in Square::ALL {
                assert_eq!((way.compute)(square.bitboard()), king_attacks_from(square), "{way} {square}");
                assert_eq!(attacks_from(square), king_attacks_from(square));
            }
            for [kings] in sets() {
                assert_eq!((way.compute)(kings), naive::attacks(kings, king_attacks_from), "{way}");
            }
        }
    }

    #[test]
    fn attacks_keep_the_laws_of_sets_and_mirrors() {
        for [a, b] in sets() {
            assert_eq!(attacks(a | b), attacks(a) | attacks(b));
            assert_eq!(
                attacks(a).intersects(b),
                attacks(b).intersects(a),
                "what attacks is attacked from there"
            );
            assert_eq!(attacks(a.flip_vertical()), attacks(a).flip_vertical());
            assert_eq!(attacks(a.mirror_horizontal()), attacks(a).mirror_horizontal());
            assert_eq!(attacks(a.flip_diagonal()), attacks(a).flip_diagonal());
        }
    }

    #[test]
    fn the_table_is_that_of_the_page() {
        const FROM_E4: Bitboard = attacks_from(Square::E4);
        assert_eq!(FROM_E4.bits(), 0x0000_0038_2838_0000);
        assert_eq!(attacks_from(Square::G2).bits(), 0x0000_0000_00e0_a0e0);
        assert_eq!(attacks_from(Square::A1).bits(), 0x0000_0000_0000_0302);
        assert_eq!(attacks_from(Square::H8).bits(), 0x40c0_0000_0000_0000);
        let number_with = |moves| TABLE.iter().filter(|set| set.len() == moves).count();
        assert_eq!([3, 5, 8].map(number_with), [4, 24, 36]);
        assert_eq!(TABLE.iter().map(|set| set.len()).sum::<u32>(), 420);
        assert_eq!(TABLE.iter().fold(0, |xor, set| xor ^ set.bits()), 0xff81_8181_8181_81ff);
    }
}
