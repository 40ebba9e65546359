//! A claim, and the proof of it: what the code gives against what it should give, for all arguments.

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

/// What is claimed of the library.
#[derive(Clone, Copy, Debug)]
pub struct Claim {
    /// In a line.
    pub name: &'static str,
    /// For which arguments it is proved, and how.
    pub method: &'static str,
    /// Proves it.
    pub prove: fn(&mut Proof<'_>) -> Result<()>,
}

/// A proof under way.
pub struct Proof<'a> {
    module: &'a Module<'a>,
    exports: &'a HashMap<&'static str, &'static Export>,
    /// The sets that are shown where it fails.
    shown: Vec<(&'static str, Word)>,
    variables: u32,
    assumption: Bit,
    cuts: Vec<Cut>,
    last_run: String,
    /// What has been compared so far, and what it depends on.
    support: Support,
    /// How often code was run for all arguments.
    pub runs: usize,
    /// How often what it gave was compared.
    pub comparisons: usize,
    /// Which functions were run.
    pub used: BTreeSet<&'static str>,
}

/// What the first turns of a function's loop come to.
#[derive(Debug)]
pub struct Turns {
    /// For which assignments the function has ended, and what it then gives.
    pub ended: Option<(Bit, Word)>,
    /// What each turn begins with, and last what the next would.
    pub heads: Vec<Head>,
}

/// Runs an exported function of sets and numbers: `run!(proof, knight_attacks(formulation, &knights))?`.
#[macro_export]
macro_rules! run {
    ($proof:expr, $export:ident($($argument:expr),* $(,)?)) => {
        $proof.run(stringify!($export), vec![$($crate::word::Word::from($argument)),*])
    };
}

/// A board on which the code is wrong: of all such boards, one with the fewest squares set.
#[derive(Debug)]
pub struct Counterexample {
    /// The sets of squares given.
    pub sets: Vec<(&'static str, u64)>,
    /// What was run.
    pub run: String,
    /// What it gives and what it should give; nothing where it panics.
    pub answers: Option<(u64, u64)>,
    is_number: bool,
}

impl fmt::Display for Counterexample {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some((gives, should)) = self.answers else {
            return write!(f, "{} panics for\n{}", self.run, picture::boards(&self.sets));
        };
        if self.is_number {
            writeln!(f, "{} gives {gives} and should give {should} for", self.run)?;
            return f.write_str(&picture::boards(&self.sets));
        }
        let first = picture::name((gives ^ should).trailing_zeros());
        writeln!(f, "{} is wrong, first on {first}:", self.run)?;
        let answers = [("gives", gives), ("should give", should)];
        f.write_str(&picture::boards(&[&self.sets[..], &answers].concat()))
    }
}

impl std::error::Error for Counterexample {}

impl<'a> Proof<'a> {
    /// A proof about a module.
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

