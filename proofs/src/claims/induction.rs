//! Proofs by induction over the iterations of a loop that runs until nothing is added.
//!
//! Diagrams of walks of any length would be too large. Let `x'` be the arguments `x` one step further. A claim about a
//! function `f` has two parts:
//!
//! - If `f(x)` ends in the first iteration, its result is the expected one.
//! - Otherwise, the loop continues in exactly the state in which `f(x')` starts, so `f(x) = f(x')`.
//!
//! Each step adds a square or counts down, so the walk ends.
//!
//! Each step is cut: the prover checks that the step computes the set of the definition and then replaces it by fresh
//! variables.

use crate::bit::{Bit, ONE, ZERO};
use crate::machine::Head;
use crate::proof::Proof;
use crate::word::Word;
use anyhow::{Context, Result, ensure};

/// One iteration of a loop.
pub(super) struct Step<'a> {
    pub export: &'static str,
    /// The arguments.
    pub from: Vec<Word>,
    /// The arguments one step further.
    pub to: Vec<Word>,
    /// The set that the step computes, and the variables that replace it.
    pub cut: (Word, Word),
    /// The condition under which the function ends in or before the first iteration, and its result then.
    pub ends: (Bit, Word),
    /// Fresh variables for values that must not matter.
    pub unused: &'a [Word],
}

/// Proves that a function ends correctly in its first iteration, or continues as if called with the next arguments.
pub(super) fn step(proof: &mut Proof<'_>, step: Step<'_>) -> Result<()> {
    let Step { export, from, to, cut, ends, unused } = step;
    let (ends, result) = ends;

    proof.cut([cut.clone()]);
    let first = proof.iterations(export, from.clone(), 1, Vec::new())?;
    proof.cut([]);
    let next = proof.iterations(export, to, 0, Vec::new())?;
    let [begin] = &next.heads[..] else { anyhow::bail!("{export} has no loop") };
    ensure!(begin.is_last, "the caller continues after the loop");
    let continued = first.heads.get(1).context("the loop never has a second iteration")?;

    // If the walk continues, the next call may still end before its loop. Then this one ends after its iteration.
    let (ended, found) = first.ended.context("the loop never ends")?;
    let (ended_next, found_next) = next.ended.unwrap_or((ZERO, Word::from(0)));
    let expected_end = ends.or(&ended_next);
    proof.equal_truth(&Word::truth(ended.clone()).resize(64), &expected_end)?;
    proof.assume(expected_end);
    proof.equal_number(&found, &Word::choose(&ends, &result, &found_next))?;

    let continues = ends.not().and(&begin.guard);
    proof.assume(ONE);
    proof.equal_truth(&Word::truth(continued.guard.clone()).resize(64), &continues)?;
    let mut dead = Vec::new();
    for (i, (value, expected)) in continued.values.iter().zip(&begin.values).enumerate() {
        if value.equals(expected).not().and(&continues) != ZERO {
            dead.push(i);
        }
    }
    proof.assume(continues);
    for &i in dead.iter().skip(unused.len()) {
        let same = proof.equal_number(&continued.values[i].resize(64), &begin.values[i].resize(64));
        same.with_context(|| format!("the next iteration starts with different values {dead:?}"))?;
    }
    ensure!(dead.len() < continued.values.len(), "all values differ");

    // The values that differ are never read again: the iteration gives the same with any values in their place.
    proof.assume(ONE);
    proof.cut([cut]);
    let put = dead.iter().copied().zip(unused.iter().cloned()).collect();
    let again = proof.iterations(export, from, 1, put)?;
    proof.cut([]);
    let (ended_again, found_again) = again.ended.context("the loop never ends")?;
    let Some(Head { guard, values, .. }) = again.heads.get(1) else {
        anyhow::bail!("the loop never continues")
    };
    let depends = |what: &str| format!("{what} depends on the values {dead:?}, which differ");
    let truth = |bit: &Bit| Word::truth(bit.clone()).resize(64);
    proof.unchanged(&truth(&ended_again), &truth(&ended)).with_context(|| depends("the end of the loop"))?;
    proof
        .unchanged(&truth(guard), &truth(&continued.guard))
        .with_context(|| depends("the next iteration"))?;
    proof.assume(ended);
    proof.unchanged(&found_again, &found).with_context(|| depends("the result"))?;
    proof.assume(guard.clone());
    for (i, (value, before)) in values.iter().zip(&continued.values).enumerate() {
        if !dead.contains(&i) {
            let unchanged = proof.unchanged(&value.resize(64), &before.resize(64));
            unchanged.with_context(|| depends(&format!("value {i}")))?;
        }
    }
    proof.assume(ONE);
    Ok(())
}

/// A state of a loop.
pub(super) struct State {
    /// The values that change in each iteration. Locals hold them.
    pub values: Vec<Word>,
    /// A condition under which the loop ends in this state, before it changes a value.
    pub over: Bit,
    /// The function's result if the loop ends in this state.
    pub result: Word,
}

/// An iteration of a loop from any state.
pub(super) struct Iteration<'a> {
    pub export: &'static str,
    pub arguments: Vec<Word>,
    /// The condition under which the function returns before the loop, and its result then.
    pub early: (Bit, Word),
    /// The state before the first iteration, any state in fresh variables, and the state one iteration later.
    pub states: [State; 3],
    /// Values that the iteration computes, and the variables that replace them.
    pub cuts: Vec<(Word, Word)>,
    /// Another condition under which the loop ends in the state in fresh variables.
    pub unchanged: Bit,
    /// Fresh variables for values that must not matter.
    pub unused: &'a [Word],
}

