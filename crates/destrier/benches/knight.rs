//! Knight patterns: every formulation, and the tables of other libraries.

mod common;
#[path = "common/leapers.rs"]
mod leapers;
#[path = "common/sets.rs"]
mod sets;

use common::each;
use cozy_chess::{BitBoard, get_knight_moves};
use destrier::{Bitboard, Color, Square, formulations, greater_one, knight};
use divan::{Bencher, black_box};
use fastrand::Rng;
use leapers::{
    cozy_square, cozy_targets_of_one, pair_of_squares, quarter, shakmaty_square, shakmaty_targets_of_one,
    targets_of_one, through_a_quarter, through_all, through_half,
};
use sets::{chained, color, columns, square, squares, ways};
use shakmaty::attacks::knight_attacks;

fn main() {
    common::run();
}

/// The overhead of the measures themselves, which is part of all other times.
#[divan::bench(args = ["each", "chained", "columns"])]
fn nothing(bencher: Bencher<'_, '_>, measure: &str) {
    match measure {
        "each" => each(bencher, knights, |&set| set),
        "chained" => chained(bencher, knights, |&set| set.bits()),
        _ => columns(bencher, knights, |&set| set),
    }
}

fn knights(random: &mut Rng) -> Bitboard {
    squares(random, 0..=2)
}

fn targets(random: &mut Rng) -> Bitboard {
    squares(random, 0..=5)
}

fn shakmaty_attacks(set: Bitboard) -> u64 {
    shakmaty::Bitboard(set.bits()).into_iter().fold(0, |attacks, square| attacks | knight_attacks(square).0)
}

fn cozy_attacks(set: Bitboard) -> u64 {
    BitBoard(set.bits()).iter().fold(0, |attacks, square| attacks | get_knight_moves(square).0)
}

/// Computes the greater-one set of attacks from a table.
fn greater_one(attacks: impl Iterator<Item = u64>) -> u64 {
    attacks.fold((0, 0), |(one, two), attacks| (one | attacks, two | one & attacks)).1
}

fn shakmaty_forks(targets: Bitboard) -> u64 {
    greater_one(shakmaty::Bitboard(targets.bits()).into_iter().map(|square| knight_attacks(square).0))
}

fn cozy_forks(targets: Bitboard) -> u64 {
    greater_one(BitBoard(targets.bits()).iter().map(|square| get_knight_moves(square).0))
}

ways! {
    attacks: formulations::knight::attacks::FORMULATIONS[0 1 2 3 4 5],
    each(knights, |attacks, &set| attacks(set)),
    "shakmaty, square by square": each(knights, |&set| shakmaty_attacks(set)),
    "cozy-chess, square by square": each(knights, |&set| cozy_attacks(set)),
}

ways! {
    attacks_chained: formulations::knight::attacks::FORMULATIONS[0 1 2 3 4 5],
    chained(knights, |attacks, &set| attacks(set).bits()),
    "shakmaty, square by square": chained(knights, |&set| shakmaty_attacks(set)),
    "cozy-chess, square by square": chained(knights, |&set| cozy_attacks(set)),
}

ways! {
    attacks_in_columns: formulations::knight::attacks::FORMULATIONS[0 1 2 3 4 5],
    columns(knights, |attacks, &set| attacks(set)),
    "shakmaty, square by square": columns(knights, |&set| shakmaty_attacks(set)),
    "cozy-chess, square by square": columns(knights, |&set| cozy_attacks(set)),
}

#[divan::bench(args = ["by table", "parallel", "shakmaty", "cozy-chess"])]
fn attacks_of_one(bencher: Bencher<'_, '_>, way: &str) {
    match way {
        "by table" => each(bencher, square, |&square| knight::attacks_from(square)),
        "parallel" => each(bencher, square, |&square| knight::attacks(square.bitboard())),
        "shakmaty" => each(bencher, shakmaty_square, |&square| knight_attacks(square)),
        _ => each(bencher, cozy_square, |&square| get_knight_moves(square)),
    }
}

