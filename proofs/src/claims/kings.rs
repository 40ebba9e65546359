//! Claims about `destrier::king`, except paths, shields and the rule of the square.

use super::leapers::{distance, distance_of_sets, move_lists};
use crate::check;
use crate::definition::{KING, LINES, all, coordinates, distances, fixed, leaps, ray};
use crate::proof::{Claim, Expected};
use crate::word::Word;

/// Returns the kind of opposition between two squares: 0 direct, 1 distant, 2 diagonal, 3 virtual, 4 none.
fn opposition(a: u32, b: u32) -> u64 {
    let ((file, rank), (to_file, to_rank)) = (coordinates(a), coordinates(b));
    match ((file - to_file).abs(), (rank - to_rank).abs()) {
        (0, 0) => 4,
        (0, 2) | (2, 0) => 0,
        (0, 4) | (4, 0) => 1,
        (2, 2) => 2,
        (files, ranks) if files % 2 == 0 && ranks % 2 == 0 => 3,
        _ => 4,
    }
}

/// Returns whether a square is a key square of a pawn: the rule of the books with the library's differences.
fn is_key_square(king: u32, pawn: u32, color: u64) -> bool {
    let from_own_side = |rank| if color == 0 { rank } else { 7 - rank };
    let ((mut file, rank), (mut king_file, king_rank)) = (coordinates(pawn), coordinates(king));
    if file > 3 {
        (file, king_file) = (7 - file, 7 - king_file);
    }
    let (rank, king_rank) = (from_own_side(rank), from_own_side(king_rank));
    let files = (file - king_file).abs();
    match (file, rank) {
        (_, 0 | 7) | (0, 1..=3) => false,
        (0, 4) => (king_file, king_rank) == (1, 6),
        (0, _) => king_file == 1 && king_rank >= 6,
        (_, 1..=3) => files <= 1 && king_rank == rank + 2,
        // With the pawn on b6, a king on the c-file stalemates.
        (1, 5) => king_file < 2 && king_rank >= 6,
        (_, 4 | 5) => files <= 1 && (rank + 1..=rank + 2).contains(&king_rank),
        // With the pawn on c7, a king on a6 stalemates.
        (_, _) => match king_rank {
            7 => files <= 1,
            6 => (1..=2).contains(&files),
            5 => files == 2 && (file, king_file) != (2, 0),
            _ => false,
        },
    }
}

pub(super) const CLAIMS: &[Claim] = &[
    Claim {
        name: "king fill: every formulation gives the kings and the squares they attack",
        method: "all 2^64 sets",
        prove: |proof| {
            let [kings] = proof.sets(["kings"]);
            let expected = kings.or(&leaps(&kings, &KING));
            check!(proof, king_fill(&kings), &expected)
        },
    },
    Claim {
        name: "king distance: every formulation gives the fewest moves",
        method: "all 4096 pairs of squares",
        prove: |proof| distance(proof, "king_distance", &KING),
    },
    Claim {
        name: "Manhattan distance: every formulation gives the fewest moves without diagonal steps",
        method: "all 4096 pairs of squares",
        prove: |proof| distance(proof, "manhattan_distance", &[(0, 1), (1, 0), (0, -1), (-1, 0)]),
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
                    check!(proof, trajectory(a, b), &expected)?;
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
                check!(proof, open_lines(&escapes, king), Expected::Number(expected.clone()))?;
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
        name: "lines through a square",
        method: "all 64 squares",
        prove: |proof| {
            for square in 0..64_u32 {
                for (line, directions) in LINES.into_iter().enumerate() {
                    let on = |to| {
                        to == square
                            || directions.iter().any(|&direction| ray(square, direction).any(|s| s == to))
                    };
                    check!(proof, line_through(square, line), fixed(on))?;
                }
            }
            Ok(())
        },
    },
    Claim {
        name: "opposition: every formulation gives the kind, direct, distant, diagonal, virtual or none",
        method: "all 4096 pairs of squares",
        prove: |proof| {
            for a in 0..64 {
                for b in 0..64 {
                    check!(proof, opposition(a, b), opposition(a, b))?;
                }
            }
            Ok(())
        },
    },
    Claim {
        name: "opposition squares: every formulation gives the squares in opposition of a kind, and of any kind",
        method: "all 64 squares and 4 kinds",
        prove: |proof| {
            for king in 0..64 {
                for kind in 0..4 {
                    check!(proof, opposition_squares(king, kind), fixed(|s| opposition(king, s) == kind))?;
                }
                check!(proof, any_opposition_squares(king), fixed(|s| opposition(king, s) < 4))?;
            }
            Ok(())
        },
    },
    Claim {
        name: "key squares: every formulation gives the squares of the rule; the library's tests compare it with the solved ending",
        method: "all 64 squares and 2 sides",
        prove: |proof| {
            for pawn in 0..64 {
                for side in 0..2 {
                    check!(proof, key_squares(pawn, side), fixed(|king| is_key_square(king, pawn, side)))?;
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
