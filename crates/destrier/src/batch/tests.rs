use super::flush::Flush;
use super::*;
use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::color::Color;
use crate::direction::Direction;
use crate::naive::{few_squares, sets};
use crate::piece::Piece;
use crate::registry::{Column, VALUES, Value};
use crate::sets::Sets;
use crate::values::tests::any_boards;
use crate::{greater_one, king, knight, pawn, sliders};
use std::string::ToString;
use std::vec;
use std::vec::Vec;

mod columns_of_boards;
pub(super) use columns_of_boards::Columns;
mod guarded;
use guarded::{Guarded, GuardedValues, cell, places};
mod lanes;
mod set_functions;
use set_functions::{ONE_SET, SetFunction, THREE_SETS, TWO_SETS};

impl Columns {
    fn all(&self) -> Boards<'_> {
        self.boards(0..self.boards.len())
    }
}

fn functions_match_single_positions<const N: usize>(functions: &[SetFunction<N>]) {
    const GUARD: u64 = 0x6775_6172_6421;
    let columns: [Vec<u64>; N] =
        core::array::from_fn(|n| sets::<N>().map(|sets| sets[n].bits()).step_by(7).take(200).collect());
    for function in functions {
        let of: Vec<u64> = (0..200)
            .map(|i| (function.of)(core::array::from_fn(|n| Bitboard::from_bits(columns[n][i]))).bits())
            .collect();
        for kernel in Kernel::available() {
            for (length, offset) in places() {
                let input = core::array::from_fn(|n| &columns[n][offset + n..offset + n + length]);
                let mut output = Guarded::new(GUARD, offset, length);
                (function.map)(kernel, input, output.column()).unwrap();
                let what = std::format!("{} by {kernel}", function.name);
                if N == 1 {
                    output.assert(GUARD, of[offset..offset + length].iter().copied(), &what);
                } else {
                    let expected = (0..length).map(|i| {
                        let sets = core::array::from_fn(|n| Bitboard::from_bits(columns[n][offset + n + i]));
                        (function.of)(sets).bits()
                    });
                    output.assert(GUARD, expected, &what);
                }
            }
        }
    }
}

#[test]
fn functions_of_one_set_are_those_of_one_position() {
    functions_match_single_positions(ONE_SET);
}

#[test]
fn functions_of_two_sets_are_those_of_one_position() {
    functions_match_single_positions(TWO_SETS);
}

#[test]
fn functions_of_three_sets_are_those_of_one_position() {
    functions_match_single_positions(THREE_SETS);
}

#[test]
fn writes_bytes_and_bools_at_any_address() {
    let columns: Vec<u64> = sets::<1>().map(|[set]| set.bits()).take(200).collect();
    for kernel in Kernel::available() {
        for (length, offset) in places() {
            let input = &columns[offset..offset + length];
            let forks = |bits: &u64| knight::forks(Bitboard::from_bits(*bits));
            let mut truths = Guarded::new(true, offset, length);
            map!(kernel, input, truths.column(), |set| knight::forks(set).is_empty()).unwrap();
            truths.assert(true, input.iter().map(|bits| forks(bits).is_empty()), "bools");
            let mut numbers = Guarded::new(77, offset, length);
            map!(kernel, input, numbers.column(), |set| knight::forks(set).len() as u8).unwrap();
            numbers.assert(77, input.iter().map(|bits| forks(bits).len() as u8), "numbers");
            let (mut sets, mut bytes) =
                (Guarded::new(9, offset, length), Guarded::new(9, 7 - offset, length));
            let output = (sets.column(), bytes.column());
            map!(kernel, input, output, |set| (knight::attacks(set), set.len() as u8)).unwrap();
            sets.assert(
                9,
                input.iter().map(|&bits| knight::attacks(Bitboard(bits)).bits()),
                "sets of two columns",
            );
            bytes.assert(9, input.iter().map(|bits| bits.count_ones() as u8), "bytes of two columns");
            // With a first column of bytes, these lengths exceed a block but are too short to be streamed.
            let (mut sets, mut bytes) =
                (Guarded::new(9, offset, length), Guarded::new(9, 7 - offset, length));
            let output = (bytes.column(), sets.column());
            map!(kernel, input, output, |set| (set.len() as u8, knight::attacks(set))).unwrap();
            bytes.assert(9, input.iter().map(|bits| bits.count_ones() as u8), "bytes beside sets");
            let attacks = input.iter().map(|&bits| knight::attacks(Bitboard(bits)).bits());
            sets.assert(9, attacks, "sets beside bytes");
        }
    }
}

