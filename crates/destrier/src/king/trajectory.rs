//! All squares on the shortest paths of a king from one square to another, on an empty board.

use crate::bitboard::Bitboard;
use crate::direction::Direction;
use crate::formulations::Formulation;
use crate::king;
use crate::square::Square;

/// Every formulation of [`trajectory`](trajectory()).
///
/// All return the same set. Use [`trajectory`](trajectory()). [`by_distances`] is the definition.
/// [`by_balls`] and [`by_paths`] use fills instead of tables.
pub const FORMULATIONS: &[Formulation<fn(Square, Square) -> Bitboard>] = &[
    Formulation::new("by cones", "26 operations and 2 loads", trajectory),
    Formulation::new("by distances", "1873 operations, 64 loads and 64 branches", by_distances),
    Formulation::new("by balls", "at most 521 operations and 72 branches", by_balls),
    Formulation::new("by paths", "at most 306 operations and 47 branches", by_paths),
];

/// Returns the squares on all shortest paths of a king from one square to the other, both ends included.
///
/// ```
/// use destrier::{bitboard, king, Square};
///
/// assert_eq!(king::trajectory(Square::F6, Square::H1), bitboard! {
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . X . .
///     . . . . X X X .
///     . . . . X X X X
///     . . . . . X X X
///     . . . . . . X X
///     . . . . . . . X
/// });
/// ```
///
/// The shortest path is unique only between squares that are adjacent or on one diagonal. Otherwise the king has moves
/// to spare for sidesteps, and its shortest paths fill a band with diagonal sides. A square `s` is in the band between
/// `a` and `b` if the distances from `a` to `s` and from `s` to `b` add up to the distance from `a` to `b`.
///
/// ```
/// use destrier::{king, Line, Square};
///
/// assert_eq!(king::trajectory(Square::E4, Square::E4), Square::E4.bitboard());
/// assert_eq!(king::trajectory(Square::A1, Square::H8), Line::Diagonal.through(Square::A1));
/// ```
///
/// If more files than ranks separate the squares, every move must bring the king one file nearer. The king then stays
/// inside the cone that opens from its square toward the goal. The same holds from the other end, so the band is the
/// intersection of two cones. If more ranks than files separate the squares, the same holds for ranks.
///
/// For boards with blocked squares, use [`shortest_paths`](super::shortest_paths).
///
/// Cost: 26 operations and 2 loads.
///
/// Source: the wiki's *Distance* and *Trajectory*. The cones are not from the wiki.
#[inline]
#[must_use]
pub const fn trajectory(a: Square, b: Square) -> Bitboard {
    let files = (b.index() & 7) as i8 - (a.index() & 7) as i8;
    let ranks = (b.index() >> 3) as i8 - (a.index() >> 3) as i8;
    // Indices of Direction::ROOK: north, east, south, west.
    let side = if files.abs() > ranks.abs() {
        if files > 0 { 1 } else { 3 }
    } else if ranks > 0 {
        0
    } else {
        2
    };
    CONES[side][a.index() as usize].intersection(CONES[side ^ 2][b.index() as usize])
}

/// The cone for each rook direction and square: all squares that a king reaches by straight or diagonal moves in that
/// direction.
static CONES: [[Bitboard; 64]; 4] = {
    let mut cones = [[Bitboard::EMPTY; 64]; 4];
    let mut i = 0;
    while i < 4 * 64 {
        let (side, square) = (i / 64, i % 64);
        // `Direction::KING` has a rook direction at every even index.
        let [left, straight, right] =
            [Direction::KING[(2 * side + 7) % 8], Direction::KING[2 * side], Direction::KING[2 * side + 1]];
        let mut row = Square::ALL[square].bitboard();
        let mut cone = row;
        while !row.is_empty() {
            row = row.step(left).union(row.step(straight)).union(row.step(right));
            cone = cone.union(row);
        }
        cones[side][square] = cone;
        i += 1;
    }
    cones
};

/// Computes [`trajectory`](trajectory()) by definition: all squares whose distances to both ends add up to the distance
/// between the ends.
#[must_use]
pub const fn by_distances(a: Square, b: Square) -> Bitboard {
    let mut band = Bitboard::EMPTY;
    let mut i = 0;
    while i < 64 {
        let square = Square::ALL[i];
        if king::distance(a, square) + king::distance(square, b) == king::distance(a, b) {
            band = band.with(square);
        }
        i += 1;
    }
    band
}

/// Computes [`trajectory`](trajectory()) from balls around both ends.
///
/// For ends `d` moves apart and each `i` from 0 to `d`, it intersects the squares within `i` moves of `a` with those
/// within `d - i` moves of `b`.
#[must_use]
pub const fn by_balls(a: Square, b: Square) -> Bitboard {
    let distance = king::distance(a, b) as u32;
    let mut band = Bitboard::EMPTY;
    let mut from_a = a.bitboard();
    let mut i = 0;
    while i <= distance {
        let from_b = king::reach_within(b.bitboard(), distance - i, Bitboard::FULL);
        band = band.union(from_a.intersection(from_b));
        from_a = king::fill(from_a);
        i += 1;
    }
    band
}

/// Computes [`trajectory`](trajectory()) as the union of the layers of [`shortest_paths`](super::shortest_paths).
#[must_use]
pub const fn by_paths(a: Square, b: Square) -> Bitboard {
    match king::shortest_paths(a.bitboard(), b.bitboard(), Bitboard::FULL) {
        Some(layers) => layers.squares(),
        None => Bitboard::EMPTY,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::naive::king_distance;

    fn naive_trajectory(a: Square, b: Square) -> Bitboard {
        let apart = king_distance(a, b);
        Square::ALL.into_iter().filter(|&s| king_distance(a, s) + king_distance(s, b) == apart).collect()
    }

    #[test]
    fn formulations_match_the_definition() {
        for a in Square::ALL {
            for b in Square::ALL {
                let band = naive_trajectory(a, b);
                for way in FORMULATIONS {
                    assert_eq!((way.compute)(a, b), band, "{way} {a} {b}");
                }
            }
        }
    }

    #[test]
    fn the_band_from_f6_to_h1() {
        const BAND: Bitboard = trajectory(Square::F6, Square::H1);
        assert_eq!(BAND.bits(), 0x0000_2070_f0e0_c080);
    }
}
