//! Claims about walks: loops that go on until nothing is added. Diagrams of walks of any length would be too large, so
//! these are proved by induction over the turns of the loop.
//!
//! Of a function `f` of sets, a claim says what `f(x)` gives where it ends in the first turn, and that elsewhere its loop
//! goes on in the very state in which `f(x')` begins: `x'` is `x` one step further. So `f(x)` is `f(x')`. Where each step
//! adds a square, or counts down, this comes to an end, and `f` is what the steps lead to.
//!
//! What a step computes is cut: any set is put in its place, once it has been seen to be the set that the definition
//! gives. Where the number of steps is known, that is enough: each step is cut, and the last is what is given.

use crate::bit::{Bit, ONE, ZERO};
use crate::definition::{KING, KNIGHT, all, any, chosen, coordinates, fixed, leaps};
use crate::machine::Head;
use crate::proof::{Claim, Proof};
use crate::word::Word;
use anyhow::{Context, Result, ensure};

/// A turn of a loop: what it is given, what it comes to, and with what the next begins.
struct Step<'a> {
    export: &'static str,
    /// The arguments.
    from: Vec<Word>,
    /// Those that are one step further.
    to: Vec<Word>,
    /// What the code computes for the step, and any set in its place.
    cut: (Word, Word),
    /// For which assignments it ends, and what it then gives: before the loop or in its first turn.
    ends: (Bit, Word),
    /// Variables that nothing else has, for values that do not matter.
    unused: &'a [Word],
}

/// That a function ends in its first turn as it should, or goes on as if it had been given the next arguments.
fn step(proof: &mut Proof<'_>, step: Step<'_>) -> Result<()> {
    let Step { export, from, to, cut, ends, unused } = step;
    let (ends, gives) = ends;

    proof.cut([cut.clone()]);
    let first = proof.turns(export, from.clone(), 1, Vec::new())?;
    proof.cut([]);
    let next = proof.turns(export, to, 0, Vec::new())?;
    let [begin] = &next.heads[..] else { anyhow::bail!("{export} has no loop") };
    let goes_on = first.heads.get(1).context("a loop that is never gone through again")?;

    // Where the walk is not over, the next call may end before its loop: as this one does after its turn.
    let (ended, found) = first.ended.context("a loop that never ends")?;
    let (ended_next, found_next) = next.ended.unwrap_or((ZERO, Word::from(0)));
    let expected_end = ends.or(&ended_next);
    proof.equal_truth(&Word::truth(ended.clone()).resize(64), &expected_end)?;
    proof.assume(expected_end);
    proof.equal_number(&found, &Word::choose(&ends, &gives, &found_next))?;

    let on = ends.not().and(&begin.guard);
    proof.assume(ONE);
    proof.equal_truth(&Word::truth(goes_on.guard.clone()).resize(64), &on)?;
    let mut dead = Vec::new();
    for (i, (value, expected)) in goes_on.values.iter().zip(&begin.values).enumerate() {
        if value.equals(expected).not().and(&on) != ZERO {
            dead.push(i);
        }
    }
    proof.assume(on);
    for &i in dead.iter().skip(unused.len()) {
        let same = proof.equal_number(&goes_on.values[i].resize(64), &begin.values[i].resize(64));
        same.with_context(|| format!("the next turn begins otherwise in the values {dead:?}"))?;
    }
    ensure!(dead.len() < goes_on.values.len(), "nothing is the same");

    // What differs is not looked at again: whatever stands there, the turn comes to the same.
    proof.assume(ONE);
    proof.cut([cut]);
    let put = dead.iter().copied().zip(unused.iter().cloned()).collect();
    let again = proof.turns(export, from, 1, put)?;
    proof.cut([]);
    let (ended_again, found_again) = again.ended.context("it does not end")?;
    let Some(Head { guard, values }) = again.heads.get(1) else { anyhow::bail!("it does not go on") };
    let depends = |what: &str| format!("{what} depends on the values {dead:?}, which differ");
    let truth = |bit: &Bit| Word::truth(bit.clone()).resize(64);
    proof.unchanged(&truth(&ended_again), &truth(&ended)).with_context(|| depends("its end"))?;
    proof.unchanged(&truth(guard), &truth(&goes_on.guard)).with_context(|| depends("going on"))?;
    proof.assume(ended);
    proof.unchanged(&found_again, &found).with_context(|| depends("what it gives"))?;
    proof.assume(guard.clone());
    for (i, (value, before)) in values.iter().zip(&goes_on.values).enumerate() {
        if !dead.contains(&i) {
            let unchanged = proof.unchanged(&value.resize(64), &before.resize(64));
            unchanged.with_context(|| depends(&format!("value {i}")))?;
        }
    }
    proof.assume(ONE);
    Ok(())
}

