//! The library's functions from sets to a set, by name.

use super::columns::{ABSENT, LengthError};
use super::kernel::Kernel;
use crate::bitboard::Bitboard;
use crate::color::Color;
use crate::{greater_one, king, knight, pawn, sliders};

/// A function from `N` sets to a set, for one position and for columns of them.
#[derive(Clone, Copy, Debug)]
pub struct SetFunction<const N: usize> {
    /// Its name, in lower case with hyphens.
    pub name: &'static str,
    /// What it takes, in order.
    pub arguments: [&'static str; N],
    /// What it gives.
    pub definition: &'static str,
    /// Where it comes from: titles of pages.
    pub source: &'static str,
    /// The function of one position.
    pub of: fn([Bitboard; N]) -> Bitboard,
    /// The function of columns. An error when they are not all of one length.
    pub map: fn(Kernel, [&[u64]; N], &mut [u64]) -> Result<(), LengthError>,
}

macro_rules! set_functions {
    (
        $($name:literal [$($argument:ident),*] $of:expr; $definition:literal, $source:literal;)*
        $(region $region:literal $leaper:ident; $region_definition:literal, $region_source:literal;)*
    ) => {
        &[
            $(SetFunction {
                name: $name,
                arguments: [$(stringify!($argument)),*],
                definition: $definition,
                source: $source,
                of: |[$($argument),*]| $of,
                map: |kernel, columns, output| {
                    kernel.map(columns, output, #[inline(always)] |[$($argument),*]| $of)
                },
            },)*
            $(SetFunction {
                name: $region,
                arguments: ["from", "path"],
                definition: $region_definition,
                source: $region_source,
                of: |[from, path]| $leaper::region(from, path),
                map: |kernel, columns, output| {
                    // A square at least is added with every step but the last.
                    kernel.iterate(
                        columns,
                        output,
                        64,
                        #[inline(always)]
                        |[from, path]| from & path,
                        #[inline(always)]
                        |reach, [_, path]| $leaper::fill(reach) & path,
                    )
                },
            },)*
        ]
    };
}

/// The functions of one set.
pub static ONE_SET: &[SetFunction<1>] = set_functions! {
    "knight-attacks" [knights] knight::attacks(knights);
        "the squares that the knights attack", "Knight Pattern";
    "knight-fill" [knights] knight::fill(knights);
        "the squares that the knights stand on or attack", "Knight Pattern";
    "knight-fork-squares" [targets] knight::fork_squares(targets);
        "the squares from which a knight attacks two or more of the targets",
        "Knight Pattern; General Setwise Operations";
    "king-attacks" [kings] king::attacks(kings);
        "the squares that the kings attack", "King Pattern";
    "king-fill" [kings] king::fill(kings);
        "the squares that the kings stand on or attack", "King Pattern";
    "white-pawn-attacks" [pawns] pawn::attacks(pawns, Color::White);
        "the squares that white pawns attack", "Pawn Attacks (Bitboards)";
    "black-pawn-attacks" [pawns] pawn::attacks(pawns, Color::Black);
        "the squares that black pawns attack", "Pawn Attacks (Bitboards)";
    "white-pawn-fork-squares" [targets] pawn::fork_squares(targets, Color::White);
        "the squares from which a white pawn attacks two of the targets", "Double Attack";
    "black-pawn-fork-squares" [targets] pawn::fork_squares(targets, Color::Black);
        "the squares from which a black pawn attacks two of the targets", "Double Attack";
    "white-front-span" [pawns] pawn::front_span(pawns, Color::White);
        "the squares before white pawns on their files", "Pawn Spans";
    "black-front-span" [pawns] pawn::front_span(pawns, Color::Black);
        "the squares before black pawns on their files", "Pawn Spans";
    "white-passer-span" [pawns] pawn::passer_span(pawns, Color::White);
        "the squares before white pawns on their own files and the adjoining ones", "Pawn Spans";
    "black-passer-span" [pawns] pawn::passer_span(pawns, Color::Black);
        "the squares before black pawns on their own files and the adjoining ones", "Pawn Spans";
    "north-fill" [set] pawn::north_fill(set);
        "the squares of a set and all above them on their files", "Pawn Fills";
    "south-fill" [set] pawn::south_fill(set);
        "the squares of a set and all below them on their files", "Pawn Fills";
    "file-fill" [set] pawn::file_fill(set);
        "all squares of the files on which a set has one", "Pawn Fills";
    "flip-vertical" [set] set.flip_vertical();
        "the set with rank 1 for rank 8", "Flipping Mirroring and Rotating";
    "mirror-horizontal" [set] set.mirror_horizontal();
        "the set with file a for file h", "Flipping Mirroring and Rotating";
    "flip-diagonal" [set] set.flip_diagonal();
        "the set with files for ranks", "Flipping Mirroring and Rotating";
};

/// The functions of two sets.
pub static TWO_SETS: &[SetFunction<2>] = set_functions! {
    "knight-moves" [knights, own] knight::moves(knights, own);
        "the squares that the knights can go to among their own side's men",
        "Knight move generation, by Sebastian Veile";
    "rook-attacks" [rooks, occupied] sliders::rook_attacks(rooks, occupied);
        "the squares that the rooks attack among the men of both sides", "Kogge-Stone Algorithm";
    "bishop-attacks" [bishops, occupied] sliders::bishop_attacks(bishops, occupied);
        "the squares that the bishops attack among the men of both sides", "Kogge-Stone Algorithm";
    "queen-attacks" [queens, occupied] sliders::queen_attacks(queens, occupied);
        "the squares that the queens attack among the men of both sides", "Kogge-Stone Algorithm";
    "white-pawn-pushes" [pawns, empty] pawn::pushes(pawns, empty, Color::White);
        "the squares to which white pawns can go, one step or two", "Pawn Pushes (Bitboards)";
    "black-pawn-pushes" [pawns, empty] pawn::pushes(pawns, empty, Color::Black);
        "the squares to which black pawns can go, one step or two", "Pawn Pushes (Bitboards)";
    "white-passers" [white, black] pawn::passers(white, black, Color::White);
        "the white pawns that no black pawn can stop or capture on their way", "Passed Pawns (Bitboards)";
    "black-passers" [black, white] pawn::passers(black, white, Color::Black);
        "the black pawns that no white pawn can stop or capture on their way", "Passed Pawns (Bitboards)";
    region "knight-region" knight;
        "the squares that a knight can come to from those of a set within the path, step by step",
        "King Pattern; Knight Pattern";
    region "king-region" king;
        "the squares that a king can come to from those of a set within the path, step by step", "King Pattern";
};

/// The functions of three sets.
pub static THREE_SETS: &[SetFunction<3>] = set_functions! {
    "knight-fork-moves" [targets, knights, taboo] knight::fork_moves(targets, knights, taboo);
        "the squares, none of them taboo, from which the knights that go there attack two or more of the targets",
        "Knight Pattern; General Setwise Operations";
    "majority" [a, b, c] greater_one::majority(a, b, c);
        "the squares that two or three of the sets have", "General Setwise Operations";
};

macro_rules! distances {
    ($($(#[$attribute:meta])* $name:ident: $leaper:ident, $most:literal;)*) => {$(
        $(#[$attribute])*
        ///
        /// The way of `set_distance` with as many steps for all: the farthest squares are that far apart.
        #[inline(always)]
        #[must_use]
        pub const fn $name(a: Bitboard, b: Bitboard) -> u8 {
            let mut set = a.0;
            let mut apart = 0;
            // Written out by the compiler, since the number is known.
            let mut step = 0;
            while step < $most {
                apart += (set & b.0 == 0) as u64;
                set |= $leaper::attacks(Bitboard(set)).0;
                step += 1;
            }
            if (a.0 == 0) | (b.0 == 0) { ABSENT } else { apart as u8 }
        }
    )*};
}

distances! {
    /// [`knight::set_distance`] without a branch, [`ABSENT`](super::ABSENT) where a set is empty. About 130 operations.
    knight_distance: knight, 6;
    /// [`king::set_distance`] without a branch, [`ABSENT`](super::ABSENT) where a set is empty. About 100 operations.
    king_distance: king, 7;
}
