//! Claims that hold for knights and kings alike.

use crate::definition::{any, away, chosen, count, distances, listed};
use crate::proof::{Expected, Proof};
use crate::word::Word;
use anyhow::Result;

/// The distance between two squares is the fewest steps on an empty board.
pub(super) fn distance(proof: &mut Proof<'_>, export: &'static str, steps: &[(i32, i32)]) -> Result<()> {
    for from in 0..64 {
        for (to, &expected) in distances(from, steps).iter().enumerate() {
            proof.check(export, &[u64::from(from), to as u64].map(Word::from), &Expected::from(expected))?;
        }
    }
    Ok(())
}

/// The distance between a square and a set is that of the nearest square of the set. An empty set has no distance.
pub(super) fn distance_of_sets(
    proof: &mut Proof<'_>,
    export: &'static str,
    steps: &[(i32, i32)],
) -> Result<()> {
    let [set] = proof.sets(["set"]);
    for square in 0..64 {
        let distances = distances(square, steps);
        let within = |n: u32| any((0..64).filter(|&to| distances[to as usize] <= n).map(|to| set.bit(to)));
        let none = set.any().not();
        let nearest = (0..8_u32).map(|n| {
            let nearer = n.checked_sub(1).map_or(crate::bit::ZERO, within);
            (u64::from(n), within(n).and(&nearer.not()))
        });
        let expected = chosen(nearest.chain([(255, none)]));
        let square = Word::from(1 << square);
        for arguments in [vec![square.clone(), set.clone()], vec![set.clone(), square]] {
            let found = proof.run(export, arguments)?;
            proof.equal_number(&found, &expected)?;
        }
    }
    Ok(())
}

/// A move list holds the attacked targets in order from a1, and different lists have different indices.
pub(super) fn move_lists(
    proof: &mut Proof<'_>,
    [index, length, square]: [&'static str; 3],
    steps: &[(i32, i32)],
) -> Result<()> {
    let [a, b] = proof.sets(["targets", "other targets"]);
    for from in 0..64_u32 {
        let mut attacked: Vec<u32> = steps.iter().filter_map(|&step| away(from, step)).collect();
        attacked.sort_unstable();
        let mask = Word::from(attacked.iter().map(|&to| 1_u64 << to).sum::<u64>());
        let from = Word::from(u64::from(from));

        let found = proof.run(length, vec![a.clone(), from.clone()])?;
        proof.equal_number(&found, &count(attacked.iter().map(|&to| a.bit(to))))?;
        for (i, expected) in listed(&a, &attacked, 8).iter().enumerate() {
            let found = proof.run(square, vec![a.clone(), from.clone(), Word::from(i as u64)])?;
            proof.equal_number(&found, expected)?;
        }

        let index_of_a = proof.run(index, vec![a.clone(), from.clone()])?;
        let index_of_b = proof.run(index, vec![b.clone(), from.clone()])?;
        let end = Word::from(1 << attacked.len());
        proof.equal_truth(&Word::truth(index_of_b.is_less(&end)).resize(64), &crate::bit::ONE)?;
        let same = a.and(&mask).equals(&b.and(&mask));
        proof.equal_truth(&Word::truth(index_of_a.equals(&index_of_b)).resize(64), &same)?;
    }
    Ok(())
}
