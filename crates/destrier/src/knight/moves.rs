//! Knight moves, as one set, by direction, or one by one.

use super::attacks;
use crate::bitboard::Bitboard;
use crate::direction::Direction;
use crate::formulations::Formulation;
use crate::square::Square;
use core::iter::FusedIterator;

/// Every formulation of [`moves`](moves()).
///
/// Both return the same set. Use [`moves`](moves()). [`union_of_directions`] is for code that also
/// needs the eight sets.
pub const FORMULATIONS: &[Formulation<fn(Bitboard, Bitboard) -> Bitboard>] = &[
    Formulation::new("attacks without own pieces", "19 operations", moves),
    Formulation::new("union of directions", "32 operations", union_of_directions),
];

/// Returns the squares that any of the knights can move to: those it attacks, without the squares of `own`.
///
/// ```
/// use destrier::{bitboard, knight};
///
/// let knights = bitboard! {
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . X . . . . .
///     . . . . . . X .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
/// };
/// let others = bitboard! {
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . X . . . .
///     . X . . X . X .
///     . . . . X . . .
/// };
/// assert_eq!(knight::moves(knights, knights | others), bitboard! {
///     . . . . . . . .
///     . X . X . . . .
///     X . . . X X . X
///     . . . . X . . .
///     X . . . X . . .
///     . X . . X . . .
///     . . . . . X . X
///     . . . . . . . .
/// });
/// ```
///
/// Pins and checks are not considered. If `own` does not include the knights, a knight can move to the square of
/// another.
///
/// Several knights can share a target in this set. In a single direction, each target has exactly one source. So
/// [`move_pairs`] iterates over the moves of any number of knights, direction by direction.
///
/// Cost: 19 operations.
///
/// Source: *Knight move generation* by Sebastian Veile. The page numbers the squares from h1
/// ([`SquareMapping::H1`](crate::SquareMapping::H1)) and masks before the shift. With squares numbered from a1, its
/// masks are wrong on files a, b, g and h.
#[inline]
#[must_use]
pub const fn moves(knights: Bitboard, own: Bitboard) -> Bitboard {
    attacks(knights).difference(own)
}

/// Returns the squares that the knights can move to in each of the eight directions, in the order of
/// [`Direction::KNIGHT`].
#[inline]
#[must_use]
pub const fn moves_by_direction(knights: Bitboard, own: Bitboard) -> [Bitboard; 8] {
    steps(knights, own, &Direction::KNIGHT)
}

#[inline(always)]
const fn steps(pieces: Bitboard, own: Bitboard, directions: &[Direction; 8]) -> [Bitboard; 8] {
    let mut targets = [Bitboard::EMPTY; 8];
    let mut i = 0;
    while i < 8 {
        targets[i] = pieces.step(directions[i]).difference(own);
        i += 1;
    }
    targets
}

/// Computes [`moves`](moves()) as the union of the eight sets of [`moves_by_direction`].
#[inline]
#[must_use]
pub const fn union_of_directions(knights: Bitboard, own: Bitboard) -> Bitboard {
    let targets = moves_by_direction(knights, own);
    let mut union = targets[0];
    let mut i = 1;
    while i < 8 {
        union = union.union(targets[i]);
        i += 1;
    }
    union
}

/// Returns an iterator over the moves of the knights.
///
/// The directions are in the order of [`Direction::KNIGHT`]. Within a direction, the moves are in index order of the
/// knights.
///
/// ```
/// use destrier::{knight, Bitboard, Square};
///
/// let knights = Bitboard::from_squares(&[Square::A1, Square::H1]);
/// let moves: Vec<_> = knight::move_pairs(knights, knights).map(|m| (m.from, m.to)).collect();
/// assert_eq!(moves, [
///     (Square::H1, Square::F2),
///     (Square::H1, Square::G3),
///     (Square::A1, Square::B3),
///     (Square::A1, Square::C2),
/// ]);
/// ```
///
/// Cost: a step in each of the eight directions, and a few operations per move.
#[inline]
#[must_use]
pub const fn move_pairs(knights: Bitboard, own: Bitboard) -> MovePairs {
    MovePairs::new(knights, own, &Direction::KNIGHT)
}

/// A knight move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// The direction, one of [`Direction::KNIGHT`].
    pub direction: Direction,
    /// The square that the knight leaves.
    pub from: Square,
    /// The square that the knight moves to.
    pub to: Square,
}

