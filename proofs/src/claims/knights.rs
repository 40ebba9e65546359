//! Claims about `destrier::knight`.

use super::{distance_of_sets, move_lists};
use crate::definition::{
    DIRECTIONS, KNIGHT, at_least, attackers_of, away, count, distances, leaps, sources, squares,
};
use crate::proof::Claim;
use crate::run;
use crate::word::Word;

pub(super) const CLAIMS: &[Claim] = &[
    Claim {
        name: "knight fill: the knights and the squares they attack",
        method: "all 2^64 sets",
        prove: |proof| {
            let [knights] = proof.sets(["knights"]);
            let found = run!(proof, knight_fill(&knights))?;
            proof.equal(&found, &knights.or(&leaps(&knights, &KNIGHT)))
        },
    },
    Claim {
        name: "knight moves: every formulation gives the attacked squares without own pieces",
        method: "all 2^128 pairs of sets",
        prove: |proof| {
            let [knights, own] = proof.sets(["knights", "own"]);
            let expected = leaps(&knights, &KNIGHT).and(&own.not());
            for formulation in proof.formulations("knight_moves") {
                let found = run!(proof, knight_moves(formulation, &knights, &own))?;
                proof.equal(&found, &expected)?;
            }
            Ok(())
        },
    },
    Claim {
        name: "knight moves by direction: a step back from the targets leads to their sources",
        method: "all 2^128 pairs of sets",
        prove: |proof| {
            let [knights, own] = proof.sets(["knights", "own"]);
            for direction in 0..8_u64 {
                let step = DIRECTIONS[8 + direction as usize];
                let found = run!(proof, knight_moves_by_direction(&knights, &own, direction))?;
                proof.equal(&found, &leaps(&knights, &[step]).and(&own.not()))?;
                let opposite = run!(proof, direction_opposite(8 + direction))?;
                let back = run!(proof, set_step(&found, &opposite))?;
                let sources = squares(|from| match away(from, step) {
                    Some(to) => knights.bit(from).and(&own.bit(to).not()),
                    None => crate::bit::ZERO,
                });
                proof.equal(&back, &sources)?;
            }
            Ok(())
        },
    },
    Claim {
        name: "fork squares: every formulation gives the squares with at least two of eight targets",
        method: "all 2^64 sets",
        prove: |proof| {
            let [targets] = proof.sets(["targets"]);
            let expected = attackers_of(&targets, &KNIGHT, 2);
            for formulation in proof.formulations("knight_fork_squares") {
                let found = run!(proof, knight_fork_squares(formulation, &targets))?;
                proof.equal(&found, &expected)?;
            }
            Ok(())
        },
    },
    Claim {
        name: "fork squares of at least k targets, k from 0 to 9",
        method: "all 2^64 sets",
        prove: |proof| {
            let [targets] = proof.sets(["targets"]);
            for k in 0..10 {
                let found = run!(proof, knight_forks_of_at_least(&targets, k))?;
                proof.equal(&found, &attackers_of(&targets, &KNIGHT, k as usize))?;
            }
            Ok(())
        },
    },
    Claim {
        name: "fork counts: the bit planes hold the number of targets; `exactly`, `at_least` and `of` read them",
        method: "all 2^64 sets",
        prove: |proof| {
            let [targets] = proof.sets(["targets"]);
            let counts: Vec<Word> = (0..64).map(|from| count(sources(&targets, from, &KNIGHT))).collect();
            for plane in 0..4_u64 {
                let found = run!(proof, knight_fork_counts(&targets, plane))?;
                proof.equal(&found, &squares(|square| counts[square as usize].bit(plane as u32)))?;
            }
            for n in 0..17_u64 {
                let found = run!(proof, knight_fork_counts_at_least(&targets, n))?;
                proof.equal(&found, &attackers_of(&targets, &KNIGHT, n as usize))?;
                let found = run!(proof, knight_fork_counts_exactly(&targets, n))?;
                let exactly = |square: u32| {
                    let targets = || sources(&targets, square, &KNIGHT);
                    at_least(targets(), n as usize).and(&at_least(targets(), n as usize + 1).not())
                };
                proof.equal(&found, &squares(exactly))?;
            }
            for square in 0..64 {
                let found = run!(proof, knight_fork_counts_of(&targets, square))?;
                proof.equal_number(&found, &counts[square as usize])?;
            }
            Ok(())
        },
    },
    Claim {
        name: "fork moves: fork squares that a knight attacks and that are not taboo",
        method: "all 2^192 triples of sets",
        prove: |proof| {
            let [targets, knights, taboo] = proof.sets(["targets", "knights", "taboo"]);
            let found = run!(proof, knight_fork_moves(&targets, &knights, &taboo))?;
            let forks = attackers_of(&targets, &KNIGHT, 2);
            proof.equal(&found, &forks.and(&leaps(&knights, &KNIGHT)).and(&taboo.not()))
        },
    },
    Claim {
        name: "knight distance: every formulation gives the fewest moves",
        method: "all 4096 pairs of squares",
        prove: |proof| {
            for a in 0..64 {
                for (b, &expected) in distances(a, &KNIGHT).iter().enumerate() {
                    for formulation in proof.formulations("knight_distance") {
                        let found = run!(proof, knight_distance(formulation, u64::from(a), b as u64))?;
                        proof.equal_number(&found, &Word::from(u64::from(expected)))?;
                    }
                }
            }
            Ok(())
        },
    },
    Claim {
        name: "knight distance of sets: between one square and any set, in both orders, it is the distance of the nearest square",
        method: "all 2^64 sets for each of 64 squares, in both orders",
        prove: |proof| distance_of_sets(proof, "knight_set_distance", &KNIGHT),
    },
    Claim {
        name: "knight move lists: the list holds the attacked targets in order from a1, and the index is a perfect hash",
        method: "all 2^64 sets for each of 64 squares",
        prove: |proof| {
            move_lists(
                proof,
                ["knight_move_list_index", "knight_move_list_length", "knight_move_list_square"],
                &KNIGHT,
            )
        },
    },
];
