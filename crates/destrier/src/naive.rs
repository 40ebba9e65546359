//! Test-only definitions of the patterns by coordinates, one square at a time, without bit tricks.

use crate::bitboard::Bitboard;
use crate::color::Color;
use crate::direction::Direction;
use crate::file::File;
use crate::king::{LineSet, ShieldWindow};
use crate::line::Line;
use crate::piece::Piece;
use crate::rank::Rank;
use crate::square::Square;

/// Asserts that every formulation gives the expected result for the arguments.
macro_rules! assert_all {
    ($formulations:expr, ($($argument:expr),* $(,)?), $expected:expr $(,)?) => {
        for way in $formulations {
            assert_eq!((way.compute)($($argument),*), $expected, "{way} {:?}", ($($argument,)*));
        }
    };
}
pub(crate) use assert_all;

/// The file and rank of a square, 0 to 7 each.
pub(crate) type Coordinates = (i8, i8);

pub(crate) fn coordinates(square: Square) -> Coordinates {
    (square.file().index() as i8, square.rank().index() as i8)
}

/// Returns the square at these coordinates, or `None` if they are off the board.
pub(crate) fn square((file, rank): Coordinates) -> Option<Square> {
    let file = File::from_index(u8::try_from(file).ok()?)?;
    let rank = Rank::from_index(u8::try_from(rank).ok()?)?;
    Some(Square::new(file, rank))
}

/// Returns the squares whose coordinates satisfy a condition.
pub(crate) fn squares(condition: impl Fn(Coordinates) -> bool) -> Bitboard {
    Square::ALL.into_iter().filter(|&s| condition(coordinates(s))).collect()
}

/// Moves each square of the set. Squares that leave the board are dropped.
pub(crate) fn map(set: Bitboard, f: impl Fn(Coordinates) -> Coordinates) -> Bitboard {
    set.iter().filter_map(|s| square(f(coordinates(s)))).collect()
}

/// Returns the distance of two squares in files and in ranks.
pub(crate) fn distances(a: Square, b: Square) -> (i8, i8) {
    let ((af, ar), (bf, br)) = (coordinates(a), coordinates(b));
    ((af - bf).abs(), (ar - br).abs())
}

/// Returns the Chebyshev distance: the number of king moves on an empty board.
pub(crate) fn king_distance(a: Square, b: Square) -> i8 {
    let (files, ranks) = distances(a, b);
    files.max(ranks)
}

/// Returns the rank step of a pawn push: +1 for White, -1 for Black.
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

/// Returns `true` if the square is ahead of the pawn and at most `files` files to the side.
pub(crate) fn is_ahead(pawn: Square, color: Color, files: i8, square: Square) -> bool {
    let ((f, r), (x, y)) = (coordinates(pawn), coordinates(square));
    (y - r) * up(color) > 0 && (x - f).abs() <= files
}

/// Returns the squares ahead of any of the pawns, at most `files` files to the side.
pub(crate) fn span(pawns: Bitboard, color: Color, files: i8) -> Bitboard {
    Square::ALL.into_iter().filter(|&s| pawns.iter().any(|pawn| is_ahead(pawn, color, files, s))).collect()
}

/// Returns the squares that the pawns attack now or after any number of pushes: ahead on an adjacent file.
pub(crate) fn attack_span(pawns: Bitboard, color: Color) -> Bitboard {
    let attacks = |pawn: Square, square: Square| {
        let ((file, rank), (x, y)) = (coordinates(pawn), coordinates(square));
        (x - file).abs() == 1 && (y - rank) * up(color) >= 1
    };
    Square::ALL.into_iter().filter(|&square| pawns.iter().any(|pawn| attacks(pawn, square))).collect()
}

/// Returns the squares that own pawns defend and that no opposing pawn attacks after any number of pushes.
pub(crate) fn outposts(own: Bitboard, opponent: Bitboard, color: Color) -> Bitboard {
    let mut attacked = Bitboard::EMPTY;
    for (file, rank) in opponent.iter().map(coordinates) {
        for pushes in 0..8 {
            let pushed = square((file, rank + pushes * up(!color)));
            attacked |= pushed.map_or(Bitboard::EMPTY, |pawn| pawn_attacks_from(pawn, !color));
        }
    }
    attacks(own, |pawn| pawn_attacks_from(pawn, color)) - attacked
}