/// Returns the blocks of columns whose first column is given.
fn blocks<T: Copy>(column: &[T]) -> Vec<(usize, usize)> {
    let mut flush = Flush::new(column.len(), column);
    core::iter::from_fn(|| flush.next()).collect()
}

#[test]
fn last_block_is_whole() {
    assert_eq!(blocks(&[0u8; 0]), []);
    assert_eq!(blocks(&[0u8; 63]), [(0, 63)]);
    assert_eq!(blocks(&[0u8; 64]), [(0, 64)]);
    assert_eq!(blocks(&[0u8; 65]), [(0, 64), (1, 64)]);
    assert_eq!(blocks(&[0u8; 130]), [(0, 64), (64, 64), (66, 64)]);
}

#[test]
#[cfg(all(target_arch = "x86_64", not(miri)))]
fn blocks_of_streamed_columns_are_whole_cache_lines() {
    #[repr(align(64))]
    struct Aligned([u64; 208]);
    assert!(!Flush::streams(&[0u64; 63]));
    assert!(Flush::streams(&[0u64; 64]));
    let Aligned(column) = &Aligned([0; 208]);
    assert_eq!(blocks(&column[..200]), [(0, 64), (64, 64), (128, 64), (192, 8)]);
    assert_eq!(blocks(&column[3..203]), [(0, 5), (5, 64), (69, 64), (133, 64), (197, 3)]);
}

fn values(kernel: Kernel, boards: Boards<'_>, columns: ValueColumns<'_>, side: LaneColor) {
    map!(kernel, boards, columns, |board| board.values(side),).unwrap();
}

fn values_of_both(kernel: Kernel, boards: Boards<'_>, columns: [ValueColumns<'_>; 2]) {
    map!(kernel, boards, columns, |board| [board.values(LaneColor::WHITE), board.values(LaneColor::BLACK)],)
        .unwrap();
}

#[test]
fn values_are_those_of_boards() {
    let columns = Columns::new(any_boards());
    let length = columns.boards.len();
    for kernel in Kernel::available() {
        let [mut white, mut black] = [0; 2].map(|_| GuardedValues::new(3, length));
        values_of_both(kernel, columns.all(), [white.columns(), black.columns()]);
        white.assert(&columns.boards, Color::White, kernel.name());
        black.assert(&columns.boards, Color::Black, kernel.name());
        for color in Color::ALL {
            let mut of_one = GuardedValues::new(5, length);
            values(kernel, columns.all(), of_one.columns(), color.into());
            of_one.assert(&columns.boards, color, kernel.name());
        }
    }
}

#[test]
fn values_of_the_best_kernel_match_boards() {
    let columns = Columns::new(any_boards().step_by(3));
    for color in Color::ALL {
        let [mut together, mut alone] = [0; 2].map(|_| GuardedValues::new(1, columns.boards.len()));
        super::values(columns.all(), color.into(), together.columns()).unwrap();
        for (column, definition) in alone.0.iter_mut().zip(VALUES) {
            match (column, definition.column) {
                (Column::Sets(sets), Column::Sets(write)) => {
                    write(columns.all(), color.into(), sets.column())
                }
                (Column::Numbers(numbers), Column::Numbers(write)) => {
                    write(columns.all(), color.into(), numbers.column())
                }
                _ => unreachable!("its column was made for the kernel"),
            }
            .unwrap();
        }
        together.assert(&columns.boards, color, "together");
        alone.assert(&columns.boards, color, "alone");
    }
}

