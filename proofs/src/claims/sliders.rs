//! Claims about `destrier::sliders`.

use crate::check;
use crate::definition::{DIRECTIONS, LINES, away, fixed, ray, slides};
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
        name: "attacks of one rook, bishop or queen: every formulation matches the definition",
        method: "all 2^64 sets of occupied squares for each of 64 squares",
        prove: |proof| {
            let [occupied] = proof.sets(["occupied"]);
            let [rank, file, diagonal, anti_diagonal] = LINES;
            let (rook, bishop) = ([rank, file].concat(), [diagonal, anti_diagonal].concat());
            for square in 0..64_u64 {
                let of = |directions: &[_]| slides(&Word::from(1 << square), &occupied, directions);
                check!(proof, rook_attacks_from(&occupied, square), of(&rook))?;
                check!(proof, bishop_attacks_from(&occupied, square), of(&bishop))?;
                check!(proof, queen_attacks_from(&occupied, square), of(&[&rook[..], &bishop].concat()))?;
            }
            Ok(())
        },
    },
    Claim {
        name: "the line through two squares and the squares between them match the definition",
        method: "all 4096 pairs of squares",
        prove: |proof| {
            for a in 0..64 {
                for b in 0..64 {
                    let (mut line, mut between) = (Word::from(0), Word::from(0));
                    for [there, back] in LINES {
                        let to_edge: Vec<u32> = ray(a, there).chain(ray(a, back)).collect();
                        if to_edge.contains(&b) {
                            line = fixed(|square| square == a || to_edge.contains(&square));
                            let side = if ray(a, there).any(|square| square == b) { there } else { back };
                            let before: Vec<u32> = ray(a, side).take_while(|&square| square != b).collect();
                            between = fixed(|square| before.contains(&square));
                        }
                    }
                    check!(proof, line_of_squares(a, b), line)?;
                    check!(proof, squares_between(a, b), between)?;
                }
            }
            Ok(())
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
