//! Claims about `destrier::sliders`.

use crate::check;
use crate::definition::{DIRECTIONS, LINES, away, fixed, slides};
use crate::proof::Claim;
use crate::word::Word;

pub(super) const CLAIMS: &[Claim] = &[
    Claim {
        name: "slider attacks: Kogge-Stone, Dumb7Fill and rotate match the definition in each of the sixteen directions",
        method: "all 2^128 pairs of sets",
        prove: |proof| {
            let [sliders, occupied] = proof.sets(["sliders", "occupied"]);
            for (along, direction) in DIRECTIONS.into_iter().enumerate() {
                let expected = slides(&sliders, &occupied, &[direction]);
                check!(proof, slider_attacks_along(&sliders, &occupied, along), &expected)?;
            }
            Ok(())
        },
    },
    Claim {
        name: "the mask of rotated slider attacks holds the squares where a step can end",
        method: "all 16 directions",
        prove: |proof| {
            for (along, (files, ranks)) in DIRECTIONS.into_iter().enumerate() {
                check!(proof, slider_avoid_wrap(along), fixed(|to| away(to, (-files, -ranks)).is_some()))?;
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
            check!(proof, rook_attacks(&sliders, &occupied), slides(&sliders, &occupied, &rook))?;
            check!(proof, bishop_attacks(&sliders, &occupied), slides(&sliders, &occupied, &bishop))?;
            check!(
                proof,
                queen_attacks(&sliders, &occupied),
                slides(&sliders, &occupied, &[rook, bishop].concat())
            )
        },
    },
    Claim {
        name: "line attacks by subtraction match the definition",
        method: "all 2^64 sets for each of 64 squares and 4 lines",
        prove: |proof| {
            let [occupied] = proof.sets(["occupied"]);
            for square in 0..64_u64 {
                for (line, directions) in LINES.into_iter().enumerate() {
                    check!(
                        proof,
                        line_attacks(&occupied, square, line),
                        slides(&Word::from(1 << square), &occupied, &directions)
                    )?;
                }
            }
            Ok(())
        },
    },
];
