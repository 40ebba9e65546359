//! Runs WebAssembly symbolically, for all arguments at once.
//!
//! Values are [`Word`]s, whose bits depend on variables. If a branch condition depends on the assignment, the machine
//! splits the state in two, each guarded by its condition. Where the two paths join, it merges their values bit by bit.
//! A loop ends when no assignment continues it.

use crate::bit::{Bit, ONE, ZERO};
use crate::memory::Memory;
use crate::module::{Body, Module, Node, Shape};
use crate::operations::{comparison, of_one, of_two};
use crate::word::Word;
use anyhow::{Context, Result, bail, ensure};
use std::cell::{Cell, RefCell};
use std::fmt;
use wasmparser::{MemArg, Operator};

/// The maximum number of loop iterations. The library's longest loop takes 128.
const MAX_ITERATIONS: usize = 10_000;

/// The code reached a trap instruction: the library panics.
#[derive(Debug)]
pub struct Trap {
    /// The condition under which it panics.
    pub guard: Bit,
}

impl fmt::Display for Trap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("it panics")
    }
}

impl std::error::Error for Trap {}

/// An intermediate value, and the word that replaces it from there on.
///
/// A property that holds for fresh variables also holds for the value. So a proof about later steps does not depend on
/// how the value was computed.
#[derive(Debug)]
pub struct Cut {
    /// The value.
    pub value: Word,
    /// The replacement.
    pub by: Word,
    /// Whether the code has computed the value.
    pub met: Cell<bool>,
}

/// The computed value that shares the most bits with an expected value.
#[derive(Debug)]
pub struct Nearest {
    /// The expected value.
    pub to: Word,
    /// The nearest value and the number of equal bits. Constant bits of `to` do not count.
    pub found: RefCell<Option<(usize, Word)>>,
}

impl Nearest {
    fn look_at(&self, value: &Word) {
        if value.width() != self.to.width() {
            return;
        }
        let is_same = |(bit, wanted): &(Bit, Bit)| !matches!(wanted, Bit::Constant(_)) && bit == wanted;
        let same = value.bits().zip(self.to.bits()).filter(is_same).count();
        let mut found = self.found.borrow_mut();
        if same > found.as_ref().map_or(0, |(most, _)| *most) {
            *found = Some((same, value.clone()));
        }
    }
}

/// The state at the start of an iteration of a function's first loop.
#[derive(Clone, Debug)]
pub struct Head {
    /// The condition under which it is reached.
    pub guard: Bit,
    /// The locals, the stack and the globals.
    pub values: Vec<Word>,
    /// Whether the callers only return the result of the function with the loop.
    pub is_last: bool,
}

/// Options of a run, and what it records.
#[derive(Debug, Default)]
pub struct Watch {
    /// The values to replace.
    pub cuts: Vec<Cut>,
    /// The number of iterations of the first loop to run. The state after them is the last head.
    pub iterations: Option<usize>,
    /// Values to put into locals at the first head.
    pub put: Vec<(usize, Word)>,
    /// The recorded heads.
    pub heads: RefCell<Vec<Head>>,
    /// The value to search for among all computed values.
    pub nearest: Option<Nearest>,
}

/// The state of a path through the code.
#[derive(Clone, Debug)]
struct State<'a> {
    /// The condition under which the path is taken.
    guard: Bit,
    stack: Vec<Word>,
    locals: Vec<Word>,
    globals: Vec<Word>,
    memory: Memory<'a>,
    /// Whether the callers only return this function's result.
    is_last: bool,
    watch: &'a Watch,
}

/// A branch target and the merged state of the branches so far.
struct Label<'a> {
    /// The height of the stack below the branch's values.
    height: usize,
    /// The number of values that a branch carries.
    brings: usize,
    arrived: Option<State<'a>>,
}

impl<'a> State<'a> {
    fn pop(&mut self) -> Result<Word> {
        self.stack.pop().context("an empty stack")
    }

    fn pop_number(&mut self) -> Result<u32> {
        let value = self.pop()?.value().context("a length, address or index must be constant")?;
        Ok(u32::try_from(value)?)
    }

