//! All shortest paths between two sets, by number of moves.

use crate::bitboard::Bitboard;
use core::{fmt, slice};

/// All shortest paths from one set of squares to another, as one layer per move.
///
/// Layer `i` holds the squares where the piece can be after `i` moves. Every square of a layer is on a shortest
/// path, so any attack from one layer to the next can be the next move.
///
/// Returned by [`king::shortest_paths`](crate::king::shortest_paths) and
/// [`knight::shortest_paths`](crate::knight::shortest_paths).
///
/// ```
/// use destrier::{king, Bitboard, Square};
///
/// let corners = Bitboard::from_squares(&[Square::A1, Square::H8]);
/// let layers = king::shortest_paths(Square::E4.bitboard(), corners, Bitboard::FULL).unwrap();
/// assert_eq!(layers.moves(), 4);
/// assert_eq!(layers.as_slice()[0], "e4".parse()?);
/// assert_eq!(layers.as_slice()[1], "d3,d4,e5,f5".parse()?);
/// assert_eq!(layers.as_slice()[4], corners);
/// assert!((&layers).into_iter().eq(layers.as_slice()));
/// # Ok::<(), destrier::ParseBitboardError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Layers {
    // Layers are disjoint and not empty, so there are at most 64. The entries from `len` on are empty.
    layers: [Bitboard; 64],
    len: u8,
}

impl Layers {
    pub(crate) const EMPTY: Self = Self { layers: [Bitboard::EMPTY; 64], len: 0 };

    /// Returns the layers in order: 1 to 64 disjoint sets, none of them empty.
    #[inline]
    #[must_use]
    pub const fn as_slice(&self) -> &[Bitboard] {
        self.layers.split_at(self.len as usize).0
    }

    /// Returns an iterator over the layers in order.
    #[inline]
    pub fn iter(&self) -> slice::Iter<'_, Bitboard> {
        self.as_slice().iter()
    }

    /// Returns the length of the paths in moves, 0 to 63. It is one less than the number of layers.
    #[inline]
    #[must_use]
    pub const fn moves(&self) -> u8 {
        self.len.saturating_sub(1)
    }

    /// Returns the squares of all shortest paths: the union of the layers.
    #[must_use]
    pub const fn squares(&self) -> Bitboard {
        let mut squares = Bitboard::EMPTY;
        let layers = self.as_slice();
        let mut i = 0;
        while i < layers.len() {
            squares = squares.union(layers[i]);
            i += 1;
        }
        squares
    }

    /// Appends a layer. It must not be empty or overlap another layer.
    pub(crate) const fn push(&mut self, layer: Bitboard) {
        self.layers[self.len as usize] = layer;
        self.len += 1;
    }

    /// Intersects layer `i` with a set and returns the result.
    pub(crate) const fn intersect(&mut self, i: u8, set: Bitboard) -> Bitboard {
        let layer = self.layers[i as usize].intersection(set);
        self.layers[i as usize] = layer;
        layer
    }
}

impl<'a> IntoIterator for &'a Layers {
    type Item = &'a Bitboard;
    type IntoIter = slice::Iter<'a, Bitboard>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl fmt::Debug for Layers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Layers").field(&self.as_slice()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::square::Square;
    use std::format;

    #[test]
    fn holds_64_layers() {
        let mut layers = Layers::EMPTY;
        for (i, square) in Square::ALL.into_iter().enumerate() {
            layers.push(square.bitboard());
            assert_eq!(layers.as_slice().len(), i + 1);
            assert_eq!(usize::from(layers.moves()), i);
            assert_eq!(layers.squares().len() as usize, i + 1);
        }
        assert!(layers.into_iter().copied().eq(Square::ALL.map(Square::bitboard)));
        assert_eq!(layers.intersect(1, Bitboard::CORNERS), Bitboard::EMPTY);
        assert_eq!(layers.intersect(0, Bitboard::CORNERS), Square::A1.bitboard());
        assert_eq!(layers.squares(), Bitboard::FULL.without(Square::B1));
    }

    #[test]
    fn debug_prints_only_used_layers() {
        let mut layers = Layers::EMPTY;
        layers.push(Square::A1.bitboard());
        assert_eq!(format!("{layers:?}"), "Layers([Bitboard(0x0000000000000001)])");
    }
}
