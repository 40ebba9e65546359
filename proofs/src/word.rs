//! A number of 8, 32 or 64 bits that depend on variables, and what WebAssembly does to it.

use crate::bit::{Bit, ONE, ZERO};
use std::rc::Rc;

/// A number, lowest bit first. What is the same for all assignments is always a constant, so that two words are equal
/// exactly if they are the same for all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Word {
    /// The same for all assignments, and its width.
    Constant(u64, u32),
    /// Not the same for all.
    Open(Rc<[Bit]>),
}

const fn ones(width: u32) -> u64 {
    u64::MAX >> (64 - width)
}

impl From<u64> for Word {
    fn from(value: u64) -> Self {
        Self::constant(value, 64)
    }
}

impl From<&Self> for Word {
    fn from(word: &Self) -> Self {
        word.clone()
    }
}

impl Word {
    const MOST_CASES: usize = 1 << 14;

    /// A constant of a width.
    #[must_use]
    pub const fn constant(value: u64, width: u32) -> Self {
        Self::Constant(value & ones(width), width)
    }

    /// A constant of 32 bits.
    #[must_use]
    pub const fn number(value: u32) -> Self {
        Self::Constant(value as u64, 32)
    }

    /// The word of these bits.
    #[must_use]
    pub fn from_bits(bits: Vec<Bit>) -> Self {
        let mut value = 0;
        for (i, bit) in bits.iter().enumerate() {
            match bit {
                Bit::Constant(bit) => value |= u64::from(*bit) << i,
                Bit::Open(_) => return Self::Open(bits.into()),
            }
        }
        Self::Constant(value, bits.len() as u32)
    }

    /// 1 or 0, in 32 bits.
    #[must_use]
    pub fn truth(bit: Bit) -> Self {
        Self::from_bits(vec![bit]).resize(32)
    }

    /// How many bits it has.
    #[must_use]
    pub fn width(&self) -> u32 {
        match self {
            Self::Constant(_, width) => *width,
            Self::Open(bits) => bits.len() as u32,
        }
    }

    /// Its value, if it is the same for all assignments.
    #[must_use]
    pub const fn value(&self) -> Option<u64> {
        match self {
            Self::Constant(value, _) => Some(*value),
            Self::Open(_) => None,
        }
    }

    /// A bit of it; 0 above its width.
    #[must_use]
    pub fn bit(&self, i: u32) -> Bit {
        match self {
            Self::Constant(value, width) => Bit::Constant(i < *width && value >> i & 1 == 1),
            Self::Open(bits) => bits.get(i as usize).cloned().unwrap_or(ZERO),
        }
    }

    /// All its bits.
    pub fn bits(&self) -> impl Iterator<Item = Bit> {
        (0..self.width()).map(|i| self.bit(i))
    }

    fn each(&self, of: impl Fn(u32) -> Bit) -> Self {
        Self::from_bits((0..self.width()).map(of).collect())
    }

    /// The same with zeros added or high bits cut off.
    #[must_use]
    pub fn resize(&self, width: u32) -> Self {
        match self {
            Self::Constant(value, _) => Self::constant(*value, width),
            Self::Open(_) => Self::from_bits((0..width).map(|i| self.bit(i)).collect()),
        }
    }

    /// The lowest bits as a signed number.
    #[must_use]
    pub fn extend_signed(&self, from: u32, to: u32) -> Self {
        Self::from_bits((0..to).map(|i| self.bit(i.min(from - 1))).collect())
    }

    /// `&`.
    #[must_use]
    pub fn and(&self, other: &Self) -> Self {
        match (self.value(), other.value()) {
            (Some(a), Some(b)) => Self::constant(a & b, self.width()),
            _ => self.each(|i| self.bit(i).and(&other.bit(i))),
        }
    }