    /// Simplifies a condition on this path: a constant if it is the same for all assignments that take the path.
    fn settled(&self, truth: Bit) -> Bit {
        if self.guard.and(&truth).is_never() {
            ZERO
        } else if self.guard.and(&truth.not()).is_never() {
            ONE
        } else {
            truth
        }
    }

    /// Records the head of an iteration of the watched loop. Returns whether to run the iteration.
    fn begin_iteration(&mut self, iteration: usize) -> Result<bool> {
        let mut heads = self.watch.heads.borrow_mut();
        ensure!(heads.len() == iteration, "a watched function has more than one loop");
        ensure!(self.memory.is_untouched(), "a watched loop starts after a write to memory");
        let values = self.locals.iter().chain(&self.stack).chain(&self.globals);
        heads.push(Head {
            guard: self.guard.clone(),
            values: values.cloned().collect(),
            is_last: self.is_last,
        });
        if iteration == 0 {
            for (local, value) in &self.watch.put {
                self.locals[*local] = value.clone();
            }
        }
        Ok(self.watch.iterations.is_none_or(|iterations| iteration < iterations))
    }

    /// Merges the states of two paths.
    fn join(self, other: Self) -> Self {
        let choose = |yes: Vec<Word>, no: Vec<Word>| {
            yes.iter().zip(&no).map(|(yes, no)| Word::choose(&self.guard, yes, no)).collect()
        };
        Self {
            guard: self.guard.or(&other.guard),
            stack: choose(self.stack, other.stack),
            locals: choose(self.locals, other.locals),
            globals: choose(self.globals, other.globals),
            memory: Memory::choose(&self.guard, &self.memory, &other.memory),
            is_last: self.is_last,
            watch: self.watch,
        }
    }

    /// Splits the state into the paths where the bit is 1 and where it is 0.
    fn split(mut self, bit: &Bit) -> [Option<Self>; 2] {
        let (yes, no) = (self.guard.and(bit), self.guard.and(&bit.not()));
        if yes.is_never() {
            [None, Some(self)]
        } else if no.is_never() {
            [Some(self), None]
        } else {
            let other = Self { guard: no, ..self.clone() };
            self.guard = yes;
            [Some(self), Some(other)]
        }
    }
}

fn join<'a>(a: Option<State<'a>>, b: Option<State<'a>>) -> Option<State<'a>> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.join(b)),
        (a, b) => a.or(b),
    }
}

/// Branches to the label at a nesting depth.
fn branch<'a>(depth: u32, mut state: State<'a>, labels: &mut [Label<'a>]) -> Result<()> {
    let place = labels.len().checked_sub(1 + depth as usize).context("a branch to nowhere")?;
    let label = &mut labels[place];
    let brought = state.stack.split_off(state.stack.len() - label.brings);
    state.stack.truncate(label.height);
    state.stack.extend(brought);
    label.arrived = join(Some(state), label.arrived.take());
    Ok(())
}

