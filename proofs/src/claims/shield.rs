//! Claims about `destrier::king::shield`.

use crate::definition::{coordinates, fixed, square};
use crate::proof::{Claim, Expected};
use crate::word::Word;
use crate::{check, run};

/// Returns the six squares of a window that starts at a file: first on the side's second rank, then on its third.
pub(super) fn window(first: u64, side: u64) -> impl Iterator<Item = u32> {
    let ranks = if side == 0 { [1, 2] } else { [6, 5] };
    let squares = move |rank| (0..3).filter_map(move |file| square(first as i32 + file, rank));
    ranks.into_iter().flat_map(squares)
}

/// Returns the wing of a king on its side's first two ranks: 0 on files f to h, 1 on files a to c.
pub(super) fn wing(king: u32, side: u64) -> Option<u64> {
    let (file, rank) = coordinates(king);
    let home = if side == 0 { rank < 2 } else { rank > 5 };
    match file {
        5.. if home => Some(0),
        ..3 if home => Some(1),
        _ => None,
    }
}

pub(super) const CLAIMS: &[Claim] = &[
    Claim {
        name: "shield index: every formulation has one bit for each square of the window, so different shields have different indices",
        method: "all 2^64 sets for each of 6 windows and 2 sides",
        prove: |proof| {
            let [pawns] = proof.sets(["pawns"]);
            for first in 0..6 {
                for side in 0..2 {
                    let bits = window(first, side).map(|square| pawns.bit(square)).collect();
                    let expected = Word::from_bits(bits).resize(64);
                    check!(proof, shield_index(&pawns, first, side), Expected::Number(expected.clone()))?;
                }
            }
            Ok(())
        },
    },
    Claim {
        name: "shield windows: the mask is the six squares, and the pawns of an index give that index",
        method: "all 6 windows, 64 indices and 8 files of a king",
        prove: |proof| {
            for first in 0..6 {
                check!(proof, shield_mask(first), fixed(|s| window(first, 0).any(|w| w == s)))?;
                for index in 0..64_u64 {
                    let pawns = run!(proof, shield_pawns(index, first))?;
                    let has = |s| window(first, 0).enumerate().any(|(i, w)| w == s && index >> i & 1 == 1);
                    proof.equal(&pawns, &fixed(has))?;
                    let found = run!(proof, shield_index(0_u64, &pawns, first, 0_u64))?;
                    proof.equal_number(&found, &Word::from(index))?;
                }
            }
            for file in 0..8_u64 {
                check!(proof, shield_window_around(file), file.saturating_sub(1).min(5))?;
            }
            Ok(())
        },
    },
    Claim {
        name: "shield wing: files a to c or f to h, on a side's first two ranks",
        method: "all 64 squares and 2 sides",
        prove: |proof| {
            for king in 0..64_u32 {
                for side in 0..2_u64 {
                    check!(proof, shield_wing(king, side), wing(king, side).unwrap_or(2))?;
                }
            }
            Ok(())
        },
    },
];
