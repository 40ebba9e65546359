//! The squares that rooks, bishops and queens attack.
//!
//! A slider attacks every square along its lines, up to and including the first occupied square. Knight and king
//! patterns need the opponent's sliders: they decide whether a square is safe and which pieces check a king from a
//! distance.
//!
//! ```
//! use destrier::{bitboard, sliders, Square};
//!
//! let occupied = bitboard! {
//!     . . . . . . . .
//!     . . . X . . . .
//!     . . . . . . . .
//!     . . . . . . . .
//!     . X . X . . X .
//!     . . . . . . . .
//!     . . . . . . . .
//!     . . . . . . . .
//! };
//! assert_eq!(sliders::rook_attacks(Square::D4.bitboard(), occupied), bitboard! {
//!     . . . . . . . .
//!     . . . X . . . .
//!     . . . X . . . .
//!     . . . X . . . .
//!     . X X . X X X .
//!     . . . X . . . .
//!     . . . X . . . .
//!     . . . X . . . .
//! });
//! ```
//!
//! The functions take any number of sliders and return the union of their attacks. Sliders in `occupied` block each
//! other: the one behind attacks (defends) the one in front and nothing beyond. A slider that is not in `occupied`
//! blocks nothing. A slider never blocks itself. Its own square is attacked only if another slider attacks it.
//!
//! Remove a piece from `occupied` to see through it. For example, if you remove the opposing king, the square
//! behind it on a line of check counts as attacked.
//!
//! Any of the sixteen directions is allowed. Along a knight direction, the slider is a nightrider, the fairy piece
//! that repeats a knight's step until it meets a piece.
//!
//! Source: the wiki's *Dumb7Fill* and *Kogge-Stone Algorithm*.

pub(crate) mod from_square;
mod lines;

pub use from_square::{bishop_attacks_from, queen_attacks_from, rook_attacks_from};
pub use lines::{between, line};

use crate::bitboard::Bitboard;
use crate::direction::Direction;
use crate::line::Line;
use crate::square::Square;

/// Returns the squares that sliders attack in one direction, up to and including the first occupied square.
///
/// Cost: 15 to 17 operations.
#[inline(always)]
#[must_use]
pub const fn attacks_along(sliders: Bitboard, occupied: Bitboard, direction: Direction) -> Bitboard {
    let mut fill = sliders.0;
    // `open` is the set of free squares, then the ends of runs of 2 and of 4 free squares.
    let mut open = !occupied.0 & direction.post_mask().0;
    fill |= open & shift(fill, direction, 1);
    open &= shift(open, direction, 1);
    fill |= open & shift(fill, direction, 2);
    open &= shift(open, direction, 2);
    fill |= open & shift(fill, direction, 4);
    // The sliders and the free squares that they reach attack the next square.
    Bitboard(fill).step(direction)
}

/// Shifts the bits by `steps` steps, with wrap-around at the edges. Four steps of 17 exceed 64 bits and give 0.
#[inline(always)]
pub(crate) const fn shift(bits: u64, direction: Direction, steps: u32) -> u64 {
    let amount = direction.delta().unsigned_abs() as u32 * steps;
    if direction.delta() < 0 { bits.unbounded_shr(amount) } else { bits.unbounded_shl(amount) }
}

/// Returns the squares that rooks attack.
///
/// Cost: 64 operations, no branch, no memory.
#[inline(always)]
#[must_use]
pub const fn rook_attacks(rooks: Bitboard, occupied: Bitboard) -> Bitboard {
    let file = attacks_along(rooks, occupied, Direction::North).union(attacks_along(
        rooks,
        occupied,
        Direction::South,
    ));
    let rank = attacks_along(rooks, occupied, Direction::East).union(attacks_along(
        rooks,
        occupied,
        Direction::West,
    ));
    file.union(rank)
}

/// Returns the squares that bishops attack.
///
/// Cost: 68 operations, no branch, no memory.
#[inline(always)]
#[must_use]
pub const fn bishop_attacks(bishops: Bitboard, occupied: Bitboard) -> Bitboard {
    let diagonal = attacks_along(bishops, occupied, Direction::NorthEast).union(attacks_along(
        bishops,
        occupied,
        Direction::SouthWest,
    ));
    let anti_diagonal = attacks_along(bishops, occupied, Direction::NorthWest).union(attacks_along(
        bishops,
        occupied,
        Direction::SouthEast,
    ));
    diagonal.union(anti_diagonal)
}

/// Returns the squares that queens attack.
///
/// Cost: 132 operations, no branch, no memory.
#[inline(always)]
#[must_use]
pub const fn queen_attacks(queens: Bitboard, occupied: Bitboard) -> Bitboard {
    rook_attacks(queens, occupied).union(bishop_attacks(queens, occupied))
}

