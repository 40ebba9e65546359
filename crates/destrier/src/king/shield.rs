//! The pawn shield of a king, as a table index.

use crate::bitboard::Bitboard;
use crate::color::Color;
use crate::file::File;
use crate::formulations::Formulation;
use crate::square::Square;

/// Every formulation of [`shield_index`].
///
/// All return the same number for any set of pawns, and ignore pawns outside the window.
///
/// - [`shield_index`] takes five cheap operations, and none of its constants depends on the window. Use this one.
/// - [`by_multiplication`] takes only three operations if the window is a constant. It is then faster for many
///   independent indices, but a single index takes longer.
/// - [`by_extraction`] is the definition: the x86 instruction PEXT in portable code.
pub const FORMULATIONS: &[Formulation<fn(ShieldWindow, Bitboard, Color) -> u8>] = &[
    Formulation::new("shift and fold", "7 operations and a byte swap", shield_index),
    Formulation::new("by multiplication", "7 operations and a byte swap", by_multiplication),
    Formulation::new("by extraction", "63 operations, 6 branches and a byte swap", by_extraction),
];

/// The side of the board where a castled king has its pawns: the king side, files f to h, or the queen side, files a to
/// c.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
#[expect(missing_docs, reason = "the names are self-explanatory")]
pub enum Wing {
    King,
    Queen,
}

impl Wing {
    /// Both wings, the king side first.
    pub const ALL: [Self; 2] = [Self::King, Self::Queen];

    /// Returns the wing that a king stands on, or `None` if it is not on a wing.
    ///
    /// A king on its side's first two ranks is on the king side on files f to h and on the queen side on files a to c.
    ///
    /// ```
    /// use destrier::{king::Wing, Color, Square};
    ///
    /// assert_eq!(Wing::of(Square::G1, Color::White), Some(Wing::King));
    /// assert_eq!(Wing::of(Square::C7, Color::Black), Some(Wing::Queen));
    /// assert_eq!(Wing::of(Square::E1, Color::White), None);
    /// assert_eq!(Wing::of(Square::G1, Color::Black), None);
    /// ```
    ///
    /// Cost: at most 7 operations and 2 branches.
    #[inline]
    #[must_use]
    pub const fn of(king: Square, color: Color) -> Option<Self> {
        let home = if color.is_white() { king } else { king.flip_vertical() };
        match (home.rank().index(), home.file()) {
            (0 | 1, File::A | File::B | File::C) => Some(Self::Queen),
            (0 | 1, File::F | File::G | File::H) => Some(Self::King),
            _ => None,
        }
    }

    /// Returns the window of the wing's three files.
    #[inline]
    #[must_use]
    pub const fn window(self) -> ShieldWindow {
        ShieldWindow {
            first: match self {
                Self::King => File::F,
                Self::Queen => File::A,
            },
        }
    }

    /// Returns `king` or `queen`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::King => "king",
            Self::Queen => "queen",
        }
    }
}

/// Three adjacent files that a shield may cover. There are six windows, from a-c to f-h.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ShieldWindow {
    /// The first of the three files, at most f.
    first: File,
}

impl ShieldWindow {
    /// Returns the window around the king's file: its own file and the two next to it.
    ///
    /// On the a-file it is a-c, on the h-file f-h.
    ///
    /// ```
    /// use destrier::{king::{ShieldWindow, Wing}, File};
    ///
    /// assert_eq!(ShieldWindow::around(File::E).first_file(), File::D);
    /// assert_eq!(ShieldWindow::around(File::H), Wing::King.window());
    /// ```
    #[inline]
    #[must_use]
    pub const fn around(king: File) -> Self {
        Self {
            first: match king {
                File::A | File::B => File::A,
                File::C => File::B,
                File::D => File::C,
                File::E => File::D,
                File::F => File::E,
                File::G | File::H => File::F,
            },
        }
    }

    /// Returns the first of the three files, a to f.
    #[inline]
    #[must_use]
    pub const fn first_file(self) -> File {
        self.first
    }

    /// Returns the six squares of the window on White's second and third rank. Flip the set for Black.
    #[inline]
    #[must_use]
    pub const fn mask(self) -> Bitboard {
        Bitboard(0x0007_0700 << self.first.index())
    }

    /// Returns White's pawns in the shield with the given index: the inverse of [`shield_index`].
    ///
    /// Flip the set for Black. Only the lower six bits of the index count.
    ///
    /// ```
    /// use destrier::{king::Wing, Bitboard, Square};
    ///
    /// let shield = Bitboard::from_squares(&[Square::F2, Square::G2, Square::H2]);
    /// assert_eq!(Wing::King.window().pawns(7), shield);
    /// assert_eq!(Wing::King.window().pawns(7 + 64), shield);
    /// ```
    #[inline]
    #[must_use]
    pub const fn pawns(self, index: u8) -> Bitboard {
        let index = index as u64;
        let ranks = ((index & 7) << 8) | ((index & 56) << 13);
        Bitboard(ranks << self.first.index())
    }
}

/// A king's pawn shield: the wing, and which of the six shield squares have an own pawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shield {
    /// The wing of the king.
    pub wing: Wing,
    /// The shield index, 0 to 63, as computed by [`shield_index`].
    pub index: u8,
}