    /// `|`.
    #[must_use]
    pub fn or(&self, other: &Self) -> Self {
        match (self.value(), other.value()) {
            (Some(a), Some(b)) => Self::constant(a | b, self.width()),
            _ => self.each(|i| self.bit(i).or(&other.bit(i))),
        }
    }

    /// `^`.
    #[must_use]
    pub fn xor(&self, other: &Self) -> Self {
        match (self.value(), other.value()) {
            (Some(a), Some(b)) => Self::constant(a ^ b, self.width()),
            _ => self.each(|i| self.bit(i).xor(&other.bit(i))),
        }
    }

    /// `!`.
    #[must_use]
    pub fn not(&self) -> Self {
        self.xor(&Self::constant(u64::MAX, self.width()))
    }

    /// One of two words, by a bit.
    #[must_use]
    pub fn choose(bit: &Bit, yes: &Self, no: &Self) -> Self {
        match bit {
            Bit::Constant(true) => yes.clone(),
            Bit::Constant(false) => no.clone(),
            Bit::Open(_) if yes == no => yes.clone(),
            Bit::Open(_) => yes.each(|i| bit.choose(&yes.bit(i), &no.bit(i))),
        }
    }

    /// The sum, and what is carried out of it.
    fn add_with(&self, other: &Self, mut carry: Bit) -> (Self, Bit) {
        let mut sum = Vec::new();
        for (a, b) in self.bits().zip(other.bits()) {
            let either = a.xor(&b);
            sum.push(either.xor(&carry));
            carry = either.choose(&carry, &a);
        }
        (Self::from_bits(sum), carry)
    }

    /// `+`, wrapping.
    #[must_use]
    pub fn add(&self, other: &Self) -> Self {
        match (self.value(), other.value()) {
            (Some(a), Some(b)) => Self::constant(a.wrapping_add(b), self.width()),
            _ => self.add_with(other, ZERO).0,
        }
    }

    /// `-`, wrapping.
    #[must_use]
    pub fn subtract(&self, other: &Self) -> Self {
        match (self.value(), other.value()) {
            (Some(a), Some(b)) => Self::constant(a.wrapping_sub(b), self.width()),
            _ => self.add_with(&other.not(), ONE).0,
        }
    }

    /// `*`, wrapping.
    #[must_use]
    pub fn multiply(&self, other: &Self) -> Self {
        let width = self.width();
        let (by, times) = if self.value().is_some() { (self, other) } else { (other, self) };
        match (by.value(), times.value()) {
            (Some(a), Some(b)) => Self::constant(a.wrapping_mul(b), width),
            _ => (0..width).filter(|&i| !by.bit(i).is_never()).fold(Self::constant(0, width), |sum, i| {
                let bit = by.bit(i);
                sum.add(&times.shift_left_by(i).each(|j| times.shift_left_by(i).bit(j).and(&bit)))
            }),
        }
    }

    fn shift_left_by(&self, by: u32) -> Self {
        self.each(|i| i.checked_sub(by).map_or(ZERO, |i| self.bit(i)))
    }

    fn shift_right_by(&self, by: u32) -> Self {
        self.each(|i| self.bit(i + by))
    }

    fn shift_right_signed_by(&self, by: u32) -> Self {
        self.each(|i| self.bit((i + by).min(self.width() - 1)))
    }

    fn rotate_left_by(&self, by: u32) -> Self {
        self.each(|i| self.bit((i + self.width() - by) % self.width()))
    }

    /// Shifted by a number that may be open: by each power of two if the number has it.
    fn shifted(&self, by: &Self, shift: impl Fn(&Self, u32) -> Self) -> Self {
        let powers = self.width().trailing_zeros();
        match by.value() {
            Some(by) => shift(self, by as u32 % self.width()),
            None => (0..powers)
                .fold(self.clone(), |word, i| Self::choose(&by.bit(i), &shift(&word, 1 << i), &word)),
        }
    }

    /// `<<`, by a number modulo the width.
    #[must_use]
    pub fn shift_left(&self, by: &Self) -> Self {
        self.shifted(by, Self::shift_left_by)
    }

