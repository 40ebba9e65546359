//! Whether a king can walk from one place to another, and by which ways.
//!
//! Where may a king go? Onto squares that are safe and not blocked, say. Given those as a set, the path,
//! [`connected`] says whether a walk over them leads from one set of squares to another:
//!
//! ```
//! use destrier::{bitboard, king, Square};
//!
//! let path = bitboard! {
//!     . . . . . . X X
//!     . . X X X X . .
//!     . X . . . . . .
//!     . . X X X X . .
//!     . . . . . . X .
//!     . . . . . . . X
//!     . . . . . . X .
//!     X X X X X X . .
//! };
//! let (a1, h8) = (Square::A1.bitboard(), Square::H8.bitboard());
//! assert!(king::connected(a1, h8, path));
//! assert!(!king::connected(a1, h8, path.without(Square::B6)));
//! ```
//!
//! [`region`] is everything that can be walked to, and [`shortest_paths`] gives all shortest walks, move by move. From
//! e4 to h8, on a board where d5, e5 and f5 are barred, all of them together pass over
//!
//! ```
//! # use destrier::{bitboard, king, Bitboard, Square};
//! let barred = Bitboard::from_squares(&[Square::D5, Square::E5, Square::F5]);
//! let layers = king::shortest_paths(Square::E4.bitboard(), Square::H8.bitboard(), !barred).unwrap();
//! assert_eq!(layers.moves(), 5);
//! assert_eq!(layers.squares(), bitboard! {
//!     . . . . . . . X
//!     . . . . . . X X
//!     . . . . . X X X
//!     . . . . . . X .
//!     . . . . X X . .
//!     . . . . . . . .
//!     . . . . . . . .
//!     . . . . . . . .
//! });
//! ```
//!
//! For all of them both ends have to be on the path themselves: squares of the two sets that are not are left out.
//! Put the king's own square on it before you ask where the king can go.
//!
//! # Formulations
//!
//! [`FORMULATIONS`] of the question are two flood fills. The one to use grows from both sets towards each other, in
//! turn, and sees at once that either end is walled in; the source's grows from one.
//!
//! For the shortest walks the thread named below has a routine by E. Moshammer, which is not here. [`shortest_paths`]
//! ends where there is no walk, and keeps only the nearest of several targets.
//!
//! Source: the wiki's *King Pattern* (Flood Fill Algorithms, by Steffan Westcott) and the forum thread it links to.

use crate::bitboard::Bitboard;
use crate::formulation::Formulation;
use crate::layers::Layers;
use crate::leaper::Leaper;

/// Every formulation of [`connected`].
pub const FORMULATIONS: &[Formulation<fn(Bitboard, Bitboard, Bitboard) -> bool>] = &[
    Formulation::new("from both ends", "14 operations and 2 branches a move of either end", connected),
    Formulation::new("from one end", "14 operations and 2 branches a move", from_one_end),
];

/// Whether a king can walk from some square of `a` to some square of `b` over squares of `path` alone, both ends among
/// them. 14 operations and 2 branches a move of the shortest walk, or of the fill until it stops.
///
/// A square that is in both sets and on the path is a walk of no moves. A set without squares on the path is connected
/// with nothing.
#[must_use]
pub const fn connected(a: Bitboard, b: Bitboard, path: Bitboard) -> bool {
    Leaper::King.connected(a, b, path)
}

/// [`connected`] by a fill from the first set alone, as its source has it. 14 operations and 2 branches a move, and it
/// fills all that the first set reaches before it finds the second walled in.
#[must_use]
pub const fn from_one_end(a: Bitboard, b: Bitboard, path: Bitboard) -> bool {
    Leaper::King.connected_from_one_end(a, b, path)
}

/// All squares where a king gets from those of `from` that are on the path, over squares of `path` alone: a flood fill.
/// 12 operations and a branch a move of the longest of the shortest walks.
///
/// Nothing, if no square of `from` is on the path.
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
#[must_use]
pub const fn region(from: Bitboard, path: Bitboard) -> Bitboard {
    Leaper::King.region(from, path)
}

/// All shortest walks of a king from the squares of `from` to those of `to`, over squares of `path` alone, both ends
/// among them; `None` if there is no walk. 16 operations and 2 branches a move to fill forth, 11 and a branch to come
/// back.
///
/// Only squares of `to` that are nearest stay in the last layer, and only squares of `from` that are nearest to them in
/// the first. Sets that meet on the path make a single layer, where they meet.
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
    fn the_winding_path_of_the_page_takes_19_moves() {
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
    fn the_layers_of_the_page() {
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
    fn every_formulation_gives_the_same_answer() {
        for [a, b, path] in sets() {
            let answer = region(a, path).intersects(b);
            assert_eq!(answer, shortest_paths(a, b, path).is_some());
            for way in FORMULATIONS {
                assert_eq!((way.compute)(a, b, path), answer, "{way}");
            }
        }
    }
}