    /// Any sets of squares: 64 variables each, ordered square by square. What was compared before is forgotten.
    pub fn sets<const N: usize>(&mut self, names: [&'static str; N]) -> [Word; N] {
        let variables = self.variables(64 * N as u32);
        let set =
            |n: usize| Word::from_bits((0..64).map(|square| variables[square * N + n].clone()).collect());
        let sets = std::array::from_fn(set);
        self.show(names.into_iter().zip(sets.clone()));
        sets
    }

    /// So many variables.
    pub fn variables(&mut self, number: u32) -> Vec<Bit> {
        self.assumption = ONE;
        self.cuts.clear();
        self.variables = self.variables.max(number);
        bit::variables(number)
    }

    /// What is shown where the proof fails.
    pub fn show(&mut self, sets: impl IntoIterator<Item = (&'static str, Word)>) {
        self.shown = sets.into_iter().collect();
    }

    /// What follows is claimed where this holds alone.
    pub fn assume(&mut self, assumption: Bit) {
        self.assumption = assumption;
    }

    /// Wherever the code comes to one of these values, the other is put in its place; see [`Cut`].
    pub fn cut(&mut self, cuts: impl IntoIterator<Item = (Word, Word)>) {
        let cut = |(value, by)| Cut { value, by, met: Cell::new(false) };
        self.cuts = cuts.into_iter().map(cut).collect();
    }

    /// The indices of a function's formulations.
    ///
    /// # Panics
    ///
    /// If there is no such function.
    #[must_use]
    pub fn formulations(&self, export: &str) -> std::ops::Range<u64> {
        0..(self.exports[export].formulations)().len() as u64
    }

    /// What a function of the library gives; see [`run!`].
    ///
    /// # Errors
    ///
    /// If there is no such function of such arguments, it panics for some of them, or cannot be run.
    pub fn run(&mut self, export: &'static str, arguments: Vec<Word>) -> Result<Word> {
        let ended = self.watch(export, arguments, None, Vec::new())?.ended;
        ended.map(|(_, word)| word).with_context(|| format!("{export} never returns"))
    }

    /// The first turns of a function's loop.
    ///
    /// # Errors
    ///
    /// As of [`run`](Self::run), or if it has other loops.
    pub fn turns(
        &mut self,
        export: &'static str,
        arguments: Vec<Word>,
        turns: usize,
        put: Vec<(usize, Word)>,
    ) -> Result<Turns> {
        self.watch(export, arguments, Some(turns), put)
    }

    fn watch(
        &mut self,
        export: &'static str,
        arguments: Vec<Word>,
        turns: Option<usize>,
        put: Vec<(usize, Word)>,
    ) -> Result<Turns> {
        let about = self.exports.get(export).with_context(|| format!("no function {export}"))?;
        self.last_run = describe(about, &arguments)?;
        self.runs += 1;
        self.used.insert(export);
        let cuts = std::mem::take(&mut self.cuts);
        let mut watch = Watch { cuts, turns, put, heads: RefCell::default(), nearest: None };
        let result = self.module.watch(export, arguments.clone(), &self.assumption, &watch);
        let unmet =
            watch.cuts.iter().filter(|cut| !cut.met.replace(false)).map(|cut| cut.value.clone()).next();
        match result {
            Err(error) if error.downcast_ref::<Trap>().is_some() => {
                let trap = error.downcast::<Trap>()?;
                let set = trap.guard.smallest().context("a way that is never taken")?;
                Err(self.counterexample(&set, None).into())
            }
            Ok(_) if let Some(value) = unmet => {
                watch.nearest = Some(Nearest { to: value.clone(), found: RefCell::default() });
                watch.heads = RefCell::default();
                self.module.watch(export, arguments, &self.assumption, &watch)?;
                if let Some((_, nearest)) = watch.nearest.and_then(|nearest| nearest.found.into_inner()) {
                    self.last_run += " on its way";
                    self.is_same(&nearest, &value, false)?;
                }
                bail!("{} does not come to where it is cut", self.last_run)
            }
            result => {
                let ended = result.with_context(|| self.last_run.clone())?;
                self.cuts = watch.cuts;
                Ok(Turns { ended, heads: watch.heads.into_inner() })
            }
        }
    }

    /// That the set which was given last is this one.
    ///
    /// # Errors
    ///
    /// If it is another for some arguments.
    pub fn equal(&mut self, found: &Word, expected: &Word) -> Result<()> {
        self.compare(found, expected, false)
    }

    /// That the number which was given last is this one.
    ///
    /// # Errors
    ///
    /// If it is another for some arguments.
    pub fn equal_number(&mut self, found: &Word, expected: &Word) -> Result<()> {
        self.compare(found, expected, true)
    }

    /// That the truth which was given last is this one.
    ///
    /// # Errors
    ///
    /// If it is another for some arguments.
    pub fn equal_truth(&mut self, found: &Word, expected: &Bit) -> Result<()> {
        self.compare(found, &Word::truth(expected.clone()).resize(64), true)
    }

    /// That what was given last is what was given before. Of what it should be this says nothing, and so it does not
    /// count as a comparison.
    ///
    /// # Errors
    ///
    /// If it is another for some arguments.
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
        ensure!(found.width() == 64 && expected.width() == 64, "words of other widths than 64");
        ensure!(!self.assumption.is_never(), "what is assumed is never so");
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

    /// How many variables there were at most, and how many of them mattered to what was compared.
    #[must_use]
    pub fn variables_that_matter(&self) -> (u32, usize) {
        (self.variables, self.support.variables.len())
    }
}

/// What a word is where these variables are set.
fn number(word: &Word, set: &[u32]) -> u64 {
    word.bits().enumerate().map(|(i, bit)| u64::from(bit.where_set(set)) << i).sum()
}

/// A call in words, after seeing that its numbers are in their domains.
fn describe(export: &Export, arguments: &[Word]) -> Result<String> {
    let formulations = (export.formulations)();
    let (formulation, arguments) = arguments.split_at(usize::from(!formulations.is_empty()));
    ensure!(arguments.len() == export.arguments.len(), "{} takes other arguments", export.name);
    let mut text = export.name.to_owned();
    if let Some(formulation) = formulation.first() {
        let formulation = formulation.value().context("a formulation that is not known")?;
        text += &format!(
            " \"{}\"",
            formulations.get(formulation as usize).context("a formulation that is not there")?
        );
    }
    let mut described = Vec::new();
    for (argument, word) in export.arguments.iter().zip(arguments) {
        described.push(match word.value() {
            Some(value) if argument.end > 0 => {
                ensure!(value < argument.end, "{} takes no {} {value}", export.name, argument.name);
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
