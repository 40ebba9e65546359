//! Claims about walks: loops that run until nothing is added, proved by [induction](super::induction) over their iterations.
//! If the number of steps is known, cuts suffice: every step is cut, and the last set is the result.

use super::induction::{Iteration, State, Step, iterate, step};
use crate::bit::{Bit, ZERO};
use crate::definition::{KING, KNIGHT, all, any, chosen, coordinates, count, fixed, leaps, squares};
use crate::proof::{Claim, Proof};
use crate::word::Word;
use anyhow::{Context, Result, ensure};

/// Returns a set and the squares one step away.
fn fill(set: &Word, steps: &[(i32, i32)]) -> Word {
    set.or(&leaps(set, steps))
}

/// A region on a path is the region from one step further. If a step adds nothing, the region is the set itself.
///
/// # Errors
///
/// If the function ends at another point, or if an iteration depends on more than the current set.
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

/// Two sets are connected if they meet on the path, and not connected if a fill of the first adds nothing. Otherwise
/// the answer is that after the fill.
fn connected(proof: &mut Proof<'_>, export: &'static str, steps: &[(i32, i32)]) -> Result<()> {
    let formulations = proof.formulations(export);
    ensure!(formulations == (0..2), "no claim covers a new formulation");
    for formulation in formulations {
        let [from, to, path, any, a, b, c] = proof.sets(["a", "b", "path", "after a step", "x", "y", "z"]);
        let (here, there) = (from.and(&path), to.and(&path));
        let after = any.and(&path);
        let meet = here.and(&there).any();
        let over = meet.or(&after.equals(&here)).or(&there.any().not());
        // A two-sided search continues with the other set, a one-sided search with the same.
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

/// Returns a symbolic number that uses the lowest variables of a set.
fn number(set: &Word, bits: u32) -> Word {
    set.resize(bits).resize(64)
}

/// The reach within n moves is the reach within n - 1 moves after one move, unless the move adds nothing.
fn reach_within(proof: &mut Proof<'_>, export: &'static str, steps: &[(i32, i32)]) -> Result<()> {
    let [set, area, after, n, a, b, c] = proof.sets(["set", "area", "after a move", "n", "a", "b", "c"]);
    let n = number(&n, 8);
    let over = n.any().not().or(&after.equals(&set));
    step(
        proof,
        Step {
            export,
            from: vec![set.clone(), area.clone(), n.clone()],
            to: vec![after.clone(), area.clone(), n.subtract(&Word::from(1))],
            cut: (set.or(&leaps(&set, steps).and(&area)), after),
            ends: (over, set),
            unused: &[a, b, c],
        },
    )
}

/// Knights reach an outpost of any outposts within n moves if both meet within n moves in the area. Walks from the
/// knights intersect the last set with the outposts. Walks back from the outposts intersect the fill of the last set with
/// the knights, because only the first square of a path may be outside the area.
fn outposts_in_reach(proof: &mut Proof<'_>, export: &'static str, is_back: bool) -> Result<()> {
    let names = ["knights", "outposts", "area", "a set", "after a move", "n", "m", "a", "b", "c"];
    let [knights, outposts, area, now, after, n, m, unused @ ..] = proof.sets(names);
    let (n, m) = (number(&n, 8), number(&m, 8));
    let one = Word::from(1);
    let result = |set: &Word| {
        if is_back { knights.and(&outposts.or(&fill(set, &KNIGHT))) } else { set.and(&outposts) }
    };
    let state = |set: &Word, left: Word| State {
        over: left.any().not(),
        result: result(set),
        values: vec![set.clone(), left],
    };
    let is_zero = n.any().not();
    let (start, early) = if is_back {
        (state(&outposts.and(&area), n.subtract(&one)), (is_zero, knights.and(&outposts)))
    } else {
        (state(&knights, n.clone()), (ZERO, Word::from(0)))
    };
    let states = [start, state(&now, m.clone()), state(&after, m.subtract(&one))];
    iterate(
        proof,
        Iteration {
            export,
            arguments: vec![Word::from(0), knights.clone(), outposts.clone(), area.clone(), n],
            early,
            states,
            cuts: vec![(now.or(&leaps(&now, &KNIGHT).and(&area)), after.clone())],
            unchanged: after.equals(&now),
            unused: &unused,
        },
    )
}

/// The slow formulations for one outpost or one knight, within few moves.
fn one_by_one(proof: &mut Proof<'_>, export: &'static str, is_back: bool) -> Result<()> {
    ensure!(proof.formulations(export) == (0..2), "no claim covers a new formulation");
    let [others, area] = proof.sets([if is_back { "outposts" } else { "knights" }, "area"]);
    for square in 0..64 {
        let one = Word::from(1 << square);
        for n in 0..3 {
            let (knights, outposts) = if is_back { (&one, &others) } else { (&others, &one) };
            let reached = (0..n).fold(knights.clone(), |set, _| set.or(&leaps(&set, &KNIGHT).and(&area)));
            let is_reached = reached.and(outposts).any();
            let expected = Word::choose(&is_reached, &one, &Word::from(0));
            let found = proof.run(
                export,
                vec![Word::from(1), knights.clone(), outposts.clone(), area.clone(), n.into()],
            )?;
            proof.equal(&found, &expected)?;
        }
    }
    Ok(())
}

/// Returns the cuts for a chain of steps: the set that each step computes and the set that replaces it.
pub(super) fn chain<'a>(
    start: &Word,
    sets: &'a [Word],
    step: impl Fn(&Word) -> Word + 'a,
) -> impl Iterator<Item = (Word, Word)> + 'a {
    let mut before = start.clone();
    sets.iter().map(move |set| (step(&std::mem::replace(&mut before, set.clone())), set.clone()))
}

