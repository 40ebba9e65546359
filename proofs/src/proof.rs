//! Claims and their proofs, which compare the actual with the expected result for all arguments.

use crate::bit::{self, Bit, ONE, Support};
use crate::machine::{Cut, Head, Nearest, Trap, Watch};
use crate::module::Module;
use crate::picture;
use crate::word::Word;
use anyhow::{Context, Result, bail, ensure};
use shipped::Export;
use std::cell::{Cell, RefCell};
use std::collections::{BTreeSet, HashMap};
use std::fmt;

/// A claim about the library.
#[derive(Clone, Copy, Debug)]
pub struct Claim {
    /// A one-line description.
    pub name: &'static str,
    /// The arguments that the proof covers, and the technique.
    pub method: &'static str,
    /// Proves the claim.
    pub prove: fn(&mut Proof<'_>) -> Result<()>,
}

/// A proof in progress.
pub struct Proof<'a> {
    module: &'a Module<'a>,
    exports: &'a HashMap<&'static str, &'static Export>,
    /// The sets to show if the proof fails.
    shown: Vec<(&'static str, Word)>,
    variables: u32,
    assumption: Bit,
    cuts: Vec<Cut>,
    last_run: String,
    /// The variables that the expected results depend on.
    support: Support,
    /// The number of symbolic runs.
    pub runs: usize,
    /// The number of comparisons with expected results.
    pub comparisons: usize,
    /// The functions that were run.
    pub used: BTreeSet<&'static str>,
}

/// The results of the first iterations of a function's loop.
#[derive(Debug)]
pub struct Iterations {
    /// The condition under which the function has returned, and its result.
    pub ended: Option<(Bit, Word)>,
    /// The state at the start of each iteration, and last of the next one.
    pub heads: Vec<Head>,
}

/// Runs an exported function on sets and numbers: `run!(proof, knight_attacks(formulation, &knights))?`.
#[macro_export]
macro_rules! run {
    ($proof:expr, $export:ident($($argument:expr),* $(,)?)) => {
        $proof.run(stringify!($export), vec![$($crate::word::Word::from($argument)),*])
    };
}

/// Runs an exported function, in each of its formulations if it has several, and compares the results:
/// `check!(proof, king_fill(&kings), &expected)?`.
#[macro_export]
macro_rules! check {
    ($proof:expr, $export:ident($($argument:expr),* $(,)?), $expected:expr $(,)?) => {
        $proof.check(
            stringify!($export),
            &[$($crate::proof::Expected::from($argument).into_word()),*],
            &$crate::proof::Expected::from($expected),
        )
    };
}

/// What a function must return: a set, or a number or truth value, which a failed proof shows differently.
#[derive(Clone, Debug)]
pub enum Expected {
    /// A set of squares.
    Set(Word),
    /// A number.
    Number(Word),
}

impl Expected {
    /// Returns the set, or the number.
    #[must_use]
    pub fn into_word(self) -> Word {
        let (Self::Set(word) | Self::Number(word)) = self;
        word
    }
}

macro_rules! expected {
    ($($from:ty: |$value:ident| $expected:expr;)*) => {$(
        impl From<$from> for Expected {
            fn from($value: $from) -> Self {
                $expected
            }
        }
    )*};
}

expected! {
    Word: |set| Self::Set(set);
    &Word: |set| Self::Set(set.clone());
    Bit: |truth| Self::from(&truth);
    &Bit: |truth| Self::Number(Word::truth(truth.clone()).resize(64));
    u64: |number| Self::Number(Word::from(number));
    u32: |number| Self::from(u64::from(number));
    u8: |number| Self::from(u64::from(number));
    i32: |number| Self::from(i64::from(number).cast_unsigned());
    usize: |number| Self::from(number as u64);
}

/// Arguments for which the code is wrong, with the fewest squares set.
#[derive(Debug)]
pub struct Counterexample {
    /// The sets that were passed.
    pub sets: Vec<(&'static str, u64)>,
    /// The call, in words.
    pub run: String,
    /// The actual and the expected result; `None` if the call panics.
    pub answers: Option<(u64, u64)>,
    is_number: bool,
}

impl fmt::Display for Counterexample {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some((actual, expected)) = self.answers else {
            return write!(f, "{} panics for\n{}", self.run, picture::boards(&self.sets));
        };
        if self.is_number {
            writeln!(f, "{} gives {actual} instead of {expected} for", self.run)?;
            return f.write_str(&picture::boards(&self.sets));
        }
        let first = picture::name((actual ^ expected).trailing_zeros());
        writeln!(f, "{} is wrong, first on {first}:", self.run)?;
        let answers = [("actual", actual), ("expected", expected)];
        f.write_str(&picture::boards(&[&self.sets[..], &answers].concat()))
    }
}

impl std::error::Error for Counterexample {}

impl<'a> Proof<'a> {
    /// Starts a proof about a module.
    #[must_use]
    pub fn new(module: &'a Module<'a>, exports: &'a HashMap<&'static str, &'static Export>) -> Self {
        Self {
            module,
            exports,
            shown: Vec::new(),
            variables: 0,
            assumption: ONE,
            cuts: Vec::new(),
            last_run: String::new(),
            support: Support::default(),
            runs: 0,
            comparisons: 0,
            used: BTreeSet::new(),
        }
    }