#[test]
fn columns_of_further_sets_match_boards() {
    let columns = Columns::new(any_boards());
    let further = &VALUES[ValueColumns::LEN..];
    assert!(further.len() >= 10);
    for value in further {
        let Column::Sets(compute) = value.column else { panic!("{} is a set", value.name) };
        for color in Color::ALL {
            let mut found = Guarded::new(GuardedValues::SETS, 3, columns.boards.len());
            compute(columns.all(), color.into(), found.column()).unwrap();
            let expected: Vec<u64> =
                columns.boards.iter().map(|board| cell((value.get)(board, color))).collect();
            assert!(expected.iter().any(|&set| set != 0), "{}", value.name);
            found.assert(GuardedValues::SETS, expected.into_iter(), value.name);
        }
    }
}

#[test]
fn rejects_columns_of_the_wrong_kind() {
    for (wrong, value) in VALUES[..ValueColumns::LEN].iter().enumerate() {
        let (mut sets, mut numbers) = ([[0; 1]; ValueColumns::LEN], [[0; 1]; ValueColumns::LEN]);
        let mut cells = sets.iter_mut().zip(&mut numbers);
        let columns = core::array::from_fn(|n| {
            let (sets, numbers) = cells.next().unwrap();
            let takes_sets = matches!(VALUES[n].column, Column::Sets(_));
            if takes_sets != (n == wrong) {
                Column::Sets(&mut sets[..])
            } else {
                Column::Numbers(&mut numbers[..])
            }
        });
        assert!(ValueColumns::new(columns).is_none(), "{}", value.name);
    }
}

#[test]
fn values_are_correct_for_all_lengths_and_offsets() {
    let columns = Columns::new(any_boards().step_by(11).take(140));
    for kernel in Kernel::available() {
        for (length, offset) in places() {
            let range = offset..offset + length;
            let [mut white, mut black] = [0; 2].map(|_| GuardedValues::new(offset, length));
            values_of_both(kernel, columns.boards(range.clone()), [white.columns(), black.columns()]);
            white.assert(&columns.boards[range.clone()], Color::White, kernel.name());
            black.assert(&columns.boards[range], Color::Black, kernel.name());
        }
    }
}

/// Streamed columns that do not start or end at a cache line.
#[test]
fn large_columns_are_written_completely() {
    let length = (1 << 21) + 77;
    let mut random = fastrand::Rng::with_seed(0x6c61_7267_6521);
    let input: Vec<u64> = (0..length).map(|_| random.u64(..)).collect();
    for kernel in Kernel::available() {
        for offset in [0, 1, 6] {
            let mut output = Guarded::new(5, offset, length);
            map!(kernel, &input[..], output.column(), king::attacks).unwrap();
            output.assert(5, input.iter().map(|&bits| king::attacks(Bitboard(bits)).bits()), kernel.name());
        }
        let (mut sets, mut bytes) = (Guarded::new(5, 3, length), Guarded::new(6, 5, length));
        map!(kernel, &input[..], (sets.column(), bytes.column()), |set| (!set, set.len() as u8)).unwrap();
        sets.assert(5, input.iter().map(|bits| !bits), kernel.name());
        bytes.assert(6, input.iter().map(|bits| bits.count_ones() as u8), kernel.name());
    }
}

#[test]
fn arrays_of_columns_are_written_like_tuples() {
    let mut random = fastrand::Rng::with_seed(0x6172_7261_7973);
    for kernel in Kernel::available() {
        for length in [0, 1, 63, 64, 200] {
            let input: Vec<u64> = (0..length).map(|_| random.u64(..)).collect();
            let [mut a, mut b, mut c] = [0; 3].map(|_| Guarded::new(5, 3, length));
            let columns = [a.column(), b.column(), c.column()];
            let directions = [Direction::North, Direction::East, Direction::NoNoEa];
            map!(kernel, &input[..], columns, |set| directions.map(|direction| set.step(direction))).unwrap();
            for (column, direction) in [a, b, c].iter().zip(directions) {
                column.assert(
                    5,
                    input.iter().map(|&bits| Bitboard(bits).step(direction).bits()),
                    kernel.name(),
                );
            }
        }
    }
    let (mut long, mut short) = ([7_u64; 3], [7_u64; 2]);
    let error = map!(&[1_u64; 3][..], [&mut long[..], &mut short[..]], |set| [set, set]).unwrap_err();
    assert_eq!((error.index(), error.expected(), error.found()), (Some(1), 3, 2));
    assert_eq!((long, short), ([7; 3], [7; 2]), "nothing is written");
    assert!(map!(&[1_u64; 3][..], [&mut long[..]; 0], |_| []).is_err());
}

