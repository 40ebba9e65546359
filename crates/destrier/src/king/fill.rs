//! How far kings get in a number of moves.
//!
//! [`fill`](fill()) is the kings' own squares and all they attack: where one move, or none, takes them. Fill after fill
//! covers what is within so many moves ([`reach_within`]): on an empty board a square that grows by one rank and file
//! on each side, a ball when distance is measured in king moves.
//!
//! ```
//! use destrier::{bitboard, king, Bitboard, Square};
//!
//! let e6 = Square::E6.bitboard();
//! let within_two = bitboard! {
//!     . . X X X X X .
//!     . . X X X X X .
//!     . . X X X X X .
//!     . . X X X X X .
//!     . . X X X X X .
//!     . . . . . . . .
//!     . . . . . . . .
//!     . . . . . . . .
//! };
//! assert_eq!(king::fill(king::fill(e6)), within_two);
//! assert_eq!(king::reach_within(e6, 2, Bitboard::EMPTY), within_two);
//! ```
//!
//! Both that and [`reach`], which is for *exactly* so many moves, take a set of taboo squares, on which no move may
//! end: those of own pieces, or those that the other side guards. The kings' own squares may be taboo; they can be
//! left, but not entered again. Here is where a king on d2 gets in five moves when the third rank is guarded but for
//! g3:
//!
//! ```
//! # use destrier::{bitboard, king, Rank, Square};
//! let guarded = Rank::Third.bitboard().without(Square::G3);
//! assert_eq!(king::reach_within(Square::D2.bitboard(), 5, guarded), bitboard! {
//!     . . . . . . . .
//!     . . . . . . . .
//!     . . . . . . . .
//!     . . . . X X X X
//!     . . . . X X X X
//!     . . . . . . X .
//!     X X X X X X X X
//!     X X X X X X X X
//! });
//! ```
//!
//! # Formulations
//!
//! [`FORMULATIONS`] of a fill give the same set. Growing in place is one operation shorter than adding the attacks,
//! which is the one to take where the attacks are wanted too; as compiled, both take the same time.
//!
//! Source: the wiki's *King Pattern* (Flood Fill Algorithms) and *Fill Algorithms*.

use crate::bitboard::Bitboard;
use crate::direction::Direction;
use crate::formulation::Formulation;
use crate::leaper::Leaper;

/// Every formulation of [`fill`](fill()).
pub const FORMULATIONS: &[Formulation<fn(Bitboard) -> Bitboard>] = &[
    Formulation::new("in place", "10 operations", fill),
    Formulation::new("with attacks", "11 operations", with_attacks),
];

/// The kings' own squares and all they attack. 10 operations, no branch, no memory.
///
/// One file to each side, then what that gave one rank up and down.
#[inline(always)]
#[must_use]
pub const fn fill(kings: Bitboard) -> Bitboard {
    let row = kings.0 | kings.step(Direction::East).0 | kings.step(Direction::West).0;
    Bitboard(row | (row << 8) | (row >> 8))
}

/// The union of the kings and their [`attacks`](super::attacks()). 11 operations.
#[inline]
#[must_use]
pub const fn with_attacks(kings: Bitboard) -> Bitboard {
    kings.union(super::attacks(kings))
}

/// The squares where exactly `n` moves can end when no move ends on a taboo square; one may be visited several times.
/// 12 operations a move, for at most 129 moves.
///
/// No move leaves the kings where they are, even on taboo squares. More moves than 129 reach what 128 or 129 do, so any
/// `n` is answered.
///
/// ```
/// use destrier::{bitboard, king, Bitboard, Square};
///
/// // A king in the corner can come back in two moves and in three, but not in one.
/// let a1 = Square::A1.bitboard();
/// assert!(!king::reach(a1, 1, Bitboard::EMPTY).contains(Square::A1));
/// assert!(king::reach(a1, 2, Bitboard::EMPTY).contains(Square::A1));
/// assert!(king::reach(a1, 3, Bitboard::EMPTY).contains(Square::A1));
/// // With b1 and b2 taboo it can only go up and down the file, and cannot lose a move.
/// let taboo = bitboard! {
///     . X . . . . . .
///     . X . . . . . .
///     . X . . . . . .
///     . X . . . . . .
///     . X . . . . . .
///     . X . . . . . .
///     . X . . . . . .
///     . X . . . . . .
/// };
/// assert_eq!(king::reach(a1, 3, taboo), Square::A2.bitboard().with(Square::A4));
/// ```
#[must_use]
pub const fn reach(kings: Bitboard, n: u32, taboo: Bitboard) -> Bitboard {
    Leaper::King.reach(kings, n, taboo)
}

/// The squares where at most `n` moves can end when no move ends on a taboo square. 14 operations and a branch a move,
/// until nothing new is reached.
///
/// The kings' own squares are always among them, taboo or not. Without taboo squares seven moves cover the board from
/// any square.
#[must_use]
pub const fn reach_within(kings: Bitboard, n: u32, taboo: Bitboard) -> Bitboard {
    Leaper::King.reach_within(kings, n, taboo)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::naive::{self, king_attacks_from, sets};
    use crate::square::Square;

    #[test]
    fn a_fill_adds_what_is_attacked() {
        for way in FORMULATIONS {
            for [a, b] in sets() {
                assert_eq!((way.compute)(a), a | naive::attacks(a, king_attacks_from), "{way}");
                assert_eq!((way.compute)(a | b), (way.compute)(a) | (way.compute)(b));
                assert_eq!((way.compute)(a.flip_vertical()), (way.compute)(a).flip_vertical());
                assert_eq!((way.compute)(a.mirror_horizontal()), (way.compute)(a).mirror_horizontal());
            }
        }
    }

    #[test]
    fn fills_from_a_square_are_balls() {
        for from in Square::ALL {
            let mut set = from.bitboard();
            for n in 0..=8 {
                let ball: Bitboard =
                    Square::ALL.into_iter().filter(|&s| naive::king_distance(from, s) <= n).collect();
                assert_eq!(set, ball);
                assert_eq!(reach_within(from.bitboard(), n as u32, Bitboard::EMPTY), ball);
                if n >= 2 {
                    assert_eq!(
                        reach(from.bitboard(), n as u32, Bitboard::EMPTY),
                        ball,
                        "a king can lose a move"
                    );
                }
                set = fill(set);
            }
        }
    }

    #[test]
    fn the_fills_from_a1_are_those_of_the_page() {
        let fills = [1, 2, 3].map(|n| reach_within(Square::A1.bitboard(), n, Bitboard::EMPTY).bits());
        assert_eq!(fills, [0x0303, 0x0007_0707, 0x0f0f_0f0f]);
    }
}