impl Module<'_> {
    /// Runs an exported function on these arguments, under the guard.
    ///
    /// # Errors
    ///
    /// If it panics for some assignment or uses an unsupported instruction.
    pub fn run(&self, export: &str, arguments: Vec<Word>, guard: &Bit) -> Result<Word> {
        let ended = self.watch(export, arguments, guard, &Watch::default())?;
        ended.map(|(_, word)| word).with_context(|| format!("{export} never returns"))
    }

    /// Runs an exported function with options. Returns its result and the condition under which it has returned.
    ///
    /// # Errors
    ///
    /// The errors of [`run`](Self::run).
    pub fn watch(
        &self,
        export: &str,
        arguments: Vec<Word>,
        guard: &Bit,
        watch: &Watch,
    ) -> Result<Option<(Bit, Word)>> {
        let function = *self.exports.get(export).with_context(|| format!("no function {export}"))?;
        let state = State {
            guard: guard.clone(),
            stack: arguments,
            locals: Vec::new(),
            globals: self.globals.iter().map(|&(value, width)| Word::constant(value, width)).collect(),
            memory: Memory::new(&self.memory),
            is_last: true,
            watch,
        };
        let end = self.call(function, state).with_context(|| format!("in {export}"))?;
        end.map(|mut state| Ok((state.guard.clone(), state.pop()?))).transpose()
    }

    fn call<'a>(&'a self, function: u32, mut state: State<'a>) -> Result<Option<State<'a>>> {
        let Body { shape, locals, nodes, .. } =
            self.functions.get(function as usize).context("no such function")?;
        let below = state.stack.len().checked_sub(shape.takes).context("too few arguments")?;
        let arguments = state.stack.split_off(below);
        state.is_last &= state.stack.is_empty();
        let (stack, outer_locals) = (std::mem::take(&mut state.stack), std::mem::take(&mut state.locals));
        state.locals = arguments;
        let zeros = locals.iter().skip(shape.takes).map(|&width| Word::constant(0, width));
        state.locals.extend(zeros);
        let body = Shape { takes: 0, leaves: shape.leaves };
        let end = self
            .block(body, nodes, state, &mut Vec::new())
            .with_context(|| format!("in function {function}"))?;
        let Some(mut state) = end else { return Ok(None) };
        let results = std::mem::replace(&mut state.stack, stack);
        state.stack.extend(results);
        state.locals = outer_locals;
        Ok(Some(state))
    }

    fn block<'a>(
        &'a self,
        shape: Shape,
        nodes: &'a [Node<'a>],
        state: State<'a>,
        labels: &mut Vec<Label<'a>>,
    ) -> Result<Option<State<'a>>> {
        let height = state.stack.len() - shape.takes;
        labels.push(Label { height, brings: shape.leaves, arrived: None });
        let end = self.sequence(nodes, state, labels)?;
        Ok(join(end, labels.pop().and_then(|label| label.arrived)))
    }

    fn repeat<'a>(
        &'a self,
        shape: Shape,
        nodes: &'a [Node<'a>],
        mut state: State<'a>,
        labels: &mut Vec<Label<'a>>,
    ) -> Result<Option<State<'a>>> {
        let height = state.stack.len() - shape.takes;
        let mut ends = None;
        let is_watched = state.watch.iterations.is_some();
        for iteration in 0..MAX_ITERATIONS {
            if is_watched && !state.begin_iteration(iteration)? {
                return Ok(ends);
            }
            labels.push(Label { height, brings: shape.takes, arrived: None });
            let end = self.sequence(nodes, state, labels)?;
            ends = join(end, ends);
            match labels.pop().and_then(|label| label.arrived) {
                Some(again) => state = again,
                None => return Ok(ends),
            }
        }
        bail!("a loop did not end after {MAX_ITERATIONS} iterations")
    }

    fn sequence<'a>(
        &'a self,
        nodes: &'a [Node<'a>],
        mut state: State<'a>,
        labels: &mut Vec<Label<'a>>,
    ) -> Result<Option<State<'a>>> {
        for (i, node) in nodes.iter().enumerate() {
            let is_last = state.is_last;
            let next = match node {
                Node::Block(shape, nodes) => self.block(*shape, nodes, state, labels)?,
                Node::Loop(shape, nodes) => self.repeat(*shape, nodes, state, labels)?,
                Node::If(shape, yes, no) => {
                    let [state_yes, state_no] = {
                        let condition = state.pop()?.any();
                        state.split(&condition)
                    };
                    let mut end = None;
                    for (nodes, state) in [(yes, state_yes), (no, state_no)] {
                        if let Some(state) = state {
                            end = join(self.block(*shape, nodes, state, labels)?, end);
                        }
                    }
                    end
                }
                Node::Plain(operator) => {
                    if let Operator::Call { .. } | Operator::CallIndirect { .. } = operator {
                        state.is_last &= only_passes_on(&nodes[i + 1..], labels.len() == 1);
                    }
                    self.plain(operator, state, labels)?
                }
            };
            match next {
                Some(next) => state = State { is_last, ..next },
                None => return Ok(None),
            }
        }
        Ok(Some(state))
    }

    /// Runs one instruction. Returns `None` if it branches for all assignments.
    fn plain<'a>(
        &'a self,
        operator: &Operator<'_>,
        mut state: State<'a>,
        labels: &mut Vec<Label<'a>>,
    ) -> Result<Option<State<'a>>> {
        match operator {
            Operator::Unreachable => return Err(Trap { guard: state.guard }.into()),
            Operator::Nop => {}
            Operator::Br { relative_depth } => {
                branch(*relative_depth, state, labels)?;
                return Ok(None);
            }
            Operator::BrIf { relative_depth } => {
                let condition = state.pop()?.any();
                let [taken, passed] = state.split(&condition);
                if let Some(taken) = taken {
                    branch(*relative_depth, taken, labels)?;
                }
                return Ok(passed);
            }
            Operator::BrTable { targets } => {
                let index = state.pop()?;
                let mut rest = Some(state);
                for (i, depth) in targets.targets().enumerate() {
                    let Some(state) = rest.take() else { break };
                    let here = index.equals(&Word::number(i as u32));
                    let [taken, passed] = state.split(&here);
                    if let Some(taken) = taken {
                        branch(depth?, taken, labels)?;
                    }
                    rest = passed;
                }
                if let Some(state) = rest {
                    branch(targets.default(), state, labels)?;
                }
                return Ok(None);
            }
            Operator::Return => {
                let outermost = labels.len() as u32 - 1;
                branch(outermost, state, labels)?;
                return Ok(None);
            }
            Operator::Call { function_index } => return self.call(*function_index, state),
            Operator::CallIndirect { type_index, .. } => {
                let place = state.pop_number()?;
                let function = self.table.get(place as usize).copied().flatten();
                let function = function.context("an indirect call of an empty table entry")?;
                let (wanted, found) =
                    (self.kinds[*type_index as usize], self.functions[function as usize].kind);
                ensure!(wanted == found, "an indirect call of a function with another type");
                return self.call(function, state);
            }
            Operator::Drop => drop(state.pop()?),
            Operator::Select | Operator::TypedSelect { .. } => {
                let condition = state.pop()?.any();
                let (no, yes) = (state.pop()?, state.pop()?);
                state.stack.push(Word::choose(&condition, &yes, &no));
            }
            Operator::LocalGet { local_index } => {
                let value = state.locals[*local_index as usize].clone();
                state.stack.push(value);
            }
            Operator::LocalSet { local_index } => {
                state.locals[*local_index as usize] = state.pop()?;
            }
            Operator::LocalTee { local_index } => {
                state.locals[*local_index as usize] = state.stack.last().context("an empty stack")?.clone();
            }
            Operator::GlobalGet { global_index } => {
                let value = state.globals[*global_index as usize].clone();
                state.stack.push(value);
            }
            Operator::GlobalSet { global_index } => {
                state.globals[*global_index as usize] = state.pop()?;
            }
            Operator::MemoryCopy { .. } => {
                let (bytes, from, to) = (state.pop_number()?, state.pop_number()?, state.pop_number()?);
                state.memory.copy(to, from, bytes)?;
            }
            Operator::MemoryFill { .. } => {
                let bytes = state.pop_number()?;
                let byte = state.pop()?;
                let to = state.pop_number()?;
                state.memory.fill(to, &byte, bytes)?;
            }
            operator => {
                if !load_or_store(operator, &mut state)? {
                    let value = numeric(operator, &mut state)?;
                    if let Some(nearest) = &state.watch.nearest {
                        nearest.look_at(&value);
                    }
                    let cut = state.watch.cuts.iter().find(|cut| cut.value == value);
                    state.stack.push(cut.map_or(value, |cut| {
                        cut.met.set(true);
                        cut.by.clone()
                    }));
                }
            }
        }
        Ok(Some(state))
    }
}

