//! Claims about the basic types: `destrier::Bitboard`, `Direction`, `Square`, `SquareMapping` and `greater_one`.

use crate::bit::Bit;
use crate::definition::{
    DIRECTIONS, all, any, at_least, away, chosen, coordinates, count, leaps, square, squares,
};
use crate::proof::{Claim, Proof};
use crate::run;
use crate::word::Word;
use anyhow::Result;

/// Maps a square of the result to the square it comes from.
type Source = fn(i32, i32) -> (i32, i32);

/// The symmetries of the board.
const MIRRORS: [(&str, Source); 4] = [
    ("set_flip_vertical", |file, rank| (file, 7 - rank)),
    ("set_mirror_horizontal", |file, rank| (7 - file, rank)),
    ("set_rotate_180", |file, rank| (7 - file, 7 - rank)),
    ("set_flip_diagonal", |file, rank| (rank, file)),
];

/// Returns the square of a file and rank on the board.
fn at((file, rank): (i32, i32)) -> u32 {
    square(file, rank).unwrap_or(0)
}

fn mirrored(set: &Word, source: Source) -> Word {
    squares(|to| {
        let (file, rank) = coordinates(to);
        set.bit(at(source(file, rank)))
    })
}

/// A function of one set, independent of the side, commutes with the symmetries.
fn commutes_with_mirrors(
    proof: &mut Proof<'_>,
    of: impl Fn(&mut Proof<'_>, &Word) -> Result<Word>,
) -> Result<()> {
    let [set] = proof.sets(["set"]);
    let plain = of(proof, &set)?;
    for (mirror, _) in MIRRORS {
        let flipped = proof.run(mirror, vec![set.clone()])?;
        let expected = proof.run(mirror, vec![plain.clone()])?;
        let found = of(proof, &flipped)?;
        proof.equal(&found, &expected)?;
    }
    Ok(())
}

pub(super) const CLAIMS: &[Claim] = &[
    Claim {
        name: "set operations act square by square",
        method: "all 2^128 pairs of sets",
        prove: |proof| {
            let [a, b] = proof.sets(["a", "b"]);
            let each = |of: fn(&Bit, &Bit) -> Bit| squares(|square| of(&a.bit(square), &b.bit(square)));
            let found = run!(proof, set_union(&a, &b))?;
            proof.equal(&found, &each(Bit::or))?;
            let found = run!(proof, set_intersection(&a, &b))?;
            proof.equal(&found, &each(Bit::and))?;
            let found = run!(proof, set_difference(&a, &b))?;
            proof.equal(&found, &each(|a, b| a.and(&b.not())))?;
            let found = run!(proof, set_symmetric_difference(&a, &b))?;
            proof.equal(&found, &each(Bit::xor))?;
            let found = run!(proof, set_complement(&a))?;
            proof.equal(&found, &each(|a, _| a.not()))?;

            let meet = any((0..64).map(|square| a.bit(square).and(&b.bit(square))));
            let within = all((0..64).map(|square| a.bit(square).not().or(&b.bit(square))));
            let found = run!(proof, set_intersects(&a, &b))?;
            proof.equal_truth(&found, &meet)?;
            let found = run!(proof, set_is_disjoint(&a, &b))?;
            proof.equal_truth(&found, &meet.not())?;
            let found = run!(proof, set_is_subset(&a, &b))?;
            proof.equal_truth(&found, &within)
        },
    },
    Claim {
        name: "adding, removing and testing a square",
        method: "all 2^64 sets for each of 64 squares",
        prove: |proof| {
            let [a] = proof.sets(["a"]);
            for at in 0..64_u32 {
                let one = |other: bool| squares(|s| if s == at { Bit::Constant(other) } else { a.bit(s) });
                let found = run!(proof, set_with(&a, u64::from(at)))?;
                proof.equal(&found, &one(true))?;
                let found = run!(proof, set_without(&a, u64::from(at)))?;
                proof.equal(&found, &one(false))?;
                let found = run!(proof, set_contains(&a, u64::from(at)))?;
                proof.equal_truth(&found, &a.bit(at))?;
            }
            Ok(())
        },
    },
    Claim {
        name: "length, first, last and only square, and removal of the first square",
        method: "all 2^64 sets",
        prove: |proof| {
            let [a] = proof.sets(["a"]);
            let bits = || (0..64).map(|square| a.bit(square));
            let none = all(bits().map(|bit| bit.not()));
            let found = run!(proof, set_is_empty(&a))?;
            proof.equal_truth(&found, &none)?;
            let found = run!(proof, set_len(&a))?;
            proof.equal_number(&found, &count(bits()))?;

            // For each square, whether it is in the set and the selected other squares are not.
            let no_others = |others: Box<dyn Fn(u32, u32) -> bool>| {
                let of = |s: u32| {
                    let others = (0..64).filter(|&other| others(other, s)).map(|other| a.bit(other).not());
                    (u64::from(s), a.bit(s).and(&all(others)))
                };
                (0..64).map(of).collect::<Vec<_>>()
            };
            let nothing = || [(64, none.clone())];
            let first = no_others(Box::new(|other, s| other < s));
            let found = run!(proof, set_first(&a))?;
            proof.equal_number(&found, &chosen(first.iter().cloned().chain(nothing())))?;
            let found = run!(proof, set_last(&a))?;
            let last = no_others(Box::new(|other, s| other > s));
            proof.equal_number(&found, &chosen(last.into_iter().chain(nothing())))?;
            let found = run!(proof, set_only(&a))?;
            let only = no_others(Box::new(|other, s| other != s));
            let other = any(only.iter().map(|(_, is_only)| is_only.clone())).not();
            proof.equal_number(&found, &chosen(only.into_iter().chain([(64, other)])))?;
            let found = run!(proof, set_after_pop_first(&a))?;
            proof.equal(&found, &squares(|s| a.bit(s).and(&first[s as usize].1.not())))
        },
    },
    Claim {
        name: "flips, mirrors and rotations match the definition by files and ranks, and each is its own inverse",
        method: "all 2^64 sets",
        prove: |proof| {
            let [a] = proof.sets(["a"]);
            for (mirror, source) in MIRRORS {
                let found = proof.run(mirror, vec![a.clone()])?;
                proof.equal(&found, &mirrored(&a, source))?;
                let again = proof.run(mirror, vec![found])?;
                proof.equal(&again, &a)?;
            }
            Ok(())
        },
    },
    Claim {
        name: "square mappings: sets and single squares convert to each numbering and back",
        method: "all 2^64 sets for 4 mappings",
        prove: |proof| {
            let [a] = proof.sets(["a"]);
            let mappings: [Source; 4] = [|file, rank| (file, rank), MIRRORS[0].1, MIRRORS[1].1, MIRRORS[2].1];
            for (mapping, source) in mappings.into_iter().enumerate() {
                let bits = run!(proof, mapping_bits(&a, mapping as u64))?;
                proof.equal(&bits, &mirrored(&a, source))?;
                let back = run!(proof, mapping_bitboard(&bits, mapping as u64))?;
                proof.equal(&back, &a)?;
                for square in 0..64 {
                    let (file, rank) = coordinates(square);
                    let found = run!(proof, mapping_index(u64::from(square), mapping as u64))?;
                    let expected = u64::from(at(source(file, rank)));
                    proof.equal_number(&found, &Word::from(expected))?;
                    let found = run!(proof, mapping_square(expected, mapping as u64))?;
                    proof.equal_number(&found, &Word::from(u64::from(square)))?;
                }
                for number in 64..256 {
                    let none = run!(proof, mapping_square(number, mapping as u64))?;
                    proof.equal_number(&none, &Word::from(64))?;
                }
            }
            for square in 0..64_u32 {
                let (file, rank) = coordinates(square);
                let found = run!(proof, square_flip_vertical(u64::from(square)))?;
                proof.equal_number(&found, &Word::from(u64::from(at((file, 7 - rank)))))?;
                let found = run!(proof, square_mirror_horizontal(u64::from(square)))?;
                proof.equal_number(&found, &Word::from(u64::from(at((7 - file, rank)))))?;
            }
            Ok(())
        },
    },
    Claim {
        name: "steps match the definition in each of the sixteen directions",
        method: "all 2^64 sets",
        prove: |proof| {
            let [a] = proof.sets(["a"]);
            for (to, direction) in DIRECTIONS.into_iter().enumerate() {
                let found = run!(proof, set_step(&a, to as u64))?;
                proof.equal(&found, &leaps(&a, &[direction]))?;
            }
            Ok(())
        },
    },
    Claim {
        name: "directions: opposites, index differences, and steps of a square",
        method: "all 16 directions and 64 squares",
        prove: |proof| {
            for (i, (files, ranks)) in DIRECTIONS.into_iter().enumerate() {
                let opposite = DIRECTIONS.iter().position(|&other| other == (-files, -ranks));
                let found = run!(proof, direction_opposite(i as u64))?;
                proof.equal_number(&found, &Word::from(opposite.unwrap_or(16) as u64))?;
                let found = run!(proof, direction_delta(i as u64))?;
                proof.equal_number(&found, &Word::from(i64::from(8 * ranks + files).cast_unsigned()))?;
                for from in 0..64 {
                    let found = run!(proof, square_step(u64::from(from), i as u64))?;
                    let to = away(from, (files, ranks)).unwrap_or(64);
                    proof.equal_number(&found, &Word::from(u64::from(to)))?;
                }
            }
            Ok(())
        },
    },
    Claim {
        name: "flips, mirrors and rotations commute with attacks and fork squares",
        method: "all 2^64 sets",
        prove: |proof| {
            commutes_with_mirrors(proof, |proof, set| run!(proof, knight_attacks(0_u64, set)))?;
            commutes_with_mirrors(proof, |proof, set| run!(proof, king_attacks(0_u64, set)))?;
            commutes_with_mirrors(proof, |proof, set| run!(proof, knight_forks(0_u64, set)))
        },
    },
    Claim {
        name: "flipping swaps sides: pawn attacks and passer spans of one side are those of the other, flipped",
        method: "all 2^64 sets",
        prove: |proof| {
            let [a] = proof.sets(["pawns"]);
            let flipped = run!(proof, set_flip_vertical(&a))?;
            let white = run!(proof, pawn_attacks(&a, 0_u64))?;
            let black = run!(proof, pawn_attacks(&flipped, 1_u64))?;
            let found = run!(proof, set_flip_vertical(&black))?;
            proof.equal(&found, &white)?;
            let white = run!(proof, passer_span(&a, 0_u64))?;
            let black = run!(proof, passer_span(&flipped, 1_u64))?;
            let found = run!(proof, set_flip_vertical(&black))?;
            proof.equal(&found, &white)
        },
    },
    Claim {
        name: "overlapping sets: every formulation gives at least two of five; thresholds and counts match the number of sets",
        method: "all 2^320 quintuples of sets",
        prove: |proof| {
            let sets = proof.sets(["a", "b", "c", "d", "e"]);
            let [a, b, c, d, e] = &sets;
            let of = |k| squares(|square| at_least(sets.iter().map(|set| set.bit(square)), k));
            for formulation in proof.formulations("overlap") {
                let found = run!(proof, overlap(formulation, a, b, c, d, e))?;
                proof.equal(&found, &of(2))?;
            }
            for k in 0..7 {
                let found = run!(proof, overlap_at_least(a, b, c, d, e, k))?;
                proof.equal(&found, &of(k as usize))?;
            }
            for plane in 0..4 {
                let found = run!(proof, overlap_count(a, b, c, d, e, plane))?;
                let count = |square| count(sets.iter().map(|set| set.bit(square)));
                proof.equal(&found, &squares(|square| count(square).bit(plane as u32)))?;
            }
            Ok(())
        },
    },
    Claim {
        name: "majority: at least two of three",
        method: "all 2^192 triples of sets",
        prove: |proof| {
            let sets = proof.sets(["a", "b", "c"]);
            let found = run!(proof, majority(&sets[0], &sets[1], &sets[2]))?;
            proof.equal(&found, &squares(|square| at_least(sets.iter().map(|set| set.bit(square)), 2)))
        },
    },
];
