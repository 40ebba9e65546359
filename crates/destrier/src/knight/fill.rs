//! How far knights get in a number of moves.
//!
//! [`fill`](fill()) is the knights' own squares and all they attack: where one move, or none, takes them. Fill after
//! fill covers what is within so many moves ([`reach_within`]); from a1 three moves cover
//!
//! ```
//! use destrier::{bitboard, knight, Bitboard, Square};
//!
//! let a1 = Square::A1.bitboard();
//! let within_three = bitboard! {
//!     . . . . . . . .
//!     . X . X . . . .
//!     X . X . X . . .
//!     X X X X . X . .
//!     X X X X X . X .
//!     X X . X X X . .
//!     X . X X X . X .
//!     X X X X X X . .
//! };
//! assert_eq!(knight::fill(knight::fill(knight::fill(a1))), within_three);
//! assert_eq!(knight::reach_within(a1, 3, Bitboard::EMPTY), within_three);
//! ```
//!
//! [`reach`] is where the knights can be after *exactly* so many moves. A knight changes the color of its square with
//! every move, so from one square that is always one color; from d4, four moves reach all of it:
//!
//! ```
//! # use destrier::{knight, Bitboard, Square};
//! let d4 = Square::D4.bitboard();
//! assert_eq!(knight::reach(d4, 4, Bitboard::EMPTY), Bitboard::DARK_SQUARES);
//! assert_eq!(knight::reach(d4, 5, Bitboard::EMPTY), Bitboard::LIGHT_SQUARES);
//! ```
//!
//! Both take a set of taboo squares, on which no move may end: those of own pieces, or those that the other side
//! guards. The knights' own squares may be taboo; they can be left, but not entered again.
//!
//! Source: the wiki's *Knight Pattern* (Multiple Knight Attacks and Fills).

use crate::bitboard::Bitboard;
use crate::leaper::Leaper;

/// The knights' own squares and all they attack. 18 operations, no branch, no memory.
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
#[inline(always)]
#[must_use]
pub const fn fill(knights: Bitboard) -> Bitboard {
    knights.union(super::attacks(knights))
}

/// The squares where exactly `n` moves can end when no move ends on a taboo square; one may be visited several times.
/// 19 operations a move, for at most 129 moves.
///
/// No move leaves the knights where they are, even on taboo squares. More moves than 129 reach what 128 or 129 do, so
/// any `n` is answered.
#[must_use]
pub const fn reach(knights: Bitboard, n: u32, taboo: Bitboard) -> Bitboard {
    Leaper::Knight.reach(knights, n, taboo)
}

/// The squares where at most `n` moves can end when no move ends on a taboo square. 21 operations and a branch a move,
/// until nothing new is reached.
///
/// The knights' own squares are always among them, taboo or not. Without taboo squares six moves cover the board from
/// any square.
#[must_use]
pub const fn reach_within(knights: Bitboard, n: u32, taboo: Bitboard) -> Bitboard {
    Leaper::Knight.reach_within(knights, n, taboo)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::naive::{self, knight_attacks_from, sets};
    use crate::square::Square;

    #[test]
    fn a_fill_adds_what_is_attacked() {
        for [a, b] in sets() {
            assert_eq!(fill(a), a | naive::attacks(a, knight_attacks_from));
            assert_eq!(fill(a | b), fill(a) | fill(b));
            assert_eq!(fill(a.flip_vertical()), fill(a).flip_vertical());
            assert_eq!(fill(a.mirror_horizontal()), fill(a).mirror_horizontal());
        }
    }

    #[test]
    fn the_fills_from_a1_are_those_of_the_page() {
        const FILLS: [u64; 7] = [
            0x0000_0000_0000_0001,
            0x0000_0000_0002_0401,
            0x0000_0005_0a13_0c15,
            0x000a_152f_5f3b_5d3f,
            0x2a5f_bf7f_ff7f_ff7f,
            0x7fff_ffff_ffff_ffff,
            0xffff_ffff_ffff_ffff,
        ];
        let mut set = Square::A1.bitboard();
        for (n, expected) in (0..).zip(FILLS) {
            assert_eq!(set.bits(), expected, "{n}");
            assert_eq!(reach_within(Square::A1.bitboard(), n, Bitboard::EMPTY).bits(), expected, "{n}");
            set = fill(set);
        }
    }

    #[test]
    fn the_reach_from_d4_is_that_of_the_page() {
        const EXACT: [u64; 5] = [
            0x0000_0000_0800_0000,
            0x0000_1422_0022_1400,
            0x2a55_8855_aa55_8855,
            0x55aa_55aa_55aa_55aa,
            0xaa55_aa55_aa55_aa55,
        ];
        const WITHIN: [u64; 3] = [0x2a55_9c77_aa77_9c55, 0x7fff_ddff_ffff_ddff, 0xffff_ffff_ffff_ffff];
        let d4 = Square::D4.bitboard();
        for (n, expected) in (0..).zip(EXACT) {
            assert_eq!(reach(d4, n, Bitboard::EMPTY).bits(), expected, "{n}");
        }
        for (n, expected) in (2..).zip(WITHIN) {
            assert_eq!(reach_within(d4, n, Bitboard::EMPTY).bits(), expected, "{n}");
        }
    }

    #[test]
    fn without_taboo_the_reach_is_what_distance_says() {
        for from in Square::ALL {
            let moves = naive::distances_from(from.bitboard(), Bitboard::FULL, knight_attacks_from);
            for n in 0..=8 {
                let within = Square::ALL.into_iter().filter(|s| moves[usize::from(s.index())].unwrap() <= n);
                let within: Bitboard = within.collect();
                let even = n % 2 == 0;
                let of_color = if even == Bitboard::DARK_SQUARES.contains(from) {
                    Bitboard::DARK_SQUARES
                } else {
                    Bitboard::LIGHT_SQUARES
                };
                let n = u32::from(n);
                assert_eq!(reach_within(from.bitboard(), n, Bitboard::EMPTY), within);
                assert_eq!(reach(from.bitboard(), n, Bitboard::EMPTY), within & of_color);
            }
        }
    }
}
