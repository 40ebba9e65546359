//! The number of moves that a knight needs from one square to another on an empty board.

use super::attacks;
use crate::bitboard::Bitboard;
use crate::formulations::Formulation;
use crate::leaper::Leaper;
use crate::square::Square;
use crate::x88::{self, DIFFERENCES};

/// Every formulation of [`distance`](distance()).
///
/// All return the same number:
///
/// - [`distance`](distance()) looks it up in a table of all pairs. Use this one if the 4 KiB stay in the cache.
/// - [`by_0x88`] (240 bytes), [`by_rank_and_file`] and [`branchless`] (64 bytes) use smaller tables and handle the
///   corners separately. The first two do so with a branch.
/// - [`closed_form`] needs no table.
/// - [`by_fill`] counts the moves of a fill. It is the reference for the others.
pub const FORMULATIONS: &[Formulation<fn(Square, Square) -> u8>] = &[
    Formulation::new("by table", "3 operations and 1 load", distance),
    Formulation::new("by fill", "6 operations, plus 20 operations and 1 branch per move", by_fill),
    Formulation::new("by 0x88", "8 to 16 operations, 1 load and 1 branch", by_0x88),
    Formulation::new("by rank and file", "16 to 24 operations, 1 load and 1 branch", by_rank_and_file),
    Formulation::new("branchless", "25 operations and 1 load", branchless),
    Formulation::new("closed form", "19 to 38 operations, 4 loads and 1 or 2 branches", closed_form),
];

/// Returns the fewest moves of a knight from one square to the other, 0 to 6.
///
/// From a1, these squares are two, four and six moves away:
///
/// ```
/// use destrier::{bitboard, knight, Bitboard, Square};
///
/// let at = |moves| -> Bitboard {
///     Square::ALL.into_iter().filter(|&s| knight::distance(Square::A1, s) == moves).collect()
/// };
/// assert_eq!(at(2), bitboard! {
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     X . X . . . . .
///     . X . X . . . .
///     X . . . X . . .
///     . . . X . . . .
///     . . X . X . . .
/// });
/// assert_eq!(at(4), bitboard! {
///     . X . X . X . .
///     X . X . X . X .
///     . X . X . X . X
///     . . . . X . X .
///     . . . . . X . X
///     . . X . . . X .
///     . X . . . X . X
///     . . . . . . X .
/// });
/// assert_eq!(at(6), Square::H8.bitboard());
/// ```
///
/// The distance is six only between opposite corners. It is odd if and only if the squares differ in color. Adjacent
/// squares can be far apart: from a1, the adjacent square b2 is four moves away, but g4 only three.
///
/// The distance depends only on the number of files and ranks between the squares, with one exception. Diagonally
/// adjacent squares are two moves apart, but four if one of them is a corner.
///
/// For two sets of squares, use [`set_distance`].
///
/// Cost: 3 operations and 1 load.
///
/// Source: the wiki's *Knight-Distance* and *0x88*.
#[inline]
#[must_use]
pub const fn distance(a: Square, b: Square) -> u8 {
    TABLE[a.index() as usize][b.index() as usize]
}

/// Returns the fewest moves of a knight from any square of one set to any square of the other, or `None` if a set is
/// empty.
///
/// ```
/// use destrier::{knight, Bitboard, Square};
///
/// let knights = Bitboard::from_squares(&[Square::B1, Square::G1]);
/// assert_eq!(knight::set_distance(knights, Square::F7.bitboard()), Some(3));
/// assert_eq!(knight::set_distance(knights, knights), Some(0));
/// assert_eq!(knight::set_distance(knights, Bitboard::EMPTY), None);
/// ```
///
/// Cost: 6 operations, plus 20 operations and 1 branch per move.
#[inline]
#[must_use]
pub const fn set_distance(a: Bitboard, b: Bitboard) -> Option<u8> {
    Leaper::Knight.set_distance(a, b)
}