fn one_knight(random: &mut Rng) -> Bitboard {
    square(random).bitboard()
}

ways! {
    attacks_of_a_set_of_one: formulations::knight::attacks::FORMULATIONS[0 1 2 3 4 5],
    each(one_knight, |attacks, &set| attacks(set)),
}

ways! {
    attacks_of_a_set_of_one_chained: formulations::knight::attacks::FORMULATIONS[0 1 2 3 4 5],
    chained(one_knight, |attacks, &set| attacks(set).bits()),
}

/// Knights, and the pieces of their side.
fn knights_and_own(random: &mut Rng) -> (Bitboard, Bitboard) {
    let knights = squares(random, 0..=2);
    (knights, knights | squares(random, 4..=14))
}

ways! {
    moves: formulations::knight::moves::FORMULATIONS[0 1],
    each(knights_and_own, |moves, &(knights, own)| moves(knights, own)),
}

#[divan::bench]
fn moves_by_direction(bencher: Bencher<'_, '_>) {
    each(bencher, knights_and_own, |&(knights, own)| {
        formulations::knight::moves::moves_by_direction(knights, own)
    });
}

/// Iterates over all moves of a set of knights.
#[divan::bench(args = ["pairs", "shakmaty, square by square", "cozy-chess, square by square"])]
fn moves_one_by_one(bencher: Bencher<'_, '_>, way: &str) {
    let inputs = knights_and_own;
    match way {
        "pairs" => each(bencher, inputs, |&(knights, own)| {
            for one in knight::move_pairs(knights, own) {
                black_box(one);
            }
        }),
        "shakmaty, square by square" => each(bencher, inputs, |&(knights, own)| {
            for from in shakmaty::Bitboard(knights.bits()) {
                for to in knight_attacks(from) & !shakmaty::Bitboard(own.bits()) {
                    black_box((from, to));
                }
            }
        }),
        _ => each(bencher, inputs, |&(knights, own)| {
            for from in BitBoard(knights.bits()) {
                for to in get_knight_moves(from) & !BitBoard(own.bits()) {
                    black_box((from, to));
                }
            }
        }),
    }
}

ways! {
    forks: formulations::knight::forks::FORMULATIONS[0 1 2 3 4 5 6],
    each(targets, |forks, &targets| forks(targets)),
    "shakmaty, target by target": each(targets, |&targets| shakmaty_forks(targets)),
    "cozy-chess, target by target": each(targets, |&targets| cozy_forks(targets)),
}

ways! {
    forks_chained: formulations::knight::forks::FORMULATIONS[0 1 2 3 4 5 6],
    chained(targets, |forks, &targets| forks(targets).bits()),
    "shakmaty, target by target": chained(targets, |&targets| shakmaty_forks(targets)),
    "cozy-chess, target by target": chained(targets, |&targets| cozy_forks(targets)),
}

ways! {
    forks_in_columns: formulations::knight::forks::FORMULATIONS[0 1 2 3 4 5 6],
    columns(targets, |forks, &targets| forks(targets)),
    "shakmaty, target by target": columns(targets, |&targets| shakmaty_forks(targets)),
    "cozy-chess, target by target": columns(targets, |&targets| cozy_forks(targets)),
}

#[divan::bench(consts = [1, 2, 3, 4])]
fn forks_at_least<const K: u8>(bencher: Bencher<'_, '_>) {
    each(bencher, targets, |&targets| knight::forks_at_least(targets, K));
}

#[divan::bench]
fn forks_at_least_1_to_4(bencher: Bencher<'_, '_>) {
    let inputs = |random: &mut Rng| (squares(random, 0..=5), random.u8(1..=4));
    each(bencher, inputs, |&(targets, k)| knight::forks_at_least(targets, k));
}

#[divan::bench]
fn forks_counts(bencher: Bencher<'_, '_>) {
    each(bencher, targets, |&targets| formulations::knight::forks::fork_counts(targets));
}

