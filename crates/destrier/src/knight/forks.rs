//! The squares from which a knight attacks two targets at once.

use super::{attacks, attacks_from, moves};
use crate::bitboard::Bitboard;
use crate::direction::Direction;
use crate::formulations::Formulation;
use crate::formulations::greater_one::{Counts, count};
use crate::greater_one;
use crate::square::Square;

/// Every formulation of [`forks`](forks()).
///
/// All return the same set. They step from the targets in each of the eight knight directions and
/// collect the squares reached more than once (a [greater-one set](greater_one::greater_one)).
///
/// - [`forks`](forks()) combines east and west before it shifts up and down. Use this one.
/// - [`by_directions`] and [`two_stage`] go through the eight directions in turn and take a few operations more.
/// - [`by_planes`] is for code that also needs the full [`fork_counts`].
/// - [`by_pairs`], [`by_table`] and [`square_by_square`] are for comparison.
pub const FORMULATIONS: &[Formulation<fn(Bitboard) -> Bitboard>] = &[
    Formulation::new("east and west joined", "31 operations", forks),
    Formulation::new("greater one", "35 operations", by_directions),
    Formulation::new("two stage", "35 operations in a longer dependency chain", two_stage),
    Formulation::new("by pairs", "36 operations", by_pairs),
    Formulation::new("by planes", "55 operations", by_planes),
    Formulation::new("by table", "8 operations, 1 load and 1 branch per target", by_table),
    Formulation::new("square by square", "512 operations, 128 loads and 32 branches", square_by_square),
];

/// Returns the squares from which a knight attacks at least two of the targets.
///
/// A knight on c7 or f7 attacks two of these four targets:
///
/// ```
/// use destrier::{bitboard, knight};
///
/// let targets = bitboard! {
///     X . . X X . . X
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
/// };
/// let forks = bitboard! {
///     . . . . . . . .
///     . . X . . X . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
/// };
/// assert_eq!(knight::forks(targets), forks);
/// ```
///
/// You choose the targets: for example king, queen and rooks, or hanging pieces and undefended pawns. The result can
/// include the square of a target, because a knight may capture one target and fork others. For the forks that your
/// knights can play, use [`fork_moves`].
///
/// A knight can fork two squares if and only if it needs two moves from one to the other
/// ([`distance`](super::distance())).
///
/// Cost: 31 operations, no branch, no memory.
///
/// Source: the wiki's *Knight Pattern* (Knight Forks) and *General Setwise Operations* (Greater One Sets).
#[inline(always)]
#[must_use]
pub const fn forks(targets: Bitboard) -> Bitboard {
    let b = targets.0;
    let one_west = (b >> 1) & Direction::West.post_mask().0;
    let two_west = (b >> 2) & Direction::NoWeWe.post_mask().0;
    let one_east = (b << 1) & Direction::East.post_mask().0;
    let two_east = (b << 2) & Direction::NoEaEa.post_mask().0;
    // Shifts along the files preserve what east and west have in common.
    let one_both = one_west & one_east;
    let two_both = two_west & two_east;
    let both = (one_both << 16) | (one_both >> 16) | (two_both << 8) | (two_both >> 8);
    let one = one_west | one_east;
    let two = two_west | two_east;
    let (one_up, one_down, two_up, two_down) = (one << 16, one >> 16, two << 8, two >> 8);
    let one_any = one_up | one_down;
    let two_any = two_up | two_down;
    Bitboard(both | (one_up & one_down) | (two_up & two_down) | (one_any & two_any))
}

/// Returns the squares of the area that one of the knights attacks, and from which it attacks at least two of the
/// targets.
///
/// ```
/// use destrier::{knight, pawn, Bitboard, Color, Square};
///
/// // A knight on c7 or f7 attacks two of these targets. The white knight on d5 reaches c7.
/// let targets: Bitboard = "a8,d8,e8,h8".parse()?;
/// let black_pawns: Bitboard = "a7,b7,d7,f7,g7,h7".parse()?;
/// let safe = !pawn::attacks(black_pawns, Color::Black);
/// assert_eq!(knight::fork_moves(Square::D5.bitboard(), targets, safe), Square::C7.bitboard());
/// # Ok::<(), destrier::ParseBitboardError>(())
/// ```
///
/// The area must not contain own pieces. To leave out forks that lose the knight, remove the squares that opposing
/// pawns and knights attack. Other pieces may still capture the knight, and pins are not considered. A knight that
/// stands outside the area can still move.
///
/// Cost: 51 operations.
#[inline(always)]
#[must_use]
pub const fn fork_moves(knights: Bitboard, targets: Bitboard, area: Bitboard) -> Bitboard {
    forks(targets).intersection(attacks(knights)).intersection(area)
}

