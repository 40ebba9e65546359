//! Flood fills and shortest paths: whether and how a knight can get from one set of squares to another.

use crate::bitboard::Bitboard;
use crate::formulations::Formulation;
use crate::layers::Layers;
use crate::leaper::Leaper;

/// Every formulation of [`connected`].
///
/// Both return the same result. [`connected`] fills from both sets in turn, so it stops early when either set is walled
/// in. [`from_one_end`] fills from the first set only, as on the wiki.
pub const FORMULATIONS: &[Formulation<fn(Bitboard, Bitboard, Bitboard) -> bool>] = &[
    Formulation::new("from both ends", "22 operations and 2 branches per move", connected),
    Formulation::new("from one end", "20 operations and 2 branches per move", from_one_end),
];

/// Returns `true` if a knight can move from a square of `a` to a square of `b` using only squares of `path`, start and
/// end included.
///
/// ```
/// use destrier::{knight, Bitboard, Square};
///
/// // A knight in the corner has two moves. If neither ends on the path, it is walled in.
/// let path = !Bitboard::from_squares(&[Square::B3, Square::C2]);
/// let (a1, h8) = (Square::A1.bitboard(), Square::H8.bitboard());
/// assert!(!knight::connected(a1, h8, path));
/// assert!(knight::connected(a1, h8, path.with(Square::B3)));
/// ```
///
/// Start and end count only if they are on the path. Add the knight's own square to the path if it is not there. Sets
/// that share a square of the path are connected by zero moves. A set without a square on the path is connected to
/// nothing.
///
/// Cost: 22 operations and 2 branches per move.
#[must_use]
pub const fn connected(a: Bitboard, b: Bitboard, path: Bitboard) -> bool {
    Leaper::Knight.connected(a, b, path)
}

/// Computes [`connected`] with a fill from the first set only, as on the wiki.
///
/// If the second set is walled in, it fills everything that the first set reaches before it returns.
#[must_use]
pub const fn from_one_end(a: Bitboard, b: Bitboard, path: Bitboard) -> bool {
    Leaper::Knight.connected_from_one_end(a, b, path)
}

/// Returns all squares that a knight can reach from `from` using only squares of `path`: a flood fill.
///
/// Squares of `from` outside `path` are ignored. If none is on the path, the result is empty.
///
/// ```
/// use destrier::{bitboard, knight, Square};
///
/// // On a three-by-three board, a knight reaches every square except the center.
/// let board = bitboard! {
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     X X X . . . . .
///     X X X . . . . .
///     X X X . . . . .
/// };
/// assert_eq!(knight::region(Square::A1.bitboard(), board), board.without(Square::B2));
/// ```
///
/// Cost: 20 operations and 1 branch per move to the farthest square reached.
#[must_use]
pub const fn region(from: Bitboard, path: Bitboard) -> Bitboard {
    Leaper::Knight.region(from, path)
}

/// Returns all shortest paths of a knight from `from` to `to` using only squares of `path`, start and end included, or
/// `None` if there is no path.
///
/// On an empty board, the shortest paths from a1 to b2 take four moves and use these squares:
///
/// ```
/// use destrier::{bitboard, knight, Bitboard, Square};
///
/// let (a1, b2) = (Square::A1.bitboard(), Square::B2.bitboard());
/// let layers = knight::shortest_paths(a1, b2, Bitboard::FULL).unwrap();
/// assert_eq!(layers.moves(), 4);
/// assert_eq!(layers.squares(), bitboard! {
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     X . X . . . . .
///     X X X . . . . .
///     X X . X X . . .
///     . X X X . . . .
///     X . X X X . . .
/// });
/// ```
///
/// The first and the last layer contain only squares on a shortest path. If the sets share squares of the path, the
/// result is a single layer of those squares. Start and end count only if they are on the path. Add the knight's own
/// square to the path if it is not there.
///
/// If you have the squares that the knight must not enter, pass their complement as the path.
///
/// Cost: proportional to the number of moves.
///
/// Source: the wiki's *King Pattern* (Flood Fill Algorithms), with the fill of *Knight Pattern*.
#[must_use]
pub const fn shortest_paths(from: Bitboard, to: Bitboard, path: Bitboard) -> Option<Layers> {
    Leaper::Knight.shortest_paths(from, to, path)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::knight;
    use crate::naive::{knight_attacks_from, sets};
    use crate::square::Square;

    #[test]
    fn the_layers_from_corner_to_corner() {
        const LAYERS: Option<Layers> =
            shortest_paths(Square::A1.bitboard(), Square::H8.bitboard(), Bitboard::FULL);
        let layers = LAYERS.unwrap();
        assert_eq!(
            layers.as_slice(),
            [
                0x0000_0000_0000_0001,
                0x0000_0000_0002_0400,
                0x0000_0005_0a11_0814,
                0x000a_142a_5428_5000,
                0x2810_8850_a000_0000,
                0x0020_4000_0000_0000,
                0x8000_0000_0000_0000
            ]
            .map(Bitboard)
        );
        assert!(layers.as_slice().iter().map(|layer| layer.len()).eq([1, 2, 9, 14, 9, 2, 1]));

        // The number of paths to each square, summed layer by layer.
        let mut ways = [0; 64];
        ways[0] = 1;
        for pair in layers.as_slice().windows(2) {
            for square in pair[1] {
                let from = knight_attacks_from(square) & pair[0];
                ways[usize::from(square.index())] = from.iter().map(|s| ways[usize::from(s.index())]).sum();
            }
        }
        assert_eq!(ways[63], 108);
    }

    #[test]
    fn the_layers_from_a_corner_to_its_neighbor() {
        let layers = shortest_paths(Square::A1.bitboard(), Square::B2.bitboard(), Bitboard::FULL).unwrap();
        assert_eq!(
            layers.as_slice(),
            [
                0x0000_0000_0000_0001,
                0x0000_0000_0002_0400,
                0x0000_0005_0211_0814,
                0x0000_0000_0508_0008,
                0x0000_0000_0000_0200
            ]
            .map(Bitboard)
        );
    }

    #[test]
    fn formulations_agree() {
        for [a, b, path] in sets() {
            let answer = region(a, path).intersects(b);
            assert_eq!(answer, shortest_paths(a, b, path).is_some());
            for way in FORMULATIONS {
                assert_eq!((way.compute)(a, b, path), answer, "{way}");
            }
            let region = region(a, path);
            assert_eq!(knight::fill(region) & path, region, "closed under moves on the path");
        }
    }
}