#[divan::bench]
fn fork_moves(bencher: Bencher<'_, '_>) {
    let inputs = |random: &mut Rng| (squares(random, 0..=5), squares(random, 0..=2), quarter(random));
    each(bencher, inputs, |&(knights, targets, area)| knight::fork_moves(knights, targets, area));
}

/// Two knights and half of the board.
fn knights_and_half(random: &mut Rng) -> (Bitboard, Bitboard) {
    (squares(random, 0..=2), Bitboard::from_bits(random.u64(..)))
}

ways! {
    mobility: formulations::knight::mobility::FORMULATIONS[0 1 2],
    each(knights_and_half, |mobility, &(knights, area)| mobility(knights, area)),
}

ways! {
    total_mobility: formulations::knight::mobility::COUNT_FORMULATIONS[0 1 2],
    each(knights_and_half, |count, &(knights, area)| count(knights, area)),
}

ways! {
    trapped: formulations::knight::trapped::FORMULATIONS[0 1 2],
    each(knights_and_half, |trapped, &(knights, area)| trapped(knights, area)),
}

ways! {
    checks: formulations::knight::checks::FORMULATIONS[0 1 2],
    each(
        |random: &mut Rng| (squares(random, 0..=2), square(random).bitboard(), Bitboard::from_bits(random.u64(..))),
        |checks, &(knights, king, area)| checks(knights, king, area)
    ),
}

/// The pawns of both sides.
fn pawns(random: &mut Rng) -> (Bitboard, Bitboard) {
    let (own, opponent) = (squares(random, 2..=8), squares(random, 2..=8));
    (own & Bitboard::PAWN_RANKS, opponent & Bitboard::PAWN_RANKS)
}

ways! {
    outposts: formulations::knight::outposts::FORMULATIONS[0 1 2],
    each(pawns, |outposts, &(own, opponent)| outposts(own, opponent, Color::White)),
}

fn sets<const N: usize>(random: &mut Rng) -> [Bitboard; N] {
    [(); N].map(|()| quarter(random))
}

ways! {
    greater_one_of_2: formulations::greater_one::FORMULATIONS[0 1 2],
    each(sets::<2>, |greater_one, sets| greater_one(sets)),
}

ways! {
    greater_one_of_3: formulations::greater_one::FORMULATIONS[0 1 2],
    each(sets::<3>, |greater_one, sets| greater_one(sets)),
    "majority": each(sets, |&[a, b, c]| greater_one::majority(a, b, c)),
}

ways! {
    greater_one_of_8: formulations::greater_one::FORMULATIONS[0 1 2],
    each(sets::<8>, |greater_one, sets| greater_one(sets)),
}

/// Two to eight sets. The compiler does not know how many.
fn some_sets(random: &mut Rng) -> ([Bitboard; 8], usize) {
    ([(); 8].map(|()| quarter(random)), random.usize(2..=8))
}

ways! {
    greater_one_of_2_to_8: formulations::greater_one::FORMULATIONS[0 1 2],
    each(some_sets, |greater_one, (sets, n)| greater_one(&sets[..*n])),
}

ways! {
    distance: formulations::knight::distance::FORMULATIONS[0 1 2 3 4 5],
    each(pair_of_squares, |distance, &(a, b)| distance(a, b)),
}

ways! {
    distance_chained: formulations::knight::distance::FORMULATIONS[0 1 2 3 4 5],
    chained(pair_of_squares, |distance, &(a, b)| distance(a, b).into()),
}

ways! {
    distance_in_columns: formulations::knight::distance::FORMULATIONS[0 1 2 3 4 5],
    columns(pair_of_squares, |distance, &(a, b)| distance(a, b)),
}

#[divan::bench]
fn set_distance(bencher: Bencher<'_, '_>) {
    let inputs = |random: &mut Rng| (squares(random, 1..=2), squares(random, 1..=5));
    each(bencher, inputs, |&(knights, targets)| knight::set_distance(knights, targets));
}