/// The reach in n moves is the result of n steps. From 128 moves on, it is the result of 128 or 129 steps.
fn reach(proof: &mut Proof<'_>, export: &'static str, steps: &[(i32, i32)]) -> Result<()> {
    let sets: [Word; 131] = proof.sets(["after n moves"; 131]);
    let [set, area, after @ ..] = &sets;
    for n in 0..256 {
        let moves = if n < 128 { n } else { 128 + n % 2 };
        let after = &after[..moves];
        let last = after.iter().rev().take(2).rev().map(|set| ("after a move", set.clone()));
        proof.show([("set", set.clone()), ("area", area.clone())].into_iter().chain(last));
        proof.cut(chain(set, after, |set| leaps(set, steps).and(area)));
        let found = proof.run(export, vec![set.clone(), area.clone(), Word::from(n as u64)])?;
        proof.equal(&found, after.last().unwrap_or(set))?;
    }
    Ok(())
}

/// A loop that goes through a set and collects the squares for which a condition holds.
pub struct Collect<'a> {
    /// The function.
    pub export: &'static str,
    /// The index of the formulation, if the function has several.
    pub formulation: Option<u64>,
    /// The arguments of the function.
    pub sets: &'a [Word],
    /// The index of the set that the loop goes through.
    pub through: usize,
    /// The condition for a square.
    pub holds: &'a dyn Fn(u32) -> Bit,
    /// Fresh variables for the squares left.
    pub left: &'a Word,
    /// Fresh variables for the squares collected, and for values that must not matter.
    pub fresh: &'a [Word],
}

/// Returns whether a square is the first of a set.
fn is_first(set: &Word, square: u32) -> Bit {
    set.bit(square).and(&any((0..square).map(|lower| set.bit(lower))).not())
}

/// Proves that an iteration removes the first square of the set and collects it if the condition holds.
///
/// # Errors
///
/// If the loop does something else, or if an iteration depends on more than the squares left and collected.
pub fn collect(proof: &mut Proof<'_>, collect: Collect<'_>) -> Result<()> {
    let Collect { export, formulation, sets, through, holds, left, fresh } = collect;
    let (found, unused) = fresh.split_first().context("no fresh set")?;
    let state = |left: &Word, found: &Word| State {
        over: left.any().not(),
        result: found.clone(),
        values: vec![left.clone(), found.clone()],
    };
    let rest = squares(|s| left.bit(s).and(&is_first(left, s).not()));
    let more = squares(|s| found.bit(s).or(&is_first(left, s).and(&holds(s))));
    let arguments = formulation.map(Word::from).iter().chain(sets).cloned().collect();
    iterate(
        proof,
        Iteration {
            export,
            arguments,
            early: (ZERO, Word::from(0)),
            states: [state(&sets[through], &Word::from(0)), state(left, found), state(&rest, &more)],
            cuts: Vec::new(),
            unchanged: ZERO,
            unused,
        },
    )
}

