//! The squares that knights attack.

use crate::bitboard::Bitboard;
use crate::direction::Direction;
use crate::formulations::Formulation;
use crate::square::Square;

/// Every formulation of [`attacks`](attacks()).
///
/// All return the same set. Use [`attacks`](attacks()) for sets: it is short, uses no branch and no
/// memory, and costs the same for any number of knights. For one knight on a known square, use the table,
/// [`attacks_from`].
///
/// Attacks distribute over union, and they are mutual: a knight on `s` attacks `t` if and only if a knight on `t`
/// attacks `s`.
pub const FORMULATIONS: &[Formulation<fn(Bitboard) -> Bitboard>] = &[
    Formulation::new("parallel", "17 operations", attacks),
    Formulation::new("two stage", "17 operations in a longer dependency chain", two_stage),
    Formulation::new("by directions", "23 operations", by_directions),
    Formulation::new("by directions, pre-mask", "23 operations", by_directions_pre_mask),
    Formulation::new("four lane", "23 operations, which a compiler can put on four lanes", four_lane),
    Formulation::new("by table", "6 operations, 1 load and 1 branch per knight", by_table),
];

/// Returns the squares that any of the knights attacks.
///
/// ```
/// use destrier::{bitboard, knight};
///
/// let knights = bitboard! {
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . X . . . . .
///     . . . . . . . .
///     . X . . . . . .
/// };
/// assert_eq!(knight::attacks(knights), bitboard! {
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . X . X . . . .
///     X . . . X . . .
///     X . X . . . . .
///     X . . X X . . .
///     . X . X . . . .
/// });
/// ```
///
/// A knight attacks up to eight squares, or two from a corner: two steps along a rank or file and one to the side. It
/// leaps over any pieces in between. A knight's own square is included only if another knight attacks it. For one
/// knight on a known square, use the table, [`attacks_from`].
///
/// The function shifts one and two files to each side at once. Then it shifts the results up and down.
///
/// Cost: 17 operations, no branch, no memory.
///
/// Source: the wiki's *Knight Pattern* and *AVX2* (Knight Attacks).
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

/// Returns the squares that a knight on the given square attacks, from a table of 64 sets.
///
/// ```
/// use destrier::{bitboard, knight, Square};
///
/// assert_eq!(knight::attacks_from(Square::D4), bitboard! {
///     . . . . . . . .
///     . . . . . . . .
///     . . X . X . . .
///     . X . . . X . .
///     . . . . . . . .
///     . X . . . X . .
///     . . X . X . . .
///     . . . . . . . .
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

/// Computes [`attacks`](attacks()) in two stages: one file to the side and two ranks, then one more file and one rank.
///
/// The dependency chain is longer than in [`attacks`](attacks()), but both take the same time when compiled.
#[inline]
#[must_use]
pub const fn two_stage(knights: Bitboard) -> Bitboard {
    let east = knights.step(Direction::East);
    let west = knights.step(Direction::West);
    let one = east.0 | west.0;
    let two = east.step(Direction::East).0 | west.step(Direction::West).0;
    Bitboard((one << 16) | (one >> 16) | (two << 8) | (two >> 8))
}

/// Computes [`attacks`](attacks()) as the union of the eight directions, each masked after the shift.
///
/// For a single direction, see [`Bitboard::step`]. [`moves_by_direction`](super::moves::moves_by_direction) keeps the
/// directions apart.
#[inline]
#[must_use]
pub const fn by_directions(knights: Bitboard) -> Bitboard {
    let mut attacks = Bitboard::EMPTY;
    let mut i = 0;
    while i < 8 {
        attacks = attacks.union(knights.step(Direction::KNIGHT[i]));
        i += 1;
    }
    attacks
}

/// Computes [`attacks`](attacks()) as the union of the eight directions, each masked before the shift.
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

/// Computes [`attacks`](attacks()) on four lanes, in portable code: left shifts and right shifts by the same four
/// amounts.
///
/// It has the shape of the AVX2 instructions that shift each lane by its own amount.
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

/// Computes [`attacks`](attacks()) with a bit scan and a table lookup for each knight.
///
/// It is faster for single knights if the results do not depend on each other. It is slower if the number of knights
/// varies, because the branch that ends the loop is then mispredicted.
#[inline]
#[must_use]
pub const fn by_table(mut knights: Bitboard) -> Bitboard {
    let mut attacks = Bitboard::EMPTY;
    while let Some(square) = knights.pop_first() {
        attacks = attacks.union(attacks_from(square));
    }
    attacks
}

/// Returns the knights' own squares and all squares that they attack.
///
/// ```
/// use destrier::{bitboard, knight, Square};
///
/// assert_eq!(knight::fill(Square::D4.bitboard()), bitboard! {
///     . . . . . . . .
///     . . . . . . . .
///     . . X . X . . .
///     . X . . . X . .
///     . . . X . . . .
///     . X . . . X . .
///     . . X . X . . .
///     . . . . . . . .
/// });
/// ```
///
/// Cost: 18 operations, no branch, no memory.
#[inline(always)]
#[must_use]
pub const fn fill(knights: Bitboard) -> Bitboard {
    knights.union(attacks(knights))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::naive::{self, knight_attacks_from, sets};

    #[test]
    fn formulations_match_the_definition() {
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
    fn a_fill_adds_what_is_attacked() {
        for [a, b] in sets() {
            assert_eq!(fill(a), a | naive::attacks(a, knight_attacks_from));
            assert_eq!(fill(a | b), fill(a) | fill(b));
            assert_eq!(fill(a.flip_vertical()), fill(a).flip_vertical());
            assert_eq!(fill(a.mirror_horizontal()), fill(a).mirror_horizontal());
        }
    }

    /// The shift of each lane, with mask and name for the left shift and for the right shift.
    #[test]
    fn each_lane_on_the_wiki_is_a_direction() {
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
                assert_eq!(knights.step(direction(left)).bits(), to_left, "{left}");
                assert_eq!(knights.step(direction(right)).bits(), to_right, "{right}");
                all |= to_left | to_right;
            }
            assert_eq!(four_lane(knights).bits(), all);
        }
    }

    #[test]
    fn the_table_matches_the_wiki() {
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
