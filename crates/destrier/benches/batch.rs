//! Batch kernels over columns, compared with the formula one set at a time, a table with a bit scan, and a plain copy.
//!
//! `cargo bench -p destrier --bench batch -- --skip memory` skips the benchmarks that need 2 GiB of memory.

mod common;
#[path = "common/positions.rs"]
mod positions;
#[path = "common/sets.rs"]
#[expect(dead_code, unused_imports, unused_macros, reason = "other benchmarks use the rest")]
mod sets;

use common::{CALL, inputs};
use destrier::batch::{self, Boards, Kernel, LaneColor, ValueColumns};
use destrier::registry::{Column, VALUES};
use destrier::{Bitboard, Board, Color, Sets, Square, formulations, king, knight};
use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use fastrand::Rng;
use positions::boards;
use sets::{chained, square, squares};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

fn main() {
    common::run();
}

/// The methods to process a column. Kernels that this processor does not support do nothing.
const WAYS: [&str; 6] = ["copy", "table and bit scan", "formula", "portable", "AVX2", "AVX-512"];

fn kernel(name: &str) -> Option<Kernel> {
    Kernel::available().find(|kernel| kernel.to_string() == name)
}

/// Three implementations of a function of a set.
#[derive(Clone, Copy)]
struct Function {
    table: fn(Bitboard) -> Bitboard,
    formula: fn(&[u64], &[AtomicU64]),
    map: fn(Kernel, &[u64], &mut [u64]),
}

/// Applies the function without vectorization. Atomic stores keep the compiler from vectorizing and cost the same as
/// plain stores.
fn one_by_one(input: &[u64], output: &[AtomicU64], function: impl Fn(Bitboard) -> Bitboard) {
    for (bits, output) in input.iter().zip(output) {
        output.store(function(Bitboard::from_bits(*bits)).bits(), Relaxed);
    }
}

const KNIGHT_ATTACKS: Function = Function {
    table: formulations::knight::attacks::by_table,
    formula: |input, output| one_by_one(input, output, knight::attacks),
    map: |kernel, input, output| batch::map!(kernel, input, output, knight::attacks).expect("equal lengths"),
};

const FORKS: Function = Function {
    table: formulations::knight::forks::by_table,
    formula: |input, output| one_by_one(input, output, knight::forks),
    map: |kernel, input, output| {
        batch::map!(kernel, input, output, knight::forks).expect("equal lengths");
    },
};

impl Function {
    fn go(self, way: &str, input: &[u64], output: &mut [u64], atomic: &[AtomicU64]) {
        match way {
            "copy" => output.copy_from_slice(input),
            "table and bit scan" => one_by_one(input, atomic, self.table),
            "formula" => (self.formula)(input, atomic),
            _ => kernel(way).into_iter().for_each(|kernel| (self.map)(kernel, input, output)),
        }
        black_box((output, atomic));
    }
}

/// Measures with a new random column for each call, so that the branch predictor cannot learn it.
fn column(bencher: Bencher<'_, '_>, way: &str, length: usize, function: Function) {
    let mut random = Rng::with_seed(0x6465_7374_7269_6572);
    let mut output = vec![0; length];
    let atomic: Vec<AtomicU64> = (0..length).map(|_| AtomicU64::new(0)).collect();
    bencher
        .counter(ItemsCount::new(length))
        .with_inputs(|| (0..length).map(|_| squares(&mut random, 0..=2).bits()).collect::<Vec<u64>>())
        .bench_local_refs(|input| {
            // The new input is in the cache, but the output may not be.
            function.go(way, input, &mut output, &atomic);
        });
}

/// Column lengths that fit the first, second and third cache level.
const LENGTHS: [usize; 3] = [1000, 40_000, 1_000_000];

#[divan::bench(args = WAYS, consts = LENGTHS, sample_size = 1)]
fn knight_attacks<const LENGTH: usize>(bencher: Bencher<'_, '_>, way: &str) {
    column(bencher, way, LENGTH, KNIGHT_ATTACKS);
}

#[divan::bench(args = WAYS, consts = LENGTHS, sample_size = 1)]
fn forks<const LENGTH: usize>(bencher: Bencher<'_, '_>, way: &str) {
    column(bencher, way, LENGTH, FORKS);
}

/// Measures the loop alone, over the same column in the first-level cache. The time does not depend on the data.
#[divan::bench(args = ["copy", "formula", "portable", "AVX2", "AVX-512"])]
fn knight_attacks_again(bencher: Bencher<'_, '_>, way: &str) {
    again(bencher, way, KNIGHT_ATTACKS);
}

#[divan::bench(args = ["copy", "formula", "portable", "AVX2", "AVX-512"])]
fn forks_again(bencher: Bencher<'_, '_>, way: &str) {
    again(bencher, way, FORKS);
}