#[test]
fn distances_match_single_positions() {
    // Pairs of single squares, small sets and empty sets.
    let pairs = (0..4096).map(|i| [1 << (i % 64), 1 << (i / 64)]);
    let few = few_squares::<2>().map(|sets| sets.map(Bitboard::bits)).step_by(3);
    let pairs: Vec<[u64; 2]> = pairs.chain(few).chain([[0, 0], [0, 1], [1, 0]]).collect();
    let [a, b] = [0, 1].map(|n| pairs.iter().map(|pair| pair[n]).collect::<Vec<u64>>());
    for kernel in Kernel::available() {
        let [mut knights, mut kings] = [0; 2].map(|_| vec![0; a.len()]);
        let answer = |(a, b)| (knight_distance(a, b), king_distance(a, b));
        map!(kernel, (&a[..], &b[..]), (&mut knights[..], &mut kings[..]), answer).unwrap();
        for i in 0..a.len() {
            let (a, b) = (Bitboard(a[i]), Bitboard(b[i]));
            assert_eq!(knights[i], knight::set_distance(a, b).unwrap_or(ABSENT), "{kernel}");
            assert_eq!(kings[i], king::set_distance(a, b).unwrap_or(ABSENT), "{kernel}");
        }
    }
}

#[test]
fn iterates_the_given_number_of_steps() {
    let columns: [Vec<u64>; 2] = [0, 1].map(|n| sets::<2>().map(|sets| sets[n].bits()).step_by(5).collect());
    let length = columns[0].len();
    for kernel in Kernel::available() {
        for steps in [0, 1, 2, 5, 200] {
            let mut output = Guarded::new(1, 1, length);
            let input = (&columns[0][..], &columns[1][..]);
            let step = |set: Bitboard, (_, area)| set | (king::attacks(set) & area);
            iterate!(kernel, input, output.column(), steps, |(kings, _)| kings, step).unwrap();
            let expected = (0..length)
                .map(|i| king::reach_within(Bitboard(columns[0][i]), steps, Bitboard(columns[1][i])).bits());
            output.assert(1, expected, kernel.name());
        }
    }
}

#[test]
fn map_takes_closures_and_names_with_and_without_a_kernel() {
    let sets: [u64; 9] = core::array::from_fn(|i| 0x0102_0408 << i);
    let input = &sets[..];
    let attacks = sets.map(|set| knight::attacks(Bitboard(set)).bits());
    let kernel = Kernel::portable();
    let mask = Bitboard(!0);
    let masked = |set| knight::attacks(set) & mask;
    let mut output = [[0; 9]; 12];
    let [a, b, c, d, e, f, g, h, i, j, k, l] = output.each_mut().map(|output| &mut output[..]);
    map!(input, a, knight::attacks).unwrap();
    map!(input, b, knight::attacks,).unwrap();
    map!(input, c, |set| knight::attacks(set)).unwrap();
    map!(input, d, |set| knight::attacks(set),).unwrap();
    map!(input, e, move |set| knight::attacks(set) & mask).unwrap();
    map!(input, f, |set: Bitboard| -> Bitboard { knight::attacks(set) }).unwrap();
    map!(input, g, masked).unwrap();
    map!(kernel, input, h, masked,).unwrap();
    map!(kernel, input, i, |set| knight::attacks(set),).unwrap();
    map!(kernel, input, j, move |set| knight::attacks(set) & mask).unwrap();
    map!(kernel, [input, input], k, |[a, b]| knight::attacks(a & b)).unwrap();
    map!(kernel, (input, input), l, |(a, b): (Bitboard, Bitboard)| knight::attacks(a & b)).unwrap();
    assert_eq!(output, [attacks; 12]);
}

