//! Which piece attacks which: the pairs of a position.

use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::color::Color;
use crate::sliders::{bishop_attacks_from, queen_attacks_from, rook_attacks_from};
use crate::square::Square;
use crate::{king, knight, pawn};
use core::iter::FusedIterator;

/// A piece and another piece that it attacks or, if both are of one side, defends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AttackPair {
    /// The square of the attacking piece.
    pub attacker: Square,
    /// The square of the attacked piece.
    pub target: Square,
}

impl Board {
    /// Returns an iterator over the pairs of pieces of which one attacks or defends the other. Pinned pieces attack.
    ///
    /// The attackers come by kind: White's pawns, Black's pawns, then knights, bishops, rooks, queens and kings of both
    /// sides. Within a kind, attackers and their targets are in index order. For columns of positions, use
    /// [`batch::attack_pairs`](crate::batch::attack_pairs()).
    ///
    /// ```
    /// use destrier::{Board, Color, Square};
    ///
    /// let board = Board::from_placement("4k3/8/3p4/4N3/8/8/4R3/4K3", Color::White)?;
    /// let pairs: Vec<_> = board.attack_pairs().map(|pair| (pair.attacker, pair.target)).collect();
    /// assert_eq!(pairs, [
    ///     (Square::D6, Square::E5),
    ///     (Square::E2, Square::E1),
    ///     (Square::E2, Square::E5),
    ///     (Square::E1, Square::E2),
    /// ]);
    /// # Ok::<(), destrier::ParsePlacementError>(())
    /// ```
    ///
    /// Cost: about 20 operations for each piece, and 5 for each pair.
    ///
    /// Neural networks with threat inputs have a feature for each such pair: see the example `threat_features`.
    #[inline]
    #[must_use]
    pub const fn attack_pairs(&self) -> AttackPairs {
        let none = Bitboard::EMPTY;
        AttackPairs { board: *self, groups: 0, attackers: none, attacker: Square::A1, targets: none }
    }
}

/// An iterator over the attack pairs of a position, returned by [`Board::attack_pairs`].
#[derive(Clone, Debug)]
pub struct AttackPairs {
    board: Board,
    /// The number of groups of attackers that were begun.
    groups: usize,
    attackers: Bitboard,
    attacker: Square,
    targets: Bitboard,
}

/// The number of groups of attackers: white pawns, black pawns and five kinds of both sides.
const GROUPS: usize = 7;

impl Iterator for AttackPairs {
    type Item = AttackPair;

    #[inline]
    fn next(&mut self) -> Option<AttackPair> {
        loop {
            if let Some(target) = self.targets.pop_first() {
                return Some(AttackPair { attacker: self.attacker, target });
            }
            if let Some(attacker) = self.attackers.pop_first() {
                let occupied = self.board.occupied();
                let attacks = match self.groups {
                    1 => pawn::attacks(attacker.bitboard(), Color::White),
                    2 => pawn::attacks(attacker.bitboard(), Color::Black),
                    3 => knight::attacks_from(attacker),
                    4 => bishop_attacks_from(attacker, occupied),
                    5 => rook_attacks_from(attacker, occupied),
                    6 => queen_attacks_from(attacker, occupied),
                    _ => king::attacks_from(attacker),
                };
                self.attacker = attacker;
                self.targets = attacks & occupied;
            } else if self.groups < GROUPS {
                let sets = self.board.sets();
                self.attackers = match self.groups {
                    0 => sets.pawns & sets.white,
                    1 => sets.pawns & sets.black,
                    2 => sets.knights,
                    3 => sets.bishops,
                    4 => sets.rooks,
                    5 => sets.queens,
                    _ => sets.kings,
                };
                self.groups += 1;
            } else {
                return None;
            }
        }
    }
}

impl FusedIterator for AttackPairs {}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::naive;
    use crate::piece::Piece;
    use crate::values::tests::any_boards;
    use std::vec::Vec;

    /// Tries all pairs of pieces, and puts them in order.
    pub(crate) fn naive_pairs(board: &Board) -> Vec<AttackPair> {
        let mut pairs = Vec::new();
        for attacker in board.occupied() {
            let (color, piece) = board.piece_at(attacker).unwrap();
            let attacks = naive::piece_attacks_from(attacker, piece, color, board.occupied());
            let group = if piece == Piece::Pawn { color as u8 } else { 1 + piece as u8 };
            pairs.extend((attacks & board.occupied()).iter().map(|target| (group, attacker, target)));
        }
        pairs.sort_unstable();
        pairs.into_iter().map(|(_, attacker, target)| AttackPair { attacker, target }).collect()
    }

    #[test]
    fn pairs_match_the_attacks_of_each_piece() {
        for board in any_boards() {
            let mut pairs = board.attack_pairs();
            let found: Vec<AttackPair> = pairs.by_ref().collect();
            assert_eq!(found, naive_pairs(&board), "{board}");
            assert_eq!(pairs.next(), None);
        }
    }
}
