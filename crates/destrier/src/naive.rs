//! For tests only: patterns defined by coordinates, one square at a time, with no bit trick to get wrong.

use crate::bitboard::Bitboard;
use crate::color::Color;
use crate::direction::Direction;
use crate::file::File;
use crate::king::{LineSet, ShieldWindow};
use crate::line::Line;
use crate::rank::Rank;
use crate::square::Square;

/// File and rank of a square, 0 to 7 each.
pub(crate) type Coordinates = (i8, i8);

pub(crate) fn coordinates(square: Square) -> Coordinates {
    (square.file().index() as i8, square.rank().index() as i8)
}

/// The square of coordinates, or `None` off the board.
pub(crate) fn square((file, rank): Coordinates) -> Option<Square> {
    let file = File::from_index(u8::try_from(file).ok()?)?;
    let rank = Rank::from_index(u8::try_from(rank).ok()?)?;
    Some(Square::new(file, rank))
}

/// The squares whose coordinates satisfy a condition.
pub(crate) fn squares(condition: impl Fn(Coordinates) -> bool) -> Bitboard {
    Square::ALL.into_iter().filter(|&s| condition(coordinates(s))).collect()
}

/// The set with each square moved; what leaves the board vanishes.
pub(crate) fn map(set: Bitboard, f: impl Fn(Coordinates) -> Coordinates) -> Bitboard {
    set.iter().filter_map(|s| square(f(coordinates(s)))).collect()
}

/// How far apart two squares are in files and in ranks.
pub(crate) fn distances(a: Square, b: Square) -> (i8, i8) {
    let ((af, ar), (bf, br)) = (coordinates(a), coordinates(b));
    ((af - bf).abs(), (ar - br).abs())
}

/// Chebyshev's distance: the moves of a king on an empty board.
pub(crate) fn king_distance(a: Square, b: Square) -> i8 {
    let (files, ranks) = distances(a, b);
    files.max(ranks)
}

/// One rank ahead: +1 for White, -1 for Black.
pub(crate) fn up(color: Color) -> i8 {
    if color == Color::White { 1 } else { -1 }
}

pub(crate) fn knight_attacks_from(square: Square) -> Bitboard {
    Square::ALL.into_iter().filter(|&s| matches!(distances(square, s), (1, 2) | (2, 1))).collect()
}

pub(crate) fn king_attacks_from(square: Square) -> Bitboard {
    Square::ALL.into_iter().filter(|&s| matches!(distances(square, s), (0, 1) | (1, 0) | (1, 1))).collect()
}

pub(crate) fn pawn_attacks_from(square: Square, color: Color) -> Bitboard {
    let (f, r) = coordinates(square);
    squares(|(x, y)| (x - f).abs() == 1 && y == r + up(color))
}

/// Whether a square is ahead of a pawn, at most so many files to the side.
pub(crate) fn is_ahead(pawn: Square, color: Color, files: i8, square: Square) -> bool {
    let ((f, r), (x, y)) = (coordinates(pawn), coordinates(square));
    (y - r) * up(color) > 0 && (x - f).abs() <= files
}

/// The squares that are ahead of any of the pawns, at most so many files to the side.
pub(crate) fn span(pawns: Bitboard, color: Color, files: i8) -> Bitboard {
    Square::ALL.into_iter().filter(|&s| pawns.iter().any(|pawn| is_ahead(pawn, color, files, s))).collect()
}

/// One slider's ray, walked up to and with the first occupied square.
pub(crate) fn ray(slider: Square, occupied: Bitboard, direction: Direction) -> Bitboard {
    let mut ray = Bitboard::EMPTY;
    let (mut file, mut rank) = coordinates(slider);
    loop {
        (file, rank) = (file + direction.files(), rank + direction.ranks());
        let Some(square) = square((file, rank)) else { return ray };
        ray = ray.with(square);
        if occupied.contains(square) {
            return ray;
        }
    }
}

/// The lines whose files, ranks, differences or sums are the same for the king and each escape.
pub(crate) fn open_lines(king: Square, escapes: Bitboard) -> LineSet {
    let (file, rank) = coordinates(king);
    let is_on = |line: Line, escape: Square| {
        let (f, r) = coordinates(escape);
        match line {
            Line::Rank => r == rank,
            Line::File => f == file,
            Line::Diagonal => f - r == file - rank,
            Line::AntiDiagonal => f + r == file + rank,
        }
    };
    Line::ALL.into_iter().filter(|&line| escapes.iter().all(|escape| is_on(line, escape))).collect()
}