#[test]
fn iterate_takes_closures_and_names_with_and_without_a_kernel() {
    const fn same(set: Bitboard) -> Bitboard {
        set
    }
    const fn step(reach: Bitboard, _: Bitboard) -> Bitboard {
        knight::fill(reach)
    }
    let sets: [u64; 9] = core::array::from_fn(|i| 1 << i);
    let input = &sets[..];
    let expected = sets.map(|set| knight::reach_within(Bitboard(set), 2, Bitboard::FULL).bits());
    let kernel = Kernel::portable();
    let none = Bitboard::EMPTY;
    let mut output = [[0; 9]; 9];
    let [a, b, c, d, e, f, g, h, i] = output.each_mut().map(|output| &mut output[..]);
    iterate!(input, a, 2, same, step).unwrap();
    iterate!(kernel, input, b, 2, same, step,).unwrap();
    iterate!(input, c, 2, |set| set, |reach, _| knight::fill(reach)).unwrap();
    iterate!(kernel, input, d, 2, |set| set, |reach, _| knight::fill(reach),).unwrap();
    iterate!(input, e, 2, same, |reach, _| knight::fill(reach)).unwrap();
    iterate!(kernel, input, f, 2, same, move |reach, _| knight::fill(reach) | none).unwrap();
    iterate!(input, g, 2, |set: Bitboard| set, step).unwrap();
    iterate!(kernel, input, h, 2, move |set| set | none, |reach: Bitboard, _: Bitboard| knight::fill(reach))
        .unwrap();
    iterate!(kernel, [input, input], i, 2, |[set, _]| set, |reach, [_, _]| knight::fill(reach)).unwrap();
    assert_eq!(output, [expected; 9]);
}

#[test]
fn boards_of_one_turn_match_boards_with_a_column_of_turns() {
    let columns = Columns::new(any_boards().take(200));
    for kernel in Kernel::available() {
        for turn in Color::ALL {
            let turns = vec![turn; columns.boards.len()];
            for length in [0, 1, 63, 64, 65, 127, 128, 200] {
                let one = Boards::with_turn(columns.sets(0..length), turn).unwrap();
                let column = Boards::new(columns.sets(0..length), &turns[..length]).unwrap();
                assert_eq!((one.len(), one.is_empty()), (length, length == 0));
                let mut outputs = [(); 2].map(|()| (vec![0_u64; length], vec![0_u8; length]));
                for (boards, (sets, turns)) in [one, column].into_iter().zip(&mut outputs) {
                    let output = (&mut sets[..], &mut turns[..]);
                    map!(kernel, boards, output, |board| {
                        (board.uncatchable(board.turn()), u8::from(board.turn() == LaneColor::BLACK))
                    })
                    .unwrap();
                }
                let [one, column] = outputs;
                assert_eq!(one, column, "{kernel}, {length} boards");
                assert_eq!(one.1, vec![turn as u8; length]);
            }
        }
    }
    let error = Boards::with_turn(Sets { rooks: &[][..], ..sets_of(&[7; 2]) }, Color::White).unwrap_err();
    assert_eq!(error.to_string(), "column `rooks`: its length is 0, expected 2");
}

#[test]
fn boards_of_bitboards_match_boards_of_numbers() {
    let columns = Columns::new(any_boards().take(70));
    let sets: [Vec<Bitboard>; 8] =
        core::array::from_fn(|set| columns.boards.iter().map(|board| board.sets().to_array()[set]).collect());
    let sets = Sets::from_array(sets.each_ref().map(|column| &column[..]));
    let boards = Boards::new(sets, &columns.turns).unwrap();
    let mut attacks = [Bitboard::EMPTY; 70];
    map!(boards, &mut attacks[..], |board| board.attacks(board.turn())).unwrap();
    assert!(columns.boards.iter().map(|board| board.attacks(board.turn())).eq(attacks));
}

