//! Processes columns with every kernel, with all lengths from 0 to 130 at odd offsets, and compares the answers with
//! those for single positions. `main.rs` compiles this program with optimizations, runs it, and counts its vector
//! shifts.

use destrier::batch::{
    self, ABSENT, Boards, ColumnMut, Kernel, Lane, LengthError, LaneColor, ValueColumns, iterate, map,
};
use destrier::registry::{VALUES, Value, ValueKernel};
use destrier::{Bitboard, Board, Color, Piece, Sets, greater_one, king, knight, pawn, sliders};
use columns_of_boards::Columns;
use set_functions::{ONE_SET, SetFunction, THREE_SETS, TWO_SETS};

#[path = "../../src/batch/columns_of_boards.rs"]
mod columns_of_boards;
#[path = "../../src/batch/set_functions.rs"]
mod set_functions;

const LENGTHS: std::ops::RangeInclusive<usize> = 0..=130;
const MAX: usize = 140;

fn main() {
    let mut random = Random(0x6465_7374_7269_6572);
    let sets: [Vec<u64>; 3] = std::array::from_fn(|_| (0..MAX).map(|_| random.set()).collect());
    let columns = Columns::new((0..MAX).map(|_| random.board()));
    for kernel in Kernel::available() {
        println!("{kernel}");
        every(kernel, ONE_SET, &sets);
        every(kernel, TWO_SETS, &sets);
        every(kernel, THREE_SETS, &sets);
        large(kernel, &mut random);
        for length in LENGTHS {
            for offset in [0, 1, 3, 6] {
                let range = offset..offset + length;
                let [a, b] = [&sets[0][range.clone()], &sets[1][range.clone()]];
                let of_two = |f: fn(Bitboard, Bitboard) -> Bitboard| {
                    let sets = a.iter().zip(b).map(|(&a, &b)| [a, b].map(Bitboard::from_bits));
                    sets.map(|[a, b]| f(a, b).bits()).collect::<Vec<u64>>()
                };
                let mut output = vec![0; length];
                column_knight_attacks(kernel, a, &mut output);
                assert_eq!(output, of_two(|a, _| knight::attacks(a)), "{kernel}");
                column_fork_squares(kernel, a, &mut output);
                assert_eq!(output, of_two(|a, _| knight::fork_squares(a)), "{kernel}");
                column_queen_attacks(kernel, a, b, &mut output);
                assert_eq!(output, of_two(sliders::queen_attacks), "{kernel}");
                column_queen_attacks_by_name(kernel, a, b, &mut output);
                assert_eq!(output, of_two(sliders::queen_attacks), "{kernel}");
                column_king_region(kernel, a, b, &mut output);
                assert_eq!(output, of_two(king::region), "{kernel}");
                column_king_region_by_name(kernel, a, b, &mut output);
                assert_eq!(output, of_two(king::region), "{kernel}");
                for map in [
                    column_knight_distance,
                    column_ordinary_function,
                    column_ordinary_function_in_a_closure,
                    column_ordinary_function_of_a_module,
                ] {
                    let mut numbers = vec![0; length];
                    map(kernel, a, b, &mut numbers);
                    let distances = of_two(|a, b| {
                        Bitboard::from_bits(knight::set_distance(a, b).unwrap_or(ABSENT).into())
                    });
                    assert!(distances.into_iter().eq(numbers.into_iter().map(u64::from)), "{kernel}");
                }

                let here = columns.boards(range.clone());
                let boards = &columns.boards[range];
                boards_fork_moves(kernel, here, &mut output);
                assert!(boards.iter().map(|board| board.fork_moves(board.turn()).bits()).eq(output.iter().copied()), "{kernel}");
                boards_forking_knights_by_name(kernel, here, &mut output);
                assert!(
                    boards.iter().map(|board| board.forking_knights(Color::White).bits()).eq(output),
                    "{kernel}"
                );
                let mut flags = vec![0; length];
                boards_filter(kernel, here, &mut flags);
                assert!(boards.iter().map(flags_of).eq(flags), "{kernel}");
                values(kernel, here, boards);
            }
        }
    }
}