/// A set and what is a step away from it.
fn fill(set: &Word, steps: &[(i32, i32)]) -> Word {
    set.or(&leaps(set, steps))
}

/// All that is reached on a path is reached from where one step leads; where that adds nothing it is where one is.
///
/// # Errors
///
/// If the function ends elsewhere, or its turns depend on more than where it has come to.
pub fn region(proof: &mut Proof<'_>, export: &'static str, steps: &[(i32, i32)]) -> Result<()> {
    let [from, path, any, a, b, c] = proof.sets(["from", "path", "after a step", "a", "b", "c"]);
    let here = from.and(&path);
    let after = any.and(&path);
    let over = after.equals(&here);
    step(
        proof,
        Step {
            export,
            from: vec![from, path.clone()],
            to: vec![after.clone(), path.clone()],
            cut: (fill(&here, steps).and(&path), after),
            ends: (over, here),
            unused: &[a, b, c],
        },
    )
}

/// Two sets are connected if they meet on the path, and not if a fill of the first adds nothing; else as after the fill.
fn connected(proof: &mut Proof<'_>, export: &'static str, steps: &[(i32, i32)]) -> Result<()> {
    let formulations = proof.formulations(export);
    ensure!(formulations == (0..2), "a formulation of which nothing is claimed");
    for formulation in formulations {
        let [from, to, path, any, a, b, c] = proof.sets(["a", "b", "path", "after a step", "x", "y", "z"]);
        let (here, there) = (from.and(&path), to.and(&path));
        let after = any.and(&path);
        let meet = here.and(&there).any();
        let over = meet.or(&after.equals(&here)).or(&there.any().not());
        // From both ends the other set is next, from one end the same.
        let (next, stays) = if formulation == 0 { (&to, &after) } else { (&after, &to) };
        let over = if formulation == 0 { meet.or(&after.equals(&here)) } else { over };
        let formulation = Word::from(formulation);
        step(
            proof,
            Step {
                export,
                from: vec![formulation.clone(), from, to.clone(), path.clone()],
                to: vec![formulation, next.clone(), stays.clone(), path.clone()],
                cut: (fill(&here, steps).and(&path), after.clone()),
                ends: (over, Word::truth(meet).resize(64)),
                unused: &[a, b, c],
            },
        )?;
    }
    Ok(())
}

/// A number of moves, in variables of a set.
fn number(set: &Word, bits: u32) -> Word {
    set.resize(bits).resize(64)
}

/// What is reached in at most n moves is what is reached after one in at most n - 1, unless that adds nothing.
fn reach_within(proof: &mut Proof<'_>, export: &'static str, steps: &[(i32, i32)]) -> Result<()> {
    let [set, taboo, after, n, a, b, c] = proof.sets(["set", "taboo", "after a move", "n", "a", "b", "c"]);
    let n = number(&n, 8);
    let over = n.any().not().or(&after.equals(&set));
    step(
        proof,
        Step {
            export,
            from: vec![set.clone(), taboo.clone(), n.clone()],
            to: vec![after.clone(), taboo.clone(), n.subtract(&Word::from(1))],
            cut: (set.or(&leaps(&set, steps).and(&taboo.not())), after),
            ends: (over, set),
            unused: &[a, b, c],
        },
    )
}

/// For so many steps from a set on, what each computes and any set in its place: the sets in turn are then what the code
/// has come to.
pub(super) fn chain<'a>(
    start: &Word,
    sets: &'a [Word],
    step: impl Fn(&Word) -> Word + 'a,
) -> impl Iterator<Item = (Word, Word)> + 'a {
    let mut before = start.clone();
    sets.iter().map(move |set| (step(&std::mem::replace(&mut before, set.clone())), set.clone()))
}

/// What is reached in n moves is what n moves lead to, for more than 129 as in 128 or 129.
fn reach(proof: &mut Proof<'_>, export: &'static str, steps: &[(i32, i32)]) -> Result<()> {
    let sets: [Word; 131] = proof.sets(["after so many moves"; 131]);
    let [set, taboo, after @ ..] = &sets;
    for n in 0..256 {
        let moves = if n < 128 { n } else { 128 + n % 2 };
        let after = &after[..moves];
        let last = after.iter().rev().take(2).rev().map(|set| ("after a move", set.clone()));
        proof.show([("set", set.clone()), ("taboo", taboo.clone())].into_iter().chain(last));
        proof.cut(chain(set, after, |set| leaps(set, steps).and(&taboo.not())));
        let found = proof.run(export, vec![set.clone(), taboo.clone(), Word::from(n as u64)])?;
        proof.equal(&found, after.last().unwrap_or(set))?;
    }
    Ok(())
}

/// The squares of some files and ranks.
fn rectangle(files: i32, ranks: i32) -> Word {
    fixed(|square| {
        let (file, rank) = coordinates(square);
        file < files && rank < ranks
    })
}

