//! The pawns in front of a king, as a number to look its worth up by.
//!
//! A castled king hides behind its own pawns on the three files around it. Of the six squares in front of it on those
//! files, on its side's second and third rank, each has a pawn or has not: 64 shields. [`shield_index`] packs them
//! into a number from 0 to 63, the index of whatever table an evaluation keeps.
//!
//! ```
//! use destrier::king::{self, ShieldWindow, Wing};
//! use destrier::{bitboard, Color, Square};
//!
//! let pawns = bitboard! {
//!     . . . . . . . .
//!     . . . . . . . .
//!     . . . . . . . .
//!     . . . . . . . .
//!     . . . . X . . .
//!     . . . . . . . X
//!     X X X . . X X .
//!     . . . . . . . .
//! };
//! let wing = Wing::of(Square::G1, Color::White);
//! assert_eq!(wing, Some(Wing::King));
//!
//! let window = Wing::King.window();
//! assert_eq!(window.mask(), bitboard! {
//!     . . . . . . . .
//!     . . . . . . . .
//!     . . . . . . . .
//!     . . . . . . . .
//!     . . . . . . . .
//!     . . . . . X X X
//!     . . . . . X X X
//!     . . . . . . . .
//! });
//! // f2, g2, h2, f3, g3 and h3 count 1, 2, 4, 8, 16 and 32.
//! assert_eq!(king::shield_index(pawns, window, Color::White), 1 + 2 + 32);
//! assert_eq!(window.pawns(35), pawns & window.mask());
//! ```
//!
//! Black's shield is White's with the board flipped, so that both use the same tables: f7, g7 and h6 are 35 too.
//!
//! # Formulations
//!
//! All of [`FORMULATIONS`] give the same number for any pawns, also such as cannot be, and ignore what stands outside
//! of the window. The fold is the one to use: five cheap operations, and no constant depends on the window. The
//! multiplication wins where the window is a constant, which leaves three, and many indices are wanted: a single one
//! waits longer for it than for the fold. The extraction goes bit by bit and says what the others mean: it is the x86
//! instruction PEXT in portable code.
//!
//! Source: the wiki's *King Pattern* (Pawn-Shield Pattern), which asks for a hash of the six squares and leaves it to
//! the reader.

use crate::bitboard::Bitboard;
use crate::color::Color;
use crate::file::File;
use crate::formulation::Formulation;
use crate::square::Square;
use core::fmt;

/// Every formulation of [`shield_index`].
pub const FORMULATIONS: &[Formulation<fn(Bitboard, ShieldWindow, Color) -> u8>] = &[
    Formulation::new("shift and fold", "5 operations and a byte swap for Black", shield_index),
    Formulation::new("by multiplication", "5 operations and a byte swap for Black", by_multiplication),
    Formulation::new("by extraction", "6 steps of 8 operations and a byte swap for Black", by_extraction),
];

/// The king side, files f to h, or the queen side, files a to c: where a castled king has its pawns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
#[expect(missing_docs, reason = "their names say it")]
pub enum Wing {
    King,
    Queen,
}

impl Wing {
    /// The king's, then the queen's.
    pub const ALL: [Self; 2] = [Self::King, Self::Queen];

    /// The wing that a king stands on: on its side's first two ranks, files f to h are the king's and a to c the
    /// queen's. `None` on files d and e and on any other rank. About 6 operations, and branches.
    ///
    /// ```
    /// use destrier::{king::Wing, Color, Square};
    ///
    /// assert_eq!(Wing::of(Square::G1, Color::White), Some(Wing::King));
    /// assert_eq!(Wing::of(Square::C7, Color::Black), Some(Wing::Queen));
    /// assert_eq!(Wing::of(Square::E1, Color::White), None);
    /// assert_eq!(Wing::of(Square::G1, Color::Black), None);
    /// ```
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

    /// The window of its three files.
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