fn every<const N: usize>(kernel: Kernel, functions: &[SetFunction<N>], sets: &[Vec<u64>; 3]) {
    for function in functions {
        for length in LENGTHS {
            for offset in 0..8 {
                let input = std::array::from_fn(|n| &sets[n][offset + n..offset + n + length]);
                let mut output = vec![1; length + offset + 1];
                (function.map)(kernel, input, &mut output[offset..offset + length]).unwrap();
                for i in 0..length {
                    let expected = (function.of)(std::array::from_fn(|n| Bitboard::from_bits(input[n][i])));
                    assert_eq!(output[offset + i], expected.bits(), "{} by {kernel}", function.name);
                }
                assert_eq!(output[offset + length], 1, "{} by {kernel} writes past the end", function.name);
            }
        }
    }
}

/// Tests columns that are large enough for non-temporal stores and start in the middle of a cache line.
fn large(kernel: Kernel, random: &mut Random) {
    let input: Vec<u64> = (0..(1 << 21) + 77).map(|_| random.next()).collect();
    let mut output = vec![0; input.len()];
    column_knight_attacks(kernel, &input[5..], &mut output[5..]);
    let attacks = |bits: &u64| knight::attacks(Bitboard::from_bits(*bits)).bits();
    assert!(input[5..].iter().map(attacks).eq(output[5..].iter().copied()), "{kernel}");
    let mut bytes = vec![0; input.len()];
    let columns = (&mut output[..], &mut bytes[..]);
    batch::map!(kernel, &input[..], columns, |set| (!set, u8::from(set.is_empty()))).unwrap();
    assert!(input.iter().map(|bits| !bits).eq(output), "{kernel}");
    assert!(input.iter().map(|&bits| u8::from(bits == 0)).eq(bytes), "{kernel}");
}

#[unsafe(no_mangle)]
#[inline(never)]
fn column_knight_attacks(kernel: Kernel, input: &[u64], output: &mut [u64]) {
    batch::map!(kernel, input, output, knight::attacks).unwrap();
}

#[unsafe(no_mangle)]
#[inline(never)]
fn column_fork_squares(kernel: Kernel, input: &[u64], output: &mut [u64]) {
    batch::map!(kernel, input, output, knight::fork_squares).unwrap();
}

#[unsafe(no_mangle)]
#[inline(never)]
fn column_queen_attacks(kernel: Kernel, queens: &[u64], occupied: &[u64], output: &mut [u64]) {
    batch::map!(kernel, (queens, occupied), output, |(queens, occupied)| {
            sliders::queen_attacks(queens, occupied)
        })
        .unwrap();
}

#[unsafe(no_mangle)]
#[inline(never)]
fn column_queen_attacks_by_name(kernel: Kernel, queens: &[u64], occupied: &[u64], output: &mut [u64]) {
    batch::map!(kernel, (queens, occupied), output, queen_attacks).unwrap();
}

fn queen_attacks((queens, occupied): (Bitboard, Bitboard)) -> Bitboard {
    sliders::queen_attacks(queens, occupied)
}

#[unsafe(no_mangle)]
#[inline(never)]
fn column_knight_distance(kernel: Kernel, a: &[u64], b: &[u64], output: &mut [u8]) {
    batch::map!(kernel, (a, b), output, |(a, b)| batch::knight_distance(a, b)).unwrap();
}

#[unsafe(no_mangle)]
#[inline(never)]
fn column_ordinary_function(kernel: Kernel, a: &[u64], b: &[u64], output: &mut [u8]) {
    batch::map!(kernel, (a, b), output, distance).unwrap();
}

