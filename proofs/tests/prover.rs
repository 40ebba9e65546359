//! The prover finds bugs and shows the smallest counterexample, and its machine matches the processor.

mod common;

use anyhow::{Error, Result};
use common::{arguments, bytes, takes_board};
use proofs::bit::{ONE, variables};
use proofs::claims::walks::{self, Collect};
use proofs::definition::{KING, KNIGHT, count, leaps, ray, squares};
use proofs::module::Module;
use proofs::proof::{Claim, Counterexample, Proof};
use proofs::word::Word;
use proofs::{report, run};
use shipped::Export;
use std::collections::{HashMap, HashSet};

fn named(exports: impl Iterator<Item = &'static Export>) -> HashMap<&'static str, &'static Export> {
    exports.map(|export| (export.name, export)).collect()
}

/// Returns the error of a claim about a function with a bug.
fn why_not(prove: fn(&mut Proof<'_>) -> Result<()>) -> Error {
    let module = Module::parse(bytes()).unwrap();
    let exports = named(shipped::wrong_exports());
    let claim = Claim { name: "wrong", method: "", prove };
    report::prove(&claim, &module, &exports).result.unwrap_err()
}

fn counterexample(prove: fn(&mut Proof<'_>) -> Result<()>) -> Counterexample {
    let why = why_not(prove);
    why.downcast().unwrap_or_else(|why| panic!("{why:#}"))
}

#[test]
fn shows_wrong_mask_with_one_knight() {
    let wrong = counterexample(|proof| {
        let [knights] = proof.sets(["knights"]);
        let found = run!(proof, wrong_knight_attacks(&knights))?;
        proof.equal(&found, &leaps(&knights, &KNIGHT))
    });
    assert_eq!(wrong.sets, [("knights", 1 << 7)]);
    assert_eq!(
        wrong.to_string(),
        "\
wrong_knight_attacks (knights) is wrong, first on b1:
  knights            actual             expected
  . . . . . . . .    . . . . . . . .    . . . . . . . .
  . . . . . . . .    . . . . . . . .    . . . . . . . .
  . . . . . . . .    . . . . . . . .    . . . . . . . .
  . . . . . . . .    . . . . . . . .    . . . . . . . .
  . . . . . . . .    . . . . . . . .    . . . . . . . .
  . . . . . . . .    . X . . . . X .    . . . . . . X .
  . . . . . . . .    . . . . . X . .    . . . . . X . .
  . . . . . . . X    . X . . . . . .    . . . . . . . .
"
    );
}

#[test]
fn shows_missing_step_with_one_square() {
    let wrong = counterexample(|proof| {
        let [set] = proof.sets(["squares"]);
        let found = run!(proof, wrong_north_fill(&set))?;
        proof.equal(
            &found,
            &squares(|to| ray(to, (0, -1)).chain([to]).fold(proofs::bit::ZERO, |any, s| any.or(&set.bit(s)))),
        )
    });
    assert_eq!(wrong.sets, [("squares", 1)]);
    assert_eq!(wrong.answers, Some((0x0001_0101_0101_0101, 0x0101_0101_0101_0101)));
}

#[test]
fn shows_wrong_count_with_three_squares() {
    let wrong = counterexample(|proof| {
        let [set] = proof.sets(["a"]);
        let found = run!(proof, wrong_set_len(&set))?;
        proof.equal_number(&found, &count(set.bits()))
    });
    assert_eq!(wrong.sets[0].1.count_ones(), 3);
    assert_eq!(wrong.answers, Some((2, 3)));
    assert!(wrong.to_string().starts_with("wrong_set_len (a) gives 2 instead of 3 for\n  a\n"));
}

#[test]
fn rejects_induction_over_loop_with_counter() {
    let why = why_not(|proof| walks::region(proof, "wrong_region", &KING));
    assert!(why.to_string().starts_with("the end of the loop depends on the values ["), "{why}");
    // With the counter at its last value, the loop ends although it should continue.
    let wrong: Counterexample = why.downcast().unwrap();
    assert_eq!(wrong.answers, Some((1, 0)));
    assert_eq!(wrong.sets[..3], [("from", 0), ("path", 1 << 63), ("after a step", 1 << 63)]);
}

#[test]
fn shows_wrong_step_of_walk_with_one_king() {
    let wrong = counterexample(|proof| walks::region(proof, "wrong_step", &KING));
    assert!(wrong.to_string().starts_with("wrong_step (from, path) at a cut is wrong, first on "), "{wrong}");
    let (actual, expected) = wrong.answers.unwrap();
    assert_eq!(wrong.sets[..2], [("from", 1 << 7), ("path", 1 << 7 | 1 << 8)]);
    assert_eq!((actual, expected), (1 << 7 | 1 << 8, 1 << 7));
}

/// Claims that a function collects the squares of an area.
fn collects_area(proof: &mut Proof<'_>, export: &'static str) -> Result<()> {
    let names = ["left", "squares", "area", "found", "x", "y", "z"];
    let [left, squares, area, fresh @ ..] = proof.sets_after_first(names);
    let holds = |square| area.bit(square);
    let sets = &[squares, area.clone()];
    let collect =
        Collect { export, formulation: None, sets, through: 0, holds: &holds, left: &left, fresh: &fresh };
    walks::collect(proof, collect)
}

#[test]
fn rejects_wrong_iterations_from_any_state() {
    let wrong = counterexample(|proof| collects_area(proof, "wrong_collect"));
    let (actual, expected) = wrong.answers.unwrap();
    assert_eq!(actual ^ expected, 1 << 63, "{wrong}");
    let why = why_not(|proof| collects_area(proof, "wrong_end"));
    let wrong: Counterexample = why.downcast().unwrap_or_else(|why| panic!("{why:#}"));
    assert_eq!(wrong.answers, Some((1, 0)), "the loop ends too early: {wrong}");
}

#[test]
fn shows_arguments_of_panic() {
    let wrong = counterexample(|proof| {
        let [set] = proof.sets(["a"]);
        let found = run!(proof, wrong_total(&set))?;
        proof.equal(&found, &set)
    });
    assert_eq!((wrong.sets, wrong.answers), (vec![("a", 0x8000_0000_0000_0001)], None));
}

#[test]
fn rejects_claim_that_compares_nothing() {
    let module = Module::parse(bytes()).unwrap();
    let exports = named(shipped::exports());
    let compares_nothing = |proof: &mut Proof<'_>| {
        let [set] = proof.sets(["a"]);
        run!(proof, set_complement(&set)).map(drop)
    };
    let depends_on_nothing = |proof: &mut Proof<'_>| {
        let [_] = proof.sets(["a"]);
        let found = run!(proof, set_complement(0_u64))?;
        proof.equal(&found, &Word::from(u64::MAX))
    };
    for (prove, why) in [
        (compares_nothing as fn(&mut Proof<'_>) -> Result<()>, "the claim runs nothing or compares nothing"),
        (depends_on_nothing, "the expected result does not depend on the arguments"),
    ] {
        let outcome = report::prove(&Claim { name: "empty", method: "", prove }, &module, &exports);
        assert_eq!(outcome.result.unwrap_err().to_string(), why);
    }
}

#[test]
fn rejects_arguments_out_of_range() {
    let module = Module::parse(bytes()).unwrap();
    let exports = named(shipped::exports());
    let mut proof = Proof::new(&module, &exports);
    let error = run!(proof, knight_attacks_from(64_u64)).unwrap_err();
    assert_eq!(error.to_string(), "knight_attacks_from: knight 64 is out of range");
    assert!(run!(proof, knight_attacks(99_u64, 1_u64)).is_err());
    assert!(run!(proof, knight_attacks(0_u64)).is_err());
    assert!(run!(proof, no_such_function()).is_err());
}

#[test]
fn rejects_cut_that_is_never_computed() {
    let module = Module::parse(bytes()).unwrap();
    let exports = named(shipped::exports());
    let mut proof = Proof::new(&module, &exports);
    let [a, b] = proof.sets(["a", "b"]);
    proof.cut([(a.xor(&b), Word::from(0))]);
    let error = run!(proof, set_union(&a, &b)).unwrap_err();
    assert_eq!(error.to_string(), "set_union (a, b) never computes the value of a cut");
    proof.cut([(a.or(&b), Word::from(5))]);
    assert_eq!(run!(proof, set_union(&a, &b)).unwrap(), Word::from(5));
}

/// Returns random arguments of a function, with a random formulation.
fn arguments_of(export: &Export, random: &mut fastrand::Rng) -> Vec<u64> {
    let formulations = (export.formulations)().len() as u64;
    let formulation = (formulations > 0).then(|| random.u64(..formulations));
    formulation.into_iter().chain(arguments(export.arguments, random)).collect()
}

#[test]
fn machine_matches_processor() {
    let module = Module::parse(bytes()).unwrap();
    let mut random = fastrand::Rng::with_seed(7);
    let mut answers = HashSet::new();
    for export in shipped::exports() {
        for _ in 0..200 {
            let numbers = arguments_of(export, &mut random);
            let words = numbers.iter().map(|&number| Word::from(number)).collect();
            let found = module.run(export.name, words, &ONE).unwrap();
            let expected = (export.native)(&numbers);
            assert_eq!(found.value(), Some(expected), "{} {numbers:x?}", export.name);
            answers.insert((export.name, expected));
        }
    }
    assert!(answers.len() > 10 * shipped::exports().count(), "too few different answers");
    // The function with the fewest answers returns a wing: king, queen or none.
    let number_of_answers = |name: &str| answers.iter().filter(|(of, _)| *of == name).count();
    let mut of_boards = shipped::exports().filter(|export| takes_board(export.arguments)).peekable();
    assert!(of_boards.peek().is_some(), "no function takes a board");
    for export in of_boards {
        assert!(number_of_answers(export.name) > 2, "{} has too few different answers", export.name);
    }
}

/// Returns the bits that must change together with a bit. On a board, a piece is in two sets; an empty square may get a
/// white pawn.
fn linked_bits(export: &Export, numbers: &[u64], (i, bit): (usize, u32)) -> Vec<(usize, u32)> {
    if !takes_board(export.arguments) || i >= 8 {
        return vec![(i, bit)];
    }
    let piece: Vec<_> = (0..8).filter(|&set| numbers[set] >> bit & 1 == 1).map(|set| (set, bit)).collect();
    if piece.is_empty() { vec![(0, bit), (2, bit)] } else { piece }
}

#[test]
fn symbolic_run_matches_processor() {
    let module = Module::parse(bytes()).unwrap();
    let mut random = fastrand::Rng::with_seed(8);
    for export in shipped::exports() {
        for _ in 0..3 {
            let numbers = arguments_of(export, &mut random);
            let first_argument = usize::from(!(export.formulations)().is_empty());
            let sets: Vec<usize> = (first_argument..numbers.len())
                .filter(|&i| export.arguments[i - first_argument].end == 0)
                .collect();
            if sets.is_empty() {
                continue;
            }
            // Some bits of the sets are symbolic, the rest is constant. On a board, the symbolic bits place or remove
            // whole pieces, so every assignment is a position.
            let open: Vec<Vec<(usize, u32)>> = (0..8)
                .map(|_| (sets[random.usize(..sets.len())], random.u32(..64)))
                .map(|place| linked_bits(export, &numbers, place))
                .collect();
            let variables = variables(open.len() as u32);
            // If a bit was drawn twice, the first variable counts.
            let variable_of = |place| open.iter().position(|places| places.contains(&place));
            let words = numbers.iter().enumerate().map(|(i, &number)| {
                let bit = |bit: u32| match variable_of((i, bit)) {
                    Some(variable) => variables[variable].clone(),
                    None => Word::from(number).bit(bit),
                };
                Word::from_bits((0..64).map(bit).collect())
            });
            let found = module.run(export.name, words.collect(), &ONE).unwrap();
            for assignment in 0..256_u32 {
                let set: Vec<u32> = (0..8).filter(|i| assignment >> i & 1 == 1).collect();
                let mut numbers = numbers.clone();
                for (variable, places) in open.iter().enumerate() {
                    for &(i, bit) in places.iter().filter(|&&place| variable_of(place) == Some(variable)) {
                        numbers[i] = numbers[i] & !(1 << bit) | u64::from(assignment >> variable & 1) << bit;
                    }
                }
                let value: u64 =
                    found.bits().enumerate().map(|(i, bit)| u64::from(bit.where_set(&set)) << i).sum();
                assert_eq!(value, (export.native)(&numbers), "{} {numbers:x?}", export.name);
            }
        }
    }
}

/// Builds a module with one function `f`, which takes nothing, returns 64 bits and has these instructions.
fn module_of(instructions: &[u8]) -> Vec<u8> {
    let section = |id: u8, content: &[u8]| [&[id, content.len() as u8], content].concat();
    let body = [&[0], instructions, &[0x0b]].concat();
    [
        &b"\0asm\x01\0\0\0"[..],
        &section(1, &[1, 0x60, 0, 1, 0x7e]),
        &section(3, &[1, 0]),
        &section(7, &[1, 1, b'f', 0, 0]),
        &section(10, &[&[1, body.len() as u8], &body[..]].concat()),
    ]
    .concat()
}

#[test]
fn names_unsupported_instruction() {
    let run = |instructions: &[u8]| {
        let bytes = module_of(instructions);
        Module::parse(&bytes).and_then(|module| module.run("f", Vec::new(), &ONE))
    };
    assert_eq!(run(&[0x42, 5]).unwrap(), Word::from(5));
    // 0.0 as bits; signed division; memory growth.
    let real = run(&[0x44, 0, 0, 0, 0, 0, 0, 0, 0, 0xbd]).unwrap_err();
    assert!(format!("{real:#}").contains("unsupported instruction F64Const"), "{real:#}");
    let division = run(&[0x42, 5, 0x42, 2, 0x7f]).unwrap_err();
    assert!(format!("{division:#}").contains("unsupported instruction I64DivS"), "{division:#}");
    let growth = run(&[0x41, 1, 0x40, 0, 0xad]).unwrap_err();
    assert!(format!("{growth:#}").contains("unsupported instruction MemoryGrow"), "{growth:#}");
    // A loop that never ends, and an unreachable instruction.
    let endless = run(&[0x03, 0x40, 0x0c, 0, 0x0b, 0x42, 0]).unwrap_err();
    assert!(format!("{endless:#}").contains("a loop did not end"), "{endless:#}");
    let trap = run(&[0x00]).unwrap_err();
    assert!(trap.downcast_ref::<proofs::machine::Trap>().is_some());
}
