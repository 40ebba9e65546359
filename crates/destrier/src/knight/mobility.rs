//! Mobility: the squares of an area that knights attack, as a set and as a number.

use super::{attacks, attacks_from, forks};
use crate::bitboard::Bitboard;
use crate::color::Color;
use crate::direction::Direction;
use crate::formulations::Formulation;
use crate::pawn;
use crate::square::Square;

/// Every formulation of [`mobility`](mobility()).
///
/// All return the same set. Use [`mobility`](mobility()).
pub const FORMULATIONS: &[Formulation<fn(Bitboard, Bitboard) -> Bitboard>] = &[
    Formulation::new("attacks in the area", "18 operations", mobility),
    Formulation::new("by table", "3 operations, plus 5 operations, 1 load and 1 branch per knight", by_table),
    Formulation::new(
        "from the area",
        "10 operations, 1 load and 1 branch per square of the area",
        from_the_area,
    ),
];

/// Every formulation of [`total_mobility`].
///
/// All return the same number. Use [`total_mobility`] if there are few knights. [`count_by_directions`] has no loop
/// over knights and no table, which suits columns of positions.
pub const COUNT_FORMULATIONS: &[Formulation<fn(Bitboard, Bitboard) -> u32>] = &[
    Formulation::new("by table", "8 operations, 1 load and 1 branch per knight", total_mobility),
    Formulation::new("by directions", "39 operations", count_by_directions),
    Formulation::new("by planes", "64 operations", count_by_planes),
];

/// Returns the squares of the area that any of the knights attacks.
///
/// The area in this example is the [`safe_area`]: no piece of the knight's side is there and no opposing pawn attacks
/// it.
///
/// ```
/// use destrier::{bitboard, knight, Color, Square};
///
/// let own = bitboard! {
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . X . . .
///     . . . X . . . .
///     . . . . . X . .
///     X X X . . X X X
///     . . . . . . . .
/// };
/// let black_pawns = bitboard! {
///     . . . . . . . .
///     X X . . . X X X
///     . . . . X . . .
///     . . X X . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
/// };
/// let area = knight::safe_area(own, black_pawns, Color::White);
/// assert_eq!(area, bitboard! {
///     X X X X X X X X
///     X X X X X X X X
///     . . . X . . . .
///     X X X . . . X X
///     X . . . . X X X
///     X X X X X . X X
///     . . . X X . . .
///     X X X X X X X X
/// });
/// assert_eq!(knight::mobility(Square::F3.bitboard(), area), bitboard! {
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . X .
///     . . . . . . . X
///     . . . . . . . .
///     . . . X . . . .
///     . . . . X . X .
/// });
/// assert_eq!(knight::mobility_of(Square::F3, area), 5);
/// ```
///
/// Engines count the squares that a knight can usefully move to. The *area* says which squares count. For the number of
/// one knight, as an index for a table of bonuses, use [`mobility_of`]. For the sum over all knights, use
/// [`total_mobility`]: a square counts twice if two knights attack it.
///
/// # Which area
///
/// The area is an argument, because engines differ:
///
/// - Pseudo-legal moves: all squares without own pieces. The result is that of [`moves`](super::moves()).
/// - The [`safe_area`]: these, without the squares that opposing pawns attack. The wiki recommends this compromise for
///   knights. [`Board::knight_mobility`](crate::Board::knight_mobility) uses it.
/// - Safe mobility: these, without all squares that the opponent attacks.
/// - The area of Stockfish's classical evaluation: all squares that no opposing pawn attacks, without the own king,
///   queens, pinned pieces, and pawns that are blocked or on the second or third rank. Squares of other own pieces
///   count, because the knight defends them there. Pass those excluded pieces to [`safe_area`] instead of all own
///   pieces.
///
/// Cost: 18 operations, no branch, no memory.
///
/// Source: the wiki's *Mobility* (Safe Mobility).
#[inline(always)]
#[must_use]
pub const fn mobility(knights: Bitboard, area: Bitboard) -> Bitboard {
    attacks(knights).intersection(area)
}

/// Returns the number of squares of the area that a knight on the given square attacks, 0 to 8.
///
/// ```
/// use destrier::{knight, Bitboard, Square};
///
/// assert_eq!(knight::mobility_of(Square::A1, Bitboard::FULL), 2);
/// assert_eq!(knight::mobility_of(Square::D4, Bitboard::FULL), 8);
/// ```
///
/// Cost: 1 load and 2 operations.
#[inline]
#[must_use]
pub const fn mobility_of(square: Square, area: Bitboard) -> u32 {
    attacks_from(square).intersection(area).len()
}

