//! Claims about `destrier::king::square_rule`.

use crate::check;
use crate::definition::{coordinates, fixed, up};
use crate::proof::Claim;

/// Returns whether a king catches a passer of the other side.
///
/// The king catches it if its distance to the promotion square is at most the number of pushes, or one more if the king
/// is to move. It also catches the pawn if it can capture it at once.
pub(super) fn catches(king: u32, king_color: u64, pawn: u32, turn: u64) -> bool {
    let ((king_file, king_rank), (file, rank)) = (coordinates(king), coordinates(pawn));
    let pawn_up = up(1 - king_color);
    let promotion = if pawn_up > 0 { 7 } else { 0 };
    let apart = |rank: i32| (king_file - file).abs().max((king_rank - rank).abs());
    let king_moves = turn == king_color;
    let pushes = (promotion - rank).abs().min(5);
    (1..7).contains(&rank)
        && (apart(promotion) <= pushes + i32::from(king_moves) || king_moves && apart(rank) == 1)
}

pub(super) const CLAIMS: &[Claim] = &[Claim {
    name: "caught area: every formulation gives the rule of the square, with the capture of a pawn next to the king",
    method: "all kings, sides and pawns",
    prove: |proof| {
        for king in 0..64_u32 {
            for (color, turn) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
                let expected = fixed(|pawn| catches(king, color, pawn, turn));
                check!(proof, caught_area(king, color, turn), &expected)?;
                for pawn in 0..64 {
                    check!(proof, catches(king, color, pawn, turn), expected.bit(pawn))?;
                }
            }
        }
        Ok(())
    },
}];