/// Returns the index of the pawn shield of a castled king, 0 to 63, for a table of scores.
///
/// ```
/// use destrier::king::{self, ShieldWindow, Wing};
/// use destrier::{bitboard, Color, Square};
///
/// let pawns = bitboard! {
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . X . . .
///     . . . . . . . X
///     X X X . . X X .
///     . . . . . . . .
/// };
/// let wing = Wing::of(Square::G1, Color::White);
/// assert_eq!(wing, Some(Wing::King));
///
/// let window = Wing::King.window();
/// assert_eq!(window.mask(), bitboard! {
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . X X X
///     . . . . . X X X
///     . . . . . . . .
/// });
/// // f2, g2, h2, f3, g3 and h3 have the weights 1, 2, 4, 8, 16 and 32.
/// assert_eq!(king::shield_index(window, pawns, Color::White), 1 + 2 + 32);
/// assert_eq!(window.pawns(35), pawns & window.mask());
/// ```
///
/// The shield consists of six squares: three files wide, on the second and third rank of its side. The squares have the
/// weights 1, 2, 4 on the second rank and 8, 16, 32 on the third, starting at the file nearest to a. `own_pawns` are
/// the pawns of the king's side, `color`. Pawns outside the window are ignored.
///
/// Black's shields are White's with the board flipped, so both sides share tables: f7, g7 and h6 also give 35. For a
/// king on any square, use [`any_shield_index`](super::any_shield_index).
///
/// Cost: 7 operations and a byte swap.
///
/// Source: the wiki's *King Pattern* (Pawn-Shield Pattern). It asks for a hash of the six squares but gives none.
#[inline]
#[must_use]
pub const fn shield_index(window: ShieldWindow, own_pawns: Bitboard, color: Color) -> u8 {
    // The second rank moves to bits 0 to 2. The third rank moves to bits 8 to 10, then to bits 3 to 5.
    let ranks = (as_white(own_pawns, color).0 >> (8 + window.first.index())) & 0x0707;
    (ranks | (ranks >> 5)) as u8
}

/// Computes [`shield_index`] by a multiplication with [`magic`], which gathers the six bits at the top.
#[inline]
#[must_use]
pub const fn by_multiplication(window: ShieldWindow, own_pawns: Bitboard, color: Color) -> u8 {
    let shield = as_white(own_pawns, color).0 & window.mask().0;
    (shield.wrapping_mul(magic(window)) >> 58) as u8
}

/// Returns the factor of [`by_multiplication`].
///
/// It has two bits. They move the second rank to bits 58 to 60 and the third to bits 61 to 63.
#[inline]
#[must_use]
pub const fn magic(window: ShieldWindow) -> u64 {
    ((1 << 50) | (1 << 45)) >> window.first.index()
}

/// Computes [`shield_index`] bit by bit: each square of the window gives the next bit of the index.
#[must_use]
pub const fn by_extraction(window: ShieldWindow, own_pawns: Bitboard, color: Color) -> u8 {
    let pawns = as_white(own_pawns, color);
    let mut window = window.mask();
    let mut index = 0;
    let mut bit = 1;
    while let Some(square) = window.pop_first() {
        if pawns.contains(square) {
            index |= bit;
        }
        // The shift after the sixth square leaves 64, which is not used.
        bit <<= 1;
    }
    index
}

/// Flips the set for Black.
#[inline]
pub(super) const fn as_white(set: Bitboard, color: Color) -> Bitboard {
    if color.is_white() { set } else { set.flip_vertical() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::naive::{self, assert_all, sets};
    use std::string::ToString;

    fn windows() -> impl Iterator<Item = ShieldWindow> {
        File::ALL[1..7].iter().map(|&file| ShieldWindow::around(file))
    }

    #[test]
    fn formulations_match_the_definition() {
        for [pawns] in sets() {
            for window in windows() {
                for color in Color::ALL {
                    let expected = naive::shield_index(window, pawns, color);
                    assert_all!(FORMULATIONS, (window, pawns, color), expected);
                }
            }
        }
    }

    #[test]
    fn windows_masks_and_magics_match_the_table() {
        let table: [(u64, u64); 6] = [
            (0x0007_0700, 0x0004_2000_0000_0000),
            (0x000e_0e00, 0x0002_1000_0000_0000),
            (0x001c_1c00, 0x0001_0800_0000_0000),
            (0x0038_3800, 0x0000_8400_0000_0000),
            (0x0070_7000, 0x0000_4200_0000_0000),
            (0x00e0_e000, 0x0000_2100_0000_0000),
        ];
        for (i, (window, (mask, factor))) in windows().zip(table).enumerate() {
            assert_eq!(window.mask().bits(), mask);
            assert_eq!(magic(window), factor);
            assert_eq!(magic(window), (1 << (50 - i)) + (1 << (45 - i)));
            assert_eq!(usize::from(window.first_file().index()), i);
        }
        for file in File::ALL {
            let around = ShieldWindow::around(file).first_file().index();
            assert_eq!(i32::from(around), (i32::from(file.index()) - 1).clamp(0, 5));
        }
    }

    #[test]
    fn only_kings_on_their_first_two_ranks_have_a_wing() {
        for king in Square::ALL {
            let (file, rank) = naive::coordinates(king);
            for color in Color::ALL {
                let from_home = if color.is_white() { rank } else { 7 - rank };
                let wing = match file {
                    _ if from_home > 1 => None,
                    0..=2 => Some(Wing::Queen),
                    5..=7 => Some(Wing::King),
                    _ => None,
                };
                assert_eq!(Wing::of(king, color), wing, "{color} {king}");
            }
        }
        assert_eq!(Wing::ALL.map(Wing::name), ["king", "queen"]);
        assert_eq!(Wing::ALL.map(|wing| wing.to_string()), ["king", "queen"]);
    }
}
