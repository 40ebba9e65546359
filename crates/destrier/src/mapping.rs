//! Square mappings: the usual orders of squares, and conversion between them.

use crate::bitboard::Bitboard;
use crate::square::Square;

/// A numbering of the squares from 0 to 63, rank by rank, named after the corner that is 0.
///
/// Programs assign bits to squares in different orders. Destrier uses [`A1`](Self::A1). To exchange bitboards with
/// a program that uses another order, convert them.
///
/// ```
/// use destrier::{Square, SquareMapping};
///
/// // The knights c5 and g4, as written by a program that counts from h1:
/// let knights = SquareMapping::H1.bitboard(0x0000_0020_0200_0000);
/// assert_eq!(knights, "c5,g4".parse()?);
/// assert_eq!(SquareMapping::H1.bits(knights), 0x0000_0020_0200_0000);
/// assert_eq!(SquareMapping::H1.index(Square::A1), 7);
/// # Ok::<(), destrier::ParseBitboardError>(())
/// ```
///
/// Source: the wiki's *Square Mapping Considerations*; for h1 = 0, *Knight move generation* by Sebastian Veile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum SquareMapping {
    /// a1 = 0, h1 = 7, a8 = 56: little-endian rank-file mapping, which Destrier uses.
    A1,
    /// a8 = 0, h8 = 7, a1 = 56: mirrored vertically.
    A8,
    /// h1 = 0, a1 = 7, h8 = 56: mirrored horizontally.
    H1,
    /// h8 = 0, a8 = 7, h1 = 56: mirrored both ways.
    H8,
}

impl SquareMapping {
    /// All four mappings.
    pub const ALL: [Self; 4] = [Self::A1, Self::A8, Self::H1, Self::H8];

    /// Returns the exclusive-or mask that converts an index in either direction.
    const fn difference(self) -> u8 {
        match self {
            Self::A1 => 0,
            Self::A8 => 56,
            Self::H1 => 7,
            Self::H8 => 63,
        }
    }

    /// Returns the index of a square in this mapping, 0 to 63.
    #[inline]
    #[must_use]
    pub const fn index(self, square: Square) -> u8 {
        square.index() ^ self.difference()
    }

    /// Returns the square with this index in this mapping, or `None` if the index is 64 or more.
    #[inline]
    #[must_use]
    pub const fn square(self, index: u8) -> Option<Square> {
        // The exclusive or changes only the lower six bits, so 64 and above stay out of range.
        Square::from_index(index ^ self.difference())
    }

    /// Converts a set to bits in this mapping.
    #[inline]
    #[must_use]
    pub const fn bits(self, set: Bitboard) -> u64 {
        self.mirror(set).0
    }

    /// Converts bits in this mapping to a set.
    #[inline]
    #[must_use]
    pub const fn bitboard(self, bits: u64) -> Bitboard {
        self.mirror(Bitboard(bits))
    }

    // Each mapping mirrors the board, and a mirror is its own inverse.
    const fn mirror(self, set: Bitboard) -> Bitboard {
        match self {
            Self::A1 => set,
            Self::A8 => set.flip_vertical(),
            Self::H1 => set.mirror_horizontal(),
            Self::H8 => Bitboard(set.0.reverse_bits()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::naive::sets;

    #[test]
    fn mappings_round_trip() {
        for mapping in SquareMapping::ALL {
            for square in Square::ALL {
                let index = mapping.index(square);
                assert_eq!(mapping.square(index), Some(square));
                assert_eq!(mapping.bits(square.bitboard()), 1 << index);
            }
            for index in 64..=255 {
                assert_eq!(mapping.square(index), None);
            }
            for [set] in sets() {
                assert_eq!(mapping.bitboard(mapping.bits(set)), set);
            }
        }
        let corners = [Square::A1, Square::A8, Square::H1, Square::H8];
        assert!(SquareMapping::ALL.into_iter().zip(corners).all(|(mapping, zero)| mapping.index(zero) == 0));
    }

    #[test]
    fn h1_mapping_mirrors_horizontally() {
        for square in Square::ALL {
            assert_eq!(SquareMapping::H1.index(square), SquareMapping::A1.index(square.mirror_horizontal()));
            let (file, rank) = (square.file().index(), square.rank().index());
            assert_eq!(SquareMapping::H1.index(square), 8 * rank + (7 - file), "Veile's formula");
        }
    }
}