/// Returns the fourth to sixth rank, counted from the side's first rank.
pub(crate) fn outpost_ranks(color: Color) -> Bitboard {
    squares(|(_, rank)| (4..=6).contains(&if color == Color::White { rank + 1 } else { 8 - rank }))
}

/// Returns the ray of a slider, up to and including the first occupied square.
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

/// Returns the squares that one slider attacks in some directions.
pub(crate) fn slider_attacks_from(slider: Square, occupied: Bitboard, directions: &[Direction]) -> Bitboard {
    directions.iter().map(|&direction| ray(slider, occupied, direction)).collect()
}

/// Returns the squares that one piece attacks.
pub(crate) fn piece_attacks_from(square: Square, piece: Piece, color: Color, occupied: Bitboard) -> Bitboard {
    match piece {
        Piece::Pawn => pawn_attacks_from(square, color),
        Piece::Knight => knight_attacks_from(square),
        Piece::Bishop => slider_attacks_from(square, occupied, &Direction::BISHOP),
        Piece::Rook => slider_attacks_from(square, occupied, &Direction::ROOK),
        Piece::Queen => slider_attacks_from(square, occupied, &Direction::KING),
        Piece::King => king_attacks_from(square),
    }
}

/// Returns the lines that contain the king and each escape, found by comparing files, ranks, differences and sums.
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

/// Returns the shield index. Each pawn's file in the window and its rank give its power of two.
pub(crate) fn shield_index(window: ShieldWindow, pawns: Bitboard, color: Color) -> u8 {
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

/// Returns the union of the attacks from each square of the set.
pub(crate) fn attacks(set: Bitboard, attacks_from: impl Fn(Square) -> Bitboard) -> Bitboard {
    set.iter().map(attacks_from).collect()
}

/// Returns the fewest moves from `start` to each square by breadth-first search, or `None` if there is no path.
/// Only squares of `path` are used.
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
        let known: Bitboard =
            Square::ALL.into_iter().filter(|s| distances[usize::from(s.index())].is_some()).collect();
        frontier = (attacks(frontier, &attacks_from) & path) - known;
    }
    distances
}

/// Returns how many of the sets contain a square.
pub(crate) fn count(sets: &[Bitboard], square: Square) -> u8 {
    sets.iter().filter(|set| set.contains(square)).count() as u8
}

/// Returns the squares that are in at least `n` of the sets.
pub(crate) fn at_least(sets: &[Bitboard], n: u8) -> Bitboard {
    Square::ALL.into_iter().filter(|&square| count(sets, square) >= n).collect()
}

/// Yields thousands of tuples of random sets, to test laws on.
///
/// Each set of a tuple has its own density, from empty to full, so sparse and dense sets appear in all
/// combinations. In the first 64 tuples, the first set is a single square, each time a different one.
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

/// Yields a thousand tuples of random sets of one to three squares.
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
    fn densities_in_a_tuple_are_independent() {
        let tuples: std::vec::Vec<[Bitboard; 3]> = sets().collect();
        let firsts: Bitboard = tuples[..64].iter().map(|[first, ..]| *first).collect();
        assert_eq!(firsts, Bitboard::FULL, "each square stands alone once");
        // Each combination of few, some, half, many and nearly all squares occurs for each pair of sets.
        let class = |set: Bitboard| [4, 16, 40, 56].into_iter().filter(|&n| set.len() >= n).count();
        for [i, j] in [[0, 1], [1, 2], [0, 2]] {
            let classes: HashSet<_> = tuples.iter().map(|tuple| (class(tuple[i]), class(tuple[j]))).collect();
            assert_eq!(classes.len(), 25);
        }
        let rare = tuples.iter().filter(|[a, b, path]| a.len() < 4 && b.len() < 4 && path.len() > 20);
        assert!(rare.count() >= 100);
    }
}
