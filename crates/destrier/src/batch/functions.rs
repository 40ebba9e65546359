//! The library's functions from sets to a set, by name.

use super::columns::{ABSENT, LengthError};
use super::kernel::Kernel;
use crate::bitboard::Bitboard;
use crate::color::Color;
use crate::{greater_one, king, knight, pawn, sliders};

/// A function from `N` sets to a set, for single positions and for columns.
#[derive(Clone, Copy, Debug)]
pub struct SetFunction<const N: usize> {
    /// The name, in lower case with hyphens.
    pub name: &'static str,
    /// The names of the arguments, in order.
    pub arguments: [&'static str; N],
    /// The result.
    pub definition: &'static str,
    /// The sources: titles of pages.
    pub source: &'static str,
    /// Computes one position.
    pub of: fn([Bitboard; N]) -> Bitboard,
    /// Computes columns. Returns an error if they differ in length.
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
                    // Each step but the last adds at least one square.
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
        "the squares ahead of white pawns on their files", "Pawn Spans";
    "black-front-span" [pawns] pawn::front_span(pawns, Color::Black);
        "the squares ahead of black pawns on their files", "Pawn Spans";
    "white-passer-span" [pawns] pawn::passer_span(pawns, Color::White);
        "the squares ahead of white pawns on their own and adjacent files", "Pawn Spans";
    "black-passer-span" [pawns] pawn::passer_span(pawns, Color::Black);
        "the squares ahead of black pawns on their own and adjacent files", "Pawn Spans";
    "north-fill" [set] pawn::north_fill(set);
        "the squares of a set and all squares north of them on their files", "Pawn Fills";
    "south-fill" [set] pawn::south_fill(set);
        "the squares of a set and all squares south of them on their files", "Pawn Fills";
    "file-fill" [set] pawn::file_fill(set);
        "all squares of the files that a set occupies", "Pawn Fills";
    "flip-vertical" [set] set.flip_vertical();
        "the set mirrored top to bottom: rank 1 becomes rank 8", "Flipping Mirroring and Rotating";
    "mirror-horizontal" [set] set.mirror_horizontal();
        "the set mirrored left to right: file a becomes file h", "Flipping Mirroring and Rotating";
    "flip-diagonal" [set] set.flip_diagonal();
        "the set mirrored along the main diagonal: files become ranks", "Flipping Mirroring and Rotating";
};

/// The functions of two sets.
pub static TWO_SETS: &[SetFunction<2>] = set_functions! {
    "knight-moves" [knights, own] knight::moves(knights, own);
        "the squares that the knights attack, except those with own pieces",
        "Knight move generation, by Sebastian Veile";
    "rook-attacks" [rooks, occupied] sliders::rook_attacks(rooks, occupied);
        "the squares that the rooks attack, blocked by the occupied squares", "Kogge-Stone Algorithm";
    "bishop-attacks" [bishops, occupied] sliders::bishop_attacks(bishops, occupied);
        "the squares that the bishops attack, blocked by the occupied squares", "Kogge-Stone Algorithm";
    "queen-attacks" [queens, occupied] sliders::queen_attacks(queens, occupied);
        "the squares that the queens attack, blocked by the occupied squares", "Kogge-Stone Algorithm";
    "white-pawn-pushes" [pawns, empty] pawn::pushes(pawns, empty, Color::White);
        "the squares that white pawns can push to, one step or two", "Pawn Pushes (Bitboards)";
    "black-pawn-pushes" [pawns, empty] pawn::pushes(pawns, empty, Color::Black);
        "the squares that black pawns can push to, one step or two", "Pawn Pushes (Bitboards)";
    "white-passers" [white, black] pawn::passers(white, black, Color::White);
        "the white pawns with no black pawn ahead of them on their own or adjacent files", "Passed Pawns (Bitboards)";
    "black-passers" [black, white] pawn::passers(black, white, Color::Black);
        "the black pawns with no white pawn ahead of them on their own or adjacent files", "Passed Pawns (Bitboards)";
    region "knight-region" knight;
        "the squares that a knight can reach from a set by moves within the path",
        "King Pattern; Knight Pattern";
    region "king-region" king;
        "the squares that a king can reach from a set by moves within the path", "King Pattern";
};

/// The functions of three sets.
pub static THREE_SETS: &[SetFunction<3>] = set_functions! {
    "knight-fork-moves" [targets, knights, taboo] knight::fork_moves(knights, targets, !taboo);
        "the squares, not taboo, that the knights can move to and from which a knight attacks two or more of the targets",
        "Knight Pattern; General Setwise Operations";
    "majority" [a, b, c] greater_one::majority(a, b, c);
        "the squares that are in at least two of the sets", "General Setwise Operations";
};

macro_rules! distances {
    ($($(#[$attribute:meta])* $name:ident: $leaper:ident, $most:literal;)*) => {$(
        $(#[$attribute])*
        #[inline(always)]
        #[must_use]
        pub const fn $name(a: Bitboard, b: Bitboard) -> u8 {
            let mut set = a.0;
            let mut apart = 0;
            // The compiler unrolls this loop, because the number of steps is constant.
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
    /// Computes [`knight::set_distance`] without a branch, in a fixed number of steps. Returns
    /// [`ABSENT`](super::ABSENT) if a set is empty.
    knight_distance: knight, 6;
    /// Computes [`king::set_distance`] without a branch, in a fixed number of steps. Returns
    /// [`ABSENT`](super::ABSENT) if a set is empty.
    king_distance: king, 7;
}
