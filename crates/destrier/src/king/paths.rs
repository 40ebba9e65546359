//! Flood fills and shortest paths: whether and how a king can walk from one set of squares to another.

use crate::bitboard::Bitboard;
use crate::formulations::Formulation;
use crate::layers::Layers;
use crate::leaper::Leaper;

/// Every formulation of [`connected`].
///
/// Both return the same result. [`connected`] fills from both sets in turn, so it stops early when either set is walled
/// in. [`from_one_end`] fills from the first set only, as on the wiki.
///
/// The forum thread that the wiki links to has a routine for shortest paths by E. Moshammer, which is not included.
/// [`shortest_paths`] stops if there is no path, and it keeps only the nearest of several targets.
pub const FORMULATIONS: &[Formulation<fn(Bitboard, Bitboard, Bitboard) -> bool>] = &[
    Formulation::new("from both ends", "14 operations and 2 branches per move", connected),
    Formulation::new("from one end", "14 operations and 2 branches per move", from_one_end),
];

/// Returns `true` if a king can walk from a square of `a` to a square of `b` using only squares of `path`, start and
/// end included.
///
/// ```
/// use destrier::{bitboard, king, Square};
///
/// let path = bitboard! {
///     . . . . . . X X
///     . . X X X X . .
///     . X . . . . . .
///     . . X X X X . .
///     . . . . . . X .
///     . . . . . . . X
///     . . . . . . X .
///     X X X X X X . .
/// };
/// let (a1, h8) = (Square::A1.bitboard(), Square::H8.bitboard());
/// assert!(king::connected(a1, h8, path));
/// assert!(!king::connected(a1, h8, path.without(Square::B6)));
/// ```
///
/// The path is the set of squares that the king may enter, for example those that are neither attacked nor blocked.
/// Start and end count only if they are on the path. Add the king's own square to the path if it is not there. Sets
/// that share a square of the path are connected by zero moves. A set without a square on the path is connected to
/// nothing.
///
/// Cost: 14 operations and 2 branches per move.
#[must_use]
pub const fn connected(a: Bitboard, b: Bitboard, path: Bitboard) -> bool {
    Leaper::King.connected(a, b, path)
}

/// Computes [`connected`] with a fill from the first set only, as on the wiki.
///
/// If the second set is walled in, it fills everything that the first set reaches before it returns.
#[must_use]
pub const fn from_one_end(a: Bitboard, b: Bitboard, path: Bitboard) -> bool {
    Leaper::King.connected_from_one_end(a, b, path)
}

/// Returns all squares that a king can reach from `from` using only squares of `path`: a flood fill.
///
/// Squares of `from` outside `path` are ignored. If none is on the path, the result is empty.
///
/// ```
/// use destrier::{bitboard, king, Square};
///
/// let path = bitboard! {
///     . . . . . . . .
///     . . . . . . . .
///     . . X . . . X X
///     . X . . . . . X
///     . . X . . . . .
///     . . . X . . . .
///     . . . . . X . .
///     X . . . . . . .
/// };
/// assert_eq!(king::region(Square::C4.bitboard(), path), bitboard! {
///     . . . . . . . .
///     . . . . . . . .
///     . . X . . . . .
///     . X . . . . . .
///     . . X . . . . .
///     . . . X . . . .
///     . . . . . . . .
///     . . . . . . . .
/// });
/// ```
///
/// Cost: 12 operations and 1 branch per move to the farthest square reached.
#[must_use]
pub const fn region(from: Bitboard, path: Bitboard) -> Bitboard {
    Leaper::King.region(from, path)
}

/// Returns all shortest paths of a king from `from` to `to` using only squares of `path`, start and end included, or
/// `None` if there is no path.
///
/// The shortest paths from e4 to h8 on a board without d5, e5 and f5 take five moves and use these squares:
///
/// ```
/// use destrier::{bitboard, king, Bitboard, Square};
///
/// let barred = Bitboard::from_squares(&[Square::D5, Square::E5, Square::F5]);
/// let layers = king::shortest_paths(Square::E4.bitboard(), Square::H8.bitboard(), !barred).unwrap();
/// assert_eq!(layers.moves(), 5);
/// assert_eq!(layers.squares(), bitboard! {
///     . . . . . . . X
///     . . . . . . X X
///     . . . . . X X X
///     . . . . . . X .
///     . . . . X X . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
/// });
/// ```
///
/// The first and the last layer contain only squares on a shortest path. If the sets share squares of the path, the
/// result is a single layer of those squares. Start and end count only if they are on the path. Add the king's own
/// square to the path if it is not there.
///
/// Cost: proportional to the number of moves.
///
/// Source: the wiki's *King Pattern* (Flood Fill Algorithms, by Steffan Westcott) and the forum thread it links to.
#[must_use]
pub const fn shortest_paths(from: Bitboard, to: Bitboard, path: Bitboard) -> Option<Layers> {
    Leaper::King.shortest_paths(from, to, path)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::king;
    use crate::naive::sets;
    use crate::square::Square;

    const PATH: Bitboard = Bitboard(0xc03c_023c_4080_403f);

    #[test]
    fn the_winding_path_on_the_wiki_takes_19_moves() {
        let (a1, h8) = (Square::A1.bitboard(), Square::H8.bitboard());
        let mut fill = a1;
        let mut moves = 0;
        while !fill.contains(Square::H8) {
            fill = king::fill(fill) & PATH;
            moves += 1;
        }
        assert_eq!(moves, 19);
        assert_eq!(shortest_paths(a1, h8, PATH).map(|layers| layers.moves()), Some(19));
        for way in FORMULATIONS {
            assert!((way.compute)(a1, h8, PATH), "{way}");
            for gap in [Square::B6, Square::H3, Square::D1, Square::A1, Square::H8] {
                assert!(!(way.compute)(a1, h8, PATH.without(gap)), "{way} without {gap}");
            }
        }
        assert_eq!(region(h8, PATH), PATH);
    }

    #[test]
    fn the_layers_match_the_wiki() {
        const LAYERS: Option<Layers> =
            shortest_paths(Square::E4.bitboard(), Bitboard(0x8000_0000_0000_0001), Bitboard::FULL);
        assert_eq!(
            LAYERS.unwrap().as_slice(),
            [
                0x0000_0000_1000_0000,
                0x0000_0030_0808_0000,
                0x0000_6000_0004_0400,
                0x00c0_0000_0000_0202,
                0x8000_0000_0000_0001
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
        }
    }
}