#[divan::bench]
fn fill(bencher: Bencher<'_, '_>) {
    each(bencher, knights, |&set| knight::fill(set));
}

fn knights_and_area(random: &mut Rng) -> (Bitboard, Bitboard) {
    (squares(random, 1..=2), !quarter(random))
}

#[divan::bench(consts = [1, 2, 3, 6])]
fn reach<const N: u32>(bencher: Bencher<'_, '_>) {
    each(bencher, knights_and_area, |&(knights, area)| knight::reach(knights, N, area));
}

#[divan::bench(consts = [1, 2, 3, 6])]
fn reach_within<const N: u32>(bencher: Bencher<'_, '_>) {
    each(bencher, knights_and_area, |&(knights, area)| knight::reach_within(knights, N, area));
}

ways! {
    connected_through_all: formulations::knight::paths::FORMULATIONS[0 1],
    each(through_all, |connected, &(a, b, path)| connected(a, b, path)),
}

ways! {
    connected_through_half: formulations::knight::paths::FORMULATIONS[0 1],
    each(through_half, |connected, &(a, b, path)| connected(a, b, path)),
}

ways! {
    connected_through_a_quarter: formulations::knight::paths::FORMULATIONS[0 1],
    each(through_a_quarter, |connected, &(a, b, path)| connected(a, b, path)),
}

#[divan::bench]
fn region(bencher: Bencher<'_, '_>) {
    each(bencher, through_half, |&(a, _, path)| knight::region(a, path));
}

#[divan::bench]
fn shortest_paths(bencher: Bencher<'_, '_>) {
    each(bencher, through_half, |&(a, b, path)| knight::shortest_paths(a, b, path));
}

/// Knights, a pawn, its color, and the side to move.
fn races(random: &mut Rng) -> (Bitboard, Square, Color, Color) {
    let pawn = Square::ALL[random.usize(8..56)];
    (squares(random, 1..=2).without(pawn), pawn, color(random), color(random))
}

ways! {
    stops_passer: formulations::knight::passer::FORMULATIONS[0 1 2],
    each(races, |stops, &(knights, pawn, pawn_color, turn)| stops(knights, pawn, pawn_color, turn)),
}

#[divan::bench]
fn passer_stoppers(bencher: Bencher<'_, '_>) {
    each(bencher, races, |&(_, pawn, color, turn)| {
        formulations::knight::passer::passer_stoppers(pawn, color, turn)
    });
}

#[divan::bench]
fn stoppable_passers(bencher: Bencher<'_, '_>) {
    each(bencher, races, |&(knights, _, color, turn)| knight::stoppable_passers(knights, color, turn));
}

/// Iterates over the targets that a knight attacks.
#[divan::bench(args = ["list", "scan", "shakmaty", "cozy-chess"])]
fn move_list(bencher: Bencher<'_, '_>, way: &str) {
    match way {
        "list" => each(bencher, targets_of_one, |&(from, targets)| {
            for &to in formulations::knight::move_list::move_list(from, targets) {
                black_box(to);
            }
        }),
        "scan" => each(bencher, targets_of_one, |&(from, targets)| {
            for to in knight::attacks_from(from) & targets {
                black_box(to);
            }
        }),
        "shakmaty" => each(bencher, shakmaty_targets_of_one, |&(from, targets)| {
            for to in knight_attacks(from) & targets {
                black_box(to);
            }
        }),
        _ => each(bencher, cozy_targets_of_one, |&(from, targets)| {
            for to in get_knight_moves(from) & targets {
                black_box(to);
            }
        }),
    }
}

/// Looks up the list without iterating over it.
#[divan::bench]
fn move_list_alone(bencher: Bencher<'_, '_>) {
    each(bencher, targets_of_one, |&(from, targets)| {
        formulations::knight::move_list::move_list(from, targets)
    });
}

#[divan::bench]
fn move_list_index(bencher: Bencher<'_, '_>) {
    each(bencher, targets_of_one, |&(from, targets)| {
        formulations::knight::move_list::move_list_index(from, targets)
    });
}
