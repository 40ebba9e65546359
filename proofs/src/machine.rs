//! Runs WebAssembly for all arguments at once.
//!
//! A value is a [`Word`], whose bits depend on variables. Where the code branches on what is not the same for all
//! assignments, the state is split in two, each under the guard of its condition, and where the two ways meet again their
//! values are put together bit by bit. A loop is left when no assignment goes on.

use crate::bit::{Bit, ONE, ZERO};
use crate::memory::Memory;
use crate::module::{Body, Module, Node, Shape};
use crate::word::Word;
use anyhow::{Context, Result, bail, ensure};
use std::cell::{Cell, RefCell};
use std::fmt;
use wasmparser::{MemArg, Operator};

/// A loop is not followed further. The longest that the library has ends after 128 turns.
const MOST_TURNS: usize = 10_000;

/// The code came to where it must not: a panic, in the library's words.
#[derive(Debug)]
pub struct Trap {
    /// For which assignments.
    pub guard: Bit,
}

impl fmt::Display for Trap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("it panics")
    }
}

impl std::error::Error for Trap {}

/// A value that the code comes to on its way, and what is put in its place from there on.
///
/// What holds for any variables in its place holds for the value. So a proof about what is made of the value need not
/// know how it came about.
#[derive(Debug)]
pub struct Cut {
    /// The value.
    pub value: Word,
    /// What is put in its place.
    pub by: Word,
    /// Whether the code has come to it.
    pub met: Cell<bool>,
}

/// Of the values that the code comes to, the one that has most bits in common with a value that it should come to.
#[derive(Debug)]
pub struct Nearest {
    /// The value that it should come to.
    pub to: Word,
    /// The nearest, and how many bits are the same, those left out that are known of `to`.
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

/// Where the first loop of a function begins a turn: for which assignments, and all values that it goes on with.
#[derive(Clone, Debug)]
pub struct Head {
    /// For which assignments it is come to.
    pub guard: Bit,
    /// The function's values: its locals first.
    pub values: Vec<Word>,
}

/// How a function is run.
#[derive(Debug, Default)]
pub struct Watch {
    /// The values that are replaced.
    pub cuts: Vec<Cut>,
    /// After how many turns the first loop is not followed further. What it has come to is then the last head.
    pub turns: Option<usize>,
    /// Values put into locals at the first head.
    pub put: Vec<(usize, Word)>,
    /// The heads that were come to.
    pub heads: RefCell<Vec<Head>>,
    /// What is looked for among all values.
    pub nearest: Option<Nearest>,
}

/// What a way through the code has come to.
#[derive(Clone, Debug)]
struct State<'a> {
    /// For which assignments it is taken.
    guard: Bit,
    stack: Vec<Word>,
    locals: Vec<Word>,
    globals: Vec<Word>,
    memory: Memory<'a>,
    /// Whether the functions that called this one have nothing left to do but to pass on what it gives.
    is_last: bool,
    watch: &'a Watch,
}

/// Where branches go, and what has come there so far.
struct Label<'a> {
    /// The height of the stack below what is brought.
    height: usize,
    /// How many values are brought.
    brings: usize,
    arrived: Option<State<'a>>,
}

impl<'a> State<'a> {
    fn pop(&mut self) -> Result<Word> {
        self.stack.pop().context("an empty stack")
    }

    fn pop_number(&mut self) -> Result<u32> {
        let value = self.pop()?.value().context("a length or place that is not known")?;
        Ok(u32::try_from(value)?)
    }

    /// A truth on this way: a constant where it is the same for all that take it.
    fn settled(&self, truth: Bit) -> Bit {
        if self.guard.and(&truth).is_never() {
            ZERO
        } else if self.guard.and(&truth.not()).is_never() {
            ONE
        } else {
            truth
        }
    }

    /// Notes the head of a turn of the loop that is watched: whether the turn is followed.
    fn begin_turn(&mut self, turn: usize) -> Result<bool> {
        let mut heads = self.watch.heads.borrow_mut();
        ensure!(heads.len() == turn, "a second loop in a function of which one loop is watched");
        ensure!(self.is_last, "a loop in a function whose caller goes on after it");
        ensure!(self.memory.is_untouched(), "a loop after memory was written to");
        let values = self.locals.iter().chain(&self.stack).chain(&self.globals);
        heads.push(Head { guard: self.guard.clone(), values: values.cloned().collect() });
        if turn == 0 {
            for (local, value) in &self.watch.put {
                self.locals[*local] = value.clone();
            }
        }
        Ok(self.watch.turns.is_none_or(|turns| turn < turns))
    }

    /// The two ways put together.
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