fn again(bencher: Bencher<'_, '_>, way: &str, function: Function) {
    let mut random = Rng::with_seed(0x6465_7374_7269_6572);
    let input: Vec<u64> = (0..CALL).map(|_| squares(&mut random, 0..=2).bits()).collect();
    let mut output = vec![0; CALL];
    let atomic: Vec<AtomicU64> = (0..CALL).map(|_| AtomicU64::new(0)).collect();
    bencher.bench_local(|| function.go(way, black_box(&input), &mut output, &atomic));
}

/// Columns of 1 GiB.
mod memory {
    use super::*;

    const LENGTH: usize = 1 << 27;

    /// Distinct numbers are enough, because the time does not depend on the data.
    fn input() -> &'static [u64] {
        static INPUT: OnceLock<Vec<u64>> = OnceLock::new();
        INPUT.get_or_init(|| (0..LENGTH as u64).map(|i| i.wrapping_mul(0x9e37_79b9_7f4a_7c15)).collect())
    }

    #[divan::bench(args = ["copy", "portable", "AVX2", "AVX-512"], sample_count = 11, sample_size = 1)]
    fn knight_attacks(bencher: Bencher<'_, '_>, way: &str) {
        column(bencher, way, KNIGHT_ATTACKS);
    }

    #[divan::bench(args = ["copy", "portable", "AVX2", "AVX-512"], sample_count = 11, sample_size = 1)]
    fn forks(bencher: Bencher<'_, '_>, way: &str) {
        column(bencher, way, FORKS);
    }

    fn column(bencher: Bencher<'_, '_>, way: &str, function: Function) {
        let input = input();
        let mut output = vec![1; LENGTH];
        bencher.counter(ItemsCount::new(LENGTH)).bench_local(|| function.go(way, input, &mut output, &[]));
    }
}

/// The same positions as boards and as columns.
struct Positions {
    boards: Vec<Board>,
    sets: [Vec<u64>; 8],
    turns: Vec<Color>,
}

impl Positions {
    fn new(boards: Vec<Board>) -> Self {
        let column = |set: usize| boards.iter().map(|board| board.sets().to_array()[set].bits()).collect();
        let sets = std::array::from_fn(column);
        let turns = boards.iter().map(Board::turn).collect();
        Self { boards, sets, turns }
    }

    fn columns(&self) -> Boards<'_> {
        let sets = Sets::from_array(self.sets.each_ref().map(|column| &column[..]));
        Boards::new(sets, &self.turns).expect("equal lengths")
    }
}

/// Measures with newly drawn real positions for each call.
fn positions(bencher: Bencher<'_, '_>, mut call: impl FnMut(&Positions)) {
    let mut draw = inputs(boards());
    bencher.with_inputs(|| Positions::new(draw())).bench_local_refs(|positions| call(positions));
}

/// The output columns for the values of one side. Each value uses one of its two columns.
struct Written([(Vec<u64>, Vec<u8>); ValueColumns::LEN]);

impl Written {
    fn new() -> Self {
        Self([(); ValueColumns::LEN].map(|()| (vec![0; CALL], vec![0; CALL])))
    }

    fn columns(&mut self) -> ValueColumns<'_> {
        let mut values = VALUES.iter();
        let columns =
            self.0.each_mut().map(|(sets, numbers)| match values.next().map(|value| value.column) {
                Some(Column::Sets(_)) => Column::Sets(&mut sets[..]),
                _ => Column::Numbers(&mut numbers[..]),
            });
        ValueColumns::new(columns).expect("each column has the type of its value")
    }
}

/// All values of both sides for a thousand positions.
#[divan::bench(args = ["board by board", "portable", "AVX2", "AVX-512"], sample_size = 1)]
fn values_of_both(bencher: Bencher<'_, '_>, way: &str) {
    let [mut white, mut black] = [Written::new(), Written::new()];
    positions(bencher, |positions| {
        if let Some(kernel) = kernel(way) {
            let columns = [white.columns(), black.columns()];
            batch::map!(kernel, positions.columns(), columns, |board| [
                board.values(LaneColor::WHITE),
                board.values(LaneColor::BLACK)
            ])
            .expect("equal lengths");
        } else if way == "board by board" {
            for board in &positions.boards {
                black_box(Color::ALL.map(|color| board.values(color)));
            }
        }
    });
}

/// The sets for evaluation, one at a time, for White: board by board and as a column with the widest kernel.
#[divan::bench(args = VALUES[ValueColumns::LEN..].iter().flat_map(|value| [
    format!("{}, board by board", value.name),
    format!("{}, column", value.name),
]), sample_size = 1)]
fn sets_for_evaluation(bencher: Bencher<'_, '_>, way: &str) {
    let (name, measure) = way.split_once(", ").expect("a name and a measure");
    let value = VALUES.iter().find(|value| value.name == name).expect("a value");
    let Column::Sets(compute) = value.column else { panic!("{name} is a set") };
    let mut column = vec![0; CALL];
    positions(bencher, |positions| {
        if measure == "column" {
            compute(positions.columns(), LaneColor::WHITE, &mut column).expect("equal lengths");
        } else {
            for board in &positions.boards {
                black_box((value.get)(board, Color::White));
            }
        }
        black_box(&mut column);
    });
}