/// Returns the sum of the [distances](distance()) of the knights from a square, such as that of the opposing king: the
/// fewer, the closer they have come.
///
/// ```
/// use destrier::{Bitboard, Square, knight};
///
/// let knights = Bitboard::from_squares(&[Square::F3, Square::B1]);
/// assert_eq!(knight::tropism(knights, Square::G8), 4 + 4);
/// ```
///
/// Cost: 6 operations, 1 load and 1 branch per knight.
///
/// Source: the wiki's *King Safety* (King Tropism).
#[inline]
#[must_use]
pub const fn tropism(mut knights: Bitboard, target: Square) -> u32 {
    let mut sum = 0;
    while let Some(knight) = knights.pop_first() {
        sum += distance(knight, target) as u32;
    }
    sum
}

static TABLE: [[u8; 64]; 64] = {
    let mut table = [[0; 64]; 64];
    let mut from = 0;
    while from < 64 {
        let mut reached = Bitboard::EMPTY;
        let mut layer = Square::ALL[from].bitboard();
        let mut moves = 0;
        while !layer.is_empty() {
            reached = reached.union(layer);
            let mut squares = layer;
            while let Some(to) = squares.pop_first() {
                table[from][to.index() as usize] = moves;
            }
            layer = attacks(layer).difference(reached);
            moves += 1;
        }
        from += 1;
    }
    table
};

/// Computes [`distance`](distance()) as the [`set_distance`] of two single squares.
#[must_use]
pub const fn by_fill(a: Square, b: Square) -> u8 {
    match set_distance(a.bitboard(), b.bitboard()) {
        Some(distance) => distance,
        None => 0,
    }
}

/// Looks up [`distance`](distance()) by the 0x88 difference of the squares, which determines how many files and ranks
/// are between them. Diagonal neighbors are checked for corners.
#[inline]
#[must_use]
pub const fn by_0x88(a: Square, b: Square) -> u8 {
    let difference = x88::difference(a, b);
    let moves = BY_DIFFERENCE[difference];
    // The differences -17, -15, +15 and +17, offset by 120.
    if matches!(difference, 103 | 105 | 135 | 137) { moves + 2 * one_is_a_corner(a, b) } else { moves }
}

/// The distances by difference, for diagonal neighbors without a corner. Unused differences hold 0.
static BY_DIFFERENCE: [u8; DIFFERENCES] = {
    let mut table = [0; DIFFERENCES];
    let mut a = 0;
    while a < 64 {
        let mut b = 0;
        while b < 64 {
            let step = files_and_ranks(Square::ALL[a], Square::ALL[b]);
            table[x88::difference(Square::ALL[a], Square::ALL[b])] = BY_FILES_AND_RANKS[step];
            b += 1;
        }
        a += 1;
    }
    table
};

/// Looks up [`distance`](distance()) by 8 times the rank distance plus the file distance. Index 9, diagonal neighbors,
/// is checked for corners.
#[inline]
#[must_use]
pub const fn by_rank_and_file(a: Square, b: Square) -> u8 {
    let step = files_and_ranks(a, b);
    let moves = BY_FILES_AND_RANKS[step];
    if step == 9 { moves + 2 * one_is_a_corner(a, b) } else { moves }
}

/// Computes [`by_rank_and_file`] without a branch.
#[inline]
#[must_use]
pub const fn branchless(a: Square, b: Square) -> u8 {
    let step = files_and_ranks(a, b);
    BY_FILES_AND_RANKS[step] + (((step == 9) as u8 & one_is_a_corner(a, b)) << 1)
}

/// The distances by rank distance (rows) and file distance (columns). They are the distances from a1, except that b2
/// counts as if a1 were not a corner.
static BY_FILES_AND_RANKS: [u8; 64] = {
    let mut table = TABLE[Square::A1 as usize];
    table[9] = 2;
    table
};