/// Proves that a loop starts in the first state, and that one iteration leads from any state to the next. So a proof
/// by induction need not find arguments for which the function starts in the next state.
pub(super) fn iterate(proof: &mut Proof<'_>, iteration: Iteration<'_>) -> Result<()> {
    let Iteration { export, arguments, early, states: [start, now, next], cuts, unchanged, unused } =
        iteration;
    let begin = proof.iterations(export, arguments.clone(), 0, Vec::new())?;
    let [head] = &begin.heads[..] else { anyhow::bail!("{export} has no loop") };
    let truth = |bit: Bit| Word::truth(bit).resize(64);
    if let Some((ended, found)) = &begin.ended {
        proof.assume(ended.clone());
        proof.equal_truth(&truth(early.0.or(&start.over)), &ONE)?;
        proof.equal_number(found, &Word::choose(&early.0, &early.1, &start.result))?;
        proof.assume(ONE);
    }
    proof.equal_truth(&truth(head.guard.and(&early.0)), &ZERO)?;
    // If the loop begins only where it is not over, every iteration must.
    let is_checked_before = head.guard.and(&start.over).is_never();
    let begins = if is_checked_before { now.over.not() } else { ONE };

    // Put the state in fresh variables into the locals that hold the first state.
    let same = |a: &Word, b: &Word| a.resize(64).xor(&b.resize(64)).any().and(&head.guard).is_never();
    let mut places = Vec::new();
    for (i, value) in head.values.iter().enumerate() {
        places.extend((0..start.values.len()).filter(|&n| same(value, &start.values[n])).map(|n| (i, n)));
    }
    places.dedup_by_key(|(i, _)| *i);
    let put = |places: &[(usize, usize)]| -> Vec<(usize, Word)> {
        places.iter().map(|&(i, n)| (i, now.values[n].resize(head.values[i].width()))).collect()
    };
    proof.assume(begins.clone());
    proof.cut(cuts.clone());
    let first = proof.iterations(export, arguments.clone(), 1, put(&places))?;
    let after = first.heads.get(1).context("the loop never has a second iteration")?;
    // A local may hold the same first value by chance, such as 0.
    let condition = begins.and(&after.guard);
    let is_next = |&(i, n): &(usize, usize)| {
        let next = next.values[n].resize(after.values[i].width());
        next.equals(&after.values[i]).not().and(&condition).is_never()
    };
    places.retain(is_next);
    for n in 0..start.values.len() {
        ensure!(
            places.iter().any(|place| place.1 == n),
            "no local goes from value {n} of the first state to that of the next"
        );
    }
    let first = proof.iterations(export, arguments.clone(), 1, put(&places))?;
    proof.cut([]);
    let after = first.heads.get(1).context("the loop never has a second iteration")?;

    let over = now.over.or(&unchanged);
    let (ended, found) = first.ended.unwrap_or((ZERO, Word::from(0)));
    if !ended.is_never() {
        proof.assume(begins.and(&ended));
        let before = begin.ended.as_ref().map_or(ZERO, |(ended, _)| ended.clone());
        proof.equal_truth(&truth(before.or(&over).or(&next.over)), &ONE)?;
        proof.assume(begins.and(&ended).and(&before.not()));
        proof.equal_number(&found, &Word::choose(&over, &now.result, &next.result))?;
    }
    proof.assume(begins.and(&after.guard));
    proof.equal_truth(&truth(over), &ZERO)?;
    if is_checked_before {
        proof.equal_truth(&truth(next.over.clone()), &ZERO)?;
    }
    for &(i, n) in &places {
        proof.equal_number(
            &after.values[i].resize(64),
            &next.values[n].resize(after.values[i].width()).resize(64),
        )?;
    }
    // All other values are unchanged or never read again.
    let is_dead = |&i: &usize| {
        !places.iter().any(|place| place.0 == i)
            && !after.values[i].equals(&head.values[i]).not().and(&begins).and(&after.guard).is_never()
    };
    let dead: Vec<usize> = (0..head.values.len()).filter(is_dead).collect();
    ensure!(dead.len() <= unused.len(), "more values change: {dead:?}");
    let in_dead = dead.iter().zip(unused).map(|(&i, word)| (i, word.resize(head.values[i].width())));
    proof.assume(begins.clone());
    proof.cut(cuts);
    let again = proof.iterations(export, arguments, 1, put(&places).into_iter().chain(in_dead).collect())?;
    proof.cut([]);
    let (ended_again, found_again) = again.ended.unwrap_or((ZERO, Word::from(0)));
    let Some(Head { guard, values, .. }) = again.heads.get(1) else {
        anyhow::bail!("the loop never continues")
    };
    proof.unchanged(&truth(ended_again), &truth(ended.clone()))?;
    proof.unchanged(&truth(guard.clone()), &truth(after.guard.clone()))?;
    if !ended.is_never() {
        proof.assume(begins.and(&ended));
        proof.unchanged(&found_again, &found)?;
    }
    proof.assume(begins.and(guard));
    for (i, (value, before)) in values.iter().zip(&after.values).enumerate() {
        if !dead.contains(&i) {
            let unchanged = proof.unchanged(&value.resize(64), &before.resize(64));
            unchanged.with_context(|| format!("value {i} depends on the values {dead:?}, which differ"))?;
        }
    }
    proof.assume(ONE);
    Ok(())
}
