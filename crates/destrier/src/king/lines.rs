//! The lines along which a distant check covers all of a king's escapes.

use crate::bitboard::Bitboard;
use crate::formulations::Formulation;
use crate::line::Line;
use crate::square::Square;
use core::fmt;
use core::iter::FusedIterator;

/// Every formulation of [`open_lines`].
///
/// All test for each line whether the escapes are a subset of it. They agree for every set, even with
/// squares far from the king. The king's own square is on every line and makes no difference.
///
/// - [`open_lines`] uses the fewest operations and has no branch. Use this one.
/// - [`two_lane`] has the shape of the SSE4.1 instructions that compare two 64-bit lanes at once.
/// - [`branchy`] is faster if most kings have no escape, as in the opening. It then ends after one well-predicted
///   branch.
pub const FORMULATIONS: &[Formulation<fn(Square, Bitboard) -> LineSet>] = &[
    Formulation::new("union", "14 operations and 4 loads", open_lines),
    Formulation::new("by complement", "18 operations and 4 loads", by_complement),
    Formulation::new("by comparison", "19 operations and 4 loads", by_comparison),
    Formulation::new("branchy", "at most 14 operations, 4 loads and 5 branches", branchy),
    Formulation::new("two lane", "19 operations and 4 loads", two_lane),
];

/// Returns the lines through the king that contain all of its escapes.
///
/// ```
/// use destrier::king::{self, LineSet};
/// use destrier::{bitboard, Line, Square};
///
/// // The king on g1 stands behind pawns on f2, g2 and h2. It can move along its rank only.
/// let escapes = bitboard! {
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . X . X
/// };
/// assert_eq!(king::open_lines(Square::G1, escapes), LineSet::from(Line::Rank));
/// assert_eq!(king::open_lines(Square::G1, bitboard! {
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . X
///     . . . . . X . X
/// }), LineSet::default());
/// ```
///
/// A rook, bishop or queen that checks along such a line also attacks all the escapes, from any distance. The
/// best-known example is the back-rank mate, with the king behind three pawns. If the king has no escape at all, any
/// distant check may be mate.
///
/// The result is all four lines if there is no escape, and at most one line otherwise. The escapes may be any set. The
/// king's own square in it is ignored.
///
/// The escapes are the squares that the king attacks, except those that its own pieces occupy or the opponent attacks.
/// Remove the king from the occupied squares before you compute the attacks of the opponent's sliders. Otherwise the
/// square behind a king in check would count as an escape.
///
/// An open line is necessary for such a mate, but not sufficient. Whether a piece can check along the line, and whether
/// the check can be blocked or the checking piece captured, is not considered.
///
/// Cost: 14 operations and 4 loads from one table record, no branch.
///
/// Source: the wiki's *King Pattern* (Vulnerable on distant Checks).
#[inline]
#[must_use]
pub const fn open_lines(king: Square, escapes: Bitboard) -> LineSet {
    let [rank, file, diagonal, anti_diagonal] = lines_through(king);
    // A set is a subset of a line if it adds nothing to the line.
    let on_rank = (escapes.0 | rank == rank) as u8;
    let on_file = (escapes.0 | file == file) as u8;
    let on_diagonal = (escapes.0 | diagonal == diagonal) as u8;
    let on_anti_diagonal = (escapes.0 | anti_diagonal == anti_diagonal) as u8;
    LineSet(on_rank | on_file << 1 | on_diagonal << 2 | on_anti_diagonal << 3)
}

/// The lines of a square. The alignment keeps each record within one cache line.
#[repr(align(32))]
struct Record([Bitboard; 4]);

static LINES: [Record; 64] = {
    let mut table = [const { Record([Bitboard::EMPTY; 4]) }; 64];
    let mut i = 0;
    while i < 64 {
        let mut line = 0;
        while line < 4 {
            table[i].0[line] = Line::ALL[line].through(Square::ALL[i]);
            line += 1;
        }
        i += 1;
    }
    table
};

/// Returns the lines of a square: rank, file, diagonal and anti-diagonal, aligned to 32 bytes.
#[cfg(target_arch = "x86_64")]
#[inline]
pub(crate) const fn record(king: Square) -> &'static [Bitboard; 4] {
    &LINES[king.index() as usize].0
}

#[inline]
const fn lines_through(king: Square) -> [u64; 4] {
    let [rank, file, diagonal, anti_diagonal] = LINES[king.index() as usize].0;
    [rank.0, file.0, diagonal.0, anti_diagonal.0]
}