    /// Where the bit is 1, and where it is 0.
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

/// Goes to a label, so many further out.
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
    /// What an exported function gives for these arguments, where the guard holds.
    ///
    /// # Errors
    ///
    /// If it panics for some of them, or has what the machine does not know.
    pub fn run(&self, export: &str, arguments: Vec<Word>, guard: &Bit) -> Result<Word> {
        let ended = self.watch(export, arguments, guard, &Watch::default())?;
        ended.map(|(_, word)| word).with_context(|| format!("{export} never returns"))
    }

    /// What an exported function gives, and for which assignments it has come to that.
    ///
    /// # Errors
    ///
    /// As of [`run`](Self::run).
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
            self.functions.get(function as usize).context("a function that is not there")?;
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
        let is_watched = state.watch.turns.is_some();
        for turn in 0..MOST_TURNS {
            if is_watched && !state.begin_turn(turn)? {
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
        bail!("a loop that has not ended after {MOST_TURNS} turns")
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

    /// One instruction: nothing comes after it where it branches for all.
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
                let function = function.context("a call of nothing")?;
                let (wanted, found) =
                    (self.kinds[*type_index as usize], self.functions[function as usize].kind);
                ensure!(wanted == found, "a call of a function of another type");
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

/// Whether what comes after a call makes the function's result out of the call's alone.
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

/// Whether it is a load or store, which is then done.
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

/// The value of an instruction that computes one from those on the stack.
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
        let (Some(a), Some(b)) = (a, b) else { bail!("a division of what is not known") };
        let result = if let Operator::I32DivU = operator { a.checked_div(b) } else { a.checked_rem(b) };
        Ok(Word::constant(result.context("a division by zero")?, 32))
    } else {
        bail!("the machine does not know the instruction {operator:?}")
    }
}

/// What an instruction makes of one value.
fn of_one(operator: &Operator<'_>) -> Option<fn(&Word) -> Word> {
    use Operator as O;
    Some(match operator {
        O::I32Clz | O::I64Clz => Word::leading_zeros,
        O::I32Ctz | O::I64Ctz => Word::trailing_zeros,
        O::I32Popcnt | O::I64Popcnt => Word::count_ones,
        O::I32WrapI64 => |a| a.resize(32),
        O::I64ExtendI32U => |a| a.resize(64),
        O::I64ExtendI32S | O::I64Extend32S => |a| a.extend_signed(32, 64),
        O::I32Extend8S => |a| a.extend_signed(8, 32),
        O::I32Extend16S => |a| a.extend_signed(16, 32),
        O::I64Extend8S => |a| a.extend_signed(8, 64),
        O::I64Extend16S => |a| a.extend_signed(16, 64),
        _ => return None,
    })
}

/// What an instruction makes of two values.
fn of_two(operator: &Operator<'_>) -> Option<fn(&Word, &Word) -> Word> {
    use Operator as O;
    Some(match operator {
        O::I32Add | O::I64Add => Word::add,
        O::I32Sub | O::I64Sub => Word::subtract,
        O::I32Mul | O::I64Mul => Word::multiply,
        O::I32And | O::I64And => Word::and,
        O::I32Or | O::I64Or => Word::or,
        O::I32Xor | O::I64Xor => Word::xor,
        O::I32Shl | O::I64Shl => Word::shift_left,
        O::I32ShrU | O::I64ShrU => Word::shift_right,
        O::I32ShrS | O::I64ShrS => Word::shift_right_signed,
        O::I32Rotl | O::I64Rotl => Word::rotate_left,
        O::I32Rotr | O::I64Rotr => Word::rotate_right,
        _ => return None,
    })
}

/// Whether a comparison of two values holds.
fn comparison(operator: &Operator<'_>) -> Option<fn(&Word, &Word) -> Bit> {
    use Operator as O;
    Some(match operator {
        O::I32Eq | O::I64Eq => Word::equals,
        O::I32Ne | O::I64Ne => |a, b| a.equals(b).not(),
        O::I32LtU | O::I64LtU => Word::is_less,
        O::I32GtU | O::I64GtU => |a, b| b.is_less(a),
        O::I32LeU | O::I64LeU => |a, b| b.is_less(a).not(),
        O::I32GeU | O::I64GeU => |a, b| a.is_less(b).not(),
        O::I32LtS | O::I64LtS => Word::is_less_signed,
        O::I32GtS | O::I64GtS => |a, b| b.is_less_signed(a),
        O::I32LeS | O::I64LeS => |a, b| b.is_less_signed(a).not(),
        O::I32GeS | O::I64GeS => |a, b| a.is_less_signed(b).not(),
        _ => return None,
    })
}
