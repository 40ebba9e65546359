//! Claims about the attacks of knights and of kings.

use crate::definition::{KING, KNIGHT, away, fixed, leaps, squares};
use crate::proof::{Claim, Proof};
use crate::run;
use crate::word::Word;
use anyhow::Result;
use std::ops::Range;

fn definition(proof: &mut Proof<'_>, attacks: &'static str, steps: &[(i32, i32)]) -> Result<()> {
    let [pieces] = proof.sets(["pieces"]);
    all_formulations(proof, attacks, &pieces, &leaps(&pieces, steps))
}

fn directions(proof: &mut Proof<'_>, attacks: &'static str, directions: Range<u64>) -> Result<()> {
    let [pieces] = proof.sets(["pieces"]);
    let mut union = Word::from(0);
    for direction in directions {
        union = union.or(&run!(proof, set_step(&pieces, direction))?);
    }
    all_formulations(proof, attacks, &pieces, &union)
}

fn all_formulations(
    proof: &mut Proof<'_>,
    attacks: &'static str,
    pieces: &Word,
    expected: &Word,
) -> Result<()> {
    for formulation in proof.formulations(attacks) {
        let found = proof.run(attacks, vec![Word::from(formulation), pieces.clone()])?;
        proof.equal(&found, expected)?;
    }
    Ok(())
}

fn union(proof: &mut Proof<'_>, attacks: &'static str) -> Result<()> {
    let [a, b] = proof.sets(["pieces", "others"]);
    let union = run!(proof, set_union(&a, &b))?;
    let mut attacked = |pieces| proof.run(attacks, vec![Word::from(0), pieces]);
    let parts = [attacked(a)?, attacked(b)?];
    let found = attacked(union)?;
    proof.equal(&found, &parts[0].or(&parts[1]))
}

fn table(proof: &mut Proof<'_>, attacks_from: &'static str, steps: &[(i32, i32)]) -> Result<()> {
    let mut attacks = Vec::new();
    for from in 0..64_u32 {
        let found = proof.run(attacks_from, vec![Word::from(u64::from(from))])?;
        proof.equal(&found, &fixed(|to| steps.iter().any(|&step| away(from, step) == Some(to))))?;
        attacks.push(found);
    }
    for (from, found) in attacks.iter().enumerate() {
        let transposed = squares(|to| attacks[to as usize].bit(from as u32));
        proof.equal(found, &transposed)?;
    }
    Ok(())
}

pub(super) const CLAIMS: &[Claim] = &[
    Claim {
        name: "knight attacks: every formulation matches the definition by files and ranks",
        method: "all 2^64 sets",
        prove: |proof| definition(proof, "knight_attacks", &KNIGHT),
    },
    Claim {
        name: "knight attacks: every formulation equals the union of the eight directions",
        method: "all 2^64 sets",
        prove: |proof| directions(proof, "knight_attacks", 8..16),
    },
    Claim {
        name: "knight attacks: the attacks of a union are the union of the attacks",
        method: "all 2^128 pairs of sets",
        prove: |proof| union(proof, "knight_attacks"),
    },
    Claim {
        name: "knight attacks: the table matches the definition and is symmetric",
        method: "all 64 squares, all 4096 pairs",
        prove: |proof| table(proof, "knight_attacks_from", &KNIGHT),
    },
    Claim {
        name: "king attacks: every formulation matches the definition by files and ranks",
        method: "all 2^64 sets",
        prove: |proof| definition(proof, "king_attacks", &KING),
    },
    Claim {
        name: "king attacks: every formulation equals the union of the eight directions",
        method: "all 2^64 sets",
        prove: |proof| directions(proof, "king_attacks", 0..8),
    },
    Claim {
        name: "king attacks: the attacks of a union are the union of the attacks",
        method: "all 2^128 pairs of sets",
        prove: |proof| union(proof, "king_attacks"),
    },
    Claim {
        name: "king attacks: the table matches the definition and is symmetric",
        method: "all 64 squares, all 4096 pairs",
        prove: |proof| table(proof, "king_attacks_from", &KING),
    },
];
