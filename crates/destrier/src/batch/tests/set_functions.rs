//! The library's functions from sets to a set, with their kernels. Only tests use this list.

use super::{Bitboard, Color, Kernel, LengthError, greater_one, iterate, king, knight, map, pawn, sliders};

/// A function from `N` sets to a set, for single positions and for columns.
pub(crate) struct SetFunction<const N: usize> {
    pub(crate) name: &'static str,
    pub(crate) of: fn([Bitboard; N]) -> Bitboard,
    pub(crate) map: fn(Kernel, [&[u64]; N], &mut [u64]) -> Result<(), LengthError>,
}

macro_rules! set_functions {
    (
        $($name:literal [$($argument:ident),*] $of:expr;)*
        $(region $region:literal $leaper:ident;)*
    ) => {
        &[
            $(SetFunction {
                name: $name,
                of: |[$($argument),*]| $of,
                map: |kernel, columns, output| {
                    map!(kernel, columns, output, |[$($argument),*]| $of)
                },
            },)*
            $(SetFunction {
                name: $region,
                of: |[from, path]| $leaper::region(from, path),
                map: |kernel, columns, output| {
                    // Each step but the last adds at least one square.
                    iterate!(kernel, columns, output, 64, |[from, path]| from & path, |reach, [_, path]| {
                        $leaper::fill(reach) & path
                    })
                },
            },)*
        ]
    };
}

/// The functions of one set.
pub(crate) static ONE_SET: &[SetFunction<1>] = set_functions! {
    "knight-attacks" [knights] knight::attacks(knights);
    "knight-fill" [knights] knight::fill(knights);
    "knight-forks" [targets] knight::forks(targets);
    "king-attacks" [kings] king::attacks(kings);
    "king-fill" [kings] king::fill(kings);
    "white-pawn-attacks" [pawns] pawn::attacks(pawns, Color::White);
    "black-pawn-attacks" [pawns] pawn::attacks(pawns, Color::Black);
    "white-pawn-forks" [targets] pawn::forks(targets, Color::White);
    "black-pawn-forks" [targets] pawn::forks(targets, Color::Black);
    "white-front-span" [pawns] pawn::front_span(pawns, Color::White);
    "black-front-span" [pawns] pawn::front_span(pawns, Color::Black);
    "white-passer-span" [pawns] pawn::passer_span(pawns, Color::White);
    "black-passer-span" [pawns] pawn::passer_span(pawns, Color::Black);
    "doubled-pawns" [pawns] pawn::doubled(pawns);
    "isolated-pawns" [pawns] pawn::isolated(pawns);
    "north-fill" [set] pawn::north_fill(set);
    "south-fill" [set] pawn::south_fill(set);
    "file-fill" [set] pawn::file_fill(set);
    "flip-vertical" [set] set.flip_vertical();
    "mirror-horizontal" [set] set.mirror_horizontal();
    "flip-diagonal" [set] set.flip_diagonal();
};

/// The functions of two sets.
pub(crate) static TWO_SETS: &[SetFunction<2>] = set_functions! {
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
pub(crate) static THREE_SETS: &[SetFunction<3>] = set_functions! {
    "knight-fork-moves" [targets, knights, taboo] knight::fork_moves(knights, targets, !taboo);
    "majority" [a, b, c] greater_one::majority(a, b, c);
};
