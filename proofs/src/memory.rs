//! Memory: the module's initial memory and the writes since.

use crate::bit::{Bit, ZERO};
use crate::word::Word;
use anyhow::{Context, Result, ensure};
use std::collections::BTreeMap;
use std::rc::Rc;

/// The bytes at all addresses. Copies are cheap until they are written to.
#[derive(Clone, Debug)]
pub struct Memory<'a> {
    start: &'a [u8],
    written: Rc<BTreeMap<u32, Word>>,
}

impl<'a> Memory<'a> {
    /// Creates the module's initial memory.
    #[must_use]
    pub fn new(start: &'a [u8]) -> Self {
        Self { start, written: Rc::default() }
    }

    /// Returns whether nothing was written.
    #[must_use]
    pub fn is_untouched(&self) -> bool {
        self.written.is_empty()
    }

    /// Returns a byte. The address must be in memory.
    fn byte(&self, address: u32) -> Word {
        match self.written.get(&address) {
            Some(byte) => byte.clone(),
            None => Word::constant(u64::from(self.start[address as usize]), 8),
        }
    }

    /// Loads a number from a constant address.
    fn load_at(&self, address: u32, bytes: u32) -> Result<Word> {
        let end = address.checked_add(bytes).filter(|&end| end as usize <= self.start.len());
        let end = end.with_context(|| format!("load out of bounds at {address:#x}"))?;
        Ok(Word::from_bits((address..end).flat_map(|at| self.byte(at).bits().collect::<Vec<_>>()).collect()))
    }

    fn store_at(&mut self, address: u32, value: &Word, condition: &Bit) -> Result<()> {
        let bytes = value.width() / 8;
        let end = address.checked_add(bytes).filter(|&end| end as usize <= self.start.len());
        let end = end.with_context(|| format!("store out of bounds at {address:#x}"))?;
        for (i, at) in (address..end).enumerate() {
            let byte = Word::from_bits((0..8).map(|bit| value.bit(i as u32 * 8 + bit)).collect());
            let byte = Word::choose(condition, &byte, &self.byte(at));
            Rc::make_mut(&mut self.written).insert(at, byte);
        }
        Ok(())
    }

    /// Returns the addresses that a word can have under the guard, each with its condition.
    fn addresses(address: &Word, offset: u64, guard: &Bit) -> Result<Vec<(u32, Bit)>> {
        let cases = address.cases(guard).context("too many possible addresses")?;
        cases
            .into_iter()
            .map(|(address, condition)| Ok((u32::try_from(address + offset)?, condition)))
            .collect()
    }

    /// Loads a number from an address that may be symbolic.
    ///
    /// # Errors
    ///
    /// If a possible address is out of bounds.
    pub fn load(&self, address: &Word, offset: u64, bytes: u32, guard: &Bit) -> Result<Word> {
        let addresses = Self::addresses(address, offset, guard)?;
        if let [(address, _)] = addresses[..] {
            return self.load_at(address, bytes);
        }
        let mut bits = vec![ZERO; bytes as usize * 8];
        for (address, condition) in addresses {
            let value = self.load_at(address, bytes)?;
            for (bit, value) in bits.iter_mut().zip(value.bits()) {
                *bit = bit.or(&value.and(&condition));
            }
        }
        Ok(Word::from_bits(bits))
    }

    /// Stores a number at an address that may be symbolic.
    ///
    /// # Errors
    ///
    /// If a possible address is out of bounds.
    pub fn store(&mut self, address: &Word, offset: u64, value: &Word, guard: &Bit) -> Result<()> {
        let addresses = Self::addresses(address, offset, guard)?;
        if let [(address, _)] = addresses[..] {
            return self.store_at(address, value, &Bit::Constant(true));
        }
        addresses.iter().try_for_each(|(address, condition)| self.store_at(*address, value, condition))
    }

    /// Copies bytes. The ranges may overlap.
    ///
    /// # Errors
    ///
    /// If a range is out of bounds.
    pub fn copy(&mut self, to: u32, from: u32, bytes: u32) -> Result<()> {
        let values = (0..bytes).map(|i| self.load_at(from + i, 1)).collect::<Result<Vec<_>>>()?;
        self.write(to, &values)
    }

    /// Fills a range with a byte.
    ///
    /// # Errors
    ///
    /// If the range is out of bounds.
    pub fn fill(&mut self, to: u32, byte: &Word, bytes: u32) -> Result<()> {
        ensure!((bytes as usize) <= self.start.len(), "fill out of bounds");
        self.write(to, &vec![byte.resize(8); bytes as usize])
    }

    fn write(&mut self, to: u32, bytes: &[Word]) -> Result<()> {
        (to..).zip(bytes).try_for_each(|(at, byte)| self.store_at(at, byte, &Bit::Constant(true)))
    }

    /// Returns `yes` where the bit is 1, and `no` elsewhere.
    #[must_use]
    pub fn choose(bit: &Bit, yes: &Self, no: &Self) -> Self {
        if Rc::ptr_eq(&yes.written, &no.written) {
            return yes.clone();
        }
        let places = yes.written.keys().chain(no.written.keys());
        let written = places.map(|&at| (at, Word::choose(bit, &yes.byte(at), &no.byte(at)))).collect();
        Self { start: yes.start, written: Rc::new(written) }
    }
}