/// The index of a shield: file within the window and rank say which power of two a pawn counts.
pub(crate) fn shield_index(pawns: Bitboard, window: ShieldWindow, color: Color) -> u8 {
    let first = window.first_file().index() as i8;
    let mut index = 0;
    for (file, rank) in pawns.iter().map(coordinates) {
        let from_home = if color == Color::White { rank } else { 7 - rank };
        if (first..first + 3).contains(&file) && (1..3).contains(&from_home) {
            index += 1 << (file - first + 3 * (from_home - 1));
        }
    }
    index
}

/// The union of what each square of the set attacks.
pub(crate) fn attacks(set: Bitboard, attacks_from: impl Fn(Square) -> Bitboard) -> Bitboard {
    set.iter().map(attacks_from).collect()
}

/// The fewest steps from a square to every other, breadth first; `None` where no path leads.
/// Only squares of `path` are entered or left.
pub(crate) fn distances_from(
    start: Bitboard,
    path: Bitboard,
    attacks_from: impl Fn(Square) -> Bitboard,
) -> [Option<u8>; 64] {
    let mut distances = [None; 64];
    let mut frontier = start & path;
    for distance in 0..=64 {
        for square in frontier {
            distances[usize::from(square.index())] = Some(distance);
        }
        let known = Square::ALL.into_iter().filter(|s| distances[usize::from(s.index())].is_some()).collect();
        frontier = (attacks(frontier, &attacks_from) & path) - known;
    }
    distances
}

/// Tuples of sets to hold laws against, thousands at random. Each set of a tuple has a density of its own, from empty to
/// full, so that few pieces meet a dense path and many an empty one; the first sets of the first tuples are the squares.
pub(crate) fn sets<const N: usize>() -> impl Iterator<Item = [Bitboard; N]> {
    let mut random = fastrand::Rng::with_seed(0x6b6e_6967_6874);
    (0..3000).map(move |i| {
        let mut tuple = core::array::from_fn(|_| any_set(&mut random));
        if let (Some(first), Some(square)) = (tuple.first_mut(), Square::ALL.get(i)) {
            *first = square.bitboard();
        }
        tuple
    })
}

/// Tuples of sets of one to three squares, a thousand at random.
pub(crate) fn few_squares<const N: usize>() -> impl Iterator<Item = [Bitboard; N]> {
    let mut random = fastrand::Rng::with_seed(0x6b69_6e67);
    (0..1000).map(move |_| core::array::from_fn(|_| few(&mut random)))
}

fn few(random: &mut fastrand::Rng) -> Bitboard {
    (0..random.u8(1..=3)).map(|_| Square::ALL[random.usize(..64)]).collect()
}

fn any_set(random: &mut fastrand::Rng) -> Bitboard {
    let (a, b, c) = (random.u64(..), random.u64(..), random.u64(..));
    match random.u8(..16) {
        0 => [Bitboard::EMPTY, Bitboard::FULL, Bitboard::CORNERS, Bitboard::PAWN_RANKS][random.usize(..4)],
        1..=5 => few(random),
        6 | 7 => Bitboard(a & b & c),
        8 => Bitboard(a & b),
        9 | 10 => Bitboard(a),
        11 | 12 => Bitboard(a | b),
        13 | 14 => Bitboard(a | b | c),
        _ => !few(random),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn densities_of_a_tuple_are_independent() {
        let tuples: std::vec::Vec<[Bitboard; 3]> = sets().collect();
        let firsts: Bitboard = tuples[..64].iter().map(|[first, ..]| *first).collect();
        assert_eq!(firsts, Bitboard::FULL, "each square stands alone once");
        // Few, some, half, many and nearly all squares, of each set beside each of the next.
        let class = |set: Bitboard| [4, 16, 40, 56].into_iter().filter(|&n| set.len() >= n).count();
        for [i, j] in [[0, 1], [1, 2], [0, 2]] {
            let classes: HashSet<_> = tuples.iter().map(|tuple| (class(tuple[i]), class(tuple[j]))).collect();
            assert_eq!(classes.len(), 25);
        }
        let rare = tuples.iter().filter(|[a, b, path]| a.len() < 4 && b.len() < 4 && path.len() > 20);
        assert!(rare.count() >= 100);
    }
}
