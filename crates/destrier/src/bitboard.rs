//! Sets of squares as 64-bit numbers.

use crate::direction::Direction;
use crate::file::File;
use crate::rank::Rank;
use crate::square::Square;
use core::iter::FusedIterator;
use core::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Sub, SubAssign};

/// A set of squares.
///
/// Bit `s.index()` stands for square `s`: a1 is bit 0, h1 bit 7, a8 bit 56, h8 bit 63.
/// [`SquareMapping`](crate::SquareMapping) converts to and from other bit orders.
///
/// The operators `|`, `&`, `^`, `-` and `!` compute union, intersection, symmetric difference, difference and
/// complement. The right side of `|` and `-` can be a square. In `const` code, use the methods of those names.
/// [`bitboard!`](crate::bitboard) builds a set from a picture. `{:#?}` prints that picture, and `Display` prints the board alone.
///
/// ```
/// use destrier::{bitboard, File, Rank, Square};
///
/// let cross = File::D.bitboard() ^ Rank::Third.bitboard();
/// assert_eq!(cross, bitboard! {
///     . . . X . . . .
///     . . . X . . . .
///     . . . X . . . .
///     . . . X . . . .
///     . . . X . . . .
///     X X X . X X X X
///     . . . X . . . .
///     . . . X . . . .
/// });
/// assert_eq!(cross.len(), 14);
/// assert!(cross.contains(Square::A3) && !cross.contains(Square::D3));
/// ```
///
/// Source: the wiki's *Bitboards* and *General Setwise Operations*.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[repr(transparent)]
pub struct Bitboard(pub(crate) u64);

impl Bitboard {
    /// The empty set.
    pub const EMPTY: Self = Self(0);
    /// All 64 squares.
    pub const FULL: Self = Self(!0);
    /// The 32 light squares, including h1.
    pub const LIGHT_SQUARES: Self = Self(0x55aa_55aa_55aa_55aa);
    /// The 32 dark squares, including a1.
    pub const DARK_SQUARES: Self = Self(0xaa55_aa55_aa55_aa55);
    /// The corners a1, h1, a8 and h8.
    pub const CORNERS: Self = Self(0x8100_0000_0000_0081);
    /// The 48 squares of ranks 2 to 7, where pawns can stand.
    pub const PAWN_RANKS: Self = Self(0x00ff_ffff_ffff_ff00);

    /// Creates a set from 64 bits. Bit `i` stands for the square with index `i`.
    #[inline(always)]
    #[must_use]
    pub const fn from_bits(bits: u64) -> Self {
        Self(bits)
    }

    /// Returns the set as 64 bits. Bit `i` stands for the square with index `i`.
    #[inline(always)]
    #[must_use]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// Creates a set from a list of squares. Duplicates are allowed.
    ///
    /// ```
    /// use destrier::{Bitboard, Square};
    ///
    /// const ROOKS: Bitboard = Bitboard::from_squares(&[Square::A1, Square::H1]);
    /// assert_eq!(ROOKS.bits(), 0x81);
    /// ```
    #[must_use]
    pub const fn from_squares(squares: &[Square]) -> Self {
        let mut bits = 0;
        let mut i = 0;
        while i < squares.len() {
            bits |= squares[i].bitboard().0;
            i += 1;
        }
        Self(bits)
    }