/// Computes [`open_lines`] from the escapes outside each line.
#[inline]
#[must_use]
pub const fn by_complement(king: Square, escapes: Bitboard) -> LineSet {
    let lines = lines_through(king);
    let mut set = 0;
    let mut i = 0;
    while i < 4 {
        set |= ((escapes.0 & !lines[i] == 0) as u8) << i;
        i += 1;
    }
    LineSet(set)
}

/// Computes [`open_lines`] by comparing the king and its escapes with their intersection with each line.
///
/// The wiki uses this form, written as `pattern & line == pattern`. C parses that as `pattern & (line == pattern)`,
/// which finds no open line at all. Rust evaluates `&` first.
#[inline]
#[must_use]
pub const fn by_comparison(king: Square, escapes: Bitboard) -> LineSet {
    let pattern = escapes.with(king).0;
    let lines = lines_through(king);
    let mut set = 0;
    let mut i = 0;
    while i < 4 {
        set |= (((pattern & lines[i]) == pattern) as u8) << i;
        i += 1;
    }
    LineSet(set)
}

/// Computes [`open_lines`] line by line and stops at the first hit.
#[inline]
#[must_use]
pub const fn branchy(king: Square, escapes: Bitboard) -> LineSet {
    let pattern = escapes.with(king).0;
    if pattern == king.bitboard().0 {
        return LineSet::ALL;
    }
    let lines = lines_through(king);
    let mut i = 0;
    while i < 4 {
        if (pattern & lines[i]) == pattern {
            return LineSet(1 << i);
        }
        i += 1;
    }
    LineSet::NONE
}

/// Computes [`open_lines`] two lines at a time, in portable code.
///
/// It has the shape of the SSE4.1 form: one vector compares rank and file, the other the two diagonals.
#[inline]
#[must_use]
pub const fn two_lane(king: Square, escapes: Bitboard) -> LineSet {
    let pattern = [escapes.with(king).0; 2];
    let [rank, file, diagonal, anti_diagonal] = lines_through(king);
    let straight = and([1, 2], equal(and([rank, file], pattern), pattern));
    let slanted = and([4, 8], equal(and([diagonal, anti_diagonal], pattern), pattern));
    let both = [straight[0] | slanted[0], straight[1] | slanted[1]];
    LineSet((both[0] | both[1]) as u8)
}

#[inline]
const fn and(a: [u64; 2], b: [u64; 2]) -> [u64; 2] {
    [a[0] & b[0], a[1] & b[1]]
}

/// Sets all bits of the lanes that are equal.
#[inline]
const fn equal(a: [u64; 2], b: [u64; 2]) -> [u64; 2] {
    [((a[0] == b[0]) as u64).wrapping_neg(), ((a[1] == b[1]) as u64).wrapping_neg()]
}

/// A set of lines through a king.
///
/// The bits are 1 for the rank, 2 for the file, 4 for the diagonal and 8 for the anti-diagonal (the wiki's `dirSet`).
///
/// ```
/// use destrier::king::LineSet;
/// use destrier::Line;
///
/// let diagonals: LineSet = [Line::Diagonal, Line::AntiDiagonal].into_iter().collect();
/// assert_eq!(diagonals.bits(), 4 + 8);
/// assert!(diagonals.contains(Line::Diagonal) && !diagonals.contains(Line::Rank));
/// assert!(diagonals.into_iter().eq([Line::Diagonal, Line::AntiDiagonal]));
/// assert_eq!(diagonals.to_string(), "diagonal+anti-diagonal");
/// assert_eq!(LineSet::ALL.to_string(), "all");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct LineSet(u8);

impl LineSet {
    /// The empty set.
    pub(crate) const NONE: Self = Self(0);
    /// All four lines.
    pub const ALL: Self = Self(15);

    /// Creates a set from its bits, or returns `None` if `bits` is greater than 15.
    #[inline]
    #[must_use]
    pub const fn from_bits(bits: u8) -> Option<Self> {
        if bits <= Self::ALL.0 { Some(Self(bits)) } else { None }
    }

    /// Creates a set from the lower four bits.
    #[inline(always)]
    pub(crate) const fn from_low_bits(bits: u8) -> Self {
        Self(bits & Self::ALL.0)
    }

    /// Returns the set as bits, 0 to 15: 1 for the rank, 2 for the file, 4 for the diagonal, 8 for the anti-diagonal.
    #[inline]
    #[must_use]
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// Returns the squares of the lines through a square, including the square if there is a line.
    #[inline]
    pub(crate) const fn through(self, square: Square) -> Bitboard {
        let lines = lines_through(square);
        let mut squares = 0;
        let mut i = 0;
        while i < 4 {
            squares |= lines[i] & (self.0 as u64 >> i & 1).wrapping_neg();
            i += 1;
        }
        Bitboard(squares)
    }

    #[inline]
    const fn with(self, line: Line) -> Self {
        Self(self.0 | 1 << line as u8)
    }

