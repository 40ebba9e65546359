//! Whether a knight can travel from one place to another, and by which ways.
//!
//! As for the [king](crate::king::paths): the squares that the knight may enter are given as a set, the path (`!taboo`
//! for a caller with a set of taboo squares). On an empty board four moves lead from a1 to b2, by every square shown:
//!
//! ```
//! use destrier::{bitboard, knight, Bitboard, Square};
//!
//! let (a1, b2) = (Square::A1.bitboard(), Square::B2.bitboard());
//! let layers = knight::shortest_paths(a1, b2, Bitboard::FULL).unwrap();
//! assert_eq!(layers.moves(), 4);
//! assert_eq!(layers.squares(), bitboard! {
//!     . . . . . . . .
//!     . . . . . . . .
//!     . . . . . . . .
//!     X . X . . . . .
//!     X X X . . . . .
//!     X X . X X . . .
//!     . X X X . . . .
//!     X . X X X . . .
//! });
//! ```
//!
//! [`connected`] answers whether there is a way at all, [`region`] gives everything that can be reached. Both ends have
//! to be on the path themselves: squares of the two sets that are not are left out. Put the knight's own square on it
//! before you ask where the knight can go.
//!
//! # Formulations
//!
//! [`FORMULATIONS`] of the question are the same two flood fills as the king's, with a knight's fill.
//!
//! Source: the wiki's *King Pattern* (Flood Fill Algorithms), with the knight's fill of *Knight Pattern* put in.

use crate::bitboard::Bitboard;
use crate::formulation::Formulation;
use crate::layers::Layers;
use crate::leaper::Leaper;

/// Every formulation of [`connected`].
pub const FORMULATIONS: &[Formulation<fn(Bitboard, Bitboard, Bitboard) -> bool>] = &[
    Formulation::new("from both ends", "22 operations and 2 branches a move", connected),
    Formulation::new("from one end", "22 operations and 2 branches a move", from_one_end),
];

/// Whether knight moves lead from some square of `a` to some square of `b` over squares of `path` alone, both ends
/// among them. 22 operations and 2 branches a move of the shortest way, or of the fill until it stops.
///
/// A square that is in both sets and on the path is a way of no moves. A set without squares on the path is connected
/// with nothing.
///
/// ```
/// use destrier::{knight, Bitboard, Square};
///
/// // A knight in the corner has two moves. With both taboo it is walled in.
/// let taboo = Bitboard::from_squares(&[Square::B3, Square::C2]);
/// let (a1, h8) = (Square::A1.bitboard(), Square::H8.bitboard());
/// assert!(knight::connected(a1, h8, !taboo.without(Square::B3)));
/// assert!(!knight::connected(a1, h8, !taboo));
/// ```
#[must_use]
pub const fn connected(a: Bitboard, b: Bitboard, path: Bitboard) -> bool {
    Leaper::Knight.connected(a, b, path)
}

/// [`connected`] by a fill from the first set alone, as its source has it. 22 operations and 2 branches a move, and it
/// fills all that the first set reaches before it finds the second walled in.
#[must_use]
pub const fn from_one_end(a: Bitboard, b: Bitboard, path: Bitboard) -> bool {
    Leaper::Knight.connected_from_one_end(a, b, path)
}

/// All squares where knights get from those of `from` that are on the path, over squares of `path` alone: a flood fill.
/// 20 operations and a branch a move of the longest of the shortest ways.
///
/// Nothing, if no square of `from` is on the path.
///
/// ```
/// use destrier::{bitboard, knight, Square};
///
/// // On a board of three by three, a knight visits every square but the center.
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
#[must_use]
pub const fn region(from: Bitboard, path: Bitboard) -> Bitboard {
    Leaper::Knight.region(from, path)
}

/// All shortest ways of a knight from the squares of `from` to those of `to`, over squares of `path` alone, both ends
/// among them; `None` if there is none. 23 operations and 2 branches a move to fill forth, 18 and a branch to come
/// back.
///
/// Only squares of `to` that are nearest stay in the last layer, and only squares of `from` that are nearest to them in
/// the first. Sets that meet on the path make a single layer, where they meet.
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

        // How many ways lead to each square, carried from layer to layer.
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
    fn every_formulation_gives_the_same_answer() {
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
