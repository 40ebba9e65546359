//! Claims about king safety: `destrier::king::{any_shield, checks, open_files, pawn_storm, virtual_mobility, zone}`.

use crate::bit::Bit;
use crate::definition::{
    KING, KNIGHT, LINES, all, any, chosen, coordinates, count, fixed, leaps, slides, sources, square,
    squares, up,
};
use crate::proof::{Claim, Expected};
use crate::word::Word;
use crate::{check, run};
use anyhow::ensure;

/// Returns the first of the three files around a king. On the edge, it is that of the nearest three files.
fn first_file(king: u32) -> i32 {
    (coordinates(king).0 - 1).clamp(0, 5)
}

/// Returns the squares on one of the three files around a king, from the first rank in front of it.
fn in_front(king: u32, side: u64, file: i32) -> impl Iterator<Item = u32> {
    let rank = coordinates(king).1;
    (1..8).map_while(move |n| square(first_file(king) + file, rank + n * up(side)))
}

/// Returns the six squares of the shield: first on the rank in front of the king, then on the next. Those beyond the
/// last rank are `None`.
fn shield(king: u32, side: u64) -> impl Iterator<Item = Option<u32>> {
    let rank = coordinates(king).1;
    (0..6).map(move |i| square(first_file(king) + i % 3, rank + (1 + i / 3) * up(side)))
}

/// Returns the zone of kings: at most one file away, and from one rank behind to two ranks in front.
fn zone(kings: &Word, side: u64) -> Word {
    let two_ahead = [-1, 0, 1].map(|files| (files, 2 * up(side)));
    leaps(kings, &[&KING[..], &two_ahead].concat())
}

/// Returns whether a file has a square of the set.
fn has_pawn(pawns: &Word, file: i32) -> Bit {
    any((0..8).filter_map(|rank| square(file, rank)).map(|s| pawns.bit(s)))
}

/// Returns the whole files on and beside a king for which a condition holds.
fn files_around(king: u32, condition: impl Fn(i32) -> Bit) -> Word {
    squares(|s| {
        let file = coordinates(s).0;
        Bit::Constant((file - coordinates(king).0).abs() <= 1).and(&condition(file))
    })
}

/// Returns the squares that pieces of a kind attack: knights, bishops, rooks or queens.
fn attacks(pieces: &Word, occupied: &Word, kind: u64) -> Word {
    let [rank, file, diagonal, anti_diagonal] = LINES;
    match kind {
        0 => leaps(pieces, &KNIGHT),
        1 => slides(pieces, occupied, &[diagonal, anti_diagonal].concat()),
        2 => slides(pieces, occupied, &[rank, file].concat()),
        _ => slides(pieces, occupied, &LINES.concat()),
    }
}

fn one(square: u32) -> Word {
    Word::from(1_u64 << square)
}