/// Computes [`forks`](forks()) as the greater-one set of the eight directions, one after the other.
#[inline]
#[must_use]
pub const fn by_directions(targets: Bitboard) -> Bitboard {
    let [a, b, c, d, e, f, g, h] = directions(targets);
    let (one, two) = (a.0 | b.0, a.0 & b.0);
    let (one, two) = (one | c.0, two | one & c.0);
    let (one, two) = (one | d.0, two | one & d.0);
    let (one, two) = (one | e.0, two | one & e.0);
    let (one, two) = (one | f.0, two | one & f.0);
    let (one, two) = (one | g.0, two | one & g.0);
    Bitboard(two | one & h.0)
}

/// Computes [`forks`](forks()) as the wiki does.
///
/// It steps one file east and west and shifts both sets up and down. Then it steps one more file and shifts again.
#[inline]
#[must_use]
pub const fn two_stage(targets: Bitboard) -> Bitboard {
    let east = targets.step(Direction::East);
    let west = targets.step(Direction::West);
    let mut one = east.0 << 16;
    let mut two = one & (west.0 << 16);
    one |= west.0 << 16;
    two |= one & (east.0 >> 16);
    one |= east.0 >> 16;
    two |= one & (west.0 >> 16);
    one |= west.0 >> 16;
    let east = east.step(Direction::East);
    let west = west.step(Direction::West);
    two |= one & (east.0 << 8);
    one |= east.0 << 8;
    two |= one & (west.0 << 8);
    one |= west.0 << 8;
    two |= one & (east.0 >> 8);
    one |= east.0 >> 8;
    two |= one & (west.0 >> 8);
    Bitboard(two)
}

/// Computes [`forks`](forks()) as the union of the intersections of all 28 pairs of directions.
#[must_use]
pub const fn by_pairs(targets: Bitboard) -> Bitboard {
    crate::formulations::greater_one::by_pairs(&directions(targets))
}

/// Computes [`forks`](forks()) as the squares where [`fork_counts`] is at least two.
#[must_use]
pub const fn by_planes(targets: Bitboard) -> Bitboard {
    crate::formulations::greater_one::by_planes(&directions(targets))
}

/// Computes [`forks`](forks()) as the greater-one set of the attacks from each target, by table lookup.
///
/// The loop branch is mispredicted if the number of targets varies.
#[must_use]
pub const fn by_table(mut targets: Bitboard) -> Bitboard {
    let mut one = Bitboard::EMPTY;
    let mut two = Bitboard::EMPTY;
    while let Some(target) = targets.pop_first() {
        let attacks = attacks_from(target);
        two = two.union(one.intersection(attacks));
        one = one.union(attacks);
    }
    two
}

/// Computes [`forks`](forks()) by counting the attacked targets for each square of the board.
#[must_use]
pub const fn square_by_square(targets: Bitboard) -> Bitboard {
    let mut forks = 0;
    let mut i = 0;
    while i < 64 {
        let attacked = attacks_from(Square::ALL[i]).intersection(targets);
        forks |= ((attacked.len() > 1) as u64) << i;
        i += 1;
    }
    Bitboard(forks)
}

/// Returns the squares from which a knight attacks at least `k` of the targets.
///
/// The result is all squares for 0 and no square for 9 or more. For 1 and 2,
/// [`knight::attacks`](super::attacks()) and [`forks`](forks()) are cheaper.
///
/// ```
/// use destrier::{knight, Bitboard, Square};
///
/// // A king, a queen and a rook.
/// let family: Bitboard = "g8,d7,h5".parse()?;
/// assert_eq!(knight::forks_at_least(family, 3), Square::F6.bitboard());
/// # Ok::<(), destrier::ParseBitboardError>(())
/// ```
///
/// Cost: proportional to `k`.
#[must_use]
pub const fn forks_at_least(targets: Bitboard, k: u8) -> Bitboard {
    greater_one::at_least(&directions(targets), k)
}

/// Counts for each square how many of the targets a knight there attacks, 0 to 8.
#[must_use]
pub const fn fork_counts(targets: Bitboard) -> Counts {
    count(&directions(targets))
}

