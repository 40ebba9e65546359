//! The library's functions from sets to a set, by name.

use super::{Kernel, LengthError};
use crate::{Bitboard, Color, greater_one, king, knight, pawn, sliders};

/// A function from `N` sets to a set, for one position and for columns of them.
#[derive(Clone, Copy, Debug)]
pub struct SetFunction<const N: usize> {
    /// Its name, in lower case with hyphens.
    pub name: &'static str,
    /// What it takes, in order.
    pub arguments: [&'static str; N],
    /// The function of one position.
    pub of: fn([Bitboard; N]) -> Bitboard,
    /// The function of columns. An error when they are not all of one length.
    pub map: fn(Kernel, [&[u64]; N], &mut [u64]) -> Result<(), LengthError>,
}

macro_rules! set_functions {
    ($($name:literal [$($argument:ident),*] $of:expr;)* $(region $region:literal $leaper:ident;)*) => {
        &[
            $(SetFunction {
                name: $name,
                arguments: [$(stringify!($argument)),*],
                of: |[$($argument),*]| $of,
                map: |kernel, columns, output| {
                    kernel.map(columns, output, #[inline(always)] |[$($argument),*]| $of)
                },
            },)*
            $(SetFunction {
                name: $region,
                arguments: ["from", "path"],
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
    "knight-fill" [knights] knight::fill(knights);
    "knight-fork-squares" [targets] knight::fork_squares(targets);
    "king-attacks" [kings] king::attacks(kings);
    "king-fill" [kings] king::fill(kings);
    "white-pawn-attacks" [pawns] pawn::attacks(pawns, Color::White);
    "black-pawn-attacks" [pawns] pawn::attacks(pawns, Color::Black);
    "white-pawn-fork-squares" [targets] pawn::fork_squares(targets, Color::White);
    "black-pawn-fork-squares" [targets] pawn::fork_squares(targets, Color::Black);
    "white-front-span" [pawns] pawn::front_span(pawns, Color::White);
    "black-front-span" [pawns] pawn::front_span(pawns, Color::Black);
    "white-passer-span" [pawns] pawn::passer_span(pawns, Color::White);
    "black-passer-span" [pawns] pawn::passer_span(pawns, Color::Black);
    "north-fill" [set] pawn::north_fill(set);
    "south-fill" [set] pawn::south_fill(set);
    "file-fill" [set] pawn::file_fill(set);
    "flip-vertical" [set] set.flip_vertical();
    "mirror-horizontal" [set] set.mirror_horizontal();
    "flip-diagonal" [set] set.flip_diagonal();
};

/// The functions of two sets.
pub static TWO_SETS: &[SetFunction<2>] = set_functions! {
    "knight-moves" [knights, own] knight::moves(knights, own);
    "rook-attacks" [rooks, occupied] sliders::rook_attacks(rooks, occupied);
    "bishop-attacks" [bishops, occupied] sliders::bishop_attacks(bishops, occupied);
    "queen-attacks" [queens, occupied] sliders::queen_attacks(queens, occupied);
    "white-pawn-pushes" [pawns, empty] pawn::pushes(pawns, empty, Color::White);
    "black-pawn-pushes" [pawns, empty] pawn::pushes(pawns, empty, Color::Black);
    "white-passers" [white, black] pawn::passers(white, black, Color::White);
    "black-passers" [black, white] pawn::passers(black, white, Color::Black);
    region "knight-region" knight;
    region "king-region" king;
};

/// The functions of three sets.
pub static THREE_SETS: &[SetFunction<3>] = set_functions! {
    "knight-fork-moves" [targets, knights, taboo] knight::fork_moves(targets, knights, taboo);
    "majority" [a, b, c] greater_one::majority(a, b, c);
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
            if (a.0 == 0) | (b.0 == 0) { super::ABSENT } else { apart as u8 }
        }
    )*};
}

distances! {
    /// [`knight::set_distance`] without a branch, [`ABSENT`](super::ABSENT) where a set is empty. About 130 operations.
    knight_distance: knight, 6;
    /// [`king::set_distance`] without a branch, [`ABSENT`](super::ABSENT) where a set is empty. About 100 operations.
    king_distance: king, 7;
}
