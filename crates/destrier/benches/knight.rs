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
    cozy_square, cozy_targets_of_one, iterate, leaper_benches, pair_of_squares, quarter, shakmaty_square,
    shakmaty_targets_of_one, targets_of_one, through_a_quarter, through_all, through_half,
};
use sets::{chained, color, columns, functions, square, squares, ways};
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

fn knights_and_area(random: &mut Rng) -> (Bitboard, Bitboard) {
    (squares(random, 1..=2), !quarter(random))
}

leaper_benches!(
    knight [0 1 2 3 4 5], knights, knights_and_area, [1, 2, 3, 6], knight_attacks, get_knight_moves
);

/// Computes the greater-one set of attacks from a table.
fn greater_one(attacks: impl Iterator<Item = u64>) -> u64 {
    attacks.fold((0, 0), |(one, two), attacks| (one | attacks, two | one & attacks)).1
}

fn shakmaty_forks(targets: &Bitboard) -> u64 {
    greater_one(shakmaty::Bitboard(targets.bits()).into_iter().map(|square| knight_attacks(square).0))
}

fn cozy_forks(targets: &Bitboard) -> u64 {
    greater_one(BitBoard(targets.bits()).iter().map(|square| get_knight_moves(square).0))
}

/// Knights, and the pieces of their side.
fn knights_and_own(random: &mut Rng) -> (Bitboard, Bitboard) {
    let knights = squares(random, 0..=2);
    (knights, knights | squares(random, 4..=14))
}

ways! {
    [0 1] formulations::knight::moves::FORMULATIONS => |moves|
    moves: each(knights_and_own, |&(knights, own)| moves(knights, own));
}

functions! {
    moves_by_direction(knights_and_own => |&(knights, own)| {
        formulations::knight::moves::moves_by_direction(knights, own)
    })
    /// Iterates over all moves of a set of knights.
    moves_one_by_one {
        "pairs": knights_and_own => |&(knights, own)| iterate(knight::move_pairs(knights, own)),
        "shakmaty, square by square": knights_and_own => |&(knights, own)| {
            for from in shakmaty::Bitboard(knights.bits()) {
                for to in knight_attacks(from) & !shakmaty::Bitboard(own.bits()) {
                    black_box((from, to));
                }
            }
        },
        "cozy-chess, square by square": knights_and_own => |&(knights, own)| {
            for from in BitBoard(knights.bits()) {
                for to in get_knight_moves(from) & !BitBoard(own.bits()) {
                    black_box((from, to));
                }
            }
        },
    }
}

ways! {
    [0 1 2 3 4 5 6] formulations::knight::forks::FORMULATIONS => |forks|
    forks: each(targets, |&targets| forks(targets)),
        "shakmaty, target by target": targets => shakmaty_forks,
        "cozy-chess, target by target": targets => cozy_forks;
    forks_chained: chained(targets, |&targets| forks(targets).bits()),
        "shakmaty, target by target": targets => shakmaty_forks,
        "cozy-chess, target by target": targets => cozy_forks;
    forks_in_columns: columns(targets, |&targets| forks(targets)),
        "shakmaty, target by target": targets => shakmaty_forks,
        "cozy-chess, target by target": targets => cozy_forks;
}

#[divan::bench(consts = [1, 2, 3, 4])]
fn forks_at_least<const K: u8>(bencher: Bencher<'_, '_>) {
    each(bencher, targets, |&targets| knight::forks_at_least(targets, K));
}

functions! {
    forks_at_least_1_to_4(|random: &mut Rng| (squares(random, 0..=5), random.u8(1..=4)) => |&(targets, k)| {
        knight::forks_at_least(targets, k)
    })
    forks_counts(targets => |&targets| formulations::knight::forks::fork_counts(targets))
    fork_moves(
        |random: &mut Rng| (squares(random, 0..=5), squares(random, 0..=2), quarter(random))
            => |&(knights, targets, area)| knight::fork_moves(knights, targets, area)
    )
    set_distance(|random: &mut Rng| (squares(random, 1..=2), squares(random, 1..=5)) => |&(knights, targets)| {
        knight::set_distance(knights, targets)
    })
    fill(knights => |&set| knight::fill(set))
}