    /// Creates symbolic sets of 64 variables each, ordered square by square. Resets the assumption and the cuts.
    pub fn sets<const N: usize>(&mut self, names: [&'static str; N]) -> [Word; N] {
        let variables = self.variables(64 * N as u32);
        let sets = std::array::from_fn(|n| interleaved(&variables, n, N));
        self.show(names.into_iter().zip(sets.clone()));
        sets
    }

    /// Like [`sets`](Self::sets), but all variables of the first set come first. If a loop takes the first square of
    /// this set, diagrams of what it computes from the square are smaller.
    pub fn sets_after_first<const N: usize>(&mut self, names: [&'static str; N]) -> [Word; N] {
        let variables = self.variables(64 * N as u32);
        let (first, others) = variables.split_at(64);
        let sets = std::array::from_fn(|n| match n.checked_sub(1) {
            None => Word::from_bits(first.to_vec()),
            Some(n) => interleaved(others, n, N - 1),
        });
        self.show(names.into_iter().zip(sets.clone()));
        sets
    }

    /// Creates variables. Resets the assumption and the cuts.
    pub fn variables(&mut self, number: u32) -> Vec<Bit> {
        self.assumption = ONE;
        self.cuts.clear();
        self.variables = self.variables.max(number);
        bit::variables(number)
    }

    /// Sets what a failed proof shows.
    pub fn show(&mut self, sets: impl IntoIterator<Item = (&'static str, Word)>) {
        self.shown = sets.into_iter().collect();
    }

    /// Restricts the following comparisons to assignments that satisfy the assumption.
    pub fn assume(&mut self, assumption: Bit) {
        self.assumption = assumption;
    }

    /// Replaces the first value of each pair by the second wherever the code computes it; see [`Cut`].
    pub fn cut(&mut self, cuts: impl IntoIterator<Item = (Word, Word)>) {
        let cut = |(value, by)| Cut { value, by, met: Cell::new(false) };
        self.cuts = cuts.into_iter().map(cut).collect();
    }

    /// Returns the indices of a function's formulations.
    ///
    /// # Panics
    ///
    /// If the function does not exist.
    #[must_use]
    pub fn formulations(&self, export: &str) -> std::ops::Range<u64> {
        0..(self.exports[export].formulations)().len() as u64
    }

    /// Runs a function of the library; see [`run!`].
    ///
    /// # Errors
    ///
    /// If the function does not exist, does not take these arguments, panics for some of them, or cannot be run.
    pub fn run(&mut self, export: &'static str, arguments: Vec<Word>) -> Result<Word> {
        let ended = self.watch(export, arguments, None, Vec::new())?.ended;
        ended.map(|(_, word)| word).with_context(|| format!("{export} never returns"))
    }

    /// Runs a function in each of its formulations, or once if it has none, and compares the results; see [`check!`].
    ///
    /// # Errors
    ///
    /// The errors of [`run`](Self::run), or if a result differs for some arguments.
    pub fn check(&mut self, export: &'static str, arguments: &[Word], expected: &Expected) -> Result<()> {
        let formulations: Vec<Word> = self.formulations(export).map(Word::from).collect();
        let runs = formulations.len().max(1);
        for i in 0..runs {
            let formulation = formulations.get(i).cloned();
            let found =
                self.run(export, formulation.into_iter().chain(arguments.iter().cloned()).collect())?;
            match expected {
                Expected::Set(set) => self.equal(&found, set)?,
                Expected::Number(number) => self.equal_number(&found, number)?,
            }
        }
        Ok(())
    }

    /// Runs the first iterations of a function's loop.
    ///
    /// # Errors
    ///
    /// The errors of [`run`](Self::run), or if the function has other loops.
    pub fn iterations(
        &mut self,
        export: &'static str,
        arguments: Vec<Word>,
        iterations: usize,
        put: Vec<(usize, Word)>,
    ) -> Result<Iterations> {
        self.watch(export, arguments, Some(iterations), put)
    }

    fn watch(
        &mut self,
        export: &'static str,
        arguments: Vec<Word>,
        iterations: Option<usize>,
        put: Vec<(usize, Word)>,
    ) -> Result<Iterations> {
        let function = self.exports.get(export).with_context(|| format!("no function {export}"))?;
        self.last_run = describe(function, &arguments)?;
        self.runs += 1;
        self.used.insert(export);
        let cuts = std::mem::take(&mut self.cuts);
        let mut watch = Watch { cuts, iterations, put, ..Watch::default() };
        let result = self.module.watch(export, arguments.clone(), &self.assumption, &watch);
        let unmet =
            watch.cuts.iter().filter(|cut| !cut.met.replace(false)).map(|cut| cut.value.clone()).next();
        match result {
            Err(error) if error.downcast_ref::<Trap>().is_some() => {
                let trap = error.downcast::<Trap>()?;
                let set = trap.guard.smallest().context("a panic under a condition that never holds")?;
                Err(self.counterexample(&set, None).into())
            }
            Ok(_) if let Some(value) = unmet => {
                watch.nearest = Some(Nearest { to: value.clone(), found: RefCell::default() });
                watch.heads = RefCell::default();
                self.module.watch(export, arguments, &self.assumption, &watch)?;
                if let Some((_, nearest)) = watch.nearest.and_then(|nearest| nearest.found.into_inner()) {
                    self.last_run += " at a cut";
                    self.is_same(&nearest, &value, false)?;
                }
                bail!("{} never computes the value of a cut", self.last_run)
            }
            result => {
                let ended = result.with_context(|| self.last_run.clone())?;
                self.cuts = watch.cuts;
                Ok(Iterations { ended, heads: watch.heads.into_inner() })
            }
        }
    }

    /// Checks that the last run returned the expected set.
    ///
    /// # Errors
    ///
    /// If the results differ for some arguments.
    pub fn equal(&mut self, found: &Word, expected: &Word) -> Result<()> {
        self.compare(found, expected, false)
    }

    /// Checks that the last run returned the expected number.
    ///
    /// # Errors
    ///
    /// If the results differ for some arguments.
    pub fn equal_number(&mut self, found: &Word, expected: &Word) -> Result<()> {
        self.compare(found, expected, true)
    }

    /// Checks that the last run returned the expected truth value.
    ///
    /// # Errors
    ///
    /// If the results differ for some arguments.
    pub fn equal_truth(&mut self, found: &Word, expected: &Bit) -> Result<()> {
        self.compare(found, &Word::truth(expected.clone()).resize(64), true)
    }

    /// Checks that the last run returned the same as an earlier one. This says nothing about the expected result, so it
    /// does not count as a comparison.
    ///
    /// # Errors
    ///
    /// If the results differ for some arguments.
    pub fn unchanged(&self, found: &Word, before: &Word) -> Result<()> {
        self.is_same(found, before, true)
    }

    fn compare(&mut self, found: &Word, expected: &Word, is_number: bool) -> Result<()> {
        self.comparisons += 1;
        for bit in expected.bits() {
            bit.add_support(&mut self.support);
        }
        self.is_same(found, expected, is_number)
    }

    fn is_same(&self, found: &Word, expected: &Word, is_number: bool) -> Result<()> {
        ensure!(found.width() == 64 && expected.width() == 64, "words must be 64 bits wide");
        ensure!(!self.assumption.is_never(), "the assumption never holds");
        let smallest = found
            .bits()
            .zip(expected.bits())
            .filter_map(|(found, expected)| found.xor(&expected).and(&self.assumption).smallest())
            .min_by_key(Vec::len);
        match smallest {
            None => Ok(()),
            Some(set) => {
                let at = |word: &Word| number(word, &set);
                let answers = Some((at(found), at(expected)));
                Err(Counterexample { is_number, ..self.counterexample(&set, answers) }.into())
            }
        }
    }

    fn counterexample(&self, set: &[u32], answers: Option<(u64, u64)>) -> Counterexample {
        let sets = self.shown.iter().map(|(name, word)| (*name, number(word, set))).collect();
        Counterexample { sets, run: self.last_run.clone(), answers, is_number: false }
    }

    /// Returns the maximum number of variables, and how many of them the expected results depend on.
    #[must_use]
    pub fn variables_that_matter(&self) -> (u32, usize) {
        (self.variables, self.support.variables.len())
    }
}

/// Returns set `n` of `sets` sets whose variables are ordered square by square.
fn interleaved(variables: &[Bit], n: usize, sets: usize) -> Word {
    Word::from_bits((0..64).map(|square| variables[square * sets + n].clone()).collect())
}

/// Returns the value of a word if exactly these variables are set.
fn number(word: &Word, set: &[u32]) -> u64 {
    word.bits().enumerate().map(|(i, bit)| u64::from(bit.where_set(set)) << i).sum()
}

/// Describes a call, after checking that its numbers are in range.
fn describe(export: &Export, arguments: &[Word]) -> Result<String> {
    let formulations = (export.formulations)();
    let (formulation, arguments) = arguments.split_at(usize::from(!formulations.is_empty()));
    ensure!(arguments.len() == export.arguments.len(), "{}: wrong number of arguments", export.name);
    let mut text = export.name.to_owned();
    if let Some(formulation) = formulation.first() {
        let formulation = formulation.value().context("the formulation must be constant")?;
        text += &format!(" \"{}\"", formulations.get(formulation as usize).context("no such formulation")?);
    }
    let mut described = Vec::new();
    for (argument, word) in export.arguments.iter().zip(arguments) {
        described.push(match word.value() {
            Some(value) if argument.end > 0 => {
                ensure!(value < argument.end, "{}: {} {value} is out of range", export.name, argument.name);
                match argument.end {
                    64 => format!("{} {}", argument.name, picture::name(value as u32)),
                    _ => format!("{} {value}", argument.name),
                }
            }
            Some(value) => format!("{} {value:#x}", argument.name),
            None => argument.name.to_owned(),
        });
    }
    Ok(format!("{text} ({})", described.join(", ")))
}
