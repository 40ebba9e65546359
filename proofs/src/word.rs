//! Symbolic numbers of 8, 32 or 64 bits, and WebAssembly's operations on them.

use crate::bit::{Bit, ONE, ZERO};
use std::rc::Rc;

/// A symbolic number, lowest bit first. A number that does not depend on the assignment is always `Constant`, so two
/// words are equal exactly if they agree for all assignments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Word {
    /// A value that is the same for all assignments, and its width.
    Constant(u64, u32),
    /// Depends on the assignment.
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
    const MAX_CASES: usize = 1 << 14;

    /// Creates a constant of a given width.
    #[must_use]
    pub const fn constant(value: u64, width: u32) -> Self {
        Self::Constant(value & ones(width), width)
    }

    /// Creates a 32-bit constant.
    #[must_use]
    pub const fn number(value: u32) -> Self {
        Self::Constant(value as u64, 32)
    }

    /// Creates a word from its bits.
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

    /// Creates a 32-bit word that is 1 or 0.
    #[must_use]
    pub fn truth(bit: Bit) -> Self {
        Self::from_bits(vec![bit]).resize(32)
    }

    /// Returns the number of bits.
    #[must_use]
    pub fn width(&self) -> u32 {
        match self {
            Self::Constant(_, width) => *width,
            Self::Open(bits) => bits.len() as u32,
        }
    }

    /// Returns the value if it is the same for all assignments.
    #[must_use]
    pub const fn value(&self) -> Option<u64> {
        match self {
            Self::Constant(value, _) => Some(*value),
            Self::Open(_) => None,
        }
    }

    /// Returns a bit, or 0 above the width.
    #[must_use]
    pub fn bit(&self, i: u32) -> Bit {
        match self {
            Self::Constant(value, width) => Bit::Constant(i < *width && value >> i & 1 == 1),
            Self::Open(bits) => bits.get(i as usize).cloned().unwrap_or(ZERO),
        }
    }

    /// Returns all bits, lowest first.
    pub fn bits(&self) -> impl Iterator<Item = Bit> {
        (0..self.width()).map(|i| self.bit(i))
    }

    fn each(&self, of: impl Fn(u32) -> Bit) -> Self {
        Self::from_bits((0..self.width()).map(of).collect())
    }

    /// Changes the width: adds zeros or truncates.
    #[must_use]
    pub fn resize(&self, width: u32) -> Self {
        match self {
            Self::Constant(value, _) => Self::constant(*value, width),
            Self::Open(_) => Self::from_bits((0..width).map(|i| self.bit(i)).collect()),
        }
    }

    /// Sign-extends the lowest `from` bits to `to` bits.
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

    /// Returns `yes` where the bit is 1, and `no` elsewhere.
    #[must_use]
    pub fn choose(bit: &Bit, yes: &Self, no: &Self) -> Self {
        match bit {
            Bit::Constant(true) => yes.clone(),
            Bit::Constant(false) => no.clone(),
            Bit::Open(_) if yes == no => yes.clone(),
            Bit::Open(_) => yes.each(|i| bit.choose(&yes.bit(i), &no.bit(i))),
        }
    }

    /// Returns the sum and the carry.
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

    /// Shifts by a number that may be symbolic: shifts by each power of two under the condition of its bit.
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

    /// Rotates to the left.
    #[must_use]
    pub fn rotate_left(&self, by: &Self) -> Self {
        self.shifted(by, Self::rotate_left_by)
    }

    /// Rotates to the right.
    #[must_use]
    pub fn rotate_right(&self, by: &Self) -> Self {
        self.rotate_left(&Self::constant(0, by.width()).subtract(by))
    }

    /// Returns whether any bit is 1.
    #[must_use]
    pub fn any(&self) -> Bit {
        match self {
            Self::Constant(value, _) => Bit::Constant(*value != 0),
            Self::Open(bits) => bits.iter().rev().fold(ZERO, |any, bit| any.or(bit)),
        }
    }

    /// Returns whether two words are equal.
    #[must_use]
    pub fn equals(&self, other: &Self) -> Bit {
        self.xor(other).any().not()
    }

    /// Returns whether this word is less than another, as unsigned numbers.
    #[must_use]
    pub fn is_less(&self, other: &Self) -> Bit {
        self.add_with(&other.not(), ONE).1.not()
    }

    /// Returns whether this word is less than another, as signed numbers.
    #[must_use]
    pub fn is_less_signed(&self, other: &Self) -> Bit {
        let sign = Self::constant(1 << (self.width() - 1), self.width());
        self.xor(&sign).is_less(&other.xor(&sign))
    }

    /// Counts the bits that are 1.
    #[must_use]
    pub fn count_ones(&self) -> Self {
        if let Some(value) = self.value() {
            return Self::constant(value.count_ones().into(), self.width());
        }
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

    /// Counts the zeros before the first 1 in this order of bits.
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

    /// Counts the zeros below the lowest 1.
    #[must_use]
    pub fn trailing_zeros(&self) -> Self {
        self.zeros_before(0..self.width())
    }

    /// Counts the zeros above the highest 1.
    #[must_use]
    pub fn leading_zeros(&self) -> Self {
        self.zeros_before((0..self.width()).rev())
    }

    /// Returns all values that the word can have under the guard, each with its condition, or `None` if there are too
    /// many.
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
            if cases.len() > Self::MAX_CASES {
                return None;
            }
        }
        Some(cases.into_iter().map(|(value, condition, _)| (value, condition)).collect())
    }
}