    /// `king` or `queen`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::King => "king",
            Self::Queen => "queen",
        }
    }
}

impl fmt::Display for Wing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Three neighboring files in which a shield is looked for: one of six, a-c to f-h.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ShieldWindow {
    /// Never beyond f.
    first: File,
}

impl ShieldWindow {
    /// All six, from a-c to f-h.
    pub const ALL: [Self; 6] = [
        Self { first: File::A },
        Self { first: File::B },
        Self { first: File::C },
        Self { first: File::D },
        Self { first: File::E },
        Self { first: File::F },
    ];

    /// The shields that there are in a window.
    pub const SHIELDS: u8 = 64;

    /// The window that begins with a file, or `None` of g and h, which have not two more files beside them.
    #[inline]
    #[must_use]
    pub const fn new(first: File) -> Option<Self> {
        match first {
            File::G | File::H => None,
            _ => Some(Self { first }),
        }
    }

    /// The window around the file of a king: its own and the two beside it; on the a-file a-c, on the h-file f-h.
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

    /// The first of its three files, a to f.
    #[inline]
    #[must_use]
    pub const fn first_file(self) -> File {
        self.first
    }

    /// Its six squares on White's second and third rank; flipped, they are Black's. 1 operation.
    #[inline]
    #[must_use]
    pub const fn mask(self) -> Bitboard {
        Bitboard(0x0007_0700 << self.first.index())
    }