/// Returns whether the instructions after a call compute the function's result from the call's result alone.
fn only_passes_on(nodes: &[Node<'_>], is_outermost: bool) -> bool {
    for node in nodes {
        match node {
            Node::Plain(Operator::Return) => return true,
            Node::Plain(Operator::I32Const { .. } | Operator::I64Const { .. }) => {}
            Node::Plain(operator) if of_one(operator).is_some() || of_two(operator).is_some() => {}
            _ => return false,
        }
    }
    is_outermost
}

/// Runs a load or store. Returns whether the instruction is one.
fn load_or_store(operator: &Operator<'_>, state: &mut State<'_>) -> Result<bool> {
    let load = |memory: &MemArg, bytes, width, signed: bool, state: &mut State<'_>| {
        let address = state.pop()?;
        let value = state.memory.load(&address, memory.offset, bytes, &state.guard)?;
        state.stack.push(if signed { value.extend_signed(bytes * 8, width) } else { value.resize(width) });
        Ok(true)
    };
    let store = |memory: &MemArg, bytes: u32, state: &mut State<'_>| {
        let value = state.pop()?.resize(bytes * 8);
        let address = state.pop()?;
        state.memory.store(&address, memory.offset, &value, &state.guard)?;
        Ok(true)
    };
    match operator {
        Operator::I32Load { memarg } => load(memarg, 4, 32, false, state),
        Operator::I32Load8U { memarg } => load(memarg, 1, 32, false, state),
        Operator::I32Load8S { memarg } => load(memarg, 1, 32, true, state),
        Operator::I32Load16U { memarg } => load(memarg, 2, 32, false, state),
        Operator::I32Load16S { memarg } => load(memarg, 2, 32, true, state),
        Operator::I64Load { memarg } => load(memarg, 8, 64, false, state),
        Operator::I64Load8U { memarg } => load(memarg, 1, 64, false, state),
        Operator::I64Load8S { memarg } => load(memarg, 1, 64, true, state),
        Operator::I64Load16U { memarg } => load(memarg, 2, 64, false, state),
        Operator::I64Load16S { memarg } => load(memarg, 2, 64, true, state),
        Operator::I64Load32U { memarg } => load(memarg, 4, 64, false, state),
        Operator::I64Load32S { memarg } => load(memarg, 4, 64, true, state),
        Operator::I32Store { memarg } | Operator::I64Store32 { memarg } => store(memarg, 4, state),
        Operator::I32Store8 { memarg } | Operator::I64Store8 { memarg } => store(memarg, 1, state),
        Operator::I32Store16 { memarg } | Operator::I64Store16 { memarg } => store(memarg, 2, state),
        Operator::I64Store { memarg } => store(memarg, 8, state),
        _ => Ok(false),
    }
}