pub(super) const CLAIMS: &[Claim] = &[
    Claim {
        name: "shield on any square: every formulation has one bit for each of the six squares in front of the king",
        method: "all 2^64 sets for each of 64 squares and 2 sides",
        prove: |proof| {
            let [pawns] = proof.sets(["pawns"]);
            for king in 0..64_u32 {
                for side in 0..2 {
                    let bit = |s: Option<u32>| s.map_or(crate::bit::ZERO, |s| pawns.bit(s));
                    let expected = Word::from_bits(shield(king, side).map(bit).collect()).resize(64);
                    check!(proof, any_shield_index(&pawns, king, side), Expected::Number(expected.clone()))?;
                }
            }
            Ok(())
        },
    },
    Claim {
        name: "shield on any square: the mask is the squares of the shield, and an index gives its pawns",
        method: "all 64 squares, 2 sides and 64 indices",
        prove: |proof| {
            for king in 0..64_u32 {
                for side in 0..2 {
                    check!(
                        proof,
                        any_shield_mask(king, side),
                        fixed(|s| shield(king, side).any(|square| square == Some(s)))
                    )?;
                    for index in 0..64_u64 {
                        let found = run!(proof, any_shield_pawns(index, u64::from(king), side))?;
                        let has = |s| {
                            shield(king, side).enumerate().any(|(i, on)| on == Some(s) && index >> i & 1 == 1)
                        };
                        proof.equal(&found, &fixed(has))?;
                    }
                }
            }
            Ok(())
        },
    },
    Claim {
        name: "pawn storm: every formulation has three bits for each of the three files, the ranks to the nearest pawn in front",
        method: "all 2^64 sets for each of 64 squares and 2 sides",
        prove: |proof| {
            let [pawns] = proof.sets(["pawns"]);
            for king in 0..64_u32 {
                for side in 0..2 {
                    let distance = |file| {
                        let on_file: Vec<u32> = in_front(king, side, file).collect();
                        let nearest = |n: usize| {
                            all(on_file[..n].iter().map(|&s| pawns.bit(s).not())).and(&pawns.bit(on_file[n]))
                        };
                        chosen((0..on_file.len()).map(|n| (n as u64 + 1, nearest(n))))
                    };
                    let shifted = |file| distance(file).shift_left(&Word::from(3 * file as u64));
                    let expected = shifted(0).or(&shifted(1)).or(&shifted(2));
                    check!(proof, storm_index(&pawns, king, side), Expected::Number(expected.clone()))?;
                }
            }
            Ok(())
        },
    },
    Claim {
        name: "pawn storm: its pawns are the nearest in front of the king on three files",
        method: "all 2^64 sets for each of 64 squares and 2 sides",
        prove: |proof| {
            let [pawns] = proof.sets(["pawns"]);
            for king in 0..64_u32 {
                for side in 0..2 {
                    let area = |s| (0..3).any(|file| in_front(king, side, file).any(|ahead| ahead == s));
                    check!(proof, storm_area(king, side), fixed(area))?;
                    let nearest = |s: u32| {
                        let file = coordinates(s).0 - first_file(king);
                        let nearer = in_front(king, side, file).take_while(|&ahead| ahead != s);
                        Bit::Constant(area(s))
                            .and(&pawns.bit(s))
                            .and(&all(nearer.map(|s| pawns.bit(s).not())))
                    };
                    check!(proof, storm_pawns(&pawns, king, side), squares(nearest))?;
                }
            }
            for storm in 0..512_u64 {
                for file in 0..3_u64 {
                    check!(proof, storm_distance(storm, file), storm / 8_u64.pow(file as u32) % 8)?;
                }
            }
            Ok(())
        },
    },
    Claim {
        name: "open files: every formulation gives the files on and beside the king without pawns",
        method: "all 2^64 sets for each of 64 squares",
        prove: |proof| {
            let [pawns] = proof.sets(["pawns"]);
            for king in 0..64_u32 {
                check!(proof, files_around_king(king), files_around(king, |_| crate::bit::ONE))?;
                let expected = files_around(king, |file| has_pawn(&pawns, file).not());
                check!(proof, open_files(&pawns, king), &expected)?;
            }
            Ok(())
        },
    },
    Claim {
        name: "half-open files: every formulation gives the files on and beside the king with pawns of the opponent only",
        method: "all 2^128 pairs of sets for each of 64 squares",
        prove: |proof| {
            let [own, opponent] = proof.sets(["own", "opponent"]);
            for king in 0..64_u32 {
                let half_open = |file| has_pawn(&own, file).not().and(&has_pawn(&opponent, file));
                let expected = files_around(king, half_open);
                check!(proof, half_open_files(&own, &opponent, king), &expected)?;
            }
            Ok(())
        },
    },
    Claim {
        name: "king zone: every formulation gives the attacked squares and the three in front of them",
        method: "all 2^64 sets for 2 sides; the table for 64 squares",
        prove: |proof| {
            let [kings] = proof.sets(["kings"]);
            for side in 0..2 {
                let expected = zone(&kings, side);
                check!(proof, king_zone(&kings, side), &expected)?;
                for king in 0..64_u32 {
                    check!(proof, king_zone_from(king, side), zone(&one(king), side))?;
                }
            }
            Ok(())
        },
    },
    Claim {
        name: "attack units of one piece, by attackers: the number of squares of the zone that it attacks, and whether there is one",
        method: "all 2^128 pairs of zone and occupied squares, for one piece of four kinds on each of 64 squares",
        prove: |proof| {
            let [zone, occupied] = proof.sets(["zone", "occupied"]);
            ensure!(proof.formulations("attack_units") == (0..2), "no claim covers a new formulation");
            for piece in (0..64).map(one) {
                for kind in 0..4 {
                    let attacked = attacks(&piece, &occupied, kind).and(&zone);
                    let found = run!(proof, attack_units(0_u64, &zone, &piece, &occupied, kind, 0_u64))?;
                    proof.equal_truth(&found, &attacked.any())?;
                    let found = run!(proof, attack_units(0_u64, &zone, &piece, &occupied, kind, 1_u64))?;
                    proof.equal_number(&found, &count(attacked.bits()))?;
                }
            }
            Ok(())
        },
    },
    Claim {
        name: "attack units on one square, by squares: the number of pieces that attack it",
        method: "all 2^128 pairs of attackers and occupied squares, for four kinds of piece and a zone of each of 64 squares",
        prove: |proof| {
            let [attackers, occupied] = proof.sets(["attackers", "occupied"]);
            for target in 0..64_u32 {
                for kind in 0..4 {
                    // A piece attacks the target if it attacks it as the only piece of its kind.
                    let attacks_target = |from: u32| match kind {
                        0 => attackers.bit(from).and(&any(sources(&one(from), target, &KNIGHT))),
                        _ => attackers.bit(from).and(&attacks(&one(from), &occupied, kind).bit(target)),
                    };
                    let expected = count((0..64).map(attacks_target));
                    for which in 0..2_u64 {
                        let found = run!(
                            proof,
                            attack_units(1_u64, &one(target), &attackers, &occupied, kind, which)
                        )?;
                        proof.equal_number(&found, &expected)?;
                    }
                }
            }
            Ok(())
        },
    },
    Claim {
        name: "check squares: the squares from which a piece of each kind attacks the king",
        method: "all 2^64 sets of occupied squares for each of 64 squares and four kinds of piece",
        prove: |proof| {
            let [occupied] = proof.sets(["occupied"]);
            for king in 0..64_u32 {
                for kind in 0..4 {
                    let expected = squares(|from| attacks(&one(from), &occupied, kind).bit(king));
                    check!(proof, check_squares(&occupied, king, kind), &expected)?;
                }
            }
            Ok(())
        },
    },
    Claim {
        name: "safe checks, by intersection: the squares of the area that a piece attacks and from which its kind attacks the king",
        method: "all 2^384 sextuples of sets for each of 64 squares and four kinds of piece",
        prove: |proof| {
            let sets = ["knights", "bishops", "rooks", "queens", "occupied", "area"];
            let [knights, bishops, rooks, queens, occupied, area] = proof.sets(sets);
            ensure!(proof.formulations("safe_checks") == (0..2), "no claim covers a new formulation");
            for king in 0..64_u32 {
                for kind in 0..4 {
                    let pieces = [&knights, &bishops, &rooks, &queens][kind as usize];
                    let checks = attacks(&one(king), &occupied, kind);
                    let expected = attacks(pieces, &occupied, kind).and(&checks).and(&area);
                    let king = u64::from(king);
                    let found = run!(
                        proof,
                        safe_checks(0_u64, &knights, &bishops, &rooks, &queens, &occupied, &area, king, kind)
                    )?;
                    proof.equal(&found, &expected)?;
                }
            }
            Ok(())
        },
    },
    Claim {
        name: "safe checks of one piece, by moves: the squares of the area that it attacks and from which it attacks the king",
        method: "a knight and a king on all 4096 pairs of squares, for all 2^64 areas; a slider of three kinds on each of 64 squares and an area of each of 64 squares, for a king on e4 and all 2^64 sets of occupied squares",
        prove: |proof| {
            let [set] = proof.sets(["area or occupied"]);
            let none = Word::from(0);
            for piece in (0..64).map(one) {
                let attacked = leaps(&piece, &KNIGHT).and(&set);
                for king in 0..64_u32 {
                    let expected = attacked.and(&leaps(&one(king), &KNIGHT));
                    let king = u64::from(king);
                    let found = run!(
                        proof,
                        safe_checks(1_u64, &piece, &none, &none, &none, &none, &set, king, 0_u64)
                    )?;
                    proof.equal(&found, &expected)?;
                }
                for kind in 1..4 {
                    let expected = attacks(&piece, &set, kind).and(&attacks(&one(28), &set, kind));
                    let [bishop, rook, queen] = [1, 2, 3].map(|of| if of == kind { &piece } else { &none });
                    for area in (0..64).map(one) {
                        let found = run!(
                            proof,
                            safe_checks(1_u64, &none, bishop, rook, queen, &set, &area, 28_u64, kind)
                        )?;
                        proof.equal(&found, &expected.and(&area))?;
                    }
                }
            }
            Ok(())
        },
    },
    Claim {
        name: "virtual mobility: every formulation gives the squares that a queen on the king's square attacks",
        method: "all 2^64 sets of occupied squares for each of 64 squares",
        prove: |proof| {
            let [occupied] = proof.sets(["occupied"]);
            for king in 0..64_u32 {
                let expected = attacks(&one(king), &occupied, 3);
                check!(proof, virtual_queen_attacks(&occupied, king), &expected)?;
            }
            Ok(())
        },
    },
];