    /// The pawns of a shield by its index, for White: what [`shield_index`] undoes. Flipped, they are Black's. Only
    /// the lower six bits of the index count. 6 operations.
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

/// The index of a shield, 0 to 63. 5 operations, one more for Black; no memory.
///
/// The squares of the window count 1, 2, 4 on the second rank and 8, 16, 32 on the third, from the a-file's side on.
/// Only the pawns within the window count.
#[inline]
#[must_use]
pub const fn shield_index(pawns: Bitboard, window: ShieldWindow, color: Color) -> u8 {
    // The second rank comes down to the bits 0 to 2, and the third to 8 to 10 and from there to 3 to 5.
    let ranks = (as_white(pawns, color).0 >> (8 + window.first.index())) & 0x0707;
    (ranks | (ranks >> 5)) as u8
}

/// [`shield_index`] by a multiplication with [`magic`], which gathers the six bits at the top. 5 operations, one more
/// for Black; 3 and one more for a constant window.
#[inline]
#[must_use]
pub const fn by_multiplication(pawns: Bitboard, window: ShieldWindow, color: Color) -> u8 {
    let shield = as_white(pawns, color).0 & window.mask().0;
    (shield.wrapping_mul(magic(window)) >> 58) as u8
}

/// The factor of [`by_multiplication`]: two bits, which bring the second rank to the bits 58 to 60 and the third to
/// 61 to 63. 1 operation.
#[inline]
#[must_use]
pub const fn magic(window: ShieldWindow) -> u64 {
    ((1 << 50) | (1 << 45)) >> window.first.index()
}

/// [`shield_index`] bit by bit: each square of the window in turn gives the next bit of the index. 6 steps of 8
/// operations, one more for Black.
#[must_use]
pub const fn by_extraction(pawns: Bitboard, window: ShieldWindow, color: Color) -> u8 {
    let pawns = as_white(pawns, color);
    let mut window = window.mask();
    let mut index = 0;
    let mut bit = 1;
    while let Some(square) = window.pop_first() {
        if pawns.contains(square) {
            index |= bit;
        }
        // The sixth shift, after the last square, leaves 64.
        bit <<= 1;
    }
    index
}

/// The set as it would be for White: flipped for Black.
#[inline]
const fn as_white(set: Bitboard, color: Color) -> Bitboard {
    if color.is_white() { set } else { set.flip_vertical() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::naive::{self, sets};
    use std::string::ToString;
    use std::vec::Vec;

    #[test]
    fn every_formulation_is_the_definition() {
        for [pawns] in sets() {
            for window in ShieldWindow::ALL {
                for color in Color::ALL {
                    let expected = naive::shield_index(pawns, window, color);
                    for way in FORMULATIONS {
                        assert_eq!((way.compute)(pawns, window, color), expected, "{way} {window:?} {color}");
                    }
                }
            }
        }
    }

    #[test]
    fn the_64_shields_of_each_window_have_64_indices_whatever_stands_around() {
        let around: Vec<Bitboard> = sets().step_by(17).map(|[set]| set).collect();
        for window in ShieldWindow::ALL {
            let shields: Vec<Bitboard> = window.mask().subsets().collect();
            assert_eq!(shields.len(), usize::from(ShieldWindow::SHIELDS));
            // The subsets come in the order of their squares, and so do the bits of the index.
            for (index, &shield) in shields.iter().enumerate() {
                let index = index as u8;
                assert_eq!(window.pawns(index), shield);
                assert_eq!(window.pawns(index | 0xc0), shield, "only six bits count");
                for &around in &around {
                    let pawns = shield | (around - window.mask());
                    for way in FORMULATIONS {
                        assert_eq!((way.compute)(pawns, window, Color::White), index, "{way} {window:?}");
                        let black = pawns.flip_vertical();
                        assert_eq!((way.compute)(black, window, Color::Black), index, "{way} {window:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn windows_masks_and_magics_are_those_of_the_table() {
        let table: [(u64, u64); 6] = [
            (0x0007_0700, 0x0004_2000_0000_0000),
            (0x000e_0e00, 0x0002_1000_0000_0000),
            (0x001c_1c00, 0x0001_0800_0000_0000),
            (0x0038_3800, 0x0000_8400_0000_0000),
            (0x0070_7000, 0x0000_4200_0000_0000),
            (0x00e0_e000, 0x0000_2100_0000_0000),
        ];
        for (i, (window, (mask, factor))) in ShieldWindow::ALL.into_iter().zip(table).enumerate() {
            assert_eq!(window.mask().bits(), mask);
            assert_eq!(magic(window), factor);
            assert_eq!(magic(window), (1 << (50 - i)) + (1 << (45 - i)));
            assert_eq!(usize::from(window.first_file().index()), i);
        }
        for file in File::ALL {
            let index = file.index();
            let beginning = ShieldWindow::ALL.into_iter().find(|window| window.first_file() == file);
            assert_eq!(ShieldWindow::new(file), beginning);
            let around = ShieldWindow::around(file).first_file().index();
            assert_eq!(i32::from(around), (i32::from(index) - 1).clamp(0, 5));
        }
    }

    #[test]
    fn the_worked_examples() {
        let window = Wing::King.window();
        let examples =
            [("f2,g2,h2", 7), ("f2,g2,h3", 35), ("f3,g2,h2", 14), ("f2,h2", 5), ("g3", 16), ("empty", 0)];
        for (pawns, index) in examples {
            let pawns: Bitboard = pawns.parse().unwrap();
            for way in FORMULATIONS {
                assert_eq!((way.compute)(pawns, window, Color::White), index, "{way} {}", pawns.names());
                assert_eq!((way.compute)(pawns.flip_vertical(), window, Color::Black), index, "{way}");
            }
        }
        assert_eq!(window.mask().flip_vertical().bits(), 0x00e0_e000_0000_0000);
        assert_eq!(Wing::Queen.window().mask().flip_vertical().bits(), 0x0007_0700_0000_0000);
    }

    #[test]
    fn a_king_has_a_wing_on_its_first_two_ranks_only() {
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

    const SHIELD: u8 =
        shield_index(Bitboard::from_squares(&[Square::G7, Square::F6]), Wing::King.window(), Color::Black);

    #[test]
    fn it_is_known_at_compile_time() {
        assert_eq!(SHIELD, 2 + 8);
    }
}