    /// Returns `true` if the line is in the set.
    #[inline]
    #[must_use]
    pub const fn contains(self, line: Line) -> bool {
        self.0 & 1 << line as u8 != 0
    }

    /// Returns `true` if the set contains no line.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
}

/// Prints `none`, `all`, or the names of the lines joined by `+`: `rank`, `rank+file`.
impl fmt::Display for LineSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const NAMES: [&str; 16] = [
            "none",
            "rank",
            "file",
            "rank+file",
            "diagonal",
            "rank+diagonal",
            "file+diagonal",
            "rank+file+diagonal",
            "anti-diagonal",
            "rank+anti-diagonal",
            "file+anti-diagonal",
            "rank+file+anti-diagonal",
            "diagonal+anti-diagonal",
            "rank+diagonal+anti-diagonal",
            "file+diagonal+anti-diagonal",
            "all",
        ];
        f.pad(NAMES[usize::from(self.0 & 15)])
    }
}

/// An iterator over the lines of a set, in bit order.
#[derive(Clone, Debug)]
pub struct Lines(LineSet);

impl Iterator for Lines {
    type Item = Line;

    #[inline]
    fn next(&mut self) -> Option<Line> {
        let line = *Line::ALL.get(self.0.0.trailing_zeros() as usize)?;
        self.0.0 &= self.0.0 - 1;
        Some(line)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = self.0.0.count_ones() as usize;
        (len, Some(len))
    }
}

impl ExactSizeIterator for Lines {}
impl FusedIterator for Lines {}

impl IntoIterator for LineSet {
    type Item = Line;
    type IntoIter = Lines;

    #[inline]
    fn into_iter(self) -> Lines {
        Lines(self)
    }
}

impl From<Line> for LineSet {
    #[inline]
    fn from(line: Line) -> Self {
        Self::NONE.with(line)
    }
}

impl FromIterator<Line> for LineSet {
    fn from_iter<I: IntoIterator<Item = Line>>(lines: I) -> Self {
        lines.into_iter().fold(Self::NONE, Self::with)
    }
}

impl fmt::Debug for LineSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "LineSet({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::naive::{self, king_attacks_from};
    use std::format;
    use std::string::ToString;
    use std::vec::Vec;

    fn cases() -> impl Iterator<Item = (Square, Bitboard)> {
        Square::ALL
            .into_iter()
            .flat_map(|king| king_attacks_from(king).subsets().map(move |escapes| (king, escapes)))
    }

    #[test]
    fn formulations_match_the_definition_for_all_escapes() {
        let mut histogram = [0; 16];
        for (king, escapes) in cases() {
            let expected = naive::open_lines(king, escapes);
            for way in FORMULATIONS {
                assert_eq!((way.compute)(king, escapes), expected, "{way} {king} {}", escapes.names());
                let with_king = escapes.with(king);
                assert_eq!((way.compute)(king, with_king), expected, "{way}: the king's square is ignored");
            }
            histogram[usize::from(expected.bits())] += 1;
        }
        assert_eq!(histogram, [9364, 160, 160, 0, 134, 0, 0, 0, 134, 0, 0, 0, 0, 0, 0, 64]);
        assert_eq!(histogram.iter().sum::<i32>(), 10_016);
    }

    #[test]
    fn line_sets_convert_to_bits_and_names() {
        for bits in 0..=255 {
            let Some(set) = LineSet::from_bits(bits) else {
                assert!(bits > 15);
                continue;
            };
            assert!(bits < 16);
            assert_eq!(set.bits(), bits);
            assert_eq!(set.into_iter().collect::<LineSet>(), set);
            assert_eq!(LineSet::from_low_bits(0xf0 | bits), set);
            for line in Line::ALL {
                assert_eq!(set.contains(line), set.into_iter().any(|other| other == line));
                assert_eq!(set.with(line).bits(), bits | LineSet::from(line).bits());
            }
            assert_eq!(set.into_iter().count(), bits.count_ones() as usize);
            assert_eq!(set.into_iter().len(), set.into_iter().count());
            assert_eq!(set.is_empty(), set == LineSet::NONE);
            let names: Vec<_> = set.into_iter().map(Line::name).collect();
            let text = match bits {
                0 => "none".to_string(),
                15 => "all".to_string(),
                _ => names.join("+"),
            };
            assert_eq!(set.to_string(), text);
            assert_eq!(format!("{set:?}"), format!("LineSet({text})"));
        }
        assert_eq!(Line::ALL.map(|line| LineSet::from(line).bits()), [1, 2, 4, 8]);
        assert_eq!(LineSet::from(Line::Rank).with(Line::File).to_string(), "rank+file");
    }
}