    /// `>>`, by a number modulo the width.
    #[must_use]
    pub fn shift_right(&self, by: &Self) -> Self {
        self.shifted(by, Self::shift_right_by)
    }

    /// `>>` of a signed number, by a number modulo the width.
    #[must_use]
    pub fn shift_right_signed(&self, by: &Self) -> Self {
        self.shifted(by, Self::shift_right_signed_by)
    }

    /// Rotated to the left.
    #[must_use]
    pub fn rotate_left(&self, by: &Self) -> Self {
        self.shifted(by, Self::rotate_left_by)
    }

    /// Rotated to the right.
    #[must_use]
    pub fn rotate_right(&self, by: &Self) -> Self {
        self.rotate_left(&Self::constant(0, by.width()).subtract(by))
    }

    /// Whether any bit is 1.
    #[must_use]
    pub fn any(&self) -> Bit {
        match self {
            Self::Constant(value, _) => Bit::Constant(*value != 0),
            Self::Open(bits) => bits.iter().rev().fold(ZERO, |any, bit| any.or(bit)),
        }
    }

    /// Whether both are the same.
    #[must_use]
    pub fn equals(&self, other: &Self) -> Bit {
        self.xor(other).any().not()
    }

    /// Whether it is less, without signs.
    #[must_use]
    pub fn is_less(&self, other: &Self) -> Bit {
        self.add_with(&other.not(), ONE).1.not()
    }

    /// Whether it is less, with signs.
    #[must_use]
    pub fn is_less_signed(&self, other: &Self) -> Bit {
        let sign = Self::constant(1 << (self.width() - 1), self.width());
        self.xor(&sign).is_less(&other.xor(&sign))
    }

    /// How many bits are 1.
    #[must_use]
    pub fn count_ones(&self) -> Self {
        self.bits().fold(Self::constant(0, self.width()), |count, bit| {
            // A half adder for each bit of the count.
            let mut carry = bit;
            let mut sum = Vec::new();
            for bit in count.bits() {
                sum.push(bit.xor(&carry));
                carry = carry.and(&bit);
            }
            Self::from_bits(sum)
        })
    }

    /// How many zeros come before the first 1 of these bits.
    fn zeros_before(&self, bits: impl DoubleEndedIterator<Item = u32>) -> Self {
        let width = self.width();
        bits.enumerate()
            .collect::<Vec<_>>()
            .into_iter()
            .rev()
            .fold(Self::constant(u64::from(width), width), |count, (zeros, i)| {
                Self::choose(&self.bit(i), &Self::constant(zeros as u64, width), &count)
            })
    }

    /// How many zeros there are below the lowest 1.
    #[must_use]
    pub fn trailing_zeros(&self) -> Self {
        self.zeros_before(0..self.width())
    }

    /// How many zeros there are above the highest 1.
    #[must_use]
    pub fn leading_zeros(&self) -> Self {
        self.zeros_before((0..self.width()).rev())
    }

    /// All values that the word can have where the guard holds, each with the condition that it has it; nothing if there
    /// are too many to go through.
    #[must_use]
    pub fn cases(&self, guard: &Bit) -> Option<Vec<(u64, Bit)>> {
        let mut cases = vec![(0, ONE, guard.clone())];
        for i in (0..self.width()).rev() {
            let bit = self.bit(i);
            let mut split = Vec::new();
            for (value, condition, possible) in cases {
                for (bit, digit) in [(bit.not(), 0), (bit.clone(), 1)] {
                    let possible = possible.and(&bit);
                    if !possible.is_never() {
                        split.push((value << 1 | digit, condition.and(&bit), possible));
                    }
                }
            }
            cases = split;
            if cases.len() > Self::MOST_CASES {
                return None;
            }
        }
        Some(cases.into_iter().map(|(value, condition, _)| (value, condition)).collect())
    }
}