#[test]
fn board_columns_hold_the_boards() {
    let boards: [Board; 65] = any_boards().step_by(3).take(65).collect::<Vec<_>>().try_into().unwrap();
    let columns = BoardColumns::new(&boards);
    let mut found = [(); 8].map(|()| [Bitboard::EMPTY; 65]);
    let [a, b, c, d, e, f, g, h] = found.each_mut().map(|sets| &mut sets[..]);
    map!(columns.boards(), (a, b, c, d, e, f, g, h), |board| {
        let [a, b, c, d, e, f, g, h] = board.sets().to_array();
        (a, b, c, d, e, f, g, h)
    })
    .unwrap();
    let mut turns = [false; 65];
    map!(columns.boards(), &mut turns[..], |board| board.turn() == LaneColor::BLACK).unwrap();
    for (i, board) in boards.into_iter().enumerate() {
        assert_eq!(board.sets().to_array(), found.each_ref().map(|sets| sets[i]));
        assert_eq!(board.turn() == Color::Black, turns[i]);
    }
}

#[test]
fn length_errors_name_the_column() {
    let kernel = Kernel::portable();
    let [a, b] = [&[7u64; 9][..], &[7u64; 8][..]];
    let mut outputs = [[0u64; 9]; 2];
    let [first, second] = &mut outputs;
    let error = map!(kernel, (a, a, b), &mut first[..], |(a, b, c)| a | b | c).unwrap_err();
    assert_eq!(error.to_string(), "input column 2: its length is 8, expected 9");
    assert_eq!(error.index(), Some(2));
    let error = map!(kernel, [a, b, a], &mut first[..], |[a, b, c]| a | b | c).unwrap_err();
    assert_eq!(error.to_string(), "input column 1: its length is 8, expected 9");
    // Of nested columns, the outermost place is named.
    let error = map!(kernel, (a, (a, b)), &mut first[..], |(a, (b, c))| a | b | c).unwrap_err();
    assert_eq!(error.to_string(), "input column 1: its length is 8, expected 9");
    let error = map!(kernel, a, (&mut first[..], &mut second[..8]), |set| (set, set)).unwrap_err();
    assert_eq!(error.to_string(), "output column 1: its length is 8, expected 9");

    let sets = Sets { rooks: b, kings: b, ..sets_of(a) };
    let error = Boards::new(sets, &[Color::White; 9]).unwrap_err();
    assert_eq!(error.to_string(), "column `rooks`: its length is 8, expected 9");
    assert_eq!(error.name(), Some("rooks"));

    // The columns of White's values, and those of Black's, which have one that is too short.
    let mut sets = [[[0u64; 9]; ValueColumns::LEN]; 2];
    let mut numbers = [[[0u8; 9]; ValueColumns::LEN]; 2];
    let mut sides = sets.iter_mut().zip(&mut numbers).enumerate().map(|(side, (sets, numbers))| {
        let mut cells = VALUES.iter().zip(sets.iter_mut().zip(numbers)).map(|(value, (sets, numbers))| {
            let length = if side == 1 && value.name == "shield_wing" { 8 } else { 9 };
            match value.column {
                Column::Sets(_) => Column::Sets(&mut sets[..length]),
                Column::Numbers(_) => Column::Numbers(&mut numbers[..length]),
            }
        });
        ValueColumns::new([(); ValueColumns::LEN].map(|()| cells.next().unwrap())).unwrap()
    });
    let sides = [(); 2].map(|()| sides.next().unwrap());
    let boards = Boards::new(sets_of(a), &[Color::White; 9]).unwrap();
    let error =
        map!(kernel, boards, sides, |lane| [lane.values(LaneColor::WHITE), lane.values(LaneColor::BLACK)])
            .unwrap_err();
    assert_eq!(error.to_string(), "output column 1 `shield_wing`: its length is 8, expected 9");
}

