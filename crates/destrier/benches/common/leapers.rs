//! Random inputs for knights and kings.

use crate::sets::square;
use cozy_chess::BitBoard;
use destrier::{Bitboard, Square};
use fastrand::Rng;

/// Each square with probability 1/2.
fn any_set(random: &mut Rng) -> Bitboard {
    Bitboard::from_bits(random.u64(..))
}

/// Each square with probability 1/4.
pub(crate) fn quarter(random: &mut Rng) -> Bitboard {
    any_set(random) & any_set(random)
}

pub(crate) fn pair_of_squares(random: &mut Rng) -> (Square, Square) {
    (square(random), square(random))
}

pub(crate) fn shakmaty_square(random: &mut Rng) -> shakmaty::Square {
    shakmaty::Square::new(random.u32(..64))
}

pub(crate) fn cozy_square(random: &mut Rng) -> cozy_chess::Square {
    cozy_chess::Square::index(random.usize(..64))
}

/// Two squares, and a path that contains both and each other square with probability 1/2.
pub(crate) fn through_half(random: &mut Rng) -> (Bitboard, Bitboard, Bitboard) {
    let (a, b) = (square(random).bitboard(), square(random).bitboard());
    (a, b, a | b | any_set(random))
}

/// Like [`through_half`] with probability 1/4, so that most ends are walled in.
pub(crate) fn through_a_quarter(random: &mut Rng) -> (Bitboard, Bitboard, Bitboard) {
    let (a, b) = (square(random).bitboard(), square(random).bitboard());
    (a, b, a | b | quarter(random))
}

/// Like [`through_half`] with all squares on the path, so that the ends are always connected.
pub(crate) fn through_all(random: &mut Rng) -> (Bitboard, Bitboard, Bitboard) {
    (square(random).bitboard(), square(random).bitboard(), Bitboard::FULL)
}

/// The square of a piece, and a set with three quarters of the board.
pub(crate) fn targets_of_one(random: &mut Rng) -> (Square, Bitboard) {
    (square(random), !quarter(random))
}

/// [`targets_of_one`] in shakmaty's types.
pub(crate) fn shakmaty_targets_of_one(random: &mut Rng) -> (shakmaty::Square, shakmaty::Bitboard) {
    (shakmaty_square(random), shakmaty::Bitboard((!quarter(random)).bits()))
}

/// [`targets_of_one`] in cozy-chess's types.
pub(crate) fn cozy_targets_of_one(random: &mut Rng) -> (cozy_chess::Square, BitBoard) {
    (cozy_square(random), BitBoard((!quarter(random)).bits()))
}

/// Passes each item to [`black_box`](divan::black_box).
pub(crate) fn iterate<T>(items: impl IntoIterator<Item = T>) {
    for item in items {
        divan::black_box(item);
    }
}

/// The benchmarks that knights and kings share. `$pieces` and `$pieces_and_area` draw the sets of pieces.
macro_rules! leaper_benches {
    ($leaper:ident $formulations:tt, $pieces:ident, $pieces_and_area:ident, $moves:tt, $shakmaty:path, $cozy:path) => {
        fn shakmaty_attacks(set: &Bitboard) -> u64 {
            shakmaty::Bitboard(set.bits())
                .into_iter()
                .fold(0, |attacks, square| attacks | $shakmaty(square).0)
        }

        fn cozy_attacks(set: &Bitboard) -> u64 {
            BitBoard(set.bits()).iter().fold(0, |attacks, square| attacks | $cozy(square).0)
        }

        fn set_of_one(random: &mut Rng) -> Bitboard {
            square(random).bitboard()
        }

        ways! {
            $formulations formulations::$leaper::attacks::FORMULATIONS => |attacks|
            attacks: each($pieces, |&set| attacks(set)),
                "shakmaty, square by square": $pieces => shakmaty_attacks,
                "cozy-chess, square by square": $pieces => cozy_attacks;
            attacks_chained: chained($pieces, |&set| attacks(set).bits()),
                "shakmaty, square by square": $pieces => shakmaty_attacks,
                "cozy-chess, square by square": $pieces => cozy_attacks;
            attacks_in_columns: columns($pieces, |&set| attacks(set)),
                "shakmaty, square by square": $pieces => shakmaty_attacks,
                "cozy-chess, square by square": $pieces => cozy_attacks;
            attacks_of_a_set_of_one: each(set_of_one, |&set| attacks(set));
            attacks_of_a_set_of_one_chained: chained(set_of_one, |&set| attacks(set).bits());
        }

        ways! {
            [0 1] formulations::$leaper::paths::FORMULATIONS => |connected|
            connected_through_all: each(through_all, |&(a, b, path)| connected(a, b, path));
            connected_through_half: each(through_half, |&(a, b, path)| connected(a, b, path));
            connected_through_a_quarter: each(through_a_quarter, |&(a, b, path)| connected(a, b, path));
        }

        functions! {
            attacks_of_one {
                "by table": square => |&square| $leaper::attacks_from(square),
                "parallel": square => |&square| $leaper::attacks(square.bitboard()),
                "shakmaty": shakmaty_square => |&square| $shakmaty(square),
                "cozy-chess": cozy_square => |&square| $cozy(square),
            }
            region(through_half => |&(a, _, path)| $leaper::region(a, path))
            shortest_paths(through_half => |&(a, b, path)| $leaper::shortest_paths(a, b, path))
            /// Iterates over the targets that a piece attacks.
            move_list {
                "list": targets_of_one => |&(from, targets)| {
                    iterate(formulations::$leaper::move_list::move_list(from, targets).iter().copied());
                },
                "scan": targets_of_one => |&(from, targets)| iterate($leaper::attacks_from(from) & targets),
                "shakmaty": shakmaty_targets_of_one => |&(from, targets)| iterate($shakmaty(from) & targets),
                "cozy-chess": cozy_targets_of_one => |&(from, targets)| iterate($cozy(from) & targets),
            }
            /// Looks up the list without iterating over it.
            move_list_alone(targets_of_one => |&(from, targets)| {
                formulations::$leaper::move_list::move_list(from, targets)
            })
            move_list_index(targets_of_one => |&(from, targets)| {
                formulations::$leaper::move_list::move_list_index(from, targets)
            })
        }

        #[divan::bench(consts = $moves)]
        fn reach<const N: u32>(bencher: Bencher<'_, '_>) {
            each(bencher, $pieces_and_area, |&(pieces, area)| $leaper::reach(pieces, N, area));
        }

        #[divan::bench(consts = $moves)]
        fn reach_within<const N: u32>(bencher: Bencher<'_, '_>) {
            each(bencher, $pieces_and_area, |&(pieces, area)| $leaper::reach_within(pieces, N, area));
        }
    };
}
pub(crate) use leaper_benches;
