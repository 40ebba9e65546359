//! The reference's arithmetic for the race between king and pawn is that of playing the race out.

use crate::reference::race::caught;
use shakmaty::attacks::{king_attacks, pawn_attacks};
use shakmaty::{Color, Rank, Square};

/// Returns whether Black's lone king stops the pawn, with White to push.
fn stops_after_push(king: Square, pawn: Square) -> bool {
    let [one, two] = [8, 16].map(|offset| pawn.offset(offset));
    if one == Some(king) {
        return true;
    }
    let double = two.filter(|&two| pawn.rank() == Rank::Second && two != king);
    [one, double].into_iter().flatten().all(|pawn| {
        if pawn.rank() == Rank::Eighth { king.distance(pawn) == 1 } else { stops_to_move(king, pawn) }
    })
}

/// The same with Black to move.
fn stops_to_move(king: Square, pawn: Square) -> bool {
    let allowed = king_attacks(king) & !pawn_attacks(Color::White, pawn);
    allowed.into_iter().any(|to| to == pawn || stops_after_push(to, pawn))
}

#[test]
fn the_result_of_every_legal_race_is_right() {
    let mut counts = [(0, 0), (0, 0)];
    for king in Square::ALL {
        for pawn in Square::ALL[8..56].iter().copied().filter(|&pawn| pawn != king) {
            let check = pawn_attacks(Color::White, pawn).contains(king);
            for king_begins in [false, true].into_iter().filter(|&begins| begins || !check) {
                let stopped =
                    if king_begins { stops_to_move(king, pawn) } else { stops_after_push(king, pawn) };
                assert_eq!(
                    caught(king, pawn, Color::White, king_begins),
                    stopped,
                    "king {king}, pawn {pawn}"
                );
                let [king, pawn] = [king, pawn].map(Square::flip_vertical);
                assert_eq!(caught(king, pawn, Color::Black, king_begins), stopped);
                let (legal, won) = &mut counts[usize::from(king_begins)];
                *legal += 1;
                *won += usize::from(stopped);
            }
        }
    }
    assert_eq!(counts, [(2940, 1154), (3024, 1728)]);
}
