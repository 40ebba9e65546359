//! The squares that knights attack.
//!
//! A knight attacks the squares two steps away along a rank or file and one to the side, whatever stands
//! between: at most eight, two from a corner.
//!
//! ```
//! use destrier::{bitboard, knight, Square};
//!
//! assert_eq!(knight::attacks_from(Square::D4), bitboard! {
//!     . . . . . . . .
//!     . . . . . . . .
//!     . . X . X . . .
//!     . X . . . X . .
//!     . . . . . . . .
//!     . X . . . X . .
//!     . . X . X . . .
//!     . . . . . . . .
//! });
//! ```
//!
//! [`attacks`](attacks()) takes any number of knights at once and answers with the union of what they attack.
//! A knight's own square is in it only if another knight attacks it:
//!
//! ```
//! # use destrier::{bitboard, knight};
//! let knights = bitboard! {
//!     . . . . . . . .
//!     . . . . . . . .
//!     . . . . . . . .
//!     . . . . . . . .
//!     . . . . . . . .
//!     . . X . . . . .
//!     . . . . . . . .
//!     . X . . . . . .
//! };
//! assert_eq!(knight::attacks(knights), bitboard! {
//!     . . . . . . . .
//!     . . . . . . . .
//!     . . . . . . . .
//!     . X . X . . . .
//!     X . . . X . . .
//!     X . X . . . . .
//!     X . . X X . . .
//!     . X . X . . . .
//! });
//! ```
//!
//! # Formulations
//!
//! All of [`FORMULATIONS`] give the same set. The parallel one is the one to use: short, without branch or
//! memory, and the same cost for any number of knights. One knight whose square is at hand is a single load from
//! a table, [`attacks_from`].
//!
//! Attacks distribute over union, and they go both ways: `t` is attacked from `s` when `s` is from `t`.
//!
//! Source: the wiki's *Knight Pattern* and *AVX2* (Knight Attacks).

use crate::bitboard::Bitboard;
use crate::direction::Direction;
use crate::formulation::Formulation;
use crate::square::Square;

/// Every formulation of [`attacks`](attacks()).
pub const FORMULATIONS: &[Formulation<fn(Bitboard) -> Bitboard>] = &[
    Formulation::new("parallel", "17 operations", attacks),
    Formulation::new("two stage", "17 operations in a longer chain", two_stage),
    Formulation::new("by directions", "23 operations", by_directions),
    Formulation::new("by directions, pre-mask", "23 operations", by_directions_pre_mask),
    Formulation::new("four lane", "5 operations on four lanes and 3 to join them", four_lane),
    Formulation::new("by table", "1 load and 4 operations a knight", by_table),
];

/// The squares that any of the knights attacks. 17 operations, no branch, no memory.
///
/// One and two files to each side at once, then up and down by the ranks that remain of the knight's move.
#[inline(always)]
#[must_use]
pub const fn attacks(knights: Bitboard) -> Bitboard {
    let b = knights.0;
    let one_west = (b >> 1) & Direction::West.post_mask().0;
    let two_west = (b >> 2) & Direction::NoWeWe.post_mask().0;
    let one_east = (b << 1) & Direction::East.post_mask().0;
    let two_east = (b << 2) & Direction::NoEaEa.post_mask().0;
    let one = one_west | one_east;
    let two = two_west | two_east;
    Bitboard((one << 16) | (one >> 16) | (two << 8) | (two >> 8))
}

/// The squares that a knight on the square attacks, from a table of 64 sets. 1 load.
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

/// One file to the side and two ranks, then one file more and one rank. 17 operations, of which more wait for
/// each other than in [`attacks`](attacks()); as compiled, both take the same time.
#[inline]
#[must_use]
pub const fn two_stage(knights: Bitboard) -> Bitboard {
    let east = knights.step(Direction::East);
    let west = knights.step(Direction::West);
    let one = east.0 | west.0;
    let two = east.step(Direction::East).0 | west.step(Direction::West).0;
    Bitboard((one << 16) | (one >> 16) | (two << 8) | (two >> 8))
}

/// The union of the eight directions, each masked after the shift. 23 operations. The steps one by one are
/// [`Bitboard::step`]; [`knight::moves`](super::moves()) keeps them apart.
#[inline]
#[must_use]
pub const fn by_directions(knights: Bitboard) -> Bitboard {
    let mut attacks = Bitboard::EMPTY;
    let mut i = 0;
    while i < 8 {
        attacks = attacks.union(Direction::KNIGHT[i].step_post_mask(knights));
        i += 1;
    }
    attacks
}

/// The union of the eight directions, each masked before the shift. 23 operations.
#[inline]
#[must_use]
pub const fn by_directions_pre_mask(knights: Bitboard) -> Bitboard {
    let mut attacks = Bitboard::EMPTY;
    let mut i = 0;
    while i < 8 {
        attacks = attacks.union(Direction::KNIGHT[i].step_pre_mask(knights));
        i += 1;
    }
    attacks
}

