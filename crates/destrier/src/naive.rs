//! For tests only: patterns defined by coordinates, one square at a time, with no bit trick to get wrong.

use crate::{Bitboard, Color, File, Rank, Square};

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

pub(crate) fn knight_attacks_from(square: Square) -> Bitboard {
    Square::ALL.into_iter().filter(|&s| matches!(distances(square, s), (1, 2) | (2, 1))).collect()
}

pub(crate) fn king_attacks_from(square: Square) -> Bitboard {
    Square::ALL.into_iter().filter(|&s| matches!(distances(square, s), (0, 1) | (1, 0) | (1, 1))).collect()
}

pub(crate) fn pawn_attacks_from(square: Square, color: Color) -> Bitboard {
    let (f, r) = coordinates(square);
    let ahead = if color == Color::White { r + 1 } else { r - 1 };
    squares(|(x, y)| (x - f).abs() == 1 && y == ahead)
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

/// Tuples of sets to hold laws against: small ones, full ones, and thousands at random of every density.
pub(crate) fn sets<const N: usize>() -> impl Iterator<Item = [Bitboard; N]> {
    let special = [Bitboard::EMPTY, Bitboard::FULL, Bitboard::CORNERS, Bitboard::PAWN_RANKS];
    let singles = Square::ALL.map(Square::bitboard);
    let mut random = fastrand::Rng::with_seed(0x6b6e_6967_6874);
    let mut pick = move |i: usize| -> Bitboard {
        if i < 64 {
            singles[(i + random.usize(..64)) % 64]
        } else if i < 96 {
            special[random.usize(..4)]
        } else {
            let (a, b, c) = (random.u64(..), random.u64(..), random.u64(..));
            Bitboard::from_bits([a, a & b, a & b & c, a | b, a | b | c][i % 5])
        }
    };
    (0..3000).map(move |i| core::array::from_fn(|_| pick(i)))
}
