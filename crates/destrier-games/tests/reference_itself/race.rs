//! Compares the arithmetic of the race between king and pawn with playing it out.

use crate::reference::attacks::neighbors;
use crate::reference::board::Side;
use crate::reference::race::caught;
use crate::reference::squares::{Set, king_distance, rank, step};

/// Returns the squares that a white pawn attacks.
fn guarded(pawn: usize) -> Vec<usize> {
    [-1, 1].into_iter().filter_map(|right| step(pawn, right, 1)).collect()
}

/// Returns whether Black's lone king stops the pawn, with White to push.
fn stops_after_push(king: usize, pawn: usize) -> bool {
    let one = pawn + 8;
    if one == king {
        return true;
    }
    let double = (rank(pawn) == 1 && one + 8 != king).then_some(one + 8);
    [Some(one), double]
        .into_iter()
        .flatten()
        .all(|pawn| if rank(pawn) == 7 { king_distance(king, pawn) == 1 } else { stops_to_move(king, pawn) })
}

/// The same with Black to move.
fn stops_to_move(king: usize, pawn: usize) -> bool {
    let allowed = |to: &usize| !guarded(pawn).contains(to);
    neighbors(king).into_iter().filter(allowed).any(|to| to == pawn || stops_after_push(to, pawn))
}

#[test]
fn the_result_of_every_legal_race_is_right() {
    let mut counts = [(0, 0), (0, 0)];
    for king in 0..64 {
        for pawn in (8..56).filter(|&pawn| pawn != king) {
            let check = guarded(pawn).contains(&king);
            for king_begins in [false, true].into_iter().filter(|&begins| begins || !check) {
                let stopped =
                    if king_begins { stops_to_move(king, pawn) } else { stops_after_push(king, pawn) };
                assert_eq!(caught(king, pawn, Side::White, king_begins), stopped, "king {king}, pawn {pawn}");
                assert_eq!(caught(king ^ 56, pawn ^ 56, Side::Black, king_begins), stopped);
                let (legal, won) = &mut counts[usize::from(king_begins)];
                *legal += 1;
                *won += usize::from(stopped);
            }
        }
    }
    assert_eq!(counts, [(2940, 1154), (3024, 1728)]);
}

#[test]
fn a_king_on_g5_catches_the_known_squares() {
    let area = |king_begins| Set::of(|pawn| rank(pawn) > 0 && caught(38, pawn, Side::White, king_begins));
    assert_eq!(area(false).bits(), 0x0000_00f8_fcfe_fe00);
    assert_eq!(area(true).bits(), 0x0000_f8fc_feff_ff00);
}