/// Steps from the targets in each of the eight directions.
#[inline]
const fn directions(targets: Bitboard) -> [Bitboard; 8] {
    moves::moves_by_direction(targets, Bitboard::EMPTY)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::color::Color;
    use crate::naive::{self, distances_from, knight_attacks_from, sets};
    use crate::pawn;

    fn set(names: &str) -> Bitboard {
        names.parse().unwrap()
    }

    #[test]
    fn formulations_match_a_count_of_the_targets() {
        let attacked_from = Square::ALL.map(knight_attacks_from);
        for [targets] in sets() {
            let number =
                attacked_from.map(|attacked| attacked.iter().filter(|&s| targets.contains(s)).count());
            let with_at_least = |k| -> Bitboard {
                Square::ALL.into_iter().filter(|s| number[usize::from(s.index())] >= k).collect()
            };
            for way in FORMULATIONS {
                assert_eq!((way.compute)(targets), with_at_least(2), "{way}");
            }
            for k in 0..=10 {
                assert_eq!(forks_at_least(targets, k), with_at_least(usize::from(k)), "at least {k}");
                assert_eq!(fork_counts(targets).at_least(k), forks_at_least(targets, k), "at least {k}");
            }
            assert_eq!(forks_at_least(targets, u8::MAX), Bitboard::EMPTY);
            for square in Square::ALL {
                assert_eq!(usize::from(fork_counts(targets).of(square)), number[usize::from(square.index())]);
            }
        }
    }

    #[test]
    fn fork_moves_are_forks_that_a_knight_reaches() {
        let attacked_from = Square::ALL.map(knight_attacks_from);
        for [knights, targets, area] in sets() {
            let expected = Square::ALL.into_iter().filter(|s| {
                let attacked = attacked_from[usize::from(s.index())];
                (attacked & targets).len() >= 2 && attacked.intersects(knights) && area.contains(*s)
            });
            assert_eq!(fork_moves(knights, targets, area), expected.collect());
        }
    }

    #[test]
    fn two_squares_can_be_forked_when_two_moves_apart() {
        // The fewest and the most fork squares for each offset, shorter side first.
        let mut range = [[None; 8]; 8];
        for a in Square::ALL {
            let moves = distances_from(a.bitboard(), Bitboard::FULL, knight_attacks_from);
            for b in Square::ALL {
                let number = forks(a.bitboard() | b.bitboard()).len();
                assert_eq!(number > 0, moves[usize::from(b.index())] == Some(2), "{a} {b}");
                let (files, ranks) = naive::distances(a, b);
                let (short, long) = (files.min(ranks) as usize, files.max(ranks) as usize);
                if (short, long) == (1, 1) {
                    let one_is_a_corner = Bitboard::CORNERS.contains(a) || Bitboard::CORNERS.contains(b);
                    assert_eq!(number == 0, one_is_a_corner, "{a} {b}");
                }
                let (least, most) = range[short][long].get_or_insert((number, number));
                *least = number.min(*least);
                *most = number.max(*most);
            }
        }
        for (short, row) in range.iter().enumerate() {
            for (long, &found) in row.iter().enumerate().skip(short) {
                let expected = match (short, long) {
                    (0, 2 | 4) | (1, 3) => (1, 2),
                    (1, 1) => (0, 2),
                    (2, 4) => (1, 1),
                    (3, 3) => (2, 2),
                    _ => (0, 0),
                };
                assert_eq!(found, Some(expected), "{short} and {long} apart");
            }
        }
    }

    #[test]
    fn worked_examples() {
        for (names, targets, expected) in [
            ("e8,a8", 0x1100_0000_0000_0000, 0x0004_0000_0000_0000),
            ("e8,c8", 0x1400_0000_0000_0000, 0x0000_0800_0000_0000),
            ("e8,h8", 0x9000_0000_0000_0000, 0),
            ("e8,d8", 0x1800_0000_0000_0000, 0),
            ("g8,d8", 0x4800_0000_0000_0000, 0),
            ("a8,e8,d5,h4", 0x1100_0008_8000_0000, 0x0004_2200_0000_0000),
            ("a8,d8,e8,h8", 0x9900_0000_0000_0000, 0x0024_0000_0000_0000),
        ] {
            assert_eq!(set(names).bits(), targets, "{names}");
            assert_eq!(forks(set(names)).bits(), expected, "{names}");
        }
        assert_eq!(set("c7,f7").bits(), 0x0024_0000_0000_0000);
    }

    #[test]
    fn the_position_with_a_fork_on_c7() {
        // r1bqk2r/pp1p1ppp/8/3N4/8/8/PPP2PPP/R3K2R w
        let targets = set("a8,d8,e8,h8");
        let white = set("d5,a2,b2,c2,f2,g2,h2,a1,e1,h1");
        let barred = white | pawn::attacks(set("a7,b7,d7,f7,g7,h7"), Color::Black);
        assert_eq!(forks(targets) - barred, set("c7,f7"));
        assert_eq!(fork_moves(Square::D5.bitboard(), targets, !barred).bits(), 0x0004_0000_0000_0000);
    }
}