#[unsafe(no_mangle)]
#[inline(never)]
fn column_ordinary_function_in_a_closure(kernel: Kernel, a: &[u64], b: &[u64], output: &mut [u8]) {
    batch::map!(kernel, [a, b], output, |[a, b]| distance((a, b))).unwrap();
}

#[unsafe(no_mangle)]
#[inline(never)]
fn column_ordinary_function_of_a_module(kernel: Kernel, a: &[u64], b: &[u64], output: &mut [u8]) {
    batch::map!(kernel, (a, b), output, module::distance).unwrap();
}

/// A function of about 130 operations, without attributes.
fn distance((a, b): (Bitboard, Bitboard)) -> u8 {
    let (mut reach, mut apart) = (a, 0_u64);
    for _ in 0..6 {
        apart += u64::from((reach & b).is_empty());
        reach |= knight::attacks(reach);
    }
    if a.is_empty() | b.is_empty() { ABSENT } else { apart as u8 }
}

mod module {
    use super::*;

    /// The same in other words, so that the compiler does not merge the functions.
    pub(super) fn distance((a, b): (Bitboard, Bitboard)) -> u8 {
        let (mut reach, mut apart) = (b, 0_u64);
        for _ in 0..6 {
            apart += u64::from((a & reach).is_empty());
            reach = knight::fill(reach);
        }
        if a.is_empty() | b.is_empty() { ABSENT } else { apart as u8 }
    }
}

#[unsafe(no_mangle)]
#[inline(never)]
fn column_king_region(kernel: Kernel, from: &[u64], path: &[u64], output: &mut [u64]) {
    let step = |reach, (_, path)| king::fill(reach) & path;
    batch::iterate!(kernel, (from, path), output, 64, |(from, path)| from & path, step).unwrap();
}

#[unsafe(no_mangle)]
#[inline(never)]
fn column_king_region_by_name(kernel: Kernel, from: &[u64], path: &[u64], output: &mut [u64]) {
    batch::iterate!(kernel, (from, path), output, 64, start, step).unwrap();
}

fn start((from, path): (Bitboard, Bitboard)) -> Bitboard {
    from & path
}

fn step(reach: Bitboard, (_, path): (Bitboard, Bitboard)) -> Bitboard {
    king::fill(reach) & path
}

#[unsafe(no_mangle)]
#[inline(never)]
fn boards_forking_knights_by_name(kernel: Kernel, boards: Boards<'_>, output: &mut [u64]) {
    batch::map!(kernel, boards, output, white_forking_knights).unwrap();
}

fn white_forking_knights(board: Lane) -> Bitboard {
    board.forking_knights(LaneColor::WHITE)
}

#[unsafe(no_mangle)]
#[inline(never)]
fn boards_fork_moves(kernel: Kernel, boards: Boards<'_>, output: &mut [u64]) {
    batch::map!(kernel, boards, output, |board| board.fork_moves(board.turn())).unwrap();
}

#[unsafe(no_mangle)]
#[inline(never)]
fn boards_filter(kernel: Kernel, boards: Boards<'_>, output: &mut [u8]) {
    batch::map!(kernel, boards, output, |board| {
            let turn = board.turn();
            let uncatchable = board.uncatchable(LaneColor::WHITE) | board.uncatchable(LaneColor::BLACK);
            u8::from(!board.fork_moves(turn).is_empty())
                | u8::from(!board.forking_knights(LaneColor::WHITE).is_empty()) << 1
                | u8::from(!board.forking_knights(LaneColor::BLACK).is_empty()) << 2
                | u8::from(!board.distant_check_squares(turn).is_empty()) << 3
                | u8::from(!uncatchable.is_empty()) << 4
        })
        .unwrap();
}

fn flags_of(board: &Board) -> u8 {
    let turn = board.turn();
    let uncatchable = board.uncatchable(Color::White) | board.uncatchable(Color::Black);
    u8::from(!board.fork_moves(turn).is_empty())
        | u8::from(!board.forking_knights(Color::White).is_empty()) << 1
        | u8::from(!board.forking_knights(Color::Black).is_empty()) << 2
        | u8::from(!board.distant_check_squares(turn).is_empty()) << 3
        | u8::from(!uncatchable.is_empty()) << 4
}