/// Returns the sum of [`mobility_of`] over the knights: the number of their moves into the area.
///
/// ```
/// use destrier::{knight, Bitboard, Square};
///
/// // Both knights attack d2.
/// let knights = Bitboard::from_squares(&[Square::B1, Square::F1]);
/// assert_eq!(knight::mobility(knights, Bitboard::FULL).len(), 6);
/// assert_eq!(knight::total_mobility(knights, Bitboard::FULL), 7);
/// ```
///
/// Cost: 8 operations, 1 load and 1 branch per knight.
#[inline]
#[must_use]
pub const fn total_mobility(mut knights: Bitboard, area: Bitboard) -> u32 {
    let mut moves = 0;
    while let Some(knight) = knights.pop_first() {
        moves += mobility_of(knight, area);
    }
    moves
}

/// Returns the squares where no piece of `own` is and that no pawn of `opponent_pawns` attacks.
///
/// `color` is the side of `own`. To count the squares of some own pieces too, leave these pieces out of `own`.
///
/// Cost: 7 operations.
#[inline(always)]
#[must_use]
pub const fn safe_area(own: Bitboard, opponent_pawns: Bitboard, color: Color) -> Bitboard {
    own.union(pawn::attacks(opponent_pawns, color.other())).complement()
}

/// Computes [`mobility`](mobility()) with a bit scan and a table lookup for each knight.
#[inline]
#[must_use]
pub const fn by_table(knights: Bitboard, area: Bitboard) -> Bitboard {
    attacks::by_table(knights).intersection(area)
}

/// Computes [`mobility`](mobility()) from the other end: the squares of the area from which a knight would attack one
/// of the knights. It is only for comparison.
#[must_use]
pub const fn from_the_area(knights: Bitboard, mut area: Bitboard) -> Bitboard {
    let mut mobility = Bitboard::EMPTY;
    while let Some(square) = area.pop_first() {
        if attacks_from(square).intersects(knights) {
            mobility = mobility.with(square);
        }
    }
    mobility
}

/// Computes [`total_mobility`] for all knights at once. In a single direction, each target has exactly one source.
#[inline]
#[must_use]
pub const fn count_by_directions(knights: Bitboard, area: Bitboard) -> u32 {
    let mut moves = 0;
    let mut i = 0;
    while i < 8 {
        moves += knights.step(Direction::KNIGHT[i]).intersection(area).len();
        i += 1;
    }
    moves
}

/// Computes [`total_mobility`] from the number for every square, stored as bit planes. It is for code that needs these
/// [counts](forks::fork_counts) anyway.
#[must_use]
pub const fn count_by_planes(knights: Bitboard, area: Bitboard) -> u32 {
    let planes = forks::fork_counts(area).planes();
    let mut moves = 0;
    let mut i = 0;
    while i < planes.len() {
        moves += planes[i].intersection(knights).len() << i;
        i += 1;
    }
    moves
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::naive::{self, knight_attacks_from, pawn_attacks_from, sets};

    #[test]
    fn formulations_match_the_definition_for_one_knight() {
        for [area] in sets() {
            for square in Square::ALL {
                let expected = knight_attacks_from(square) & area;
                for way in FORMULATIONS {
                    assert_eq!((way.compute)(square.bitboard(), area), expected, "{way} {square}");
                }
                assert_eq!(mobility_of(square, area), expected.len());
            }
        }
    }

    #[test]
    fn formulations_match_the_definition_for_sets() {
        let attacked_from = Square::ALL.map(knight_attacks_from);
        for [knights, area] in sets() {
            let of_each = knights.iter().map(|s| attacked_from[usize::from(s.index())] & area);
            for way in FORMULATIONS {
                assert_eq!((way.compute)(knights, area), of_each.clone().collect(), "{way}");
            }
            for way in COUNT_FORMULATIONS {
                let number = of_each.clone().map(Bitboard::len).sum::<u32>();
                assert_eq!((way.compute)(knights, area), number, "{way}");
            }
        }
    }

    #[test]
    fn the_safe_area_matches_coordinates() {
        for color in Color::ALL {
            for [own, opponent_pawns] in sets() {
                let attacked = naive::attacks(opponent_pawns, |pawn| pawn_attacks_from(pawn, !color));
                let is_safe = |&square: &Square| !own.contains(square) && !attacked.contains(square);
                let expected = Square::ALL.into_iter().filter(is_safe).collect();
                assert_eq!(safe_area(own, opponent_pawns, color), expected);
                let flipped = safe_area(own.flip_vertical(), opponent_pawns.flip_vertical(), !color);
                assert_eq!(flipped, expected.flip_vertical());
            }
        }
    }

    #[test]
    fn counts_for_every_square_are_fork_counts() {
        for [area] in sets() {
            let counts = forks::fork_counts(area);
            for square in Square::ALL {
                assert_eq!(u32::from(counts.of(square)), mobility_of(square, area));
            }
        }
    }
}