/// Each iteration adds the mobility of the first knight, until no knight is left.
fn total_mobility(proof: &mut Proof<'_>) -> Result<()> {
    let names = ["knights left", "knights", "area", "total", "mobility", "a", "b", "c"];
    let [left, knights, area, total, mobility, unused @ ..] = proof.sets_after_first(names);
    let (total, mobility) = (number(&total, 16), number(&mobility, 4));
    let of_first = (0..64).fold(Word::from(0), |number, s| {
        let attacked = leaps(&Word::from(1 << s), &KNIGHT).and(&area);
        Word::choose(&is_first(&left, s), &count(attacked.bits()), &number)
    });
    let rest = squares(|s| left.bit(s).and(&is_first(&left, s).not()));
    let state = |left: &Word, total: Word| State {
        over: left.any().not(),
        result: total.clone(),
        values: vec![left.clone(), total],
    };
    let states =
        [state(&knights, Word::from(0)), state(&left, total.clone()), state(&rest, total.add(&mobility))];
    iterate(
        proof,
        Iteration {
            export: "knight_total_mobility",
            arguments: vec![Word::from(0), knights, area],
            early: (ZERO, Word::from(0)),
            states,
            cuts: vec![(of_first, mobility)],
            unchanged: ZERO,
            unused: &unused,
        },
    )
}

/// Returns the squares of the first files and ranks.
fn rectangle(files: i32, ranks: i32) -> Word {
    fixed(|square| {
        let (file, rank) = coordinates(square);
        file < files && rank < ranks
    })
}

/// Layer n of the shortest paths holds the squares that are n moves from the start and the remaining moves from the
/// end.
fn shortest_paths(
    proof: &mut Proof<'_>,
    [moves, layer]: [&'static str; 2],
    steps: &[(i32, i32)],
    board: &Word,
) -> Result<()> {
    let [from, to, path] = proof.sets(["from", "to", "path"]);
    let squares = board.value().unwrap_or(0).count_ones();
    let (from, to, path) = (from.and(board), to.and(board), path.and(board));
    // Entry n: the squares first reached after n moves.
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
        name: "king reach in n moves: n attack steps that end in the area; from 128 moves on, the result of 128 or 129",
        method: "all 2^128 pairs of sets and n below 256, with a cut after each step",
        prove: |proof| reach(proof, "king_reach", &KING),
    },
    Claim {
        name: "knight reach in n moves: n attack steps that end in the area; from 128 moves on, the result of 128 or 129",
        method: "all 2^128 pairs of sets and n below 256, with a cut after each step",
        prove: |proof| reach(proof, "knight_reach", &KNIGHT),
    },
    Claim {
        name: "reachable outposts, from the knights: one move leads to the next state of the walk, until a move adds nothing; the result is the outposts in the last set",
        method: "all 2^192 triples of sets and n below 256, by induction over loop iterations",
        prove: |proof| outposts_in_reach(proof, "reachable_outposts", false),
    },
    Claim {
        name: "knights in reach, from the outposts: one move back leads to the next state of the walk, until a move adds nothing; the result is the knights on an outpost or one move away from the last set",
        method: "all 2^192 triples of sets and n below 256, by induction over loop iterations",
        prove: |proof| outposts_in_reach(proof, "knights_in_reach", true),
    },
    Claim {
        name: "reachable outposts, one by one: whether a knight reaches an outpost",
        method: "all 2^128 pairs of knights and areas, for one outpost on each of 64 squares and at most 2 moves",
        prove: |proof| one_by_one(proof, "reachable_outposts", false),
    },
    Claim {
        name: "knights in reach, one by one: whether a knight reaches an outpost",
        method: "all 2^128 pairs of outposts and areas, for one knight on each of 64 squares and at most 2 moves",
        prove: |proof| one_by_one(proof, "knights_in_reach", true),
    },
    Claim {
        name: "total knight mobility, by table: an iteration removes the first knight and adds the number of squares of the area that it attacks",
        method: "all 2^128 pairs of sets, by induction over loop iterations with a cut at the number",
        prove: total_mobility,
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