/// A filter for interesting positions: five tests, packed into one byte.
#[divan::bench(args = ["board by board", "portable", "AVX2", "AVX-512"], sample_size = 1)]
fn filter(bencher: Bencher<'_, '_>, way: &str) {
    let mut flags = vec![0; CALL];
    positions(bencher, |positions| {
        if let Some(kernel) = kernel(way) {
            batch::map!(kernel, positions.columns(), &mut flags[..], |board| {
                let turn = board.turn();
                let uncatchable = board.uncatchable(LaneColor::WHITE) | board.uncatchable(LaneColor::BLACK);
                u8::from(!board.fork_squares(turn).is_empty())
                    | u8::from(!board.forking_knights(LaneColor::WHITE).is_empty()) << 1
                    | u8::from(!board.forking_knights(LaneColor::BLACK).is_empty()) << 2
                    | u8::from(!board.distant_check_squares(turn).is_empty()) << 3
                    | u8::from(!uncatchable.is_empty()) << 4
            })
            .expect("equal lengths");
        } else if way == "board by board" {
            for (flags, board) in flags.iter_mut().zip(&positions.boards) {
                *flags = flags_of_board(board);
            }
        }
        black_box(&mut flags);
    });
}

fn flags_of_board(board: &Board) -> u8 {
    let turn = board.turn();
    let uncatchable = board.uncatchable(Color::White) | board.uncatchable(Color::Black);
    u8::from(!board.fork_squares(turn).is_empty())
        | u8::from(!board.forking_knights(Color::White).is_empty()) << 1
        | u8::from(!board.forking_knights(Color::Black).is_empty()) << 2
        | u8::from(!board.distant_check_squares(turn).is_empty()) << 3
        | u8::from(!uncatchable.is_empty()) << 4
}

/// One position at a time: x86-64 vectors compared with the portable formulations. Answers are either chained (`true`),
/// so that each waits for the one before, or independent (`false`).
#[cfg(target_arch = "x86_64")]
mod single {
    use super::*;
    use crate::common::each;
    use destrier::batch::x86_64::{KnightAttacks, OpenLines};

    fn knights(random: &mut Rng) -> Bitboard {
        squares(random, 0..=2)
    }

    #[divan::bench(args = ["table and bit scan", "parallel", "four lane", "AVX2"], consts = [false, true])]
    fn knight_attacks<const CHAINED: bool>(bencher: Bencher<'_, '_>, way: &str) {
        let go = Go::<CHAINED>(bencher);
        match (way, KnightAttacks::new()) {
            ("table and bit scan", _) => {
                go.measure(knights, |&set| formulations::knight::attacks::by_table(set).bits());
            }
            ("parallel", _) => go.measure(knights, |&set| knight::attacks(set).bits()),
            ("four lane", _) => {
                go.measure(knights, |&set| formulations::knight::attacks::four_lane(set).bits());
            }
            (_, Some(attacks)) => go.measure(knights, |&set| attacks.of(set).bits()),
            _ => {}
        }
    }

    fn king_with_escapes(random: &mut Rng) -> (Square, Bitboard) {
        let king = square(random);
        (king, king::attacks_from(king) & Bitboard::from_bits(random.u64(..) & random.u64(..)))
    }

    #[divan::bench(args = ["by subset", "two lane", "SSE4.1"], consts = [false, true])]
    fn open_lines<const CHAINED: bool>(bencher: Bencher<'_, '_>, way: &str) {
        let go = Go::<CHAINED>(bencher);
        let draw = king_with_escapes;
        match (way, OpenLines::new()) {
            ("by subset", _) => go.measure(draw, |&(king, set)| king::open_lines(king, set).bits().into()),
            ("two lane", _) => {
                go.measure(draw, |&(king, set)| formulations::king::lines::two_lane(king, set).bits().into());
            }
            (_, Some(lines)) => go.measure(draw, |&(king, set)| lines.of(king, set).bits().into()),
            _ => {}
        }
    }

    /// Measures chained or independent answers.
    struct Go<'a, 'b, const CHAINED: bool>(Bencher<'a, 'b>);

    impl<const CHAINED: bool> Go<'_, '_, CHAINED> {
        fn measure<I>(self, draw: impl FnMut(&mut Rng) -> I, function: impl Fn(&I) -> u64) {
            if CHAINED { chained(self.0, draw, function) } else { each(self.0, draw, function) }
        }
    }
}
