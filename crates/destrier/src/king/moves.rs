//! King moves, one by one.

use crate::bitboard::Bitboard;
use crate::direction::Direction;
use crate::knight::MovePairs;

/// Returns an iterator over all moves of the kings to squares without own pieces, in the order of [`Direction::KING`].
///
/// Attacked squares are included. For one king's safe moves, use
/// [`AttackMaps::king_escapes`](crate::AttackMaps::king_escapes).
///
/// ```
/// use destrier::{Bitboard, Square, king};
///
/// let own = Bitboard::from_squares(&[Square::A1, Square::A2]);
/// let targets: Vec<Square> = king::move_pairs(Square::A1.bitboard(), own).map(|m| m.to).collect();
/// assert_eq!(targets, [Square::B2, Square::B1]);
/// ```
///
/// Cost: about 35 operations, and 10 for each move.
#[inline]
#[must_use]
pub const fn move_pairs(kings: Bitboard, own: Bitboard) -> MovePairs {
    MovePairs::new(kings, own, &Direction::KING)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::naive::{king_attacks_from, sets};
    use crate::square::Square;
    use std::vec::Vec;

    #[test]
    fn pairs_match_the_attacks_of_each_king() {
        for [kings, own] in sets().step_by(3) {
            let mut found: Vec<(Square, Square)> = move_pairs(kings, own).map(|m| (m.from, m.to)).collect();
            found.sort_unstable();
            let moves = |from| (king_attacks_from(from) - own).iter().map(move |to| (from, to));
            let expected: Vec<_> = kings.iter().flat_map(moves).collect();
            assert_eq!(found, expected);
            assert!(move_pairs(kings, own).all(|m| m.from.step(m.direction) == Some(m.to)));
        }
    }
}
