//! The mobility of a queen on the king's square.

use crate::bitboard::Bitboard;
use crate::direction::Direction;
use crate::formulations::Formulation;
use crate::sliders;
use crate::square::Square;

/// Every formulation of [`virtual_queen_attacks`].
///
/// All return the same set. Use [`virtual_queen_attacks`]. [`by_fills`] is for many kings at once, and
/// [`by_rays`] is the definition.
pub const FORMULATIONS: &[Formulation<fn(Square, Bitboard) -> Bitboard>] = &[
    Formulation::new("kindergarten", "19 operations and 11 loads", virtual_queen_attacks),
    Formulation::new("by fills", "133 operations", by_fills),
    Formulation::new("by rays", "at most 307 operations, 56 loads and 48 branches", by_rays),
];

/// Returns the squares that a queen on the king's square would attack.
///
/// ```
/// use destrier::{bitboard, king, Square};
///
/// // The king on g1 stands behind pawns on f2 and h2, with a rook on f1. The g-file is open.
/// let occupied = bitboard! {
///     . . . . . . X .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . X . X
///     . . . . . X X .
/// };
/// assert_eq!(king::virtual_queen_attacks(Square::G1, occupied), bitboard! {
///     . . . . . . X .
///     . . . . . . X .
///     . . . . . . X .
///     . . . . . . X .
///     . . . . . . X .
///     . . . . . . X .
///     . . . . . X X X
///     . . . . . X . X
/// });
/// ```
///
/// From these squares, the opponent's sliders could check the king. Their number, the virtual mobility, measures how
/// open the king stands.
///
/// The first occupied square in each direction counts, whatever piece is on it. Engines differ here. To leave out the
/// king's own pieces, subtract them from the set. To look through pieces that can move away, remove them from
/// `occupied`. The king's own square in `occupied` makes no difference.
///
/// Cost: 19 operations and 11 loads.
///
/// Source: the wiki's *King Safety* (Virtual Mobility).
#[inline]
#[must_use]
pub const fn virtual_queen_attacks(king: Square, occupied: Bitboard) -> Bitboard {
    sliders::queen_attacks_from(king, occupied)
}

/// Computes [`virtual_queen_attacks`] by [`sliders::queen_attacks`].
#[inline]
#[must_use]
pub const fn by_fills(king: Square, occupied: Bitboard) -> Bitboard {
    sliders::queen_attacks(king.bitboard(), occupied)
}

/// Computes [`virtual_queen_attacks`] square by square, in each direction up to the first occupied square.
#[must_use]
pub const fn by_rays(king: Square, occupied: Bitboard) -> Bitboard {
    let mut attacks = Bitboard::EMPTY;
    let mut i = 0;
    while i < 8 {
        let mut square = king.bitboard().step(Direction::KING[i]);
        while !square.is_empty() {
            attacks = attacks.union(square);
            square = square.difference(occupied).step(Direction::KING[i]);
        }
        i += 1;
    }
    attacks
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::naive::{sets, slider_attacks_from};

    #[test]
    fn formulations_match_the_definition() {
        for king in Square::ALL {
            for [occupied] in sets().step_by(7).chain([[Bitboard::EMPTY], [Bitboard::FULL]]) {
                let expected = slider_attacks_from(king, occupied, &Direction::KING);
                for way in FORMULATIONS {
                    assert_eq!((way.compute)(king, occupied), expected, "{way} {king} {}", occupied.names());
                    assert_eq!((way.compute)(king, occupied.with(king)), expected, "{way} {king}");
                }
            }
        }
    }
}
