//! The squares that kings attack.

use crate::bitboard::Bitboard;
use crate::direction::Direction;
use crate::formulations::Formulation;
use crate::square::Square;

/// Every formulation of [`attacks`](attacks()).
///
/// All return the same set. Use [`attacks`](attacks()) for sets: it steps sideways first and then
/// shifts the whole row up and down, which takes half as many operations as eight single directions. For one king on
/// a known square, use the table, [`attacks_from`].
pub const FORMULATIONS: &[Formulation<fn(Bitboard) -> Bitboard>] = &[
    Formulation::new("parallel", "10 operations", attacks),
    Formulation::new("by directions", "21 operations", by_directions),
    Formulation::new("by directions, pre-mask", "21 operations", by_directions_pre_mask),
    Formulation::new("by table", "6 operations, 1 load and 1 branch per king", by_table),
];

/// Returns the squares that any of the kings attacks.
///
/// ```
/// use destrier::{bitboard, king};
///
/// let kings = bitboard! {
///     X . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . X X . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
/// };
/// assert_eq!(king::attacks(kings), bitboard! {
///     . X . . . . . .
///     X X . . . . . .
///     . . . . . . . .
///     . . . X X X X .
///     . . . X X X X .
///     . . . X X X X .
///     . . . . . . . .
///     . . . . . . . .
/// });
/// ```
///
/// A king attacks the squares adjacent to its own: eight, five on an edge, three in a corner. A king's own square is
/// included only if another king stands next to it. For one king on a known square, use the table, [`attacks_from`].
///
/// The function steps one file to each side. Then it shifts the resulting rows one rank up and down.
///
/// Cost: 10 operations, no branch, no memory.
///
/// Source: the wiki's *King Pattern* (King Attacks).
#[inline(always)]
#[must_use]
pub const fn attacks(kings: Bitboard) -> Bitboard {
    let sides = kings.step(Direction::East).0 | kings.step(Direction::West).0;
    let row = kings.0 | sides;
    Bitboard(sides | (row << 8) | (row >> 8))
}

/// Returns the squares that a king on the given square attacks, from a table of 64 sets.
///
/// ```
/// use destrier::{bitboard, king, Square};
///
/// assert_eq!(king::attacks_from(Square::G2), bitboard! {
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . X X X
///     . . . . . X . X
///     . . . . . X X X
/// });
/// ```
///
/// Cost: 1 load.
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

/// Computes [`attacks`](attacks()) as the union of the eight directions, each masked after the shift.
///
/// For a single direction, see [`Bitboard::step`].
#[inline]
#[must_use]
pub const fn by_directions(kings: Bitboard) -> Bitboard {
    let mut attacks = Bitboard::EMPTY;
    let mut i = 0;
    while i < 8 {
        attacks = attacks.union(kings.step(Direction::KING[i]));
        i += 1;
    }
    attacks
}

/// Computes [`attacks`](attacks()) as the union of the eight directions, each masked before the shift.
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

/// Computes [`attacks`](attacks()) with a bit scan and a table lookup for each king.
///
/// This is no faster than [`attacks`](attacks()) for a set of one king, and slower for more.
#[inline]
#[must_use]
pub const fn by_table(mut kings: Bitboard) -> Bitboard {
    let mut attacks = Bitboard::EMPTY;
    while let Some(square) = kings.pop_first() {
        attacks = attacks.union(attacks_from(square));
    }
    attacks
}

/// Every formulation of [`fill`](fill()).
///
/// Both return the same set and take the same time when compiled. [`fill`](fill()) saves one operation. Use [`with_attacks`] where you need the attacks as well.
pub const FILL_FORMULATIONS: &[Formulation<fn(Bitboard) -> Bitboard>] = &[
    Formulation::new("in place", "10 operations", fill),
    Formulation::new("with attacks", "11 operations", with_attacks),
];

/// Returns the kings' own squares and all squares that they attack.
///
/// ```
/// use destrier::{king, Bitboard, Square};
///
/// let reached = Bitboard::from_squares(&[Square::A1, Square::B1, Square::A2, Square::B2]);
/// assert_eq!(king::fill(Square::A1.bitboard()), reached);
/// ```
///
/// The function steps one file to each side. Then it shifts the resulting rows one rank up and down.
///
/// Cost: 10 operations, no branch, no memory.
#[inline(always)]
#[must_use]
pub const fn fill(kings: Bitboard) -> Bitboard {
    let row = kings.0 | kings.step(Direction::East).0 | kings.step(Direction::West).0;
    Bitboard(row | (row << 8) | (row >> 8))
}

/// Computes [`fill`](fill()) as the union of the kings and their [`attacks`](attacks()).
#[inline]
#[must_use]
pub const fn with_attacks(kings: Bitboard) -> Bitboard {
    kings.union(attacks(kings))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::naive::{self, king_attacks_from, sets};

    #[test]
    fn formulations_match_the_definition() {
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
    fn a_fill_adds_what_is_attacked() {
        for formulation in FILL_FORMULATIONS {
            let fill = formulation.compute;
            for [a, b] in sets() {
                assert_eq!(fill(a), a | naive::attacks(a, king_attacks_from), "{formulation}");
                assert_eq!(fill(a | b), fill(a) | fill(b));
                assert_eq!(fill(a.flip_vertical()), fill(a).flip_vertical());
                assert_eq!(fill(a.mirror_horizontal()), fill(a).mirror_horizontal());
            }
        }
    }

    #[test]
    fn the_table_matches_the_wiki() {
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