/// Runs an instruction that computes a value from the stack.
fn numeric(operator: &Operator<'_>, state: &mut State<'_>) -> Result<Word> {
    if let Operator::I32Eqz | Operator::I64Eqz = operator {
        let is_zero = state.pop()?.any().not();
        Ok(Word::truth(state.settled(is_zero)))
    } else if let Some(holds) = comparison(operator) {
        let (b, a) = (state.pop()?, state.pop()?);
        Ok(Word::truth(state.settled(holds(&a, &b))))
    } else if let Operator::I32Const { value } = operator {
        Ok(Word::number(value.cast_unsigned()))
    } else if let Operator::I64Const { value } = operator {
        Ok(Word::constant(value.cast_unsigned(), 64))
    } else if let Some(of) = of_one(operator) {
        Ok(of(&state.pop()?))
    } else if let Some(of) = of_two(operator) {
        let (b, a) = (state.pop()?, state.pop()?);
        Ok(of(&a, &b))
    } else if let Operator::I32DivU | Operator::I32RemU = operator {
        let (b, a) = (state.pop()?.value(), state.pop()?.value());
        let (Some(a), Some(b)) = (a, b) else { bail!("division is supported only for constants") };
        let result = if let Operator::I32DivU = operator { a.checked_div(b) } else { a.checked_rem(b) };
        Ok(Word::constant(result.context("division by zero")?, 32))
    } else {
        bail!("unsupported instruction {operator:?}")
    }
}