    /// Returns the squares in either set.
    #[inline(always)]
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Returns the squares in both sets.
    #[inline(always)]
    #[must_use]
    pub const fn intersection(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Returns the squares of this set that are not in the other (the relative complement).
    #[inline(always)]
    #[must_use]
    pub const fn difference(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Returns the squares in exactly one of the sets.
    #[inline(always)]
    #[must_use]
    pub const fn symmetric_difference(self, other: Self) -> Self {
        Self(self.0 ^ other.0)
    }

    /// Returns the squares not in the set.
    #[inline(always)]
    #[must_use]
    pub const fn complement(self) -> Self {
        Self(!self.0)
    }

    /// Returns the set with a square added.
    #[inline]
    #[must_use]
    pub const fn with(self, square: Square) -> Self {
        self.union(square.bitboard())
    }

    /// Returns the set with a square removed.
    #[inline]
    #[must_use]
    pub const fn without(self, square: Square) -> Self {
        self.difference(square.bitboard())
    }

    /// Returns `true` if the set contains no squares.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the number of squares, 0 to 64 (the population count).
    #[inline]
    #[must_use]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Returns `true` if the square is in the set.
    #[inline]
    #[must_use]
    pub const fn contains(self, square: Square) -> bool {
        self.intersects(square.bitboard())
    }

    /// Returns `true` if the sets share a square.
    #[inline]
    #[must_use]
    pub const fn intersects(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Returns `true` if the sets share no square.
    #[inline]
    #[must_use]
    pub const fn is_disjoint(self, other: Self) -> bool {
        self.0 & other.0 == 0
    }

    /// Returns `true` if every square of this set is in the other.
    #[inline]
    #[must_use]
    pub const fn is_subset(self, other: Self) -> bool {
        self.0 & !other.0 == 0
    }

    /// Returns the square with the lowest index (a1 first), or `None` if the set is empty.
    #[inline]
    #[must_use]
    pub const fn first(self) -> Option<Square> {
        Square::from_index(self.0.trailing_zeros() as u8)
    }

    /// Returns the square with the highest index (h8 first), or `None` if the set is empty.
    #[inline]
    #[must_use]
    pub const fn last(self) -> Option<Square> {
        Square::from_index(63u8.wrapping_sub(self.0.leading_zeros() as u8))
    }

    /// Returns the only square of the set, or `None` if the set is empty or has several squares.
    ///
    /// ```
    /// use destrier::{Bitboard, Square};
    ///
    /// assert_eq!(Square::E4.bitboard().only(), Some(Square::E4));
    /// assert_eq!(Bitboard::EMPTY.only(), None);
    /// assert_eq!(Bitboard::CORNERS.only(), None);
    /// ```
    #[inline]
    #[must_use]
    pub const fn only(self) -> Option<Square> {
        if self.0 & self.0.wrapping_sub(1) == 0 { self.first() } else { None }
    }

    /// Removes and returns the square with the lowest index.
    ///
    /// Use it to loop over a set in `const` code, where `for` is not available.
    ///
    /// ```
    /// use destrier::{bitboard, Bitboard};
    ///
    /// const fn files_used(mut set: Bitboard) -> u8 {
    ///     let mut files = 0;
    ///     while let Some(square) = set.pop_first() {
    ///         files |= 1 << square.file().index();
    ///     }
    ///     files
    /// }
    /// assert_eq!(files_used(Bitboard::CORNERS), 0b1000_0001);
    /// ```
    #[inline]
    pub const fn pop_first(&mut self) -> Option<Square> {
        let square = self.first();
        self.0 &= self.0.wrapping_sub(1);
        square
    }

    /// Moves every square one step in a direction. Squares that leave the board are dropped. They do not wrap around.
    ///
    /// ```
    /// use destrier::{bitboard, Bitboard, Direction};
    ///
    /// assert_eq!(Bitboard::CORNERS.step(Direction::SoSoEa), bitboard! {
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . X . . . . . .
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . . . . . . .
    /// });
    /// ```
    #[inline(always)]
    #[must_use]
    pub const fn step(self, direction: Direction) -> Self {
        direction.shift(self).intersection(direction.post_mask())
    }

    /// Returns the set mirrored top to bottom: rank 1 becomes rank 8 (a byte swap).
    #[inline(always)]
    #[must_use]
    pub const fn flip_vertical(self) -> Self {
        Self(self.0.swap_bytes())
    }

    /// Returns the set mirrored left to right: file a becomes file h.
    ///
    /// Source: the wiki's *Flipping Mirroring and Rotating*.
    #[inline]
    #[must_use]
    pub const fn mirror_horizontal(self) -> Self {
        const K1: u64 = 0x5555_5555_5555_5555;
        const K2: u64 = 0x3333_3333_3333_3333;
        const K4: u64 = 0x0f0f_0f0f_0f0f_0f0f;
        let x = self.0;
        let x = ((x >> 1) & K1) | ((x & K1) << 1);
        let x = ((x >> 2) & K2) | ((x & K2) << 2);
        Self(((x >> 4) & K4) | ((x & K4) << 4))
    }

    /// Returns the set mirrored along the main diagonal: b1 becomes a2, and files become ranks.
    ///
    /// Source: the wiki's *Flipping Mirroring and Rotating*.
    #[inline]
    #[must_use]
    pub const fn flip_diagonal(self) -> Self {
        const K1: u64 = 0x5500_5500_5500_5500;
        const K2: u64 = 0x3333_0000_3333_0000;
        const K4: u64 = 0x0f0f_0f0f_0000_0000;
        let x = self.0;
        let t = K4 & (x ^ (x << 28));
        let x = x ^ t ^ (t >> 28);
        let t = K2 & (x ^ (x << 14));
        let x = x ^ t ^ (t >> 14);
        let t = K1 & (x ^ (x << 7));
        Self(x ^ t ^ (t >> 7))
    }

    /// Returns an iterator over the squares, from a1 to h8 by index.
    #[inline]
    #[must_use]
    pub const fn iter(self) -> Squares {
        Squares(self)
    }

    /// Returns an iterator over all subsets, from the empty set to the set itself.
    ///
    /// A set of `n` squares has 2 to the power of `n` subsets.
    ///
    /// ```
    /// use destrier::{Bitboard, Square};
    ///
    /// let a1_and_c1 = Bitboard::from_squares(&[Square::A1, Square::C1]);
    /// assert!(a1_and_c1.subsets().map(Bitboard::bits).eq([0b000, 0b001, 0b100, 0b101]));
    /// assert_eq!(a1_and_c1.subsets().skip(1).size_hint(), (3, Some(3)));
    /// assert_eq!(Bitboard::FULL.subsets().size_hint(), (usize::MAX, None));
    /// ```
    ///
    /// Source: the wiki's *Traversing Subsets of a Set*.
    #[inline]
    pub const fn subsets(self) -> impl Iterator<Item = Self> {
        Subsets { set: self, next: Some(Self::EMPTY) }
    }
}

/// An iterator over the squares of a set, in index order.
///
/// Returned by [`Bitboard::iter`]. It is double-ended.
#[derive(Clone, Debug)]
pub struct Squares(Bitboard);

impl Iterator for Squares {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        self.0.pop_first()
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = self.0.len() as usize;
        (len, Some(len))
    }
}

impl DoubleEndedIterator for Squares {
    #[inline]
    fn next_back(&mut self) -> Option<Square> {
        let square = self.0.last()?;
        self.0 = self.0.without(square);
        Some(square)
    }
}

impl ExactSizeIterator for Squares {}
impl FusedIterator for Squares {}

/// An iterator over the subsets of a set, in the order of their bits.
struct Subsets {
    set: Bitboard,
    next: Option<Bitboard>,
}

impl Iterator for Subsets {
    type Item = Bitboard;

    #[inline]
    fn next(&mut self) -> Option<Bitboard> {
        let subset = self.next?;
        // The borrow of the subtraction passes through the squares outside the set to the next square inside it.
        let following = subset.0.wrapping_sub(self.set.0) & self.set.0;
        self.next = if following == 0 { None } else { Some(Bitboard(following)) };
        Some(subset)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let Some(next) = self.next else { return (0, Some(0)) };
        // Subsets count up in binary, with one digit per square of the set. The digits missing from `next` give the
        // number of subsets that follow it.
        let mut following = 0;
        for (i, square) in self.set.iter().enumerate() {
            following |= u64::from(!next.contains(square)) << i;
        }
        let left = usize::try_from(following).ok().and_then(|following| following.checked_add(1));
        (left.unwrap_or(usize::MAX), left)
    }
}

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Squares;

    #[inline]
    fn into_iter(self) -> Squares {
        self.iter()
    }
}

/// Collects squares, files, ranks, sets or numbers into their union.
///
/// ```
/// use destrier::{Bitboard, Square};
///
/// assert_eq!([Square::A1, Square::H1].into_iter().collect::<Bitboard>().bits(), 0x81);
/// ```
impl<T: Into<Self>> FromIterator<T> for Bitboard {
    fn from_iter<I: IntoIterator<Item = T>>(sets: I) -> Self {
        sets.into_iter().map(T::into).fold(Self::EMPTY, Self::union)
    }
}

/// Adds squares, files, ranks, sets or numbers.
///
/// ```
/// use destrier::{Bitboard, Rank, Square};
///
/// let mut set = Rank::First.bitboard();
/// set.extend([Square::A2, Square::B2]);
/// assert_eq!(set | Square::C2, set.with(Square::C2));
/// assert_eq!(set.bits(), 0x3ff);
/// ```
impl<T: Into<Self>> Extend<T> for Bitboard {
    fn extend<I: IntoIterator<Item = T>>(&mut self, sets: I) {
        *self |= sets.into_iter().collect::<Self>();
    }
}

/// Converts 64 bits, as [`Bitboard::from_bits`] does.
///
/// ```
/// use destrier::Bitboard;
///
/// let corners: Bitboard = 0x8100_0000_0000_0081.into();
/// assert_eq!(corners, Bitboard::CORNERS);
/// assert_eq!(u64::from(corners), 0x8100_0000_0000_0081);
/// ```
impl From<u64> for Bitboard {
    #[inline]
    fn from(bits: u64) -> Self {
        Self(bits)
    }
}

/// Returns the set as 64 bits, as [`Bitboard::bits`] does.
impl From<Bitboard> for u64 {
    #[inline]
    fn from(set: Bitboard) -> Self {
        set.0
    }
}

impl From<Square> for Bitboard {
    #[inline]
    fn from(square: Square) -> Self {
        square.bitboard()
    }
}

impl From<File> for Bitboard {
    #[inline]
    fn from(file: File) -> Self {
        file.bitboard()
    }
}

impl From<Rank> for Bitboard {
    #[inline]
    fn from(rank: Rank) -> Self {
        rank.bitboard()
    }
}

macro_rules! operators {
    ($($trait:ident::$operator:ident, $assign_trait:ident::$assign:ident = $method:ident;)*) => {$(
        impl $trait for Bitboard {
            type Output = Self;

            #[inline]
            fn $operator(self, other: Self) -> Self {
                self.$method(other)
            }
        }

        impl $assign_trait for Bitboard {
            #[inline]
            fn $assign(&mut self, other: Self) {
                *self = self.$method(other);
            }
        }
    )*};
}

operators! {
    BitOr::bitor, BitOrAssign::bitor_assign = union;
    BitAnd::bitand, BitAndAssign::bitand_assign = intersection;
    BitXor::bitxor, BitXorAssign::bitxor_assign = symmetric_difference;
    Sub::sub, SubAssign::sub_assign = difference;
}

/// Adds a square, as [`Bitboard::with`] does.
impl BitOr<Square> for Bitboard {
    type Output = Self;

    #[inline]
    fn bitor(self, square: Square) -> Self {
        self.with(square)
    }
}

/// Removes a square, as [`Bitboard::without`] does.
impl Sub<Square> for Bitboard {
    type Output = Self;

    #[inline]
    fn sub(self, square: Square) -> Self {
        self.without(square)
    }
}

impl Not for Bitboard {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        self.complement()
    }
}

#[cfg(test)]
mod tests;