const fn sets_of(column: &[u64]) -> Sets<&[u64]> {
    Sets::from_array([column; 8])
}

#[test]
fn rejects_different_lengths_and_writes_nothing() {
    let sets = [7u64; 9];
    for kernel in Kernel::available() {
        let mut output = [5u64; 8];
        let error = map!(kernel, &sets[..], &mut output[..], knight::attacks).unwrap_err();
        assert_eq!(error.to_string(), "output column: its length is 8, expected 9");
        assert_eq!((error.found(), error.expected(), error.index(), error.name()), (8, 9, None, None));
        assert!(map!(kernel, (&sets[..8], &sets[..]), &mut output[..], |(a, b)| a | b).is_err());
        assert!(map!(kernel, [&sets[..8], &sets[..]], &mut output[..], |[a, b]| a | b).is_err());
        assert!(iterate!(kernel, &sets[..], &mut output, 3, |set| set, |set, _| !set).is_err());
        let mut short = [5u64; 7];
        assert!(map!(kernel, &sets[..8], (&mut output[..], &mut short[..]), |set| (set, set)).is_err());
        assert_eq!((output, short), ([5; 8], [5; 7]));
        let columns = Columns::new(any_boards().take(8));
        let mut guarded = GuardedValues::new(0, 8);
        let mut value_columns = guarded.columns();
        let Column::Sets(last) = &mut value_columns.0[ValueColumns::LEN - 1] else { unreachable!() };
        *last = &mut std::mem::take(last)[..7];
        assert!(map!(kernel, columns.all(), value_columns, |board| board.values(LaneColor::WHITE)).is_err());
    }
    let [long, short] = [&sets[..], &sets[1..]];
    let turns = [Color::White; 9];
    let fits = sets_of(long);
    assert!(Boards::new(fits, &turns).is_ok());
    assert!(Boards::new(fits, &turns[1..]).is_err());
    for wrong in 0..8 {
        let mut columns = fits.to_array();
        columns[wrong] = short;
        assert!(Boards::new(Sets::from_array(columns), &turns).is_err());
    }
}

#[test]
fn references_to_columns_read_the_same() {
    let sets: [u64; 9] = core::array::from_fn(|i| 1 << i);
    let input = (&sets[..], &sets[..]);
    let mut output = [0u64; 9];
    map!(Kernel::portable(), &input, &mut output[..], |(a, b)| a | b).unwrap();
    assert_eq!(output, sets);
    for length in [0, 1, 8] {
        assert!(map!(Kernel::portable(), &input, &mut output[..length], |(a, b)| a - b).is_err());
    }
    assert_eq!(output, sets);
}

#[cfg(feature = "std")]
#[test]
fn kernels_match_the_processor() {
    #[cfg(target_arch = "x86_64")]
    let (avx2, avx512) = {
        use std::is_x86_feature_detected as has;
        let avx2 = has!("avx2") && has!("bmi1") && has!("bmi2") && has!("lzcnt") && has!("popcnt");
        let avx512 =
            has!("avx512f") && has!("avx512bw") && has!("avx512cd") && has!("avx512dq") && has!("avx512vl");
        (avx2, avx2 && avx512)
    };
    #[cfg(not(target_arch = "x86_64"))]
    let (avx2, avx512) = (false, false);
    assert_eq!((Kernel::avx2().is_some(), Kernel::avx512().is_some()), (avx2, avx512));
    let names = [Some("portable"), avx2.then_some("AVX2"), avx512.then_some("AVX-512")];
    assert!(Kernel::available().map(Kernel::name).eq(names.into_iter().flatten()));
    let kernel = Kernel::portable();
    assert_eq!(std::format!("{kernel} {kernel:?} {kernel:>9}"), "portable Kernel(portable)  portable");
}

#[test]
fn best_kernel_is_the_last_available() {
    let available: Vec<Kernel> = Kernel::available().collect();
    assert_eq!(available[0], Kernel::portable());
    assert_eq!(available.last(), Some(&Kernel::best()));
}
