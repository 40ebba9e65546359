//! Operations on words match operations on numbers, for constant and symbolic bits in any combination.

use proofs::bit::{Bit, ONE, variables};
use proofs::word::Word;

type Unary = (&'static str, fn(&Word) -> Word, fn(u64) -> u64, fn(u32) -> u32);
type Binary = (&'static str, fn(&Word, &Word) -> Word, fn(u64, u64) -> u64, fn(u32, u32) -> u32);

const UNARY: &[Unary] = &[
    ("trailing zeros", Word::trailing_zeros, |a| a.trailing_zeros().into(), u32::trailing_zeros),
    ("leading zeros", Word::leading_zeros, |a| a.leading_zeros().into(), u32::leading_zeros),
    ("count ones", Word::count_ones, |a| a.count_ones().into(), u32::count_ones),
    ("not", Word::not, |a| !a, |a| !a),
    ("any", |a| truth(a, a.any()), |a| u64::from(a != 0), |a| u32::from(a != 0)),
    ("extend 8", |a| a.extend_signed(8, a.width()), |a| a as i8 as u64, |a| a as i8 as u32),
    ("extend 16", |a| a.extend_signed(16, a.width()), |a| a as i16 as u64, |a| a as i16 as u32),
];

const BINARY: &[Binary] = &[
    ("add", Word::add, u64::wrapping_add, u32::wrapping_add),
    ("subtract", Word::subtract, u64::wrapping_sub, u32::wrapping_sub),
    ("multiply", Word::multiply, u64::wrapping_mul, u32::wrapping_mul),
    ("and", Word::and, |a, b| a & b, |a, b| a & b),
    ("or", Word::or, |a, b| a | b, |a, b| a | b),
    ("xor", Word::xor, |a, b| a ^ b, |a, b| a ^ b),
    ("shift left", Word::shift_left, |a, b| a.wrapping_shl(b as u32), u32::wrapping_shl),
    ("shift right", Word::shift_right, |a, b| a.wrapping_shr(b as u32), u32::wrapping_shr),
    (
        "shift right signed",
        Word::shift_right_signed,
        |a, b| (a as i64).wrapping_shr(b as u32) as u64,
        |a, b| (a as i32).wrapping_shr(b) as u32,
    ),
    ("rotate left", Word::rotate_left, |a, b| a.rotate_left((b % 64) as u32), |a, b| a.rotate_left(b % 32)),
    (
        "rotate right",
        Word::rotate_right,
        |a, b| a.rotate_right((b % 64) as u32),
        |a, b| a.rotate_right(b % 32),
    ),
    ("equals", |a, b| truth(a, a.equals(b)), |a, b| u64::from(a == b), |a, b| u32::from(a == b)),
    ("is less", |a, b| truth(a, a.is_less(b)), |a, b| u64::from(a < b), |a, b| u32::from(a < b)),
    (
        "is less signed",
        |a, b| truth(a, a.is_less_signed(b)),
        |a, b| u64::from((a as i64) < (b as i64)),
        |a, b| u32::from((a as i32) < (b as i32)),
    ),
];

fn truth(like: &Word, bit: Bit) -> Word {
    Word::truth(bit).resize(like.width())
}

/// Returns a number as a word, with symbolic bits at some positions.
fn open(number: u64, width: u32, places: &[u32], variables: &[Bit]) -> Word {
    let bit = |i| match places.iter().position(|&place| place == i) {
        Some(variable) => variables[variable].clone(),
        None => Word::constant(number, width).bit(i),
    };
    Word::from_bits((0..width).map(bit).collect())
}

fn assigned(number: u64, places: &[u32], assignment: u64) -> u64 {
    places.iter().enumerate().fold(number, |number, (variable, place)| {
        number & !(1 << place) | (assignment >> variable & 1) << place
    })
}

fn value(word: &Word, assignment: u64) -> u64 {
    let set: Vec<u32> = (0..8).filter(|i| assignment >> i & 1 == 1).collect();
    word.bits().enumerate().map(|(i, bit)| u64::from(bit.where_set(&set)) << i).sum()
}

#[test]
fn word_operations_match_number_operations() {
    let mut random = fastrand::Rng::with_seed(9);
    let variables = variables(8);
    for width in [32, 64] {
        let mask = u64::MAX >> (64 - width);
        for round in 0..24 {
            let mut number = || match round % 4 {
                0 => random.u64(..) & mask,
                1 => random.u64(..80),
                2 => (1 << random.u32(..width)) & mask,
                _ => random.u64(..).wrapping_neg() & random.u64(..) & mask,
            };
            let (a, b) = (number(), number());
            // Four symbolic bits in one word or in both.
            let mut places = |is_open| {
                let mut places: Vec<u32> =
                    (0..if is_open { 4 } else { 0 }).map(|_| random.u32(..width)).collect();
                places.sort_unstable();
                places.dedup();
                places
            };
            let (open_a, open_b) = (places(round % 3 != 1), places(round % 3 != 2));
            let word_a = open(a, width, &open_a, &variables[..4]);
            let word_b = open(b, width, &open_b, &variables[4..]);
            for assignment in 0..256 {
                let (a, b) = (assigned(a, &open_a, assignment), assigned(b, &open_b, assignment >> 4));
                for (name, word, of_64, of_32) in UNARY {
                    let expected = if width == 64 { of_64(a) } else { of_32(a as u32).into() };
                    assert_eq!(value(&word(&word_a), assignment), expected, "{name} {a:#x} of {width} bits");
                }
                for (name, word, of_64, of_32) in BINARY {
                    let expected = if width == 64 { of_64(a, b) } else { of_32(a as u32, b as u32).into() };
                    let found = value(&word(&word_a, &word_b), assignment);
                    assert_eq!(found, expected, "{name} {a:#x} {b:#x} of {width} bits");
                }
            }
        }
    }
}

#[test]
fn constant_results_are_constants() {
    let variables = variables(2);
    let word = Word::from_bits(variables.clone()).resize(64);
    assert_eq!(word.xor(&word), Word::from(0));
    assert_eq!(word.or(&word.not()).value(), Some(u64::MAX));
    assert_eq!(word.subtract(&word).value(), Some(0));
}

#[test]
fn cases_lists_all_possible_values() {
    let variables = variables(2);
    let word = Word::from_bits(variables.clone()).add(&Word::constant(3, 2)).resize(32);
    let cases = word.cases(&ONE).unwrap();
    assert_eq!(cases.iter().map(|(value, _)| *value).collect::<Vec<_>>(), [0, 1, 2, 3]);
    for (value, condition) in &cases {
        assert_eq!(word.equals(&Word::constant(*value, 32)), *condition);
    }
    // A guard excludes impossible values.
    assert_eq!(word.cases(&variables[0]).unwrap().len(), 2);
    assert!(Word::from_bits(proofs::bit::variables(15)).cases(&ONE).is_none());
}