/// An iterator over knight moves.
///
/// Returned by [`move_pairs`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MovePairs {
    targets: [Bitboard; 8],
    directions: &'static [Direction; 8],
    direction: usize,
}

impl MovePairs {
    /// Returns an iterator over the moves of leapers that move in the given directions.
    pub(crate) const fn new(pieces: Bitboard, own: Bitboard, directions: &'static [Direction; 8]) -> Self {
        Self { targets: steps(pieces, own, directions), directions, direction: 0 }
    }
}

impl Iterator for MovePairs {
    type Item = Move;

    #[inline]
    fn next(&mut self) -> Option<Move> {
        while let Some(&direction) = self.directions.get(self.direction) {
            if let Some(to) = self.targets[self.direction].pop_first() {
                // Never `None`: each target is one step from its source.
                let from = to.step(direction.opposite())?;
                return Some(Move { direction, from, to });
            }
            self.direction += 1;
        }
        None
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = self.targets.iter().map(|targets| targets.len() as usize).sum();
        (len, Some(len))
    }
}

impl ExactSizeIterator for MovePairs {}
impl FusedIterator for MovePairs {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mapping::SquareMapping;
    use crate::naive::{self, assert_all, knight_attacks_from, sets};
    use std::vec::Vec;

    #[test]
    fn formulations_match_attacks_without_own_pieces() {
        let attacked_from = Square::ALL.map(knight_attacks_from);
        for [knights, own] in sets() {
            let attacked = naive::attacks(knights, |s| attacked_from[usize::from(s.index())]);
            let expected = attacked.iter().filter(|&s| !own.contains(s)).collect();
            assert_all!(FORMULATIONS, (knights, own), expected);
        }
    }

    #[test]
    fn pairs_yields_all_moves_in_order() {
        let attacked_from = Square::ALL.map(knight_attacks_from);
        for [knights, own] in sets() {
            let mut pairs = move_pairs(knights, own);
            let all: Vec<Move> = pairs.clone().collect();
            let number: u32 =
                knights.iter().map(|s| (attacked_from[usize::from(s.index())] - own).len()).sum();
            assert_eq!(all.len(), number as usize, "no move is missing");
            for m in &all {
                assert!(knights.contains(m.from) && !own.contains(m.to), "{m:?}");
                assert_eq!(m.from.step(m.direction), Some(m.to));
            }
            let rank = |m: &Move| (Direction::KNIGHT.iter().position(|&d| d == m.direction), m.from);
            assert!(all.windows(2).all(|two| rank(&two[0]) < rank(&two[1])), "in order, without duplicates");

            for left in (0..all.len()).rev() {
                assert_eq!(pairs.len(), left + 1);
                assert_eq!(pairs.next(), Some(all[all.len() - 1 - left]));
            }
            assert_eq!((pairs.next(), pairs.next(), pairs.len()), (None, None, 0));
        }
    }

    fn set(names: &str) -> Bitboard {
        names.parse().unwrap()
    }

    #[test]
    fn the_worked_example_on_the_page() {
        let (knights, own) = (set("c5,g4"), set("e1,b2,e2,g2,d3,g4,c5"));
        assert_eq!(knights.bits(), 0x0000_0004_4000_0000);
        assert_eq!(own.bits(), 0x0000_0004_4008_5210);
        assert_eq!(attacks(knights).bits(), 0x000a_b110_111a_a000);
        assert_eq!(moves(knights, own).bits(), 0x000a_b110_1112_a000);
        assert_eq!(moves(knights, own).len(), 13);
        assert_eq!(attacks(knights) - moves(knights, own), Square::D3.bitboard());

        let lines = ["e5,a6", "f6,b7", "h6,d7", "e6", "e4", "h2,d3", "f2,b3", "e3,a4"].map(set);
        assert_eq!(moves_by_direction(knights, Bitboard::EMPTY), lines);
        assert_eq!(moves_by_direction(knights, own), lines.map(|line| line - set("d3")));

        let veile = SquareMapping::H1;
        assert_eq!(veile.bits(knights), 0x0000_0020_0200_0000);
        assert_eq!(veile.bits(own), 0x0000_0020_0210_4a08);
        assert_eq!(veile.bits(attacks(knights)), 0x0050_8d08_8858_0500);
        assert_eq!(veile.bits(moves(knights, own)), 0x0050_8d08_8848_0500);
    }
}
