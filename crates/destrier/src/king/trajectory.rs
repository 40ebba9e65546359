//! All squares where a king may pass on a shortest way from one square to another.
//!
//! Only when both lie on one diagonal, or touch, is the shortest way of a king a line. Otherwise it has moves to spare
//! for going sideways and back, and the ways together fill a band with diagonal sides, a square `s` being in it when
//! going through `s` costs nothing: when the distances from `a` to `s` and from `s` to `b` add up to that from `a` to
//! `b`.
//!
//! ```
//! use destrier::{bitboard, king, Square};
//!
//! assert_eq!(king::trajectory(Square::F6, Square::H1), bitboard! {
//!     . . . . . . . .
//!     . . . . . . . .
//!     . . . . . X . .
//!     . . . . X X X .
//!     . . . . X X X X
//!     . . . . . X X X
//!     . . . . . . X X
//!     . . . . . . . X
//! });
//! ```
//!
//! Both ends are in it. This is for the empty board; with squares barred, ask
//! [`shortest_paths`](super::shortest_paths).
//!
//! # Formulations
//!
//! All of [`FORMULATIONS`] give the same set. By cones is the one to use. By distances is the definition; by balls and
//! by paths are for where fills are at hand and tables are not.
//!
//! Source: the wiki's *Distance* and *Trajectory*; the cones are our own.

use crate::bitboard::Bitboard;
use crate::direction::Direction;
use crate::formulation::Formulation;
use crate::king;
use crate::square::Square;

/// Every formulation of [`trajectory`](trajectory()).
pub const FORMULATIONS: &[Formulation<fn(Square, Square) -> Bitboard>] = &[
    Formulation::new("by cones", "16 operations, 2 branches and 2 loads from 2048 bytes", trajectory),
    Formulation::new("by distances", "30 operations a square of the board", by_distances),
    Formulation::new("by balls", "at most 36 fills", by_balls),
    Formulation::new("by paths", "27 operations and 3 branches a move", by_paths),
];

/// The squares of all shortest ways of a king from one square to the other, both among them. 16 operations, 2
/// branches and 2 loads.
///
/// A king that has to go further in files than in ranks must go a file nearer with every move, so that it stays in the
/// cone that opens from its square in that direction. So does a king coming the other way, and a square in both cones
/// is in the band; likewise with files and ranks exchanged.
///
/// ```
/// use destrier::{king, Line, Square};
///
/// assert_eq!(king::trajectory(Square::E4, Square::E4), Square::E4.bitboard());
/// assert_eq!(king::trajectory(Square::A1, Square::H8), Line::Diagonal.through(Square::A1));
/// ```
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

/// For each of the rook's directions and each square, all that a king reaches by moves that go in that direction,
/// straight or diagonally.
static CONES: [[Bitboard; 64]; 4] = {
    let mut cones = [[Bitboard::EMPTY; 64]; 4];
    let mut i = 0;
    while i < 4 * 64 {
        let (side, square) = (i / 64, i % 64);
        // The rook's directions are every second one of the king's.
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

/// The definition: every square whose distances to both ends add up to the distance of the ends. 30 operations for each
/// of the 64 squares.
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

/// Of `d` moves, what is within `i` moves of `a` and within `d - i` of `b`, for each `i` from 0 to `d`. At most 36
/// fills of 10 to 14 operations.
#[must_use]
pub const fn by_balls(a: Square, b: Square) -> Bitboard {
    let distance = king::distance(a, b) as u32;
    let mut band = Bitboard::EMPTY;
    let mut from_a = a.bitboard();
    let mut i = 0;
    while i <= distance {
        let from_b = king::reach_within(b.bitboard(), distance - i, Bitboard::EMPTY);
        band = band.union(from_a.intersection(from_b));
        from_a = king::fill(from_a);
        i += 1;
    }
    band
}

/// The union of the layers of the [`shortest_paths`](super::shortest_paths). 27 operations and 3 branches a move.
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
    use crate::naive::{distances, king_distance};

    fn naive_trajectory(a: Square, b: Square) -> Bitboard {
        let apart = king_distance(a, b);
        Square::ALL.into_iter().filter(|&s| king_distance(a, s) + king_distance(s, b) == apart).collect()
    }

    #[test]
    fn every_formulation_is_the_definition() {
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
    fn the_band_of_the_page() {
        const BAND: Bitboard = trajectory(Square::F6, Square::H1);
        assert_eq!(BAND.bits(), 0x0000_2070_f0e0_c080);
    }

    #[test]
    fn bands_keep_their_laws() {
        for a in Square::ALL {
            for b in Square::ALL {
                let band = trajectory(a, b);
                assert!(band.contains(a) && band.contains(b));
                assert_eq!(band, trajectory(b, a));
                assert_eq!(band.flip_vertical(), trajectory(a.flip_vertical(), b.flip_vertical()));
                assert_eq!(
                    band.mirror_horizontal(),
                    trajectory(a.mirror_horizontal(), b.mirror_horizontal())
                );
                assert!(
                    band.iter().all(|s| trajectory(a, s).is_subset(band)),
                    "part of the way is on the way"
                );
                let (files, ranks) = distances(a, b);
                if files == ranks {
                    assert_eq!(band.len() as i8, files + 1, "on a diagonal there is one way");
                }
            }
        }
    }
}
