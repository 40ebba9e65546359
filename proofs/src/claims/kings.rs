//! Claims about `destrier::king`, except paths, shields and the rule of the square.

use super::{distance_of_sets, move_lists};
use crate::definition::{KING, LINES, all, coordinates, distances, fixed, leaps, ray};
use crate::proof::Claim;
use crate::run;
use crate::word::Word;

pub(super) const CLAIMS: &[Claim] = &[
    Claim {
        name: "king fill: every formulation gives the kings and the squares they attack",
        method: "all 2^64 sets",
        prove: |proof| {
            let [kings] = proof.sets(["kings"]);
            let expected = kings.or(&leaps(&kings, &KING));
            for formulation in proof.formulations("king_fill") {
                let found = run!(proof, king_fill(formulation, &kings))?;
                proof.equal(&found, &expected)?;
            }
            Ok(())
        },
    },
    Claim {
        name: "king distance: every formulation gives the fewest moves",
        method: "all 4096 pairs of squares",
        prove: |proof| {
            for a in 0..64 {
                for (b, &expected) in distances(a, &KING).iter().enumerate() {
                    for formulation in proof.formulations("king_distance") {
                        let found = run!(proof, king_distance(formulation, u64::from(a), b as u64))?;
                        proof.equal_number(&found, &Word::from(u64::from(expected)))?;
                    }
                }
            }
            Ok(())
        },
    },
    Claim {
        name: "Manhattan distance: every formulation gives the fewest moves without diagonal steps",
        method: "all 4096 pairs of squares",
        prove: |proof| {
            for a in 0..64 {
                let expected = distances(a, &[(0, 1), (1, 0), (0, -1), (-1, 0)]);
                for (b, &expected) in expected.iter().enumerate() {
                    for formulation in proof.formulations("manhattan_distance") {
                        let found = run!(proof, manhattan_distance(formulation, u64::from(a), b as u64))?;
                        proof.equal_number(&found, &Word::from(u64::from(expected)))?;
                    }
                }
            }
            Ok(())
        },
    },
    Claim {
        name: "king distance of sets: between one square and any set, in both orders, it is the distance of the nearest square",
        method: "all 2^64 sets for each of 64 squares, in both orders",
        prove: |proof| distance_of_sets(proof, "king_set_distance", &KING),
    },
    Claim {
        name: "trajectory: every formulation gives the squares on the shortest paths across an empty board",
        method: "all 4096 pairs of squares",
        prove: |proof| {
            let from: Vec<_> = (0..64).map(|a| distances(a, &KING)).collect();
            for a in 0..64 {
                for b in 0..64 {
                    let on_shortest_path = |s: u32| from[a][s as usize] + from[b][s as usize] == from[a][b];
                    let expected = fixed(on_shortest_path);
                    for formulation in proof.formulations("trajectory") {
                        let found = run!(proof, trajectory(formulation, a as u64, b as u64))?;
                        proof.equal(&found, &expected)?;
                    }
                }
            }
            Ok(())
        },
    },
    Claim {
        name: "open lines: every formulation gives the lines through the king that contain all escapes",
        method: "all 2^64 sets of escapes, near the king or not, for each of 64 squares",
        prove: |proof| {
            let [escapes] = proof.sets(["escapes"]);
            for king in 0..64_u32 {
                let holds = LINES.map(|directions| {
                    let line: Vec<u32> =
                        directions.into_iter().flat_map(|direction| ray(king, direction)).collect();
                    all((0..64).filter(|s| *s != king && !line.contains(s)).map(|s| escapes.bit(s).not()))
                });
                let expected = Word::from_bits(holds.to_vec()).resize(64);
                for formulation in proof.formulations("open_lines") {
                    let found = run!(proof, open_lines(formulation, &escapes, u64::from(king)))?;
                    proof.equal_number(&found, &expected)?;
                }
                // Two lines meet only in the king, so two open lines mean that there are no escapes.
                let on = |i: usize| holds[i].clone();
                let two = crate::definition::at_least((0..4).map(on), 2);
                let none = all((0..64).filter(|&s| s != king).map(|s| escapes.bit(s).not()));
                proof.equal_truth(&Word::truth(two).resize(64), &none)?;
            }
            Ok(())
        },
    },
    Claim {
        name: "lines through a square, and their indices",
        method: "all 64 squares",
        prove: |proof| {
            for square in 0..64_u32 {
                let (file, rank) = coordinates(square);
                for (line, directions) in LINES.into_iter().enumerate() {
                    let on = |to| {
                        to == square
                            || directions.iter().any(|&direction| ray(square, direction).any(|s| s == to))
                    };
                    let found = run!(proof, line_through(u64::from(square), line as u64))?;
                    proof.equal(&found, &fixed(on))?;
                    let expected = [rank, file, 7 + rank - file, rank + file][line];
                    let found = run!(proof, line_index(u64::from(square), line as u64))?;
                    proof.equal_number(&found, &Word::from(expected as u64))?;
                }
            }
            Ok(())
        },
    },
    Claim {
        name: "king move lists: the list holds the attacked targets in order from a1, and the index is a perfect hash",
        method: "all 2^64 sets for each of 64 squares",
        prove: |proof| {
            move_lists(
                proof,
                ["king_move_list_index", "king_move_list_length", "king_move_list_square"],
                &KING,
            )
        },
    },
];