/// Returns the squares that one slider attacks along one line, in both directions.
///
/// For a single slider, this is cheaper than [`attacks_along`] in two directions. A subtraction from the nearest
/// blocker above flips all bits down to the nearest blocker below.
///
/// ```
/// use destrier::{bitboard, sliders, Line, Square};
///
/// let occupied = bitboard! {
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . X . X . . X .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
/// };
/// assert_eq!(sliders::line_attacks(Square::D4, occupied, Line::Rank), bitboard! {
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . X X . X X X .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
/// });
/// ```
///
/// Cost: at most 29 operations, 2 loads and 1 branch.
///
/// Source: the wiki's *Obstruction Difference*.
#[inline]
#[must_use]
pub const fn line_attacks(slider: Square, occupied: Bitboard, line: Line) -> Bitboard {
    let line = line.through(slider).without(slider).0;
    let below = slider.bitboard().0 - 1;
    let lower = line & below & occupied.0;
    let upper = line & !below & occupied.0;
    // All bits from the highest blocker below upwards, or from a1 if there is no blocker.
    let from_lower = !0 << (63 - (lower | 1).leading_zeros());
    let lowest_upper = upper & upper.wrapping_neg();
    Bitboard(line & lowest_upper.wrapping_mul(2).wrapping_add(from_lower))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::naive::{self, assert_all, sets};

    fn rays(sliders: Bitboard, occupied: Bitboard, directions: &[Direction]) -> Bitboard {
        directions.iter().flat_map(|&d| sliders.iter().map(move |s| naive::ray(s, occupied, d))).collect()
    }

    #[test]
    fn formulations_match_the_rays_of_each_square() {
        for square in Square::ALL {
            for direction in Direction::ALL {
                for occupied in [Bitboard::EMPTY, square.bitboard(), Bitboard::FULL] {
                    let expected = naive::ray(square, occupied, direction);
                    for way in crate::formulations::sliders::FORMULATIONS {
                        let attacks = (way.compute)(square.bitboard(), occupied, direction);
                        assert_eq!(attacks, expected, "{way} {square} {direction}");
                    }
                }
            }
            let rook = Line::Rank.through(square) ^ Line::File.through(square);
            let bishop = Line::Diagonal.through(square) ^ Line::AntiDiagonal.through(square);
            assert_eq!(rook_attacks(square.bitboard(), Bitboard::EMPTY), rook);
            assert_eq!(bishop_attacks(square.bitboard(), Bitboard::EMPTY), bishop);
            assert_eq!(queen_attacks(square.bitboard(), Bitboard::EMPTY), rook | bishop);
        }
    }

    #[test]
    fn formulations_match_the_rays_of_sets() {
        for (i, [sliders, others]) in sets().enumerate() {
            // In every third case, some sliders are not in `occupied`. In a position, all are.
            let occupied = if i % 3 == 0 { others } else { others | sliders };
            for direction in Direction::ALL {
                let expected = rays(sliders, occupied, &[direction]);
                assert_all!(
                    crate::formulations::sliders::FORMULATIONS,
                    (sliders, occupied, direction),
                    expected
                );
            }
            assert_eq!(rook_attacks(sliders, occupied), rays(sliders, occupied, &Direction::ROOK));
            assert_eq!(bishop_attacks(sliders, occupied), rays(sliders, occupied, &Direction::BISHOP));
            assert_eq!(queen_attacks(sliders, occupied), rays(sliders, occupied, &Direction::KING));
        }
    }

    #[test]
    fn line_attacks_match_both_rays() {
        let both_ways = [
            (Line::Rank, [Direction::East, Direction::West]),
            (Line::File, [Direction::North, Direction::South]),
            (Line::Diagonal, [Direction::NorthEast, Direction::SouthWest]),
            (Line::AntiDiagonal, [Direction::NorthWest, Direction::SouthEast]),
        ];
        for square in Square::ALL {
            for (line, directions) in both_ways {
                // All sets of blockers on the line, with and without the square itself.
                for occupied in line.through(square).subsets() {
                    let expected = rays(square.bitboard(), occupied, &directions);
                    assert_eq!(line_attacks(square, occupied, line), expected, "{square} {line}");
                    assert_eq!(line_attacks(square, occupied | !line.through(square), line), expected);
                }
            }
        }
    }

    #[test]
    fn sliders_in_occupied_block_each_other() {
        let rooks: Bitboard = "a1,d1".parse().unwrap();
        let east = |occupied| attacks_along(rooks, occupied, Direction::East);
        assert_eq!(east(rooks), "b1,c1,d1,e1,f1,g1,h1".parse().unwrap(), "a1 defends d1");
        assert_eq!(attacks_along(Square::A1.into(), rooks, Direction::East), "b1,c1,d1".parse().unwrap());
        assert_eq!(east(Bitboard::EMPTY), east(rooks), "d1 attacks the rest anyway");
        let lifted = attacks_along(Square::A1.into(), Bitboard::EMPTY, Direction::East);
        assert_eq!(lifted, "b1,c1,d1,e1,f1,g1,h1".parse().unwrap(), "d1 does not block");
    }

    #[test]
    fn nightriders_repeat_a_knight_step() {
        let attacks = attacks_along(Square::A1.into(), Square::C5.into(), Direction::NoNoEa);
        assert_eq!(attacks, "b3,c5".parse().unwrap());
        let attacks = attacks_along(Square::A1.into(), Bitboard::EMPTY, Direction::NoEaEa);
        assert_eq!(attacks, "c2,e3,g4".parse().unwrap());
    }
}
