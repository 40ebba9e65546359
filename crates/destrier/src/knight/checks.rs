//! Knight checks: the squares of an area from which a knight checks a king in one move.

use super::{attacks, attacks_from};
use crate::bitboard::Bitboard;
use crate::formulations::Formulation;

/// Every formulation of [`checks`](checks()).
///
/// All return the same set. Use [`checks`](checks()). King and knights can change places: the result
/// is the same.
pub const FORMULATIONS: &[Formulation<fn(Bitboard, Bitboard, Bitboard) -> Bitboard>] = &[
    Formulation::new("parallel", "36 operations", checks),
    Formulation::new(
        "by table",
        "4 operations, plus 5 operations, 1 load and 1 branch per king and knight",
        by_table,
    ),
    Formulation::new(
        "square by square",
        "13 operations, 1 load and 1 branch per square of the area",
        square_by_square,
    ),
];

/// Returns the squares of the area that one of the knights attacks and from which a knight attacks the king.
///
/// Knights on d5 and g4 check a king on g8 from e7, f6 and h6. A pawn on g7 guards two of these squares:
///
/// ```
/// use destrier::{bitboard, knight, pawn, Bitboard, Color, Square};
///
/// let king = Square::G8.bitboard();
/// let knights = Bitboard::from_squares(&[Square::D5, Square::G4]);
/// assert_eq!(knight::checks(knights, king, Bitboard::FULL), bitboard! {
///     . . . . . . . .
///     . . . . X . . .
///     . . . . . X . X
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
/// });
///
/// let guarded = pawn::attacks(Square::G7.bitboard(), Color::Black);
/// assert_eq!(knight::checks(knights, king, !guarded), Square::E7.bitboard());
/// ```
///
/// The *area* says which squares are good enough, for example the squares that the king's side does not attack. The
/// result is empty if there is no king. With several kings, it holds the squares that check any of them. It can include
/// squares where a knight stands, because another knight may attack it.
///
/// # Which area
///
/// The area is an argument, because engines differ:
///
/// - Pseudo-legal checks: all squares without pieces of the knight's side.
/// - Safe checks: these, without the squares that the king's side attacks.
///   [`AttackMaps::safe_checks`](crate::AttackMaps::safe_checks) uses this area.
/// - The safe checks of Stockfish's classical evaluation: these, and in addition the squares that the knight's side
///   attacks twice and that the king's side attacks only once, with its king or queen.
///
/// Attacks are those before the move. Pins are not considered, and neither are checks that a knight discovers.
///
/// Cost: 36 operations, no branch, no memory.
///
/// Source: the wiki's *King Safety* and *Knight Pattern*.
#[inline(always)]
#[must_use]
pub const fn checks(knights: Bitboard, king: Bitboard, area: Bitboard) -> Bitboard {
    check_squares(king).intersection(attacks(knights)).intersection(area)
}

/// Returns the squares from which a knight attacks the king. They are those that a knight on the king's square
/// attacks.
///
/// For a king on a known square, use the table, [`attacks_from`].
#[inline(always)]
#[must_use]
pub const fn check_squares(king: Bitboard) -> Bitboard {
    attacks(king)
}

/// Computes [`checks`](checks()) with a bit scan and a table lookup for each king and knight.
#[inline]
#[must_use]
pub const fn by_table(knights: Bitboard, king: Bitboard, area: Bitboard) -> Bitboard {
    attacks::by_table(king).intersection(attacks::by_table(knights)).intersection(area)
}

/// Computes [`checks`](checks()) by testing each square of the area: a knight there must attack both the king and one
/// of the knights. It is only for comparison.
#[must_use]
pub const fn square_by_square(knights: Bitboard, king: Bitboard, mut area: Bitboard) -> Bitboard {
    let mut checks = Bitboard::EMPTY;
    while let Some(square) = area.pop_first() {
        let attacked = attacks_from(square);
        if attacked.intersects(king) && attacked.intersects(knights) {
            checks = checks.with(square);
        }
    }
    checks
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::naive::{assert_all, knight_attacks_from, sets};
    use crate::square::Square;

    #[test]
    fn formulations_match_the_definition_for_sets() {
        let attacked_from = Square::ALL.map(knight_attacks_from);
        for [king, knights, area] in sets() {
            let is_check = |s: &Square| {
                let attacked = attacked_from[usize::from(s.index())];
                attacked.iter().any(|to| king.contains(to)) && attacked.iter().any(|to| knights.contains(to))
            };
            let expected = area.iter().filter(is_check).collect();
            assert_all!(FORMULATIONS, (king, knights, area), expected);
        }
    }
}
