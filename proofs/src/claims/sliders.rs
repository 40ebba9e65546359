//! Claims about `destrier::sliders`.

use crate::bit::ZERO;
use crate::definition::{DIRECTIONS, LINES, away, fixed, ray, slides, squares};
use crate::proof::Claim;
use crate::run;
use crate::word::Word;

/// Returns the sliders and the empty squares that they reach in a direction: the smallest set that contains the sliders
/// and, with each square, the next one if it is empty.
fn fill(sliders: &Word, occupied: &Word, (files, ranks): (i32, i32)) -> Word {
    squares(|to| {
        let mut back: Vec<u32> = ray(to, (-files, -ranks)).collect();
        back.reverse();
        back.push(to);
        back.iter().fold(ZERO, |reached, &at| sliders.bit(at).or(&reached.and(&occupied.bit(at).not())))
    })
}

pub(super) const CLAIMS: &[Claim] = &[
    Claim {
        name: "slider attacks: Kogge-Stone, Dumb7Fill and rotate match the definition in each of the sixteen directions",
        method: "all 2^128 pairs of sets",
        prove: |proof| {
            let [sliders, occupied] = proof.sets(["sliders", "occupied"]);
            for (along, direction) in DIRECTIONS.into_iter().enumerate() {
                let expected = slides(&sliders, &occupied, &[direction]);
                for formulation in proof.formulations("slider_attacks_along") {
                    let found =
                        run!(proof, slider_attacks_along(formulation, &sliders, &occupied, along as u64))?;
                    proof.equal(&found, &expected)?;
                }
            }
            Ok(())
        },
    },
    Claim {
        name: "slider fill: three doublings are enough in each of the sixteen directions",
        method: "all 2^128 pairs of sets",
        prove: |proof| {
            let [sliders, occupied] = proof.sets(["sliders", "occupied"]);
            for (along, direction) in DIRECTIONS.into_iter().enumerate() {
                let found = run!(proof, slider_fill_along(&sliders, &occupied, along as u64))?;
                proof.equal(&found, &fill(&sliders, &occupied, direction))?;
                // One more step adds nothing.
                let step = run!(proof, set_step(&found, along as u64))?;
                proof.equal(&found.or(&step.and(&occupied.not())), &found)?;
                let wrapped = run!(proof, slider_avoid_wrap(along as u64))?;
                let (files, ranks) = direction;
                proof.equal(&wrapped, &fixed(|to| away(to, (-files, -ranks)).is_some()))?;
            }
            Ok(())
        },
    },
    Claim {
        name: "rook, bishop and queen attacks match the definition",
        method: "all 2^128 pairs of sets",
        prove: |proof| {
            let [sliders, occupied] = proof.sets(["sliders", "occupied"]);
            let [rank, file, diagonal, anti_diagonal] = LINES;
            let rook = [rank, file].concat();
            let bishop = [diagonal, anti_diagonal].concat();
            let found = run!(proof, rook_attacks(&sliders, &occupied))?;
            proof.equal(&found, &slides(&sliders, &occupied, &rook))?;
            let found = run!(proof, bishop_attacks(&sliders, &occupied))?;
            proof.equal(&found, &slides(&sliders, &occupied, &bishop))?;
            let found = run!(proof, queen_attacks(&sliders, &occupied))?;
            proof.equal(&found, &slides(&sliders, &occupied, &[rook, bishop].concat()))
        },
    },
    Claim {
        name: "line attacks by subtraction match the definition",
        method: "all 2^64 sets for each of 64 squares and 4 lines",
        prove: |proof| {
            let [occupied] = proof.sets(["occupied"]);
            for square in 0..64_u64 {
                for (line, directions) in LINES.into_iter().enumerate() {
                    let found = run!(proof, line_attacks(&occupied, square, line as u64))?;
                    proof.equal(&found, &slides(&Word::from(1 << square), &occupied, &directions))?;
                }
            }
            Ok(())
        },
    },
];