/// Two knights and half of the board.
fn knights_and_half(random: &mut Rng) -> (Bitboard, Bitboard) {
    (squares(random, 0..=2), Bitboard::from_bits(random.u64(..)))
}

ways! {
    [0 1 2] formulations::knight::mobility::FORMULATIONS => |mobility|
    mobility: each(knights_and_half, |&(knights, area)| mobility(knights, area));
}

ways! {
    [0 1 2] formulations::knight::mobility::COUNT_FORMULATIONS => |count|
    total_mobility: each(knights_and_half, |&(knights, area)| count(knights, area));
}

ways! {
    [0 1 2] formulations::knight::trapped::FORMULATIONS => |trapped|
    trapped: each(knights_and_half, |&(knights, area)| trapped(knights, area));
}

/// Knights, a king and half of the board.
fn knights_king_and_half(random: &mut Rng) -> (Bitboard, Bitboard, Bitboard) {
    (squares(random, 0..=2), square(random).bitboard(), Bitboard::from_bits(random.u64(..)))
}

ways! {
    [0 1 2] formulations::knight::checks::FORMULATIONS => |checks|
    checks: each(knights_king_and_half, |&(knights, king, area)| checks(knights, king, area));
}

/// The pawns of both sides.
fn pawns(random: &mut Rng) -> (Bitboard, Bitboard) {
    let (own, opponent) = (squares(random, 2..=8), squares(random, 2..=8));
    (own & Bitboard::PAWN_RANKS, opponent & Bitboard::PAWN_RANKS)
}

ways! {
    [0 1 2] formulations::knight::outposts::FORMULATIONS => |outposts|
    outposts: each(pawns, |&(own, opponent)| outposts(own, opponent, Color::White));
}

fn sets<const N: usize>(random: &mut Rng) -> [Bitboard; N] {
    [(); N].map(|()| quarter(random))
}

/// Two to eight sets. The compiler does not know how many.
fn some_sets(random: &mut Rng) -> ([Bitboard; 8], usize) {
    ([(); 8].map(|()| quarter(random)), random.usize(2..=8))
}

ways! {
    [0 1 2] formulations::greater_one::FORMULATIONS => |greater_one|
    greater_one_of_2: each(sets::<2>, |sets| greater_one(sets));
    greater_one_of_3: each(sets::<3>, |sets| greater_one(sets)),
        "majority": sets => |&[a, b, c]| greater_one::majority(a, b, c);
    greater_one_of_8: each(sets::<8>, |sets| greater_one(sets));
    greater_one_of_2_to_8: each(some_sets, |(sets, n)| greater_one(&sets[..*n]));
}

ways! {
    [0 1 2 3 4 5] formulations::knight::distance::FORMULATIONS => |distance|
    distance: each(pair_of_squares, |&(a, b)| distance(a, b));
    distance_chained: chained(pair_of_squares, |&(a, b)| distance(a, b).into());
    distance_in_columns: columns(pair_of_squares, |&(a, b)| distance(a, b));
}

/// Knights, a pawn, its color, and the side to move.
fn races(random: &mut Rng) -> (Bitboard, Square, Color, Color) {
    let pawn = Square::ALL[random.usize(8..56)];
    (squares(random, 1..=2).without(pawn), pawn, color(random), color(random))
}

ways! {
    [0 1 2] formulations::knight::passer::FORMULATIONS => |stops|
    stops_passer: each(races, |&(knights, pawn, pawn_color, turn)| stops(knights, pawn, pawn_color, turn));
}

functions! {
    passer_stoppers(races => |&(_, pawn, color, turn)| {
        formulations::knight::passer::passer_stoppers(pawn, color, turn)
    })
    stoppable_passers(races => |&(knights, _, color, turn)| knight::stoppable_passers(knights, color, turn))
}