#[unsafe(no_mangle)]
#[inline(never)]
fn boards_values(kernel: Kernel, boards: Boards<'_>, columns: [ValueColumns<'_>; 2]) -> Result<(), LengthError> {
    batch::map!(kernel, boards, columns, |board| [board.values(LaneColor::WHITE), board.values(LaneColor::BLACK)])
}

fn values(kernel: Kernel, columns: Boards<'_>, boards: &[Board]) {
    let column = || (vec![0_u64; boards.len()], vec![0_u8; boards.len()]);
    // Each value uses one of its two columns.
    let mut sides = [[(); ValueColumns::LEN].map(|()| column()), [(); ValueColumns::LEN].map(|()| column())];
    let output = sides.each_mut().map(|columns| {
        let mut values = VALUES.iter();
        let columns = columns.each_mut().map(|(sets, numbers)| match values.next().unwrap().column {
            ValueKernel::Sets(_) => ColumnMut::Sets(sets),
            ValueKernel::Numbers(_) => ColumnMut::Numbers(numbers),
        });
        ValueColumns::new(columns).unwrap()
    });
    boards_values(kernel, columns, output).unwrap();
    for (i, board) in boards.iter().enumerate() {
        for (color, columns) in Color::ALL.into_iter().zip(&sides) {
            for (value, (sets, numbers)) in VALUES.iter().zip(columns) {
                let expected = match (value.get)(board, color) {
                    Value::Set(set) => (set.bits(), 0),
                    Value::Lines(lines) => (0, lines.bits()),
                    Value::Wing(wing) => (0, wing.map_or(ABSENT, |wing| wing as u8)),
                    Value::Index(index) => (0, index.unwrap_or(ABSENT)),
                    other => panic!("{other:?}"),
                };
                assert_eq!((sets[i], numbers[i]), expected, "{} by {kernel}\n{board}", value.name);
            }
        }
    }
}

/// A xorshift pseudorandom number generator.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// Returns a set of few, some or many squares.
    fn set(&mut self) -> u64 {
        let [a, b, c] = [self.next(), self.next(), self.next()];
        match self.next() % 4 {
            0 => a & b & c,
            1 => a & b,
            2 => a,
            _ => a | b,
        }
    }

    /// Returns a board with random pieces. Most boards have one king per side, and some have none or several. On a
    /// third of the boards, Black has only pawns and kings.
    fn board(&mut self) -> Board {
        let mut sets = [0; 8];
        let pieces = self.next() % 30;
        let bare = self.next() % 3 == 0;
        let mut put = |square: u64, color: usize, piece: Piece| {
            sets.iter_mut().for_each(|set| *set &= !(1 << square));
            sets[color] |= 1 << square;
            sets[2 + piece as usize] |= 1 << square;
        };
        for _ in 0..pieces {
            let [square, color, piece] = [self.next() % 64, self.next() % 2, self.next() % 40];
            let piece = match piece {
                0 => Piece::King,
                _ if bare && color == 1 => Piece::Pawn,
                1..=8 => Piece::Knight,
                9..=13 => Piece::Bishop,
                14..=18 => Piece::Rook,
                19..=21 => Piece::Queen,
                _ => Piece::Pawn,
            };
            put(square, color as usize, piece);
        }
        let kings = self.next() % 8;
        for color in 0..2 {
            if kings != color {
                put(self.next() % 64, color as usize, Piece::King);
            }
        }
        let [white, black, pawns, knights, bishops, rooks, queens, kings] = sets.map(Bitboard::from_bits);
        let sets = Sets { white, black, pawns, knights, bishops, rooks, queens, kings };
        Board::from_sets(sets, Color::ALL[self.next() as usize % 2]).unwrap()
    }
}