/// The eight directions as two halves of four lanes, left shifts and right shifts by the same four amounts: the
/// shape of the AVX2 instructions that shift each lane by its own amount, here in portable code. 5 operations on four
/// lanes and 3 to join them.
#[inline]
#[must_use]
pub const fn four_lane(knights: Bitboard) -> Bitboard {
    const SHIFTS: [u32; 4] = [10, 17, 15, 6];
    const LEFT: [Direction; 4] = [Direction::NoEaEa, Direction::NoNoEa, Direction::NoNoWe, Direction::NoWeWe];
    const RIGHT: [Direction; 4] =
        [Direction::SoWeWe, Direction::SoSoWe, Direction::SoSoEa, Direction::SoEaEa];
    let mut lanes = [0; 4];
    let mut i = 0;
    while i < 4 {
        let left = (knights.0 << SHIFTS[i]) & LEFT[i].post_mask().0;
        let right = (knights.0 >> SHIFTS[i]) & RIGHT[i].post_mask().0;
        lanes[i] = left | right;
        i += 1;
    }
    Bitboard((lanes[0] | lanes[1]) | (lanes[2] | lanes[3]))
}

/// A table look-up for each knight, found by scanning the bits. 1 load and 4 operations a knight. Wins for single
/// knights whose answers do not wait for each other, loses to the branch that ends the loop when the number of knights
/// cannot be foreseen.
#[inline]
#[must_use]
pub const fn by_table(mut knights: Bitboard) -> Bitboard {
    let mut attacks = Bitboard::EMPTY;
    while let Some(square) = knights.pop_first() {
        attacks = attacks.union(attacks_from(square));
    }
    attacks
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::naive::{self, knight_attacks_from, sets};

    #[test]
    fn every_formulation_is_the_definition() {
        for way in FORMULATIONS {
            for square in Square::ALL {
                assert_eq!((way.compute)(square.bitboard()), knight_attacks_from(square), "{way} {square}");
                assert_eq!(attacks_from(square), knight_attacks_from(square));
            }
            for [knights] in sets() {
                assert_eq!((way.compute)(knights), naive::attacks(knights, knight_attacks_from), "{way}");
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
            assert_eq!(
                attacks(a & Bitboard::DARK_SQUARES),
                attacks(a & Bitboard::DARK_SQUARES) & Bitboard::LIGHT_SQUARES
            );
        }
    }

    /// Shift, mask and name of each lane; the same amounts shift the first half to the left and the second to the right.
    #[test]
    fn each_lane_of_the_page_is_a_direction() {
        const NOT_A: u64 = 0xfefe_fefe_fefe_fefe;
        const NOT_AB: u64 = 0xfcfc_fcfc_fcfc_fcfc;
        const NOT_H: u64 = 0x7f7f_7f7f_7f7f_7f7f;
        const NOT_GH: u64 = 0x3f3f_3f3f_3f3f_3f3f;
        let lanes = [
            (10, (NOT_AB, "noEaEa"), (NOT_GH, "soWeWe")),
            (17, (NOT_A, "noNoEa"), (NOT_H, "soSoWe")),
            (15, (NOT_H, "noNoWe"), (NOT_A, "soSoEa")),
            (6, (NOT_GH, "noWeWe"), (NOT_AB, "soEaEa")),
        ];
        let direction = |name| Direction::KNIGHT.into_iter().find(|d| d.name() == name).unwrap();
        for [knights] in sets() {
            let mut all = 0;
            for (shift, (left_mask, left), (right_mask, right)) in lanes {
                let (to_left, to_right) =
                    ((knights.0 << shift) & left_mask, (knights.0 >> shift) & right_mask);
                assert_eq!(direction(left).step_post_mask(knights).bits(), to_left, "{left}");
                assert_eq!(direction(right).step_post_mask(knights).bits(), to_right, "{right}");
                all |= to_left | to_right;
            }
            assert_eq!(four_lane(knights).bits(), all);
        }
    }

    #[test]
    fn the_table_is_that_of_the_page() {
        assert_eq!(attacks_from(Square::D4).bits(), 0x0000_1422_0022_1400);
        assert_eq!(attacks_from(Square::A1).bits(), 0x0000_0000_0002_0400);
        assert_eq!(attacks_from(Square::B1).bits(), 0x0000_0000_0005_0800);
        assert_eq!(attacks_from(Square::H8).bits(), 0x0020_4000_0000_0000);
        let number_with = |moves| TABLE.iter().filter(|set| set.len() == moves).count();
        assert_eq!([2, 3, 4, 6, 8].map(number_with), [4, 8, 20, 16, 16]);
        assert_eq!(TABLE.iter().map(|set| set.len()).sum::<u32>(), 336);
        assert_eq!(TABLE.iter().fold(0, |xor, set| xor ^ set.bits()), 0x4281_0000_0000_8142);
    }
}
