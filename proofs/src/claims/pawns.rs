//! Claims about `destrier::pawn`.

use crate::check;
use crate::definition::{ahead, any, away, coordinates, leaps, ray, squares, up};
use crate::proof::{Claim, Proof};
use crate::word::Word;
use anyhow::Result;

/// Returns the squares that a side's pawns attack.
fn attacks(pawns: &Word, side: u64) -> Word {
    leaps(pawns, &[(-1, up(side)), (1, up(side))])
}

/// Returns the squares that a side's pawns can move to: the empty square ahead and, from their second rank, the next
/// one.
fn pushes(pawns: &Word, empty: &Word, side: u64) -> [Word; 2] {
    let single = leaps(pawns, &[(0, up(side))]).and(empty);
    let from_start = squares(|square| {
        let rank = coordinates(square).1;
        let is_third = rank == if side == 0 { 2 } else { 5 };
        single.bit(square).and(&crate::bit::Bit::Constant(is_third))
    });
    let double = leaps(&from_start, &[(0, up(side))]).and(empty);
    [single, double]
}

/// Returns the squares ahead of pawns, up to `sides` files to each side.
fn span(pawns: &Word, side: u64, files: i32) -> Word {
    squares(|to| {
        any((0..64).filter(|&from| ahead(from, up(side), files).any(|s| s == to)).map(|s| pawns.bit(s)))
    })
}

fn for_both_sides(
    proof: &mut Proof<'_>,
    export: &'static str,
    sets: &[&Word],
    expected: impl Fn(u64) -> Word,
) -> Result<()> {
    for side in 0..2 {
        let mut arguments: Vec<Word> = sets.iter().map(|&set| set.clone()).collect();
        arguments.push(Word::from(side));
        let found = proof.run(export, arguments)?;
        proof.equal(&found, &expected(side))?;
    }
    Ok(())
}

pub(super) const CLAIMS: &[Claim] = &[
    Claim {
        name: "pawn attacks match the definition",
        method: "all 2^64 sets for 2 sides",
        prove: |proof| {
            let [pawns] = proof.sets(["pawns"]);
            for_both_sides(proof, "pawn_attacks", &[&pawns], |side| attacks(&pawns, side))
        },
    },
    Claim {
        name: "pawn pushes, single and double, match the definition",
        method: "all 2^128 pairs of sets for 2 sides",
        prove: |proof| {
            let [pawns, empty] = proof.sets(["pawns", "empty"]);
            for_both_sides(proof, "pawn_pushes", &[&pawns, &empty], |side| {
                let [single, double] = pushes(&pawns, &empty, side);
                single.or(&double)
            })
        },
    },
    Claim {
        name: "file fills: every formulation of north fill, south fill and file fill reaches the edge",
        method: "all 2^64 sets",
        prove: |proof| {
            let [set] = proof.sets(["squares"]);
            let filled = |directions: &[(i32, i32)]| {
                squares(|to| {
                    let from = directions.iter().flat_map(|&direction| ray(to, direction)).chain([to]);
                    any(from.map(|square| set.bit(square)))
                })
            };
            check!(proof, north_fill(&set), filled(&[(0, -1)]))?;
            check!(proof, south_fill(&set), filled(&[(0, 1)]))?;
            check!(proof, file_fill(&set), filled(&[(0, -1), (0, 1)]))
        },
    },
    Claim {
        name: "front span and passer span: the squares ahead; for passers also those on the adjacent files",
        method: "all 2^64 sets for 2 sides",
        prove: |proof| {
            let [pawns] = proof.sets(["pawns"]);
            for_both_sides(proof, "front_span", &[&pawns], |side| span(&pawns, side, 0))?;
            for_both_sides(proof, "passer_span", &[&pawns], |side| span(&pawns, side, 1))
        },
    },
    Claim {
        name: "doubled and isolated pawns: another pawn on the file, none on the adjacent files",
        method: "all 2^64 sets",
        prove: |proof| {
            let [pawns] = proof.sets(["pawns"]);
            let near = |pawn: u32, files: u32| {
                let others =
                    (0..64).filter(move |&other| other != pawn && (other % 8).abs_diff(pawn % 8) == files);
                any(others.map(|other| pawns.bit(other)))
            };
            check!(proof, doubled(&pawns), squares(|pawn| pawns.bit(pawn).and(&near(pawn, 0))))?;
            check!(proof, isolated(&pawns), squares(|pawn| pawns.bit(pawn).and(&near(pawn, 1).not())))
        },
    },
    Claim {
        name: "passers: every formulation gives the pawns with no opposing pawn ahead on three files",
        method: "all 2^128 pairs of sets for 2 sides",
        prove: |proof| {
            let [own, opponent] = proof.sets(["own", "opponent"]);
            for side in 0..2 {
                let expected = squares(|pawn| {
                    let in_the_way = any(ahead(pawn, up(side), 1).map(|square| opponent.bit(square)));
                    own.bit(pawn).and(&in_the_way.not())
                });
                check!(proof, passers(&own, &opponent, side), &expected)?;
            }
            Ok(())
        },
    },
    Claim {
        name: "pawn fork squares: the squares from which a pawn attacks two targets",
        method: "all 2^64 sets for 2 sides",
        prove: |proof| {
            let [targets] = proof.sets(["targets"]);
            for_both_sides(proof, "pawn_forks", &[&targets], |side| {
                squares(|from| {
                    let target = |files| away(from, (files, up(side))).map(|to| targets.bit(to));
                    match (target(-1), target(1)) {
                        (Some(west), Some(east)) => west.and(&east),
                        _ => crate::bit::ZERO,
                    }
                })
            })
        },
    },
    Claim {
        name: "pawn fork moves: pushes to fork squares that no opposing pawn attacks",
        method: "all 2^256 quadruples of sets for 2 sides",
        prove: |proof| {
            let [pawns, empty, targets, guards] = proof.sets(["pawns", "empty", "targets", "opponent_pawns"]);
            for side in 0..2 {
                let forks = leaps(&targets, &[(1, -up(side))]).and(&leaps(&targets, &[(-1, -up(side))]));
                let [single, double] = pushes(&pawns, &empty, side);
                let expected = single.or(&double).and(&forks).and(&attacks(&guards, 1 - side).not());
                check!(proof, pawn_fork_moves(&pawns, &guards, &targets, &empty, side), &expected)?;
            }
            Ok(())
        },
    },
];