/// Returns 8 times the rank distance plus the file distance, 0 to 63.
#[inline]
const fn files_and_ranks(a: Square, b: Square) -> usize {
    let (a, b) = (a.index() as i32, b.index() as i32);
    // `index | 7` is 8 * rank + 7.
    (absolute((a | 7) - (b | 7)) + absolute((a & 7) - (b & 7))) as usize
}

/// Returns the absolute value of a number, without a branch.
#[inline]
const fn absolute(n: i32) -> i32 {
    let sign = n >> 31;
    (n ^ sign) - sign
}

/// Returns 1 if exactly one of the squares is a corner, and 0 otherwise.
#[inline]
const fn one_is_a_corner(a: Square, b: Square) -> u8 {
    const CORNERS: u64 = Bitboard::CORNERS.bits();
    (((CORNERS >> a.index()) ^ (CORNERS >> b.index())) & 1) as u8
}

/// Computes [`distance`](distance()) without a table.
///
/// A knight covers at most two files or two ranks per move, and at most three files and ranks together. It also changes
/// color with every move. These bounds give the distance in all but three cases.
#[must_use]
pub const fn closed_form(a: Square, b: Square) -> u8 {
    let files = a.file().index().abs_diff(b.file().index());
    let ranks = a.rank().index().abs_diff(b.rank().index());
    let (long, short) = if files > ranks { (files, ranks) } else { (ranks, files) };
    match (long, short) {
        (1, 0) => 3,
        (2, 2) => 4,
        (1, 1) => 2 + 2 * one_is_a_corner(a, b),
        _ => {
            let by_one = long.div_ceil(2);
            let by_both = (long + short).div_ceil(3);
            let moves = if by_one > by_both { by_one } else { by_both };
            moves + (moves + long + short) % 2
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::naive::{self, distances_from, knight_attacks_from};

    fn naive_distances() -> [[u8; 64]; 64] {
        Square::ALL.map(|from| {
            distances_from(from.bitboard(), Bitboard::FULL, knight_attacks_from).map(Option::unwrap)
        })
    }

    fn pairs() -> impl Iterator<Item = (Square, Square)> {
        Square::ALL.into_iter().flat_map(|a| Square::ALL.into_iter().map(move |b| (a, b)))
    }

    #[test]
    fn formulations_match_the_length_of_a_shortest_path() {
        let naive = naive_distances();
        for (a, b) in pairs() {
            for way in FORMULATIONS {
                let expected = naive[usize::from(a.index())][usize::from(b.index())];
                assert_eq!((way.compute)(a, b), expected, "{way} {a} {b}");
            }
        }
    }

    #[test]
    fn tropism_adds_up_the_distances() {
        let naive = naive_distances();
        for (i, [knights]) in naive::sets().enumerate() {
            let moves = naive[i % 64];
            let sum: u32 = knights.iter().map(|knight| u32::from(moves[usize::from(knight.index())])).sum();
            assert_eq!(tropism(knights, Square::ALL[i % 64]), sum);
        }
    }

    #[test]
    fn counts_and_extremes_match_the_wiki() {
        let mut number = [0; 7];
        for (a, b) in pairs() {
            number[usize::from(distance(a, b))] += 1;
            let opposite_corners = a.index() + b.index() == 63 && Bitboard::CORNERS.contains(a);
            assert_eq!(distance(a, b) == 6, opposite_corners, "{a} {b}");
        }
        assert_eq!(number, [64, 336, 1080, 1536, 900, 176, 4]);

        let eccentricity = |a| Square::ALL.into_iter().map(|b| distance(a, b)).max().unwrap();
        assert!(Bitboard::CORNERS.iter().all(|corner| eccentricity(corner) == 6));
        assert_eq!([Square::D4, Square::E5, Square::B2].map(eccentricity), [4, 4, 5]);

        assert_eq!(naive::distances(Square::A1, Square::B2), (1, 1));
        assert_eq!(distance(Square::A1, Square::B2), 4);
        assert_eq!(naive::distances(Square::A1, Square::G4), (6, 3));
        assert_eq!(distance(Square::A1, Square::G4), 3);
    }
}