/// Layers of shortest paths: each square so many moves from the start, and as many from the end as are left.
fn shortest_paths(
    proof: &mut Proof<'_>,
    [moves, layer]: [&'static str; 2],
    steps: &[(i32, i32)],
    board: &Word,
) -> Result<()> {
    let [from, to, path] = proof.sets(["from", "to", "path"]);
    let squares = board.value().unwrap_or(0).count_ones();
    let (from, to, path) = (from.and(board), to.and(board), path.and(board));
    // What is reached first after so many moves, and how many it takes.
    let mut new = vec![from.and(&path)];
    let mut reached = new[0].clone();
    for _ in 1..squares {
        let next = leaps(new.last().context("no layer")?, steps).and(&path).and(&reached.not());
        reached = reached.or(&next);
        new.push(next);
    }
    let meets: Vec<Bit> = new.iter().map(|layer| layer.and(&to).any()).collect();
    let ends = |n: usize| all(meets[..n].iter().map(Bit::not)).and(&meets[n]);
    let expected =
        chosen((0..new.len()).map(|n| (n as u64, ends(n))).chain([(255, any(meets.iter().cloned()).not())]));
    let arguments = || vec![from.clone(), to.clone(), path.clone()];
    let found = proof.run(moves, arguments())?;
    proof.equal_number(&found, &expected)?;
    for n in 0..new.len() {
        let mut expected = Word::from(0);
        for last in n..new.len() {
            let mut back = new[last].and(&to);
            for layer in new[n..last].iter().rev() {
                back = leaps(&back, steps).and(layer);
            }
            expected = Word::choose(&ends(last), &back, &expected);
        }
        let found = proof.run(layer, [arguments(), vec![Word::from(n as u64)]].concat())?;
        proof.equal(&found, &expected)?;
    }
    Ok(())
}

pub(super) const CLAIMS: &[Claim] = &[
    Claim {
        name: "king region: starting one fill later gives the same region; the loop ends when a fill adds nothing",
        method: "all 2^128 pairs of sets, by induction over loop iterations",
        prove: |proof| region(proof, "king_region", &KING),
    },
    Claim {
        name: "knight region: starting one fill later gives the same region; the loop ends when a fill adds nothing",
        method: "all 2^128 pairs of sets, by induction over loop iterations",
        prove: |proof| region(proof, "knight_region", &KNIGHT),
    },
    Claim {
        name: "king connected: every formulation tells whether fills on the path lead from one set to the other",
        method: "all 2^192 triples of sets, by induction over loop iterations",
        prove: |proof| connected(proof, "king_connected", &KING),
    },
    Claim {
        name: "knight connected: every formulation tells whether fills on the path lead from one set to the other",
        method: "all 2^192 triples of sets, by induction over loop iterations",
        prove: |proof| connected(proof, "knight_connected", &KNIGHT),
    },
    Claim {
        name: "king reach within n moves: equal to the reach within n - 1 moves after one move, until a move adds nothing",
        method: "all 2^128 pairs of sets and n below 256, by induction over loop iterations",
        prove: |proof| reach_within(proof, "king_reach_within", &KING),
    },
    Claim {
        name: "knight reach within n moves: equal to the reach within n - 1 moves after one move, until a move adds nothing",
        method: "all 2^128 pairs of sets and n below 256, by induction over loop iterations",
        prove: |proof| reach_within(proof, "knight_reach_within", &KNIGHT),
    },
    Claim {
        name: "king reach in n moves: n attack steps that avoid the taboo squares; from 128 moves on, the result of 128 or 129",
        method: "all 2^128 pairs of sets and n below 256, with a cut after each step",
        prove: |proof| reach(proof, "king_reach", &KING),
    },
    Claim {
        name: "knight reach in n moves: n attack steps that avoid the taboo squares; from 128 moves on, the result of 128 or 129",
        method: "all 2^128 pairs of sets and n below 256, with a cut after each step",
        prove: |proof| reach(proof, "knight_reach", &KNIGHT),
    },
    Claim {
        name: "king's shortest paths: each layer holds the squares of its move on the shortest paths",
        method: "all triples of sets on a 3 by 3 board",
        prove: |proof| {
            let exports = ["king_shortest_path_moves", "king_shortest_path_layer"];
            shortest_paths(proof, exports, &KING, &rectangle(3, 3))
        },
    },
    Claim {
        name: "knight's shortest paths: each layer holds the squares of its move on the shortest paths",
        method: "all triples of sets on a 3 by 3 board",
        prove: |proof| {
            let exports = ["knight_shortest_path_moves", "knight_shortest_path_layer"];
            shortest_paths(proof, exports, &KNIGHT, &rectangle(3, 3))
        },
    },
];
